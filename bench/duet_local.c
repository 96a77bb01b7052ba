/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>

#include "bench/duet.h"
#include "bench/invocation.h"

struct local {
	struct duet_side side;    /* first */
	struct run_config config; /* its own, for what is injected */
	const struct run_record *run;
	struct arena arena;
	struct invocation *inv; /* NULL: no ends */
	bool failed;
};

static int local_open(struct duet_side *side, size_t point, uint64_t inject_bytes, struct err *err)
{
	struct local *l = (struct local *)side;

	l->config.inject_bytes = inject_bytes;
	l->inv = invocation_open(&l->arena, &l->run->points[point], err);
	l->failed = !l->inv;
	return l->inv ? 0 : -err->code;
}

static int local_sample(struct duet_side *side, uint64_t n, struct sample *sample, struct err *err)
{
	struct local *l = (struct local *)side;
	int ret = invocation_sample(l->inv, n, sample, err);

	l->failed = ret != 0;
	return ret;
}

static int local_close(struct duet_side *side, struct err *err)
{
	struct local *l = (struct local *)side;
	struct flow_record unused = { 0 };
	int ret = 0;

	if (l->inv && !l->failed)
		ret = invocation_finish(l->inv, &unused, err);
	invocation_close(l->inv);
	l->inv = NULL;
	return ret;
}

static void local_free(struct duet_side *side)
{
	struct local *l = (struct local *)side;

	if (!l)
		return;
	invocation_close(l->inv);
	arena_release(&l->arena);
	free(l);
}

static const struct duet_side_ops local_ops = {
	.open = local_open,
	.sample = local_sample,
	.close = local_close,
	.free = local_free,
};

struct duet_side *duet_side_local(const struct run_config *config, const struct topology *topology,
	const struct run_record *run, const volatile sig_atomic_t *interrupted, struct err *err)
{
	struct local *l = calloc(1, sizeof(*l));

	if (!l) {
		err_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	l->side.ops = &local_ops;
	l->config = *config;
	l->run = run;
	if (arena_init(&l->arena, &l->config, topology, interrupted, err)) {
		local_free(&l->side);
		return NULL;
	}
	return &l->side;
}
