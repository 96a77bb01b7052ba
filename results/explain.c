/* SPDX-License-Identifier: MIT */
#include "results/explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "results/statistics.h"

#define SLOW_PERCENT 50.0
#define LINE_BYTES   64

void explain_head(FILE *f, const struct run_record *run)
{
	for (size_t i = 0; i < run->n_explanations; i++)
		fprintf(f, "# explain: %s\n", run->explanations[i]);
}

void explain_point_remark(FILE *f, const struct point_record *p)
{
	if (p->slow_send_percent > 0)
		fprintf(f, "  predicted slow: send %.0f %%", p->slow_send_percent);
	if (p->slow_recv_percent > 0)
		fprintf(f, "  predicted slow: recv %.0f %%", p->slow_recv_percent);
}

/* One side of the points that differ in their offsets alone: in a plan they follow each other. */
struct offsets {
	const struct run_record *run;
	const struct point_record *points;
	size_t n;
	bool send;
};

enum kind { SLOW, CLEAR_ALIGNED, CLEAR_OTHER };

static bool is_of_kind(const struct offsets *o, const struct point_record *p, enum kind kind)
{
	double own = o->send ? p->slow_send_percent : p->slow_recv_percent;
	uint64_t offset = o->send ? p->send_offset_bytes : p->recv_offset_bytes;

	if (kind == SLOW)
		return own >= SLOW_PERCENT;
	return p->slow_send_percent <= 0 && p->slow_recv_percent <= 0 &&
	       (offset % LINE_BYTES == 0) == (kind == CLEAR_ALIGNED);
}

static double value_of(const struct offsets *o, const struct point_estimates *e)
{
	if (!run_is_lockstep(o->run))
		return e->mb_per_s.median;
	return o->send ? e->send_ns.median : e->recv_ns.median;
}

struct group {
	size_t n;
	double median; /* over the points; NAN when there are none */
};

/* values has room for all of them. */
static struct group group_of(const struct offsets *o, enum kind kind, double *values)
{
	struct group g = { .median = NAN };

	for (size_t i = 0; i < o->n; i++) {
		const struct point_record *p = &o->points[i];
		struct point_estimates e;

		if (p->n_samples > 0 && is_of_kind(o, p, kind) && point_estimates(p, &e) == 0 &&
			isfinite(value_of(o, &e)))
			values[g.n++] = value_of(o, &e);
	}
	if (g.n > 0)
		g.median = estimate_median(values, g.n, 0.95).median;
	return g;
}

static void against(FILE *f, const struct group *slow, const struct group *clear, const char *name)
{
	if (clear->n > 0)
		fprintf(f, ", %+.1f %% against %.1f at %zu clear %s",
			(slow->median / clear->median - 1) * 100, clear->median, clear->n, name);
}

/* A run of one placement needs no word for it. */
static void name(FILE *f, const struct offsets *o)
{
	const struct point_record *p = o->points;
	const struct point_record *last = &o->run->points[o->run->n_points - 1];

	fprintf(f, "# explain: %s %s, %" PRIu64 " bytes", p->transport, p->copy, p->size_bytes);
	if (strcmp(o->run->points->placement, last->placement) != 0)
		fprintf(f, ", cpus %s", p->placement);
}

static void compare(FILE *f, const struct offsets *o, double *values)
{
	struct group slow = group_of(o, SLOW, values);
	struct group aligned = group_of(o, CLEAR_ALIGNED, values);
	struct group other = group_of(o, CLEAR_OTHER, values);

	if (slow.n == 0)
		return;
	name(f, o);
	fprintf(f, ": %s predicted slow at %zu: %.1f %s", o->send ? "send" : "receive", slow.n,
		slow.median, run_is_lockstep(o->run) ? "ns" : "MB/s");
	against(f, &slow, &aligned, "multiples of 64");
	against(f, &slow, &other, "others");
	fputc('\n', f);
}

static bool differ_in_offsets_alone(const struct point_record *a, const struct point_record *b)
{
	return a->transport_at == b->transport_at && a->copy_at == b->copy_at &&
	       a->size_bytes == b->size_bytes && strcmp(a->placement, b->placement) == 0;
}

void explain_end(FILE *f, const struct run_record *run)
{
	double *values = calloc(run->n_points + 1, sizeof(*values));

	for (size_t i = 0, n; values && i < run->n_points; i += n) {
		struct offsets o = { .run = run, .points = &run->points[i] };

		for (n = 1; i + n < run->n_points; n++) {
			if (!differ_in_offsets_alone(o.points, &o.points[n]))
				break;
		}
		o.n = n;
		o.send = true;
		compare(f, &o, values);
		o.send = false;
		compare(f, &o, values);
	}
	free(values);
}
