/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_COMMAND_H
#define NETIO_CLI_COMMAND_H

#include "base/err.h"
#include "cli/options.h"

/* The exit status of the program. Death by a signal is real death by that signal. */
enum status {
	STATUS_OK = 0,
	STATUS_REGRESSION = 1, /* compare and gate only */
	STATUS_USAGE = 2,
	STATUS_FAILED = 3,
	STATUS_INCONCLUSIVE = 4, /* only where asked for */
	STATUS_CORRUPT = 5,      /* data received differ from data sent */
	STATUS_INCOMPARABLE = 6, /* compare only */
};

/*
 * A sub-command. run() gets argv[0] = its own name, prints results to stdout and nothing else but
 * progress and warnings, and returns the exit status; where that is not STATUS_OK, err says why,
 * unless the output already does.
 */
struct command {
	const char *name;
	const char *synopsis; /* what follows the name */
	const char *summary;  /* one line, no full stop */
	const struct opt *options;
	enum status (*run)(const struct command *command, int argc, char **argv, struct err *err);
};

extern const struct command command_run;
extern const struct command command_copy;
extern const struct command command_show;
extern const struct command command_compare;
extern const struct command command_gate;
extern const struct command command_plot;
extern const struct command command_report;
extern const struct command command_worker;
extern const struct command command_list;
extern const struct command command_help;
extern const struct command command_complete;

/* All of them in the order of --help; NULL past the last. Defined beside main(). */
const struct command *command_at(size_t index);
const char *command_name(size_t index);

/* NULL, with err and the nearest name, when there is none. */
const struct command *command_find(const char *name, struct err *err);

/* The text of `netio help NAME`; with NULL that of `netio --help`. To stdout; 0 or 3 with err. */
enum status print_help(const struct command *command, struct err *err);
enum status print_version(struct err *err);

#endif
