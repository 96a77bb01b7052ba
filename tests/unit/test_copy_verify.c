/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "copy/verify.h"

/*
 * Routines that are wrong in one way each. All copy through here, byte by byte, as the compiler
 * would otherwise see through their overlapping with the guards.
 */
static void plain(volatile unsigned char *dst, const unsigned char *src, size_t n)
{
	for (size_t i = 0; i < n; i++)
		dst[i] = src[i];
}

static void one_short(void *dst, const void *src, size_t n)
{
	plain(dst, src, n - 1);
}

static void one_over(void *dst, const void *src, size_t n)
{
	volatile unsigned char *d = dst;

	plain(dst, src, n);
	/* Not onto the unmapped page, or it would be the signal that catches it. */
	if (n < 60)
		d[n] = (unsigned char)~d[n];
}

static void one_before(void *dst, const void *src, size_t n)
{
	volatile unsigned char *d = dst;

	plain(dst, src, n);
	if ((uintptr_t)dst % 4096 == 100)
		d[-1] = 0;
}

static void wrong_at_one_offset(void *dst, const void *src, size_t n)
{
	volatile unsigned char *d = dst;

	plain(dst, src, n);
	if ((uintptr_t)dst % 64 == 37 && (uintptr_t)src % 64 == 11 && n > 40)
		d[40] ^= 1;
}

static void wrong_at_one_length(void *dst, const void *src, size_t n)
{
	plain(dst, src, n == 1777 ? n - 1 : n);
}

static void changes_source(void *dst, const void *src, size_t n)
{
	volatile unsigned char *s = (unsigned char *)(uintptr_t)src;

	plain(dst, src, n);
	if (n == 500)
		s[499] ^= 0x80;
}

static uint16_t wrong_sum(void *dst, const void *src, size_t n)
{
	plain(dst, src, n);
	return (uint16_t)(copy_checksum(src, n) + (n == 1500));
}

static uint16_t right_sum_wrong_copy(void *dst, const void *src, size_t n)
{
	plain(dst, src, n - 1);
	return copy_checksum(src, n);
}

static void right(void *dst, const void *src, size_t n)
{
	plain(dst, src, n);
}

static const struct {
	const char *name;
	void (*copy)(void *dst, const void *src, size_t n);
	uint16_t (*csum)(void *dst, const void *src, size_t n);
	enum copy_fault_kind kind;
	size_t n;     /* of the fault; 0: the first tried */
	ptrdiff_t at; /* of its position */
} wrong[] = {
	{ "one byte short", one_short, NULL, COPY_FAULT_DATA, 1, 0 },
	{ "one byte over", one_over, NULL, COPY_FAULT_AFTER, 1, 1 },
	{ "one byte before", one_before, NULL, COPY_FAULT_BEFORE, 1, -1 },
	{ "wrong at one offset", wrong_at_one_offset, NULL, COPY_FAULT_DATA, 0, 40 },
	{ "wrong at one length", wrong_at_one_length, NULL, COPY_FAULT_DATA, 1777, 1776 },
	{ "changes its source", changes_source, NULL, COPY_FAULT_SOURCE, 500, 499 },
	{ "wrong checksum", right, wrong_sum, COPY_FAULT_CHECKSUM, 1500, 0 },
	{ "copies wrong while it sums", right, right_sum_wrong_copy, COPY_FAULT_DATA, 1, 0 },
};

static void wrong_routines_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(wrong); i++) {
		struct copy_ops ops = { .name = "wrong",
			.min_bytes = 1,
			.dst_align = 1,
			.src_align = 1,
			.copy = wrong[i].copy,
			.csum = wrong[i].csum };
		struct copy_fault f = { 0 };
		int rc = copy_verify(&ops, &f, NULL);

		CHECK(rc == -EBADMSG, "%s: %d", wrong[i].name, rc);
		CHECK(f.kind == wrong[i].kind, "%s: kind %d", wrong[i].name, f.kind);
		CHECK(f.n == wrong[i].n || !wrong[i].n, "%s: n %zu", wrong[i].name, f.n);
		CHECK(f.at == wrong[i].at, "%s: at %td", wrong[i].name, f.at);
		CHECK(f.expected != f.found, "%s: expected what it found", wrong[i].name);
	}
}

static void fault_names_the_offsets(void **state)
{
	struct copy_ops ops = {
		.min_bytes = 1, .dst_align = 1, .src_align = 1, .copy = wrong_at_one_offset
	};
	struct copy_fault fault = { 0 };

	(void)state;
	assert_int_equal(copy_verify(&ops, &fault, NULL), -EBADMSG);
	assert_int_equal(fault.src_offset % 64, 11);
	assert_int_equal(fault.dst_offset % 64, 37);
}

