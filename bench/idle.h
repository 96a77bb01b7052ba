/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_IDLE_H
#define NETIO_BENCH_IDLE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/*
 * How long a wait for another thread or process has seen no progress. Time is counted in ticks, each of
 * them what one ppoll() may last, and not read from a clock: a Ctrl-Z of the whole run then does not
 * use the limit up.
 */
struct idle {
	uint64_t limit_ns;
	uint64_t tick_ns;
	uint64_t idle_ns; /* since the last progress */
	uint64_t seen;    /* the progress counter then */
};

/* limit_ns > 0; progress is any counter that changes while there is progress. */
static inline struct idle idle_start(uint64_t limit_ns, uint64_t progress)
{
	uint64_t second = 1000000000;

	return (struct idle) { limit_ns, limit_ns < second ? limit_ns : second, 0, progress };
}

/* What the next ppoll() may last. */
static inline struct timespec idle_tick(const struct idle *idle)
{
	return (struct timespec) { (time_t)(idle->tick_ns / 1000000000),
		(long)(idle->tick_ns % 1000000000) };
}

/* After a ppoll(), which timed out or did not: whether the limit is reached. */
static inline bool idle_over(struct idle *idle, uint64_t progress, bool timed_out)
{
	if (progress != idle->seen)
		idle->idle_ns = 0;
	else if (timed_out)
		idle->idle_ns += idle->tick_ns;
	idle->seen = progress;
	return idle->idle_ns >= idle->limit_ns;
}

#endif
