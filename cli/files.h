/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_FILES_H
#define NETIO_CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "results/stored.h"

/*
 * Commands that take files beside their options: moves the words of argv that are neither options nor their arguments
 * to the end, the order kept, and returns the index of the first of them, so that argv[1..index-1] are what opt_parse
 * takes. "-" is a file; "--" ends the options and is moved away.
 */
int files_split(const struct opt *options, int *argc, char **argv);

/*
 * Reads n files of results into as many zeroed structs, which the caller releases in any case, and tells on stderr what
 * was read, unless quiet. STATUS_OK; or with err STATUS_USAGE for a wrong name or a file of something else, and
 * STATUS_FAILED where the machine would not read it.
 */
enum status files_read(
	char *const *paths, size_t n, bool quiet, struct stored *stored, struct err *err);

/* Tells on stderr what was read of each. */
void files_tell(const struct stored *stored, size_t n);

/* Reads n >= 1 files likewise, gives them to use(), whose status it returns, and releases them. */
enum status files_with(char *const *paths, size_t n, bool quiet,
	enum status (*use)(const struct stored *stored, size_t n, const void *arg, struct err *err),
	const void *arg, struct err *err);

#endif
