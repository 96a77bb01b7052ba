/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "transport/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "transport/skb_queue.h"

/*
 * The emulated socket: messages go through blocks laid out as skb_geometry.h says, copied in and out by
 * options->copy, with no kernel in the path but where a side sleeps.
 *
 * The memory is a memfd's. Its descriptor is one side's, a duplicate the other's: nothing is read or
 * written through them, but who holds one holds the side, as with every other transport. A peer that
 * dies does not show; whoever watches the ends sets *stop and sends a signal.
 *
 *   | up to one block of slack | blocks, the largest class first | struct skb_shared with its ring |
 */

static uint32_t ring_entries(const struct skb_geometry *g)
{
	uint32_t n = 1;

	while (n < skb_pool_most(g))
		n *= 2;
	return n;
}

/* Where the shared part starts, counted from the first block. */
static size_t shared_offset(const struct skb_geometry *g)
{
	return (skb_pool_bytes(g) + 63) & ~(size_t)63;
}

static size_t map_bytes(const struct skb_geometry *g)
{
	return skb_pool_align(g) + shared_offset(g) + sizeof(struct skb_shared) +
	       ring_entries(g) * sizeof(struct skb_chunk);
}

/*
 * Written once: a block's first use must not be a page's first. Huge pages are off as for the user
 * buffers: whether the kernel has one at hand would be luck of the run.
 */
static int map_memory(struct skb *s, int fd, struct err *err)
{
	size_t bytes = map_bytes(&s->geometry);
	size_t align = skb_pool_align(&s->geometry);
	int code = posix_fallocate(fd, 0, (off_t)bytes); /* or writing to it could end in SIGBUS */
	void *map;

	if (code)
		return err_set(err, code, "no %zu bytes for the emulated socket: %s", bytes,
			strerror(code));
	map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return err_set(err, errno, "cannot map %zu bytes for the emulated socket: %s",
			bytes, strerror(errno));
	madvise(map, bytes, MADV_NOHUGEPAGE);
	memset(map, 0, bytes);
	s->map = map;
	s->map_bytes = bytes;
	s->blocks = (unsigned char *)(((uintptr_t)map + align - 1) & ~(uintptr_t)(align - 1));
	s->shared = (struct skb_shared *)(s->blocks + shared_offset(&s->geometry));
	s->mask = ring_entries(&s->geometry) - 1;
	return 0;
}

static void release(struct skb *s)
{
	if (s->map)
		munmap(s->map, s->map_bytes);
	skb_pool_release(&s->send.pool);
	free(s);
}

/* After a fork each process counts its own descriptors: n_open is private memory. */
static void release_side(void *state)
{
	struct skb *s = state;

	if (atomic_fetch_sub(&s->n_open, 1) == 1)
		release(s);
}

static int init(struct skb *s, const struct transport_options *options, struct err *err)
{
	struct skb_options asked = options->skb ? *options->skb : (struct skb_options) { 0 };
	int ret;

	if (!asked.sndbuf_bytes)
		asked.sndbuf_bytes = options->sndbuf_bytes;
	memset(s, 0, sizeof(*s));
	s->copy = options->copy;
	s->nonblocking = options->nonblocking_send;
	atomic_init(&s->n_open, 2);
	ret = skb_geometry_make(&asked, &s->geometry, err);
	return ret ? ret : skb_pool_init(&s->send.pool, &s->geometry, err);
}

static int open_memory(struct channel *ch, struct skb *s, struct err *err)
{
	int fd[2] = { memfd_create("netio-skb", MFD_CLOEXEC), -1 };
	int ret;

	if (fd[0] < 0)
		return err_set(err, errno, "no shared memory: %s", strerror(errno));
	fd[1] = fcntl(fd[0], F_DUPFD_CLOEXEC, 0);
	if (fd[1] < 0)
		ret = err_set(err, errno, "no descriptor: %s", strerror(errno));
	else
		ret = map_memory(s, fd[0], err);
	if (!ret) {
		ch->fd[SIDE_SEND] = fd[0];
		ch->fd[SIDE_RECV] = fd[1];
		return 0;
	}
	close(fd[0]);
	if (fd[1] >= 0)
		close(fd[1]);
	return ret;
}

static int open_skb(struct channel *ch, const struct transport_options *options, struct err *err)
{
	struct skb *s = aligned_alloc(_Alignof(struct skb), sizeof(*s));
	int ret;

	if (!s)
		return err_set(err, ENOMEM, "out of memory");
	ret = init(s, options, err);
	if (!ret)
		ret = open_memory(ch, s, err);
	if (ret) {
		release(s);
		return ret;
	}
	ch->state = s;
	ch->release = release_side;
	return 0;
}

