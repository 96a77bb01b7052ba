/* SPDX-License-Identifier: MIT */
#include "tests/unit/duets.h"

#include <math.h>

/* The order of a duet, when it ends, and what becomes of what fails. */

/* The log behind the calibration, which is A's alone. */
static const char *blocks_of(const struct trial *t)
{
	const char *end = strchr(t->log, ')');

	assert_non_null(end);
	return end + 1;
}

/* A warm-up sample of each, then A B, B A, B A, A B; the other's ends are opened first in the second block. */
static void samples_alternate(void **state)
{
	struct trial *t = new_trial(1);

	(void)state;
	assert_int_equal(run_trial(t), 0);
	assert_string_equal(blocks_of(t), "({ABABBABAAB)}{(ABBAABABBA)}({ABABBABAAB)}");
	assert_int_equal(t->record.points[0].status, POINT_DONE);
	assert_int_equal(t->record.points[0].ended, POINT_AT_MOST);
	assert_int_equal(t->record.points[0].n_blocks, 3);
	assert_int_equal(t->record.points[0].n_pairs, 12);
	free_trial(t);
}

/* Chosen so that A's sample lasts the batch time, and the same for B, however slow that is. */
static void both_move_as_many(void **state)
{
	struct trial *t = new_trial(1);

	(void)state;
	t->b.message_ns = 3000;
	assert_int_equal(run_trial(t), 0);
	assert_int_equal(t->a.last_n, t->record.points[0].n_messages);
	assert_int_equal(t->b.last_n, t->record.points[0].n_messages);
	assert_in_range(t->a.last_n, 900, 1100); /* 1 us a message, 1 ms a batch */
	for (size_t i = 0; i < 12; i++)
		assert_true(t->record.points[0].pairs[i].b.elapsed_ns >
			    2 * t->record.points[0].pairs[i].a.elapsed_ns);
	free_trial(t);
}

static void a_count_is_not_calibrated(void **state)
{
	struct trial *t = new_trial(1);

	(void)state;
	t->points_a[0].n_messages = 77;
	assert_int_equal(run_trial(t), 0);
	assert_int_equal(t->b.last_n, 77);
	assert_int_equal(strncmp(t->log, "({", 2), 0);
	free_trial(t);
}

static void every_pass_has_every_point(void **state)
{
	struct trial *t = new_trial(3);

	(void)state;
	assert_int_equal(run_trial(t), 0);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(t->record.points[i].n_blocks, 3);
		for (size_t k = 0; k < 3; k++)
			assert_int_equal(t->record.points[i].blocks[k].pass, k + 1);
	}
	free_trial(t);
}

/* Precision is asked for after whole passes, from the least number of blocks on. */
static void it_ends_when_precise(void **state)
{
	struct trial *t = new_trial(2);

	(void)state;
	t->config.sampling.max_invocations = 10;
	t->precise_at = 3;
	assert_int_equal(run_trial(t), 0);
	assert_int_equal(t->n_precise, 3);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(t->record.points[i].ended, POINT_PRECISE);
		assert_int_equal(t->record.points[i].n_blocks, 5);
	}
	free_trial(t);
}

static void it_ends_when_the_time_is_spent(void **state)
{
	struct trial *t = new_trial(2);

	(void)state;
	t->config.sampling.time_ns = 1;
	assert_int_equal(run_trial(t), 0);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(t->record.points[i].status, POINT_SKIPPED);
		assert_int_equal(t->record.points[i].ended, POINT_OUT_OF_TIME);
		assert_non_null(strstr(t->record.points[i].reason, "--time"));
	}
	free_trial(t);
}

/* The point is lost and says why; the block that broke off is no block; the others go on. */
static void a_failing_point_does_not_end_it(void **state)
{
	struct trial *t = new_trial(2);
	size_t n_failed = 0;

	(void)state;
	t->points_a[0].n_messages = t->points_a[1].n_messages = 5;
	t->b.fail_at = 8;
	assert_int_equal(run_trial(t), 0);
	for (size_t i = 0; i < 2; i++) {
		const struct duet_point *p = &t->record.points[i];

		if (p->status == POINT_FAILED) {
			n_failed++;
			assert_string_equal(p->reason, "it broke");
			assert_int_equal(p->n_pairs, 4 * p->n_blocks);
		} else {
			assert_int_equal(p->n_blocks, 3);
		}
	}
	assert_int_equal(n_failed, 1);
	free_trial(t);
}

static void wrong_data_are_told(void **state)
{
	struct trial *t = new_trial(1);

	(void)state;
	t->points_a[0].n_messages = 5;
	t->b.close_returns = -EBADMSG;
	assert_int_equal(run_trial(t), 0);
	assert_int_equal(t->record.points[0].status, POINT_CORRUPT);
	assert_string_equal(t->record.points[0].reason, "wrong data");
	free_trial(t);
}

