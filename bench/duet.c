/* SPDX-License-Identifier: MIT */
#include "bench/duet_block.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"

/* A and B by turns: A B, B A, B A, A B. */
static bool a_comes_first(uint64_t pair)
{
	return pair % 4 == 0 || pair % 4 == 3;
}

/* One side of a block while it warms up. Its time is that of its own samples: the other's come between. */
struct warming {
	struct duet_side *side;
	struct warmup warmup;
	uint64_t own_ns;
	enum warmup_state state;
};

static int warm_one(struct duet *d, struct warming *w, uint64_t n, struct err *err)
{
	struct sample s;
	int ret = w->side->ops->sample(w->side, n, &s, err);

	if (ret)
		return ret;
	w->own_ns += s.elapsed_ns;
	w->state = warmup_next(&d->config->sampling, &w->warmup, (double)s.elapsed_ns, w->own_ns);
	return 0;
}

int duet_warm_up(struct duet *d, const struct duet_point *p, struct err *err)
{
	struct warming a = { .side = d->config->a };
	struct warming b = { .side = d->config->b };
	bool wanted = warmup_wanted(&d->config->sampling);
	int ret = 0;

	while (!ret && wanted && (a.state == WARMUP_GOES_ON || b.state == WARMUP_GOES_ON)) {
		ret = warm_one(d, &a, p->n_messages, err);
		if (!ret)
			ret = warm_one(d, &b, p->n_messages, err);
	}
	return ret;
}

int duet_take_pair(struct duet *d, const struct duet_point *p, uint64_t i, struct duet_pair *pair,
	struct err *err)
{
	struct duet_side *a = d->config->a;
	struct duet_side *b = d->config->b;
	bool share = p->a->cpu_send >= 0 && p->a->cpu_send == p->a->cpu_recv;
	int ret = 0;

	if (a_comes_first(i))
		ret = a->ops->sample(a, p->n_messages, &pair->a, err);
	if (!ret)
		ret = b->ops->sample(b, p->n_messages, &pair->b, err);
	if (!ret && !a_comes_first(i))
		ret = a->ops->sample(a, p->n_messages, &pair->a, err);
	if (ret)
		return ret;
	pair->a.flags = sampling_flags(&pair->a, share);
	pair->b.flags = sampling_flags(&pair->b, share);
	return 0;
}

static int take_pairs(struct duet *d, struct duet_point *p, struct err *err)
{
	struct duet_block block = {
		.pass = p->n_blocks + 1,
		.begin_ms = sampling_wall_clock_ms(),
		.first_pair = p->n_pairs,
		.n_pairs = d->config->sampling.n_samples,
	};
	struct duet_pair pair;
	int ret = 0;

	for (uint64_t i = 0; !ret && i < block.n_pairs; i++) {
		ret = duet_take_pair(d, p, i + 2 * p->n_blocks, &pair, err);
		if (!ret && sampling_append((void **)&p->pairs, &p->n_pairs, &pair, sizeof(pair)))
			ret = err_set(err, ENOMEM, "out of memory");
	}
	/* A block that broke off is no block: its pairs go with it. */
	if (ret)
		p->n_pairs = block.first_pair;
	else if (sampling_append((void **)&p->blocks, &p->n_blocks, &block, sizeof(block)))
		ret = err_set(err, ENOMEM, "out of memory");
	return ret;
}

int duet_open_both(struct duet *d, size_t point, uint64_t inject_bytes, struct err *err)
{
	struct duet_side *a = d->config->a;
	struct duet_side *b = d->config->b;
	bool a_first = d->record->points[point].n_blocks % 2 == 0;
	int ret = 0;

	if (a_first)
		ret = a->ops->open(a, point, 0, err);
	if (!ret)
		ret = b->ops->open(b, point, inject_bytes, err);
	if (!ret && !a_first)
		ret = a->ops->open(a, point, 0, err);
	return ret;
}

int duet_close_both(struct duet *d, int ret, struct err *err)
{
	struct err second = { 0 };
	int a = d->config->a->ops->close(d->config->a, ret ? &second : err);
	int b = d->config->b->ops->close(d->config->b, ret || a ? &second : err);

	return ret ? ret : a ? a : b;
}

