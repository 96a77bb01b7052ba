/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_STATISTICS_H
#define NETIO_RESULTS_STATISTICS_H

#include <stddef.h>

#include "results/record.h"

/* Statistics of a point. Pure functions; NAN stands for "cannot be said from these samples". */

/* The median of n values with its confidence interval. */
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

/* "ok" up to 2 %, "noisy" up to 10 %, else "unstable"; "few" without an interval. */
const char *estimate_verdict(const struct estimate *e);

/* What the writers show of a point, all at the 95 % level. n = 0 and NAN where a point has no samples. */
struct point_estimates {
	struct estimate mb_per_s;     /* 10^6 bytes a second of wall time */
	struct estimate mb_per_cpu_s; /* 10^6 bytes a second of CPU time of both ends */
	struct estimate send_ns;      /* lockstep: ns a message in the sending half */
	struct estimate recv_ns;      /* lockstep: ns a message in the receiving half */
	struct estimate message_ns;   /* ns a message, wall time */
};

/* 0 or -ENOMEM. */
int point_estimates(const struct point_record *point, struct point_estimates *out);

#endif
