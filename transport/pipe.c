/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "transport/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/hot.h"
#include "transport/socket.h"

/* SIGPIPE is ignored by the program: write() has no MSG_NOSIGNAL. */
static int set_up(int fd, const struct transport_options *options, struct err *err)
{
	uint64_t bytes = options->sndbuf_bytes;

	if (bytes && fcntl(fd, F_SETPIPE_SZ, bytes > INT_MAX ? INT_MAX : (int)bytes) < 0)
		return err_set(err, errno, "cannot set the pipe's capacity to %llu bytes: %s",
			(unsigned long long)bytes, strerror(errno));
	if (options->nonblocking_send && fcntl(fd, F_SETFL, O_NONBLOCK))
		return err_set(
			err, errno, "cannot make the pipe non-blocking: %s", strerror(errno));
	return 0;
}

static int open_pipe(struct channel *ch, const struct transport_options *options, struct err *err)
{
	int fd[2];
	int ret;

	if (pipe2(fd, O_CLOEXEC))
		return err_set(err, errno, "no pipe: %s", strerror(errno));
	ch->fd[SIDE_SEND] = fd[1];
	ch->fd[SIDE_RECV] = fd[0];
	ret = set_up(fd[1], options, err);
	if (ret) {
		channel_close(ch, SIDE_SEND);
		channel_close(ch, SIDE_RECV);
	}
	return ret;
}

HOT static int send_pipe(struct channel *ch, const void *buf, size_t n)
{
	size_t done = 0;
	ssize_t got;
	int ret;

	while (done < n) {
		got = write(ch->fd[SIDE_SEND], (const char *)buf + done, n - done);
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

HOT static int recv_pipe(struct channel *ch, void *buf, size_t n)
{
	size_t done = 0;
	ssize_t got;
	int ret;

	while (done < n) {
		got = read(ch->fd[SIDE_RECV], (char *)buf + done, n - done);
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

static int finish_pipe(struct channel *ch)
{
	channel_close(ch, SIDE_SEND);
	return 0;
}

static int drain_pipe(struct channel *ch)
{
	char byte;
	int ret = recv_pipe(ch, &byte, 1);

	return ret == 0 ? -EBADMSG : ret == -ENODATA ? 0 : ret;
}

static void facts_pipe(const struct channel *ch, struct transport_facts *facts)
{
	int bytes = fcntl(ch->fd[SIDE_SEND], F_GETPIPE_SZ);

	facts->sndbuf_bytes = bytes > 0 ? (uint64_t)bytes : 0;
}

extern const struct transport_ops transport_ops_pipe;
const struct transport_ops transport_ops_pipe = {
	.name = "pipe",
	.desc = "a pipe; --sndbuf sets its capacity",
	.open = open_pipe,
	.send = send_pipe,
	.recv = recv_pipe,
	.finish = finish_pipe,
	.drain = drain_pipe,
	.facts = facts_pipe,
};
