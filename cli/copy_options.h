/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_COPY_OPTIONS_H
#define NETIO_CLI_COPY_OPTIONS_H

#include <stdbool.h>

#include "base/err.h"
#include "bench/copybench.h"
#include "cli/options.h"
#include "cli/routines.h"
#include "results/copy_writer.h"

/* What `netio copy` was asked for. Zeroed by the caller; release it also after a failure. */
struct copy_options {
	struct copy_config config;
	const struct copy_writer_ops *writer;

	const char *order_name, *pages_name;

	/* As written. */
	size_t order, format, pages;
	struct opt_texts copies, plugins;
	struct opt_words states;
	struct routines routines;
	const char *cpus;
	struct opt_texts outputs;
	const char *samples_csv;
	char *command_line; /* the heap's; NULL: not known */
	bool quiet, verify, dry_run;
};

extern const struct opt copy_options[];

/* 0, OPT_HELP, or a negative errno with err. */
int copy_options_parse(struct copy_options *o, const struct topology *topology, int argc,
	char **argv, struct err *err);
void copy_options_release(struct copy_options *o);

#endif
