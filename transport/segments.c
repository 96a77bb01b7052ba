/* SPDX-License-Identifier: MIT */
#include "transport/segments.h"

#include <string.h>

#define SHARED_INFO 320u
#define MAX_HEAD    (SEGMENTS_PAGE - SHARED_INFO)     /* SKB_MAX_HEAD(0) */
#define MAX_ALLOC   (4 * SEGMENTS_PAGE - SHARED_INFO) /* SKB_MAX_ALLOC */
#define FRAGMENTS   32768u                            /* UNIX_SKB_FRAGS_SZ */

/* What becomes of the segments: kept in an array, or weighed. */
struct cutter {
	struct segment *segments;
	size_t max;
	size_t n;

	size_t send_offset;
	size_t recv_offset;
	uint64_t send_slow_bytes;
	uint64_t recv_slow_bytes;
};

static int aliases(size_t dst, size_t src)
{
	size_t d = (dst - src) % SEGMENTS_PAGE;

	return d > 0 && d < SEGMENTS_ALIAS;
}

static void add(struct cutter *c, size_t start, size_t n, int phase)
{
	if (n == 0)
		return;
	if (c->n < c->max)
		c->segments[c->n] = (struct segment) { start, n, phase };
	c->n++;
	if (phase >= 0 && aliases((size_t)phase, c->send_offset + start))
		c->send_slow_bytes += n;
	if (phase >= 0 && aliases(c->recv_offset + start, (size_t)phase))
		c->recv_slow_bytes += n;
}

/* One socket buffer of AF_UNIX: a linear part of at most `head` bytes, then whole pages. */
static void cut_chunk(struct cutter *c, size_t start, size_t n, size_t head)
{
	size_t pages =
		n > head ? (n - head + SEGMENTS_PAGE - 1) / SEGMENTS_PAGE * SEGMENTS_PAGE : 0;
	size_t linear;

	if (pages > n)
		pages = n;
	linear = n - pages;
	/* The class below a page holds up to 2048 with the shared info; above that it is page-aligned. */
	add(c, start, linear, linear + SHARED_INFO > SEGMENTS_PAGE / 2 ? 0 : -1);
	add(c, start + linear, pages, 0);
}

static void cut_unix_stream(struct cutter *c, size_t size, uint64_t sndbuf)
{
	size_t most = MAX_HEAD + FRAGMENTS;

	if (sndbuf / 2 - 64 < most)
		most = (size_t)(sndbuf / 2 - 64);
	for (size_t start = 0; start < size; start += most)
		cut_chunk(c, start, size - start < most ? size - start : most, MAX_HEAD);
}

static void cut(struct cutter *c, const struct transport_ops *ops, uint64_t sndbuf_bytes,
	size_t size, uint64_t before)
{
	if (strcmp(ops->name, "unix") == 0 && sndbuf_bytes > 256)
		cut_unix_stream(c, size, sndbuf_bytes);
	else if (strncmp(ops->name, "unix-", 5) == 0)
		cut_chunk(c, 0, size, MAX_ALLOC);
	else if (ops->caps & TRANSPORT_TCP)
		add(c, 0, size, (int)(before % SEGMENTS_PAGE));
	else if (strcmp(ops->name, "pipe") == 0)
		add(c, 0, size, 0);
}

size_t segments_of(const struct transport_ops *ops, uint64_t sndbuf_bytes, size_t size,
	uint64_t before, struct segment *segments, size_t max)
{
	struct cutter c = { .segments = segments, .max = max };

	cut(&c, ops, sndbuf_bytes, size, before);
	return c.n;
}

struct slow_share segments_slow_share(const struct transport_ops *ops, uint64_t sndbuf_bytes,
	size_t size, size_t send_offset, size_t recv_offset)
{
	struct cutter c = { .send_offset = send_offset, .recv_offset = recv_offset };
	uint64_t before = 0;
	uint64_t n = 0;

	/* Until the phase is that of the first message again: at most 4096 messages. */
	do {
		cut(&c, ops, sndbuf_bytes, size, before);
		before += size;
		n++;
	} while (before % SEGMENTS_PAGE && (ops->caps & TRANSPORT_TCP));
	if (c.n == 0)
		return (struct slow_share) { -1, -1 };
	return (struct slow_share) {
		(double)c.send_slow_bytes * 100 / (double)(n * size),
		(double)c.recv_slow_bytes * 100 / (double)(n * size),
	};
}
