/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>

#include "results/statistics.h"
#include "tests/unit/vectors_spread.h"

static bool about(double a, double b)
{
	return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9 * (fabs(b) + 1e-3);
}

static void spreads_of_scipy(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(spreads); i++) {
		struct spread s;

		assert_int_equal(spread_of(spreads[i].values, spreads[i].n, &s), 0);
		CHECK(about(s.mad, spreads[i].mad), "%s: mad %.12g", spreads[i].name, s.mad);
		CHECK(about(s.p10, spreads[i].p10) && about(s.p90, spreads[i].p90),
			"%s: %.12g to %.12g", spreads[i].name, s.p10, s.p90);
		CHECK(about(s.lag1, spreads[i].lag1), "%s: lag-1 %.12g", spreads[i].name, s.lag1);
		CHECK(s.n_below == spreads[i].n_below && s.n_above == spreads[i].n_above,
			"%s: %zu below, %zu above", spreads[i].name, s.n_below, s.n_above);
		CHECK(about(s.mode_low, spreads[i].mode_low) &&
				about(s.mode_high, spreads[i].mode_high) &&
				about(s.share_high, spreads[i].share_high) &&
				s.bimodal == !isnan(spreads[i].mode_low),
			"%s: modes %.12g and %.12g", spreads[i].name, s.mode_low, s.mode_high);
	}
}

static void spread_of_nothing(void **state)
{
	struct spread s;

	(void)state;
	assert_int_equal(spread_of(NULL, 0, &s), 0);
	assert_true(isnan(s.mad) && isnan(s.p10) && isnan(s.p90) && isnan(s.lag1));
	assert_false(s.bimodal);
	assert_int_equal(s.n_below + s.n_above, 0);
}

/* Samples of a megabyte at these rates: all bytes over all time is the harmonic mean, and no other. */
static void harmonic_means_of_scipy(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(spreads); i++) {
		struct point_record p = { .n_messages = 1 };
		struct point_estimates e;
		uint64_t bytes = 1000000000000;

		p.samples = calloc(spreads[i].n, sizeof(*p.samples));
		assert_non_null(p.samples);
		for (; p.n_samples < spreads[i].n; p.n_samples++)
			p.samples[p.n_samples] = (struct sample) { .bytes = bytes,
				.elapsed_ns = (uint64_t)llround(
					(double)bytes * 1e3 / spreads[i].values[p.n_samples]) };
		assert_int_equal(point_estimates(&p, &e), 0);
		CHECK(fabs(e.harmonic_mb_per_s / spreads[i].harmonic - 1) < 1e-9, "%s: %.12g",
			spreads[i].name, e.harmonic_mb_per_s);
		free(p.samples);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spreads_of_scipy),
		cmocka_unit_test(spread_of_nothing),
		cmocka_unit_test(harmonic_means_of_scipy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
