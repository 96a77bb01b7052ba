/* SPDX-License-Identifier: MIT */
#include "tests/unit/copyrecords.h"

static void page_distances(void **state)
{
	static const struct {
		uint64_t distance, src, dst;
		unsigned d;
	} rows[] = {
		{ 0, 0, 0, 0 },
		{ 2048, 0, 0, 2048 },
		{ 2048, 1, 0, 2047 },
		{ 0, 1, 0, 4095 },
		{ 0, 0, 1, 1 },
		{ 4096, 0, 63, 63 },
		{ 4095, 4096, 1, 0 },
		{ 1 << 30, 1 << 20, 100, 100 },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct copy_point p = { .distance_bytes = rows[i].distance,
			.src_offset_bytes = rows[i].src,
			.dst_offset_bytes = rows[i].dst };
		struct copy_run run = run_of(&p, 1);

		/* Whichever lies first in memory. */
		CHECK(copy_page_distance(&run, &p) == rows[i].d, "row %zu: %u", i,
			copy_page_distance(&run, &p));
		run.dst_addr = 0x7f0000000000;
		CHECK(copy_page_distance(&run, &p) == rows[i].d, "row %zu: %u", i,
			copy_page_distance(&run, &p));
	}
}

static void expect_estimate(
	const struct estimate *e, size_t n, double min, double median, double max)
{
	CHECK(e->n == n && fabs(e->min - min) < 1e-6 && fabs(e->median - median) < 1e-6 &&
			fabs(e->max - max) < 1e-6,
		"n %zu: %f %f %f", e->n, e->min, e->median, e->max);
}

static void estimates(void **state)
{
	struct copy_point p = point_of(1000, 3, 0);
	struct copy_estimates e;

	(void)state;
	for (size_t i = 0; i < 3; i++) /* 1, 2, 4 us a call; 1, 2, 4 bytes a cycle */
		p.samples[i] = (struct copy_sample) {
			.elapsed_ns = 1000000u << i, .n_calls = 1000, .cycles = 1000000u >> i
		};
	assert_int_equal(copy_estimates(&p, &e), 0);
	expect_estimate(&e.mb_per_s, 3, 250, 500, 1000);
	expect_estimate(&e.call_ns, 3, 1000, 2000, 4000);
	expect_estimate(&e.bytes_per_cycle, 3, 1, 2, 4);
	assert_true(isnan(e.mb_per_s.ci_low)); /* too few */
	free(p.samples);
}

static void estimates_without_cycles(void **state)
{
	struct copy_point p = point_of(1000, 8, 0);
	struct copy_estimates e;

	(void)state;
	assert_int_equal(copy_estimates(&p, &e), 0);
	expect_estimate(&e.mb_per_s, 8, 1000, 1000, 1000);
	assert_false(isnan(e.mb_per_s.ci_low));
	assert_int_equal(e.bytes_per_cycle.n, 0);
	assert_true(isnan(e.bytes_per_cycle.median));
	free(p.samples);
}

static void estimates_without_samples(void **state)
{
	struct copy_point p = without_samples(POINT_FAILED, "no");
	struct copy_estimates e;

	(void)state;
	assert_int_equal(copy_estimates(&p, &e), 0);
	assert_int_equal(e.mb_per_s.n + e.call_ns.n + e.bytes_per_cycle.n, 0);
	assert_true(isnan(e.mb_per_s.median) && isnan(e.call_ns.median));
	free(p.samples);
}

/* A stretch shorter than the clock sees has no rate, and does not spoil that of the others. */
static void estimates_of_no_time(void **state)
{
	struct copy_point p = point_of(1000, 3, 0);
	struct copy_estimates e;

	(void)state;
	p.samples[1].elapsed_ns = 0;
	assert_int_equal(copy_estimates(&p, &e), 0);
	expect_estimate(&e.mb_per_s, 2, 1000, 1000, 1000);
	free(p.samples);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(page_distances),
		cmocka_unit_test(estimates),
		cmocka_unit_test(estimates_without_cycles),
		cmocka_unit_test(estimates_without_samples),
		cmocka_unit_test(estimates_of_no_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
