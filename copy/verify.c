/* SPDX-License-Identifier: MIT */
#include "copy/verify.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/pattern.h"
#include "copy/catalogue.h"

#define GUARD     64
#define N_OFFSETS 64
#define SMALL_MAX 2000
#define LARGE_MAX (64u << 10)

/* Beyond the second-level cache that a routine may count on, and one byte. */
#define HUGE_MAX ((256u << 10) + 1)

/* Fixed, so that a fault can be reproduced. */
#define KEY 0x6e6574696fu

/*
 * Lengths at which all pairs of offsets are tried: around vectors and unrolled steps, the 68 bytes at
 * which intel_unroll stops touching ahead, and the first length at which csum_pf and mmx look ahead.
 */
static const size_t pair_lengths[] = { 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 67,
	68, 71, 95, 127, 128, 129, 191, 193, 255, 256, 257, 319, 384, 385, 511, 513, 1025 };

typedef uint16_t tried(const struct copy_ops *ops, void *dst, const void *src, size_t n);

/* Two buffers of the same size, each between unmapped pages, and what they should hold. */
struct trial {
	const struct copy_ops *ops;
	tried *run;
	bool sums;
	struct copy_fault *fault;
	unsigned char *map; /* all of it; NULL before */
	size_t map_bytes;
	size_t room; /* of each buffer */
	unsigned char *src;
	unsigned char *dst;
	unsigned char *pristine; /* what src holds */
	unsigned char *inverse;  /* its complement, which no copy of it is equal to at any byte */
	atomic_ullong *progress; /* NULL: nobody looks */
};

static uint16_t run_copy(const struct copy_ops *ops, void *dst, const void *src, size_t n)
{
	ops->copy(dst, src, n);
	return 0;
}

static uint16_t run_csum(const struct copy_ops *ops, void *dst, const void *src, size_t n)
{
	return ops->csum(dst, src, n);
}

uint16_t copy_checksum(const void *data, size_t n)
{
	const unsigned char *p = data;
	uint64_t sum = 0;
	uint16_t word;

	for (size_t i = 0; i + 2 <= n; i += 2) {
		memcpy(&word, p + i, 2);
		sum += word;
	}
	if (n % 2) {
		word = 0;
		memcpy(&word, p + n - 1, 1);
		sum += word;
	}
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)sum;
}

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static void release(struct trial *t)
{
	if (t->map)
		munmap(t->map, t->map_bytes);
}

/* Unmapped page, src, unmapped page, dst, unmapped page, the two of reference. */
static int init(struct trial *t)
{
	size_t page = page_bytes();
	void *map;

	t->room = (HUGE_MAX + N_OFFSETS + 2 * GUARD + page - 1) / page * page;
	t->map_bytes = 4 * t->room + 3 * page;
	map = mmap(NULL, t->map_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED)
		return -errno;
	t->map = map;
	t->src = t->map + page;
	t->dst = t->src + t->room + page;
	t->pristine = t->dst + t->room + page;
	t->inverse = t->pristine + t->room;
	if (mprotect(t->map, page, PROT_NONE) || mprotect(t->src + t->room, page, PROT_NONE) ||
		mprotect(t->dst + t->room, page, PROT_NONE))
		return -errno;
	pattern_fill(t->src, t->room, KEY);
	memcpy(t->pristine, t->src, t->room);
	for (size_t i = 0; i < t->room; i++)
		t->inverse[i] = (unsigned char)~t->src[i];
	return 0;
}

/* One call: where in their buffers the two start, and how many guard bytes there is room for. */
struct call {
	size_t n;
	size_t src;
	size_t dst;
	size_t before;
	size_t after;
};

static size_t least(size_t a, size_t b, size_t c)
{
	size_t smaller = a < b ? a : b;

	return smaller < c ? smaller : c;
}

static struct call place(const struct trial *t, size_t n, size_t src, size_t dst)
{
	size_t higher = src > dst ? src : dst;

	return (struct call) { n, src, dst, least(src, dst, GUARD),
		least(t->room - higher - n, GUARD, GUARD) };
}

static int report(const struct trial *t, const struct call *c, enum copy_fault_kind kind,
	ptrdiff_t at, unsigned int expected, unsigned int found)
{
	*t->fault = (struct copy_fault) {
		.kind = kind,
		.n = c->n,
		.src_offset = c->src % page_bytes(),
		.dst_offset = c->dst % page_bytes(),
		.at = at,
		.expected = (uint16_t)expected,
		.found = (uint16_t)found,
	};
	return -EBADMSG;
}

/* Compares n bytes that start `at` bytes from the start of the buffer. */
static int compare(const struct trial *t, const struct call *c, enum copy_fault_kind kind,
	ptrdiff_t at, const unsigned char *expected, const unsigned char *found, size_t n)
{
	size_t i = 0;

	if (memcmp(expected, found, n) == 0)
		return 0;
	while (expected[i] == found[i])
		i++;
	return report(t, c, kind, at + (ptrdiff_t)i, expected[i], found[i]);
}

static int check(const struct trial *t, const struct call *c, uint16_t sum)
{
	const unsigned char *src = t->src + c->src;
	const unsigned char *dst = t->dst + c->dst;
	const unsigned char *want = t->pristine + c->src;
	const unsigned char *old = t->inverse + c->src;
	ptrdiff_t n = (ptrdiff_t)c->n;
	ptrdiff_t before = (ptrdiff_t)c->before;
	uint16_t expected = t->sums ? copy_checksum(want, c->n) : 0;
	int rc = compare(t, c, COPY_FAULT_DATA, 0, want, dst, c->n);

	if (rc == 0)
		rc = compare(
			t, c, COPY_FAULT_BEFORE, -before, old - before, dst - before, c->before);
	if (rc == 0)
		rc = compare(t, c, COPY_FAULT_AFTER, n, old + n, dst + n, c->after);
	if (rc == 0)
		rc = compare(t, c, COPY_FAULT_SOURCE, -before, want - before, src - before,
			c->before + c->n + c->after);
	if (rc == 0 && sum != expected)
		rc = report(t, c, COPY_FAULT_CHECKSUM, 0, expected, sum);
	return rc;
}

