/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_PROGRESS_H
#define NETIO_CLI_PROGRESS_H

#include <stdbool.h>

#include "bench/passes.h"

/* Whether there is a person to show it to: stderr is a terminal. */
bool progress_wanted(void);

/* One line on stderr that is written over by the next: the pass and the time left. */
void progress_show(const struct passes_progress *progress);

/* Empties that line, before anything else is printed. */
void progress_clear(void);

#endif
