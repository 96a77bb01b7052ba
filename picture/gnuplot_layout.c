/* SPDX-License-Identifier: MIT */
#include "picture/gnuplot_layout.h"

#include <math.h>
#include <stdbool.h>

#include "picture/gnuplot_text.h"

/* Pixels, for a font of 13. */
#define CHARACTER   7.6
#define LINE        19.0
#define EDGE        10.0
#define FRAME       230.0
#define CELL        24.0
#define LEFT        104.0
#define RIGHT       24.0
#define COLOUR_BOX  110.0
#define ENTRY_LINE  30.0
#define ENTRY_SPACE 18.0

double gnuplot_x(const struct gnuplot_layout *l, double x)
{
	return x / l->width;
}

double gnuplot_y(const struct gnuplot_layout *l, double y)
{
	return 1 - y / l->height;
}

size_t gnuplot_fitting(const struct gnuplot_layout *l, double x)
{
	double n = floor((l->width - x) / l->character) - 1;

	return n > 8 ? (size_t)n : 8;
}

bool gnuplot_shows(const struct gnuplot_layout *l, const struct picture_note *note)
{
	return note->text && !(note->is_key && l->canvas->terminal == GNUPLOT_TEXT);
}

static size_t lines_of(const char *text, size_t n_characters)
{
	size_t n = 0;

	while (*text) {
		gnuplot_line(text, n_characters, &text);
		n++;
	}
	return n;
}

size_t gnuplot_head_lines(const struct gnuplot_layout *l, const struct picture *picture)
{
	size_t fitting = gnuplot_fitting(l, EDGE);
	size_t n = picture->title ? lines_of(picture->title, fitting) : 0;

	for (size_t i = 0; i < picture->n_notes; i++)
		n += gnuplot_shows(l, &picture->notes[i])
			     ? lines_of(picture->notes[i].text, fitting)
			     : 0;
	return n;
}

static size_t shown_length(const char *name)
{
	size_t n = name ? gnuplot_length(name) : 0;

	return n > GNUPLOT_NAME_MAX ? GNUPLOT_NAME_MAX : n;
}

static bool is_text(const struct gnuplot_layout *l)
{
	return l->canvas->terminal == GNUPLOT_TEXT;
}

void gnuplot_entry(const struct gnuplot_layout *l, const struct picture *picture, size_t colour,
	struct gnuplot_entry *out)
{
	double line = is_text(l) ? 4 : ENTRY_LINE;
	double space = is_text(l) ? 2 : ENTRY_SPACE;
	double x = is_text(l) ? 1 : EDGE;

	*out = (struct gnuplot_entry) { 0, x };
	for (size_t i = 0; i <= colour; i++) {
		double wide = line + l->character * (double)shown_length(picture->names[i]);

		if (out->x > x && out->x + wide > l->width) {
			out->x = x;
			out->row++;
		}
		if (i < colour)
			out->x += wide + space;
	}
}

bool gnuplot_has_legend(const struct picture *picture)
{
	return picture->n_names > 1 && picture->n_panels > 0 &&
	       picture->panels[0].shape != PANEL_CELLS;
}

static double head_of(const struct gnuplot_layout *l, const struct picture *picture)
{
	size_t lines = gnuplot_head_lines(l, picture);
	struct gnuplot_entry last;

	if (gnuplot_has_legend(picture)) {
		gnuplot_entry(l, picture, picture->n_names - 1, &last);
		lines += last.row + 1;
	}
	return ((double)lines + 0.5) * l->line;
}

/* What stands beside the frames. */
static void set_sides(struct gnuplot_layout *l, const struct picture *picture)
{
	for (size_t i = 0; i < picture->n_panels; i++) {
		const struct picture_panel *p = &picture->panels[i];

		for (size_t j = 0; p->shape == PANEL_CELLS && j < p->n_curves; j++)
			l->left = fmax(l->left,
				l->character * (double)(shown_length(p->curves[j].name) + 2));
		if (p->shape == PANEL_CELLS)
			l->right = is_text(l) ? 2 : COLOUR_BOX;
		for (size_t j = 0; j < p->n_levels; j++)
			l->right = fmax(l->right,
				l->character * (double)(shown_length(p->levels[j].label) + 2));
	}
}

/* Of the heat map with the most. */
static double rows_of(const struct picture *picture)
{
	size_t n = 0;

	for (size_t i = 0; i < picture->n_panels; i++) {
		const struct picture_panel *p = &picture->panels[i];

		if (p->shape == PANEL_CELLS && p->n_curves > n)
			n = p->n_curves;
	}
	return (double)n + 1;
}

static void lay_out_text(struct gnuplot_layout *l, const struct picture *picture)
{
	double n = (double)(picture->n_panels ? picture->n_panels : 1);

	l->character = l->line = 1;
	l->height = l->canvas->rows;
	l->left = 11;
	l->right = 2;
	set_sides(l, picture);
	l->head = head_of(l, picture);
	l->above = 1;
	l->below = 3;
	l->frame = fmax(4, floor((l->height - l->head) / n - l->above - l->below));
	l->frame = fmax(l->frame, rows_of(picture));
	l->height = ceil(l->head + (l->above + l->frame + l->below) * n);
}

void gnuplot_layout(struct gnuplot_layout *l, const struct picture *picture,
	const struct gnuplot_canvas *canvas)
{
	*l = (struct gnuplot_layout) { .canvas = canvas, .width = canvas->width };
	if (canvas->terminal == GNUPLOT_TEXT) {
		lay_out_text(l, picture);
		return;
	}
	l->character = CHARACTER;
	l->line = LINE;
	l->left = LEFT;
	l->right = RIGHT;
	set_sides(l, picture);
	l->head = head_of(l, picture) + EDGE;
	l->above = 1.4 * LINE;
	l->below = 3.7 * LINE;
	l->frame = fmax(FRAME, CELL * rows_of(picture));
	l->height = ceil(l->head + (l->above + l->frame + l->below) * (double)picture->n_panels);
}
