/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_RUN_CHECK_H
#define NETIO_CLI_RUN_CHECK_H

#include <stdbool.h>

#include "base/err.h"
#include "cli/run_options.h"

/* What of the options of `netio run` does not go together; only for run_options.c. */

/* Whether the option was written; `given` is that of opt_parse. */
bool run_option_given(const bool *given, const char *name);

/* After all else was applied: 0, or a negative errno with err. */
int run_options_check(const struct run_options *o, const bool *given, struct err *err);

#endif
