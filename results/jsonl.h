/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_JSONL_H
#define NETIO_RESULTS_JSONL_H

#include <stddef.h>
#include <stdio.h>

#include "results/copy_record.h"
#include "results/record.h"
#include "results/stored.h"

/*
 * JSON Lines, `netio-results` version 1: man/netio-results.5 documents each field, and results/netio-results.schema.json
 * is its schema. A header; a line for each invocation as it is finished; a line for each point as it is; a trailer. What
 * was finished before a run was killed is whole. Texts are UTF-8; what is not known is null.
 */
#define JSONL_FORMAT  "netio-results"
#define JSONL_VERSION 1

/* The hooks of the copy writer "jsonl"; those of the run writer are in results/writer_list.h. */
void jsonl_copy_begin(FILE *f, const struct copy_run *run);
void jsonl_copy_invocation(FILE *f, const struct copy_run *run, const struct copy_point *point,
	const struct invocation_record *invocation);
void jsonl_copy_point_done(FILE *f, const struct copy_run *run, const struct copy_point *point);
void jsonl_copy_end(FILE *f, const struct copy_run *run);

/*
 * Reads n bytes of JSON Lines into *out, whose ->path is set. A line that is not understood is ignored and counted; a
 * last one without its end was cut. Without a trailer, or where that says so, the run was interrupted: points with
 * samples and no line of their own are, too. 0, or a negative errno with err: no header, another version, a second
 * header.
 */
int jsonl_parse(const char *text, size_t n, struct stored *out, struct err *err);

#endif
