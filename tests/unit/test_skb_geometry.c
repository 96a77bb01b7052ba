/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>

#include "transport/skb_geometry.h"

#define MESSAGE 65536

static struct skb_geometry geometry(enum skb_layout layout, unsigned l1_shift)
{
	struct skb_options options = { .layout = layout, .l1_shift = l1_shift };
	struct skb_geometry g;
	struct err err = { 0 };

	CHECK(skb_geometry_make(&options, &g, &err) == 0, "%s", err.text);
	return g;
}

/* ROUTINES.md, section 3; shift 4 is as shift 5 because all its numbers are multiples of 32. */
static void table_of_the_kernel(void **state)
{
	static const struct {
		unsigned l1_shift;
		uint64_t tcp_alloc, tcp_class, tcp_head, unix_chunk, phase;
	} rows[] = {
		{ 4, 4096, 4096, 3776, 16224, 32 },
		{ 5, 4096, 4096, 3776, 16224, 32 },
		{ 6, 4128, 8192, 3776, 16192, 0 },
		{ 7, 4128, 8192, 3712, 16128, 0 },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		unsigned shift = rows[i].l1_shift;
		struct skb_geometry tcp = geometry(SKB_TCP, shift);
		struct skb_geometry local = geometry(SKB_UNIX, shift);

		CHECK(tcp.alloc_bytes == rows[i].tcp_alloc, "shift %u: allocation", shift);
		CHECK(tcp.class_bytes == rows[i].tcp_class, "shift %u: class", shift);
		CHECK(tcp.linear_bytes == rows[i].tcp_head, "shift %u: head", shift);
		CHECK(tcp.header_bytes == 160, "shift %u: head-room", shift);
		CHECK(local.linear_bytes == rows[i].unix_chunk, "shift %u: chunk", shift);
		CHECK(local.phase_bytes == rows[i].phase, "shift %u: phase", shift);
		CHECK(local.class_bytes == 16384, "shift %u: unix class", shift);
		CHECK(local.header_bytes == 0, "shift %u: unix head-room", shift);
	}
}

static void raw_is_alike_for_all_shifts(void **state)
{
	(void)state;
	for (unsigned shift = 4; shift <= 7; shift++) {
		struct skb_geometry g = geometry(SKB_RAW, shift);

		assert_int_equal(g.linear_bytes, 16384);
		assert_int_equal(g.alloc_bytes, 16384);
		assert_int_equal(g.class_bytes, 16384);
		assert_int_equal(g.phase_bytes, 0);
		assert_int_equal(g.header_bytes + g.shinfo_bytes, 0);
	}
}

static void short_chunks_take_small_classes(void **state)
{
	static const struct {
		enum skb_layout layout;
		unsigned l1_shift;
		uint64_t payload, truesize, class_bytes;
	} rows[] = {
		{ SKB_UNIX, 5, 1, 192, 256 },
		{ SKB_UNIX, 6, 1, 224, 256 },
		{ SKB_UNIX, 5, 640, 800, 1024 },
		{ SKB_UNIX, 6, 768, 928, 1024 },
		{ SKB_UNIX, 6, 8192, 8352, 16384 },
		{ SKB_TCP, 5, 1, 4096, 4096 },
		{ SKB_TCP, 6, 1, 4128, 8192 },
		{ SKB_RAW, 4, 1, 176, 32 },
		{ SKB_RAW, 7, 1, 288, 128 },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct skb_geometry g = geometry(rows[i].layout, rows[i].l1_shift);

		CHECK(skb_truesize(&g, rows[i].payload) == rows[i].truesize, "row %zu", i);
		CHECK(UINT64_C(1) << skb_payload_class(&g, rows[i].payload) == rows[i].class_bytes,
			"row %zu", i);
	}
}

static void wrong_options_are_refused(void **state)
{
	static const struct skb_options rows[] = {
		{ .l1_shift = 3 },
		{ .l1_shift = 8 },
		{ .sndbuf_bytes = SKB_SNDBUF_LIMIT_BYTES + 1 },
		{ .layout = SKB_TCP, .header_bytes = 3900, .shinfo_bytes = 100 },
		{ .layout = SKB_UNIX, .header_bytes = UINT64_MAX },
		{ .layout = SKB_UNIX, .shinfo_bytes = UINT64_MAX },
	};
	struct skb_geometry g;

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct err err = { 0 };

		CHECK(skb_geometry_make(&rows[i], &g, &err) == -ERANGE && err.text[0], "row %zu",
			i);
	}
}