static int run_block(struct duet *d, size_t point, struct err *err)
{
	struct duet_point *p = &d->record->points[point];
	int ret = duet_open_both(d, point, p->inject_bytes, err);

	if (!ret)
		ret = duet_warm_up(d, p, err);
	if (!ret)
		ret = take_pairs(d, p, err);
	return duet_close_both(d, ret, err);
}

static void end_point(struct duet_point *p, enum point_ended ended)
{
	p->ended = ended;
	p->status = p->n_blocks ? POINT_DONE : POINT_SKIPPED;
	if (!p->n_blocks)
		snprintf(p->reason, sizeof(p->reason),
			"the time (--time) was spent before its turn");
}

static void end_all(struct duet *d, enum point_ended ended)
{
	for (size_t i = 0; i < d->record->n_points; i++) {
		if (d->record->points[i].status == POINT_PENDING)
			end_point(&d->record->points[i], ended);
	}
}

static size_t n_pending(const struct duet *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->record->n_points; i++)
		n += d->record->points[i].status == POINT_PENDING;
	return n;
}

/* After a pass: whether it was the last. */
static void look(struct duet *d)
{
	const struct sampling *s = &d->config->sampling;

	d->pass++;
	if (d->pass >= s->n_invocations && d->hooks->precise && d->hooks->precise(d->hooks->arg))
		end_all(d, POINT_PRECISE);
	else if (d->pass >= sampling_most(s))
		end_all(d, POINT_AT_MOST);
}

static void judge(struct duet_point *p, int ret, const struct err *err)
{
	p->status = ret == -EBADMSG ? POINT_CORRUPT : POINT_FAILED;
	snprintf(p->reason, sizeof(p->reason), "%.255s", err->text);
}

/* What is found once a point, before the time of the gate begins. */
static int prepare(struct duet *d)
{
	int ret = 0;

	for (size_t i = 0; i < d->record->n_points && ret != -EINTR; i++) {
		struct err err = { 0 };

		if (d->record->points[i].status != POINT_PENDING)
			continue;
		ret = duet_calibrate(d, i, &err);
		if (ret && ret != -EINTR)
			judge(&d->record->points[i], ret, &err);
	}
	return ret == -EINTR ? ret : 0;
}

static int visit(void *arg, size_t point)
{
	struct duet *d = arg;
	struct duet_point *p = &d->record->points[point];
	struct err err = { 0 };
	int ret;

	if (d->deadline_ns && clock_ns() >= d->deadline_ns) {
		end_all(d, POINT_OUT_OF_TIME);
		return 0;
	}
	if (d->n_visits == 0)
		d->n_visits = n_pending(d);
	ret = run_block(d, point, &err);
	if (ret == -EINTR)
		return ret;
	if (ret)
		judge(p, ret, &err);
	else if (d->hooks->block && d->hooks->block(d->hooks->arg, p))
		return -ECANCELED;
	if (--d->n_visits == 0)
		look(d);
	return 0;
}

static bool finished(void *arg, size_t point)
{
	const struct duet *d = arg;

	return d->record->points[point].status != POINT_PENDING;
}

static int tell(void *arg, size_t point)
{
	(void)arg;
	(void)point;
	return 0;
}

static void progress(void *arg, const struct passes_progress *progress)
{
	const struct duet *d = arg;

	if (d->hooks->progress)
		d->hooks->progress(d->hooks->arg, progress);
}

static void interrupt(struct duet *d)
{
	d->record->interrupted = true;
	for (size_t i = 0; i < d->record->n_points; i++) {
		struct duet_point *p = &d->record->points[i];

		if (p->status == POINT_PENDING && p->n_blocks)
			p->status = POINT_INTERRUPTED;
	}
}

int duet_run(const struct duet_config *config, struct duet_record *record,
	const struct duet_hooks *hooks, struct err *err)
{
	struct duet d = {
		.config = config,
		.record = record,
		.hooks = hooks,
	};
	const struct passes passes = { record->n_points, sampling_most(&config->sampling), false,
		config->seed, config->interrupted, &d, visit, finished, tell, progress };
	size_t n_told;
	int ret;

	record->inject_percent = config->inject_percent;
	ret = prepare(&d);
	d.deadline_ns = sampling_deadline_ns(&config->sampling, clock_ns());
	if (!ret)
		ret = passes_run(&passes, &n_told, err);
	if (ret == -EINTR)
		interrupt(&d);
	return ret;
}
