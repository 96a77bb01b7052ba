/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/*
 * Preloaded into netio, it damages what one recv() has received, as a faulty kernel would.
 * NETIO_TEST_CORRUPT is one of
 *
 *   N        flips a bit of the byte in the middle of what the Nth receive brought
 *   N:AT     flips a bit of the byte at AT, which may lie outside the buffer (-1, or its size)
 *   N:lose   takes one more byte from the socket and drops it
 *
 * Only receives of a page or more from a stream socket count: the program's own messages between
 * coordinator and ends are smaller and go through another type of socket.
 */

#define BIT         0x10
#define LARGE_BYTES 4096

typedef ssize_t recv_function(int, void *, size_t, int);

static bool is_data(int fd, size_t n)
{
	int type = 0;
	socklen_t size = sizeof(type);

	return n >= LARGE_BYTES && getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
	       type == SOCK_STREAM;
}

static void damage(
	recv_function *next, int fd, unsigned char *buf, size_t received, const char *where)
{
	char lost;

	if (strcmp(where, ":lose") == 0)
		next(fd, &lost, 1, 0);
	else if (*where == ':')
		buf[strtol(where + 1, NULL, 10)] ^= BIT;
	else
		buf[received / 2] ^= BIT;
}

__attribute__((visibility("default"))) ssize_t recv(int fd, void *buf, size_t n, int flags)
{
	static atomic_long seen;
	recv_function *next = (recv_function *)dlsym(RTLD_NEXT, "recv");
	ssize_t received = next(fd, buf, n, flags);
	const char *wanted = getenv("NETIO_TEST_CORRUPT");
	char *where;

	if (received > 0 && wanted && is_data(fd, n) &&
		atomic_fetch_add(&seen, 1) + 1 == strtol(wanted, &where, 10))
		damage(next, fd, buf, (size_t)received, where);
	return received;
}
