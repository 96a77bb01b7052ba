/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_PAIRS_CSV_H
#define NETIO_CLI_PAIRS_CSV_H

#include <stdio.h>

#include "base/err.h"
#include "cli/command.h"
#include "results/duet_record.h"

/* gate --pairs-csv: every pair of samples, a row each, behind a row of names. NULL streams are fine but for open. */

FILE *pairs_csv_open(const char *path, struct err *err);

/* The pairs of one gate, 1-based; what cannot be written shows when it is closed. */
void pairs_csv_write(FILE *f, uint64_t gate, const struct duet_record *record);

/* `status`, or STATUS_FAILED with err where that was good and something was lost. */
enum status pairs_csv_close(FILE *f, const char *path, enum status status, struct err *err);

#endif
