/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_ARENA_H
#define NETIO_BENCH_ARENA_H

#include <signal.h>

#include "base/err.h"
#include "bench/config.h"
#include "bench/end.h"
#include "machine/topology.h"

/* What the invocations of a run share. */
struct arena {
	const struct run_config *config;
	const struct topology *topology;
	const volatile sig_atomic_t
		*interrupted; /* set by a handler of SIGINT, SIGTERM or SIGHUP */
	struct end_shared *shared;
	struct buffer from;
	struct buffer to;
	struct buffer from_stage;
	struct buffer to_stage;
	struct sigaction
		old_kick; /* disposition of the signal that gets an end out of a system call */
};

/* Reserves buffers for the largest message of the configuration. Release also after a failure. */
int arena_init(struct arena *arena, const struct run_config *config,
	const struct topology *topology, const volatile sig_atomic_t *interrupted, struct err *err);
void arena_release(struct arena *arena);

/*
 * Staging buffers start half a page past a page: as far as can be from the user buffer at offset 0, so
 * that no load waits for a store whose address only looks like its own.
 */
size_t arena_stage_offset(void);

#endif
