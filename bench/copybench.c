/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bench/copybench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "bench/child.h"
#include "bench/copyloop.h"

#define HUGE_PAGE 2097152u

struct bench {
	const struct copy_config *config;
	struct copy_run *run;
	const struct copy_hooks *hooks;
	const volatile sig_atomic_t *interrupted;
	struct copy_job job;
	struct copy_shared *shared;
	size_t shared_bytes;
	unsigned char *reserved; /* address space of both buffers */
	size_t reserved_bytes;
	uint64_t deadline_ns; /* CLOCK_MONOTONIC; 0: none */
};

static size_t round_up(size_t n, size_t unit)
{
	return (n + unit - 1) / unit * unit;
}

/*
 * Address space for both buffers, once a run: they start at the same addresses in every invocation.
 * Both starts are multiples of 2 MiB, also for small pages, so that only the distance sets them apart.
 */
static int reserve(struct bench *b, struct err *err)
{
	const struct copy_config *c = b->config;
	size_t offset = units_list_max(&c->dst_offsets) + units_list_max(&c->distances);
	size_t src = units_list_max(&c->src_offsets);

	b->job.map_bytes =
		round_up(units_list_max(&c->sizes) + (src > offset ? src : offset) + 1, HUGE_PAGE);
	b->reserved_bytes = 2 * b->job.map_bytes + HUGE_PAGE;
	b->reserved = mmap(NULL, b->reserved_bytes, PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (b->reserved == MAP_FAILED)
		return err_set(err, errno, "cannot reserve %zu bytes: %s", b->reserved_bytes,
			strerror(errno));
	b->job.src_map = (unsigned char *)round_up((uintptr_t)b->reserved, HUGE_PAGE);
	b->job.dst_map = b->job.src_map + b->job.map_bytes;
	b->run->src_addr = (uintptr_t)b->job.src_map;
	b->run->dst_addr = (uintptr_t)b->job.dst_map;
	return 0;
}

static int init(struct bench *b, struct err *err)
{
	b->shared_bytes = sizeof(*b->shared) + copyloop_most_samples(&b->config->sampling) *
						       sizeof(b->shared->samples[0]);
	b->shared = child_share(b->shared_bytes, err);
	if (!b->shared)
		return -err->code;
	b->job.shared = b->shared;
	return reserve(b, err);
}

static void release(struct bench *b)
{
	child_unshare(b->shared, b->shared_bytes);
	if (b->reserved != MAP_FAILED)
		munmap(b->reserved, b->reserved_bytes);
}

static int append(struct copy_sample **to, size_t *n_to, const struct copy_sample *from, uint64_t n)
{
	int ret = 0;

	for (uint64_t i = 0; !ret && i < n; i++)
		ret = sampling_append((void **)to, n_to, &from[i], sizeof(from[i]));
	return ret;
}

/* What an invocation brought, also one that ended before its time. 0, -ENOMEM or -ECANCELED. */
static int keep(struct bench *b, struct copy_point *p, uint64_t begin_ms)
{
	const struct copy_shared *shared = b->shared;
	const struct invocation_record inv = {
		.first_warmup = p->n_warmup,
		.n_warmup = shared->n_warmup,
		.first_sample = p->n_samples,
		.n_samples = shared->n_kept,
		.steady = shared->steady,
		.begin_ms = begin_ms,
	};

	if (shared->n_warmup + shared->n_kept == 0)
		return 0;
	if (append(&p->warmup, &p->n_warmup, shared->samples, shared->n_warmup) ||
		append(&p->samples, &p->n_samples, shared->samples + shared->n_warmup,
			shared->n_kept) ||
		sampling_append((void **)&p->invocations, &p->n_invocations, &inv, sizeof(inv)))
		return -ENOMEM;
	if (!b->hooks->invocation)
		return 0;
	return b->hooks->invocation(b->hooks->arg, p, &p->invocations[p->n_invocations - 1])
		       ? -ECANCELED
		       : 0;
}

static const struct cache_state *find_state(const char *name)
{
	const struct cache_state *state;

	for (size_t i = 0; (state = state_at(i)) != NULL; i++) {
		if (strcmp(state->name, name) == 0)
			return state;
	}
	return NULL;
}

static void describe(struct bench *b, const struct copy_point *p)
{
	b->job.copy = p->is_harness ? copy_find("empty") : b->config->copies[p->copy_at];
	b->job.state = find_state(p->state);
	b->job.size_bytes = p->size_bytes;
	b->job.src_at = p->src_offset_bytes;
	b->job.dst_at = p->distance_bytes + p->dst_offset_bytes;
	b->shared->n_calls = p->n_calls;
	b->shared->n_warmup = b->shared->n_kept = 0;
	b->shared->steady = false;
	b->shared->text[0] = '\0';
}

/* Whether the point has samples enough: its status is set where it has. */
static int end_point(const struct bench *b, struct copy_point *p)
{
	double *rates = calloc(p->n_samples + 1, sizeof(*rates));
	size_t n = 0;

	if (!rates)
		return -ENOMEM;
	for (size_t i = 0; i < p->n_samples; i++) {
		if (p->samples[i].elapsed_ns)
			rates[n++] =
				(double)p->samples[i].n_calls / (double)p->samples[i].elapsed_ns;
	}
	p->ended = sampling_ended(
		&b->config->sampling, p->n_invocations, rates, n, b->deadline_ns, clock_ns());
	if (p->ended != POINT_NOT_ENDED)
		p->status = POINT_DONE;
	free(rates);
	return 0;
}

static void judge(const struct bench *b, struct copy_point *p, int ret, struct err *err)
{
	if (!ret && end_point(b, p))
		ret = err_set(err, ENOMEM, "out of memory");
	if (!ret)
		return;
	p->status = POINT_FAILED;
	snprintf(p->reason, sizeof(p->reason), "%.255s", err->text);
}

/* One invocation of one point. 0 also when the point failed; -EINTR when interrupted; -ECANCELED. */
static int measure(struct bench *b, struct copy_point *p)
{
	const struct child_limits limits = { b->config->timeout_ns, &b->shared->progress,
		b->interrupted };
	uint64_t begin_ms = sampling_wall_clock_ms();
	struct err err = { 0 };
	int kept;
	int ret;

	describe(b, p);
	ret = child_run(copyloop_run, &b->job, &limits, &err);
	if (ret == -ECHILD)
		err_set(&err, ECHILD, "%s", b->shared->text);
	p->n_calls = b->shared->n_calls;
	kept = keep(b, p, begin_ms);
	if (ret == -EINTR || kept == -ECANCELED)
		return ret == -EINTR ? ret : kept;
	if (kept && !ret)
		ret = err_set(&err, ENOMEM, "out of memory");
	judge(b, p, ret, &err);
	return 0;
}

/* The time of the run was spent before this visit. */
static void leave(struct copy_point *p)
{
	p->ended = POINT_OUT_OF_TIME;
	p->status = sampling_left(p->n_samples, p->reason, sizeof(p->reason));
}

static int visit(void *arg, size_t point)
{
	struct bench *b = arg;
	struct copy_point *p = &b->run->points[point];

	if (!b->deadline_ns || clock_ns() < b->deadline_ns)
		return measure(b, p);
	leave(p);
	return 0;
}

static bool finished(void *arg, size_t point)
{
	const struct bench *b = arg;

	return b->run->points[point].status != POINT_PENDING;
}

static int tell(void *arg, size_t point)
{
	const struct bench *b = arg;

	return b->hooks->point(b->hooks->arg, &b->run->points[point]);
}

static void progress(void *arg, const struct passes_progress *progress)
{
	const struct bench *b = arg;

	if (b->hooks->progress)
		b->hooks->progress(b->hooks->arg, progress);
}

static void tell_interrupted(struct bench *b, size_t n_told)
{
	int ret = 0;

	b->run->interrupted = true;
	for (size_t i = n_told; !ret && i < b->run->n_points; i++) {
		struct copy_point *p = &b->run->points[i];

		if (p->status == POINT_PENDING && p->n_samples > 0)
			p->status = POINT_INTERRUPTED;
		if (p->status != POINT_PENDING)
			ret = b->hooks->point(b->hooks->arg, p);
	}
}

static bool wants_b(const struct copy_config *config)
{
	for (size_t i = 0; i < config->n_states; i++) {
		if (state_needs_b(config->states[i]) && config->cpu_b >= 0)
			return true;
	}
	return false;
}

/* In the calling thread, which is bound to A for it and set free again. */
static int measure_round_trip(struct bench *b, const struct topology *topology, struct err *err)
{
	struct partner *partner;

	if (!wants_b(b->config))
		return 0;
	if (topology_bind(topology, b->config->cpu_a, err))
		return -err->code;
	partner = partner_start(topology, b->config->cpu_b, err);
	if (!partner)
		return -err->code;
	b->run->round_trip_ns = partner_round_trip_ns(partner);
	partner_stop(partner);
	return topology_bind(topology, CPU_ANY, err);
}

int copybench_run(const struct copy_config *config, const struct topology *topology,
	struct copy_run *run, const struct copy_hooks *hooks,
	const volatile sig_atomic_t *interrupted, struct err *err)
{
	struct bench b = {
		.config = config,
		.run = run,
		.hooks = hooks,
		.interrupted = interrupted,
		.job = { .config = config, .topology = topology },
		.reserved = MAP_FAILED,
		.deadline_ns = sampling_deadline_ns(&config->sampling, clock_ns()),
	};
	const struct passes passes = { run->n_points, sampling_most(&config->sampling),
		config->linear, config->seed, interrupted, &b, visit, finished, tell, progress };
	size_t n_told = 0;
	int ret = init(&b, err);

	if (!ret)
		ret = measure_round_trip(&b, topology, err);
	if (!ret && hooks->begin(hooks->arg))
		ret = -ECANCELED;
	if (!ret)
		ret = passes_run(&passes, &n_told, err);
	if (ret == -EINTR)
		tell_interrupted(&b, n_told);
	release(&b);
	return ret;
}
