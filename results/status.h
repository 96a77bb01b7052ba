/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_STATUS_H
#define NETIO_RESULTS_STATUS_H

#include <stdbool.h>

#include "results/record.h"

/* The words for what became of a point, in files that are read back. */

/* "pending", "done", "skipped", "failed", "corrupt", "interrupted". */
const char *status_name(enum point_status status);

/* False, with *status untouched, when the text is none of these. */
bool status_find(const char *text, enum point_status *status);

/* "", "precise", "at-most", "out-of-time". */
const char *ended_name(enum point_ended ended);

#endif
