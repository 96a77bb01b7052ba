/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_SWEEPS_H
#define NETIO_TESTS_UNIT_SWEEPS_H

/* A small sweep, what its hooks saw, and whether anything of it is left afterwards. */

#include "tests/unit/unit.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

#include "base/clock.h"
#include "bench/plan.h"
#include "bench/sweep.h"
#include "bench/worker.h"

#define POINTS_MAX 16
#define VISITS_MAX 64

struct trial {
	struct run_config config;
	struct run_transport transports[2];
	const struct copy_ops *copies[2];
	struct placement placement;
	uint64_t sizes[2];
	uint64_t offsets[POINTS_MAX];
	struct run_record run;
	struct err err;
	int ret;

	unsigned n_begun;
	size_t told[POINTS_MAX * 2]; /* indices of points in the order of the hook */
	uint64_t told_ns[POINTS_MAX * 2];
	size_t n_told;
	size_t seen[POINTS_MAX];   /* samples of each point when last looked at */
	size_t visits[VISITS_MAX]; /* indices of points in the order measured */
	size_t n_visits;
	size_t n_progress;
	size_t n_invocations; /* told */
	struct passes_progress last;

	/* What the hooks shall do: 0 nothing, else at the n-th call. */
	int begin_returns;
	size_t cancel_at_told;
	size_t interrupt_at_told;
	size_t interrupt_at_progress;
	size_t cancel_at_invocation;
};

/* Set by hooks and signal handlers of these tests. */
static volatile sig_atomic_t interrupted;
static struct topology *topology;

static inline void *do_nothing(void *arg)
{
	return arg;
}

static inline int open_topology(void **state)
{
	struct err err = { 0 };
	pthread_t thread;

	(void)state;
	signal(SIGPIPE, SIG_IGN); /* as main() does */
	/* A sanitizer starts a thread of its own beside our first one, and keeps it. */
	if (pthread_create(&thread, NULL, do_nothing, NULL) || pthread_join(thread, NULL))
		return -1;
	topology = topology_new(&err);
	return !topology;
}

static inline int close_topology(void **state)
{
	(void)state;
	topology_free(topology);
	return 0;
}

/* n points: one transport, offsets 0..n-1 both sides alike, on one CPU, two samples of 20 messages. */
static inline struct trial *new_trial(const char *transport, size_t n)
{
	struct trial *t = calloc(1, sizeof(*t));

	assert_true(t && n <= POINTS_MAX);
	assert_int_equal(placement_resolve(topology, "same", &t->placement, &t->err), 0);
	t->transports[0].ops = transport_find(transport);
	t->copies[0] = copy_find("none");
	assert_true(t->transports[0].ops && t->copies[0]);
	t->sizes[0] = 4097;
	for (size_t i = 0; i < n; i++)
		t->offsets[i] = i;
	t->config = (struct run_config) { .transports = t->transports,
		.n_transports = 1,
		.copies = t->copies,
		.n_copies = 1,
		.placements = &t->placement,
		.n_placements = 1,
		.sizes = { t->sizes, 1 },
		.send_offsets = { t->offsets, n },
		.offsets_alike = true,
		.sampling.n_samples = 2,
		.sampling.n_invocations = 1,
		.sampling.n_warmup = 1,
		.count = 20,
		.sampling.batch_ns = 20000000,
		.timeout_ns = 60000000000,
		.seed = 1 };
	return t;
}

/* Which points were measured since the last look. */
static inline void look(struct trial *t)
{
	for (size_t i = 0; i < t->run.n_points; i++) {
		if (t->run.points[i].n_samples != t->seen[i] && t->n_visits < VISITS_MAX)
			t->visits[t->n_visits++] = i;
		t->seen[i] = t->run.points[i].n_samples;
	}
}

static inline int on_begin(void *arg)
{
	struct trial *t = arg;

	t->n_begun++;
	return t->begin_returns;
}

static inline void on_progress(void *arg, const struct passes_progress *progress)
{
	struct trial *t = arg;

	look(t);
	t->last = *progress;
	if (++t->n_progress == t->interrupt_at_progress)
		interrupted = 1;
}

static inline int on_invocation(
	void *arg, const struct point_record *point, const struct invocation_record *invocation)
{
	struct trial *t = arg;

	assert_ptr_equal(invocation, &point->invocations[point->n_invocations - 1]);
	return ++t->n_invocations == t->cancel_at_invocation;
}

static inline int on_point(void *arg, const struct point_record *point)
{
	struct trial *t = arg;

	if (t->n_told < N_OF(t->told)) {
		t->told_ns[t->n_told] = clock_ns();
		t->told[t->n_told++] = (size_t)(point - t->run.points);
	}
	if (t->n_told == t->interrupt_at_told)
		interrupted = 1;
	return t->n_told == t->cancel_at_told;
}

static inline void release_trial(struct trial *t)
{
	plan_release(&t->run);
	free(t);
}

/* A joined thread may stand in /proc a moment longer than its join. */
static inline void expect_threads(size_t n)
{
	const struct timespec pause = { .tv_nsec = 1000000 };

	for (int i = 0; i < 5000 && count_entries("/proc/self/task") != n; i++)
		nanosleep(&pause, NULL);
	assert_int_equal(count_entries("/proc/self/task"), n);
}

/* Runs it; afterwards no thread, descriptor or handler of it may be left, nor a process but `helper`. */
static inline void run_beside(struct trial *t, pid_t helper)
{
	const struct sweep_hooks hooks = { .arg = t,
		.begin = on_begin,
		.progress = on_progress,
		.invocation = on_invocation,
		.point = on_point };
	size_t n_descriptors = count_descriptors();
	size_t n_threads = count_entries("/proc/self/task");
	struct sigaction before;
	struct sigaction after;

	interrupted = 0;
	assert_int_equal(plan_build(&t->config, &t->run, &t->err), 0);
	sigaction(worker_kick_signal(), NULL, &before);
	t->ret = sweep_run(&t->config, topology, &t->run, &hooks, &interrupted, &t->err);
	look(t);
	sigaction(worker_kick_signal(), NULL, &after);
	assert_true(before.sa_handler == after.sa_handler);
	if (helper)
		assert_int_equal(waitpid(helper, NULL, 0), helper);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	expect_threads(n_threads);
	assert_int_equal(count_descriptors(), n_descriptors);
}

static inline void run_trial(struct trial *t)
{
	run_beside(t, 0);
}

#endif
