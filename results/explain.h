/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_EXPLAIN_H
#define NETIO_RESULTS_EXPLAIN_H

#include <stdio.h>

#include "results/record.h"

/* How the table shows what was predicted (bench/explain.h); only for a run with explanations. */

/* The model's words for each transport and size. */
void explain_head(FILE *f, const struct run_record *run);

/* What was predicted of one point, as a remark; nothing where nothing is slow. */
void explain_point_remark(FILE *f, const struct point_record *p);

/*
 * For each transport, routine, placement and size, and each side: the points of which half of the bytes or more were
 * predicted to be slow on that side, against those of which none were on either: apart those whose buffer
 * starts at a multiple of 64 on that side, since that alone may make a difference, and the others. By the
 * median of their medians: in lockstep of that side's half, else of the rate.
 */
void explain_end(FILE *f, const struct run_record *run);

#endif
