/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_SAMPLING_H
#define NETIO_BENCH_SAMPLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "results/record.h"

/*
 * How many samples are taken (METHOD.md section 2), alike for a pair of ends, an emulated socket and a copy
 * routine: when an invocation is warm, and when a point is finished. Decided by how precise a point is, by counts and
 * by time; never by whether a difference is significant.
 */

#define WARMUP_STEADY UINT64_MAX

struct sampling {
	uint64_t n_samples;       /* an invocation */
	uint64_t n_invocations;   /* a point, at least */
	uint64_t max_invocations; /* a point, at most; not more than n_invocations: just those */
	uint64_t n_warmup; /* samples that begin an invocation; WARMUP_STEADY: until it is steady */
	uint64_t batch_ns; /* what the fastest of five trial samples should last */
	uint64_t time_ns;  /* of the whole run; 0: no limit */
	double precision_percent; /* half-width of the median's 95 % interval that is enough; 0: none is */
};

/* Whether the numbers agree with each other: 0, or -EINVAL with err, in the words of the options. */
int sampling_check(const struct sampling *sampling, struct err *err);

/*
 * Warm-up until steady: at least WARMUP_MIN_SAMPLES and WARMUP_MIN_NS, then until the medians of the last two windows
 * of WARMUP_WINDOW samples differ by no more than max(2 %, 2 MAD / sqrt(window)), and at most WARMUP_MAX_NS. The
 * limit comes first: an invocation whose samples last a second is warm after one.
 */
#define WARMUP_WINDOW      5
#define WARMUP_MIN_SAMPLES 5
#define WARMUP_MAX_SAMPLES 1024 /* what a coarse clock can make of the limit of time */
#define WARMUP_MIN_NS      100000000u
#define WARMUP_MAX_NS      1000000000u

/* The warm-up of one invocation; zeroed to begin with, but for the clock. */
struct warmup {
	uint64_t begin_ns;                /* CLOCK_MONOTONIC when it began */
	uint64_t n;                       /* samples so far */
	double recent[2 * WARMUP_WINDOW]; /* the last ones, as a ring: ns a message or call */
};

enum warmup_state { WARMUP_GOES_ON, WARMUP_DONE, WARMUP_AT_LIMIT };

/* Whether a warm-up that has not taken a sample yet needs one. */
bool warmup_wanted(const struct sampling *sampling);

/* After a sample, which took value_ns a message and ended at now_ns. */
enum warmup_state warmup_next(
	const struct sampling *sampling, struct warmup *warmup, double value_ns, uint64_t now_ns);

/* When the run's time is spent, CLOCK_MONOTONIC, if it begins now; 0: never. */
uint64_t sampling_deadline_ns(const struct sampling *sampling, uint64_t now_ns);

/* How many invocations a point may have. */
uint64_t sampling_most(const struct sampling *sampling);

/*
 * Whether a point with so many finished invocations is finished, and why. rates are those of its n samples; sorted in
 * place. deadline_ns (0: none) and now_ns are of CLOCK_MONOTONIC.
 */
enum point_ended sampling_ended(const struct sampling *sampling, uint64_t n_invocations,
	double *rates, size_t n, uint64_t deadline_ns, uint64_t now_ns);

/*
 * What becomes of a point whose turn comes after the time of the run was spent: done with the samples that it has, or
 * skipped where it has none; then `reason` says so.
 */
enum point_status sampling_left(size_t n_samples, char *reason, size_t size);

/*
 * SAMPLE_PREEMPTED and SAMPLE_WAITED, as they hold for the sample. Ends that share a CPU take it from
 * each other by nature: there only the delay counts that the CPU time of both does not explain.
 */
uint32_t sampling_flags(const struct sample *sample, bool share_cpu);

/* Unix time, ms. */
uint64_t sampling_wall_clock_ms(void);

/*
 * Where a sample goes: an array of the heap that grows by doubling. `size` is that of an element. 0, or -ENOMEM
 * with the array as it was.
 */
int sampling_append(void **array, size_t *n, const void *element, size_t size);

#endif
