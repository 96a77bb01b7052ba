/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_COMPARE_PAIRS_H
#define NETIO_RESULTS_COMPARE_PAIRS_H

#include "results/compare.h"

/* Which point of NEW belongs to which of BASE; only for results/compare*.c. */

struct compare_pair {
	const struct stored_point *base; /* NULL: new */
	const struct stored_point *new;  /* NULL: missing */
};

/* Sorted by key, and so by row; the heap's, for free(). */
struct compare_pairs {
	struct compare_pair *pair;
	size_t n;
	size_t n_both; /* that have figures on both sides */
};

/* force: by size, offsets, distance and occurrence alone. 0 or -ENOMEM. */
int compare_pairs_make(
	const struct stored *base, const struct stored *new, bool force, struct compare_pairs *out);

/* Whether there are figures on both sides. */
bool compare_pair_is_measured(const struct compare_pair *p);

/* Whether two pairs are of one row: all alike but for the offsets. */
bool compare_same_row(const struct compare_pair *x, const struct compare_pair *y);

/* The key of either side. */
const struct stored_key *compare_key(const struct compare_pair *p);

/* "unix none 65536", and with offsets " at 0,8"; in text, which is returned. */
const char *compare_row_label(const struct compare_pair *p, char *text, size_t size);
const char *compare_point_label(const struct compare_pair *p, char *text, size_t size);

#endif