/* The places are offsets in the buffers; each is lowered to the routine's alignment. */
static int try(const struct trial *t, size_t n, size_t src, size_t dst)
{
	struct call c = place(t, n, src & ~(size_t)(t->ops->src_align - 1),
		dst & ~(size_t)(t->ops->dst_align - 1));
	uint16_t sum;

	memcpy(t->dst + c.dst - c.before, t->inverse + c.src - c.before, c.before + n + c.after);
	sum = t->run(t->ops, t->dst + c.dst, t->src + c.src, n);
	return check(t, &c, sum);
}

/* Every source and every destination offset, in 64 pairs that differ from one length to the next. */
static int try_offsets(const struct trial *t, size_t n)
{
	int rc = 0;

	for (size_t i = 0; i < N_OFFSETS && rc == 0; i++)
		rc = try(t, n, GUARD + i, GUARD + (i + n) % N_OFFSETS);
	return rc;
}

static int try_pairs(const struct trial *t, size_t n)
{
	int rc = 0;

	for (size_t i = 0; i < N_OFFSETS * N_OFFSETS && rc == 0; i++)
		rc = try(t, n, GUARD + i / N_OFFSETS, GUARD + i % N_OFFSETS);
	return rc;
}

/* Each buffer at an end of its mapping, alone and together with the other. */
static int try_edges(const struct trial *t, size_t n)
{
	size_t end = t->room - n;
	size_t inside = GUARD + n % N_OFFSETS;
	const size_t places[][2] = { { end, end }, { end, inside }, { inside, end }, { 0, 0 },
		{ 0, inside }, { inside, 0 }, { 0, end }, { end, 0 } };
	int rc = 0;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && rc == 0; i++)
		rc = try(t, n, places[i][0], places[i][1]);
	return rc;
}

static void step(const struct trial *t)
{
	if (t->progress)
		atomic_fetch_add_explicit(t->progress, 1, memory_order_relaxed);
}

static int try_length(const struct trial *t, size_t n)
{
	int rc;

	step(t);
	if (n < t->ops->min_bytes)
		return 0;
	rc = try_offsets(t, n);
	return rc ? rc : try_edges(t, n);
}

/* Places are few there, for what a page of bytes costs. */
static int try_huge(const struct trial *t)
{
	int rc = 0;

	for (size_t n = HUGE_MAX - 2; n <= HUGE_MAX && rc == 0; n++)
		rc = try_edges(t, n);
	return rc;
}

static int try_all(const struct trial *t)
{
	int rc = 0;

	for (size_t n = 0; n <= SMALL_MAX && rc == 0; n++)
		rc = try_length(t, n);
	for (size_t i = 0; i < sizeof(pair_lengths) / sizeof(pair_lengths[0]) && rc == 0; i++) {
		step(t);
		if (pair_lengths[i] >= t->ops->min_bytes)
			rc = try_pairs(t, pair_lengths[i]);
	}
	for (size_t power = 2048; power <= LARGE_MAX && rc == 0; power *= 2) {
		for (size_t n = power - 1; n <= power + 1 && rc == 0; n++)
			rc = try_length(t, n);
	}
	return rc ? rc : try_huge(t);
}

static bool alignment_allowed(size_t align)
{
	return align > 0 && (align & (align - 1)) == 0 && align <= page_bytes();
}

int copy_verify(const struct copy_ops *ops, struct copy_fault *fault, atomic_ullong *progress)
{
	struct trial t = { .ops = ops, .run = run_copy, .fault = fault, .progress = progress };
	int rc;

	if (!ops->copy || ops->flags & COPY_EMPTY)
		return 0;
	if (copy_unsupported(ops))
		return -ENOTSUP;
	if (ops->min_bytes > LARGE_MAX || !alignment_allowed(ops->dst_align) ||
		!alignment_allowed(ops->src_align))
		return -EINVAL;
	rc = init(&t);
	if (rc == 0)
		rc = try_all(&t);
	if (rc == 0 && ops->csum) {
		t.run = run_csum;
		t.sums = true;
		rc = try_all(&t);
	}
	release(&t);
	return rc;
}

void copy_fault_text(const struct copy_fault *fault, char *text, size_t size)
{
	static const char *const what[] = {
		[COPY_FAULT_DATA] = "byte",
		[COPY_FAULT_BEFORE] = "before the destination, byte",
		[COPY_FAULT_AFTER] = "behind the destination, byte",
		[COPY_FAULT_SOURCE] = "in the source, byte",
	};
	int used = snprintf(text, size, "n %zu, source +%zu, destination +%zu: ", fault->n,
		fault->src_offset, fault->dst_offset);

	if (used < 0 || (size_t)used >= size)
		return;
	text += used;
	size -= (size_t)used;
	if (fault->kind == COPY_FAULT_CHECKSUM)
		snprintf(text, size, "checksum 0x%04x should be 0x%04x", fault->found,
			fault->expected);
	else
		snprintf(text, size, "%s %td is 0x%02x and should be 0x%02x", what[fault->kind],
			fault->at, fault->found, fault->expected);
}
