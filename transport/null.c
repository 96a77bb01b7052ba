/* SPDX-License-Identifier: MIT */
#include "transport/transport.h"

#include "base/hot.h"

/* Every hook is called as for a real transport and returns: what is left is the cost of netio itself. */

static int open_null(struct channel *ch, const struct transport_options *options, struct err *err)
{
	(void)ch;
	(void)options;
	(void)err;
	return 0;
}

HOT static int send_null(struct channel *ch, const void *buf, size_t n)
{
	(void)ch;
	(void)buf;
	(void)n;
	return 0;
}

HOT static int recv_null(struct channel *ch, void *buf, size_t n)
{
	(void)ch;
	(void)buf;
	(void)n;
	return 0;
}

static int nothing(struct channel *ch)
{
	(void)ch;
	return 0;
}

extern const struct transport_ops transport_ops_null;
const struct transport_ops transport_ops_null = {
	.name = "null",
	.desc = "moves nothing: shows netio's own cost a message",
	.caps = TRANSPORT_EMPTY,
	.open = open_null,
	.send = send_null,
	.recv = recv_null,
	.finish = nothing,
	.drain = nothing,
};
