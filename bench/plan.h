/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_PLAN_H
#define NETIO_BENCH_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "bench/config.h"
#include "results/record.h"

/*
 * The points of a sweep, in the order asked for: transport, routine, placement, size, send offset,
 * receive offset, the last changing fastest.
 */

/* The most points a run may have. */
#define PLAN_MAX 1000000

/* The product of the lengths of the lists; saturates. */
uint64_t plan_product(const size_t *factors, size_t n_factors);

/* How many points the configuration has; may be more than PLAN_MAX. Saturates. */
uint64_t plan_count(const struct run_config *config);

/*
 * Fills run->transports and run->points (both the heap's; release with plan_release), with the points
 * this machine cannot do marked as skipped and why: it opens each transport once, and offers it the
 * sizes that may not fit. -ERANGE beyond PLAN_MAX. run->classic_pass_bytes and texts are not touched.
 */
int plan_build(const struct run_config *config, struct run_record *run, struct err *err);
void plan_release(struct run_record *run);

/* Seconds the points that are not skipped will take on an otherwise idle machine, as a guess. */
double plan_estimate_s(const struct run_config *config, const struct run_record *run);

#endif
