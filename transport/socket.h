/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TRANSPORT_SOCKET_H
#define NETIO_TRANSPORT_SOCKET_H

#include "transport/transport.h"

/*
 * What the socket transports share; only for the files of this folder. The hooks are those of struct
 * transport_ops.
 */

int socket_send_stream(struct channel *ch, const void *buf, size_t n);
int socket_recv_stream(struct channel *ch, void *buf, size_t n);

/* For SOCK_SEQPACKET and SOCK_DGRAM: one call moves one message. */
int socket_send_message(struct channel *ch, const void *buf, size_t n);
int socket_recv_message(struct channel *ch, void *buf, size_t n);

int socket_finish(struct channel *ch);
int socket_drain(struct channel *ch);

/* SO_SNDBUF of the sending socket, SO_RCVBUF of the receiving one. */
void socket_facts(const struct channel *ch, struct transport_facts *facts);

/* Sets the asked buffer size of one side on one socket; 0 asks for nothing. */
int socket_set_buffer(
	int fd, enum side side, const struct transport_options *options, struct err *err);

/* The flags of every send. */
int socket_send_flags(const struct transport_options *options);

/* The errno of a call that returned < 0, or 0 when it was interrupted and should be tried again. */
int socket_failed(const struct channel *ch);

#endif
