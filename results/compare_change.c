/* SPDX-License-Identifier: MIT */
#include "results/compare_change.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/estimate.h"
#include "results/inference.h"

#define SPREADS 3
/* Of the resampling: the same files give the same answer. */
#define SEED 2002

static const struct change unknown = { NAN, NAN, NAN, NAN, NAN, NAN, NAN };

static const struct stored_metric *metric_of(
	const struct stored_point *p, enum compare_metric metric)
{
	return metric == COMPARE_WALL ? &p->wall : &p->cpu;
}

static bool has(const struct compare_pair *p, enum compare_metric metric)
{
	return p->base && p->new &&metric_of(p->base, metric)->n > 0 &&
	       metric_of(p->new, metric)->n > 0;
}

/* The median over all samples, where the file says it. */
static double rate(const struct stored_point *p, enum compare_metric metric)
{
	return metric == COMPARE_WALL ? p->mb_per_s : p->mb_per_cpu_s;
}

static void to_logs(const struct stored_metric *m, double *logs)
{
	for (size_t i = 0; i < m->n; i++)
		logs[i] = log(m->invocation[i]);
}

/*
 * The spread of n values around their median, as a standard deviation. With few values the MAD is small by chance: n /
 * (n - 0.8) makes up for it (Croux and Rousseeuw 1992). Overwrites values.
 */
static double spread(double *values, size_t n)
{
	double median;

	if (n < 2)
		return NAN;
	qsort(values, n, sizeof(*values), estimate_by_value);
	median = estimate_middle(values, n);
	return estimate_mad(values, n, median) * (double)n / ((double)n - 0.8);
}

/* The typical spread of one side's points. values has room for a value a pair, logs for the invocations of one. */
static double typical_spread(const struct compare_pairs *pairs, enum compare_metric metric,
	bool new, double *values, double *logs)
{
	size_t n = 0;

	for (size_t i = 0; i < pairs->n; i++) {
		const struct compare_pair *p = &pairs->pair[i];
		const struct stored_metric *m;

		if (!has(p, metric))
			continue;
		m = metric_of(new ? p->new : p->base, metric);
		to_logs(m, logs);
		values[n] = spread(logs, m->n);
		n += !isnan(values[n]);
	}
	qsort(values, n, sizeof(*values), estimate_by_value);
	return estimate_middle(values, n);
}

static size_t most_invocations(const struct compare_pairs *pairs)
{
	size_t n = 0;

	for (size_t i = 0; i < pairs->n; i++) {
		const struct compare_pair *p = &pairs->pair[i];

		for (int m = 0; m < COMPARE_N_METRICS; m++) {
			if (p->base && metric_of(p->base, m)->n > n)
				n = metric_of(p->base, m)->n;
			if (p->new &&metric_of(p->new, m)->n > n)
				n = metric_of(p->new, m)->n;
		}
	}
	return n;
}

static bool any_few(const struct compare_pairs *pairs)
{
	for (size_t i = 0; i < pairs->n; i++) {
		const struct compare_pair *p = &pairs->pair[i];

		if (has(p, COMPARE_WALL) && (p->base->wall.n < COMPARE_MIN_INVOCATIONS ||
						    p->new->wall.n < COMPARE_MIN_INVOCATIONS))
			return true;
	}
	return false;
}

int compare_basis_make(const struct compare_pairs *pairs, const struct compare_options *options,
	struct compare_basis *out)
{
	double *values = calloc(pairs->n + 1, sizeof(*values));
	double *logs = calloc(most_invocations(pairs) + 1, sizeof(*logs));

	*out = (struct compare_basis) { .options = options, .few = any_few(pairs) };
	for (int m = 0; values && logs && m < COMPARE_N_METRICS; m++)
		out->point_spread[m] = fmax(typical_spread(pairs, m, false, values, logs),
			typical_spread(pairs, m, true, values, logs));
	free(values);
	free(logs);
	return values && logs ? 0 : -ENOMEM;
}

static void set_change(struct change *c, const struct interval *v)
{
	c->ratio = exp(v->value);
	c->ci_low = exp(v->low);
	c->ci_high = exp(v->high);
	c->p = v->p;
}

/* What a change must exceed; and what can be resolved, which is not less than half the interval. */
static double limit(const struct compare_basis *basis, double spread_log, struct change *c)
{
	double threshold = basis->options->threshold_percent;
	double noise = isnan(spread_log) ? 0 : percent_of_log(SPREADS * spread_log);
	double half = percent_of_log((log(c->ci_high) - log(c->ci_low)) / 2);

	c->resolvable_percent = isnan(half) ? NAN : fmax(fmax(threshold, noise), half);
	return fmax(threshold, noise);
}

int compare_point_change(const struct compare_basis *basis, const struct compare_pair *p,
	enum compare_metric metric, struct change *c, double *limit_percent)
{
	const struct stored_metric *a, *b;
	double *logs;
	struct interval v;
	int ret;

