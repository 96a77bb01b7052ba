/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_FILES_H
#define NETIO_CLI_FILES_H

#include "base/err.h"
#include "cli/options.h"

/*
 * Commands that take files beside their options: moves the words of argv that are neither options nor their arguments
 * to the end, the order kept, and returns the index of the first of them, so that argv[1..index-1] are what opt_parse
 * takes. "-" is a file; "--" ends the options and is moved away.
 */
int files_split(const struct opt *options, int *argc, char **argv);

#endif
