/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>

#include "results/invocations.h"
#include "results/status.h"
#include "results/stored.h"

/* Samples of 1000 bytes: the i-th takes i + 1 us of wall time and twice that of CPU time. */
static struct point_record *add_point(struct run_record *run, size_t n)
{
	struct point_record *p = &run->points[run->n_points++];

	*p = (struct point_record) { .transport = "unix",
		.copy = "none",
		.placement = "l3",
		.cpu_send = 1,
		.cpu_recv = 2,
		.size_bytes = 100,
		.n_messages = 10,
		.status = POINT_DONE,
		.samples = calloc(n + 1, sizeof(*p->samples)),
		.n_samples = n,
		.invocations = calloc(4, sizeof(*p->invocations)) };
	for (size_t i = 0; i < n; i++)
		p->samples[i] = (struct sample) { .elapsed_ns = 1000 * (i + 1),
			.bytes = 1000,
			.send = { .cpu_ns = 500 * (i + 1) },
			.recv = { .cpu_ns = 1500 * (i + 1) } };
	return p;
}

static void add_invocation(struct point_record *p, size_t first, size_t n)
{
	p->invocations[p->n_invocations++] =
		(struct invocation_record) { .first_sample = first, .n_samples = n };
}

static struct stored *new_stored(void)
{
	struct stored *s = calloc(1, sizeof(*s));

	s->run = calloc(1, sizeof(*s->run));
	s->run->mode = "pair";
	s->run->points = calloc(16, sizeof(*s->run->points));
	return s;
}

static void free_stored(struct stored *s)
{
	stored_release(s);
	free(s);
}

static void metrics_are_the_medians_of_the_invocations(void **state)
{
	struct stored *s = new_stored();
	struct point_record *p = add_point(s->run, 7);

	(void)state;
	add_invocation(p, 0, 3);
	add_invocation(p, 3, 2);
	p->samples[6].elapsed_ns = 0; /* of an invocation that was not finished */
	assert_int_equal(stored_make_points(s), 0);
	assert_int_equal(s->n_points, 1);
	assert_int_equal(s->points[0].wall.n, 2);
	assert_true(s->points[0].wall.invocation[0] == 500);
	assert_true(s->points[0].wall.invocation[1] == (250 + 200) / 2.0);
	assert_int_equal(s->points[0].cpu.n, 2);
	assert_true(s->points[0].cpu.invocation[0] == 250);
	/* Of all samples that a clock saw: 1000, 500, 333.3, 250, 200, 166.7. */
	assert_true(fabs(s->points[0].mb_per_s - (1000 / 3.0 + 250) / 2) < 1e-9);
	assert_string_equal(s->points[0].key.placement, "l3");
	assert_string_equal(s->points[0].key.state, "");
	free_stored(s);
}

static void an_invocation_without_a_rate_is_left_out(void **state)
{
	struct stored *s = new_stored();
	struct point_record *p = add_point(s->run, 3);

	(void)state;
	add_invocation(p, 0, 1);
	add_invocation(p, 1, 1);
	add_invocation(p, 2, 1);
	p->samples[0].elapsed_ns = 0;
	p->samples[1].bytes = 0;
	p->samples[2].send.cpu_ns = p->samples[2].recv.cpu_ns = 0;
	assert_int_equal(stored_make_points(s), 0);
	assert_int_equal(s->points[0].wall.n, 1);
	assert_int_equal(s->points[0].cpu.n, 1);
	free_stored(s);
}

static void invocations_past_the_samples_are_left_out(void **state)
{
	struct stored *s = new_stored();
	struct point_record *p = add_point(s->run, 2);

	(void)state;
	add_invocation(p, 1, 2);
	add_invocation(p, SIZE_MAX, 2);
	add_invocation(p, 2, SIZE_MAX);
	add_invocation(p, 0, 2);
	assert_int_equal(stored_make_points(s), 0);
	assert_int_equal(s->points[0].wall.n, 1);
	free_stored(s);
}