static void an_interruption_keeps_what_is_finished(void **state)
{
	struct trial *t = new_trial(2);

	(void)state;
	t->interrupt_at_block = 2;
	assert_int_equal(run_trial(t), -EINTR);
	assert_true(t->record.interrupted);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(t->record.points[i].status, POINT_INTERRUPTED);
	free_trial(t);
}

/* Copying costs 1 ns a byte here, a message 1000 ns: 10 % are 100 bytes, and 5 % are 50; less what the first costs; to a tenth. */
static void expect_injection(double first_ns)
{
	for (int percent = 5; percent <= 200; percent *= 2) {
		struct trial *t = new_trial(1);
		double expected = 10.0 * percent - first_ns;

		t->b.first_ns = first_ns;
		t->config.inject_percent = percent;
		assert_int_equal(run_trial(t), 0);
		CHECK(fabs((double)t->record.points[0].inject_bytes - expected) <= 2 + percent,
			"%d %%: %llu bytes", percent,
			(unsigned long long)t->record.points[0].inject_bytes);
		assert_int_equal(t->a.inject_bytes, 0);
		assert_int_equal(t->b.inject_bytes, t->record.points[0].inject_bytes);
		free_trial(t);
	}
}

static void injection_is_calibrated(void **state)
{
	(void)state;
	expect_injection(0);
	expect_injection(30);
}

static void injection_that_costs_nothing_is_refused(void **state)
{
	struct trial *t = new_trial(1);

	(void)state;
	t->config.inject_percent = 10;
	t->b.byte_ns = 0;
	assert_int_equal(run_trial(t), 0);
	assert_int_equal(t->record.points[0].status, POINT_FAILED);
	assert_non_null(strstr(t->record.points[0].reason, "extra copying shows in no CPU time"));
	free_trial(t);
}

static void calibration_is_kept(void **state)
{
	struct trial *t = new_trial(1);
	struct duet_record again = { 0 };

	(void)state;
	t->config.inject_percent = 10;
	assert_int_equal(run_trial(t), 0);
	assert_int_equal(duet_points(&t->run_a, &t->run_b, &again, &t->err), 0);
	duet_keep_calibration(&again, &t->record);
	t->log[0] = '\0';
	memset(t->log, 0, sizeof(t->log));
	assert_int_equal(duet_run(&t->config, &again, &t->hooks, &t->err), 0);
	assert_int_equal(strncmp(t->log, "({ABABBABAAB)}", 14), 0);
	duet_release(&again);
	free_trial(t);
}

static void points_are_paired(void **state)
{
	struct trial *t = new_trial(2);

	(void)state;
	t->points_b[1].status = POINT_SKIPPED;
	snprintf(t->points_b[1].reason, sizeof(t->points_b[1].reason), "needs arm64");
	assert_int_equal(duet_points(&t->run_a, &t->run_b, &t->record, &t->err), 0);
	assert_int_equal(t->record.points[1].status, POINT_SKIPPED);
	assert_string_equal(t->record.points[1].reason, "B: needs arm64");
	assert_true(t->record.share_cpu);
	duet_release(&t->record);
	t->points_b[0].cpu_recv = 0;
	assert_int_equal(duet_points(&t->run_a, &t->run_b, &t->record, &t->err), 0);
	assert_false(t->record.share_cpu);
	duet_release(&t->record);
	t->points_b[0].size_bytes = 101;
	assert_int_equal(duet_points(&t->run_a, &t->run_b, &t->record, &t->err), -EINVAL);
	assert_non_null(strstr(t->err.text, "same sizes"));
	duet_release(&t->record);
	t->err = (struct err) { 0 };
	t->run_b.n_points = 1;
	assert_int_equal(duet_points(&t->run_a, &t->run_b, &t->record, &t->err), -EINVAL);
	assert_non_null(strstr(t->err.text, "2 points and B has 1"));
	free_trial(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_alternate),
		cmocka_unit_test(both_move_as_many),
		cmocka_unit_test(a_count_is_not_calibrated),
		cmocka_unit_test(every_pass_has_every_point),
		cmocka_unit_test(it_ends_when_precise),
		cmocka_unit_test(it_ends_when_the_time_is_spent),
		cmocka_unit_test(a_failing_point_does_not_end_it),
		cmocka_unit_test(wrong_data_are_told),
		cmocka_unit_test(an_interruption_keeps_what_is_finished),
		cmocka_unit_test(injection_is_calibrated),
		cmocka_unit_test(injection_that_costs_nothing_is_refused),
		cmocka_unit_test(calibration_is_kept),
		cmocka_unit_test(points_are_paired),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
