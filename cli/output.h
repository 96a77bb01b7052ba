/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_OUTPUT_H
#define NETIO_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "cli/command.h"
#include "cli/outfiles.h"

/*
 * Where results go: stdout, and files when asked, each in a format of its own. Each piece is flushed at once, so that a
 * killed run loses nothing that was finished, and a sink that fails is known when it fails.
 */
struct sink {
	const char *name;
	FILE *f;
	const void *format; /* the caller's; given to what prints */
	int code;           /* errno of the first failure, 0 while it works */
	size_t n_written;   /* points */
};

struct output {
	size_t n_points;    /* of the run, for what was lost */
	struct sink *sinks; /* stdout, then the files */
	size_t n_sinks;
};

/* What goes where. */
struct output_spec {
	const void *format;                         /* of stdout */
	const struct opt_texts *paths;              /* of --output */
	const void *(*format_of)(const char *path); /* by its suffix; NULL: that of stdout */
	const char *samples_path;                   /* of --samples-csv; NULL: none */
	const void *samples_format;
	char *const *inputs; /* files that are read, NULL-ended; NULL: none */
};

/* Opens and empties the files. -errno with err, and nothing is open, when one cannot be had. */
int output_open(
	struct output *out, size_t n_points, const struct output_spec *spec, struct err *err);

/*
 * Calls print(f, format, arg) for each sink that still works; with is_point it counts as one. -EIO when no sink is
 * left.
 */
int output_write(struct output *out, bool is_point,
	void (*print)(FILE *f, const void *format, void *arg), void *arg);

/*
 * Closes the files and returns the status of the run: `status`, or STATUS_FAILED with err, which says what was lost, when
 * that was STATUS_OK and a sink failed. Where `status` has its own words in err, what was lost goes to stderr at once.
 */
enum status output_close(struct output *out, enum status status, struct err *err);

/*
 * Writes what is whole to the file of --output, or to stdout where path is NULL. STATUS_OK; or with err STATUS_USAGE for
 * a wrong name or one of `inputs` (NULL-ended), which leaves all as it was, and STATUS_FAILED.
 */
enum status output_whole(
	const char *path, const char *text, size_t n, char *const *inputs, struct err *err);

/* Flushes stdout after a text that is no result: 0 or -errno with err. */
int output_flush_stdout(struct err *err);

#endif
