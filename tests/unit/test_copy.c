/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/pattern.h"
#include "copy/copy.h"

/* The contract of copy/copy.h, held against every routine of the list that this machine can run. */

#define LENGTH_MAX  8192
#define OFFSETS     64
#define GUARD       64
#define GUARD_BYTE  0xa5
#define BLOCK_BYTES (2 * GUARD + OFFSETS + LENGTH_MAX + 1)

static unsigned char *src_block;
static unsigned char *dst_block;

static int make_blocks(void **state)
{
	(void)state;
	src_block = aligned_alloc(4096, 3 * 4096);
	dst_block = aligned_alloc(4096, 3 * 4096);
	_Static_assert(
		BLOCK_BYTES <= 3 * 4096, "a block holds the longest copy at the last offset");
	if (!src_block || !dst_block)
		return -1;
	pattern_fill(src_block, 3 * 4096, 1);
	return 0;
}

static int free_blocks(void **state)
{
	(void)state;
	free(src_block);
	free(dst_block);
	return 0;
}

/* Copies n bytes between guards and says so when the destination is not exactly as it should be. */
static void copy_once(const struct copy_ops *ops, size_t dst_offset, size_t src_offset, size_t n)
{
	unsigned char *dst = dst_block + GUARD + dst_offset;
	const unsigned char *src = src_block + GUARD + src_offset;

	memset(dst - GUARD, GUARD_BYTE, n + 2 * GUARD);
	ops->copy(dst, src, n);
	CHECK(memcmp(dst, src, n) == 0, "%s: %zu bytes, to %zu from %zu: wrong", ops->name, n,
		dst_offset, src_offset);
	for (size_t i = 1; i <= GUARD; i++)
		CHECK(dst[-(ptrdiff_t)i] == GUARD_BYTE && dst[n + i - 1] == GUARD_BYTE,
			"%s: %zu bytes, to %zu from %zu: a guard is gone", ops->name, n, dst_offset,
			src_offset);
}

static void at_all_offsets(const struct copy_ops *ops, size_t n)
{
	if (n < ops->min_bytes || n > LENGTH_MAX)
		return;
	for (size_t to = 0; to < OFFSETS; to += ops->dst_align) {
		for (size_t from = 0; from < OFFSETS; from += ops->src_align)
			copy_once(ops, to, from, n);
	}
}

/* Whether there is something to run; a routine that is unsupported has to say why. */
static bool runs(const struct copy_ops *ops)
{
	const char *reason = copy_unsupported(ops);

	if (reason) {
		assert_true(reason[0] != '\0');
		print_message("# not run here: %s: %s\n", ops->name, reason);
	}
	return !reason && ops->copy;
}

/* 0 is no length of the contract: min_bytes is at least 1. */
static void short_lengths(void **state)
{
	const struct copy_ops *ops;

	(void)state;
	for (size_t i = 0; (ops = copy_at(i)) != NULL; i++) {
		for (size_t n = 1; runs(ops) && n <= 300; n++)
			at_all_offsets(ops, n);
	}
}

/* Where routines change their method or run into their last partial block. */
static void around_powers_of_two(void **state)
{
	const struct copy_ops *ops;

	(void)state;
	for (size_t i = 0; (ops = copy_at(i)) != NULL; i++) {
		for (size_t power = 512; runs(ops) && power <= LENGTH_MAX; power *= 2) {
			at_all_offsets(ops, power - 1);
			at_all_offsets(ops, power);
			at_all_offsets(ops, power + 1);
		}
	}
}

static void source_is_only_read(void **state)
{
	struct pattern_difference diff;
	const struct copy_ops *ops;

	(void)state;
	for (size_t i = 0; (ops = copy_at(i)) != NULL; i++) {
		if (!runs(ops))
			continue;
		copy_once(ops, 0, 0, LENGTH_MAX);
		CHECK(pattern_check(src_block, 3 * 4096, 1, &diff) == 0, "%s: byte %zu", ops->name,
			diff.at);
	}
}

/* Two pages, then one that may not be touched; returns where that begins. */
static unsigned char *page_with_an_end(size_t page)
{
	unsigned char *p =
		mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(p != MAP_FAILED);
	assert_int_equal(mprotect(p + 2 * page, page, PROT_NONE), 0);
	return p + 2 * page;
}

/* Reading past the source is as wrong as writing past the destination, and ends the program here. */
static void up_to_the_end_of_a_page(void **state)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	unsigned char *src = page_with_an_end(page);
	unsigned char *dst = page_with_an_end(page);
	const struct copy_ops *ops;

	(void)state;
	pattern_fill(src - 2 * page, 2 * page, 2);
	for (size_t i = 0; (ops = copy_at(i)) != NULL; i++) {
		for (size_t n = ops->min_bytes; runs(ops) && n <= 2 * page; n++) {
			if (n % ops->dst_align || n % ops->src_align)
				continue;
			memset(dst - n, GUARD_BYTE, n);
			ops->copy(dst - n, src - n, n);
			CHECK(memcmp(dst - n, src - n, n) == 0, "%s: %zu bytes", ops->name, n);
		}
	}
	munmap(src - 2 * page, 3 * page);
	munmap(dst - 2 * page, 3 * page);
}

/* The same, begun at a page whose neighbour below may not be touched. */
static void from_the_start_of_a_page(void **state)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	unsigned char *src = page_with_an_end(page);
	unsigned char *dst = page_with_an_end(page);
	const struct copy_ops *ops;

	(void)state;
	assert_int_equal(mprotect(src - 2 * page, page, PROT_NONE), 0);
	assert_int_equal(mprotect(dst - 2 * page, page, PROT_NONE), 0);
	pattern_fill(src - page, page, 3);
	for (size_t i = 0; (ops = copy_at(i)) != NULL; i++) {
		for (size_t n = ops->min_bytes; runs(ops) && n <= page; n++) {
			ops->copy(dst - page, src - page, n);
			CHECK(memcmp(dst - page, src - page, n) == 0, "%s: %zu bytes", ops->name,
				n);
		}
	}
	munmap(src - 2 * page, 3 * page);
	munmap(dst - 2 * page, 3 * page);
}

static void list_is_in_order(void **state)
{
	const struct copy_ops *ops;
	size_t n;

	(void)state;
	for (n = 0; (ops = copy_at(n)) != NULL; n++) {
		assert_ptr_equal(
			copy_find(ops->name), ops); /* fails for a second one of the name */
		assert_string_equal(copy_name(n), ops->name);
		assert_true(ops->name[0] && ops->desc && ops->desc[0] && ops->needs);
		CHECK(ops->desc[strlen(ops->desc) - 1] != '.', "%s: a full stop", ops->name);
		CHECK(ops->min_bytes >= 1 && ops->dst_align >= 1 && ops->src_align >= 1, "%s",
			ops->name);
		CHECK(!ops->copy == (strcmp(ops->name, "none") == 0), "%s: copy hook", ops->name);
	}
	assert_true(n >= 2);
	assert_null(copy_at(n));
	assert_null(copy_name(n));
	assert_null(copy_at(SIZE_MAX));
	assert_null(copy_find("no-such-routine"));
	assert_null(copy_find(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_is_in_order),
		cmocka_unit_test(short_lengths),
		cmocka_unit_test(around_powers_of_two),
		cmocka_unit_test(source_is_only_read),
		cmocka_unit_test(up_to_the_end_of_a_page),
		cmocka_unit_test(from_the_start_of_a_page),
	};

	return cmocka_run_group_tests(tests, make_blocks, free_blocks);
}
