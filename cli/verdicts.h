/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_VERDICTS_H
#define NETIO_CLI_VERDICTS_H

#include <stdbool.h>

#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "results/judgement.h"

/* Where the judgements of `compare` and `gate` go: stdout, files, and a CI system. */

struct verdicts_options {
	size_t format; /* of stdout: index of a judgement writer */
	size_t ci;     /* 0: none, 1: github */
	bool all;
	bool strict;
	struct opt_texts outputs; /* files; the format is that of the suffix, else that of stdout */
};

/* The words of --ci. */
const char *verdicts_ci_name(size_t index);

/*
 * Opens the files, which are emptied by it; NULL with err when one cannot be written to, is there twice, or is one of
 * the files that are read (`inputs`, NULL-ended). Nothing is emptied then.
 */
struct verdicts *verdicts_open(
	const struct verdicts_options *options, char *const *inputs, struct err *err);

/*
 * Prints n judgements everywhere, closes and frees. The status by the worst of them, or STATUS_FAILED with err where
 * something could not be written. NULL judgements: only closes, and gives back `status`.
 */
enum status verdicts_close(struct verdicts *v, const struct judgement *j, size_t n,
	enum status status, struct err *err);

/* The status of one judgement. */
enum status verdicts_status(const struct judgement *j, bool strict);

#endif
