/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TRANSPORT_TRANSPORT_H
#define NETIO_TRANSPORT_TRANSPORT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "transport/skb_geometry.h"

/*
 * Ways to move bytes between two ends on this machine: one constant a transport, one file a family,
 * one line a transport in transport_list.h.
 *
 * A channel is one connected pair of descriptors. It is opened by one thread and may then be used by
 * two at once, one that only sends and one that only receives; after a fork each process closes the
 * side it does not use.
 */

#define TRANSPORT_MESSAGES 1u /* keeps message boundaries; a message may be too large */
#define TRANSPORT_EMPTY    2u /* moves nothing: the two ends do not wait for each other */
#define TRANSPORT_TCP      4u /* has a congestion control and TCP_NODELAY */
#define TRANSPORT_DOUBLES  8u /* twice the buffer asked for is granted, or a limit: socket(7) */
#define TRANSPORT_COPIES   16u /* moves by options->copy alone: needs one, and no staging around it */

enum side { SIDE_SEND, SIDE_RECV };

struct transport_options {
	uint64_t sndbuf_bytes;  /* 0: the system's default; for a pipe its capacity */
	uint64_t rcvbuf_bytes;  /* 0: the system's default; a pipe has none */
	bool nodelay;           /* TCP_NODELAY, only for TRANSPORT_TCP */
	const char *congestion; /* NULL: the system's default; only for TRANSPORT_TCP */
	bool nonblocking_send;  /* send returns -EAGAIN instead of waiting for room */

	/* Only for TRANSPORT_COPIES. */
	const struct skb_options
		*skb; /* NULL: the defaults; its sndbuf_bytes go before those above */
	/*
	 * dst and src do not overlap, n is 1 or more. It runs in both ends. NULL is enough to open a
	 * channel and read its facts; send, recv and exchange then return -EINVAL.
	 */
	void (*copy)(void *dst, const void *src, size_t n);
};

/* What is in force, read back from the kernel where it is its; 0 or empty where there is none. */
struct transport_facts {
	uint64_t sndbuf_bytes;
	uint64_t rcvbuf_bytes;
	char congestion[16];
	struct skb_geometry skb; /* line_bytes 0: not an emulated socket */
};

/*
 * How often each side found no room, or nothing to read, and slept; and how often the other woke it (not
 * when told to stop). Since open.
 */
struct transport_counts {
	uint64_t send_sleeps;
	uint64_t send_wakes;
	uint64_t recv_sleeps;
	uint64_t recv_wakes;
};

struct channel {
	int fd[2];              /* indexed by enum side; -1 when closed or not there */
	int send_flags;         /* MSG_NOSIGNAL and the like */
	size_t sent_bytes;      /* after -EAGAIN: how much of the message went in */
	const atomic_int *stop; /* non-zero: a call that a signal interrupts returns -EINTR */

	/*
	 * What a transport keeps beside its descriptors; NULL: nothing. Copies of the channel share it;
	 * channel_close calls release once for each descriptor it closes, in each process, and the last
	 * one of a process ends it there.
	 */
	void *state;
	void (*release)(void *state);
};

struct transport_ops {
	const char *name;
	const char *desc; /* one line, no full stop */
	unsigned caps;

	/* Fills the channel (stop left to the caller). On failure nothing stays open. */
	int (*open)(struct channel *ch, const struct transport_options *options, struct err *err);

	/*
	 * One message, wholly, or a negative errno; the timed part. A stream is read again until the
	 * message is whole. Interrupted calls go on unless *stop is set. -EPIPE, -ECONNRESET or
	 * -ECONNREFUSED: the other end is gone; recv: -ENODATA at the end of the data, -EBADMSG when a message has another size.
	 */
	int (*send)(struct channel *ch, const void *buf, size_t n);
	int (*recv)(struct channel *ch, void *buf, size_t n);

	/* Sender: no more data will come. 0 or a negative errno. */
	int (*finish)(struct channel *ch);

	/*
	 * Receiver, after the last message: waits for the sender's finish. 0, or -EBADMSG when there
	 * were more bytes than that.
	 */
	int (*drain)(struct channel *ch);

	/* NULL where the transport has no such thing. */
	void (*facts)(const struct channel *ch, struct transport_facts *facts);

	/*
	 * NULL where nothing is counted. From either end while one of its sides is open; complete for
	 * both once drain has returned.
	 */
	void (*counts)(const struct channel *ch, struct transport_counts *counts);

	/*
	 * NULL where send and recv will do. One message from `from` to `to` in the calling thread, which
	 * has both sides: it turns from writing to reading where the writer would sleep, and back where
	 * it would be woken (both counted), so a message need not fit. Adds the clock_ticks() spent in
	 * either half. The channel must be empty (else -EBADMSG) and is so afterwards. Never sleeps.
	 */
	int (*exchange)(struct channel *ch, const void *from, void *to, size_t n,
		uint64_t *send_ticks, uint64_t *recv_ticks);
};

/* The transports in the order of transport_list.h; NULL past the last. */
const struct transport_ops *transport_at(size_t index);
const char *transport_name(size_t index);

/* The transport of that name, NULL when there is none. */
const struct transport_ops *transport_find(const char *name);

void channel_init(struct channel *ch, const atomic_int *stop);
void channel_close(struct channel *ch, enum side side);

/*
 * Whether the kernel has this TCP congestion control and lets us use it. 0, also where there is no TCP
 * to ask; else -ENOENT or -EPERM with err, which lists those there are.
 */
int transport_check_congestion(const char *name, struct err *err);

/* Whether this machine has the transport with these options: 0 with *facts, or -errno with err. */
int transport_probe(const struct transport_ops *ops, const struct transport_options *options,
	struct transport_facts *facts, struct err *err);

/*
 * Whether one message of `size` bytes goes into a fresh channel without a receiver reading. 0 with
 * *fits_bytes = size, or the largest message found by trying that does (0 when none does). Moves real
 * bytes; not for the timed part. TRANSPORT_COPIES: options->copy must be set.
 */
int transport_capacity(const struct transport_ops *ops, const struct transport_options *options,
	size_t size, size_t *fits_bytes, struct err *err);

#endif
