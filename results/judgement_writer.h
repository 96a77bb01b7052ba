/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_JUDGEMENT_WRITER_H
#define NETIO_RESULTS_JUDGEMENT_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "results/judgement.h"

/*
 * Ways to show judgements: one constant a format, one file each. The hook only prints; whoever owns the stream flushes
 * it and looks for errors. Texts may hold anything: each format escapes them as it must, and what it cannot hold
 * (control characters, bytes that are no UTF-8) becomes U+FFFD.
 */
struct judgement_writer {
	const char *name;
	const char *desc;
	const char *suffix; /* of files that hold it, with the dot */
	/* n >= 1 judgements of as many NEW against one BASE; all: points that are the same, too. */
	void (*write)(FILE *f, const struct judgement *j, size_t n, bool all);
};

/* The formats; NULL past the last. */
const struct judgement_writer *judgement_writer_at(size_t index);
const char *judgement_writer_name(size_t index);

/* The format that a file of that name has by its suffix; NULL when none. */
const struct judgement_writer *judgement_writer_of(const char *path);

/*
 * For a CI job on GitHub: workflow commands, one for each regression and failure (error) and for what is inconclusive as
 * a whole (warning).
 */
void judgement_write_github(FILE *f, const struct judgement *j, size_t n);

/* For the writers. A ratio as a signed percentage. */
double judgement_percent(double ratio);

/* The points, or where none are judged the rows, or else the sweep: what the counts count. */
enum judged_level judgement_counted_level(const struct judgement *j);

/*
 * The rows of that level that are to be shown, the worst first: regressions by size, failures, then inconclusive, new and
 * missing, improvements, same. The heap's, for free(); NULL when out of memory.
 */
const struct judged **judgement_worst_first(
	const struct judgement *j, enum judged_level level, bool all, size_t *n);

#endif
