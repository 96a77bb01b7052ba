/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "transport/transport.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "transport/socket.h"

/* Connecting to ourselves takes microseconds; this bounds it where a packet filter drops loopback. */
#define CONNECT_SECONDS 5

static void loopback(int family, struct sockaddr_storage *address, socklen_t *n)
{
	*address = (struct sockaddr_storage) { .ss_family = family };
	if (family == AF_INET) {
		((struct sockaddr_in *)address)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		*n = sizeof(struct sockaddr_in);
	} else {
		((struct sockaddr_in6 *)address)->sin6_addr = in6addr_loopback;
		*n = sizeof(struct sockaddr_in6);
	}
}

/* A listener on a port that the kernel chooses; its address is left in *address. */
static int listener(int family, const struct transport_options *options,
	struct sockaddr_storage *address, socklen_t *n, struct err *err)
{
	int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return err_set(err, errno, "no TCP over IPv%d: %s", family == AF_INET ? 4 : 6,
			strerror(errno));
	loopback(family, address, n);
	/* Before listen(): an accepted socket inherits its buffer, and the window scale follows from it. */
	if (socket_set_buffer(fd, SIDE_RECV, options, err))
		goto fail;
	if (bind(fd, (struct sockaddr *)address, *n) || listen(fd, 16) ||
		getsockname(fd, (struct sockaddr *)address, n)) {
		err_set(err, errno, "cannot listen on %s: %s",
			family == AF_INET ? "127.0.0.1" : "::1", strerror(errno));
		goto fail;
	}
	return fd;
fail:
	close(fd);
	return -err->code;
}

static int set_options(int fd, const struct transport_options *options, struct err *err)
{
	int one = 1;

	if (options->nodelay && setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)))
		return err_set(err, errno, "cannot set TCP_NODELAY: %s", strerror(errno));
	if (options->congestion && setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, options->congestion,
					   strlen(options->congestion)))
		return err_set(err, errno, "no congestion control '%s' here: %s",
			options->congestion, strerror(errno));
	return socket_set_buffer(fd, SIDE_SEND, options, err);
}

/* The names the kernel lists, "reno cubic"; of those, the ones that anyone may use, when told to. */
static void read_names(bool for_anyone, char *names, int n)
{
	FILE *f = fopen(for_anyone ? "/proc/sys/net/ipv4/tcp_allowed_congestion_control"
				   : "/proc/sys/net/ipv4/tcp_available_congestion_control",
		"re");

	if (!f || !fgets(names, n, f))
		snprintf(names, (size_t)n, "those the kernel has");
	names[strcspn(names, "\n")] = '\0';
	if (f)
		fclose(f);
}

int transport_check_congestion(const char *name, struct err *err)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	char names[256];
	int code = 0;

	if (fd < 0)
		fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return 0;
	if (setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, strlen(name)))
		code = errno;
	close(fd);
	if (!code)
		return 0;
	read_names(geteuid() != 0, names, sizeof(names));
	return err_set(err, code,
		"congestion control '%s' is not to be had (%s): expected one of %s", name,
		strerror(code), names[0] ? names : "those the kernel has");
}

static bool same_v4(const struct sockaddr_in *a, const struct sockaddr_in *b)
{
	return a->sin_port == b->sin_port && a->sin_addr.s_addr == b->sin_addr.s_addr;
}

static bool same_v6(const struct sockaddr_in6 *a, const struct sockaddr_in6 *b)
{
	return a->sin6_port == b->sin6_port &&
	       memcmp(&a->sin6_addr, &b->sin6_addr, sizeof(a->sin6_addr)) == 0;
}

static bool same_address(const struct sockaddr_storage *a, const struct sockaddr_storage *b)
{
	if (a->ss_family != b->ss_family)
		return false;
	return a->ss_family == AF_INET
		       ? same_v4((const struct sockaddr_in *)a, (const struct sockaddr_in *)b)
		       : same_v6((const struct sockaddr_in6 *)a, (const struct sockaddr_in6 *)b);
}

/*
 * Takes the connection that came from our own socket. Anyone on this machine may connect to the port
 * while it is open; a stranger's connection must not become the receiving end.
 */
