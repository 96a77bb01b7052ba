/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_RUN_OPTIONS_H
#define NETIO_CLI_RUN_OPTIONS_H

#include <stdbool.h>

#include "base/err.h"
#include "bench/config.h"
#include "cli/options.h"
#include "cli/routines.h"
#include "results/writer.h"

/* What `netio run` was asked for. Release with run_options_release, also after a failure. */
struct run_options {
	struct run_config config; /* what the options mean */
	const struct writer_ops *writer;
	uint64_t classic_pass_bytes; /* 0: not the classic sweep */

	/* As written: the fields of the option table. */
	size_t sweep, mode, ends, order, format;
	struct opt_words transports;
	struct opt_texts copies, plugins;
	struct routines routines;
	struct units_list l1_shifts;
	size_t layout;
	uint64_t header_bytes, shinfo_bytes;
	const char *cpus;
	struct opt_texts outputs;
	const char *samples_csv;
	char *command_line; /* the heap's; NULL: not known */
	struct units_list offsets;
	bool quiet, dry_run, explain;
};

extern const struct opt run_options[];

/*
 * Parses and checks everything that can be checked without opening anything. 0, OPT_HELP, or a
 * negative errno with err.
 */
int run_options_parse(struct run_options *o, const struct topology *topology, int argc, char **argv,
	struct err *err);
void run_options_release(struct run_options *o);

#endif
