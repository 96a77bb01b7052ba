/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_COPY_RECORD_H
#define NETIO_RESULTS_COPY_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "results/record.h"

/* What `netio copy` measured: plain data, as in results/record.h. */

/* One timed stretch of calls. */
struct copy_sample {
	uint64_t elapsed_ns; /* of the calls alone */
	uint64_t n_calls;
	uint64_t cycles; /* CPU cycles of the same stretch; 0: not counted */
	uint32_t flags;  /* SAMPLE_..., results/record.h */
};

struct copy_point {
	const char *copy;
	size_t copy_at; /* index of the routine in the configuration; 0 for the harness */
	const char *state;
	uint64_t size_bytes;
	uint64_t src_offset_bytes;
	uint64_t dst_offset_bytes;
	uint64_t distance_bytes;
	uint64_t n_calls; /* a sample; 0 before calibration */
	bool is_harness;  /* the empty routine, there for its cost */

	enum point_status status;
	char reason[256];
	enum point_ended ended;
	struct copy_sample *samples; /* without those of the warm-up; the heap's */
	size_t n_samples;
	size_t n_samples_asked;     /* at least */
	struct copy_sample *warmup; /* the heap's */
	size_t n_warmup;
	struct invocation_record *invocations; /* that were finished; the heap's */
	size_t n_invocations;
};

struct copy_run {
	const char *version;
	const char *command_line; /* as typed, for a person; NULL: not known */
	uint64_t begin_ms;        /* Unix time */
	struct facts environment; /* as in struct run_record */
	struct facts noise;
	const char *libc; /* what `memcpy` is: name and version */
	char cpu[96];
	char kernel[160];
	uint64_t seed;
	const char *order;
	const char *pages;    /* "4K" or "2M" */
	int cpu_a;            /* that copies */
	int cpu_b;            /* that makes the states; -1: none */
	double round_trip_ns; /* core to core, between the two; 0: not measured */
	uint64_t n_invocations;
	uint64_t n_samples;
	uint64_t src_addr; /* at offset 0 */
	uint64_t dst_addr; /* at offset 0 and distance 0 */
	bool interrupted;
	struct copy_point *points;
	size_t n_points;
};

#endif
