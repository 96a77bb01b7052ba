/* SPDX-License-Identifier: MIT */
#include "transport/socket.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/socket.h>

#include "base/hot.h"

int socket_failed(const struct channel *ch)
{
	if (errno == EINTR && !atomic_load_explicit(ch->stop, memory_order_relaxed))
		return 0;
	return -errno;
}

HOT int socket_send_stream(struct channel *ch, const void *buf, size_t n)
{
	size_t done = 0;
	ssize_t got;
	int ret;

	while (done < n) {
		got = send(ch->fd[SIDE_SEND], (const char *)buf + done, n - done, ch->send_flags);
		if (got >= 0) {
			done += (size_t)got;
			continue;
		}
		ret = socket_failed(ch);
		if (ret) {
			ch->sent_bytes = done;
			return ret;
		}
	}
	return 0;
}

HOT int socket_recv_stream(struct channel *ch, void *buf, size_t n)
{
	size_t done = 0;
	ssize_t got;
	int ret;

	while (done < n) {
		got = recv(ch->fd[SIDE_RECV], (char *)buf + done, n - done, 0);
		if (got > 0) {
			done += (size_t)got;
			continue;
		}
		ret = got == 0 ? -ENODATA : socket_failed(ch);
		if (ret)
			return ret;
	}
	return 0;
}

HOT int socket_send_message(struct channel *ch, const void *buf, size_t n)
{
	ssize_t got;
	int ret;

	for (;;) {
		got = send(ch->fd[SIDE_SEND], buf, n, ch->send_flags);
		if (got == (ssize_t)n)
			return 0;
		ret = got >= 0 ? -EBADMSG : socket_failed(ch);
		if (ret) {
			ch->sent_bytes = 0;
			return ret;
		}
	}
}

HOT int socket_recv_message(struct channel *ch, void *buf, size_t n)
{
	ssize_t got;
	int ret;

	for (;;) {
		/* MSG_TRUNC returns the real length, so that a longer message does not pass for this one. */
		got = recv(ch->fd[SIDE_RECV], buf, n, MSG_TRUNC);
		if (got == (ssize_t)n)
			return 0;
		ret = got == 0 ? -ENODATA : got > 0 ? -EBADMSG : socket_failed(ch);
		if (ret)
			return ret;
	}
}

int socket_finish(struct channel *ch)
{
	return shutdown(ch->fd[SIDE_SEND], SHUT_WR) ? -errno : 0;
}

int socket_drain(struct channel *ch)
{
	char byte;
	int ret = socket_recv_stream(ch, &byte, 1);

	return ret == 0 ? -EBADMSG : ret == -ENODATA ? 0 : ret;
}

static uint64_t get_buffer(int fd, int option)
{
	int value = 0;
	socklen_t n = sizeof(value);

	if (getsockopt(fd, SOL_SOCKET, option, &value, &n) || value < 0)
		return 0;
	return (uint64_t)value;
}

void socket_facts(const struct channel *ch, struct transport_facts *facts)
{
	facts->sndbuf_bytes = get_buffer(ch->fd[SIDE_SEND], SO_SNDBUF);
	facts->rcvbuf_bytes = get_buffer(ch->fd[SIDE_RECV], SO_RCVBUF);
}

int socket_set_buffer(
	int fd, enum side side, const struct transport_options *options, struct err *err)
{
	uint64_t bytes = side == SIDE_SEND ? options->sndbuf_bytes : options->rcvbuf_bytes;
	int value = bytes > INT_MAX ? INT_MAX : (int)bytes;

	if (bytes == 0)
		return 0;
	if (setsockopt(fd, SOL_SOCKET, side == SIDE_SEND ? SO_SNDBUF : SO_RCVBUF, &value,
		    sizeof(value)))
		return err_set(err, errno, "cannot set the %s buffer to %d bytes: %s",
			side == SIDE_SEND ? "send" : "receive", value, strerror(errno));
	return 0;
}

int socket_send_flags(const struct transport_options *options)
{
	return MSG_NOSIGNAL | (options->nonblocking_send ? MSG_DONTWAIT : 0);
}
