/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "cli/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/units.h"
#include "cli/choice.h"
#include "cli/files.h"
#include "cli/output.h"
#include "picture/draw.h"
#include "picture/gnuplot.h"

struct plot_options {
	struct choice_options choice;
	size_t kind;
	bool absolute;
	double threshold_percent;
	const char *title;
	const char *output;
	uint64_t width;
	bool term, script, quiet;
};

#define AT(field) offsetof(struct plot_options, field)

static const struct opt plot_options[] = {
	{ OPT_GROUP, .help = "What to draw" },
	{ OPT_WORD, 'k', "kind", "NAME", AT(kind), "auto", .words = draw_kind_name,
		.help = "against the offset, a frame a size; against the size; size by offset; the "
			"samples of one point; routines by cache state; auto: what suits the "
			"points" },
	CHOICE_OPTIONS(struct plot_options, choice),
	{ OPT_FLAG, 0, "absolute", .at = AT(absolute),
		.help = "heatmap: the number itself, not per cent of the best of its row" },
	{ OPT_PERCENT, 0, "threshold", "PCT", AT(threshold_percent), "3", 100, 50000,
		.help = "heatmap of two files: a smaller change is white" },
	{ OPT_GROUP, .help = "Output" },
	{ OPT_TEXT, 'o', "output", "FILE", AT(output),
		.help = "the picture, by its suffix: svg, png or pdf" },
	{ OPT_FLAG, 0, "term", .at = AT(term),
		.help = "as text, as wide and high as the terminal; without --output that is so on "
			"a "
			"terminal" },
	{ OPT_FLAG, 0, "script", .at = AT(script),
		.help = "print the gnuplot script with its data, and draw nothing" },
	{ OPT_TEXT, 0, "title", "TEXT", AT(title), .help = "instead of one in the points' words" },
	{ OPT_NUMBER, 0, "width", "N", AT(width), "800", .min = 400, .max = 4000,
		.help = "pixels" },
	{ OPT_FLAG, 'q', "quiet", .at = AT(quiet), .help = "do not tell what was read" },
	{ OPT_GROUP, .help = NULL },
};

#define COLUMNS    80
#define ROWS       24
#define ROWS_LEAST 12

static unsigned from_environment(const char *name, unsigned otherwise)
{
	struct err err = { 0 };
	const char *text = getenv(name);
	uint64_t value = 0;

	if (!text || units_size(text, &value, &err) || value < 20 || value > 1000)
		return otherwise;
	return (unsigned)value;
}

/* The terminal's size; without one that of the environment, else the usual. A line is left for the prompt. */
static void set_text_size(struct gnuplot_canvas *canvas)
{
	struct winsize w = { 0 };

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) || w.ws_col < 40 || w.ws_row < ROWS_LEAST) {
		w.ws_col = (unsigned short)from_environment("COLUMNS", COLUMNS);
		w.ws_row = (unsigned short)from_environment("LINES", ROWS);
	}
	canvas->width = w.ws_col - 1u;
	canvas->rows = w.ws_row > ROWS_LEAST ? w.ws_row - 1u : ROWS_LEAST;
}

static int choose_canvas(
	const struct plot_options *o, struct gnuplot_canvas *canvas, struct err *err)
{
	*canvas = (struct gnuplot_canvas) {
		.terminal = GNUPLOT_SVG, .width = (unsigned)o->width, .output = o->output
	};
	if (o->output && !gnuplot_terminal_of(o->output, &canvas->terminal))
		return err_set(err, EINVAL,
			"--output: '%s' is no picture: expected a name that ends in "
			".svg, .png or .pdf",
			o->output);
	if (o->output && o->term)
		return err_set(
			err, EINVAL, "--term draws on the terminal: expected no --output with it");
	if (o->term || (!o->output && !o->script && isatty(STDOUT_FILENO))) {
		canvas->terminal = GNUPLOT_TEXT;
		set_text_size(canvas);
	} else if (!o->output && !o->script) {
		return err_set(err, EINVAL,
			"where does the picture go: expected --output=FILE.svg, .png or .pdf, "
			"--term or "
			"--script");
	}
	return 0;
}

static enum status write_picture(const struct plot_options *o, const struct picture *picture,
	const struct gnuplot_canvas *canvas, char *const *inputs, struct err *err)
{
	enum status status;
	char *text;
	size_t n;

	if (o->script) {
		gnuplot_script(stdout, picture, canvas);
		return output_flush_stdout(err) ? STATUS_FAILED : STATUS_OK;
	}
	if (gnuplot_draw(picture, canvas, &text, &n, err))
		return STATUS_FAILED;
	status = output_whole(o->output, text, n, inputs, err);
	free(text);
	return status;
}

/* What to do with the files that were read. */
struct job {
	const struct plot_options *options;
	char *const *paths; /* NULL-ended */
};

static enum status draw_stored(
	const struct stored *stored, size_t n, const void *arg, struct err *err)
{
	const struct job *job = arg;
	const struct plot_options *o = job->options;
	const struct draw_wish wish = { o->kind, o->absolute, o->threshold_percent, o->title };
	struct gnuplot_canvas canvas;
	struct view_choice choice;
	struct view view = { 0 };
	struct picture picture = { 0 };
	enum status status = STATUS_USAGE;
	int ret;

	choice_of(&o->choice, &choice);
	ret = choose_canvas(o, &canvas, err);
	if (!ret)
		ret = view_open(&view, stored, n, &choice, err);
	if (!ret)
		ret = draw(&picture, &view, &wish, err);
	if (!ret)
		status = write_picture(o, &picture, &canvas, job->paths, err);
	else if (ret == -ENOMEM)
		status = STATUS_FAILED;
	picture_release(&picture);
	view_release(&view);
	return status;
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	struct plot_options o = { 0 };
	int first = files_split(command->options, &argc, argv);
	const struct job job = { &o, argv + first };
	int ret = opt_parse(command->options, first, argv, &o, NULL, err);
	enum status status = STATUS_USAGE;

	if (ret == OPT_HELP)
		status = print_help(command, err);
	else if (!ret && argc == first)
		err_set(err, EINVAL, "plot: expected a file with results, or - for standard input");
	else if (!ret)
		status = files_with(
			job.paths, (size_t)(argc - first), o.quiet, draw_stored, &job, err);
	opt_release(command->options, &o);
	return status;
}

const struct command command_plot = {
	.name = "plot",
	.synopsis = "[options] FILE...",
	.summary = "pictures of stored results, by gnuplot",
	.options = plot_options,
	.run = run,
};
