/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TRANSPORT_SKB_POOL_H
#define NETIO_TRANSPORT_SKB_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "transport/skb_geometry.h"

/*
 * The blocks of an emulated socket, as kmalloc() would give them out; only for the files of this
 * folder. For each power of two that the geometry uses there is one array of blocks, each aligned to
 * its own size, as the slab of 2002 places its large classes (in classes under 512 bytes it keeps its
 * own words before the objects; that is not followed). A class gives out the block freed last, like
 * the array of a CPU in that slab; fresh ones in ascending order.
 *
 * There are as many blocks of a class as could be queued at once were all chunks of that class, so a
 * writer that skb_admits() lets through always gets one.
 *
 * The pool itself is only the bookkeeping, and the sender's alone; the blocks lie in memory of its
 * owner, at offsets from an address aligned to skb_pool_align().
 */

#define SKB_CLASS_LIMIT 16 /* over log2 of the largest class: 16384, or 32768 with a large shinfo */

struct skb_pool {
	uint32_t *free[SKB_CLASS_LIMIT]; /* stacks of offsets, all within `stacks` */
	uint32_t n_free[SKB_CLASS_LIMIT];
	uint32_t *stacks;
};

/* Bytes of all blocks, a multiple of 32, and what their start must be aligned to. */
size_t skb_pool_bytes(const struct skb_geometry *g);
size_t skb_pool_align(const struct skb_geometry *g);

/* The most blocks that are ever out at once, of all classes together. */
uint32_t skb_pool_most(const struct skb_geometry *g);

/* 0 or -ENOMEM with err. Release with skb_pool_release, also what is all zero. */
int skb_pool_init(struct skb_pool *pool, const struct skb_geometry *g, struct err *err);
void skb_pool_release(struct skb_pool *pool);

/* The offset of a block of the class, which must have one; and its return. */
static inline uint32_t skb_pool_get(struct skb_pool *pool, unsigned class_shift)
{
	return pool->free[class_shift][--pool->n_free[class_shift]];
}

static inline void skb_pool_put(struct skb_pool *pool, unsigned class_shift, uint32_t block)
{
	pool->free[class_shift][pool->n_free[class_shift]++] = block;
}

#endif
