/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_OUTFILES_H
#define NETIO_CLI_OUTFILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"

/* Files that a command writes. */

struct outfile {
	const char *option; /* that named it, for errors: "output" */
	const char *path;
	FILE *f; /* NULL: not open */
};

/*
 * Opens all of them, regular files emptied, for no more than this process. -EINVAL with err when one is there twice, or
 * is one of `inputs` (NULL-ended; NULL: none are read); another negative errno when one cannot be written to. Then none
 * is open and none was emptied.
 */
int outfiles_open(struct outfile *files, size_t n, char *const *inputs, struct err *err);

/* After a failed outfiles_open: whether the words were wrong, and not the machine. */
bool outfiles_is_wrong_name(const struct err *err);

#endif
