/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <errno.h>
#include <stdlib.h>

#include "cli/files.h"
#include "cli/outfiles.h"
#include "cli/verdicts.h"
#include "results/compare.h"
#include "results/judgement_writer.h"
#include "results/stored.h"

struct compare_command {
	double threshold_percent;
	bool force, quiet;
	struct verdicts_options verdicts;
};

#define AT(field) offsetof(struct compare_command, field)

static const struct opt compare_options[] = {
	{ OPT_GROUP, .help = "How to compare" },
	{ OPT_PERCENT, 0, "threshold", "PCT", AT(threshold_percent), "3", 100, 50000,
		.help = "a smaller change is none, however sure" },
	{ OPT_FLAG, 0, "force", .at = AT(force),
		.help = "pair points by size and offsets alone, and compare what is not "
			"comparable" },
	{ OPT_FLAG, 0, "strict", .at = AT(verdicts.strict),
		.help = "exit 4 when it is inconclusive" },
	{ OPT_GROUP, .help = "Output" },
	{ OPT_WORD, 'f', "format", "NAME", AT(verdicts.format), "table",
		.words = judgement_writer_name, .help = "how the result looks" },
	{ OPT_TEXTS, 0, "output", "FILE", AT(verdicts.outputs),
		.help = "write it to FILE as well, in the format of its suffix; may be given "
			"again" },
	{ OPT_WORD, 0, "ci", "NAME", AT(verdicts.ci), "none", .words = verdicts_ci_name,
		.help = "github: annotations, and Markdown in the job's summary" },
	{ OPT_FLAG, 0, "all", .at = AT(verdicts.all),
		.help = "show points that are the same, too" },
	{ OPT_FLAG, 'q', "quiet", .at = AT(quiet), .help = "do not tell what was read" },
	{ OPT_GROUP, .help = NULL },
};

/* The files: the first is BASE. */
struct compared {
	struct stored *stored;
	struct judgement *judgements; /* one less */
	size_t n;
};

static enum status judge_all(
	struct compared *c, const struct compare_options *options, struct err *err)
{
	for (size_t i = 1; i < c->n; i++) {
		int ret = compare_stored(
			&c->stored[0], &c->stored[i], options, &c->judgements[i - 1], err);

		if (ret)
			return ret == -EXDEV ? STATUS_INCOMPARABLE : STATUS_FAILED;
	}
	return STATUS_OK;
}

static enum status compare_files(
	const struct compare_command *o, struct compared *c, char *const *paths, struct err *err)
{
	const struct compare_options options = { o->threshold_percent, 0.99, o->force };
	struct verdicts *verdicts;
	enum status status = files_read(paths, c->n, o->quiet, c->stored, err);

	if (status == STATUS_OK)
		status = judge_all(c, &options, err);
	if (status != STATUS_OK)
		return status;
	verdicts = verdicts_open(&o->verdicts, paths, err);
	if (!verdicts)
		return outfiles_is_wrong_name(err) ? STATUS_USAGE : STATUS_FAILED;
	return verdicts_close(verdicts, c->judgements, c->n - 1, STATUS_OK, err);
}

static enum status compare(
	const struct compare_command *o, char *const *paths, size_t n, struct err *err)
{
	struct compared c = { calloc(n, sizeof(*c.stored)), calloc(n, sizeof(*c.judgements)), n };
	enum status status = STATUS_FAILED;

	if (!c.stored || !c.judgements)
		err_set(err, ENOMEM, "out of memory");
	else
		status = compare_files(o, &c, paths, err);
	for (size_t i = 0; c.stored && c.judgements && i < n; i++) {
		stored_release(&c.stored[i]);
		judgement_release(&c.judgements[i]);
	}
	free(c.stored);
	free(c.judgements);
	return status;
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	struct compare_command o = { 0 };
	int first = files_split(command->options, &argc, argv);
	int ret = opt_parse(command->options, first, argv, &o, NULL, err);
	enum status status = STATUS_USAGE;

	if (ret == OPT_HELP)
		status = print_help(command, err);
	else if (!ret && argc - first < 2)
		err_set(err, EINVAL, "compare: expected two files or more, BASE and NEW");
	else if (!ret)
		status = compare(&o, argv + first, (size_t)(argc - first), err);
	opt_release(command->options, &o);
	return status;
}

const struct command command_compare = {
	.name = "compare",
	.synopsis = "BASE NEW... [options]",
	.summary =
		"stored results against each other: regression, same, improvement or inconclusive",
	.options = compare_options,
	.run = run,
};