static void points_without_a_meaning_have_no_metric(void **state)
{
	struct stored *s = new_stored();

	(void)state;
	for (int i = 0; i < 5; i++)
		add_invocation(add_point(s->run, 3), 0, 3);
	s->run->points[0].status = POINT_FAILED;
	s->run->points[1].status = POINT_CORRUPT;
	s->run->points[2].status = POINT_SKIPPED;
	s->run->points[3].moves_nothing = true;
	assert_int_equal(stored_make_points(s), 0);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(s->points[i].status, s->run->points[i].status);
		assert_int_equal(s->points[i].wall.n + s->points[i].cpu.n, 0);
		assert_true(isnan(s->points[i].mb_per_s) && isnan(s->points[i].mb_per_cpu_s));
	}
	assert_int_equal(s->points[4].wall.n, 1);
	assert_int_equal(s->points[4].key.occurrence, 4);
	free_stored(s);
}

static void lockstep_that_verifies_has_no_cpu_metric(void **state)
{
	struct stored *s = new_stored();

	(void)state;
	add_invocation(add_point(s->run, 3), 0, 3);
	s->run->mode = "lockstep";
	s->run->verified = true;
	assert_int_equal(stored_make_points(s), 0);
	assert_int_equal(s->points[0].wall.n, 1);
	assert_int_equal(s->points[0].cpu.n, 0);
	assert_true(isnan(s->points[0].mb_per_cpu_s));
	free_stored(s);
}

static void points_of_netio_copy(void **state)
{
	struct stored *s = calloc(1, sizeof(*s));
	struct copy_point *p = calloc(2, sizeof(*p));

	(void)state;
	s->copy = calloc(1, sizeof(*s->copy));
	*s->copy = (struct copy_run) { .cpu_a = 3, .points = p, .n_points = 2 };
	for (int i = 0; i < 2; i++) {
		p[i] = (struct copy_point) { .copy = "memcpy",
			.state = "I/M",
			.size_bytes = 100,
			.src_offset_bytes = 1,
			.dst_offset_bytes = 2,
			.distance_bytes = 3,
			.status = POINT_DONE,
			.is_harness = i == 1,
			.samples = calloc(1, sizeof(*p[i].samples)),
			.n_samples = 1,
			.invocations = calloc(1, sizeof(*p[i].invocations)),
			.n_invocations = 1 };
		p[i].samples[0] = (struct copy_sample) { .elapsed_ns = 1000, .n_calls = 10 };
		p[i].invocations[0].n_samples = 1;
	}
	assert_int_equal(stored_make_points(s), 0);
	assert_string_equal(s->points[0].key.transport, "memory");
	assert_string_equal(s->points[0].key.mode, "copy");
	assert_string_equal(s->points[0].key.state, "I/M");
	assert_int_equal(s->points[0].key.send_offset_bytes, 1);
	assert_int_equal(s->points[0].key.recv_offset_bytes, 2);
	assert_int_equal(s->points[0].key.distance_bytes, 3);
	assert_int_equal(s->points[0].cpu_recv, 3);
	assert_true(s->points[0].wall.n == 1 && s->points[0].wall.invocation[0] == 1000);
	assert_true(s->points[0].mb_per_s == 1000);
	assert_int_equal(s->points[1].wall.n, 0);
	free_stored(s);
}

static void facts_that_are_shared_are_released_once(void **state)
{
	struct stored *s = new_stored();

	(void)state;
	facts_text(&s->environment, "a", "b");
	s->run->environment = s->environment;
	facts_text(&s->run->noise, "c", "d");
	free_stored(s);
}

static void statuses_have_words(void **state)
{
	(void)state;
	for (int i = POINT_PENDING; i <= POINT_INTERRUPTED; i++) {
		enum point_status found = POINT_PENDING;

		assert_true(status_find(status_name((enum point_status)i), &found));
		assert_int_equal(found, i);
	}
	for (int i = POINT_NOT_ENDED; i <= POINT_OUT_OF_TIME; i++)
		assert_non_null(ended_name((enum point_ended)i));
	assert_false(status_find("", &(enum point_status) { POINT_DONE }));
	assert_false(status_find("Done", &(enum point_status) { POINT_DONE }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(metrics_are_the_medians_of_the_invocations),
		cmocka_unit_test(an_invocation_without_a_rate_is_left_out),
		cmocka_unit_test(invocations_past_the_samples_are_left_out),
		cmocka_unit_test(points_without_a_meaning_have_no_metric),
		cmocka_unit_test(lockstep_that_verifies_has_no_cpu_metric),
		cmocka_unit_test(points_of_netio_copy),
		cmocka_unit_test(facts_that_are_shared_are_released_once),
		cmocka_unit_test(statuses_have_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
