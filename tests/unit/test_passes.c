/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>

#include "bench/passes.h"

/* passes_run over points that only count. */

#define N_POINTS 17
#define N_PASSES 5
#define N_VISITS (N_POINTS * N_PASSES)

struct walk {
	struct passes passes;
	size_t visits[N_VISITS];
	double done[N_VISITS]; /* as told before each visit */
	size_t n_visits;
	unsigned count[N_POINTS];
	size_t told[N_POINTS];
	size_t told_after[N_POINTS]; /* visits */
	size_t n_told;
	size_t n_progress;
	struct passes_progress last;
	struct err err;

	/* What the hooks shall do at the n-th call; 0: nothing. */
	size_t fail_at_visit;
	size_t cancel_at_told;
	size_t interrupt_at_progress;
	size_t interrupt_at_visit;
	size_t finish_early; /* this point, 1-based, is finished by its first visit */
	bool is_finished[N_POINTS];
};

static volatile sig_atomic_t interrupted;

static int visit(void *arg, size_t point)
{
	struct walk *w = arg;

	CHECK(w->n_visits < N_VISITS && point < N_POINTS, "visit %zu of point %zu", w->n_visits,
		point);
	CHECK(!w->is_finished[point], "point %zu is finished", point);
	w->done[w->n_visits] = w->last.done;
	w->visits[w->n_visits++] = point;
	if (++w->count[point] == w->passes.n_passes || point + 1 == w->finish_early)
		w->is_finished[point] = true;
	if (w->n_visits == w->interrupt_at_visit)
		interrupted = 1;
	return w->n_visits == w->fail_at_visit ? -EIO : 0;
}

static bool finished(void *arg, size_t point)
{
	const struct walk *w = arg;

	return w->is_finished[point];
}

static int tell(void *arg, size_t point)
{
	struct walk *w = arg;

	CHECK(w->n_told < N_POINTS && w->is_finished[point], "point %zu told", point);
	w->told_after[w->n_told] = w->n_visits;
	w->told[w->n_told++] = point;
	return w->n_told == w->cancel_at_told ? -EPIPE : 0;
}

static void progress(void *arg, const struct passes_progress *p)
{
	struct walk *w = arg;

	CHECK(p->n_passes == N_PASSES && p->n_points == N_POINTS, "of %d", (int)p->n_points);
	CHECK(p->pass >= 1 && p->pass <= N_PASSES, "pass %d", (int)p->pass);
	CHECK(p->point >= 1 && p->point <= N_POINTS, "point %zu", p->point);
	CHECK(p->done >= w->last.done && p->done <= 1 && p->elapsed_ns >= w->last.elapsed_ns,
		"done %f", p->done);
	w->last = *p;
	if (++w->n_progress == w->interrupt_at_progress)
		interrupted = 1;
}

static struct walk *run(struct walk *w, bool linear, uint64_t seed, int expected)
{
	size_t n_told = 4711;

	interrupted = 0;
	w->passes = (struct passes) { N_POINTS, N_PASSES, linear, seed, &interrupted, w, visit,
		finished, tell, progress };
	assert_int_equal(passes_run(&w->passes, &n_told, &w->err), expected);
	assert_int_equal(n_told, w->n_told);
	for (size_t i = 0; i < w->n_told; i++)
		assert_int_equal(w->told[i], i);
	return w;
}

static void expect_all(const struct walk *w)
{
	assert_int_equal(w->n_visits, N_VISITS);
	assert_int_equal(w->n_told, N_POINTS);
	assert_int_equal(w->n_progress, N_VISITS);
	for (size_t i = 0; i < N_POINTS; i++)
		CHECK(w->count[i] == N_PASSES, "point %zu: %u visits", i, w->count[i]);
}

/* What needs no visit takes no time, before the first visit as after one that ended a point early. */
static void done_is_a_share_of_the_visits(void **state)
{
	struct walk w = { .finish_early = 11 };
	double n = 7 * N_PASSES;

	(void)state;
	for (size_t i = 0; i < 10; i++)
		w.is_finished[i] = true;
	run(&w, true, 1, 0);
	assert_int_equal(w.n_visits, 6 * N_PASSES + 1);
	assert_true(w.done[0] == 0);
	n -= N_PASSES - 1;
	for (size_t i = 1; i < w.n_visits; i++)
		CHECK(w.done[i] > ((double)i - 0.01) / n && w.done[i] < ((double)i + 0.01) / n,
			"visit %zu: done %f", i, w.done[i]);
}

static void linear_order(void **state)
{
	struct walk w = { 0 };

	(void)state;
	expect_all(run(&w, true, 1, 0));
	for (size_t i = 0; i < N_VISITS; i++)
		assert_int_equal(w.visits[i], i / N_PASSES);
	/* Told at once, not at the end. */
	for (size_t i = 0; i < N_POINTS; i++)
		assert_int_equal(w.told_after[i], (i + 1) * N_PASSES);
	assert_int_equal(w.last.pass, N_PASSES);
	assert_int_equal(w.last.point, N_POINTS);
}

