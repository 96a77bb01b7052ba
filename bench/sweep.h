/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_SWEEP_H
#define NETIO_BENCH_SWEEP_H

#include <signal.h>

#include "base/err.h"
#include "bench/config.h"
#include "bench/passes.h"
#include "results/record.h"

/* Runs a plan: one invocation a visit, in the order of bench/passes.h. */

/* Called in the thread of sweep_run, between samples. */
struct sweep_hooks {
	void *arg;
	/* Once, when the addresses of the buffers are known. Non-zero ends the sweep. */
	int (*begin)(void *arg);
	/* Before each invocation; may be NULL. */
	void (*progress)(void *arg, const struct passes_progress *progress);
	/* Each invocation that brought a sample, when it ends; NULL when nobody looks. Non-zero ends the sweep. */
	int (*invocation)(void *arg, const struct point_record *point,
		const struct invocation_record *invocation);
	/* Each point once, in the order asked for, as soon as it and those before it are finished. Non-zero
	 * ends the sweep: nobody is left to tell. */
	int (*point)(void *arg, const struct point_record *point);
};

/*
 * Measures run->points, as made by plan_build, and fills in the rest of *run that the measurement
 * knows. A point that fails is marked and the sweep goes on. 0; -EINTR when *interrupted was set, with
 * the points begun marked so and handed to the hook; -ECANCELED when the hook ended it; or another
 * negative errno with err when nothing could be measured.
 */
int sweep_run(const struct run_config *config, const struct topology *topology,
	struct run_record *run, const struct sweep_hooks *hooks,
	const volatile sig_atomic_t *interrupted, struct err *err);

#endif
