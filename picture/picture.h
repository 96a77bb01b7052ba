/* SPDX-License-Identifier: MIT */
#ifndef NETIO_PICTURE_PICTURE_H
#define NETIO_PICTURE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/*
 * A picture as plain data, before any program draws it: what picture/offset.c and its siblings make of a view and
 * picture/gnuplot.h writes as a script. Texts may hold anything; who draws them escapes them. All memory is the heap's
 * and released with the picture. NAN stands for "none".
 */

/* One mark of a curve. low and high are the interval of y, NAN without one. */
struct picture_mark {
	double x;
	double y;
	double low;
	double high;
	bool is_break; /* the line is interrupted here; no mark */
	bool is_noisy; /* its interval is too wide to trust it (PANEL_CELLS: hatched) */
	bool is_end;   /* PANEL_STEPS: where the last step ends; without a whisker */
};

struct picture_curve {
	char *name;
	size_t colour; /* curves of one name have one, in all panels */
	bool is_bound; /* what the others cannot exceed: dashed */
	struct picture_mark *marks;
	size_t n;
	size_t room;
};

struct picture_tic {
	double at;
	char *label;
};

/* A line across the panel. */
struct picture_line {
	double at;
	bool is_strong;
	char *label; /* at its right end; NULL: none */
};

/* A stretch of x. */
struct picture_span {
	double low;
	double high;
	bool is_gap; /* nothing was measured there; else: predicted to be slow */
};

enum panel_shape {
	PANEL_STEPS,    /* a value holds until the next x */
	PANEL_BAND,     /* lines, and the interval as a band */
	PANEL_CELLS,    /* x and a curve are a cell, y its colour */
	PANEL_DOTS,     /* each by itself; with low and high, a bar from one to the other */
	PANEL_IMPULSES, /* from 0 */
	PANEL_BARS,     /* x is a group; curves stand side by side */
};

struct picture_panel {
	enum panel_shape shape;
	char *title;
	char *x_label;
	char *y_label; /* PANEL_CELLS: of the colours */
	double x_low, x_high;
	bool x_is_log2;
	bool y_from_zero;
	double white_low,
		white_high; /* PANEL_CELLS: colours diverge around these; NAN: they do not */
	double colour_low, colour_high; /* PANEL_CELLS */
	bool high_is_worse; /* PANEL_CELLS that diverge: red is above 1, else below it */

	struct picture_curve *curves;
	size_t n_curves;
	struct picture_tic *x_tics;
	size_t n_x_tics;
	struct picture_line *grid; /* upright */
	size_t n_grid;
	struct picture_line *levels; /* level */
	size_t n_levels;
	struct picture_span *spans;
	size_t n_spans;
};

/* A line beneath the title. */
struct picture_note {
	char *text;
	bool is_key; /* says what a colour or a dash means: left out where there are none */
};

struct picture {
	char *title;
	struct picture_note *notes;
	size_t n_notes;
	struct picture_panel *panels; /* from top to bottom */
	size_t n_panels;
	char **names; /* of the curves, by colour */
	size_t n_names;
	bool failed; /* memory ran out: the picture is not whole */
};

/*
 * Each adds one thing; texts are copied. After one has run out of memory, `failed` is set, and what is returned may be a
 * place that is not of the picture but can be written to; so only picture_check needs to be looked at.
 */
struct picture_panel *picture_panel(
	struct picture *picture, enum panel_shape shape, const char *title);
struct picture_curve *picture_curve(
	struct picture *picture, struct picture_panel *panel, const char *name);
struct picture_mark *picture_mark(struct picture *picture, struct picture_curve *curve);
void picture_tic(
	struct picture *picture, struct picture_panel *panel, double at, const char *label);
void picture_grid(struct picture *picture, struct picture_panel *panel, double at, bool is_strong);
void picture_level(
	struct picture *picture, struct picture_panel *panel, double at, const char *label);
void picture_span(
	struct picture *picture, struct picture_panel *panel, double low, double high, bool is_gap);
/* What the axis of the last panel is called; nothing where there is no panel. */
void picture_x_label(struct picture *picture, const char *text);
void picture_note(struct picture *picture, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void picture_key(struct picture *picture, const char *text);
/* A copy; NULL, and failed, when out of memory. */
char *picture_text(struct picture *picture, const char *text);

/* 0, or -ENOMEM with err. */
int picture_check(const struct picture *picture, struct err *err);

void picture_release(struct picture *picture);

#endif
