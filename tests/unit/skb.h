/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_SKB_H
#define NETIO_TESTS_UNIT_SKB_H

/* What the tests of the emulated socket share. */

#include "tests/unit/unit.h"

#include <unistd.h>

#include "transport/transport.h"

static const struct transport_ops *ops;
static atomic_int stop;

/* memcpy() under the sanitizers, which see what the emulated socket hands over. */
static inline void copy(void *dst, const void *src, size_t n)
{
	memcpy(dst, src, n);
}

static inline void open_channel(struct channel *ch, const struct skb_options *skb, bool nonblocking)
{
	struct transport_options options = {
		.skb = skb, .copy = copy, .nonblocking_send = nonblocking
	};
	struct err err = { 0 };

	atomic_store(&stop, 0);
	channel_init(ch, &stop);
	CHECK(ops->open(ch, &options, &err) == 0, "%s", err.text);
}

static inline void close_channel(struct channel *ch)
{
	channel_close(ch, SIDE_SEND);
	channel_close(ch, SIDE_RECV);
}

/* The group's set-up. */
static inline int find_skb(void **state)
{
	(void)state;
	alarm(120); /* a lost wake-up would hang */
	ops = transport_find("skb");
	return ops && (ops->caps & TRANSPORT_COPIES) ? 0 : -1;
}

#endif