	*c = unknown;
	*limit_percent = basis->options->threshold_percent;
	if (!has(p, metric))
		return 0;
	a = metric_of(p->base, metric);
	b = metric_of(p->new, metric);
	logs = calloc(a->n + b->n, sizeof(*logs));
	if (!logs)
		return -ENOMEM;
	to_logs(a, logs);
	to_logs(b, logs + a->n);
	ret = bootstrap_median_difference(
		logs, a->n, logs + a->n, b->n, basis->options->level, SEED, &v);
	free(logs);
	c->base = rate(p->base, metric);
	c->new = rate(p->new, metric);
	set_change(c, &v);
	*limit_percent = limit(basis, basis->point_spread[metric], c);
	return ret;
}

size_t compare_group_size(const struct compare_group *g, enum compare_metric metric)
{
	size_t n = 0;

	for (size_t i = g->first; i < g->last; i++)
		n += has(&g->pairs->pair[i], metric);
	return n;
}

/* As many invocations as every point of the group has on that side. */
static size_t fewest_invocations(
	const struct compare_group *g, enum compare_metric metric, bool new)
{
	size_t n = SIZE_MAX;

	for (size_t i = g->first; i < g->last; i++) {
		const struct compare_pair *p = &g->pairs->pair[i];

		if (has(p, metric) && metric_of(new ? p->new : p->base, metric)->n < n)
			n = metric_of(new ? p->new : p->base, metric)->n;
	}
	return n == SIZE_MAX ? 0 : n;
}

/* The mean over the points of the logarithm of their k-th invocation. */
static double mean_of_invocation(
	const struct compare_group *g, enum compare_metric metric, bool new, size_t k)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = g->first; i < g->last; i++) {
		const struct compare_pair *p = &g->pairs->pair[i];

		if (!has(p, metric))
			continue;
		sum += log(metric_of(new ? p->new : p->base, metric)->invocation[k]);
		n++;
	}
	return sum / (double)n;
}

/* The geometric mean over the points of what the file says they did. */
static double group_rate(const struct compare_group *g, enum compare_metric metric, bool new)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = g->first; i < g->last; i++) {
		const struct compare_pair *p = &g->pairs->pair[i];

		if (!has(p, metric))
			continue;
		sum += log(rate(new ? p->new : p->base, metric));
		n++;
	}
	return exp(sum / (double)n);
}

/* Invocation by invocation: what moves all points of one at once is in the spread then. */
static int by_invocations(const struct compare_basis *basis, const struct compare_group *g,
	enum compare_metric metric, struct change *c, double *limit_percent)
{
	size_t n_a = fewest_invocations(g, metric, false);
	size_t n_b = fewest_invocations(g, metric, true);
	double *values = calloc(n_a + n_b + 1, sizeof(*values));
	struct interval v;
	int ret;

	if (!values)
		return -ENOMEM;
	for (size_t k = 0; k < n_a; k++)
		values[k] = mean_of_invocation(g, metric, false, k);
	for (size_t k = 0; k < n_b; k++)
		values[n_a + k] = mean_of_invocation(g, metric, true, k);
	ret = bootstrap_median_difference(
		values, n_a, values + n_a, n_b, basis->options->level, SEED, &v);
	set_change(c, &v);
	*limit_percent = limit(basis, fmax(spread(values, n_a), spread(values + n_a, n_b)), c);
	free(values);
	return ret;
}

/* Point by point: all there is where each has one figure. */
static int by_points(const struct compare_basis *basis, const struct compare_group *g,
	enum compare_metric metric, struct change *c, double *limit_percent)
{
	double *values = calloc(g->last - g->first + 1, sizeof(*values));
	struct interval v;
	size_t n = 0;
	int ret;

	if (!values)
		return -ENOMEM;
	for (size_t i = g->first; i < g->last; i++) {
		const struct compare_pair *p = &g->pairs->pair[i];

		if (has(p, metric))
			values[n++] = log(rate(p->new, metric) / rate(p->base, metric));
	}
	ret = bootstrap_mean(values, n, basis->options->level, SEED, &v);
	set_change(c, &v);
	*limit_percent = limit(basis, NAN, c);
	free(values);
	return ret;
}

int compare_group_change(const struct compare_basis *basis, const struct compare_group *g,
	enum compare_metric metric, struct change *c, double *limit_percent)
{
	int ret;

	*c = unknown;
	*limit_percent = basis->options->threshold_percent;
	if (compare_group_size(g, metric) == 0)
		return 0;
	ret = basis->few ? by_points(basis, g, metric, c, limit_percent)
			 : by_invocations(basis, g, metric, c, limit_percent);
	c->base = group_rate(g, metric, false);
	c->new = group_rate(g, metric, true);
	return ret;
}
