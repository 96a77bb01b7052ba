/* SPDX-License-Identifier: MIT */
#include "picture/gnuplot_layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
#define NAME_SHARE  0.35 /* of the width, at most, for names beside a frame */

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

static size_t head_lines(const struct gnuplot_layout *l, const struct picture *picture)
{
	size_t fitting = gnuplot_fitting(l, EDGE);
	size_t n = picture->title ? lines_of(picture->title, fitting) : 0;

	for (size_t i = 0; i < picture->n_notes; i++)
		n += gnuplot_shows(l, &picture->notes[i])
			     ? lines_of(picture->notes[i].text, fitting)
			     : 0;
	return n;
}

static size_t shown_length(const char *name, size_t most)
{
	size_t n = name ? gnuplot_length(name) : 0;

	return n > most ? most : n;
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
		double wide = line + l->character * (double)shown_length(
							    picture->names[i], GNUPLOT_NAME_MAX);

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
	size_t lines = head_lines(l, picture);
	struct gnuplot_entry last;

	if (gnuplot_has_legend(picture)) {
		gnuplot_entry(l, picture, picture->n_names - 1, &last);
		lines += last.row + 1;
	}
	return ((double)lines + 0.5) * l->line;
}

static size_t name_most(const struct gnuplot_layout *l)
{
	double n = floor(NAME_SHARE * l->width / l->character);

	return n < GNUPLOT_NAME_MAX ? (size_t)n : GNUPLOT_NAME_MAX;
}

/*
 * What stands beside the frames. The terminal "dumb" takes the three bytes of an ellipsis for three characters, and
 * shows nothing of what then begins left of it.
 */
static void set_sides(struct gnuplot_layout *l, const struct picture *picture)
{
	for (size_t i = 0; i < picture->n_panels; i++) {
		const struct picture_panel *p = &picture->panels[i];

		for (size_t j = 0; p->shape == PANEL_CELLS && j < p->n_curves; j++)
			l->left = fmax(l->left,
				l->character *
					((double)shown_length(p->curves[j].name, l->name_most) +
						(is_text(l) ? 4 : 2)));
		if (p->shape == PANEL_CELLS)
			l->right = is_text(l) ? 2 : COLOUR_BOX;
		for (size_t j = 0; j < p->n_levels; j++)
			l->right = fmax(l->right,
				l->character *
					(double)(shown_length(p->levels[j].label, l->name_most) +
						 2));
	}
}

double gnuplot_frame_top(const struct gnuplot_layout *l, size_t panel)
{
	return l->head + (l->above + l->frame + l->below) * (double)panel + l->above;
}

static double frame_width(const struct gnuplot_layout *l)
{
	return fmax(l->width - l->left - l->right, l->character);
}

double gnuplot_in_frame(const struct gnuplot_layout *l, const struct picture_panel *p, double x)
{
	double share = p->x_is_log2 ? log(x / p->x_low) / log(p->x_high / p->x_low)
				    : (x - p->x_low) / (p->x_high - p->x_low);

	return share * frame_width(l);
}

const char *gnuplot_cell_text(
	const struct picture_panel *p, const struct picture_mark *m, char text[GNUPLOT_CELL_BYTES])
{
	if (!isfinite(m->y))
		return "-";
	snprintf(text, GNUPLOT_CELL_BYTES, "%.*f%s", isfinite(p->white_low) ? 2 : 0, m->y,
		m->is_noisy ? "~" : "");
	return text;
}

size_t gnuplot_text_columns(const struct gnuplot_layout *l, const struct picture_panel *p)
{
	size_t n_columns = p->n_curves ? p->curves[0].n : 1;
	size_t longest = 1;
	size_t step;

	for (size_t i = 0; i < p->n_curves; i++) {
		for (size_t j = 0; j < p->curves[i].n; j++) {
			char text[GNUPLOT_CELL_BYTES];
			size_t n = strlen(gnuplot_cell_text(p, &p->curves[i].marks[j], text));

			longest = n > longest ? n : longest;
		}
	}
	step = (size_t)ceil((double)((longest + 1) * n_columns) / frame_width(l));
	return step ? step : 1;
}

/* Bars have a label each, and none may be left out. */
static void set_upright(struct gnuplot_layout *l, const struct picture *picture)
{
	size_t longest = 0;

	for (size_t i = 0; i < picture->n_panels; i++) {
		const struct picture_panel *p = &picture->panels[i];

		for (size_t j = 0; p->shape == PANEL_BARS && j < p->n_x_tics; j++) {
			size_t n = shown_length(p->x_tics[j].label, GNUPLOT_LABEL_MOST);

			longest = n > longest ? n : longest;
			l->is_upright |= l->character * ((double)n + 1) * (double)p->n_x_tics >
					 frame_width(l);
		}
	}
	if (l->is_upright)
		l->below += l->character * (double)longest;
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
	l->name_most = name_most(l);
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
	l->name_most = name_most(l);
	set_sides(l, picture);
	l->head = head_of(l, picture) + EDGE;
	l->above = 1.4 * LINE;
	l->below = 3.7 * LINE;
	set_upright(l, picture);
	l->frame = fmax(FRAME, CELL * rows_of(picture));
	l->height = ceil(l->head + (l->above + l->frame + l->below) * (double)picture->n_panels);
}
