/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/output.h"
#include "copy/catalogue.h"
#include "machine/topology.h"
#include "transport/transport.h"

static int list_transports(FILE *f, struct err *err)
{
	const struct transport_options none = { 0 };
	const struct transport_ops *ops;

	(void)err;
	fprintf(f, "transports (-t)\n");
	for (size_t i = 0; (ops = transport_at(i)) != NULL; i++) {
		struct transport_facts facts;
		struct err reason = { 0 };

		if (transport_probe(ops, &none, &facts, &reason)) {
			fprintf(f, "  %-16s not on this machine: %s\n", ops->name, reason.text);
			continue;
		}
		fprintf(f, "  %-16s %s", ops->name, ops->desc);
		if (facts.sndbuf_bytes)
			fprintf(f, "; sndbuf %" PRIu64, facts.sndbuf_bytes);
		if (facts.rcvbuf_bytes)
			fprintf(f, ", rcvbuf %" PRIu64, facts.rcvbuf_bytes);
		if (facts.congestion[0])
			fprintf(f, ", %s", facts.congestion);
		fputc('\n', f);
	}
	return 0;
}

static int list_routines(FILE *f, struct err *err)
{
	const struct copy_ops *ops;

	(void)err;
	fprintf(f, "routines (-c)\n");
	for (size_t i = 0; (ops = copy_at(i)) != NULL; i++) {
		const char *reason = copy_unsupported(ops);

		fprintf(f, "  %-16s %s; needs %s", ops->name, ops->desc, ops->needs);
		if (ops->min_bytes > 1)
			fprintf(f, "; at least %u bytes", ops->min_bytes);
		if (ops->dst_align > 1 || ops->src_align > 1)
			fprintf(f, "; destination %u-aligned, source %u-aligned", ops->dst_align,
				ops->src_align);
		if (reason && strncmp(reason, "needs ", 6) == 0)
			fprintf(f, "; not on this machine");
		else if (reason)
			fprintf(f, "; not on this machine: %s", reason);
		fputc('\n', f);
	}
	return 0;
}

static int list_placements(FILE *f, struct err *err)
{
	struct topology *t = topology_new(err);
	const char *name;

	if (!t)
		return -err->code;
	fprintf(f, "placements (--cpus)\n");
	for (size_t i = 0; (name = placement_name(i)) != NULL; i++) {
		struct placement p;

		placement_resolve(t, name, &p, err);
		fprintf(f, "  %-16s %s", name, placement_desc(i));
		if (p.unavailable[0])
			fprintf(f, "; not on this machine: %s\n", p.unavailable);
		else if (p.cpu_send == CPU_ANY)
			fprintf(f, "\n");
		else
			fprintf(f, ": CPU %d and %d\n", p.cpu_send, p.cpu_recv);
	}
	topology_free(t);
	return 0;
}

static const struct subject {
	const char *name;
	int (*list)(FILE *f, struct err *err);
} subjects[] = {
	{ "transports", list_transports },
	{ "routines", list_routines },
	{ "placements", list_placements },
};

#define N_SUBJECTS (sizeof(subjects) / sizeof(subjects[0]))

static const char *subject_name(size_t i)
{
	return i < N_SUBJECTS ? subjects[i].name : NULL;
}

static const struct opt list_options[] = { { OPT_GROUP, .help = NULL } };

static int check_subject(const char *only, struct err *err)
{
	const char *near;

	for (size_t i = 0; i < N_SUBJECTS; i++) {
		if (!only || strcmp(only, subjects[i].name) == 0)
			return 0;
	}
	near = nearest_name(only, subject_name);
	return err_set(err, EINVAL,
		"list: '%s' is unknown: expected transports, routines or placements%s%s%s", only,
		near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	const char *only = argc > 1 && argv[1][0] != '-' ? argv[1] : NULL;
	int skip = only ? 1 : 0;
	char unused;
	int ret;

	if (check_subject(only, err))
		return STATUS_USAGE;
	ret = opt_parse(command->options, argc - skip, argv + skip, &unused, NULL, err);
	if (ret == OPT_HELP)
		return print_help(command, err);
	if (ret)
		return STATUS_USAGE;
	for (size_t i = 0; i < N_SUBJECTS; i++) {
		if (only && strcmp(only, subjects[i].name) != 0)
			continue;
		if (subjects[i].list(stdout, err))
			return STATUS_FAILED;
	}
	return output_flush_stdout(err) ? STATUS_FAILED : STATUS_OK;
}

const struct command command_list = {
	.name = "list",
	.synopsis = "[transports|routines|placements]",
	.summary = "what this machine can run, and why not where it cannot",
	.options = list_options,
	.run = run,
};
