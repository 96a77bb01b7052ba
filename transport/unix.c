/* SPDX-License-Identifier: MIT */
#include "transport/transport.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "transport/socket.h"

static int open_pair(
	struct channel *ch, int type, const struct transport_options *options, struct err *err)
{
	if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ch->fd))
		return err_set(err, errno, "no AF_UNIX socket pair: %s", strerror(errno));
	ch->send_flags = socket_send_flags(options);
	for (enum side side = SIDE_SEND; side <= SIDE_RECV; side++) {
		int ret = socket_set_buffer(ch->fd[side], side, options, err);

		if (ret) {
			channel_close(ch, SIDE_SEND);
			channel_close(ch, SIDE_RECV);
			return ret;
		}
	}
	return 0;
}

static int open_stream(struct channel *ch, const struct transport_options *options, struct err *err)
{
	return open_pair(ch, SOCK_STREAM, options, err);
}

static int open_seqpacket(
	struct channel *ch, const struct transport_options *options, struct err *err)
{
	return open_pair(ch, SOCK_SEQPACKET, options, err);
}

static int open_dgram(struct channel *ch, const struct transport_options *options, struct err *err)
{
	return open_pair(ch, SOCK_DGRAM, options, err);
}

/* A datagram socket shows its peer no end of file: an empty datagram is the end mark. */
static int finish_dgram(struct channel *ch)
{
	return socket_send_message(ch, "", 0);
}

static int drain_message(struct channel *ch)
{
	char byte;
	int ret = socket_recv_message(ch, &byte, 1);

	return ret == 0 ? -EBADMSG : ret == -ENODATA ? 0 : ret;
}

extern const struct transport_ops transport_ops_unix_stream;
const struct transport_ops transport_ops_unix_stream = {
	.name = "unix",
	.desc = "AF_UNIX stream socket pair",
	.caps = TRANSPORT_DOUBLES,
	.open = open_stream,
	.send = socket_send_stream,
	.recv = socket_recv_stream,
	.finish = socket_finish,
	.drain = socket_drain,
	.facts = socket_facts,
};

extern const struct transport_ops transport_ops_unix_seqpacket;
const struct transport_ops transport_ops_unix_seqpacket = {
	.name = "unix-seqpacket",
	.desc = "AF_UNIX sequenced-packet socket pair",
	.caps = TRANSPORT_MESSAGES | TRANSPORT_DOUBLES,
	.open = open_seqpacket,
	.send = socket_send_message,
	.recv = socket_recv_message,
	.finish = socket_finish,
	.drain = drain_message,
	.facts = socket_facts,
};

extern const struct transport_ops transport_ops_unix_dgram;
const struct transport_ops transport_ops_unix_dgram = {
	.name = "unix-dgram",
	.desc = "AF_UNIX datagram socket pair",
	.caps = TRANSPORT_MESSAGES | TRANSPORT_DOUBLES,
	.open = open_dgram,
	.send = socket_send_message,
	.recv = socket_recv_message,
	.finish = finish_dgram,
	.drain = drain_message,
	.facts = socket_facts,
};
