/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_COMPARE_CHANGE_H
#define NETIO_RESULTS_COMPARE_CHANGE_H

#include "results/compare_pairs.h"

/* How much NEW differs from BASE in a point, a row or the sweep; only for results/compare*.c. */

enum compare_metric { COMPARE_WALL, COMPARE_CPU, COMPARE_N_METRICS };

/* Pairs [first, last) that are neighbours in their order. */
struct compare_group {
	const struct compare_pairs *pairs;
	size_t first;
	size_t last;
};

/* What holds for the comparison as a whole. */
struct compare_basis {
	const struct compare_options *options;
	bool few; /* a side has too few invocations to judge by them */
	double point_spread
		[COMPARE_N_METRICS]; /* logarithms: the larger typical one of both sides */
};

/* 0 or -ENOMEM. */
int compare_basis_make(const struct compare_pairs *pairs, const struct compare_options *options,
	struct compare_basis *out);

/*
 * The change of one metric, and in *limit_percent what it must exceed. NAN where it is not known. 0 or -ENOMEM.
 */
int compare_point_change(const struct compare_basis *basis, const struct compare_pair *p,
	enum compare_metric metric, struct change *c, double *limit_percent);
int compare_group_change(const struct compare_basis *basis, const struct compare_group *g,
	enum compare_metric metric, struct change *c, double *limit_percent);

/* How many pairs of the group have that metric on both sides. */
size_t compare_group_size(const struct compare_group *g, enum compare_metric metric);

#endif
