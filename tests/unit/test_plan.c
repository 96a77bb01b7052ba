/* SPDX-License-Identifier: MIT */
#include "tests/unit/plans.h"

static void counts(void **state)
{
	struct run_config alike = config_of(3, 2, 2, 3, 4, 0);
	struct run_config apart = config_of(3, 2, 2, 3, 4, 3);
	struct run_config huge = config_of(1, 1, 1, 1, 1, 1);

	(void)state;
	assert_int_equal(plan_count(&alike), 3 * 2 * 2 * 3 * 4);
	assert_int_equal(plan_count(&apart), 3 * 2 * 2 * 3 * 4 * 3);
	huge.sizes.n = huge.send_offsets.n = huge.recv_offsets.n = UNITS_LIST_MAX;
	assert_true(plan_count(&huge) == 1ULL << 48);
	huge.n_transports = huge.n_copies = 1 << 10;
	assert_true(plan_count(&huge) == UINT64_MAX);
}

/* The coordinates of the i-th point, counted by hand: odometer[5] is the receive offset's wheel. */
static void turn(size_t *odometer, const size_t *sizes)
{
	for (size_t wheel = 6; wheel-- > 0;) {
		if (++odometer[wheel] < sizes[wheel])
			return;
		odometer[wheel] = 0;
	}
}

static void expect_point(const struct point_record *p, const size_t *at)
{
	assert_string_equal(p->transport, lists.transports[at[0]].ops->name);
	assert_string_equal(p->copy, lists.copies[at[1]]->name);
	assert_string_equal(p->placement, lists.placements[at[2]].name);
	assert_int_equal(p->cpu_send, lists.placements[at[2]].cpu_send);
	assert_int_equal(p->cpu_recv, lists.placements[at[2]].cpu_recv);
	assert_int_equal(p->size_bytes, lists.sizes[at[3]]);
	assert_int_equal(p->send_offset_bytes, lists.send_offsets[at[4]]);
	assert_int_equal(p->recv_offset_bytes, lists.recv_offsets[at[5]]);
}

static void last_coordinate_changes_fastest(void **state)
{
	const size_t sizes[] = { 3, 2, 2, 3, 4, 3 };
	struct run_config config = config_of(3, 2, 2, 3, 4, 3);
	struct run_record run = build(&config);
	size_t odometer[6] = { 0 };

	(void)state;
	assert_int_equal(run.n_points, 432);
	for (size_t i = 0; i < run.n_points; i++, turn(odometer, sizes))
		expect_point(&run.points[i], odometer);
	plan_release(&run);
	assert_null(run.points);
	assert_null(run.transports);
}

static void offsets_alike(void **state)
{
	struct run_config config = config_of(1, 1, 1, 2, 4, 0);
	struct run_record run = build(&config);

	(void)state;
	assert_int_equal(run.n_points, 8);
	for (size_t i = 0; i < 8; i++) {
		assert_int_equal(run.points[i].send_offset_bytes, 10 * (i % 4));
		assert_int_equal(run.points[i].recv_offset_bytes, 10 * (i % 4));
	}
	plan_release(&run);
}

static void points_are_pending(void **state)
{
	struct run_config config = config_of(3, 2, 1, 1, 1, 0);
	struct run_record run = build(&config);

	(void)state;
	for (size_t i = 0; i < run.n_points; i++) {
		const struct point_record *p = &run.points[i];

		CHECK(p->status == POINT_PENDING, "%s: %s", p->transport, p->reason);
		assert_int_equal(p->n_samples_asked, 12);
		assert_int_equal(p->n_samples, 0);
		assert_int_equal(p->n_messages, 0);
		assert_int_equal(p->moves_nothing, strcmp(p->transport, "null") == 0);
	}
	plan_release(&run);
}

static void messages_of_a_sample(void **state)
{
	static const struct {
		uint64_t count, bytes, expected[3]; /* of 100, 200 and 300 bytes */
	} rows[] = {
		{ 17, 0, { 17, 17, 17 } },
		{ 0, 1000, { 10, 5, 3 } },
		{ 0, 300, { 3, 1, 1 } },
		{ 0, 899, { 8, 4, 2 } },
		{ 0, 0, { 0, 0, 0 } },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct run_config config = config_of(1, 1, 1, 3, 1, 0);
		struct run_record run;

		config.count = rows[i].count;
		config.bytes = rows[i].bytes;
		run = build(&config);
		for (size_t j = 0; j < 3; j++)
			CHECK(run.points[j].n_messages == rows[i].expected[j],
				"row %zu, size %d: %d", i, (int)run.points[j].size_bytes,
				(int)run.points[j].n_messages);
		plan_release(&run);
	}
}

