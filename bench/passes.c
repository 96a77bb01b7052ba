/* SPDX-License-Identifier: MIT */
#include "bench/passes.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"

struct walk {
	const struct passes *p;
	size_t *n_told;
	uint64_t begin_ns;
	uint64_t n_done; /* visits */
	uint64_t n_todo; /* visits in all, of points that are not finished before their last */
};

static void tell_progress(struct walk *w, uint64_t pass, size_t place)
{
	const struct passes *p = w->p;
	struct passes_progress progress = {
		.pass = pass,
		.n_passes = p->n_passes,
		.point = place,
		.n_points = p->n_points,
		.done = w->n_todo ? (double)w->n_done / (double)w->n_todo : 0,
		.elapsed_ns = clock_ns() - w->begin_ns,
	};

	if (p->progress)
		p->progress(p->arg, &progress);
}

static int tell_points(struct walk *w)
{
	const struct passes *p = w->p;
	int ret = 0;

	while (!ret && *w->n_told < p->n_points && p->finished(p->arg, *w->n_told))
		ret = p->tell(p->arg, (*w->n_told)++);
	return ret ? -ECANCELED : 0;
}

static int step(struct walk *w, size_t point, uint64_t pass, size_t place)
{
	const struct passes *p = w->p;
	int ret = 0;

	tell_progress(w, pass, place);
	if (*p->interrupted)
		return -EINTR;
	if (!p->finished(p->arg, point)) {
		ret = p->visit(p->arg, point);
		w->n_done++;
		if (p->finished(p->arg, point))
			w->n_todo -= p->n_passes - pass;
	}
	return ret ? ret : tell_points(w);
}

static int run_linear(struct walk *w)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < w->p->n_points; i++) {
		for (uint64_t pass = 0; !ret && pass < w->p->n_passes; pass++)
			ret = step(w, i, pass + 1, i + 1);
	}
	return ret;
}

static int run_random(struct walk *w, struct err *err)
{
	struct random random = { w->p->seed };
	size_t n = w->p->n_points;
	size_t *order = calloc(n, sizeof(*order));
	int ret = order ? 0 : err_set(err, ENOMEM, "out of memory");

	for (uint64_t pass = 0; !ret && pass < w->p->n_passes; pass++) {
		random_permutation(&random, order, n);
		for (size_t i = 0; !ret && i < n; i++)
			ret = step(w, order[i], pass + 1, i + 1);
	}
	free(order);
	return ret;
}

int passes_run(const struct passes *passes, size_t *n_told, struct err *err)
{
	struct walk w = { .p = passes, .n_told = n_told, .begin_ns = clock_ns() };

	*n_told = 0;
	for (size_t i = 0; i < passes->n_points; i++)
		w.n_todo += passes->finished(passes->arg, i) ? 0 : passes->n_passes;
	return passes->linear ? run_linear(&w) : run_random(&w, err);
}
