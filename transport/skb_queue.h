/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TRANSPORT_SKB_QUEUE_H
#define NETIO_TRANSPORT_SKB_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "transport/skb_geometry.h"
#include "transport/skb_pool.h"
#include "transport/transport.h"

/*
 * The queue of the emulated socket; only for the files of this folder. Blocks and a ring of chunks lie
 * in memory that both ends share, as threads or as processes. One sender and one receiver, no lock: a
 * side stores its counts to its own line, and to the other's `asleep` only to wake it; neither ever spins.
 *
 *   sender    fills a block, fills the ring's next entry, stores its count of chunks (`at`)
 *   receiver  copies out, stores its own count; the entries between the two are the queue
 *   sender    takes back, in order, the blocks of the entries that the receiver has passed, before each
 *             chunk that it writes: so the block freed last is the next one used
 *
 * The ring holds as many entries as the send buffer ever admits, so only that is asked.
 *
 * Going to sleep: set one's `asleep`, look once more, wait on that word (futex). Waking: store one's
 * count, look at the other's `asleep`, clear it, wake. All four are sequentially consistent, so that of
 * the two looks at least one sees the other's store.
 */

struct skb_chunk {
	uint32_t block; /* its offset from the first block */
	uint32_t bytes; /* of payload */
	uint32_t total; /* truesize of all chunks ever put in, up to this one, mod 2^32 */
	uint32_t class_shift;
};

/* What one side stores to; the other clears `asleep` when it wakes it. */
struct skb_side {
	_Alignas(64) atomic_uint at; /* chunks put in, or taken out, since open, mod 2^32 */
	atomic_uint finished;        /* the sender's: no more will come */
	atomic_ullong sleeps;
	atomic_ullong wakes;
	_Alignas(64) atomic_uint asleep; /* on a line that the other can look at for nothing */
};

struct skb_shared {
	struct skb_side side[2]; /* indexed by enum side */
	struct skb_chunk ring[];
};

/* A process's own. Two threads may use it, each only its part. */
struct skb {
	struct skb_geometry geometry;
	void (*copy)(void *dst, const void *src, size_t n);
	bool nonblocking;
	atomic_int n_open; /* descriptors of both sides in this process */
	void *map;
	size_t map_bytes;
	unsigned char *blocks;
	struct skb_shared *shared;
	uint32_t mask; /* of the ring */

	struct {
		_Alignas(64) struct skb_pool pool;
		uint32_t put;     /* chunks put in */
		uint32_t reaped;  /* of these, how many blocks were taken back ... */
		uint32_t total;   /* truesize put in */
		uint32_t removed; /* ... and their truesize */
	} send;
	struct {
		_Alignas(64) uint32_t taken; /* chunks read to their end */
		uint32_t put;                /* what the sender had put in when last looked at */
		uint32_t done_bytes;         /* read of the next chunk */
		uint32_t removed;            /* truesize taken */
	} recv;
};

/* Sender. Takes blocks back; whether the next chunk may be written. */
bool skb_admitted(struct skb *s);

/* Sender. 0 when it is admitted; -EAGAIN when nonblocking; -EINTR when told to stop by ch->stop. */
int skb_wait_room(struct skb *s, const struct channel *ch);

/* Sender, admitted: the next chunk of a message that has n bytes left. Returns how many it took. */
size_t skb_write_chunk(struct skb *s, const void *from, size_t n);

/* Sender: no more will come. */
void skb_finish(struct skb *s);

/* Receiver. Whether there is something to read. */
bool skb_has_chunk(struct skb *s);

/* Receiver. 0 when there is a chunk; -ENODATA when there never will be; -EINTR when told to stop. */
int skb_wait_chunk(struct skb *s, const struct channel *ch);

/*
 * Receiver, with a chunk there: up to n bytes of it; its last byte frees it and may wake the sender.
 * Returns how many.
 */
size_t skb_read_chunk(struct skb *s, void *to, size_t n);

/* Receiver. Truesize in the queue; exact while the sender does not write. */
uint32_t skb_queued(struct skb *s);

/* Adds one to a counter that only the caller writes. */
void skb_count(atomic_ullong *counter);

#endif
