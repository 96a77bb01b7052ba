/* SPDX-License-Identifier: MIT */
#include "transport/skb_pool.h"

#include <errno.h>
#include <stdlib.h>

static unsigned smallest(const struct skb_geometry *g)
{
	return skb_payload_class(g, 1);
}

static unsigned largest(const struct skb_geometry *g)
{
	return skb_payload_class(g, g->linear_bytes);
}

/* How many chunks of this truesize at least a writer gets in: the last one on top of sndbuf - 1. */
static uint32_t most_of(const struct skb_geometry *g, uint64_t truesize)
{
	return (uint32_t)((g->sndbuf_bytes - 1) / truesize) + 1;
}

/* An allocation of this class is over half of it, but for the smallest class. */
static uint32_t class_blocks(const struct skb_geometry *g, unsigned shift)
{
	uint64_t half = UINT64_C(1) << (shift - 1);
	uint64_t least = skb_truesize(g, 1);

	if (half > g->shinfo_bytes && half - g->shinfo_bytes + g->descriptor_bytes > least)
		least = half - g->shinfo_bytes + g->descriptor_bytes;
	return most_of(g, least);
}

uint32_t skb_pool_most(const struct skb_geometry *g)
{
	return most_of(g, skb_truesize(g, 1));
}

size_t skb_pool_align(const struct skb_geometry *g)
{
	return (size_t)1 << largest(g);
}

size_t skb_pool_bytes(const struct skb_geometry *g)
{
	size_t bytes = 0;

	for (unsigned shift = smallest(g); shift <= largest(g); shift++)
		bytes += (size_t)class_blocks(g, shift) << shift;
	return bytes;
}

/* Large classes first: then each starts at a multiple of its own size. */
int skb_pool_init(struct skb_pool *pool, const struct skb_geometry *g, struct err *err)
{
	size_t n_blocks = 0;
	uint32_t at = 0;
	uint32_t *stack;

	*pool = (struct skb_pool) { 0 };
	for (unsigned shift = smallest(g); shift <= largest(g); shift++)
		n_blocks += class_blocks(g, shift);
	stack = pool->stacks = malloc(n_blocks * sizeof(*stack));
	if (!stack)
		return err_set(err, ENOMEM, "out of memory");
	for (unsigned shift = largest(g); shift >= smallest(g); shift--) {
		uint32_t n = class_blocks(g, shift);

		pool->free[shift] = stack;
		pool->n_free[shift] = n;
		for (uint32_t i = n; i-- > 0; at += UINT32_C(1) << shift)
			stack[i] = at; /* the first block on top */
		stack += n;
	}
	return 0;
}

void skb_pool_release(struct skb_pool *pool)
{
	free(pool->stacks);
	*pool = (struct skb_pool) { 0 };
}
