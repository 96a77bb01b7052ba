/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/statistics.h"

#define FENCE         1.5
#define GAP_MADS      4
#define SMALLEST_MODE 0.15

/* Hyndman and Fan 1996, type 7: between the order statistics around (n - 1) share. */
static double percentile(const double *sorted, size_t n, double share)
{
	double at = (double)(n - 1) * share;
	size_t i = (size_t)at;

	if (i + 1 >= n)
		return sorted[n - 1];
	return sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]);
}

/* Pearson's correlation of x[0..n-2] with x[1..n-1], each around its own mean. */
static double lag1(const double *x, size_t n)
{
	double mean_a = 0, mean_b = 0, ab = 0, aa = 0, bb = 0;
	double m = (double)n - 1;

	if (n < 3)
		return NAN;
	for (size_t i = 0; i + 1 < n; i++) {
		mean_a += x[i] / m;
		mean_b += x[i + 1] / m;
	}
	for (size_t i = 0; i + 1 < n; i++) {
		double a = x[i] - mean_a;
		double b = x[i + 1] - mean_b;

		ab += a * b;
		aa += a * a;
		bb += b * b;
	}
	return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : NAN;
}

static void count_outliers(const double *sorted, size_t n, struct spread *out)
{
	double q1 = percentile(sorted, n, 0.25);
	double q3 = percentile(sorted, n, 0.75);
	double reach = FENCE * (q3 - q1);

	for (size_t i = 0; i < n; i++) {
		out->n_below += sorted[i] < q1 - reach;
		out->n_above += sorted[i] > q3 + reach;
	}
}

/* The first of the widest gaps: how many values are below it. */
static size_t widest_gap(const double *sorted, size_t n, double *width)
{
	size_t below = 0;

	*width = 0;
	for (size_t i = 1; i < n; i++) {
		if (sorted[i] - sorted[i - 1] > *width) {
			*width = sorted[i] - sorted[i - 1];
			below = i;
		}
	}
	return below;
}

static void find_modes(const double *sorted, size_t n, struct spread *out)
{
	double width;
	size_t below = widest_gap(sorted, n, &width);
	double least = SMALLEST_MODE * (double)n;

	if (below == 0 || width <= GAP_MADS * out->mad || (double)below < least ||
		(double)(n - below) < least)
		return;
	out->bimodal = true;
	out->mode_low = estimate_middle(sorted, below);
	out->mode_high = estimate_middle(sorted + below, n - below);
	out->share_high = (double)(n - below) / (double)n;
}

int spread_of(const double *values, size_t n, struct spread *out)
{
	double *sorted = calloc(n + 1, sizeof(*sorted));
	double *deviations = calloc(n + 1, sizeof(*deviations));
	int ret = sorted && deviations ? 0 : -ENOMEM;

	*out = (struct spread) {
		.mad = NAN, .p10 = NAN, .p90 = NAN, .lag1 = NAN, .mode_low = NAN, .mode_high = NAN
	};
	if (!ret && n > 0) {
		memcpy(sorted, values, n * sizeof(*values));
		memcpy(deviations, values, n * sizeof(*values));
		qsort(sorted, n, sizeof(*sorted), estimate_by_value);
		out->mad = estimate_mad(deviations, n, estimate_middle(sorted, n));
		out->p10 = percentile(sorted, n, 0.1);
		out->p90 = percentile(sorted, n, 0.9);
		out->lag1 = lag1(values, n);
		count_outliers(sorted, n, out);
		find_modes(sorted, n, out);
	}
	free(sorted);
	free(deviations);
	return ret;
}
