/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TRANSPORT_SKB_GEOMETRY_H
#define NETIO_TRANSPORT_SKB_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * How the kernel of 2002 (Linux 2.5.45, i386) lays out a socket buffer, as a function of the cache
 * line it is told to assume: L = 1 << X86_L1_CACHE_SHIFT. Pure arithmetic on plain data, all of it in
 * bytes; any thread may call it.
 *
 *   | header: head-room | payload, at most `linear` | rounding to L | shinfo | rest of the size class |
 *   ^ class-aligned     ^ data                      ^ SKB_DATA_ALIGN ^ allocation ends behind it
 *
 * Where each number comes from:
 *
 *   SKB_DATA_ALIGN(x)     x rounded up to L
 *   linear                SKB_MAX_ORDER(header, order): (page << order) - header - shinfo, rounded down
 *                         to L; order 2 for AF_UNIX (SKB_MAX_ALLOC), order 0 for TCP (SKB_MAX_HEAD)
 *   allocation            alloc_skb(): SKB_DATA_ALIGN(header + payload) + sizeof(skb_shared_info)
 *   class                 kmalloc(): the power of two that holds it, 32 at least
 *   truesize              alloc_skb(): SKB_DATA_ALIGN(header + payload) + sizeof(sk_buff)
 *   data                  skb_reserve(): `header` past the block's start, NOT rounded to L. So TCP data
 *                         start 160 past a page, 32 past a 64-byte line, whatever the shift; AF_UNIX
 *                         reserves nothing and its data start where the block does
 *   admitted              sock_alloc_send_skb(): while the queued truesize is under sndbuf
 *   woken                 unix_writable(): when 4 x the queued truesize is not over sndbuf
 *
 * The layouts:
 *
 *   SKB_UNIX  order 2, no header; a short chunk takes a small allocation from a small class.
 *   SKB_TCP   order 0, header 160 (MAX_TCP_HEADER); tcp_sendmsg() allocates the whole head whatever is
 *             left of the message, so each chunk is accounted as a full one. Of TCP this is the linear
 *             head alone: no page fragments, no appending to the last buffer, and the flow control is
 *             that of AF_UNIX.
 *   SKB_RAW   the chunk is the allocation: 16384 bytes, a power of two, without header or shinfo (both
 *             options are ignored). The shift then changes only the rounding of short chunks: what
 *             differs between two shifts in the other layouts and not here is the geometry's doing.
 *
 * Nothing can be asserted for sizeof(sk_buff) of a given build of 2002. With the default sndbuf and
 * shinfo, any size of 160..191 gives the same behaviour of AF_UNIX: at shift 5 four full chunks are
 * admitted and the writer is woken on an empty queue, at shift 6 five and with one left. 159 and 192 do
 * not. 160 is taken.
 */

#define SKB_PAGE_BYTES         4096
#define SKB_CLASS_MIN_BYTES    32
#define SKB_PHASE_BYTES        64 /* the line of the CPU copied on, whatever the kernel assumes */
#define SKB_HEADER_TCP_BYTES   160
#define SKB_SHINFO_BYTES       160
#define SKB_DESCRIPTOR_BYTES   160
#define SKB_SNDBUF_BYTES       65535
#define SKB_SNDBUF_LIMIT_BYTES (1u << 20) /* keeps the pools under 256 MiB whatever the options */
#define SKB_SHIFT_MIN          4
#define SKB_SHIFT_MAX          7
#define SKB_SHIFT_DEFAULT      6

enum skb_layout { SKB_UNIX, SKB_TCP, SKB_RAW };

/* What may be asked for. 0 means the default throughout, SKB_UNIX being 0. */
struct skb_options {
	unsigned l1_shift; /* SKB_SHIFT_MIN..SKB_SHIFT_MAX; 0: SKB_SHIFT_DEFAULT */
	enum skb_layout layout;
	uint64_t header_bytes; /* head-room; 0: 160 for SKB_TCP, none else */
	uint64_t shinfo_bytes; /* sizeof(struct skb_shared_info); 0: 160 */
	uint64_t sndbuf_bytes; /* 0: 65535; SKB_SNDBUF_LIMIT_BYTES at most */
};

