/* SPDX-License-Identifier: MIT */
#include "bench/sweep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "bench/calibrate.h"
#include "bench/invocation.h"

struct sweep {
	const struct run_config *config;
	struct run_record *run;
	const struct sweep_hooks *hooks;
	struct arena arena;
	uint64_t deadline_ns; /* CLOCK_MONOTONIC; 0: none */
};

static int trial(void *arg, uint64_t n, uint64_t *took_ns, struct err *err)
{
	struct sample s = { 0 };
	int ret = invocation_sample(arg, n, &s, err);

	*took_ns = s.elapsed_ns;
	return ret;
}

static int calibrate(struct invocation *inv, const struct run_config *config,
	struct point_record *p, struct err *err)
{
	const struct calibration c = { trial, inv, config->sampling.batch_ns, p->size_bytes };

	return calibrate_messages(&c, &p->n_messages, err);
}

/* One sample more, at the end of *samples. */
static int take(struct invocation *inv, struct point_record *p, uint32_t flags,
	struct sample **samples, size_t *n, struct err *err)
{
	struct sample s;
	int ret = invocation_sample(inv, p->n_messages, &s, err);

	if (ret)
		return ret;
	s.flags = flags | sampling_flags(&s, p->cpu_send >= 0 && p->cpu_send == p->cpu_recv);
	if (sampling_append((void **)samples, n, &s, sizeof(s)))
		return err_set(err, ENOMEM, "out of memory");
	return 0;
}

static int warm_up(struct invocation *inv, const struct run_config *config, struct point_record *p,
	bool *steady, struct err *err)
{
	struct warmup warmup = { .begin_ns = clock_ns() };
	enum warmup_state state = warmup_wanted(&config->sampling) ? WARMUP_GOES_ON : WARMUP_DONE;
	int ret = 0;

	while (!ret && state == WARMUP_GOES_ON) {
		ret = take(inv, p, SAMPLE_WARMUP, &p->warmup, &p->n_warmup, err);
		if (!ret)
			state = warmup_next(&config->sampling, &warmup,
				(double)p->warmup[p->n_warmup - 1].elapsed_ns, clock_ns());
	}
	*steady = !ret && state != WARMUP_AT_LIMIT;
	return ret;
}

static int run_samples(struct invocation *inv, const struct run_config *config,
	struct point_record *p, bool *steady, struct err *err)
{
	int ret = p->n_messages ? 0 : calibrate(inv, config, p, err);

	if (!ret)
		ret = warm_up(inv, config, p, steady, err);
	for (uint64_t i = 0; !ret && i < config->sampling.n_samples; i++)
		ret = take(inv, p, 0, &p->samples, &p->n_samples, err);
	return ret ? ret : invocation_finish(inv, &p->flow, err);
}

/* Whether the point has samples enough: its status is set where it has. */
static int end_point(const struct sweep *s, struct point_record *p)
{
	double *rates = calloc(p->n_samples + 1, sizeof(*rates));
	size_t n = 0;

	if (!rates)
		return -ENOMEM;
	for (size_t i = 0; i < p->n_samples; i++) {
		if (p->samples[i].elapsed_ns)
			rates[n++] = (double)p->samples[i].bytes / (double)p->samples[i].elapsed_ns;
	}
	p->ended = sampling_ended(
		&s->config->sampling, p->n_invocations, rates, n, s->deadline_ns, clock_ns());
	if (p->ended != POINT_NOT_ENDED)
		p->status = POINT_DONE;
	free(rates);
	return 0;
}

static void judge(const struct sweep *s, struct point_record *p, int ret, struct err *err)
{
	if (!ret && end_point(s, p))
		ret = err_set(err, ENOMEM, "out of memory");
	if (ret == -EBADMSG)
		p->status = POINT_CORRUPT;
	else if (ret)
		p->status = POINT_FAILED;
	if (ret)
		snprintf(p->reason, sizeof(p->reason), "%.255s", err->text);
}

/* What an invocation brought, also one that ended before its time. */
static int keep_invocation(
	struct sweep *s, struct point_record *p, const struct invocation_record *begun)
{
	struct invocation_record inv = *begun;

	inv.n_warmup = p->n_warmup - inv.first_warmup;
	inv.n_samples = p->n_samples - inv.first_sample;
	if (inv.n_warmup + inv.n_samples == 0)
		return 0;
	if (sampling_append((void **)&p->invocations, &p->n_invocations, &inv, sizeof(inv)))
		return -ENOMEM;
	if (!s->hooks->invocation)
		return 0;
	return s->hooks->invocation(s->hooks->arg, p, &p->invocations[p->n_invocations - 1])
		       ? -ECANCELED
		       : 0;
}

/* One invocation of one point. 0 also when the point failed; -EINTR when interrupted; -ECANCELED. */
static int visit(struct sweep *s, struct point_record *p)
{
	struct invocation_record record = {
		.first_warmup = p->n_warmup,
		.first_sample = p->n_samples,
		.begin_ms = sampling_wall_clock_ms(),
	};
	struct err err = { 0 };
	struct invocation *inv;
	int kept;
	int ret;

	inv = invocation_open(&s->arena, p, &err);
	ret = inv ? run_samples(inv, s->config, p, &record.steady, &err) : -err.code;
	invocation_close(inv);
	kept = keep_invocation(s, p, &record);
	if (ret == -EINTR || kept == -ECANCELED)
		return ret == -EINTR ? ret : kept;
	if (kept && !ret)
		ret = err_set(&err, ENOMEM, "out of memory");
	judge(s, p, ret, &err);
	return 0;
}

/* The time of the run was spent before this visit. */
static void leave(struct point_record *p)
{
	p->ended = POINT_OUT_OF_TIME;
	p->status = sampling_left(p->n_samples, p->reason, sizeof(p->reason));
}

static int visit_point(void *arg, size_t point)
{
	struct sweep *s = arg;
	struct point_record *p = &s->run->points[point];

	if (!s->deadline_ns || clock_ns() < s->deadline_ns)
		return visit(s, p);
	leave(p);
	return 0;
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
	struct sweep s = {
		.config = config,
		.run = run,
		.hooks = hooks,
		.deadline_ns = sampling_deadline_ns(&config->sampling, clock_ns()),
	};
	const struct passes passes = { run->n_points, sampling_most(&config->sampling),
		config->linear, config->seed, interrupted, &s, visit_point, finished, tell,
		progress };
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
