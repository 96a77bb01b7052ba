/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_INFERENCE_H
#define NETIO_RESULTS_INFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How sure one may be that two sets of measurements differ: pure functions on natural logarithms of rates, so that
 * differences are ratios. NAN stands for "cannot be said". Random resampling is seeded: the same input gives the same
 * answer. -ENOMEM is the only failure.
 */

struct interval {
	double value;
	double low;
	double high;
	double p; /* two-sided, that the true value is 0: at least 2 / (resamples + 1) */
};

#define BOOTSTRAP_RESAMPLES 9999

/* The mean of n values; percentile bootstrap over them (Efron and Tibshirani 1993, ch. 13). Under 2: no interval. */
int bootstrap_mean(
	const double *values, size_t n, double level, uint64_t seed, struct interval *out);

/*
 * median(b) - median(a), resampling each side by itself. With fewer than 2 on a side there is a value and no interval.
 */
int bootstrap_median_difference(const double *a, size_t n_a, const double *b, size_t n_b,
	double level, uint64_t seed, struct interval *out);

/* Two-sided exact sign test: of n_below + n_above that are not 0, were as few on one side by chance? 1 of none. */
double sign_test_p(size_t n_below, size_t n_above);

/*
 * Which of n hypotheses are rejected at a false discovery rate of q (Benjamini and Hochberg 1995, J. R. Stat. Soc. B
 * 57). A p that is NAN is never rejected and does not count.
 */
int benjamini_hochberg(const double *p, size_t n, double q, bool *rejected);

/* exp(difference) - 1 in per cent, and its inverse. */
double percent_of_log(double difference);
double log_of_percent(double percent);

#endif
