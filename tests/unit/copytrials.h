/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_COPYTRIALS_H
#define NETIO_TESTS_UNIT_COPYTRIALS_H

/* A small configuration of `netio copy` and its run, for the tests of its plan and of its measurement. */

#include "tests/unit/unit.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "bench/child.h"
#include "bench/copybench.h"
#include "bench/copyloop.h"
#include "results/copy_writer.h"

/* copy_plan_* and copybench_run, with samples as short as can be. */

#define LIST_MAX  4
#define STATE_MAX 16

struct trial {
	struct copy_config config;
	const struct copy_ops *copies[LIST_MAX];
	const struct cache_state *states[STATE_MAX];
	uint64_t sizes[LIST_MAX], src[LIST_MAX], dst[LIST_MAX], distances[LIST_MAX];
	struct copy_run run;
	struct err err;
	int ret;

	unsigned n_begun;
	size_t n_told;
	size_t n_progress;
	/* What the hooks shall do: 0 nothing, else at the n-th call. */
	int begin_returns;
	size_t cancel_at_told;
	size_t interrupt_at_told;
	size_t interrupt_at_progress;
};

__attribute__((unused)) static volatile sig_atomic_t interrupted;
__attribute__((unused)) static struct topology *topology;
__attribute__((unused)) static int cpu_a;
__attribute__((unused)) static int cpu_b = CPU_ANY; /* there may be one CPU only */

static inline void *do_nothing(void *arg)
{
	return arg;
}

static inline int open_topology(void **state)
{
	static const char *const names[] = { "smt", "l2", "l3", "package" };
	struct placement p;
	struct err err = { 0 };
	pthread_t thread;

	(void)state;
	/* A sanitizer starts a thread of its own beside our first one, and keeps it. */
	if (pthread_create(&thread, NULL, do_nothing, NULL) || pthread_join(thread, NULL))
		return -1;
	topology = topology_new(&err);
	if (!topology || placement_resolve(topology, "same", &p, &err))
		return -1;
	cpu_a = p.cpu_send;
	for (size_t i = 0; i < N_OF(names) && cpu_b == CPU_ANY; i++) {
		if (!placement_resolve(topology, names[i], &p, &err) && !p.unavailable[0]) {
			cpu_a = p.cpu_send;
			cpu_b = p.cpu_recv;
		}
	}
	return 0;
}

static inline int close_topology(void **state)
{
	(void)state;
	topology_free(topology);
	return 0;
}

/* One point: memcpy, warm, 1000 bytes, half a page apart; two invocations of two samples. */
static inline struct trial *new_trial(void)
{
	struct trial *t = calloc(1, sizeof(*t));

	assert_non_null(t);
	t->copies[0] = copy_find("memcpy");
	t->states[0] = state_at(0);
	t->sizes[0] = 1000;
	t->distances[0] = 2048;
	t->config = (struct copy_config) { .copies = t->copies,
		.n_copies = 1,
		.states = t->states,
		.n_states = 1,
		.sizes = { t->sizes, 1 },
		.src_offsets = { t->src, 1 },
		.dst_offsets = { t->dst, 1 },
		.distances = { t->distances, 1 },
		.cpu_a = cpu_a,
		.cpu_b = cpu_b,
		.sampling.n_samples = 2,
		.sampling.n_invocations = 2,
		.sampling.n_warmup = 1,
		.sampling.batch_ns = 200000,
		.timeout_ns = 60000000000,
		.seed = 1 };
	return t;
}

static inline void release_trial(struct trial *t)
{
	copy_plan_release(&t->run);
	assert_null(t->run.points);
	free(t);
}

static inline const struct cache_state *named_state(const char *name)
{
	for (size_t i = 0; state_name(i); i++) {
		if (strcmp(state_name(i), name) == 0)
			return state_at(i);
	}
	fail_msg("no state %s", name);
	return NULL;
}

/* A routine that runs anywhere and copies right, but is picky. */
static inline const char *no_such_cpu(void)
{
	return "this CPU is not of that kind";
}

static inline void by_byte(void *dst, const void *src, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((volatile char *)dst)[i] = ((const char *)src)[i];
}

__attribute__((unused)) static const struct copy_ops picky = { .name = "picky",
	.desc = "of these tests",
	.needs = "any",
	.min_bytes = 100,
	.dst_align = 64,
	.src_align = 16,
	.copy = by_byte };
__attribute__((unused)) static const struct copy_ops foreign = { .name = "foreign",
	.desc = "of these tests",
	.needs = "another CPU",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = no_such_cpu,
	.copy = by_byte };

static inline void build(struct trial *t)
{
	assert_int_equal(copy_plan_build(&t->config, &t->run, &t->err), 0);
}

#endif
