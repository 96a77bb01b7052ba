/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/sysfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool join(char *out, size_t size, const char *root, const char *path)
{
	int n = snprintf(out, size, "%s%s", root, path);

	return n >= 0 && (size_t)n < size;
}

bool sysfile_read(const char *root, const char *path, char *text, size_t size)
{
	char full[SYSFILE_PATH_BYTES];
	size_t n = 0;
	ssize_t got = 0;
	int fd;

	text[0] = '\0';
	if (!join(full, sizeof(full), root, path))
		return false;
	fd = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return false;
	do {
		got = read(fd, text + n, size - 1 - n);
		n += got > 0 ? (size_t)got : 0;
	} while (n < size - 1 && (got > 0 || (got < 0 && errno == EINTR)));
	close(fd);
	text[got < 0 ? 0 : n] = '\0';
	return got >= 0;
}

/* Copies up to the end of the line. */
static void clean(char *out, size_t size, const char *from)
{
	size_t n = 0;

	from += strspn(from, " \t");
	for (; *from && *from != '\n' && n < size - 1; from++) {
		if (*from == '\t')
			out[n++] = ' ';
		else
			out[n++] = *from >= ' ' && *from <= '~' ? *from : '?';
	}
	while (n > 0 && out[n - 1] == ' ')
		n--;
	out[n] = '\0';
}

static bool line(const char *root, char *text, size_t size, const char *format, va_list ap)
{
	char path[SYSFILE_PATH_BYTES];
	char raw[SYSFILE_PATH_BYTES];
	int n = vsnprintf(path, sizeof(path), format, ap);

	text[0] = '\0';
	if (n < 0 || (size_t)n >= sizeof(path) || !sysfile_read(root, path, raw, sizeof(raw)))
		return false;
	clean(text, size, raw);
	return true;
}

bool sysfile_line(const char *root, char *text, size_t size, const char *format, ...)
{
	va_list ap;
	bool found;

	va_start(ap, format);
	found = line(root, text, size, format, ap);
	va_end(ap);
	return found;
}

static bool parse_integer(const char *text, int64_t *value)
{
	char *end;
	long long n;

	errno = 0;
	n = strtoll(text, &end, 10);
	if (errno || end == text || (*end && *end != ' '))
		return false;
	*value = n;
	return true;
}

bool sysfile_integer(const char *root, int64_t *value, const char *format, ...)
{
	char text[64];
	va_list ap;
	bool found;

	va_start(ap, format);
	found = line(root, text, sizeof(text), format, ap);
	va_end(ap);
	return found && parse_integer(text, value);
}

bool sysfile_exists(const char *root, const char *path)
{
	char full[SYSFILE_PATH_BYTES];

	return join(full, sizeof(full), root, path) && access(full, F_OK) == 0;
}

/* Behind the separator when the line has that key, else NULL. */
static const char *behind(const char *text, const char *key, char separator)
{
	size_t n = strlen(key);
	size_t blanks;

	if (strncmp(text, key, n) != 0)
		return NULL;
	blanks = strspn(text + n, " \t");
	if (separator == ' ')
		return blanks ? text + n + blanks : NULL;
	return text[n + blanks] == separator ? text + n + blanks + 1 : NULL;
}

bool sysfile_value(const char *text, const char *key, char separator, char *value, size_t size)
{
	const char *found = behind(text, key, separator);

	value[0] = '\0';
	while (!found) {
		text = strchr(text, '\n');
		if (!text)
			return false;
		found = behind(++text, key, separator);
	}
	clean(value, size, found);
	return true;
}

bool sysfile_number(const char *text, const char *key, char separator, int64_t *value)
{
	char found[64];

	return sysfile_value(text, key, separator, found, sizeof(found)) &&
	       parse_integer(found, value);
}