static void reads_past_the_end(void *dst, const void *src, size_t n)
{
	plain(dst, src, n);
	(void)((const volatile unsigned char *)src)[n];
}

static void reads_before_the_start(void *dst, const void *src, size_t n)
{
	plain(dst, src, n);
	(void)((const volatile unsigned char *)src)[-1];
}

/* Returns the signal of which a child that verifies the routine dies, or 0. */
static int fatal_signal(void (*copy)(void *, const void *, size_t))
{
	struct copy_ops ops = { .min_bytes = 1, .dst_align = 1, .src_align = 1, .copy = copy };
	struct copy_fault fault;
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		/* A sanitizer or cmocka would make an exit of it. */
		signal(SIGSEGV, SIG_DFL);
		_exit(copy_verify(&ops, &fault, NULL) ? 1 : 0);
	}
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void stray_reads_hit_the_unmapped_page(void **state)
{
	(void)state;
	assert_int_equal(fatal_signal(reads_past_the_end), SIGSEGV);
	assert_int_equal(fatal_signal(reads_before_the_start), SIGSEGV);
	assert_int_equal(fatal_signal(right), 0);
}

/* Called with less than it asked for, or at another alignment, it would say so. */
static size_t n_violations;

static void asks_much(void *dst, const void *src, size_t n)
{
	n_violations += n < 100 || (uintptr_t)dst % 64 || (uintptr_t)src % 16;
	plain(dst, src, n);
}

static void limits_are_respected(void **state)
{
	struct copy_ops ops = {
		.min_bytes = 100, .dst_align = 64, .src_align = 16, .copy = asks_much
	};
	struct copy_fault fault;

	(void)state;
	n_violations = 0;
	assert_int_equal(copy_verify(&ops, &fault, NULL), 0);
	assert_int_equal(n_violations, 0);
}

static const char *never(void)
{
	return "never";
}

static void what_cannot_be_tried(void **state)
{
	static const struct {
		struct copy_ops ops;
		int rc;
	} rows[] = {
		{ { .copy = right, .min_bytes = 65537, .dst_align = 1, .src_align = 1 }, -EINVAL },
		{ { .copy = right, .min_bytes = 1, .dst_align = 0, .src_align = 1 }, -EINVAL },
		{ { .copy = right, .min_bytes = 1, .dst_align = 1, .src_align = 3 }, -EINVAL },
		{ { .copy = right, .min_bytes = 1, .dst_align = 1 << 24, .src_align = 1 },
			-EINVAL },
		{ { .copy = one_short,
			  .unsupported = never,
			  .min_bytes = 1,
			  .dst_align = 1,
			  .src_align = 1 },
			-ENOTSUP },
		{ { .copy = one_short,
			  .flags = COPY_EMPTY,
			  .min_bytes = 1,
			  .dst_align = 1,
			  .src_align = 1 },
			0 },
		{ { .copy = NULL, .min_bytes = 1, .dst_align = 1, .src_align = 1 }, 0 },
	};
	struct copy_fault fault;

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		int rc = copy_verify(&rows[i].ops, &fault, NULL);

		CHECK(rc == rows[i].rc, "row %zu: %d", i, rc);
	}
}

static void fault_in_words(void **state)
{
	const struct copy_fault byte = { COPY_FAULT_BEFORE, 65, 3, 100, -2, 0x34, 0x12 };
	const struct copy_fault sum = { COPY_FAULT_CHECKSUM, 1500, 0, 63, 0, 0xddf2, 0xdd };
	char text[128];

	(void)state;
	copy_fault_text(&byte, text, sizeof(text));
	assert_string_equal(text, "n 65, source +3, destination +100: before the destination, "
				  "byte -2 is 0x12 and should be 0x34");
	copy_fault_text(&sum, text, sizeof(text));
	assert_string_equal(
		text, "n 1500, source +0, destination +63: checksum 0x00dd should be 0xddf2");
	copy_fault_text(&sum, text, 10);
	assert_string_equal(text, "n 1500, s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_routines_are_caught),
		cmocka_unit_test(fault_names_the_offsets),
		cmocka_unit_test(stray_reads_hit_the_unmapped_page),
		cmocka_unit_test(limits_are_respected),
		cmocka_unit_test(what_cannot_be_tried),
		cmocka_unit_test(fault_in_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
