/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_DUET_H
#define NETIO_BENCH_DUET_H

#include <signal.h>

#include "base/err.h"
#include "bench/config.h"
#include "bench/passes.h"
#include "machine/topology.h"
#include "results/duet_record.h"

/*
 * A against B, interleaved in one run (METHOD.md section 4). Both have a pair of ends of their own at the same time, of
 * which one works while the other sleeps; samples alternate A B B A, B A A B, so that a drift of the machine falls on
 * both alike. A block ends with the ends; the next one begins with fresh ones, the other contestant's first.
 *
 * One thread. A side is in this process (duet_side_local) or behind a pipe to another netio (duet_side_remote).
 */

struct duet_side;

struct duet_side_ops {
	/* Fresh ends for that point. B's copy inject_bytes in vain before each send. */
	int (*open)(struct duet_side *side, size_t point, uint64_t inject_bytes, struct err *err);
	/* One sample of n messages. */
	int (*sample)(struct duet_side *side, uint64_t n, struct sample *sample, struct err *err);
	/* Ends the data, checks it and lets the ends go; -EBADMSG when data differ. Also after a failure. */
	int (*close)(struct duet_side *side, struct err *err);
	/* NULL is fine. */
	void (*free)(struct duet_side *side);
};

struct duet_side {
	const struct duet_side_ops *ops;
};

/* In this process, as `run` would measure it: config and run (from plan_build) must outlive it. NULL with err. */
struct duet_side *duet_side_local(const struct run_config *config, const struct topology *topology,
	const struct run_record *run, const volatile sig_atomic_t *interrupted, struct err *err);

/*
 * Behind a pipe: starts argv[0] as `netio worker` with the arguments of argv (NULL-ended), which must come to as many
 * points as n_points. It dies with this process. NULL with err: it cannot be started, is no netio that can do this, or
 * refuses the arguments, in its own words. *version (the heap's, may be NULL): what it says it is.
 */
struct duet_side *duet_side_remote(char *const *argv, size_t n_points, uint64_t timeout_ns,
	const volatile sig_atomic_t *interrupted, char **version, struct err *err);

struct duet_config {
	struct duet_side *a;
	struct duet_side *b;
	struct sampling
		sampling; /* n_samples: pairs a block; n_invocations and max_invocations: blocks a point */
	uint64_t seed;
	const volatile sig_atomic_t *interrupted;
	double inject_percent;
};

struct duet_hooks {
	void *arg;
	void (*progress)(void *arg, const struct passes_progress *progress); /* may be NULL */
	/* Each block when it ends, of a point whose last block it is; may be NULL. Non-zero ends the duet. */
	int (*block)(void *arg, const struct duet_point *point);
	/*
	 * After each pass, whether what was measured is precise enough to end; never whether it is significant. May be
	 * NULL: no.
	 */
	bool (*precise)(void *arg);
};

/*
 * Measures record->points, made by duet_points. 0; -EINTR when *interrupted was set; -ECANCELED when a hook ended it; or
 * -ENOMEM with err. A point that fails is marked and the others go on.
 */
int duet_run(const struct duet_config *config, struct duet_record *record,
	const struct duet_hooks *hooks, struct err *err);

/* Counts and injections that were found for the same points before, so that another gate need not find them again. */
void duet_keep_calibration(struct duet_record *to, const struct duet_record *from);

/*
 * Pairs the points of A's plan with those of B's, in order; what one side skips or fails is skipped or failed with its
 * reason. -EINVAL with err where the sweeps have not the same sizes.
 */
int duet_points(const struct run_record *a, const struct run_record *b, struct duet_record *record,
	struct err *err);
void duet_release(struct duet_record *record);

#endif
