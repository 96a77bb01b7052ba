/* SPDX-License-Identifier: MIT */
#include "results/inference.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/estimate.h"
#include "base/random.h"

double percent_of_log(double difference)
{
	return expm1(difference) * 100;
}

double log_of_percent(double percent)
{
	return log1p(percent / 100);
}

static double mean(const double *values, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += values[i];
	return sum / (double)n;
}

/* What is resampled: the mean of one set, or the difference of the medians of two. */
struct sets {
	const double *a; /* NULL: a mean of b */
	size_t n_a;
	const double *b;
	size_t n_b;
	double *room; /* as many as the larger set */
};

static void resample(struct random *random, const double *from, size_t n, double *to)
{
	for (size_t i = 0; i < n; i++)
		to[i] = from[random_below(random, n)];
}

static double resampled_median(
	const struct sets *s, struct random *random, const double *values, size_t n)
{
	resample(random, values, n, s->room);
	qsort(s->room, n, sizeof(*s->room), estimate_by_value);
	return estimate_middle(s->room, n);
}

static double resampled(const struct sets *s, struct random *random)
{
	if (!s->a) {
		resample(random, s->b, s->n_b, s->room);
		return mean(s->room, s->n_b);
	}
	return resampled_median(s, random, s->b, s->n_b) -
	       resampled_median(s, random, s->a, s->n_a);
}

/* The percentiles of the resamples, and how few of them lie beyond 0. */
static void read_off(double *values, double level, struct interval *out)
{
	size_t n = BOOTSTRAP_RESAMPLES;
	size_t below = 0, above = 0;
	size_t k = (size_t)((1 - level) / 2 * (double)(n + 1));

	qsort(values, n, sizeof(*values), estimate_by_value);
	for (size_t i = 0; i < n; i++) {
		below += values[i] <= 0;
		above += values[i] >= 0;
	}
	k = k > 0 ? k : 1;
	out->low = values[k - 1];
	out->high = values[n - k];
	out->p = fmin(1, 2 * (double)((below < above ? below : above) + 1) / (double)(n + 1));
}

static int bootstrap(const struct sets *s, double level, uint64_t seed, struct interval *out)
{
	struct random random = { seed };
	double *values = calloc(BOOTSTRAP_RESAMPLES, sizeof(*values));

	if (!values)
		return -ENOMEM;
	for (size_t i = 0; i < BOOTSTRAP_RESAMPLES; i++)
		values[i] = resampled(s, &random);
	read_off(values, level, out);
	free(values);
	return 0;
}

int bootstrap_mean(
	const double *values, size_t n, double level, uint64_t seed, struct interval *out)
{
	struct sets s = { .b = values, .n_b = n };
	int ret = 0;

	*out = (struct interval) { n ? mean(values, n) : NAN, NAN, NAN, NAN };
	if (n < 2)
		return 0;
	s.room = calloc(n, sizeof(*s.room));
	ret = s.room ? bootstrap(&s, level, seed, out) : -ENOMEM;
	free(s.room);
	return ret;
}

static double median_in(double *room, const double *values, size_t n)
{
	if (n)
		memcpy(room, values, n * sizeof(*values));
	qsort(room, n, sizeof(*room), estimate_by_value);
	return estimate_middle(room, n);
}

int bootstrap_median_difference(const double *a, size_t n_a, const double *b, size_t n_b,
	double level, uint64_t seed, struct interval *out)
{
	size_t n = n_a > n_b ? n_a : n_b;
	struct sets s = { a, n_a, b, n_b, calloc(n + 1, sizeof(double)) };
	int ret = 0;

	*out = (struct interval) { NAN, NAN, NAN, NAN };
	if (!s.room)
		return -ENOMEM;
	out->value = median_in(s.room, b, n_b);
	out->value -= median_in(s.room, a, n_a);
	if (n_a >= 2 && n_b >= 2)
		ret = bootstrap(&s, level, seed, out);
	free(s.room);
	return ret;
}

double sign_test_p(size_t n_below, size_t n_above)
{
	size_t n = n_below + n_above;
	size_t k = n_below < n_above ? n_below : n_above;
	double p = 0;

	for (size_t i = 0; i <= k; i++)
		p += exp(lgamma((double)n + 1) - lgamma((double)i + 1) -
			 lgamma((double)(n - i) + 1) - (double)n * M_LN2);
	return fmin(1, 2 * p);
}

/* The largest p that is rejected; below 0: none is. sorted has n in ascending order. */
static double cut_off(const double *sorted, size_t n, double q)
{
	for (size_t i = n; i > 0; i--) {
		if (sorted[i - 1] <= q * (double)i / (double)n)
			return sorted[i - 1];
	}
	return -1;
}

int benjamini_hochberg(const double *p, size_t n, double q, bool *rejected)
{
	double *sorted = calloc(n + 1, sizeof(*sorted));
	size_t n_known = 0;
	double cut;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		if (!isnan(p[i]))
			sorted[n_known++] = p[i];
	}
	qsort(sorted, n_known, sizeof(*sorted), estimate_by_value);
	cut = cut_off(sorted, n_known, q);
	for (size_t i = 0; i < n; i++)
		rejected[i] = !isnan(p[i]) && p[i] <= cut;
	free(sorted);
	return 0;
}
