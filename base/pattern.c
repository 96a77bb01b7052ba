/* SPDX-License-Identifier: MIT */
#include "base/pattern.h"

#include <errno.h>
#include <string.h>

#include "base/random.h"

static uint64_t word_at(uint64_t key, size_t index)
{
	return random_mix(key + (index + 1) * 0x9e3779b97f4a7c15u);
}

void pattern_fill(void *buf, size_t n, uint64_t key)
{
	unsigned char *p = buf;
	uint64_t base = random_mix(key);
	size_t words = n / 8;
	uint64_t word;

	for (size_t i = 0; i < words; i++) {
		word = word_at(base, i);
		memcpy(p + 8 * i, &word, 8);
	}
	word = word_at(base, words);
	memcpy(p + 8 * words, &word, n % 8);
}

static int differs(const unsigned char *p, size_t from, size_t n, uint64_t word,
	struct pattern_difference *diff)
{
	unsigned char want[8];

	memcpy(want, &word, 8);
	for (size_t i = 0; i < n; i++) {
		if (p[from + i] != want[i]) {
			*diff = (struct pattern_difference) { from + i, want[i], p[from + i] };
			return -EBADMSG;
		}
	}
	return 0;
}

int pattern_check(const void *buf, size_t n, uint64_t key, struct pattern_difference *diff)
{
	const unsigned char *p = buf;
	uint64_t base = random_mix(key);
	size_t words = n / 8;
	uint64_t found;

	for (size_t i = 0; i < words; i++) {
		memcpy(&found, p + 8 * i, 8);
		if (found != word_at(base, i))
			return differs(p, 8 * i, 8, word_at(base, i), diff);
	}
	return differs(p, 8 * words, n % 8, word_at(base, words), diff);
}
