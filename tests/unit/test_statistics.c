/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "results/statistics.h"

static bool about(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Made by tests/unit/vectors.py from scipy's binomial distribution: n, rank at 95 %, rank at 99 %. */
static const struct {
	size_t n;
	size_t rank_95;
	size_t rank_99;
} vectors[] = {
	{ 0, 0, 0 },
	{ 1, 0, 0 },
	{ 2, 0, 0 },
	{ 5, 0, 0 },
	{ 6, 1, 0 },
	{ 7, 1, 0 },
	{ 8, 1, 1 },
	{ 9, 2, 1 },
	{ 10, 2, 1 },
	{ 12, 3, 2 },
	{ 20, 6, 4 },
	{ 49, 18, 16 },
	{ 50, 18, 16 },
	{ 51, 19, 16 },
	{ 100, 40, 37 },
	{ 1000, 469, 459 },
	{ 5000, 2431, 2409 },
};

static void ranks(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(vectors); i++) {
		size_t n = vectors[i].n;

		CHECK(order_statistic_rank(n, 0.95) == vectors[i].rank_95, "n %zu, 95 %%: %zu", n,
			order_statistic_rank(n, 0.95));
		CHECK(order_statistic_rank(n, 0.99) == vectors[i].rank_99, "n %zu, 99 %%: %zu", n,
			order_statistic_rank(n, 0.99));
	}
}

/* 1..n in random order: the k-th value is k, so that ranks can be read off the interval. */
static double *shuffled(size_t n)
{
	struct random random = { n };
	size_t *order = calloc(n + 1, sizeof(*order));
	double *values = calloc(n + 1, sizeof(*values));

	assert_true(order && values);
	random_permutation(&random, order, n);
	for (size_t i = 0; i < n; i++)
		values[i] = (double)(order[i] + 1);
	free(order);
	return values;
}

static void expect_interval(const struct estimate *e, size_t n, size_t rank)
{
	CHECK(e->n == n, "n %zu: says %zu", n, e->n);
	if (rank == 0)
		CHECK(isnan(e->ci_low) && isnan(e->ci_high), "n %zu has an interval", n);
	else
		CHECK(about(e->ci_low, (double)rank) && about(e->ci_high, (double)(n + 1 - rank)),
			"n %zu: %g to %g", n, e->ci_low, e->ci_high);
}

static void medians(void **state)
{
	(void)state;
	for (size_t i = 1; i < N_OF(vectors); i++) {
		size_t n = vectors[i].n;
		double *values = shuffled(n);
		struct estimate e = estimate_median(values, n, 0.95);

		CHECK(about(e.median, ((double)n + 1) / 2), "n %zu: %g", n, e.median);
		CHECK(about(e.min, 1) && about(e.max, (double)n), "n %zu: range", n);
		expect_interval(&e, n, vectors[i].rank_95);
		free(values);
		values = shuffled(n);
		e = estimate_median(values, n, 0.99);
		expect_interval(&e, n, vectors[i].rank_99);
		free(values);
	}
}

static void no_values(void **state)
{
	struct estimate e = estimate_median(NULL, 0, 0.95);

	(void)state;
	assert_int_equal(e.n, 0);
	assert_true(isnan(e.median) && isnan(e.ci_low) && isnan(e.ci_high));
	assert_true(isnan(e.min) && isnan(e.max));
	assert_true(isnan(estimate_half_width_percent(&e)));
	assert_string_equal(estimate_verdict(&e), "few");
}

/* One far value moves the maximum and nothing else. */
static void outlier(void **state)
{
	double values[] = { 1e9, 10, 11, 12, 13, 14, 15, 16, 17 };
	struct estimate e = estimate_median(values, N_OF(values), 0.95);

	(void)state;
	assert_true(about(e.median, 14));
	assert_true(about(e.ci_low, 11) && about(e.ci_high, 17));
	assert_true(about(e.max, 1e9));
}

static void verdicts(void **state)
{
	static const struct {
		double low, median, high;
		double percent;
		const char *verdict;
	} rows[] = {
		{ 100, 100, 100, 0, "ok" },
		{ 98, 100, 102, 2, "ok" },
		{ 96, 100, 100, 2, "ok" },
		{ 97.9, 100, 102, 2.05, "noisy" },
		{ 90, 100, 110, 10, "noisy" },
		{ 89.9, 100, 110, 10.05, "unstable" },
		{ 0, 100, 300, 150, "unstable" },
		{ NAN, 100, NAN, NAN, "few" },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct estimate e = { .n = 9,
			.median = rows[i].median,
			.ci_low = rows[i].low,
			.ci_high = rows[i].high };
		double percent = estimate_half_width_percent(&e);

		CHECK(isnan(rows[i].percent) ? isnan(percent)
					     : fabs(percent - rows[i].percent) < 1e-9,
			"row %zu: %g %%", i, percent);
		CHECK(strcmp(estimate_verdict(&e), rows[i].verdict) == 0, "row %zu: %s", i,
			estimate_verdict(&e));
	}
}

