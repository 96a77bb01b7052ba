/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_VERDICT_H
#define NETIO_RESULTS_VERDICT_H

#include <stdbool.h>

#include "results/judgement.h"

/* The rules of METHOD.md section 4, which gates and comparisons share. */

/*
 * Where a change of one metric lies: a regression when its interval is below 1 and its ratio more than limit_percent
 * below; an improvement likewise; the same when the interval is within threshold_percent; else, and without an
 * interval, inconclusive.
 */
enum verdict verdict_of_change(
	const struct change *c, double threshold_percent, double limit_percent);

/* Whether it is a regression or an improvement. */
bool verdict_is_change(enum verdict verdict);

/*
 * Sets row->verdict, and ->reason where it needs one: a regression of either metric is a regression; an improvement of
 * one is one when the other is no regression; the same only when both are. CPU time that is not known does not count.
 */
void verdict_of_both(struct judged *row, enum verdict wall, enum verdict cpu);

#endif
