/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_CHOICE_H
#define NETIO_CLI_CHOICE_H

#include <stddef.h>

#include "base/units.h"
#include "cli/options.h"
#include "picture/view.h"

/* Which points of stored results, and which number of them: options that `plot` and `report` have alike. */

struct choice_options {
	size_t metric;
	struct opt_texts transports, copies, states;
	const char *cpus;
	struct units_list sizes, offsets, send_offsets, recv_offsets;
};

#define CHOICE_MAX_BYTES (UINT64_C(1) << 40)

/* Rows of an option table; `field` is the struct choice_options in the command's struct. */
#define CHOICE_OPTIONS(type, field)                                                                \
	{ OPT_WORD, 'm', "metric", "NAME", offsetof(type, field.metric), "mb_per_s",               \
		.words = view_metric_name, .help = "the number that is drawn" },                   \
		{ OPT_NAMES, 't', "transport", "LIST", offsetof(type, field.transports),           \
			.help = "only points of these" },                                          \
		{ OPT_NAMES, 'c', "copy", "LIST", offsetof(type, field.copies),                    \
			.help = "only points of these routines" },                                 \
		{ OPT_NAMES, 0, "state", "LIST", offsetof(type, field.states),                     \
			.help = "only points of these cache states" },                             \
		{ OPT_TEXT, 0, "cpus", "NAME", offsetof(type, field.cpus),                         \
			.help = "only points of this placement: same, l3, ... or S,R" },           \
		{ OPT_LIST, 's', "size", "LIST", offsetof(type, field.sizes),                      \
			.max = CHOICE_MAX_BYTES, .help = "only points of these sizes" },           \
		{ OPT_LIST, 0, "offset", "LIST", offsetof(type, field.offsets),                    \
			.max = CHOICE_MAX_BYTES,                                                   \
			.help = "only points whose offsets are both among these" },                \
		{ OPT_LIST, 0, "send-offset", "LIST", offsetof(type, field.send_offsets),          \
			.max = CHOICE_MAX_BYTES,                                                   \
			.help = "only points with these; of the source for netio "                 \
				"copy" },                                                          \
	{                                                                                          \
		OPT_LIST, 0, "recv-offset", "LIST", offsetof(type, field.recv_offsets),            \
			.max = CHOICE_MAX_BYTES,                                                   \
			.help = "only points with these; of the destination for netio copy"        \
	}

/* What was chosen; it refers to the options. */
void choice_of(const struct choice_options *options, struct view_choice *out);

#endif
