/* SPDX-License-Identifier: MIT */
#include "bench/copybench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/plan.h"

uint64_t copy_plan_count(const struct copy_config *c)
{
	const size_t factors[] = { c->n_copies, c->n_states, c->sizes.n, c->src_offsets.n,
		c->dst_offsets.n, c->distances.n };

	return plan_product(factors, sizeof(factors) / sizeof(factors[0]));
}

static void skip(struct copy_point *p, const char *reason)
{
	p->status = POINT_SKIPPED;
	snprintf(p->reason, sizeof(p->reason), "%s", reason);
}

static void check(const struct copy_config *config, const struct copy_ops *copy,
	const struct cache_state *state, struct copy_point *p)
{
	const char *reason = copy_unsupported(copy);
	char text[128];

	if (!reason && !copy->copy)
		reason = "it copies nothing in user space";
	if (!reason && (copy->flags & COPY_EMPTY) && !p->is_harness)
		reason = "it copies nothing; what it costs is measured first in any case";
	if (!reason)
		reason = state_unsupported(state, config->cpu_b);
	if (!reason)
		reason = copy_unfit(copy, p->size_bytes, p->src_offset_bytes,
			p->distance_bytes + p->dst_offset_bytes, text, sizeof(text));
	if (reason)
		skip(p, reason);
}

static void fill(const struct copy_config *config, const struct copy_ops *copy,
	const struct cache_state *state, struct copy_point *p)
{
	p->copy = copy->name;
	p->state = state->name;
	if (__builtin_mul_overflow(config->sampling.n_samples, config->sampling.n_invocations,
		    &p->n_samples_asked))
		p->n_samples_asked = SIZE_MAX;
	check(config, copy, state, p);
}

/* The i-th point: its coordinates are the digits of i, the distance's last. */
static void make_point(const struct copy_config *c, size_t i, struct copy_point *p)
{
	size_t distance = i % c->distances.n;
	size_t dst = (i /= c->distances.n) % c->dst_offsets.n;
	size_t src = (i /= c->dst_offsets.n) % c->src_offsets.n;
	size_t size = (i /= c->src_offsets.n) % c->sizes.n;
	size_t state = (i /= c->sizes.n) % c->n_states;
	size_t copy = i / c->n_states;

	*p = (struct copy_point) {
		.size_bytes = c->sizes.values[size],
		.src_offset_bytes = c->src_offsets.values[src],
		.dst_offset_bytes = c->dst_offsets.values[dst],
		.distance_bytes = c->distances.values[distance],
	};
	p->copy_at = copy;
	fill(c, c->copies[copy], c->states[state], p);
	if (c->broken && c->broken[copy]) {
		p->status = POINT_FAILED;
		snprintf(p->reason, sizeof(p->reason), "%.255s", c->broken[copy]);
	}
}

static void make_harness(const struct copy_config *c, size_t state, struct copy_point *p)
{
	*p = (struct copy_point) {
		.size_bytes = c->sizes.values[0],
		.src_offset_bytes = c->src_offsets.values[0],
		.dst_offset_bytes = c->dst_offsets.values[0],
		.distance_bytes = c->distances.values[0],
		.is_harness = true,
	};
	fill(c, copy_find("empty"), c->states[state], p);
}

int copy_plan_build(const struct copy_config *config, struct copy_run *run, struct err *err)
{
	uint64_t n = copy_plan_count(config);

	run->points = NULL;
	run->n_points = 0;
	if (n > PLAN_MAX)
		return err_set(err, ERANGE, "the sweep has %llu points: expected at most %d",
			(unsigned long long)n, PLAN_MAX);
	run->points = calloc(config->n_states + n, sizeof(*run->points));
	if (!run->points)
		return err_set(err, ENOMEM, "out of memory");
	for (size_t i = 0; i < config->n_states; i++)
		make_harness(config, i, &run->points[run->n_points++]);
	for (size_t i = 0; i < n; i++)
		make_point(config, i, &run->points[run->n_points++]);
	return 0;
}

static void release_point(struct copy_point *p)
{
	free(p->samples);
	free(p->warmup);
	free(p->invocations);
}

void copy_plan_release(struct copy_run *run)
{
	for (size_t i = 0; i < run->n_points; i++)
		release_point(&run->points[i]);
	free(run->points);
	run->points = NULL;
	run->n_points = 0;
}
