/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_CALIBRATE_H
#define NETIO_BENCH_CALIBRATE_H

#include <stdint.h>

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

#endif