static int send_skb(struct channel *ch, const void *buf, size_t n)
{
	struct skb *s = ch->state;
	size_t done = 0;
	int ret = s->copy ? 0 : -EINVAL;

	while (!ret && done < n) {
		ret = skb_wait_room(s, ch);
		if (!ret)
			done += skb_write_chunk(s, (const char *)buf + done, n - done);
	}
	ch->sent_bytes = done;
	return ret;
}

static int recv_skb(struct channel *ch, void *buf, size_t n)
{
	struct skb *s = ch->state;
	size_t done = 0;
	int ret = s->copy ? 0 : -EINVAL;

	while (!ret && done < n) {
		ret = skb_wait_chunk(s, ch);
		if (!ret)
			done += skb_read_chunk(s, (char *)buf + done, n - done);
	}
	return ret;
}

static int finish_skb(struct channel *ch)
{
	skb_finish(ch->state);
	return 0;
}

static int drain_skb(struct channel *ch)
{
	int ret = skb_wait_chunk(ch->state, ch);

	return ret == 0 ? -EBADMSG : ret == -ENODATA ? 0 : ret;
}

static size_t write_admitted(struct skb *s, const char *from, size_t n)
{
	size_t done = 0;

	while (done < n && skb_admitted(s))
		done += skb_write_chunk(s, from + done, n - done);
	return done;
}

/* All there is, or until the writer would be woken when it sleeps. */
static size_t read_queued(struct skb *s, char *to, size_t n, bool writer_sleeps)
{
	size_t done = 0;

	while (done < n && skb_has_chunk(s)) {
		done += skb_read_chunk(s, to + done, n - done);
		if (writer_sleeps && skb_wakes(&s->geometry, skb_queued(s)))
			break;
	}
	return done;
}

/* The clock is read where writing turns to reading, not for each chunk. */
static int exchange_skb(struct channel *ch, const void *from, void *to, size_t n,
	uint64_t *send_ticks, uint64_t *recv_ticks)
{
	struct skb *s = ch->state;
	uint64_t begin = clock_ticks();
	size_t sent = 0;
	size_t got = 0;

	if (!s->copy || skb_has_chunk(s))
		return s->copy ? -EBADMSG : -EINVAL;
	while (got < n) {
		bool sleeps;
		uint64_t now;

		sent += write_admitted(s, (const char *)from + sent, n - sent);
		now = clock_ticks();
		*send_ticks += now - begin;
		begin = now;
		sleeps = sent < n;
		if (sleeps)
			skb_count(&s->shared->side[SIDE_SEND].sleeps);
		got += read_queued(s, (char *)to + got, n - got, sleeps);
		if (sleeps)
			skb_count(&s->shared->side[SIDE_SEND].wakes);
		now = clock_ticks();
		*recv_ticks += now - begin;
		begin = now;
	}
	return 0;
}

static void facts_skb(const struct channel *ch, struct transport_facts *facts)
{
	const struct skb *s = ch->state;

	facts->sndbuf_bytes = s->geometry.sndbuf_bytes;
	facts->skb = s->geometry;
}

static uint64_t read_count(const atomic_ullong *counter)
{
	return atomic_load_explicit(counter, memory_order_relaxed);
}

static void counts_skb(const struct channel *ch, struct transport_counts *counts)
{
	const struct skb *s = ch->state;
	const struct skb_side *side = s->shared->side;

	*counts = (struct transport_counts) {
		.send_sleeps = read_count(&side[SIDE_SEND].sleeps),
		.send_wakes = read_count(&side[SIDE_SEND].wakes),
		.recv_sleeps = read_count(&side[SIDE_RECV].sleeps),
		.recv_wakes = read_count(&side[SIDE_RECV].wakes),
	};
}

extern const struct transport_ops transport_ops_skb;
const struct transport_ops transport_ops_skb = {
	.name = "skb",
	.desc = "an emulated socket: the routine copies through blocks laid out for a cache shift",
	.caps = TRANSPORT_COPIES,
	.open = open_skb,
	.send = send_skb,
	.recv = recv_skb,
	.finish = finish_skb,
	.drain = drain_skb,
	.facts = facts_skb,
	.counts = counts_skb,
	.exchange = exchange_skb,
};
