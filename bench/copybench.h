/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_COPYBENCH_H
#define NETIO_BENCH_COPYBENCH_H

#include <signal.h>

#include "base/err.h"
#include "base/units.h"
#include "bench/passes.h"
#include "bench/sampling.h"
#include "bench/state.h"
#include "copy/catalogue.h"
#include "machine/topology.h"
#include "results/copy_record.h"

/*
 * Times the copy routines by themselves: one pinned thread, one source, one destination. Every
 * invocation is a process of its own, so that a plug-in which crashes or hangs costs its own point.
 *
 * The source starts `src_offset` past a page, the destination `distance + dst_offset` past one: the
 * distance keeps the two apart modulo 4096, where 0 < (dst - src) mod 4096 < 64 makes a load wait for a
 * store that only looks like its own, whatever the alignment.
 *
 * State `warm` times n calls in one stretch. The others put the lines into their state before each
 * call and time each call by itself, which adds the cost of two reads of the counter to each; the
 * empty routine, measured first in every state, shows how much that is. Nothing is subtracted.
 */
struct copy_config {
	const struct copy_ops **copies;
	size_t n_copies;
	char *const *broken; /* NULL, or for each routine NULL or why its points fail untried */
	const struct cache_state **states;
	size_t n_states;
	struct units_list sizes;
	struct units_list src_offsets;
	struct units_list dst_offsets;
	struct units_list distances;
	bool huge_pages; /* 2 MiB pages by madvise(); else 4 KiB ones */
	bool linear;
	int cpu_a;
	int cpu_b; /* CPU_ANY: there is none */
	struct sampling sampling;
	uint64_t timeout_ns;
	uint64_t seed;
};

/* How many points, without those of the harness. Saturates. */
uint64_t copy_plan_count(const struct copy_config *config);

/*
 * Fills run->points (the heap's; release with copy_plan_release): the empty routine in every state at
 * the first size, then routine, state, size, source offset, destination offset and distance, the last
 * changing fastest. Points this machine cannot do are marked as skipped and why.
 */
int copy_plan_build(const struct copy_config *config, struct copy_run *run, struct err *err);
void copy_plan_release(struct copy_run *run);

struct copy_hooks {
	void *arg;
	int (*begin)(void *arg);
	void (*progress)(void *arg, const struct passes_progress *progress);
	/* As in struct sweep_hooks. */
	int (*invocation)(void *arg, const struct copy_point *point,
		const struct invocation_record *invocation);
	int (*point)(void *arg, const struct copy_point *point);
};

/* As sweep_run. Measures the round trip between the CPUs first where a state needs both. */
int copybench_run(const struct copy_config *config, const struct topology *topology,
	struct copy_run *run, const struct copy_hooks *hooks,
	const volatile sig_atomic_t *interrupted, struct err *err);

#endif
