/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_DUETS_H
#define NETIO_TESTS_UNIT_DUETS_H

/* Two sides that measure nothing: what they are asked is written down, and what a sample costs is known. */

#include "tests/unit/unit.h"

#include <errno.h>
#include <stdlib.h>

#include "bench/duet.h"

#define LOG_MAX    65536
#define POINTS_MAX 4

struct fake {
	struct duet_side side; /* first */
	char letter;
	char *log; /* of both: A B a sample, ( ) open, [ ] close; b's in small letters */
	double message_ns;
	double byte_ns;  /* of what is injected */
	double first_ns; /* of the first byte that is */
	uint64_t inject_bytes;
	uint64_t last_n;
	unsigned n_samples;
	unsigned fail_at; /* the n-th sample fails; 0: none */
	int close_returns;
	bool is_open;
};

struct trial {
	struct fake a, b;
	char log[LOG_MAX];
	struct point_record points_a[POINTS_MAX], points_b[POINTS_MAX];
	struct run_record run_a, run_b;
	struct duet_record record;
	struct duet_config config;
	struct duet_hooks hooks;
	volatile sig_atomic_t interrupted;
	struct err err;
	unsigned n_precise; /* times asked */
	unsigned precise_at;
	unsigned interrupt_at_block;
	unsigned n_blocks;
};

static inline void note(struct fake *f, char what)
{
	size_t n = strlen(f->log);

	if (n + 1 < LOG_MAX)
		f->log[n] = what;
}

static inline int fake_open(
	struct duet_side *side, size_t point, uint64_t inject_bytes, struct err *err)
{
	struct fake *f = (struct fake *)side;

	(void)point;
	(void)err;
	assert_false(f->is_open);
	f->is_open = true;
	f->inject_bytes = inject_bytes;
	note(f, f->letter == 'A' ? '(' : '{');
	return 0;
}

static inline int fake_sample(
	struct duet_side *side, uint64_t n, struct sample *sample, struct err *err)
{
	struct fake *f = (struct fake *)side;
	double ns = f->message_ns + f->byte_ns * (double)f->inject_bytes +
		    (f->inject_bytes ? f->first_ns : 0);

	assert_true(f->is_open);
	note(f, f->letter);
	f->last_n = n;
	if (++f->n_samples == f->fail_at)
		return err_set(err, EIO, "it broke");
	*sample = (struct sample) { .bytes = n * 100,
		.elapsed_ns = (uint64_t)(ns * (double)n) + 1,
		.send.cpu_ns = (uint64_t)(ns * (double)n / 2) + 1,
		.recv.cpu_ns = (uint64_t)(ns * (double)n / 2) + 1 };
	return 0;
}

static inline int fake_close(struct duet_side *side, struct err *err)
{
	struct fake *f = (struct fake *)side;

	if (f->is_open)
		note(f, f->letter == 'A' ? ')' : '}');
	f->is_open = false;
	return f->close_returns ? err_set(err, -f->close_returns, "wrong data") : 0;
}

static const struct duet_side_ops fake_ops = {
	.open = fake_open,
	.sample = fake_sample,
	.close = fake_close,
};

static inline bool on_precise(void *arg)
{
	struct trial *t = arg;

	return ++t->n_precise == t->precise_at;
}

static inline int on_block(void *arg, const struct duet_point *point)
{
	struct trial *t = arg;

	assert_true(point->n_blocks > 0);
	if (++t->n_blocks == t->interrupt_at_block)
		t->interrupted = 1;
	return 0;
}

static inline struct trial *new_trial(size_t n_points)
{
	struct trial *t = calloc(1, sizeof(*t));

	assert_non_null(t);
	t->a = (struct fake) { { &fake_ops }, 'A', t->log, .message_ns = 1000, .byte_ns = 1 };
	t->b = (struct fake) { { &fake_ops }, 'B', t->log, .message_ns = 1000, .byte_ns = 1 };
	for (size_t i = 0; i < n_points; i++)
		t->points_a[i] = t->points_b[i] = (struct point_record) { .transport = "unix",
			.copy = "none",
			.placement = "same",
			.size_bytes = 100,
			.cpu_send = 1,
			.cpu_recv = 1,
			.send_offset_bytes = i };
	t->run_a = (struct run_record) { .points = t->points_a, .n_points = n_points };
	t->run_b = (struct run_record) { .points = t->points_b, .n_points = n_points };
	t->config = (struct duet_config) { &t->a.side, &t->b.side,
		{ .n_samples = 4,
			.n_invocations = 3,
			.max_invocations = 3,
			.n_warmup = 1,
			.batch_ns = 1000000 },
		1, &t->interrupted, 0 };
	t->hooks = (struct duet_hooks) { t, NULL, on_block, on_precise };
	return t;
}

static inline int run_trial(struct trial *t)
{
	assert_int_equal(duet_points(&t->run_a, &t->run_b, &t->record, &t->err), 0);
	return duet_run(&t->config, &t->record, &t->hooks, &t->err);
}

static inline void free_trial(struct trial *t)
{
	assert_false(t->a.is_open || t->b.is_open);
	duet_release(&t->record);
	free(t);
}

#endif
