/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "base/nearest.h"
#include "cli/conditions.h"
#include "cli/output.h"
#include "copy/catalogue.h"
#include "machine/noise.h"
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

/* A line a fact, as long as its text is; what it disturbs below it. */
static void print_facts(FILE *f, const struct facts *facts)
{
	char text[8192];

	for (size_t i = 0; i < facts->n; i++) {
		const struct fact *fact = &facts->fact[i];

		fprintf(f, "  %-22s %s\n", fact->name, fact_show(fact, text, sizeof(text)));
		if (fact->remark)
			fprintf(f, "    %s\n", fact->remark);
	}
}

static int list_machine(FILE *f, struct err *err)
{
	const struct timespec pause = { .tv_nsec = 200000000 };
	struct topology *t = topology_new(err);
	struct facts facts = { 0 };
	struct noise noise;

	if (!t)
		return -err->code;
	conditions_read(&facts, t, NULL, 0);
	topology_free(t);
	fprintf(f, "machine (- is not known, or not there)\n");
	print_facts(f, &facts);
	facts_release(&facts);
	noise_begin(&noise);
	nanosleep(&pause, NULL);
	noise_end(&noise, &facts);
	fprintf(f, "noise of the machine in the last 200 ms\n");
	print_facts(f, &facts);
	facts_release(&facts);
	return 0;
}

/* The machine is only listed when asked for: it is as long as the others together. */
static const struct subject {
	const char *name;
	int (*list)(FILE *f, struct err *err);
	bool only_asked;
} subjects[] = {
	{ "transports", list_transports, false },
	{ "routines", list_routines, false },
	{ "placements", list_placements, false },
	{ "machine", list_machine, true },
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
		"list: '%s' is unknown: expected transports, routines, placements or machine%s%s%s",
		only, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	const char *only = argc > 1 && argv[1][0] != '-' ? argv[1] : NULL;
	int skip = only ? 1 : 0;
	char unused = 0;
	int ret;

	if (check_subject(only, err))
		return STATUS_USAGE;
	ret = opt_parse(command->options, argc - skip, argv + skip, &unused, NULL, err);
	if (ret == OPT_HELP)
		return print_help(command, err);
	if (ret)
		return STATUS_USAGE;
	for (size_t i = 0; i < N_SUBJECTS; i++) {
		if (only ? strcmp(only, subjects[i].name) != 0 : subjects[i].only_asked)
			continue;
		if (subjects[i].list(stdout, err))
			return STATUS_FAILED;
	}
	return output_flush_stdout(err) ? STATUS_FAILED : STATUS_OK;
}

const struct command command_list = {
	.name = "list",
	.synopsis = "[transports|routines|placements|machine]",
	.summary = "what this machine can run, why not the rest, and what disturbs a measurement "
		   "on it",
	.options = list_options,
	.run = run,
};
