/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TRANSPORT_SEGMENTS_H
#define NETIO_TRANSPORT_SEGMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "transport/transport.h"

/*
 * Where the kernel puts the bytes of a message, and what follows for copies: the model behind
 * `netio run --explain`.
 *
 * A copy is slow where its load waits for a store that only looks like its own: where the distance
 * d = (destination - source) mod 4096 is above 0 and below 64 ("4K aliasing"; measured, see netio(1)).
 * One side of each copy is the user's buffer, the other is the kernel's memory, whose place in its page
 * (its phase) follows from how the kernel cuts a message:
 *
 * AF_UNIX stream (Linux 3.10 on; net/unix/af_unix.c, unix_stream_sendmsg): chunks of at most
 *   min(sndbuf / 2 - 64, SKB_MAX_HEAD(0) + 32768) bytes, SKB_MAX_HEAD(0) = 4096 - 320 = 3776 where
 *   struct skb_shared_info has 320 bytes. A chunk's bytes beyond 3776, rounded up to whole pages, are in
 *   page fragments that start on a page; what is left stands before them in the linear part.
 * AF_UNIX seqpacket and dgram (unix_dgram_sendmsg): one chunk, with only what is beyond
 *   SKB_MAX_ALLOC = 16384 - 320 = 16064 bytes in page fragments, rounded up to pages.
 * The linear part has its own allocation: its phase is 0 when it fills a page's class, else not known.
 * TCP (net/ipv4/tcp.c, tcp_sendmsg_locked): bytes are appended to the sending thread's page fragment, so
 *   the phase runs on from one message to the next, from 0 at the first.
 * Pipe (fs/pipe.c): every page of a message on a page of its own.
 *
 * Limits: x86-64 and other 64-bit kernels with 4 KiB pages and the default MAX_SKB_FRAGS; a kernel that
 * finds no contiguous pages cuts differently. The model says where, not how much: that is measured.
 */

#define SEGMENTS_PAGE  4096u
#define SEGMENTS_ALIAS 64u

/* Part of a message that is contiguous in the kernel. */
struct segment {
	size_t start; /* in the message */
	size_t n;
	int phase; /* of its first byte within a page; -1: not known */
};

/*
 * The segments of the message that begins `before` bytes after the start of the stream. Returns how many
 * there are; fills at most max. 0 when there is no model for the transport.
 */
size_t segments_of(const struct transport_ops *ops, uint64_t sndbuf_bytes, size_t size,
	uint64_t before, struct segment *segments, size_t max);

/*
 * What of a message's bytes is copied at 0 < d < 64, in per cent, by side; negative: no model. Bytes of
 * unknown phase count as not.
 */
struct slow_share {
	double send_percent; /* user to kernel */
	double recv_percent; /* kernel to user */
};

struct slow_share segments_slow_share(const struct transport_ops *ops, uint64_t sndbuf_bytes,
	size_t size, size_t send_offset, size_t recv_offset);

#endif