static void pieces_for_picky_routines(void **state)
{
	struct skb_geometry g = geometry(SKB_UNIX, 5);

	(void)state;
	assert_int_equal(skb_shortest_piece(&g, 1), 1);
	assert_int_equal(skb_shortest_piece(&g, 8192), 8192);
	assert_int_equal(skb_shortest_piece(&g, 16224), 16224);
	assert_int_equal(skb_shortest_piece(&g, 65536), 640);
	assert_int_equal(skb_piece_align(&g), 32);
	g = geometry(SKB_UNIX, 6);
	assert_int_equal(skb_piece_align(&g), 64);
	g = geometry(SKB_TCP, 6);
	assert_int_equal(skb_piece_align(&g), 32);
	g = geometry(SKB_RAW, 4);
	assert_int_equal(skb_piece_align(&g), 32);
}

/*
 * The model alone: a writer of endless messages of one size who runs until it must sleep, then a reader
 * until the writer is woken.
 */
struct flow {
	uint64_t truesize[1024]; /* the queue, the oldest first */
	size_t n;
	uint64_t queued;
	uint64_t at; /* of the message being written */
};

static size_t fill_queue(const struct skb_geometry *g, struct flow *f, uint64_t message)
{
	size_t n = 0;

	while (skb_admits(g, f->queued)) {
		uint64_t rest = message - f->at;
		uint64_t bytes = rest < g->linear_bytes ? rest : g->linear_bytes;

		f->truesize[f->n] = skb_truesize(g, bytes);
		f->queued += f->truesize[f->n++];
		f->at = (f->at + bytes) % message;
		n++;
	}
	return n;
}

/* Returns how many chunks are left. */
static size_t read_queue(const struct skb_geometry *g, struct flow *f)
{
	do {
		f->queued -= f->truesize[0];
		memmove(f->truesize, f->truesize + 1, --f->n * sizeof(f->truesize[0]));
	} while (!skb_wakes(g, f->queued));
	return f->n;
}

static void flips_the_64k_section(void **state)
{
	(void)state;
	for (uint64_t descriptor = 160; descriptor <= 191; descriptor++) {
		for (unsigned shift = 5; shift <= 6; shift++) {
			struct skb_geometry g = geometry(SKB_UNIX, shift);
			struct flow f = { .n = 0 };
			size_t admitted = shift == 5 ? 4 : 5;
			size_t left = shift == 5 ? 0 : 1;

			g.descriptor_bytes = descriptor;
			CHECK(fill_queue(&g, &f, MESSAGE) == admitted, "shift %u, descriptor %d",
				shift, (int)descriptor);
			/* The fifth is the rest of the message: with shift 6 it is in whole. */
			assert_int_equal(f.at, shift == 5 ? 4 * 16224 : 0);
			for (int i = 0; i < 20; i++) {
				CHECK(read_queue(&g, &f) == left, "shift %u, descriptor %d", shift,
					(int)descriptor);
				fill_queue(&g, &f, MESSAGE);
			}
		}
	}
}

/* The bounds that skb_geometry.h names: with full chunks, one less or more tells. */
static void descriptor_bounds_are_sharp(void **state)
{
	static const struct {
		uint64_t descriptor;
		unsigned l1_shift;
		size_t admitted, left;
	} rows[] = {
		{ 159, 5, 5, 1 },
		{ 160, 5, 4, 0 },
		{ 191, 5, 4, 0 },
		{ 160, 6, 5, 1 },
		{ 191, 6, 5, 1 },
		{ 192, 6, 4, 0 },
		{ 160, 7, 5, 1 },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct skb_geometry g = geometry(SKB_UNIX, rows[i].l1_shift);
		struct flow f = { .n = 0 };

		g.descriptor_bytes = rows[i].descriptor;
		CHECK(fill_queue(&g, &f, 1000 * g.linear_bytes) == rows[i].admitted, "row %zu", i);
		CHECK(read_queue(&g, &f) == rows[i].left, "row %zu", i);
		if (g.descriptor_bytes == SKB_DESCRIPTOR_BYTES) {
			assert_int_equal(g.full_chunks, rows[i].admitted);
			assert_int_equal(g.chunks_awake, rows[i].left);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_of_the_kernel),
		cmocka_unit_test(raw_is_alike_for_all_shifts),
		cmocka_unit_test(short_chunks_take_small_classes),
		cmocka_unit_test(wrong_options_are_refused),
		cmocka_unit_test(pieces_for_picky_routines),
		cmocka_unit_test(flips_the_64k_section),
		cmocka_unit_test(descriptor_bounds_are_sharp),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
