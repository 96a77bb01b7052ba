/* SPDX-License-Identifier: MIT */
#include "tests/unit/copytrials.h"

/* All lists have two values: the i-th point's bits are its coordinates, the distance's lowest. */
static void plan_order(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->copies[1] = copy_find("byte");
	t->states[1] = named_state("I/I");
	t->sizes[1] = 70;
	t->src[1] = 3;
	t->dst[1] = 5;
	t->distances[1] = 64;
	t->config.n_copies = t->config.n_states = t->config.sizes.n = t->config.src_offsets.n =
		t->config.dst_offsets.n = t->config.distances.n = 2;
	build(t);
	assert_int_equal(copy_plan_count(&t->config), 64);
	assert_int_equal(t->run.n_points, 2 + 64);
	for (size_t i = 0; i < 2; i++) {
		const struct copy_point *p = &t->run.points[i];

		assert_true(p->is_harness);
		assert_string_equal(p->copy, "empty");
		assert_string_equal(p->state, t->states[i]->name);
		assert_int_equal(p->size_bytes, 1000);
		assert_int_equal(p->distance_bytes, 2048);
	}
	for (size_t i = 0; i < 64; i++) {
		const struct copy_point *p = &t->run.points[2 + i];

		CHECK(!p->is_harness && strcmp(p->copy, t->copies[i >> 5]->name) == 0 &&
				strcmp(p->state, t->states[i >> 4 & 1]->name) == 0 &&
				p->size_bytes == t->sizes[i >> 3 & 1] &&
				p->src_offset_bytes == t->src[i >> 2 & 1] &&
				p->dst_offset_bytes == t->dst[i >> 1 & 1] &&
				p->distance_bytes == t->distances[i & 1],
			"point %zu", i);
		CHECK(p->n_samples_asked == 4 && p->n_samples == 0 && !p->samples, "point %zu", i);
	}
	release_trial(t);
}

static void plan_skips(void **state)
{
	static const struct {
		uint64_t size, src, dst, distance;
		const char *reason; /* NULL: none */
	} rows[] = {
		{ 100, 0, 0, 0, NULL },
		{ 99, 0, 0, 0, "picky needs at least 100 bytes" },
		{ 100, 16, 64, 64, NULL },
		{ 100, 8, 0, 0, "source 16-aligned" },
		{ 100, 0, 16, 0, "destination 64-aligned" },
		{ 100, 0, 0, 16, "destination 64-aligned" },
		{ 100, 0, 16, 48, NULL }, /* together they are aligned */
		{ 100, 0, 64, 48, "destination 64-aligned" },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct trial *t = new_trial();
		const struct copy_point *p;

		t->copies[0] = &picky;
		t->sizes[0] = rows[i].size;
		t->src[0] = rows[i].src;
		t->dst[0] = rows[i].dst;
		t->distances[0] = rows[i].distance;
		build(t);
		p = &t->run.points[1];
		CHECK(p->status == (rows[i].reason ? POINT_SKIPPED : POINT_PENDING), "row %zu", i);
		CHECK(!rows[i].reason || strstr(p->reason, rows[i].reason), "row %zu: %s", i,
			p->reason);
		CHECK(t->run.points[0].status == POINT_PENDING, "row %zu: the harness", i);
		release_trial(t);
	}
}

static void plan_skips_routines(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->copies[0] = &foreign;
	t->copies[1] = copy_find("none");
	t->config.n_copies = 2;
	build(t);
	assert_int_equal(t->run.points[0].status, POINT_PENDING);
	assert_int_equal(t->run.points[1].status, POINT_SKIPPED);
	assert_string_equal(t->run.points[1].reason, "this CPU is not of that kind");
	assert_int_equal(t->run.points[2].status, POINT_SKIPPED);
	assert_true(t->run.points[2].reason[0]);
	release_trial(t);
}

/* Also the harness in that state. */
static void plan_without_second_cpu(void **state)
{
	struct trial *t = new_trial();
	size_t n = 0;

	(void)state;
	for (; state_at(n); n++)
		t->states[n] = state_at(n);
	t->config.n_states = n;
	t->config.cpu_b = CPU_ANY;
	build(t);
	assert_int_equal(t->run.n_points, 2 * n);
	for (size_t i = 0; i < 2 * n; i++) {
		const struct copy_point *p = &t->run.points[i];

		if (!state_needs_b(named_state(p->state)))
			continue;
		CHECK(p->status == POINT_SKIPPED && strstr(p->reason, "second CPU"), "%s: %s",
			p->state, p->reason);
	}
	assert_int_equal(t->run.points[0].status, POINT_PENDING); /* warm */
	release_trial(t);
}

static void states_that_need_b(void **state)
{
	static const char *const needing = " I/M I/E S/S ";
	char name[16];

	(void)state;
	assert_string_equal(state_name(0), "warm");
	for (size_t i = 0; state_at(i); i++) {
		snprintf(name, sizeof(name), " %s ", state_name(i));
		CHECK(state_needs_b(state_at(i)) == (strstr(needing, name) != NULL), "%s", name);
	}
}

static void plan_count_saturates(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->config.sizes.n = t->config.src_offsets.n = 1ULL << 31;
	assert_true(copy_plan_count(&t->config) == 1ULL << 62);
	t->config.dst_offsets.n = 4;
	assert_true(copy_plan_count(&t->config) == UINT64_MAX);
	assert_int_equal(copy_plan_build(&t->config, &t->run, &t->err), -ERANGE);
	assert_true(strstr(t->err.text, "points") && !t->run.points && !t->run.n_points);
	release_trial(t);
}

static void asked_saturates(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->config.sampling.n_samples = t->config.sampling.n_invocations = 1ULL << 40;
	build(t);
	assert_true(t->run.points[1].n_samples_asked == SIZE_MAX);
	release_trial(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plan_order),
		cmocka_unit_test(plan_skips),
		cmocka_unit_test(plan_skips_routines),
		cmocka_unit_test(plan_without_second_cpu),
		cmocka_unit_test(plan_count_saturates),
		cmocka_unit_test(asked_saturates),
		cmocka_unit_test(states_that_need_b),
	};

	return cmocka_run_group_tests(tests, open_topology, close_topology);
}
