/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BASE_ERR_H
#define NETIO_BASE_ERR_H

/*
 * One sentence of why something failed, on its way up to main().
 *
 * A function that can fail returns 0 or a negative errno. Where a person will want to read why, its
 * last parameter is a struct err. The first cause wins: a caller that adds its own view of the same
 * failure later does not overwrite it. The memory is the caller's; nothing here allocates. Not
 * shared between threads.
 */

#define ERR_TEXT_BYTES 1024

struct err {
	int code;                  /* positive errno, 0 while nothing is wrong */
	char text[ERR_TEXT_BYTES]; /* one sentence without a full stop, cut if longer */
};

/* Records the failure unless one is there already. Returns -code, for `return err_set(...)`. */
int err_set(struct err *err, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Puts "context: " before the recorded text, so that a parser need not know the option's name.
 * A context of more than 125 characters is cut. */
void err_prefix(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
