/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_JSONLRUNS_H
#define NETIO_TESTS_UNIT_JSONLRUNS_H

/* A run with all that a line of JSON may have to hold, printed, and read back. */

#include "tests/unit/unit.h"

#include <stdlib.h>

#include "results/stored.h"
#include "results/writer.h"

static struct sample samples[6];
static struct sample warmups[4];
static struct invocation_record invocations[2];
static struct transport_record transports[2];
static struct point_record points[4];
static char *explanations[] = { (char *)"a line\twith \"quotes\"" };

static void make_samples(void)
{
	for (size_t i = 0; i < N_OF(samples); i++)
		samples[i] = (struct sample) { .elapsed_ns = 1000000 + 7919 * i * i,
			.bytes = 6553600,
			.send = { 400000, i, 2 * i, i % 2 ? SAMPLE_UNKNOWN : i },
			.recv = { 500000 + i, 0, 0, 77 },
			.flags = i % 3 };
	for (size_t i = 0; i < N_OF(warmups); i++) {
		warmups[i] = samples[i];
		warmups[i].flags |= SAMPLE_WARMUP;
	}
	invocations[0] = (struct invocation_record) { 0, 2, 0, 3, true, 1700000000000 };
	invocations[1] = (struct invocation_record) { 2, 2, 3, 3, false, 1700000001000 };
}

static inline struct run_record make_run(void)
{
	struct run_record run = { .version = "1.2.3",
		.command_line = "netio run 'x \xff\xfe y'",
		.begin_ms = 1700000000000,
		.cpu = "Some CPU \"quoted\" \\ @ 3.00GHz",
		.cpu_mhz = 1533.4,
		.kernel = "Linux 6.1.0",
		.seed = UINT64_MAX,
		.mode = "pair",
		.ends = "threads",
		.order = "random",
		.n_invocations = 2,
		.n_samples = 3,
		.to_addr = 0xffff800000804000,
		.from_addr = 0x7f0000886000,
		.explanations = explanations,
		.n_explanations = 1,
		.transports = transports,
		.n_transports = 2,
		.points = points,
		.n_points = 4 };

	make_samples();
	transports[0] = (struct transport_record) { .name = "unix",
		.sndbuf_asked_bytes = 1 << 20,
		.sndbuf_granted_bytes = 212992,
		.sndbuf_capped = true };
	transports[1] = (struct transport_record) { .name = "skb:5",
		.skb = { .layout = "unix", .l1_shift = 5, .linear_bytes = 16224 } };
	for (size_t i = 0; i < 4; i++)
		points[i] = (struct point_record) { .transport = i % 2 ? "skb:5" : "unix",
			.transport_at = i % 2,
			.copy = "none",
			.placement = "same",
			.cpu_send = i == 2 ? -1 : 1,
			.cpu_recv = i == 2 ? -1 : 1,
			.size_bytes = 65536,
			.send_offset_bytes = i,
			.recv_offset_bytes = i,
			.n_messages = 100,
			.n_samples_asked = 6,
			.slow_send_percent = i == 1 ? 12.5 : -1,
			.slow_recv_percent = -1,
			.status = POINT_DONE,
			.ended = POINT_PRECISE,
			.samples = samples,
			.n_samples = 6,
			.warmup = warmups,
			.n_warmup = 4,
			.invocations = invocations,
			.n_invocations = 2 };
	points[1].flow = (struct flow_record) { 600, 1, 2, 3, 4 };
	points[3] = (struct point_record) { .transport = "unix",
		.copy = "mops",
		.placement = "same",
		.cpu_send = 1,
		.cpu_recv = 1,
		.size_bytes = 1,
		.n_samples_asked = 6,
		.status = POINT_SKIPPED,
		.reason = "needs arm64, \"they\" say" };
	facts_text(&run.environment, "governor", "powersave");
	facts_integer(&run.environment, "l1d_bytes", 49152);
	facts_unknown(&run.environment, "microcode");
	facts_flag(&run.environment, "smt_active", true);
	facts_number(&run.noise, "steal_percent", 0.1);
	return run;
}

static void release_run(struct run_record *run)
{
	facts_release(&run->environment);
	facts_release(&run->noise);
}

/* Not inlined: gcc takes the stream for a pointer to the text that outlives it. */
__attribute__((noinline)) static char *printed(const char *format, const struct run_record *run)
{
	const struct writer_ops *w = writer_find(format);
	const struct point_record *before = NULL;
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	assert_non_null(f);
	w->begin(f, run);
	for (size_t i = 0; i < run->n_points; i++) {
		const struct point_record *p = &run->points[i];

		for (size_t k = 0; w->invocation && k < p->n_invocations; k++)
			w->invocation(f, run, p, &p->invocations[k]);
		w->point(f, run, p, before);
		before = p;
	}
	w->end(f, run);
	fclose(f);
	return text;
}

static inline struct stored *parsed(const char *text, size_t n)
{
	struct stored *s = calloc(1, sizeof(*s));
	struct err err = { 0 };

	CHECK(stored_parse(text, n, "file", s, &err) == 0, "%s", err.text);
	return s;
}

static void drop(struct stored *s)
{
	stored_release(s);
	free(s);
}

#endif
