/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "transport/skb_queue.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void skb_count(atomic_ullong *counter)
{
	/* Only one side writes it. */
	atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1,
		memory_order_relaxed);
}

/* The other side clears `asleep`; it is 0 on return. -EINTR when told to stop. */
static int sleep_on(struct skb_side *own, const atomic_int *stop)
{
	skb_count(&own->sleeps);
	while (atomic_load(&own->asleep)) {
		if (atomic_load_explicit(stop, memory_order_relaxed)) {
			atomic_store(&own->asleep, 0);
			return -EINTR;
		}
		/* Not FUTEX_PRIVATE_FLAG: the other end may be a process. */
		syscall(SYS_futex, &own->asleep, FUTEX_WAIT, 1, NULL, NULL, 0);
	}
	skb_count(&own->wakes);
	return 0;
}

static void wake(struct skb *s, enum side sleeper)
{
	atomic_uint *asleep = &s->shared->side[sleeper].asleep;

	if (atomic_load(asleep) && atomic_exchange(asleep, 0))
		syscall(SYS_futex, asleep, FUTEX_WAKE, 1, NULL, NULL, 0);
}

bool skb_admitted(struct skb *s)
{
	uint32_t taken = atomic_load(&s->shared->side[SIDE_RECV].at);

	while (s->send.reaped != taken) {
		const struct skb_chunk *c = &s->shared->ring[s->send.reaped++ & s->mask];

		skb_pool_put(&s->send.pool, c->class_shift, c->block);
		s->send.removed = c->total;
	}
	return skb_admits(&s->geometry, s->send.total - s->send.removed);
}

int skb_wait_room(struct skb *s, const struct channel *ch)
{
	struct skb_side *own = &s->shared->side[SIDE_SEND];
	int ret = 0;

	while (!ret && !skb_admitted(s)) {
		if (s->nonblocking)
			return -EAGAIN;
		atomic_store(&own->asleep, 1);
		if (skb_admitted(s)) {
			atomic_store(&own->asleep, 0);
			return 0;
		}
		ret = sleep_on(own, ch->stop);
	}
	return ret;
}

size_t skb_write_chunk(struct skb *s, const void *from, size_t n)
{
	const struct skb_geometry *g = &s->geometry;
	size_t bytes = n < g->linear_bytes ? n : g->linear_bytes;
	unsigned class_shift = skb_payload_class(g, bytes);
	uint32_t block = skb_pool_get(&s->send.pool, class_shift);

	s->copy(s->blocks + block + g->header_bytes, from, bytes);
	s->send.total += (uint32_t)skb_truesize(g, bytes);
	s->shared->ring[s->send.put & s->mask] =
		(struct skb_chunk) { block, (uint32_t)bytes, s->send.total, class_shift };
	atomic_store(&s->shared->side[SIDE_SEND].at, ++s->send.put);
	wake(s, SIDE_RECV);
	return bytes;
}

bool skb_has_chunk(struct skb *s)
{
	if (s->recv.put == s->recv.taken)
		s->recv.put = atomic_load(&s->shared->side[SIDE_SEND].at);
	return s->recv.put != s->recv.taken;
}

int skb_wait_chunk(struct skb *s, const struct channel *ch)
{
	struct skb_side *own = &s->shared->side[SIDE_RECV];
	atomic_uint *finished = &s->shared->side[SIDE_SEND].finished;
	int ret = 0;

	while (!ret && !skb_has_chunk(s)) {
		/* It was set after the last chunk was put in: look for that once more. */
		if (atomic_load(finished))
			return skb_has_chunk(s) ? 0 : -ENODATA;
		atomic_store(&own->asleep, 1);
		if (skb_has_chunk(s) || atomic_load(finished)) {
			atomic_store(&own->asleep, 0);
			continue;
		}
		ret = sleep_on(own, ch->stop);
	}
	return ret;
}

uint32_t skb_queued(struct skb *s)
{
	uint32_t put = atomic_load(&s->shared->side[SIDE_SEND].at);

	if (put == s->recv.taken)
		return 0;
	return s->shared->ring[(put - 1) & s->mask].total - s->recv.removed;
}

static void free_chunk(struct skb *s)
{
	s->recv.removed = s->shared->ring[s->recv.taken & s->mask].total;
	s->recv.done_bytes = 0;
	atomic_store(&s->shared->side[SIDE_RECV].at, ++s->recv.taken);
	if (atomic_load(&s->shared->side[SIDE_SEND].asleep) &&
		skb_wakes(&s->geometry, skb_queued(s)))
		wake(s, SIDE_SEND);
}

size_t skb_read_chunk(struct skb *s, void *to, size_t n)
{
	const struct skb_chunk *c = &s->shared->ring[s->recv.taken & s->mask];
	uint32_t done = s->recv.done_bytes;
	size_t bytes = n < c->bytes - done ? n : c->bytes - done;

	s->copy(to, s->blocks + c->block + s->geometry.header_bytes + done, bytes);
	s->recv.done_bytes += (uint32_t)bytes;
	if (s->recv.done_bytes == c->bytes)
		free_chunk(s);
	return bytes;
}

void skb_finish(struct skb *s)
{
	atomic_store(&s->shared->side[SIDE_SEND].finished, 1);
	wake(s, SIDE_RECV);
}
