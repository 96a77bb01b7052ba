/* SPDX-License-Identifier: MIT */
#include "bench/sweep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/calibrate.h"
#include "bench/invocation.h"

struct sweep {
	const struct run_config *config;
	struct run_record *run;
	const struct sweep_hooks *hooks;
	struct arena arena;
};

static int trial(
	struct invocation *inv, uint64_t n, unsigned tries, uint64_t *fastest_ns, struct err *err)
{
	struct sample s;
	int ret = 0;

	*fastest_ns = UINT64_MAX;
	for (unsigned i = 0; !ret && i < tries; i++) {
		ret = invocation_sample(inv, n, &s, err);
		if (!ret && s.elapsed_ns < *fastest_ns)
			*fastest_ns = s.elapsed_ns;
	}
	return ret;
}

/* So that a count of bytes never overflows, not even where nothing is moved and costs next to nothing. */
static uint64_t most_messages(const struct point_record *p)
{
	return INT64_MAX / p->size_bytes;
}

static uint64_t grow(const struct point_record *p, uint64_t n, uint64_t took_ns, uint64_t goal_ns)
{
	uint64_t more = calibrate_step(n, took_ns, goal_ns);

	return more < most_messages(p) ? more : most_messages(p);
}

/* METHOD: so many messages that the fastest of five trials lasts the batch time. */
static int calibrate(struct invocation *inv, const struct run_config *config,
	struct point_record *p, struct err *err)
{
	uint64_t most = most_messages(p);
	uint64_t goal = config->batch_ns;
	uint64_t n = 1;
	uint64_t took;
	int ret = trial(inv, n, 1, &took, err);

	while (!ret && took < goal / 2 && n < most) {
		n = grow(p, n, took, goal);
		ret = trial(inv, n, 1, &took, err);
	}
	if (!ret)
		ret = trial(inv, n, CALIBRATE_TRIALS, &took, err);
	/* The trial that ended the loop may have been slow by accident; five seldom are. */
	while (!ret && took < goal / 2 && n < most) {
		n = grow(p, n, took, goal);
		ret = trial(inv, n, CALIBRATE_TRIALS, &took, err);
	}
	if (!ret)
		n = grow(p, n, took, goal);
	p->n_messages = n;
	return ret;
}

static int keep(struct point_record *p, const struct sample *s, struct err *err)
{
	struct sample *samples;

	/* Grown by doubling, when the count is a power of two (or 0). */
	if ((p->n_samples & (p->n_samples - 1)) == 0) {
		size_t room = p->n_samples ? 2 * p->n_samples : 1;

		samples = realloc(p->samples, room * sizeof(*samples));
		if (!samples)
			return err_set(err, ENOMEM, "out of memory");
		p->samples = samples;
	}
	p->samples[p->n_samples++] = *s;
	return 0;
}

static int run_samples(struct invocation *inv, const struct run_config *config,
	struct point_record *p, struct err *err)
{
	struct sample s;
	int ret = 0;

	if (!p->n_messages)
		ret = calibrate(inv, config, p, err);
	for (uint64_t i = 0; !ret && i < config->n_warmup; i++)
		ret = invocation_sample(inv, p->n_messages, &s, err);
	for (uint64_t i = 0; !ret && i < config->n_samples; i++) {
		ret = invocation_sample(inv, p->n_messages, &s, err);
		if (!ret)
			ret = keep(p, &s, err);
	}
	return ret ? ret : invocation_finish(inv, &p->flow, err);
}

static void judge(struct point_record *p, int ret, const struct err *err)
{
	if (ret == -EBADMSG)
		p->status = POINT_CORRUPT;
	else if (ret)
		p->status = POINT_FAILED;
	else if (p->n_samples == p->n_samples_asked)
		p->status = POINT_DONE;
	if (ret)
		snprintf(p->reason, sizeof(p->reason), "%.255s", err->text);
}

/* One invocation of one point. 0 also when the point failed; -EINTR when interrupted. */
static int visit(struct sweep *s, struct point_record *p)
{
	struct err err = { 0 };
	struct invocation *inv;
	int ret;

	inv = invocation_open(&s->arena, p, &err);
	ret = inv ? run_samples(inv, s->config, p, &err) : -err.code;
	invocation_close(inv);
	if (ret == -EINTR)
		return ret;
	judge(p, ret, &err);
	return 0;
}

static int visit_point(void *arg, size_t point)
{
	struct sweep *s = arg;

	return visit(s, &s->run->points[point]);
}

static bool finished(void *arg, size_t point)
{
	const struct sweep *s = arg;

	return s->run->points[point].status != POINT_PENDING;
}

static int tell(void *arg, size_t point)
{
	const struct sweep *s = arg;

	return s->hooks->point(s->hooks->arg, &s->run->points[point]);
}

static void progress(void *arg, const struct passes_progress *progress)
{
	const struct sweep *s = arg;

	if (s->hooks->progress)
		s->hooks->progress(s->hooks->arg, progress);
}

/* What was begun is told, marked as interrupted; what was not begun stays pending. */
static void tell_interrupted(struct sweep *s, size_t n_told)
{
	int ret = 0;

	s->run->interrupted = true;
	for (size_t i = n_told; !ret && i < s->run->n_points; i++) {
		struct point_record *p = &s->run->points[i];

		if (p->status == POINT_PENDING && p->n_samples > 0)
			p->status = POINT_INTERRUPTED;
		if (p->status != POINT_PENDING)
			ret = s->hooks->point(s->hooks->arg, p);
	}
}

int sweep_run(const struct run_config *config, const struct topology *topology,
	struct run_record *run, const struct sweep_hooks *hooks,
	const volatile sig_atomic_t *interrupted, struct err *err)
{
	struct sweep s = { .config = config, .run = run, .hooks = hooks };
	const struct passes passes = { run->n_points, config->n_invocations, config->linear,
		config->seed, interrupted, &s, visit_point, finished, tell, progress };
	size_t n_told = 0;
	int ret = arena_init(&s.arena, config, topology, interrupted, err);

	run->from_addr = (uintptr_t)s.arena.from.base;
	run->to_addr = (uintptr_t)s.arena.to.base;
	if (!ret && hooks->begin(hooks->arg))
		ret = -ECANCELED;
	if (!ret)
		ret = passes_run(&passes, &n_told, err);
	if (ret == -EINTR)
		tell_interrupted(&s, n_told);
	arena_release(&s.arena);
	return ret;
}
