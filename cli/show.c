/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/output.h"
#include "results/copy_writer.h"
#include "results/csv.h"
#include "results/stored.h"
#include "results/writer.h"

struct show_options {
	size_t format;
	struct opt_texts outputs;
	bool quiet;
	bool format_given;
};

#define AT(field) offsetof(struct show_options, field)

static const struct opt show_options[] = {
	{ OPT_GROUP, .help = "Output" },
	{ OPT_WORD, 'f', "format", "NAME", AT(format), "table", .words = writer_name,
		.help = "how results look" },
	{ OPT_TEXTS, 0, "output", "FILE", AT(outputs),
		.help = "write them to FILE as well; may be given again" },
	{ OPT_FLAG, 'q', "quiet", .at = AT(quiet), .help = "do not tell what was read" },
	{ OPT_GROUP, .help = NULL },
};

/* What is being printed. */
struct session {
	struct output output;
	const char *format;
	const struct stored *stored;
	const struct point_record *point;
	const struct point_record *before;
	const struct copy_point *copy_point;
	bool headless; /* a CSV whose header stands above already */
};

static const struct copy_writer_ops *find_copy_writer(const char *name)
{
	const struct copy_writer_ops *ops;

	for (size_t i = 0; (ops = copy_writer_at(i)) != NULL; i++) {
		if (strcmp(ops->name, name) == 0)
			return ops;
	}
	return NULL;
}

static void print_begin(FILE *f, const void *format, void *arg)
{
	const struct session *s = arg;

	(void)format;
	if (s->headless)
		return;
	if (s->stored->run)
		writer_find(s->format)->begin(f, s->stored->run);
	else
		find_copy_writer(s->format)->begin(f, s->stored->copy);
}

/* A format of invocations shows these before what they came to. */
static void print_point(FILE *f, const void *format, void *arg)
{
	const struct session *s = arg;
	const struct writer_ops *w = writer_find(s->format);
	const struct point_record *p = s->point;

	(void)format;
	for (size_t i = 0; w->invocation && i < p->n_invocations; i++)
		w->invocation(f, s->stored->run, p, &p->invocations[i]);
	if (writer_shows(w, p))
		w->point(f, s->stored->run, p, s->before);
}

static void print_copy_point(FILE *f, const void *format, void *arg)
{
	const struct session *s = arg;
	const struct copy_writer_ops *w = find_copy_writer(s->format);
	const struct copy_point *p = s->copy_point;

	(void)format;
	for (size_t i = 0; w->invocation && i < p->n_invocations; i++)
		w->invocation(f, s->stored->copy, p, &p->invocations[i]);
	w->point(f, s->stored->copy, p);
}

static void print_end(FILE *f, const void *format, void *arg)
{
	const struct session *s = arg;

	(void)format;
	if (s->stored->run)
		writer_find(s->format)->end(f, s->stored->run);
	else
		find_copy_writer(s->format)->end(f, s->stored->copy);
}

/* The rows of a file that was CSV already. */
static void print_csv(FILE *f, const void *format, void *arg)
{
	const struct session *s = arg;
	const char *rows = s->stored->csv;

	(void)format;
	fputs(s->headless ? strchr(rows, '\n') + 1 : rows, f);
}

static int print_records(struct session *s)
{
	const struct stored *stored = s->stored;
	int ret = output_write(&s->output, false, print_begin, s);

	s->before = NULL;
	for (size_t i = 0; !ret && stored->run && i < stored->run->n_points; i++) {
		s->point = &stored->run->points[i];
		ret = output_write(&s->output, true, print_point, s);
		if (writer_shows(writer_find(s->format), s->point))
			s->before = s->point;
	}
	for (size_t i = 0; !ret && !stored->run && i < stored->copy->n_points; i++) {
		s->copy_point = &stored->copy->points[i];
		ret = output_write(&s->output, true, print_copy_point, s);
	}
	return ret ? ret : output_write(&s->output, false, print_end, s);
}