/* Each pass has every point once. */
static void random_order(void **state)
{
	struct walk w = { 0 };
	bool is_fresh = false;

	(void)state;
	expect_all(run(&w, false, 1, 0));
	for (size_t pass = 0; pass < N_PASSES; pass++) {
		const size_t *order = w.visits + pass * N_POINTS;
		bool seen[N_POINTS] = { false };

		for (size_t i = 0; i < N_POINTS; i++) {
			CHECK(!seen[order[i]], "pass %zu: point %zu twice", pass, order[i]);
			seen[order[i]] = true;
		}
		is_fresh |= memcmp(order, w.visits, sizeof(order[0]) * N_POINTS) != 0;
	}
	assert_true(is_fresh);
	assert_true(w.told_after[0] > (N_PASSES - 1) * N_POINTS);
}

/* Each is told by the visit that finishes the last of those before it. */
static void told_as_soon_as_can_be(void **state)
{
	struct walk w = { 0 };
	size_t left[N_POINTS];
	size_t due = 0;

	(void)state;
	run(&w, false, 4711, 0);
	for (size_t i = 0; i < N_POINTS; i++)
		left[i] = N_PASSES;
	for (size_t i = 0; i < N_VISITS; i++) {
		left[w.visits[i]]--;
		for (; due < N_POINTS && left[due] == 0; due++)
			assert_int_equal(w.told_after[due], i + 1);
	}
	assert_int_equal(due, N_POINTS);
}

static void seeds(void **state)
{
	struct walk w[3] = { 0 };

	(void)state;
	run(&w[0], false, 42, 0);
	run(&w[1], false, 42, 0);
	run(&w[2], false, 43, 0);
	assert_memory_equal(w[0].visits, w[1].visits, sizeof(w[0].visits));
	assert_memory_not_equal(w[0].visits, w[2].visits, sizeof(w[0].visits));
}

static void finished_points_are_not_visited(void **state)
{
	(void)state;
	for (int linear = 0; linear < 2; linear++) {
		struct walk w = { .finish_early = 3 };

		w.is_finished[0] = w.is_finished[5] = w.is_finished[N_POINTS - 1] = true;
		run(&w, linear, 1, 0);
		assert_int_equal(w.n_told, N_POINTS);
		assert_true(w.told_after[0] <= 1); /* in random order another may come first */
		for (size_t i = 0; i < N_POINTS; i++) {
			bool was = i == 0 || i == 5 || i == N_POINTS - 1;

			assert_int_equal(w.count[i], was ? 0 : i == 2 ? 1 : N_PASSES);
		}
	}
}

static void all_finished_before(void **state)
{
	(void)state;
	for (int linear = 0; linear < 2; linear++) {
		struct walk w = { 0 };

		memset(w.is_finished, true, sizeof(w.is_finished));
		run(&w, linear, 1, 0);
		assert_int_equal(w.n_visits, 0);
		assert_int_equal(w.n_told, N_POINTS);
	}
}

static void cancelled(void **state)
{
	(void)state;
	for (int linear = 0; linear < 2; linear++) {
		struct walk w = { .cancel_at_told = 2 };

		run(&w, linear, 1, -ECANCELED);
		assert_int_equal(w.n_told, 2);
		assert_int_equal(w.n_visits, w.told_after[1]);
	}
}

static void visit_fails(void **state)
{
	(void)state;
	for (int linear = 0; linear < 2; linear++) {
		struct walk w = { .fail_at_visit = 8 };

		run(&w, linear, 1, -EIO);
		assert_int_equal(w.n_visits, 8);
		assert_int_equal(w.n_told, linear ? 1 : 0);
	}
}

static void interrupted_before_a_visit(void **state)
{
	(void)state;
	for (int linear = 0; linear < 2; linear++) {
		struct walk w = { .interrupt_at_progress = 8 };

		run(&w, linear, 1, -EINTR);
		assert_int_equal(w.n_visits, 7);
	}
}

/* What a visit finished is told although the next will not begin. */
static void interrupted_in_a_visit(void **state)
{
	struct walk w = { .interrupt_at_visit = N_PASSES };

	(void)state;
	run(&w, true, 1, -EINTR);
	assert_int_equal(w.n_visits, N_PASSES);
	assert_int_equal(w.n_told, 1);
}

static void nobody_looks(void **state)
{
	struct walk w = { 0 };
	size_t n_told;

	(void)state;
	interrupted = 0;
	w.passes = (struct passes) { N_POINTS, N_PASSES, false, 1, &interrupted, &w, visit,
		finished, tell, NULL };
	assert_int_equal(passes_run(&w.passes, &n_told, &w.err), 0);
	assert_int_equal(w.n_visits, N_VISITS);
	assert_int_equal(n_told, N_POINTS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linear_order),
		cmocka_unit_test(done_is_a_share_of_the_visits),
		cmocka_unit_test(random_order),
		cmocka_unit_test(told_as_soon_as_can_be),
		cmocka_unit_test(seeds),
		cmocka_unit_test(finished_points_are_not_visited),
		cmocka_unit_test(all_finished_before),
		cmocka_unit_test(cancelled),
		cmocka_unit_test(visit_fails),
		cmocka_unit_test(interrupted_before_a_visit),
		cmocka_unit_test(interrupted_in_a_visit),
		cmocka_unit_test(nobody_looks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
