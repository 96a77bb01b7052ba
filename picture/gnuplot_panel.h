/* SPDX-License-Identifier: MIT */
#ifndef NETIO_PICTURE_GNUPLOT_PANEL_H
#define NETIO_PICTURE_GNUPLOT_PANEL_H

#include "picture/gnuplot_layout.h"

/* One panel of a gnuplot script. For picture/gnuplot.c. */

/* Its numbers, a datablock a curve. */
void gnuplot_panel_data(FILE *f, const struct picture *picture, size_t panel);

/* Its frame, and what is drawn in it. */
void gnuplot_panel_plot(
	FILE *f, const struct gnuplot_layout *layout, const struct picture *picture, size_t panel);

/* What draws a curve of a panel that is no heat map, as an element of "plot"; plain: as text. */
void gnuplot_curve(
	FILE *f, const struct picture_panel *panel, size_t panel_at, size_t curve, bool plain);

/* The colour of curves, as gnuplot reads it; they repeat after eight, with another "dashtype", and after three of those. */
const char *gnuplot_colour(size_t colour);
const char *gnuplot_dash(size_t colour);

/* What a curve is drawn with as text: gnuplot's line type, and its letter; there are GNUPLOT_LETTERS, then they repeat. */
#define GNUPLOT_LETTERS 7
int gnuplot_line_type(size_t colour);
const char *gnuplot_letter(size_t colour);

#endif
