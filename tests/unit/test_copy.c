/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>
#include <stdlib.h>

#include "base/pattern.h"
#include "copy/catalogue.h"
#include "copy/verify.h"

#define MAX_ROUTINES 256

#if defined(__SANITIZE_THREAD__)
#define THREAD_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZED 1
#endif
#endif
#ifndef THREAD_SANITIZED
#define THREAD_SANITIZED 0
#endif

/* On the heap, where a sanitizer sees any access beyond the ends. */
static void copy_heap_blocks(const struct copy_ops *ops)
{
	for (size_t n = ops->min_bytes; n < ops->min_bytes + 400; n++) {
		unsigned char *src = malloc(n);
		unsigned char *dst = calloc(1, n);

		assert_non_null(src);
		assert_non_null(dst);
		pattern_fill(src, n, n);
		ops->copy(dst, src, n);
		assert_memory_equal(dst, src, n);
		free(src);
		free(dst);
	}
}

static void is_right(void **state)
{
	const struct copy_ops *ops = *state;
	const char *reason = copy_unsupported(ops);
	struct copy_fault fault;
	char text[128] = "";
	int rc = 0;

	if (!ops->copy || ops->flags & COPY_EMPTY)
		SKIP("copies nothing");
	if (reason)
		SKIP("%s", reason);
	/* Minutes under that sanitizer, which has nothing to find in a single thread. */
	if (!THREAD_SANITIZED)
		rc = copy_verify(ops, &fault, NULL);
	if (rc == -EBADMSG)
		copy_fault_text(&fault, text, sizeof(text));
	CHECK(rc == 0, "%s: %d %s", ops->name, rc, text);
	copy_heap_blocks(ops);
}

static void check_row(const struct copy_ops *ops)
{
	CHECK(strspn(ops->name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(ops->name),
		"'%s' is no name", ops->name);
	CHECK(copy_find(ops->name) == ops, "%s: there are two", ops->name);
	CHECK(ops->desc[0] && ops->desc[strlen(ops->desc) - 1] != '.' && !strchr(ops->desc, '\n'),
		"%s: '%s'", ops->name, ops->desc);
	CHECK(ops->needs[0], "%s: needs", ops->name);
	CHECK(ops->min_bytes >= 1, "%s: min_bytes", ops->name);
	CHECK(ops->dst_align >= 1 && ops->src_align >= 1, "%s: alignment", ops->name);
	CHECK(ops->copy || !strcmp(ops->name, "none"), "%s: no copy", ops->name);
}

static void catalogue(void **state)
{
	size_t n = 0;

	(void)state;
	for (; copy_at(n); n++) {
		check_row(copy_at(n));
		assert_string_equal(copy_name(n), copy_at(n)->name);
	}
	assert_in_range(n, 1, MAX_ROUTINES);
	assert_null(copy_name(n));
	assert_null(copy_find("no such routine"));
	assert_null(copy_find(""));
}

/* A reason is given only where the architecture or the CPU lacks something; these run everywhere. */
static void portable_routines_run(void **state)
{
	static const char *const names[] = { "none", "empty", "memcpy", "memmove", "byte", "word32",
		"word64", "shift", "csum", "csum_touch", "csum_block" };

	(void)state;
	for (size_t i = 0; i < N_OF(names); i++) {
		const struct copy_ops *ops = copy_find(names[i]);

		CHECK(ops && !copy_unsupported(ops), "%s", names[i]);
	}
}

/* The example of RFC 1071, section 3, and the sums that wrap or stay zero. */
static const struct {
	const char *bytes;
	size_t n;
	unsigned char sum[2]; /* in memory */
} sums[] = {
	{ "\x00\x01\xf2\x03\xf4\xf5\xf6\xf7", 8, { 0xdd, 0xf2 } },
	{ "\x12", 1, { 0x12, 0x00 } },
	{ "\x12\x34\x56", 3, { 0x68, 0x34 } },
	{ "\xff\xff\x00\x01", 4, { 0x00, 0x01 } },
	{ "\xff\xff\xff\xff", 4, { 0xff, 0xff } },
	{ "\x00\x00\x00", 3, { 0x00, 0x00 } },
	{ "\xff\xfe\x00\x01", 4, { 0xff, 0xff } },
};

static void check_sum(size_t row, uint16_t sum, const char *name)
{
	CHECK(memcmp(&sum, sums[row].sum, 2) == 0, "row %zu: %s returned 0x%04x", row, name, sum);
}

static void checksums_of_known_bytes(void **state)
{
	const struct copy_ops *ops;
	unsigned char out[16];

	(void)state;
	for (size_t row = 0; row < N_OF(sums); row++) {
		check_sum(row, copy_checksum(sums[row].bytes, sums[row].n), "the reference");
		for (size_t i = 0; (ops = copy_at(i)) != NULL; i++) {
			if (ops->csum && !copy_unsupported(ops))
				check_sum(row, ops->csum(out, sums[row].bytes, sums[row].n),
					ops->name);
		}
	}
}

/* Every addition of a block carries, and so does folding. */
static void checksum_of_ones(void **state)
{
	static unsigned char src[1001], dst[1001];
	const struct copy_ops *ops;

	(void)state;
	memset(src, 0xff, sizeof(src));
	for (size_t i = 0; (ops = copy_at(i)) != NULL; i++) {
		for (size_t at = 0; at < 2 && ops->csum && !copy_unsupported(ops); at++)
			CHECK(ops->csum(dst, src + at, 1000) == 0xffff, "%s at %zu", ops->name, at);
	}
}

int main(void)
{
	static struct CMUnitTest routines[MAX_ROUTINES];
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(catalogue),
		cmocka_unit_test(portable_routines_run),
		cmocka_unit_test(checksums_of_known_bytes),
		cmocka_unit_test(checksum_of_ones),
	};
	size_t n = 0;

	for (; copy_at(n) && n < MAX_ROUTINES; n++)
		routines[n] = (struct CMUnitTest) { copy_name(n), is_right, NULL, NULL,
			(void *)(uintptr_t)copy_at(n) };
	/* The group's macro counts an array; this one is filled to n. */
	return cmocka_run_group_tests(tests, NULL, NULL) +
	       _cmocka_run_group_tests("routines", routines, n, NULL, NULL);
}