static void estimates_of_a_pair(void **state)
{
	struct sample samples[] = {
		{ .elapsed_ns = 1000, .bytes = 8000, .send.cpu_ns = 300, .recv.cpu_ns = 500 },
		{ .elapsed_ns = 2000, .bytes = 8000, .send.cpu_ns = 500, .recv.cpu_ns = 500 },
		{ .elapsed_ns = 4000, .bytes = 8000, .send.cpu_ns = 1000, .recv.cpu_ns = 1000 },
	};
	struct point_record p = { .n_messages = 10, .samples = samples, .n_samples = 3 };
	struct point_estimates e;

	(void)state;
	assert_int_equal(point_estimates(&p, &e), 0);
	assert_int_equal(e.mb_per_s.n, 3);
	assert_true(about(e.mb_per_s.median, 4000)); /* 8000 bytes in 2 us */
	assert_true(about(e.mb_per_s.min, 2000) && about(e.mb_per_s.max, 8000));
	assert_true(about(e.mb_per_cpu_s.median, 8000));
	assert_true(about(e.mb_per_cpu_s.max, 10000));
	assert_true(about(e.message_ns.median, 200));
	assert_true(isnan(e.mb_per_s.ci_low));
	/* The samples stay in the order taken. */
	assert_int_equal(samples[0].elapsed_ns, 1000);
	assert_int_equal(samples[2].elapsed_ns, 4000);
}

static void estimates_of_lockstep_halves(void **state)
{
	struct sample samples[7];
	struct point_record p = { .n_messages = 4, .samples = samples, .n_samples = 7 };
	struct point_estimates e;

	(void)state;
	for (uint64_t i = 0; i < 7; i++)
		samples[i] = (struct sample) { .elapsed_ns = 3000 + 30 * i,
			.bytes = 4096,
			.send.cpu_ns = 2048,
			.send_ns = 1000 + 10 * i,
			.recv_ns = 2000 + 20 * i };
	assert_int_equal(point_estimates(&p, &e), 0);
	assert_true(about(e.send_ns.median, 1030 / 4.0));
	assert_true(about(e.send_ns.ci_low, 250) && about(e.send_ns.ci_high, 265));
	assert_true(about(e.recv_ns.median, 2060 / 4.0));
	assert_true(about(e.recv_ns.ci_low, 500) && about(e.recv_ns.ci_high, 530));
	assert_true(about(e.message_ns.median, 3090 / 4.0));
	assert_true(about(e.mb_per_cpu_s.median, 2000));
}

/* A sample of 0 ns is no rate; the others count. */
static void zero_elapsed(void **state)
{
	struct sample samples[] = {
		{ .elapsed_ns = 0, .bytes = 8000, .send.cpu_ns = 0, .recv.cpu_ns = 0 },
		{ .elapsed_ns = 1000, .bytes = 8000, .send.cpu_ns = 0, .recv.cpu_ns = 0 },
		{ .elapsed_ns = 0, .bytes = 0 },
		{ .elapsed_ns = 2000, .bytes = 8000, .send.cpu_ns = 100, .recv.cpu_ns = 100 },
	};
	struct point_record p = { .n_messages = 1, .samples = samples, .n_samples = 4 };
	struct point_estimates e;

	(void)state;
	assert_int_equal(point_estimates(&p, &e), 0);
	assert_int_equal(e.mb_per_s.n, 2);
	assert_true(about(e.mb_per_s.median, 6000));
	assert_int_equal(e.mb_per_cpu_s.n, 1);
	assert_true(about(e.mb_per_cpu_s.median, 40000));
}

static void nothing_but_zeroes(void **state)
{
	struct sample samples[8] = { { 0 } };
	struct point_record p = { .n_messages = 0, .samples = samples, .n_samples = 8 };
	struct point_estimates e;

	(void)state;
	assert_int_equal(point_estimates(&p, &e), 0);
	assert_int_equal(e.mb_per_s.n, 0);
	assert_true(isnan(e.mb_per_s.median) && isnan(e.mb_per_cpu_s.median));
	assert_true(isnan(e.message_ns.median) && isnan(e.send_ns.median));
}

static void point_without_samples(void **state)
{
	struct point_record p = { .n_messages = 10 };
	struct point_estimates e;

	(void)state;
	assert_int_equal(point_estimates(&p, &e), 0);
	assert_int_equal(e.mb_per_s.n, 0);
	assert_int_equal(e.recv_ns.n, 0);
	assert_true(isnan(e.mb_per_s.median) && isnan(e.mb_per_s.ci_low));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks),
		cmocka_unit_test(medians),
		cmocka_unit_test(no_values),
		cmocka_unit_test(outlier),
		cmocka_unit_test(verdicts),
		cmocka_unit_test(estimates_of_a_pair),
		cmocka_unit_test(estimates_of_lockstep_halves),
		cmocka_unit_test(zero_elapsed),
		cmocka_unit_test(nothing_but_zeroes),
		cmocka_unit_test(point_without_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
