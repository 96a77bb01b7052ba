/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_CALIBRATE_H
#define NETIO_BENCH_CALIBRATE_H

#include <stdint.h>

#include "base/err.h"

/*
 * The step of calibration, for messages and for calls alike: the count is grown until a trial lasts
 * long enough to be judged, and is then set so that the fastest of CALIBRATE_TRIALS lasts the batch
 * time.
 */
#define CALIBRATE_TRIALS 5

/* The most that a count grows by at a time: one trial that was fast by accident must not make the next
 * one last for minutes. */
#define CALIBRATE_GROWTH 16

/* How many last goal_ns, when n lasted took_ns: never 0, at most CALIBRATE_GROWTH n + 1. */
static inline uint64_t calibrate_step(uint64_t n, uint64_t took_ns, uint64_t goal_ns)
{
	double factor = (double)goal_ns / ((double)took_ns + 1);

	if (factor > CALIBRATE_GROWTH)
		factor = CALIBRATE_GROWTH;
	return (uint64_t)((double)n * factor) + 1;
}

/* What calibrate_messages tries counts with. */
struct calibration {
	/* One trial of n messages: 0 with its wall time, or a negative errno with err. */
	int (*trial)(void *arg, uint64_t n, uint64_t *took_ns, struct err *err);
	void *arg;
	uint64_t goal_ns;    /* what the fastest of five should last */
	uint64_t size_bytes; /* of a message */
};

/*
 * METHOD.md section 2: so many messages that the fastest of five trials lasts the batch time; never so many that
 * their bytes overflow. 0 with *n_messages, or what the trial returned.
 */
int calibrate_messages(const struct calibration *c, uint64_t *n_messages, struct err *err);

#endif
