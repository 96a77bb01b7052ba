/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_COMPARE_H
#define NETIO_RESULTS_COMPARE_H

#include <stdbool.h>

#include "base/err.h"
#include "results/judgement.h"
#include "results/stored.h"

/*
 * Stored results against each other (METHOD.md section 5).
 *
 * Points are paired by their key. What counts are the medians of invocations, never pooled samples: a point's change is
 * the difference of the medians of both sides' invocations, a row's and the sweep's that of the means over points, a
 * value an invocation, each with a bootstrap interval over invocations. The spread between invocations is 1.4826 MAD of
 * those values, of a point the median over all points: what one point's few invocations say of it is too uncertain. A
 * change must exceed the threshold and 3 x the larger spread of both sides; a file cannot resolve less.
 *
 * Where a side has fewer than COMPARE_MIN_INVOCATIONS (the logs of 2002 have one), points are not judged by
 * themselves: a row's and the sweep's change is the mean over points of ln(new / base), with a bootstrap interval over
 * points, and a note says what that cannot tell.
 */

#define COMPARE_MIN_INVOCATIONS 3

struct compare_options {
	double threshold_percent; /* METHOD.md: 3 */
	double level;             /* of the intervals: 0.99 */
	bool force; /* pair points by size and offsets alone, and compare what is not comparable */
};

/*
 * Fills *out, which the caller zeroed and releases in any case. 0; -ENOMEM; or -EXDEV with err when the two are not
 * comparable, which says how they differ.
 */
int compare_stored(const struct stored *base, const struct stored *new,
	const struct compare_options *options, struct judgement *out, struct err *err);

#endif
