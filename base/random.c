/* SPDX-License-Identifier: MIT */
#include "base/random.h"

uint64_t random_below(struct random *random, uint64_t below)
{
	uint64_t limit = UINT64_MAX - UINT64_MAX % below;
	uint64_t x;

	do
		x = random_next(random);
	while (x >= limit);
	return x % below;
}

void random_permutation(struct random *random, size_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t j = random_below(random, i + 1);

		order[i] = order[j];
		order[j] = i;
	}
}
