/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_COPYRECORDS_H
#define NETIO_TESTS_UNIT_COPYRECORDS_H

/* Records of `netio copy` with known figures. */

#include "tests/unit/unit.h"

#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

#include "results/copy_writer.h"

/*
 * Fixed records of `netio copy` through each writer, byte for byte against tests/golden/copy-*.txt.
 * UPDATE_GOLDEN=1 in the environment writes the files anew: read the difference before it is committed.
 */

#define SAMPLES_MAX 10

/* n samples of 1000 calls at 1 GB/s: the i-th takes `spread` ns longer than the one before. */
static inline struct copy_point point_of(uint64_t size, size_t n, uint64_t spread)
{
	struct copy_point p = { .copy = "memcpy",
		.state = "warm",
		.size_bytes = size,
		.distance_bytes = 2048,
		.n_calls = 1000,
		.status = POINT_DONE,
		.n_samples = n,
		.n_samples_asked = 8 };

	p.samples = calloc(SAMPLES_MAX, sizeof(*p.samples));
	assert_true(p.samples && n <= SAMPLES_MAX);
	for (size_t i = 0; i < n; i++)
		p.samples[i] = (struct copy_sample) { .elapsed_ns = size * 1000 + i * spread,
			.n_calls = 1000 };
	return p;
}

static inline struct copy_point without_samples(enum point_status status, const char *reason)
{
	struct copy_point p = point_of(65536, 0, 0);

	p.n_calls = 0;
	p.status = status;
	snprintf(p.reason, sizeof(p.reason), "%s", reason);
	return p;
}

static inline struct copy_run run_of(struct copy_point *points, size_t n)
{
	return (struct copy_run) { .version = "1.2.3",
		.libc = "glibc 2.36",
		.cpu = "Some CPU @ 3.00GHz",
		.kernel = "Linux 6.1.0",
		.seed = 4711,
		.order = "random",
		.pages = "4K",
		.cpu_a = 3,
		.cpu_b = 2,
		.round_trip_ns = 123.4,
		.n_invocations = 4,
		.n_samples = 2,
		.src_addr = 0x7f0000800000,
		.dst_addr = 0x7f0000a00000,
		.points = points,
		.n_points = n };
}

static inline void count_cycles(struct copy_point *p, uint64_t bytes_per_cycle)
{
	for (size_t i = 0; i < p->n_samples; i++)
		p->samples[i].cycles = p->size_bytes * p->n_calls / bytes_per_cycle;
}

static inline void release(struct copy_run *run)
{
	for (size_t i = 0; i < run->n_points; i++)
		free(run->points[i].samples);
}

#endif