static void too_many_points(void **state)
{
	struct run_config config = config_of(1, 1, 1, 1, 1, 0);
	uint64_t *offsets = calloc(PLAN_MAX + 1, sizeof(*offsets));
	struct run_record run = { 0 };
	struct err err = { 0 };

	(void)state;
	assert_non_null(offsets);
	config.send_offsets = (struct units_list) { offsets, PLAN_MAX + 1 };
	assert_int_equal(plan_build(&config, &run, &err), -ERANGE);
	assert_non_null(strstr(err.text, "1000001"));
	plan_release(&run);
	free(offsets);
}

static void placement_that_is_not_there(void **state)
{
	struct run_config config = config_of(1, 1, 2, 1, 2, 0);
	struct placement placements[2] = { lists.placements[0],
		{ .name = "l2", .cpu_send = -1, .cpu_recv = -1, .unavailable = "no such cache" } };
	struct run_record run;

	(void)state;
	config.placements = placements;
	run = build(&config);
	assert_int_equal(run.points[0].status, POINT_PENDING);
	for (size_t i = 2; i < 4; i++) {
		assert_int_equal(run.points[i].status, POINT_SKIPPED);
		assert_string_equal(run.points[i].reason, "no such cache");
	}
	plan_release(&run);
}

static void lockstep_takes_one_cpu(void **state)
{
	struct placement two = { .name = "0,1", .cpu_send = 0, .cpu_recv = 1 };
	struct run_config config = config_of(1, 1, 1, 1, 1, 0);
	struct run_record run;

	(void)state;
	config.placements = &two;
	config.lockstep = true;
	run = build(&config);
	assert_int_equal(run.points[0].status, POINT_SKIPPED);
	assert_non_null(strstr(run.points[0].reason, "lockstep"));
	plan_release(&run);
}

static void null_cannot_be_verified(void **state)
{
	struct run_config config = config_of(3, 1, 1, 1, 1, 0);
	struct run_record run;

	(void)state;
	config.verify = true;
	run = build(&config);
	assert_int_equal(run.points[0].status, POINT_PENDING);
	assert_int_equal(run.points[2].status, POINT_SKIPPED);
	assert_non_null(strstr(run.points[2].reason, "verified"));
	plan_release(&run);
}

static void transports_are_probed(void **state)
{
	struct run_config config = config_of(3, 1, 1, 1, 2, 0);
	struct run_record run;

	(void)state;
	config.options.sndbuf_bytes = 16384;
	config.options.rcvbuf_bytes = 20000;
	run = build(&config);
	assert_int_equal(run.n_transports, 3);
	assert_string_equal(run.transports[0].name, "unix");
	assert_int_equal(run.transports[0].sndbuf_asked_bytes, 16384);
	assert_int_equal(run.transports[0].sndbuf_granted_bytes, 32768);
	assert_int_equal(run.transports[0].rcvbuf_asked_bytes, 20000);
	assert_int_equal(run.transports[0].rcvbuf_granted_bytes, 40000);
	assert_int_equal(run.transports[2].sndbuf_granted_bytes, 0);
	plan_release(&run);
}

static void transport_that_cannot_open(void **state)
{
	struct run_transport ops[] = { { .ops = transport_find("tcp") },
		{ .ops = transport_find("unix") } };
	struct run_config config = config_of(2, 1, 1, 1, 1, 0);
	struct run_record run;

	(void)state;
	config.transports = ops;
	config.options.congestion = "no-such-one";
	run = build(&config);
	assert_non_null(strstr(run.transports[0].unavailable, "'no-such-one'"));
	assert_int_equal(run.points[0].status, POINT_SKIPPED);
	assert_string_equal(run.points[0].reason, run.transports[0].unavailable);
	assert_int_equal(run.points[1].status, POINT_PENDING);
	plan_release(&run);
}

/* A guess, but one that grows with what it is a guess of. */
static void estimate(void **state)
{
	struct run_config config = config_of(1, 1, 1, 1, 1, 0);
	struct run_record run = build(&config);
	double one = plan_estimate_s(&config, &run);

	(void)state;
	/* 4 invocations of 3 + 1 samples of 10 ms, and what is around them. */
	assert_true(one >= 0.16 && one < 1);
	run.points[0].status = POINT_SKIPPED;
	assert_true(plan_estimate_s(&config, &run) == 0);
	plan_release(&run);
	config.send_offsets.n = 4;
	run = build(&config);
	assert_true(plan_estimate_s(&config, &run) > 3.9 * one);
	plan_release(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts),
		cmocka_unit_test(last_coordinate_changes_fastest),
		cmocka_unit_test(offsets_alike),
		cmocka_unit_test(points_are_pending),
		cmocka_unit_test(messages_of_a_sample),
		cmocka_unit_test(too_many_points),
		cmocka_unit_test(placement_that_is_not_there),
		cmocka_unit_test(lockstep_takes_one_cpu),
		cmocka_unit_test(null_cannot_be_verified),
		cmocka_unit_test(transports_are_probed),
		cmocka_unit_test(transport_that_cannot_open),
		cmocka_unit_test(estimate),
	};

	return cmocka_run_group_tests(tests, fill_lists, NULL);
}
