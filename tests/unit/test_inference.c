/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "results/inference.h"

/* Only the families, signs and bootstraps are of use here. */
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#include "tests/unit/vectors_spread.h"

static void signs_of_scipy(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(signs); i++) {
		double p = sign_test_p(signs[i].n_below, signs[i].n_above);

		CHECK(fabs(p - signs[i].p) < 1e-9, "%zu, %zu: %.12g", signs[i].n_below,
			signs[i].n_above, p);
	}
	assert_true(sign_test_p(0, 0) == 1);
}

static void families_of_hypotheses(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(families); i++) {
		bool rejected[12];

		assert_int_equal(
			benjamini_hochberg(families[i].p, families[i].n, 0.05, rejected), 0);
		for (size_t k = 0; k < families[i].n; k++)
			CHECK(rejected[k] == families[i].rejected[k], "family %zu, %zu", i, k);
	}
}

/* One that cannot be said neither counts nor is rejected. */
static void hypotheses_that_cannot_be_said(void **state)
{
	const double p[] = { NAN, 0.04, NAN, 0.9 };
	bool rejected[4];

	(void)state;
	assert_int_equal(benjamini_hochberg(p, 2, 0.05, rejected), 0);
	assert_true(!rejected[0] && rejected[1]);
	assert_int_equal(benjamini_hochberg(p, 4, 0.05, rejected), 0);
	assert_true(!rejected[0] && !rejected[1] && !rejected[2] && !rejected[3]);
}

/* The random streams differ, and medians of resamples are values of the sample: ends within a step of those. */
static void bootstraps_of_scipy(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(boots); i++) {
		double width = boots[i].high - boots[i].low;
		struct interval v;
		int ret = boots[i].of_medians
				  ? bootstrap_median_difference(boot_a, N_OF(boot_a), boot_b,
					    N_OF(boot_b), boots[i].level, 3, &v)
				  : bootstrap_mean(boot_a, N_OF(boot_a), boots[i].level, 3, &v);

		assert_int_equal(ret, 0);
		CHECK(fabs(v.low - boots[i].low) < width / 12 &&
				fabs(v.high - boots[i].high) < width / 12,
			"%zu: %.4f to %.4f", i, v.low, v.high);
		assert_true(v.low < v.value && v.value < v.high);
	}
}

static void too_few_to_resample(void **state)
{
	const double one[] = { 3 }, two[] = { 1, 2 };
	struct interval v;

	(void)state;
	assert_int_equal(bootstrap_mean(NULL, 0, 0.95, 1, &v), 0);
	assert_true(isnan(v.value) && isnan(v.low));
	assert_int_equal(bootstrap_mean(one, 1, 0.95, 1, &v), 0);
	assert_true(v.value == 3 && isnan(v.low) && isnan(v.p));
	assert_int_equal(bootstrap_median_difference(one, 1, two, 2, 0.95, 1, &v), 0);
	assert_true(v.value == -1.5 && isnan(v.low));
	assert_int_equal(bootstrap_median_difference(NULL, 0, two, 2, 0.95, 1, &v), 0);
	assert_true(isnan(v.value));
}

/* About normal: the sum of twelve uniforms, less 6. */
static double normal(struct random *random)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += (double)(random_next(random) >> 11) / 9007199254740992.0;
	return sum;
}

/* How many of 200 sets of 20 around `shift` have an interval of the mean without 0. */
static int found(double shift, double level)
{
	struct random random = { 11 };
	int n = 0;

	for (int i = 0; i < 200; i++) {
		struct interval v;
		double values[20];

		for (size_t k = 0; k < N_OF(values); k++)
			values[k] = normal(&random) + shift;
		assert_int_equal(
			bootstrap_mean(values, N_OF(values), level, random_next(&random), &v), 0);
		n += v.low > 0 || v.high < 0;
	}
	return n;
}

/* At 95 %, 10 of 200 are expected to be false; more than 24 of them has a chance of 1 in 30,000. */
static void false_alarms_are_as_rare_as_said(void **state)
{
	int n_false = found(0, 0.95);
	int n_true = found(1, 0.95);

	(void)state;
	CHECK(n_false >= 1 && n_false <= 24, "%d of 200 false", n_false);
	CHECK(n_true >= 190, "%d of 200 found", n_true);
}

static void percentages(void **state)
{
	(void)state;
	assert_true(fabs(percent_of_log(log(1.05)) - 5) < 1e-12);
	assert_true(fabs(log_of_percent(-3) - log(0.97)) < 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signs_of_scipy),
		cmocka_unit_test(families_of_hypotheses),
		cmocka_unit_test(hypotheses_that_cannot_be_said),
		cmocka_unit_test(bootstraps_of_scipy),
		cmocka_unit_test(too_few_to_resample),
		cmocka_unit_test(false_alarms_are_as_rare_as_said),
		cmocka_unit_test(percentages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
