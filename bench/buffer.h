/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_BUFFER_H
#define NETIO_BENCH_BUFFER_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * The user buffers. Address space is reserved once a run, so that a buffer starts at the same
 * page-aligned address in every invocation and the offset is the only alignment that changes; the
 * pages behind it are fresh for each invocation. Huge pages are switched off for them: whether the
 * kernel has one at hand would be luck of the run.
 *
 *   | guard page | offset bytes | size bytes of data | rest of the page, and a guard page |
 *
 * All that is not data holds a guard pattern; of an offset of more than a page its whole pages but the
 * last are neither used nor touched.
 */
struct buffer {
	unsigned char *map; /* NULL: none */
	size_t reserved_bytes;
	unsigned char *base; /* offset 0, page-aligned */
};

/* One message's place in a buffer. */
struct window {
	unsigned char *start; /* of the guard before the data */
	size_t n;             /* bytes from there to the end of the mapping */
	unsigned char *data;
	size_t size;
};

/* Reserves room for offset + size <= max_bytes. Release with buffer_release, also after a failure. */
int buffer_reserve(struct buffer *b, size_t max_bytes, struct err *err);
void buffer_release(struct buffer *b);

/* Fresh pages for a message of `size` at `offset`; no page is touched yet. */
int buffer_renew(struct buffer *b, size_t offset, size_t size, struct window *w, struct err *err);

/* Writes the guards. Run this and the next on the CPU that will use the pages. */
void window_guard(const struct window *w, uint64_t seed);

/* Writes zeroes to the data from byte `at` on, at most a piece of some MiB: returns where it ends. */
size_t window_zero(const struct window *w, size_t at);

/*
 * 0 when the guards are as window_guard left them, else -EBADMSG with *at, the distance from the data
 * (negative before it, size or more behind it), and both bytes.
 */
int window_check(
	const struct window *w, uint64_t seed, int64_t *at, uint8_t *expected, uint8_t *found);

#endif
