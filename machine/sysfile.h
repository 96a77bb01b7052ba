/* SPDX-License-Identifier: MIT */
#ifndef NETIO_MACHINE_SYSFILE_H
#define NETIO_MACHINE_SYSFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The small text files in which the kernel tells about itself: /proc and /sys. `root` goes before each
 * path, "" for this machine; tests put a made-up tree there. Every read is bounded by the caller's memory,
 * none waits, nothing is ever written. A file that is not there, is not readable or has not the expected
 * form is no error: the answer is false, and the result is left as it was (texts: empty).
 *
 * Texts come out as printable ASCII: other characters (firmware writes some of these) become '?', tabs a
 * blank, and the ends are trimmed.
 */

/* The longest path with its root. */
#define SYSFILE_PATH_BYTES 1024

/* The start of a file as it is, ended by a NUL; true also for an empty file. */
bool sysfile_read(const char *root, const char *path, char *text, size_t size);

/* The first line; true and "" where it is empty. The path is made of `format`. */
bool sysfile_line(const char *root, char *text, size_t size, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* A file that begins with a decimal integer, followed by nothing or a blank. */
bool sysfile_integer(const char *root, int64_t *value, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

bool sysfile_exists(const char *root, const char *path);

/*
 * The value of "key: value", or with another separator (a blank: "key value"), in the first line of `text`
 * with that key; blanks around the separator do not count.
 */
bool sysfile_value(const char *text, const char *key, char separator, char *value, size_t size);

/* sysfile_value as a decimal integer, which a unit may follow after a blank ("kB"). */
bool sysfile_number(const char *text, const char *key, char separator, int64_t *value);

#endif
