/* SPDX-License-Identifier: MIT */
#ifndef NETIO_PICTURE_DRAW_H
#define NETIO_PICTURE_DRAW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "picture/picture.h"
#include "picture/view.h"

/* The kinds of pictures: each makes a struct picture of a view. */

enum draw_kind {
	DRAW_AUTO,    /* what suits the points */
	DRAW_OFFSET,  /* the number against the offset, a panel a size */
	DRAW_SIZE,    /* against the size */
	DRAW_HEATMAP, /* size by offset, or with one size, send by receive offset */
	DRAW_SAMPLES, /* those of one point, in the order taken */
	DRAW_STATES,  /* routines by cache state, or by size, as bars */
};

const char *draw_kind_name(size_t index); /* "auto"; NULL past the last */

struct draw_wish {
	enum draw_kind kind;
	bool absolute; /* DRAW_HEATMAP: the number itself, not per cent of the row's best */
	double threshold_percent; /* DRAW_HEATMAP of two files: less is no change, and white */
	const char *title;        /* NULL: in the words of the points */
};

/*
 * 0; or -EINVAL with err, one sentence, when the points do not make a picture of that kind; or -ENOMEM. Release the
 * picture in any case.
 */
int draw(struct picture *picture, const struct view *view, const struct draw_wish *wish,
	struct err *err);

/* More panels than this in a picture are refused: choose with --size. */
#define DRAW_PANELS_MOST 8

/* So are more curves in a panel, which nobody tells apart. */
#define DRAW_CURVES_MOST 24

/* For the kinds: each adds its panels to a picture that has its title and notes. */
struct draw_of {
	const struct view *view;
	const struct view_variety *variety;
	const struct draw_wish *wish;
	struct picture *picture;
};
int draw_offset(const struct draw_of *of, struct err *err);
int draw_size(const struct draw_of *of, struct err *err);
int draw_heatmap(const struct draw_of *of, struct err *err);
int draw_samples(const struct draw_of *of, struct err *err);
int draw_states(const struct draw_of *of, struct err *err);

/* Whether the heat map is send by receive offset: nothing else differs between its points. */
bool draw_map_is_by_send(const struct draw_of *of);

/* For the kinds: points in the order of size, then place on the axis, then file, so that a curve goes to the right. */
struct draw_item {
	const struct view_point *point;
	char *name; /* of its curve; the heap's */
	uint64_t x;
};

/* Which offset is on the axis. */
enum draw_axis { DRAW_BOTH, DRAW_SEND, DRAW_RECV };
enum draw_axis draw_axis_of(const struct draw_of *of);
const char *draw_axis_label(const struct draw_of *of, enum draw_axis axis);
uint64_t draw_axis_value(const struct view_point *p, enum draw_axis axis);

/*
 * All points of the view, named; x is the size when by_size, else the offset on the axis. The offset that is on no axis
 * is part of the name. The heap's, view->n of them; NULL when out of memory.
 */
struct draw_item *draw_items(const struct draw_of *of, bool by_size, bool with_size);
void draw_items_free(struct draw_item *items, size_t n);

/* The number of a point as a mark there. */
void draw_mark(const struct draw_of *of, struct picture_curve *curve, const struct view_point *p,
	double x);

/* Whether its interval is so wide that it is to be looked at with care. */
bool draw_is_noisy(const struct view_point *p);

#endif
