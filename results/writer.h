/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_WRITER_H
#define NETIO_RESULTS_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "results/record.h"

/*
 * Ways to show a run: one constant a format, one file each. The hooks only print; whoever owns the
 * stream flushes it and looks for errors. begin() is called once, point() for each point that the format
 * shows in the order asked for, with the one shown before it (NULL: none yet), end() once, also for an
 * interrupted run.
 */
struct writer_ops {
	const char *name;
	const char *desc;
	const char *suffix; /* of files that hold it, with the dot */
	bool only_measured; /* has no words for points without a number, nor for an interruption */
	void (*begin)(FILE *f, const struct run_record *run);
	void (*point)(FILE *f, const struct run_record *run, const struct point_record *point,
		const struct point_record *before);
	void (*end)(FILE *f, const struct run_record *run);
	/* Each invocation as it is finished, in the order of measuring; NULL: the format shows none. */
	void (*invocation)(FILE *f, const struct run_record *run, const struct point_record *point,
		const struct invocation_record *invocation);
};

/* Whether the format has a line for this point: a number that is not one of a failure, if only_measured. */
bool writer_shows(const struct writer_ops *ops, const struct point_record *point);

/* The formats; NULL past the last. */
const struct writer_ops *writer_at(size_t index);
const char *writer_name(size_t index);

/* The format that a file of that name has by its suffix; NULL when none. */
const struct writer_ops *writer_of(const char *path);

/* The format of that name, NULL when there is none. */
const struct writer_ops *writer_find(const char *name);

#endif
