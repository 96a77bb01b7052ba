/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_GATE_CHANGE_H
#define NETIO_RESULTS_GATE_CHANGE_H

#include "results/gate.h"

/*
 * How B differs from A in the pairs of a point, a row or a sweep: the numbers that results/gate.c judges; only for
 * it. values and room each hold gate_most_values() numbers and are written over.
 */

enum gate_metric { WALL, CPU, N_METRICS };

/* Points that belong together: those of the row of `first`, or all. */
struct gate_group {
	const struct duet_record *record;
	const struct duet_point *first; /* NULL: all */
};

size_t gate_most_values(const struct duet_record *record);

/* Whether there are pairs that count. */
bool gate_is_measured(const struct duet_point *p);

/* Whether two points are of one row: all alike but for the offsets. */
bool gate_same_row(const struct duet_point *x, const struct duet_point *y);

/* How many points that are measured are in the group. */
size_t gate_group_size(const struct gate_group *g);

/* Set the changes of *row, and n of a group; not the verdict. */
void gate_measure_point(
	const struct duet_point *p, double level, struct judged *row, double *values, double *room);
void gate_measure_group(
	const struct gate_group *g, double level, struct judged *row, double *values, double *room);

#endif
