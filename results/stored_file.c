/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "results/stored.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK_BYTES ((size_t)1 << 16)

/* What was read so far, and how long its last line is. */
struct content {
	char *text;
	size_t n;
	size_t room;
	uint64_t line_bytes;
	bool is_over; /* what was read shows that the rest need not be: binary, or too long */
};

static int make_room(struct content *c)
{
	size_t room = c->room ? 2 * c->room : 16 * CHUNK_BYTES;
	char *more;

	if (c->room - c->n >= CHUNK_BYTES)
		return 0;
	more = realloc(c->text, room);
	if (!more)
		return -ENOMEM;
	c->text = more;
	c->room = room;
	return 0;
}

/* A device that never ends, or a gigabyte of one line, is known for no result long before its end. */
static void look(struct content *c, const char *chunk, size_t n)
{
	const char *newline = memrchr(chunk, '\n', n);
	const char *first = memchr(chunk, '\n', n);
	uint64_t line_bytes = c->line_bytes + (first ? (size_t)(first - chunk) : n);

	c->is_over = memchr(chunk, '\0', n) || line_bytes > STORED_MAX_LINE_BYTES ||
		     c->n + n > STORED_MAX_BYTES;
	c->line_bytes = newline ? n - 1 - (size_t)(newline - chunk) : line_bytes;
	c->n += n;
}

static int read_all(int fd, struct content *c)
{
	while (!c->is_over) {
		ssize_t n;
		int ret = make_room(c);

		if (ret)
			return ret;
		n = read(fd, c->text + c->n, CHUNK_BYTES);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		look(c, c->text + c->n, (size_t)n);
	}
	return 0;
}

static int open_path(const char *path, bool is_stdin, struct err *err)
{
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	return fd >= 0 ? fd
		       : err_set(err, errno, "%s: cannot be opened: %s", path, strerror(errno));
}

int stored_read(const char *path, struct stored *out, struct err *err)
{
	bool is_stdin = strcmp(path, "-") == 0;
	const char *name = is_stdin ? "standard input" : path;
	struct content c = { 0 };
	int fd = open_path(path, is_stdin, err);
	int ret;

	*out = (struct stored) { 0 };
	if (fd < 0)
		return fd;
	ret = read_all(fd, &c);
	if (ret)
		err_set(err, -ret, "%s: cannot be read: %s", name, strerror(-ret));
	else
		ret = stored_parse(c.text, c.n, name, out, err);
	if (!is_stdin)
		close(fd);
	free(c.text);
	return ret;
}