/* What this file cannot be shown as. */
static int check_format(
	const struct show_options *o, const char *format, const struct stored *s, struct err *err)
{
	if (s->csv && o->format_given && strcmp(format, "csv") != 0)
		return err_set(err, EINVAL,
			"--format: %s is CSV, which holds no samples to make a %s of: expected "
			"csv",
			s->path, format);
	if (s->copy && !find_copy_writer(format))
		return err_set(err, EINVAL, "--format: %s is of netio copy, which has no format %s",
			s->path, format);
	return 0;
}

/* A file of CSV is shown as what it is unless something else was asked for. */
static const char *format_of(const struct show_options *o, const struct stored *s)
{
	return s->csv && !o->format_given ? "csv" : writer_name(o->format);
}

static void print_stored(struct session *s, const struct stored *stored)
{
	s->stored = stored;
	if (stored->csv)
		output_write(&s->output, true, print_csv, s);
	else
		print_records(s);
	s->headless = strcmp(s->format, "csv") == 0;
}

static size_t count_points(const struct stored *stored, int n)
{
	size_t n_points = 0;

	for (int i = 0; i < n; i++)
		n_points += stored[i].csv ? 1 : stored[i].n_points;
	return n_points;
}

static enum status print_all(const struct show_options *o, char **files,
	const struct stored *stored, int n, struct err *err)
{
	const struct output_spec spec = { .paths = &o->outputs, .inputs = files };
	struct session s = { .stored = stored };

	if (output_open(&s.output, count_points(stored, n), &spec, err))
		return outfiles_is_wrong_name(err) ? STATUS_USAGE : STATUS_FAILED;
	for (int i = 0; i < n; i++) {
		s.format = format_of(o, &stored[i]);
		print_stored(&s, &stored[i]);
	}
	return output_close(&s.output, STATUS_OK, err);
}

/*
 * All are read and checked before anything is printed: a wrong name is told before --output's file is emptied, and alone.
 */
static enum status read_all(
	const struct show_options *o, char **files, struct stored *stored, int n, struct err *err)
{
	enum status status = files_read(files, (size_t)n, true, stored, err);

	for (int i = 0; status == STATUS_OK && i < n; i++) {
		if (check_format(o, format_of(o, &stored[i]), &stored[i], err))
			status = STATUS_USAGE;
	}
	if (status == STATUS_OK && !o->quiet)
		files_tell(stored, (size_t)n);
	return status;
}

static enum status show(const struct show_options *o, char **files, int n, struct err *err)
{
	struct stored *stored = calloc((size_t)n + 1, sizeof(*stored));
	enum status status = STATUS_FAILED;

	if (!stored) {
		err_set(err, ENOMEM, "out of memory");
		return STATUS_FAILED;
	}
	if (n == 0) {
		err_set(err, EINVAL, "show: expected a file with results, or - for standard input");
		status = STATUS_USAGE;
	} else {
		status = read_all(o, files, stored, n, err);
	}
	if (status == STATUS_OK)
		status = print_all(o, files, stored, n, err);
	for (int i = 0; i < n; i++)
		stored_release(&stored[i]);
	free(stored);
	return status;
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	struct show_options o = { 0 };
	int first = files_split(command->options, &argc, argv);
	bool given[sizeof(show_options) / sizeof(show_options[0])] = { false };
	int ret = opt_parse(command->options, first, argv, &o, given, err);

	enum status status = STATUS_USAGE;

	o.format_given = given[opt_row(command->options, "format")];
	if (ret == OPT_HELP)
		status = print_help(command, err);
	else if (!ret)
		status = show(&o, argv + first, argc - first, err);
	opt_release(command->options, &o);
	return status;
}

const struct command command_show = {
	.name = "show",
	.synopsis = "[options] FILE...",
	.summary = "print stored results: JSON Lines, CSV, and the logs of 2002",
	.options = show_options,
	.run = run,
};
