/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_STATISTICS_H
#define NETIO_RESULTS_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/estimate.h"
#include "results/record.h"

/* Statistics of a point. Pure functions; NAN stands for "cannot be said from these samples". */

/* "ok" up to 2 %, "noisy" up to 10 %, else "unstable"; "few" without an interval. */
const char *estimate_verdict(const struct estimate *e);

/* How the samples of one metric lie, beyond their median. */
struct spread {
	double mad; /* estimate_mad: comparable to a standard deviation */
	double p10; /* linear interpolation between order statistics (Hyndman and Fan, type 7) */
	double p90;
	double lag1;    /* correlation of each sample with the next one; NAN where nothing varies */
	size_t n_below; /* below Tukey's lower fence, Q1 - 1.5 (Q3 - Q1); counted, never dropped */
	size_t n_above;
	/*
	 * Two modes: the widest gap between neighbours of the sorted samples is wider than 4 mad, with at least 15 %
	 * of them on each side. Then their medians, and the share above the gap.
	 */
	bool bimodal;
	double mode_low;
	double mode_high;
	double share_high;
};

/* Of n values in the order taken: 0, or -ENOMEM. All NAN, 0 and false where n is too small to say. */
int spread_of(const double *values, size_t n, struct spread *out);

/* What the writers show of a point, all at the 95 % level. n = 0 and NAN where a point has no samples. */
struct point_estimates {
	struct estimate mb_per_s;     /* 10^6 bytes a second of wall time */
	struct estimate mb_per_cpu_s; /* 10^6 bytes a second of CPU time of both ends */
	struct estimate send_ns;      /* lockstep: ns a message in the sending half */
	struct estimate recv_ns;      /* lockstep: ns a message in the receiving half */
	struct estimate message_ns;   /* ns a message, wall time */
	struct spread spread;         /* of mb_per_s */
	double harmonic_mb_per_s;     /* all bytes over all time: never the mean of rates */
};

/* 0 or -ENOMEM. */
int point_estimates(const struct point_record *point, struct point_estimates *out);

#endif
