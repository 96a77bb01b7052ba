/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/outfiles.h"
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

static enum status failed_to_write(const struct report_options *o, struct err *err)
{
	err_set(err, EIO, "%s: the page could not be written: %s", o->output ? o->output : "stdout",
		strerror(errno));
	return STATUS_FAILED;
}

/* The page is whole before a file is emptied for it. */
static enum status write_page(const struct report_options *o, const char *page, size_t n,
	char *const *inputs, struct err *err)
{
	struct outfile file = { .option = "output", .path = o->output };
	bool failed;

	if (!o->output) {
		fwrite(page, 1, n, stdout);
		return output_flush_stdout(err) ? STATUS_FAILED : STATUS_OK;
	}
	if (outfiles_open(&file, 1, inputs, err))
		return outfiles_is_wrong_name(err) ? STATUS_USAGE : STATUS_FAILED;
	failed = fwrite(page, 1, n, file.f) != n;
	return (fclose(file.f) != 0) | failed ? failed_to_write(o, err) : STATUS_OK;
}

static enum status report_stored(const struct report_options *o, const struct stored *stored,
	size_t n_files, char *const *inputs, struct err *err)
{
	struct view_choice choice;
	struct err undrawn = { 0 };
	char *page = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&page, &n);
	enum status status;
	int ret;

	choice_of(&o->choice, &choice);
	ret = f ? report_write(f, stored, n_files, &choice, o->title, &undrawn, err)
		: err_set(err, ENOMEM, "out of memory");
	if (f && fclose(f) && !ret)
		ret = err_set(err, ENOMEM, "out of memory");
	if (undrawn.text[0])
		fprintf(stderr, "netio: a picture is missing: %s\n", undrawn.text);
	if (ret)
		status = ret == -ENOMEM ? STATUS_FAILED : STATUS_USAGE;
	else
		status = write_page(o, page, n, inputs, err);
	free(page);
	return status;
}

static enum status report(
	const struct report_options *o, char *const *paths, size_t n, struct err *err)
{
	struct stored *stored = calloc(n, sizeof(*stored));
	enum status status = STATUS_FAILED;

	if (stored)
		status = files_read(paths, n, o->quiet, stored, err);
	else
		err_set(err, ENOMEM, "out of memory");
	if (status == STATUS_OK)
		status = report_stored(o, stored, n, paths, err);
	for (size_t i = 0; stored && i < n; i++)
		stored_release(&stored[i]);
	free(stored);
	return status;
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	struct report_options o = { 0 };
	int first = files_split(command->options, &argc, argv);
	int ret = opt_parse(command->options, first, argv, &o, NULL, err);
	enum status status = STATUS_USAGE;

	if (ret == OPT_HELP)
		status = print_help(command, err);
	else if (!ret && argc == first)
		err_set(err, EINVAL,
			"report: expected a file with results, or - for standard input");
	else if (!ret)
		status = report(&o, argv + first, (size_t)(argc - first), err);
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
