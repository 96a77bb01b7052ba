/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bench/buffer.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/pattern.h"

#define PIECE_BYTES (16u << 20)

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* The mapping for so many bytes of offset and data: whole pages, one more on either side. */
static size_t mapping_bytes(size_t payload)
{
	size_t page = page_bytes();

	return (payload + page - 1) / page * page + 2 * page;
}

int buffer_reserve(struct buffer *b, size_t max_bytes, struct err *err)
{
	size_t n = mapping_bytes(max_bytes);
	void *map = mmap(NULL, n, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	*b = (struct buffer) { 0 };
	if (map == MAP_FAILED)
		return err_set(err, errno, "cannot reserve %zu bytes for a buffer: %s", n,
			strerror(errno));
	b->map = map;
	b->reserved_bytes = n;
	b->base = b->map + page_bytes();
	return 0;
}

void buffer_release(struct buffer *b)
{
	if (b->map)
		munmap(b->map, b->reserved_bytes);
	*b = (struct buffer) { 0 };
}

int buffer_renew(struct buffer *b, size_t offset, size_t size, struct window *w, struct err *err)
{
	size_t n = mapping_bytes(offset + size);
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
	size_t skipped;

	/* The whole reservation first, or pages of a larger message before would stay in memory. */
	if (mmap(b->map, b->reserved_bytes, PROT_NONE, flags | MAP_NORESERVE, -1, 0) ==
			MAP_FAILED ||
		mmap(b->map, n, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
		return err_set(
			err, errno, "cannot map a buffer of %zu bytes: %s", n, strerror(errno));
	madvise(b->map, n, MADV_NOHUGEPAGE); /* a kernel without huge pages refuses: as wished */
	/* Of what a large offset leaves free, only the page before the first that is used. */
	skipped = offset / page_bytes() * page_bytes();
	*w = (struct window) { b->map + skipped, n - skipped, b->base + offset, size };
	return 0;
}

void window_guard(const struct window *w, uint64_t seed)
{
	unsigned char *after = w->data + w->size;

	pattern_fill(w->start, (size_t)(w->data - w->start), seed);
	pattern_fill(after, (size_t)(w->start + w->n - after), ~seed);
}

size_t window_zero(const struct window *w, size_t at)
{
	size_t n = w->size - at < PIECE_BYTES ? w->size - at : PIECE_BYTES;

	memset(w->data + at, 0, n);
	return at + n;
}

int window_check(
	const struct window *w, uint64_t seed, int64_t *at, uint8_t *expected, uint8_t *found)
{
	const unsigned char *after = w->data + w->size;
	size_t before_bytes = (size_t)(w->data - w->start);
	struct pattern_difference diff;
	int ret = pattern_check(w->start, before_bytes, seed, &diff);

	*at = ret ? (int64_t)diff.at - (int64_t)before_bytes : 0;
	if (!ret) {
		ret = pattern_check(after, (size_t)(w->start + w->n - after), ~seed, &diff);
		*at = ret ? (int64_t)(w->size + diff.at) : 0;
	}
	*expected = ret ? diff.expected : 0;
	*found = ret ? diff.found : 0;
	return ret;
}
