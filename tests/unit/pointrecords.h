/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_POINTRECORDS_H
#define NETIO_TESTS_UNIT_POINTRECORDS_H

/*
 * Fixed records through each writer, byte for byte against tests/golden/. UPDATE_GOLDEN=1 in the
 * environment writes the files anew: read the difference before it is committed.
 */

#include "tests/unit/golden.h"

#include <stdio.h>
#include <stdlib.h>

#include "results/writer.h"

#define SAMPLES_MAX 10

/* n samples around 1000 MB/s: the i-th takes `spread` ns longer than the one before. */
static inline struct sample *samples_of(size_t n, uint64_t spread)
{
	struct sample *s = calloc(SAMPLES_MAX, sizeof(*s));

	assert_true(s && n <= SAMPLES_MAX);
	for (size_t i = 0; i < n; i++)
		s[i] = (struct sample) { .elapsed_ns = 6553600 + i * spread,
			.bytes = 6553600,
			.send = { 2000000 + i * 1000, 1, 0, 1250000 },
			.recv = { 4000000 + i * 1000, 2, i, 250000 } };
	return s;
}

static inline struct point_record point_of(
	uint64_t size, uint64_t offset, size_t n, uint64_t spread)
{
	return (struct point_record) { .transport = "unix",
		.copy = "none",
		.placement = "same",
		.cpu_send = 1,
		.cpu_recv = 1,
		.size_bytes = size,
		.send_offset_bytes = offset,
		.recv_offset_bytes = offset,
		.n_messages = 6553600 / size,
		.status = POINT_DONE,
		.samples = samples_of(n, spread),
		.n_samples = n,
		.n_samples_asked = 8 };
}

static inline struct point_record without_samples(enum point_status status, const char *reason)
{
	struct point_record p = point_of(65536, 0, 0, 0);

	p.status = status;
	snprintf(p.reason, sizeof(p.reason), "%s", reason);
	return p;
}

static inline struct run_record run_of(struct point_record *points, size_t n)
{
	return (struct run_record) { .version = "1.2.3",
		.cpu = "Some CPU @ 3.00GHz",
		.cpu_mhz = 1533.4,
		.kernel = "Linux 6.1.0",
		.seed = 4711,
		.mode = "pair",
		.ends = "threads",
		.order = "random",
		.n_invocations = 4,
		.n_samples = 2,
		.to_addr = 0x7f0000804000,
		.from_addr = 0x7f0000886000,
		.points = points,
		.n_points = n };
}

static inline char *written(const char *format, const struct run_record *run)
{
	const struct writer_ops *w = writer_find(format);
	const struct point_record *before = NULL;
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	assert_true(w && f);
	w->begin(f, run);
	for (size_t i = 0; i < run->n_points; i++) {
		if (!writer_shows(w, &run->points[i]))
			continue;
		w->point(f, run, &run->points[i], before);
		before = &run->points[i];
	}
	w->end(f, run);
	assert_int_equal(fclose(f), 0);
	return text;
}

static inline void release(struct run_record *run)
{
	for (size_t i = 0; i < run->n_points; i++)
		free(run->points[i].samples);
}

static inline void expect_golden(const char *format, const char *name, struct run_record *run)
{
	golden_expect(name, written(format, run));
	release(run);
}

#endif
