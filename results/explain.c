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

/* One side of one transport and size. */
struct side_of_size {
	const struct run_record *run;
	const struct point_record *first; /* of this transport and size */
	bool send;
};

enum kind { SLOW, CLEAR_ALIGNED, CLEAR_OTHER };

static bool belongs(const struct side_of_size *s, const struct point_record *p, enum kind kind)
{
	double own = s->send ? p->slow_send_percent : p->slow_recv_percent;
	uint64_t offset = s->send ? p->send_offset_bytes : p->recv_offset_bytes;

	if (p->transport_at != s->first->transport_at || p->size_bytes != s->first->size_bytes ||
		p->copy_at != s->first->copy_at || p->n_samples == 0)
		return false;
	if (kind == SLOW)
		return own >= SLOW_PERCENT;
	return p->slow_send_percent <= 0 && p->slow_recv_percent <= 0 &&
	       (offset % LINE_BYTES == 0) == (kind == CLEAR_ALIGNED);
}

static double value_of(const struct side_of_size *s, const struct point_estimates *e)
{
	if (!run_is_lockstep(s->run))
		return e->mb_per_s.median;
	return s->send ? e->send_ns.median : e->recv_ns.median;
}

struct group {
	size_t n;
	double median; /* over the points; NAN when there are none */
};

static struct group group_of(const struct side_of_size *s, enum kind kind, double *values)
{
	struct group g = { .median = NAN };

	for (size_t i = 0; i < s->run->n_points; i++) {
		const struct point_record *p = &s->run->points[i];
		struct point_estimates e;

		if (belongs(s, p, kind) && point_estimates(p, &e) == 0 && isfinite(value_of(s, &e)))
			values[g.n++] = value_of(s, &e);
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

static void compare(FILE *f, const struct side_of_size *s, double *values)
{
	struct group slow = group_of(s, SLOW, values);
	struct group aligned = group_of(s, CLEAR_ALIGNED, values);
	struct group other = group_of(s, CLEAR_OTHER, values);

	if (slow.n == 0)
		return;
	fprintf(f, "# explain: %s %s, %" PRIu64 " bytes: %s predicted slow at %zu: %.1f %s",
		s->first->transport, s->first->copy, s->first->size_bytes,
		s->send ? "send" : "receive", slow.n, slow.median,
		run_is_lockstep(s->run) ? "ns" : "MB/s");
	against(f, &slow, &aligned, "multiples of 64");
	against(f, &slow, &other, "others");
	fputc('\n', f);
}

/* Whether an earlier point has this transport, routine and size. */
static bool seen(const struct run_record *run, const struct point_record *p)
{
	for (const struct point_record *q = run->points; q < p; q++) {
		if (q->transport_at == p->transport_at && q->size_bytes == p->size_bytes &&
			q->copy_at == p->copy_at)
			return true;
	}
	return false;
}

void explain_end(FILE *f, const struct run_record *run)
{
	double *values = calloc(run->n_points + 1, sizeof(*values));

	for (size_t i = 0; values && i < run->n_points; i++) {
		struct side_of_size s = { run, &run->points[i], true };

		if (seen(run, s.first))
			continue;
		compare(f, &s, values);
		s.send = false;
		compare(f, &s, values);
	}
	free(values);
}
