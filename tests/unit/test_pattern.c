/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>
#include <stdlib.h>

#include "base/pattern.h"

#define LENGTH 100
#define ALIGN  16
#define KEY    0x1234567890abcdefULL

/* Allocated to the byte, so that the sanitizer sees a read or write past the end. */
static unsigned char *exact(size_t align, size_t n, unsigned char **block)
{
	*block = malloc(align + n ? align + n : 1);
	assert_non_null(*block);
	return *block + align;
}

static void fill_then_check(void **state)
{
	struct pattern_difference diff;
	unsigned char *block;

	(void)state;
	for (size_t align = 0; align < ALIGN; align++) {
		for (size_t n = 0; n <= LENGTH; n++) {
			unsigned char *p = exact(align, n, &block);

			memset(block, 0xee, align);
			pattern_fill(p, n, KEY);
			CHECK(pattern_check(p, n, KEY, &diff) == 0, "align %zu, n %zu", align, n);
			for (size_t i = 0; i < align; i++)
				CHECK(block[i] == 0xee, "align %zu, n %zu: wrote before it", align,
					n);
			free(block);
		}
	}
}

static void does_not_write_behind(void **state)
{
	unsigned char buf[LENGTH + 16];

	(void)state;
	for (size_t n = 0; n <= LENGTH; n++) {
		memset(buf, 0xee, sizeof(buf));
		pattern_fill(buf, n, KEY);
		for (size_t i = n; i < n + 16; i++)
			CHECK(buf[i] == 0xee, "n %zu: wrote at %zu", n, i);
	}
}

/* Alignment and length of the buffer must not show in the bytes: a sender's differ from a receiver's. */
static void bytes_depend_on_position_alone(void **state)
{
	unsigned char whole[LENGTH];
	unsigned char buf[LENGTH + ALIGN];

	(void)state;
	pattern_fill(whole, LENGTH, KEY);
	for (size_t align = 0; align < ALIGN; align++) {
		for (size_t n = 0; n <= LENGTH; n++) {
			pattern_fill(buf + align, n, KEY);
			CHECK(memcmp(buf + align, whole, n) == 0, "align %zu, n %zu", align, n);
		}
	}
}

static void flipped_byte_is_found(void **state)
{
	unsigned char buf[LENGTH + ALIGN];
	struct pattern_difference diff;

	(void)state;
	for (size_t align = 0; align < ALIGN; align++) {
		for (size_t n = 1; n <= LENGTH; n++) {
			unsigned char *p = buf + align;

			pattern_fill(p, n, KEY);
			for (size_t at = 0; at < n; at++) {
				uint8_t good = p[at];
				uint8_t bad = good ^ (uint8_t)(1u << at % 8);

				p[at] = bad;
				CHECK(pattern_check(p, n, KEY, &diff) == -EBADMSG &&
						diff.at == at && diff.expected == good &&
						diff.found == bad,
					"align %zu, n %zu, byte %zu: at %zu", align, n, at,
					diff.at);
				p[at] = good;
			}
		}
	}
}

static void first_difference_is_reported(void **state)
{
	unsigned char buf[LENGTH];
	struct pattern_difference diff;

	(void)state;
	pattern_fill(buf, LENGTH, KEY);
	for (size_t at = LENGTH; at-- > 0;) {
		buf[at] ^= 0xff;
		CHECK(pattern_check(buf, LENGTH, KEY, &diff) == -EBADMSG && diff.at == at,
			"byte %zu: at %zu", at, diff.at);
	}
}

/* By any amount to beyond two pages; 64 bytes are enough to tell. */
static void shifted_data_are_found(void **state)
{
	enum { SHIFT = 3 * 4096 };
	unsigned char *buf = malloc(SHIFT + 64);
	struct pattern_difference diff;

	(void)state;
	assert_non_null(buf);
	pattern_fill(buf, SHIFT + 64, KEY);
	for (size_t shift = 1; shift <= SHIFT; shift++) {
		CHECK(pattern_check(buf + shift, 64, KEY, &diff) == -EBADMSG, "shift %zu", shift);
		CHECK(diff.at < 8, "shift %zu is seen only at byte %zu", shift, diff.at);
	}
	free(buf);
}

static void other_keys_differ(void **state)
{
	unsigned char buf[64];
	struct pattern_difference diff;

	(void)state;
	for (uint64_t key = 0; key < 300; key++) {
		pattern_fill(buf, sizeof(buf), key);
		for (uint64_t other = 0; other < 300; other++) {
			int expected = key == other ? 0 : -EBADMSG;

			CHECK(pattern_check(buf, sizeof(buf), other, &diff) == expected,
				"keys %d and %d", (int)key, (int)other);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fill_then_check),
		cmocka_unit_test(does_not_write_behind),
		cmocka_unit_test(bytes_depend_on_position_alone),
		cmocka_unit_test(flipped_byte_is_found),
		cmocka_unit_test(first_difference_is_reported),
		cmocka_unit_test(shifted_data_are_found),
		cmocka_unit_test(other_keys_differ),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
