/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_JSONL_KINDS_H
#define NETIO_RESULTS_JSONL_KINDS_H

#include "results/jsonl_columns.h"
#include "results/jsonl_fields.h"

/*
 * Runs of `netio run` and of `netio copy` are read alike: this is where in its struct each has what. Only for
 * results/jsonl*.c.
 */
struct jsonl_kind {
	const char *name; /* "run", "copy" */
	const struct jsonl_field *header;
	const struct jsonl_field *point;
	const struct jsonl_column *columns;
	const char *changing; /* the field of a point that calibration sets */
	size_t point_bytes;
	size_t sample_bytes;
	/* Where in a point: */
	size_t status, reason, reason_bytes, ended;
	size_t samples, n_samples, warmup, n_warmup, invocations, n_invocations;
};

extern const struct jsonl_kind jsonl_kind_run;
extern const struct jsonl_kind jsonl_kind_copy;

#endif
