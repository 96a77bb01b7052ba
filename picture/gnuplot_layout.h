/* SPDX-License-Identifier: MIT */
#ifndef NETIO_PICTURE_GNUPLOT_LAYOUT_H
#define NETIO_PICTURE_GNUPLOT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "picture/gnuplot.h"

/*
 * Where things stand on the canvas, in its units (pixels, or columns and rows of text) from its upper left corner. Text
 * is assumed to be a little wider than it is, so that nothing runs into anything.
 */
struct gnuplot_layout {
	const struct gnuplot_canvas *canvas;
	double width, height;
	double character; /* width of one */
	double line;      /* height of a line of text */
	double left;      /* of the frames */
	double right;     /* room at the right of the frames */
	double head;      /* height of title, notes and legend */
	double frame;     /* height of a frame */
	double above;     /* room over a frame, for its title */
	double below;     /* room under a frame, for tics and label */
	size_t name_most; /* characters of a name beside the frames */
	bool is_upright;  /* labels of tics stand upright, as they do not fit beside each other */
};

void gnuplot_layout(struct gnuplot_layout *layout, const struct picture *picture,
	const struct gnuplot_canvas *canvas);

/* A place as "screen X, screen Y" wants it. */
double gnuplot_x(const struct gnuplot_layout *layout, double x);
double gnuplot_y(const struct gnuplot_layout *layout, double y);

/* Where the frame of a panel begins. */
double gnuplot_frame_top(const struct gnuplot_layout *layout, size_t panel);

/* Where x lies within the frame, from its left side. */
double gnuplot_in_frame(
	const struct gnuplot_layout *layout, const struct picture_panel *panel, double x);

/* What a cell shows as text: "-" where there is no number, and "~" behind one that is noisy. In text, which is returned. */
#define GNUPLOT_CELL_BYTES 32
const char *gnuplot_cell_text(const struct picture_panel *panel, const struct picture_mark *mark,
	char text[GNUPLOT_CELL_BYTES]);

/* GNUPLOT_TEXT: of the columns of a heat map every so many is shown, for lack of room. */
size_t gnuplot_text_columns(const struct gnuplot_layout *layout, const struct picture_panel *panel);

/* How many characters fit beside each other from x to the right edge. */
size_t gnuplot_fitting(const struct gnuplot_layout *layout, double x);

/* Whether the curves are told apart by a legend; the rows of a heat map stand beside it. */
bool gnuplot_has_legend(const struct picture *picture);

/* In the legend, where the entry of a colour stands. Its row counts from 0. */
struct gnuplot_entry {
	size_t row;
	double x;
};
void gnuplot_entry(const struct gnuplot_layout *layout, const struct picture *picture,
	size_t colour, struct gnuplot_entry *out);

/* Whether the canvas has what the note is about. */
bool gnuplot_shows(const struct gnuplot_layout *layout, const struct picture_note *note);

/* The most characters of a name in the legend; and bytes of such. */
#define GNUPLOT_NAME_MAX   44
#define GNUPLOT_LABEL_MOST 24 /* characters of a label that stands upright */
#define GNUPLOT_NAME_BYTES 256

#endif
