/* SPDX-License-Identifier: MIT */
#include "tests/unit/sweeps.h"

#include <stdio.h>
#include <unistd.h>

/* When a sweep has enough of a point, and what it keeps of each invocation. */

static void precise_points_end_early(void **state)
{
	struct trial *t = new_trial("unix", 2);

	(void)state;
	t->config.sampling.n_samples = 6;
	t->config.sampling.max_invocations = 4;
	t->config.sampling.precision_percent = 1e9;
	run_trial(t);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(t->run.points[i].status, POINT_DONE);
		assert_int_equal(t->run.points[i].ended, POINT_PRECISE);
		assert_int_equal(t->run.points[i].n_samples, 6);
	}
	assert_int_equal(t->n_invocations, 2);
	release_trial(t);
}

static void others_go_on_to_the_most(void **state)
{
	struct trial *t = new_trial("unix", 2);

	(void)state;
	t->config.sampling.n_samples = 6;
	t->config.sampling.max_invocations = 4;
	t->config.sampling.precision_percent = 1e-12;
	run_trial(t);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(t->run.points[i].ended, POINT_AT_MOST);
		assert_int_equal(t->run.points[i].n_samples, 24);
	}
	assert_int_equal(t->n_invocations, 8);
	release_trial(t);
}

/* Time for one point at least, and never for a million. */
static void time_ends_the_run(void **state)
{
	struct trial *t = new_trial("unix", 3);
	size_t n_done = 0;

	(void)state;
	t->config.sampling.n_invocations = 1000000;
	t->config.sampling.time_ns = 300000000;
	run_trial(t);
	assert_int_equal(t->ret, 0);
	assert_int_equal(t->n_told, 3);
	for (size_t i = 0; i < 3; i++) {
		const struct point_record *p = &t->run.points[i];

		assert_int_equal(p->ended, POINT_OUT_OF_TIME);
		assert_true(p->n_samples < p->n_samples_asked);
		CHECK(p->status == (p->n_samples ? POINT_DONE : POINT_SKIPPED), "point %zu: %d", i,
			p->status);
		n_done += p->status == POINT_DONE;
	}
	assert_true(n_done > 0);
	release_trial(t);
}

static void no_time_at_all(void **state)
{
	struct trial *t = new_trial("unix", 2);

	(void)state;
	t->config.sampling.time_ns = 1;
	run_trial(t);
	assert_int_equal(t->ret, 0);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(t->run.points[i].status, POINT_SKIPPED);
		assert_string_equal(t->run.points[i].reason,
			"the time of the run (--time) was spent before its turn");
	}
	release_trial(t);
}

/* The samples of each are where it says, those of the warm-up apart. */
static void invocations_are_kept(void **state)
{
	struct trial *t = new_trial("unix", 1);
	const struct point_record *p = t->run.points;

	(void)state;
	t->config.sampling.n_invocations = 3;
	t->config.sampling.n_warmup = 4;
	run_trial(t);
	p = t->run.points;
	assert_int_equal(p->n_invocations, 3);
	assert_int_equal(p->n_warmup, 12);
	for (size_t i = 0; i < 3; i++) {
		const struct invocation_record *inv = &p->invocations[i];

		assert_int_equal(inv->first_warmup, 4 * i);
		assert_int_equal(inv->n_warmup, 4);
		assert_int_equal(inv->first_sample, 2 * i);
		assert_int_equal(inv->n_samples, 2);
		assert_true(inv->steady && inv->begin_ms > 0);
	}
	for (size_t i = 0; i < p->n_warmup; i++)
		assert_true(p->warmup[i].flags & SAMPLE_WARMUP && p->warmup[i].elapsed_ns > 0);
	for (size_t i = 0; i < p->n_samples; i++)
		assert_false(p->samples[i].flags & SAMPLE_WARMUP);
	release_trial(t);
}

static void warm_until_steady(void **state)
{
	struct trial *t = new_trial("unix", 1);
	uint64_t total_ns = 0;
	const struct point_record *p;

	(void)state;
	t->config.sampling.n_warmup = WARMUP_STEADY;
	run_trial(t);
	p = t->run.points;
	assert_true(p->n_warmup >= 10);
	for (size_t i = 0; i < p->n_warmup; i++)
		total_ns += p->warmup[i].elapsed_ns;
	/* The limit is looked at after each sample, and what is between samples counts too. */
	CHECK(total_ns < WARMUP_MAX_NS + p->warmup[p->n_warmup - 1].elapsed_ns, "%llu ns",
		(unsigned long long)total_ns);
	assert_int_equal(p->n_samples, 2);
	release_trial(t);
}

static void invocation_hook_cancels(void **state)
{
	struct trial *t = new_trial("unix", 2);

	(void)state;
	t->config.sampling.n_invocations = 3;
	t->cancel_at_invocation = 2;
	run_trial(t);
	assert_int_equal(t->ret, -ECANCELED);
	assert_int_equal(t->n_invocations, 2);
	release_trial(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(precise_points_end_early),
		cmocka_unit_test(others_go_on_to_the_most),
		cmocka_unit_test(time_ends_the_run),
		cmocka_unit_test(no_time_at_all),
		cmocka_unit_test(invocations_are_kept),
		cmocka_unit_test(warm_until_steady),
		cmocka_unit_test(invocation_hook_cancels),
	};

	return cmocka_run_group_tests(tests, open_topology, close_topology);
}
