/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/random.h"

/* splitmix64 of seed 1234567, from the reference implementation (Vigna, prng.di.unimi.it/splitmix64.c). */
static void known_sequence(void **state)
{
	static const uint64_t expected[] = { 6457827717110365317u, 3203168211198807973u,
		9817491932198370423u, 4593380528125082431u, 16408922859458223821u };
	struct random random = { 1234567 };

	(void)state;
	for (size_t i = 0; i < N_OF(expected); i++)
		CHECK(random_next(&random) == expected[i], "number %zu", i);
}

static void is_permutation(const size_t *order, size_t n)
{
	bool *seen = calloc(n + 1, sizeof(*seen));

	assert_non_null(seen);
	for (size_t i = 0; i < n; i++) {
		CHECK(order[i] < n && !seen[order[i]], "n %zu: place %zu holds %zu", n, i,
			order[i]);
		seen[order[i]] = true;
	}
	free(seen);
}

static void permutation(void **state)
{
	static const size_t lengths[] = { 0, 1, 2, 3, 10, 113, 1000 };
	size_t order[1001];

	(void)state;
	for (size_t i = 0; i < N_OF(lengths); i++) {
		struct random random = { 42 + i };

		order[lengths[i]] = 4711;
		random_permutation(&random, order, lengths[i]);
		is_permutation(order, lengths[i]);
		CHECK(order[lengths[i]] == 4711, "n %zu: wrote behind", lengths[i]);
	}
}

static void same_seed_same_order(void **state)
{
	struct random a = { 7 };
	struct random b = { 7 };
	struct random c = { 8 };
	size_t order[3][100];

	(void)state;
	random_permutation(&a, order[0], 100);
	random_permutation(&b, order[1], 100);
	random_permutation(&c, order[2], 100);
	assert_memory_equal(order[0], order[1], sizeof(order[0]));
	assert_memory_not_equal(order[0], order[2], sizeof(order[0]));
	/* The next pass of the same sweep has an order of its own. */
	random_permutation(&a, order[2], 100);
	assert_memory_not_equal(order[0], order[2], sizeof(order[0]));
}

/* Each of the 6 orders of 3 things: 10000 of 60000, within 5 standard deviations (91). */
static void permutations_are_uniform(void **state)
{
	struct random random = { 99 };
	unsigned seen[27] = { 0 };
	size_t order[3];

	(void)state;
	for (int i = 0; i < 60000; i++) {
		random_permutation(&random, order, 3);
		seen[order[0] * 9 + order[1] * 3 + order[2]]++;
	}
	for (size_t i = 0; i < N_OF(seen); i++)
		CHECK(seen[i] == 0 || (seen[i] > 9545 && seen[i] < 10455), "order %zu: %u times", i,
			seen[i]);
}

static void below_is_in_range(void **state)
{
	static const uint64_t limits[] = { 1, 2, 3, 7, 1000, 1ULL << 32, (1ULL << 63) + 1,
		UINT64_MAX };
	struct random random = { 5 };

	(void)state;
	for (size_t i = 0; i < N_OF(limits); i++) {
		for (int j = 0; j < 1000; j++)
			CHECK(random_below(&random, limits[i]) < limits[i], "below %llu",
				(unsigned long long)limits[i]);
	}
}

/* 10000 a box, within 5 standard deviations (95): a fixed seed, so this never fails by chance. */
static void below_is_uniform(void **state)
{
	struct random random = { 5 };
	unsigned seen[10] = { 0 };

	(void)state;
	for (int i = 0; i < 100000; i++)
		seen[random_below(&random, 10)]++;
	for (size_t i = 0; i < N_OF(seen); i++)
		CHECK(seen[i] > 9525 && seen[i] < 10475, "%zu came %u times", i, seen[i]);
}

/* A plain remainder of 3 * 2^62 would give the lowest third twice as often: half of all. */
static void below_has_no_remainder_bias(void **state)
{
	const uint64_t third = 1ULL << 62;
	struct random random = { 5 };
	unsigned low = 0;

	(void)state;
	for (int i = 0; i < 30000; i++)
		low += random_below(&random, 3 * third) < third;
	CHECK(low > 9590 && low < 10410, "%u of 30000 in the lowest third", low);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_sequence),
		cmocka_unit_test(permutation),
		cmocka_unit_test(same_seed_same_order),
		cmocka_unit_test(permutations_are_uniform),
		cmocka_unit_test(below_is_in_range),
		cmocka_unit_test(below_is_uniform),
		cmocka_unit_test(below_has_no_remainder_bias),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