static int accept_own(int listening, int sending, struct err *err)
{
	struct sockaddr_storage own = { 0 };
	struct sockaddr_storage peer = { 0 };
	socklen_t n = sizeof(own);
	int fd;

	if (getsockname(sending, (struct sockaddr *)&own, &n))
		return err_set(err, errno, "cannot read the socket's address: %s", strerror(errno));
	for (;;) {
		struct pollfd waiting = { .fd = listening, .events = POLLIN };

		int ready = poll(&waiting, 1, CONNECT_SECONDS * 1000);

		if (ready < 0 && errno == EINTR)
			continue;
		if (ready == 0)
			return err_set(err, ETIMEDOUT, "no connection on loopback within %d s",
				CONNECT_SECONDS);
		n = sizeof(peer);
		fd = accept4(listening, (struct sockaddr *)&peer, &n, SOCK_CLOEXEC);
		if (fd < 0 && (errno == EINTR || errno == ECONNABORTED))
			continue;
		if (fd < 0)
			return err_set(
				err, errno, "cannot accept on loopback: %s", strerror(errno));
		if (same_address(&own, &peer))
			return fd;
		close(fd);
	}
}

static int connect_own(int fd, const struct sockaddr_storage *address, socklen_t n, struct err *err)
{
	struct timeval limit = { .tv_sec = CONNECT_SECONDS };
	struct timeval none = { 0 };

	/* The listener's queue takes the connection, so this does not wait for accept(). */
	if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit)) ||
		connect(fd, (const struct sockaddr *)address, n) ||
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof(none)))
		return err_set(err, errno, "cannot connect on loopback: %s",
			strerror(errno == EINPROGRESS ? ETIMEDOUT : errno));
	return 0;
}

static int open_tcp(
	struct channel *ch, int family, const struct transport_options *options, struct err *err)
{
	struct sockaddr_storage address;
	socklen_t n;
	int listening = listener(family, options, &address, &n, err);
	int fd;
	int ret;

	if (listening < 0)
		return listening;
	fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ret = fd < 0 ? err_set(err, errno, "no TCP socket: %s", strerror(errno))
		     : set_options(fd, options, err);
	if (!ret)
		ret = connect_own(fd, &address, n, err);
	if (!ret) {
		ch->fd[SIDE_RECV] = accept_own(listening, fd, err);
		ret = ch->fd[SIDE_RECV] < 0 ? ch->fd[SIDE_RECV] : 0;
	}
	ch->fd[SIDE_SEND] = fd;
	ch->send_flags = socket_send_flags(options);
	if (ret) {
		ch->fd[SIDE_RECV] = -1;
		channel_close(ch, SIDE_SEND);
	}
	close(listening);
	return ret;
}

static int open_v4(struct channel *ch, const struct transport_options *options, struct err *err)
{
	return open_tcp(ch, AF_INET, options, err);
}

static int open_v6(struct channel *ch, const struct transport_options *options, struct err *err)
{
	return open_tcp(ch, AF_INET6, options, err);
}

static void facts(const struct channel *ch, struct transport_facts *facts)
{
	socklen_t n = sizeof(facts->congestion) - 1;

	socket_facts(ch, facts);
	if (getsockopt(ch->fd[SIDE_SEND], IPPROTO_TCP, TCP_CONGESTION, facts->congestion, &n))
		facts->congestion[0] = '\0';
}

extern const struct transport_ops transport_ops_tcp;
const struct transport_ops transport_ops_tcp = {
	.name = "tcp",
	.desc = "TCP over 127.0.0.1",
	.caps = TRANSPORT_TCP | TRANSPORT_DOUBLES,
	.open = open_v4,
	.send = socket_send_stream,
	.recv = socket_recv_stream,
	.finish = socket_finish,
	.drain = socket_drain,
	.facts = facts,
};

extern const struct transport_ops transport_ops_tcp6;
const struct transport_ops transport_ops_tcp6 = {
	.name = "tcp6",
	.desc = "TCP over ::1",
	.caps = TRANSPORT_TCP | TRANSPORT_DOUBLES,
	.open = open_v6,
	.send = socket_send_stream,
	.recv = socket_recv_stream,
	.finish = socket_finish,
	.drain = socket_drain,
	.facts = facts,
};
