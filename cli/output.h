/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_OUTPUT_H
#define NETIO_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "cli/command.h"

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
	size_t n_points;      /* of the run, for what was lost */
	struct sink sinks[2]; /* stdout, the file */
};

/* Truncates `path` (NULL: stdout alone). -errno with err when it cannot be written to. */
int output_open(struct output *out, size_t n_points, const char *path, struct err *err);

/*
 * Calls print(f, arg) for each sink that still works; with is_point it counts as one. -EIO when no
 * sink is left.
 */
int output_write(struct output *out, bool is_point, void (*print)(FILE *f, void *arg), void *arg);

/* After a failed output_open: whether the name was wrong (a folder, or none there), not the machine. */
bool output_is_wrong_name(const struct err *err);

/*
 * Closes the file and returns the status of the run: `status`, or STATUS_FAILED with err, which says
 * what was lost, when that was STATUS_OK and a sink failed. Where `status` has its own words in err, what
 * was lost goes to stderr at once.
 */
enum status output_close(struct output *out, enum status status, struct err *err);

/* Flushes stdout after a text that is no result: 0 or -errno with err. */
int output_flush_stdout(struct err *err);

#endif
