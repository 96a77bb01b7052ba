/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_GATE_OPTIONS_H
#define NETIO_CLI_GATE_OPTIONS_H

#include "cli/run_options.h"
#include "cli/verdicts.h"

/* One contestant: the options of a run that measures it. */
struct contestant {
	char *name; /* what sets it apart, as typed */
	size_t argc;
	char **argv; /* "run", then the options; NULL-ended */
	struct run_options run;
};

/* What `netio gate` was asked for. Release with gate_options_release, also after a failure. */
struct gate_options {
	struct contestant a, b;
	bool same;        /* B is A: --aa, or --inject */
	uint64_t n_gates; /* 0: as many as --aa has time for */

	/* As written: the fields of the option table. */
	struct run_options common; /* only for its rows */
	struct opt_texts set_a, set_b;
	const char *b_binary;
	uint64_t aa_ns;
	double inject_percent;
	double threshold_percent; /* 0: METHOD.md's */
	struct sampling sampling;
	bool quiet, dry_run;
	struct verdicts_options verdicts;
	const char *pairs_csv;
	struct opt_texts written;
};

extern const struct opt gate_options[];

/* 0, OPT_HELP, or a negative errno with err. */
int gate_options_parse(struct gate_options *o, const struct topology *topology, int argc,
	char **argv, struct err *err);
void gate_options_release(struct gate_options *o);

#endif
