/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_SAMPLES_CSV_H
#define NETIO_RESULTS_SAMPLES_CSV_H

#include "results/copy_writer.h"
#include "results/writer.h"

/*
 * The CSV of --samples-csv: a row a sample, those of warm-ups too, as each invocation is finished. No format of
 * results by itself, so it is in no list.
 */
extern const struct writer_ops samples_csv;
extern const struct copy_writer_ops copy_samples_csv;

#endif
