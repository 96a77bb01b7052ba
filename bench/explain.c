/* SPDX-License-Identifier: MIT */
#include "bench/explain.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/arena.h"
#include "transport/segments.h"

#define SEGMENTS_SHOWN 8
#define WINDOWS_SHOWN  12
#define LINE_BYTES     1024

/* A line that grows; what does not fit is left out. */
struct line {
	char text[LINE_BYTES];
	size_t n;
};

static void __attribute__((format(printf, 2, 3))) put(struct line *l, const char *format, ...)
{
	size_t room = sizeof(l->text) - l->n;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(l->text + l->n, room, format, args);
	va_end(args);
	l->n += n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

static int keep(struct run_record *run, const struct line *l, struct err *err)
{
	char **more = realloc(run->explanations, (run->n_explanations + 1) * sizeof(*more));

	if (more)
		run->explanations = more;
	if (!more || !(more[run->n_explanations] = strdup(l->text)))
		return err_set(err, ENOMEM, "out of memory");
	run->n_explanations++;
	return 0;
}

static void put_segments(
	struct line *l, const struct transport_ops *ops, uint64_t sndbuf_bytes, uint64_t size)
{
	struct segment segments[SEGMENTS_SHOWN];
	size_t n = segments_of(ops, sndbuf_bytes, size, 0, segments, SEGMENTS_SHOWN);

	for (size_t i = 0; i < n && i < SEGMENTS_SHOWN; i++) {
		put(l, "%s%zu..%zu at ", i ? ", " : "", segments[i].start,
			segments[i].start + segments[i].n - 1);
		if (segments[i].phase < 0)
			put(l, "an unknown phase");
		else
			put(l, "phase %d", segments[i].phase);
	}
	if (n > SEGMENTS_SHOWN)
		put(l, " and %zu more", n - SEGMENTS_SHOWN);
	if ((ops->caps & TRANSPORT_TCP) && size % SEGMENTS_PAGE)
		put(l, " in the first message; the phase runs on from one to the next");
}

/* What share of the bytes is slow at each offset, mod 4096, in whole per cent as it is shown; by side. */
struct shares {
	unsigned char percent[2][SEGMENTS_PAGE];
};

static void fill_shares(struct shares *shares, const struct transport_ops *ops,
	uint64_t sndbuf_bytes, uint64_t size)
{
	for (size_t offset = 0; offset < SEGMENTS_PAGE; offset++) {
		struct slow_share s = segments_slow_share(ops, sndbuf_bytes, size, offset, offset);

		shares->percent[SIDE_SEND][offset] = (unsigned char)lround(s.send_percent);
		shares->percent[SIDE_RECV][offset] = (unsigned char)lround(s.recv_percent);
	}
}

/* The windows of offsets with one share. */
static void put_windows(struct line *l, const unsigned char *percent)
{
	size_t n = 0;

	for (size_t start = 0, end; start < SEGMENTS_PAGE; start = end) {
		for (end = start + 1; end < SEGMENTS_PAGE && percent[end] == percent[start]; end++)
			;
		if (percent[start] > 0 && ++n <= WINDOWS_SHOWN)
			put(l, "%s%zu..%zu (%d %%)", n > 1 ? ", " : "", start, end - 1,
				percent[start]);
	}
	if (n == 0)
		put(l, "none");
	if (n > WINDOWS_SHOWN)
		put(l, " and %zu more", n - WINDOWS_SHOWN);
}

/* An average over phases that run on has no windows worth the name. */
static void put_both_windows(
	struct line *l, const struct transport_ops *ops, uint64_t sndbuf_bytes, uint64_t size)
{
	bool runs_on = (ops->caps & TRANSPORT_TCP) && size % SEGMENTS_PAGE;
	static const char *const names[] = { "slow send offsets ", "; slow receive offsets " };
	struct shares shares;

	if (!runs_on)
		fill_shares(&shares, ops, sndbuf_bytes, size);
	for (int side = SIDE_SEND; side <= SIDE_RECV; side++) {
		put(l, "%s", names[side]);
		if (runs_on)
			put(l, "at no certain place, the phase runs on");
		else
			put_windows(l, shares.percent[side]);
	}
}

static int explain_size(const struct transport_ops *ops, const struct transport_record *t,
	uint64_t size, struct run_record *run, struct err *err)
{
	struct line l = { .n = 0 };
	int ret;

	put(&l, "%s, %llu bytes: ", t->name, (unsigned long long)size);
	if (segments_of(ops, t->sndbuf_granted_bytes, size, 0, NULL, 0) == 0) {
		put(&l, "no model of this transport");
		return keep(run, &l, err);
	}
	put_segments(&l, ops, t->sndbuf_granted_bytes, size);
	ret = keep(run, &l, err);
	if (ret)
		return ret;
	l = (struct line) { .n = 0 };
	put(&l, "%s, %llu bytes: ", t->name, (unsigned long long)size);
	put_both_windows(&l, ops, t->sndbuf_granted_bytes, size);
	put(&l, " (mod 4096; per cent of the bytes)");
	return keep(run, &l, err);
}

static void explain_point(
	const struct run_config *config, struct point_record *p, const struct transport_record *t)
{
	const struct transport_ops *ops = config->transports[p->transport_at].ops;
	bool staged = config->copies[p->copy_at]->copy != NULL;
	struct slow_share share = segments_slow_share(ops, t->sndbuf_granted_bytes, p->size_bytes,
		staged ? arena_stage_offset() : p->send_offset_bytes,
		staged ? arena_stage_offset() : p->recv_offset_bytes);

	p->slow_send_percent = share.send_percent;
	p->slow_recv_percent = share.recv_percent;
}

int explain_run(const struct run_config *config, struct run_record *run, struct err *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < config->n_transports; i++) {
		for (size_t j = 0; !ret && j < config->sizes.n; j++)
			ret = explain_size(config->transports[i].ops, &run->transports[i],
				config->sizes.values[j], run, err);
	}
	for (size_t i = 0; !ret && i < run->n_points; i++)
		explain_point(
			config, &run->points[i], &run->transports[run->points[i].transport_at]);
	return ret;
}

void explain_release(struct run_record *run)
{
	for (size_t i = 0; i < run->n_explanations; i++)
		free(run->explanations[i]);
	free(run->explanations);
	run->explanations = NULL;
	run->n_explanations = 0;
}