struct skb_geometry {
	enum skb_layout layout;
	unsigned l1_shift;
	uint64_t line_bytes;       /* L */
	uint64_t header_bytes;     /* head-room: where in its block the payload starts */
	uint64_t shinfo_bytes;     /* behind the payload; never touched here */
	uint64_t descriptor_bytes; /* sizeof(struct sk_buff), for truesize alone */
	uint64_t sndbuf_bytes;
	/* Of a full block: */
	uint64_t linear_bytes; /* payload: messages are cut into chunks of this */
	uint64_t alloc_bytes;
	uint64_t class_bytes;
	uint64_t truesize_bytes;
	uint64_t
		phase_bytes; /* where the source of a message's second chunk starts, mod 64, when its
	                          first starts at 0 */
	uint64_t full_chunks;  /* how many go into an empty queue until the writer sleeps */
	uint64_t chunks_awake; /* how many of them are left when it is woken */
};

/*
 * The geometry for these options (NULL: all defaults). 0, or -ERANGE with err when an option is out of
 * its range or leaves no room for a line of payload; *geometry is then undefined.
 */
int skb_geometry_make(
	const struct skb_options *options, struct skb_geometry *geometry, struct err *err);

/* "unix", "tcp" or "raw". */
const char *skb_layout_name(enum skb_layout layout);

/*
 * The shortest piece that a message of n bytes is copied in, on both sides when its receiver asks for n
 * bytes too; for routines that do not take any length. n is 1 at least.
 */
uint64_t skb_shortest_piece(const struct skb_geometry *g, uint64_t n);

/*
 * The alignment of every piece within the emulated socket, and of the step from a message's piece to
 * its next: for routines that do not take any address. A power of two.
 */
uint64_t skb_piece_align(const struct skb_geometry *g);

/* The rest is inline: it is used per chunk. `payload` is that of one block, 1..linear_bytes. */

static inline uint64_t skb_data_align(const struct skb_geometry *g, uint64_t x)
{
	return (x + g->line_bytes - 1) & ~(g->line_bytes - 1);
}

/* What alloc_skb() is asked for, rounded: all but shinfo. */
static inline uint64_t skb_data_bytes(const struct skb_geometry *g, uint64_t payload)
{
	return skb_data_align(
		g, g->header_bytes + (g->layout == SKB_TCP ? g->linear_bytes : payload));
}

static inline uint64_t skb_truesize(const struct skb_geometry *g, uint64_t payload)
{
	return skb_data_bytes(g, payload) + g->descriptor_bytes;
}

/* The class an allocation comes from, as its power of two: 1 << shift bytes. */
static inline unsigned skb_class_shift(uint64_t alloc_bytes)
{
	if (alloc_bytes < SKB_CLASS_MIN_BYTES)
		alloc_bytes = SKB_CLASS_MIN_BYTES;
	return 64 - (unsigned)__builtin_clzll(alloc_bytes - 1);
}

static inline unsigned skb_payload_class(const struct skb_geometry *g, uint64_t payload)
{
	return skb_class_shift(skb_data_bytes(g, payload) + g->shinfo_bytes);
}

/* Whether a writer that finds this much queued may write a chunk, of whatever size. */
static inline bool skb_admits(const struct skb_geometry *g, uint64_t queued_bytes)
{
	return queued_bytes < g->sndbuf_bytes;
}

/* Whether a sleeping writer is woken when a read leaves this much queued. */
static inline bool skb_wakes(const struct skb_geometry *g, uint64_t queued_bytes)
{
	return 4 * queued_bytes <= g->sndbuf_bytes;
}

#endif
