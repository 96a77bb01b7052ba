/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_JSONL_LINES_H
#define NETIO_RESULTS_JSONL_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/estimate.h"
#include "base/fact.h"
#include "results/record.h"
#include "results/statistics.h"

/* What the lines of runs and of copies have alike; only for results/jsonl*.c. */

struct json_t;

/* Writes one line and releases the object; where memory ran out, nothing. */
void jsonl_write_line(FILE *f, struct json_t *object);

/* {"type":"header","format":...,"format_version":1,"kind":kind,"n_points":n,"environment":{...}}, to be added to. */
struct json_t *jsonl_header(const char *kind, size_t n_points, const struct facts *environment);

/* {"type":"samples","point":at,"n_warmup":...,"steady":...,"begin_ms":...}, to be added to. */
struct json_t *jsonl_samples_line(size_t at, const struct invocation_record *inv);

/* {"type":"point","point":at,"status":...,"reason":...,"ended":...}, to be added to. */
struct json_t *jsonl_point_line(
	size_t at, enum point_status status, const char *reason, enum point_ended ended);

/* The trailer, written. */
void jsonl_write_trailer(FILE *f, bool interrupted, const struct facts *noise);

/* {"n":...,"median":...,"ci_low":...,"ci_high":...,"min":...,"max":...} */
struct json_t *jsonl_estimate(const struct estimate *e);
struct json_t *jsonl_spread(const struct spread *s);

#endif
