/* SPDX-License-Identifier: MIT */
#include "transport/skb_geometry.h"

#include <errno.h>

const char *skb_layout_name(enum skb_layout layout)
{
	return layout == SKB_TCP ? "tcp" : layout == SKB_RAW ? "raw" : "unix";
}

static uint64_t or_default(uint64_t asked, uint64_t def)
{
	return asked ? asked : def;
}

/* SKB_MAX_ORDER() before its rounding, as (page << order). */
static uint64_t order_bytes(enum skb_layout layout)
{
	return layout == SKB_TCP ? SKB_PAGE_BYTES : SKB_PAGE_BYTES << 2;
}

static void take_options(const struct skb_options *o, struct skb_geometry *g)
{
	uint64_t header = o->layout == SKB_TCP ? SKB_HEADER_TCP_BYTES : 0;

	*g = (struct skb_geometry) {
		.layout = o->layout,
		.l1_shift = o->l1_shift ? o->l1_shift : SKB_SHIFT_DEFAULT,
		.descriptor_bytes = SKB_DESCRIPTOR_BYTES,
		.sndbuf_bytes = or_default(o->sndbuf_bytes, SKB_SNDBUF_BYTES),
	};
	if (o->layout != SKB_RAW) {
		g->header_bytes = or_default(o->header_bytes, header);
		g->shinfo_bytes = or_default(o->shinfo_bytes, SKB_SHINFO_BYTES);
	}
}

static int check(const struct skb_geometry *g, struct err *err)
{
	uint64_t room = order_bytes(g->layout) - (1u << SKB_SHIFT_MAX);

	if (g->l1_shift < SKB_SHIFT_MIN || g->l1_shift > SKB_SHIFT_MAX)
		return err_set(err, ERANGE, "a cache shift of %u: expected %d to %d", g->l1_shift,
			SKB_SHIFT_MIN, SKB_SHIFT_MAX);
	if (g->sndbuf_bytes > SKB_SNDBUF_LIMIT_BYTES)
		return err_set(err, ERANGE,
			"a send buffer of %llu bytes: the emulated socket has at most %u",
			(unsigned long long)g->sndbuf_bytes, SKB_SNDBUF_LIMIT_BYTES);
	if (g->header_bytes > room || g->shinfo_bytes > room - g->header_bytes)
		return err_set(err, ERANGE,
			"a header of %llu and a shinfo of %llu bytes leave no room for data in "
			"%llu",
			(unsigned long long)g->header_bytes, (unsigned long long)g->shinfo_bytes,
			(unsigned long long)order_bytes(g->layout));
	return 0;
}

static void compute(struct skb_geometry *g)
{
	uint64_t room = order_bytes(g->layout) - g->header_bytes - g->shinfo_bytes;

	g->line_bytes = 1u << g->l1_shift;
	g->linear_bytes = room & ~(g->line_bytes - 1);
	g->alloc_bytes = skb_data_bytes(g, g->linear_bytes) + g->shinfo_bytes;
	g->class_bytes = UINT64_C(1) << skb_class_shift(g->alloc_bytes);
	g->truesize_bytes = skb_truesize(g, g->linear_bytes);
	g->phase_bytes = g->linear_bytes % SKB_PHASE_BYTES;
	g->full_chunks = (g->sndbuf_bytes - 1) / g->truesize_bytes + 1;
	g->chunks_awake = g->sndbuf_bytes / 4 / g->truesize_bytes;
}

int skb_geometry_make(
	const struct skb_options *options, struct skb_geometry *geometry, struct err *err)
{
	static const struct skb_options defaults;
	int ret;

	take_options(options ? options : &defaults, geometry);
	ret = check(geometry, err);
	if (!ret)
		compute(geometry);
	return ret;
}

uint64_t skb_shortest_piece(const struct skb_geometry *g, uint64_t n)
{
	uint64_t rest = n % g->linear_bytes;

	return rest ? rest : g->linear_bytes;
}

uint64_t skb_piece_align(const struct skb_geometry *g)
{
	uint64_t smallest = UINT64_C(1) << skb_payload_class(g, 1);
	uint64_t bits = g->header_bytes | g->linear_bytes | smallest;

	return bits & -bits;
}
