/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BASE_ESTIMATE_H
#define NETIO_BASE_ESTIMATE_H

#include <stddef.h>

/*
 * The median and its confidence interval from order statistics: what decides when enough was measured and
 * what is shown afterwards. Pure functions; NAN stands for "cannot be said from these values".
 */

struct estimate {
	size_t n;
	double median;
	double ci_low; /* NAN when n is too small for the level: under 6 at 95 % */
	double ci_high;
	double min;
	double max;
};

/*
 * Median and its exact order-statistic confidence interval (David and Nagaraja, "Order Statistics",
 * 3rd ed., section 7.1): the narrowest symmetric pair x(k), x(n+1-k) with
 * 1 - 2 P(Binomial(n, 1/2) < k) >= level. Holds for any distribution. Sorts values in place.
 */
struct estimate estimate_median(double *values, size_t n, double level);

/* The k of that interval, 1-based; 0 when there is none. */
size_t order_statistic_rank(size_t n, double level);

/* Half the width of the interval, in per cent of the median; NAN without one. */
double estimate_half_width_percent(const struct estimate *e);

/* For qsort: ascending doubles. */
int estimate_by_value(const void *a, const void *b);

/* Of n values in ascending order, the median; NAN of none. */
double estimate_middle(const double *sorted, size_t n);

/*
 * The median absolute deviation from `center`, times 1.4826, which makes it the standard deviation of a
 * normal distribution (Hampel, JASA 69, 1974). Overwrites and sorts values. NAN of none.
 */
double estimate_mad(double *values, size_t n, double center);

#endif
