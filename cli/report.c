/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <errno.h>
#include <stdlib.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/output.h"
#include "picture/report.h"

struct report_options {
	struct choice_options choice;
	const char *title;
	const char *output;
	bool quiet;
};

#define AT(field) offsetof(struct report_options, field)

static const struct opt report_options[] = {
	{ OPT_GROUP, .help = "What to report" },
	CHOICE_OPTIONS(struct report_options, choice),
	{ OPT_GROUP, .help = "Output" },
	{ OPT_TEXT, 'o', "output", "FILE", AT(output), .help = "the page; without it, to stdout" },
	{ OPT_TEXT, 0, "title", "TEXT", AT(title), "netio report", .help = "of the page" },
	{ OPT_FLAG, 'q', "quiet", .at = AT(quiet), .help = "do not tell what was read" },
	{ OPT_GROUP, .help = NULL },
};

/* What to do with the files that were read. */
struct job {
	const struct report_options *options;
	char *const *paths; /* NULL-ended */
};

static int make_page(const struct report_options *o, const struct stored *stored, size_t n_files,
	char **page, size_t *n, struct err *err)
{
	struct view_choice choice;
	struct err undrawn = { 0 };
	FILE *f = open_memstream(page, n);
	int ret;

	choice_of(&o->choice, &choice);
	ret = f ? report_write(f, stored, n_files, &choice, o->title, &undrawn, err)
		: err_set(err, ENOMEM, "out of memory");
	if (f && fclose(f) && !ret)
		ret = err_set(err, ENOMEM, "out of memory");
	if (undrawn.text[0])
		fprintf(stderr, "netio: a picture is missing: %s\n", undrawn.text);
	return ret;
}

/* The page is whole before a file is emptied for it. */
static enum status report_stored(
	const struct stored *stored, size_t n_files, const void *arg, struct err *err)
{
	const struct job *job = arg;
	char *page = NULL;
	size_t n = 0;
	int ret = make_page(job->options, stored, n_files, &page, &n, err);
	enum status status = ret == -ENOMEM ? STATUS_FAILED : STATUS_USAGE;

	if (!ret)
		status = output_whole(job->options->output, page, n, job->paths, err);
	free(page);
	return status;
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	struct report_options o = { 0 };
	int first = files_split(command->options, &argc, argv);
	const struct job job = { &o, argv + first };
	int ret = opt_parse(command->options, first, argv, &o, NULL, err);
	enum status status = STATUS_USAGE;

	if (ret == OPT_HELP)
		status = print_help(command, err);
	else if (!ret && argc == first)
		err_set(err, EINVAL,
			"report: expected a file with results, or - for standard input");
	else if (!ret)
		status = files_with(
			job.paths, (size_t)(argc - first), o.quiet, report_stored, &job, err);
	opt_release(command->options, &o);
	return status;
}

const struct command command_report = {
	.name = "report",
	.synopsis = "[options] FILE...",
	.summary = "one page about stored results, with pictures and numbers",
	.options = report_options,
	.run = run,
};
