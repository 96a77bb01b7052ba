/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_OUTPUT_H
#define NETIO_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "results/writer.h"

/*
 * Where results go: stdout, and a file when asked. Each piece is flushed at once, so that a killed run
 * loses nothing that was finished, and a sink that fails is known when it fails.
 */
struct sink {
	const char *name;
	FILE *f;          /* NULL: not used */
	int code;         /* errno of the first failure, 0 while it works */
	size_t n_written; /* points */
};

struct output {
	const struct writer_ops *writer;
	size_t n_points;      /* of the run */
	struct sink sinks[2]; /* stdout, the file */
};

/* Truncates `path` (NULL: stdout alone). -errno with err when it cannot be written to. */
int output_open(
	struct output *out, const struct writer_ops *writer, const char *path, struct err *err);

/* The three hooks of the writer on each sink that still works. -EIO when none is left. */
int output_begin(struct output *out, const struct run_record *run);
int output_point(
	struct output *out, const struct run_record *run, const struct point_record *point);
int output_end(struct output *out, const struct run_record *run);

/* Closes the file. -errno with err, which says what was lost, when a sink failed. */
int output_close(struct output *out, struct err *err);

/* Flushes stdout after a text that is no result: 0 or -errno with err. */
int output_flush_stdout(struct err *err);

#endif
