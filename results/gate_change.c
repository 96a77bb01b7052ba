/* SPDX-License-Identifier: MIT */
#include "results/gate_change.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/estimate.h"
#include "results/inference.h"
#include "results/rates.h"

static double rate(const struct sample *s, enum gate_metric metric)
{
	return metric == WALL ? rate_mb_per_s(s) : rate_mb_per_cpu_s(s);
}

/* NAN where a clock saw nothing of a sample. */
static double difference(const struct duet_pair *pair, enum gate_metric metric)
{
	double d = log(rate(&pair->b, metric)) - log(rate(&pair->a, metric));

	return isfinite(d) ? d : NAN;
}

bool gate_is_measured(const struct duet_point *p)
{
	return p->n_blocks > 0 && (p->status == POINT_DONE || p->status == POINT_INTERRUPTED ||
					  p->status == POINT_PENDING);
}

/* The median of a block's differences; NAN where it has none. */
static double of_block(const struct duet_point *p, const struct duet_block *block,
	enum gate_metric metric, double *room)
{
	size_t n = 0;

	for (size_t i = 0; i < block->n_pairs; i++) {
		double d = difference(&p->pairs[block->first_pair + i], metric);

		if (!isnan(d))
			room[n++] = d;
	}
	qsort(room, n, sizeof(*room), estimate_by_value);
	return estimate_middle(room, n);
}

/* Room for the values of any point, row or pass. */
size_t gate_most_values(const struct duet_record *record)
{
	size_t n = record->n_points;

	for (size_t i = 0; i < record->n_points; i++)
		n += record->points[i].n_pairs;
	return n + 1;
}

/* The differences of blocks, in the order taken; those that cannot be said are left out. */
static size_t differences(
	const struct duet_point *p, enum gate_metric metric, double *values, double *room)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_blocks; i++) {
		double d = of_block(p, &p->blocks[i], metric, room);

		if (!isnan(d))
			values[n++] = d;
	}
	return n;
}

static double median_rate(const struct duet_point *p, enum gate_metric metric, bool b, double *room)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_pairs; i++) {
		double v = rate(b ? &p->pairs[i].b : &p->pairs[i].a, metric);

		if (isfinite(v))
			room[n++] = v;
	}
	qsort(room, n, sizeof(*room), estimate_by_value);
	return estimate_middle(room, n);
}

/* Sorts values. */
static void summarize(double *values, size_t n, double level, struct change *c)
{
	struct estimate e = estimate_median(values, n, level);
	size_t n_below = 0, n_above = 0;
	double half = (e.ci_high - e.ci_low) / 2;

	for (size_t i = 0; i < n; i++) {
		n_below += values[i] < 0;
		n_above += values[i] > 0;
	}
	c->ratio = exp(e.median);
	c->ci_low = exp(e.ci_low);
	c->ci_high = exp(e.ci_high);
	c->p = n ? sign_test_p(n_below, n_above) : NAN;
	c->resolvable_percent = percent_of_log(half);
}

/* Without its verdict, which depends on the other points. */
void gate_measure_point(
	const struct duet_point *p, double level, struct judged *row, double *values, double *room)
{
	struct change *changes[N_METRICS] = { &row->wall, &row->cpu };

	for (int m = 0; m < N_METRICS; m++) {
		struct change *c = changes[m];

		summarize(values, differences(p, m, values, room), level, c);
		c->base = median_rate(p, m, false, room);
		c->new = median_rate(p, m, true, room);
	}
}

/* Whether two points are of one row: all alike but for the offsets. */
bool gate_same_row(const struct duet_point *x, const struct duet_point *y)
{
	return strcmp(x->a->transport, y->a->transport) == 0 &&
	       strcmp(x->a->copy, y->a->copy) == 0 && x->a->copy_at == y->a->copy_at &&
	       strcmp(x->b->copy, y->b->copy) == 0 &&
	       strcmp(x->a->placement, y->a->placement) == 0 &&
	       x->a->size_bytes == y->a->size_bytes;
}

static bool is_in(const struct gate_group *g, const struct duet_point *p)
{
	return gate_is_measured(p) && (!g->first || gate_same_row(g->first, p));
}

size_t gate_group_size(const struct gate_group *g)
{
	size_t n = 0;

	for (size_t i = 0; i < g->record->n_points; i++)
		n += is_in(g, &g->record->points[i]);
	return n;
}

/* Passes in which every point of the group has a block. */
static size_t full_passes(const struct gate_group *g)
{
	size_t n = SIZE_MAX;

	for (size_t i = 0; i < g->record->n_points; i++) {
		const struct duet_point *p = &g->record->points[i];

		if (is_in(g, p) && p->n_blocks < n)
			n = p->n_blocks;
	}
	return n == SIZE_MAX ? 0 : n;
}

/* The mean over the points of one pass; NAN where one of them cannot be said. */
static double of_pass(
	const struct gate_group *g, size_t pass, enum gate_metric metric, double *room)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < g->record->n_points; i++) {
		const struct duet_point *p = &g->record->points[i];

		if (!is_in(g, p))
			continue;
		sum += of_block(p, &p->blocks[pass], metric, room);
		n++;
	}
	return sum / (double)n;
}

/* The geometric mean over the points of the group of their medians. */
static double group_rate(const struct gate_group *g, enum gate_metric metric, bool b, double *room)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < g->record->n_points; i++) {
		const struct duet_point *p = &g->record->points[i];

		if (!is_in(g, p))
			continue;
		sum += log(median_rate(p, metric, b, room));
		n++;
	}
	return exp(sum / (double)n);
}

void gate_measure_group(
	const struct gate_group *g, double level, struct judged *row, double *values, double *room)
{
	struct change *changes[N_METRICS] = { &row->wall, &row->cpu };
	size_t n_passes = full_passes(g);

	for (int m = 0; m < N_METRICS; m++) {
		size_t n = 0;

		for (size_t pass = 0; pass < n_passes; pass++) {
			double d = of_pass(g, pass, m, room);

			if (!isnan(d))
				values[n++] = d;
		}
		summarize(values, n, level, changes[m]);
		changes[m]->base = group_rate(g, m, false, room);
		changes[m]->new = group_rate(g, m, true, room);
	}
	row->n = n_passes;
}

static bool is_narrow(const struct change *c, double percent)
{
	return percent_of_log((log(c->ci_high) - log(c->ci_low)) / 2) <= percent;
}

bool gate_is_precise(const struct duet_record *record, double level, double percent)
{
	double *values = calloc(gate_most_values(record), sizeof(*values));
	double *room = calloc(gate_most_values(record), sizeof(*room));
	bool precise = values && room && percent > 0;

	for (size_t i = 0; precise && i < record->n_points; i++) {
		struct judged row = { 0 };

		if (!gate_is_measured(&record->points[i]))
			continue;
		gate_measure_point(&record->points[i], level, &row, values, room);
		precise = is_narrow(&row.wall, percent) &&
			  (isnan(row.cpu.ratio) || is_narrow(&row.cpu, percent));
	}
	free(values);
	free(room);
	return precise;
}

int gate_by_medians(const struct duet_record *record, double percent)
{
	double *room = calloc(gate_most_values(record), sizeof(*room));
	int found = 0;

	for (size_t i = 0; room && found >= 0 && i < record->n_points; i++) {
		const struct duet_point *p = &record->points[i];
		double ratio = median_rate(p, WALL, true, room) / median_rate(p, WALL, false, room);

		if (ratio < 1 - percent / 100)
			found = -1;
		else if (ratio > 1 + percent / 100)
			found = 1;
	}
	free(room);
	return found;
}
