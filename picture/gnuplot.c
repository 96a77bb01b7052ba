/* SPDX-License-Identifier: MIT */
#include "picture/gnuplot.h"

#include <string.h>
#include <strings.h>

#include "picture/gnuplot_layout.h"
#include "picture/gnuplot_panel.h"
#include "picture/gnuplot_text.h"

static const struct {
	const char *suffix;
	enum gnuplot_terminal terminal;
} suffixes[] = {
	{ ".svg", GNUPLOT_SVG },
	{ ".png", GNUPLOT_PNG },
	{ ".pdf", GNUPLOT_PDF },
};

bool gnuplot_terminal_of(const char *path, enum gnuplot_terminal *terminal)
{
	size_t n = strlen(path);

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		size_t m = strlen(suffixes[i].suffix);

		if (n > m && strcasecmp(path + n - m, suffixes[i].suffix) == 0) {
			*terminal = suffixes[i].terminal;
			return true;
		}
	}
	return false;
}

static void put_terminal(FILE *f, const struct gnuplot_layout *l)
{
	switch (l->canvas->terminal) {
	case GNUPLOT_SVG:
		fprintf(f,
			"set terminal svg size %.0f,%.0f font 'sans-serif,13' noenhanced "
			"background rgb '#ffffff'\n",
			l->width, l->height);
		break;
	case GNUPLOT_PNG:
		fprintf(f, "set terminal pngcairo size %.0f,%.0f font 'sans,10' noenhanced\n",
			l->width, l->height);
		break;
	case GNUPLOT_PDF:
		fprintf(f, "set terminal pdfcairo size %.3fin,%.3fin font 'sans,10' noenhanced\n",
			l->width / 96, l->height / 96);
		break;
	case GNUPLOT_TEXT:
		fprintf(f, "set terminal dumb size %.0f,%.0f noenhanced mono\n", l->width,
			l->height);
		break;
	}
	if (l->canvas->output) {
		fputs("set output ", f);
		gnuplot_quote_path(f, l->canvas->output);
		fputc('\n', f);
	}
}

static void put_label(
	FILE *f, const struct gnuplot_layout *l, double x, double y, const char *text, size_t n)
{
	char line[1024];

	snprintf(line, sizeof(line), "%.*s", (int)(n < 1000 ? n : 1000), text);
	fputs("set label ", f);
	gnuplot_quote(f, line);
	fprintf(f, " at screen %.6f, screen %.6f left\n", gnuplot_x(l, x), gnuplot_y(l, y));
}

/* In lines that fit. */
static void put_lines(FILE *f, const struct gnuplot_layout *l, const char *text, double *line)
{
	double x = l->canvas->terminal == GNUPLOT_TEXT ? 1 : 10;

	while (text && *text) {
		const char *next;
		size_t n = gnuplot_line(text, gnuplot_fitting(l, 10), &next);

		put_label(f, l, x, (*line + 0.5) * l->line, text, n);
		text = next;
		*line += 1;
	}
}

static void put_entry(FILE *f, const struct gnuplot_layout *l, const struct picture *picture,
	size_t colour, double line)
{
	bool plain = l->canvas->terminal == GNUPLOT_TEXT;
	char name[GNUPLOT_NAME_BYTES];
	struct gnuplot_entry e;
	double y;

	gnuplot_entry(l, picture, colour, &e);
	y = (line + (double)e.row + 0.5) * l->line;
	if (!plain)
		fprintf(f,
			"set arrow from screen %.6f, screen %.6f to screen %.6f, screen %.6f "
			"nohead "
			"linewidth 3 dashtype %s linecolor rgb '%s'\n",
			gnuplot_x(l, e.x), gnuplot_y(l, y), gnuplot_x(l, e.x + 22), gnuplot_y(l, y),
			gnuplot_dash(colour), gnuplot_colour(colour));
	gnuplot_cut(picture->names[colour], GNUPLOT_NAME_MAX, name, sizeof(name));
	put_label(f, l, e.x + (plain ? 4 : 28), y, name, strlen(name));
	if (plain)
		put_label(f, l, e.x, y, gnuplot_letter(colour), 2);
}

static void put_head(FILE *f, const struct gnuplot_layout *l, const struct picture *picture)
{
	double line = 0;

	put_lines(f, l, picture->title, &line);
	for (size_t i = 0; i < picture->n_notes; i++) {
		if (gnuplot_shows(l, &picture->notes[i]))
			put_lines(f, l, picture->notes[i].text, &line);
	}
	for (size_t i = 0; gnuplot_has_legend(picture) && i < picture->n_names; i++)
		put_entry(f, l, picture, i, line);
}

void gnuplot_script(FILE *f, const struct picture *picture, const struct gnuplot_canvas *canvas)
{
	struct gnuplot_layout l;

	gnuplot_layout(&l, picture, canvas);
	fputs("# A picture by netio, with its data: gnuplot FILE\n"
	      "reset\nset encoding utf8\nset datafile missing 'NaN'\n",
		f);
	put_terminal(f, &l);
	for (size_t i = 0; i < picture->n_panels; i++)
		gnuplot_panel_data(f, picture, i);
	fputs("unset key\nset border 3\nset multiplot\n", f);
	put_head(f, &l, picture);
	for (size_t i = 0; i < picture->n_panels; i++)
		gnuplot_panel_plot(f, &l, picture, i);
	fputs("unset multiplot\n", f);
	if (canvas->output)
		fputs("set output\n", f);
}
