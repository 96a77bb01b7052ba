/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_INVOCATIONS_H
#define NETIO_RESULTS_INVOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "results/copy_record.h"
#include "results/record.h"

/*
 * The median of each finished invocation of a point, in the order taken: what two files are compared by. Only of
 * points whose rate means something, and of samples whose clock saw them; an invocation without one is left out, as
 * are samples of an invocation that was not finished.
 */

/* Whether the rate of this point is one: measured without a fault, and of bytes that were moved. */
bool point_has_rate(const struct point_record *point);
bool copy_point_has_rate(const struct copy_point *point);

/*
 * Whether its CPU time is that of moving alone: in lockstep with verification it holds the filling and checking too.
 */
bool run_has_cpu_rate(const struct run_record *run);

/*
 * 10^6 bytes a second of wall time, or of CPU time of both ends. out has room for point->n_invocations; *n are filled,
 * finite and above 0. 0 or -ENOMEM.
 */
int invocation_rates(const struct run_record *run, const struct point_record *point, bool of_cpu,
	double *out, size_t *n);

/* The same of `netio copy`, wall time only. */
int copy_invocation_rates(const struct copy_point *point, double *out, size_t *n);

#endif
