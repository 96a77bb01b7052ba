/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "picture/draw.h"

#define MARGIN    1.25
#define TICS_MOST 14

/* What copying alone comes to, where `netio copy` measured it too: a socket that copies cannot be faster. */
static bool is_bound(const struct draw_of *of, const struct view_point *p)
{
	return of->view->metric == VIEW_MB_PER_S && of->variety->n_transports > 1 &&
	       strcmp(p->key->copy, "memcpy") == 0 && strcmp(p->key->transport, "memory") == 0;
}

static void put_tic(struct picture *picture, struct picture_panel *panel, uint64_t size)
{
	char text[32];

	picture_tic(picture, panel, (double)size, units_size_text(size, text, sizeof(text)));
	picture_grid(picture, panel, (double)size, false);
}

/* Powers of two, as many as fit; the sizes themselves where there is none among them. */
static void put_tics(
	struct picture *picture, struct picture_panel *panel, uint64_t least, uint64_t most)
{
	unsigned first = 0;
	unsigned last;
	unsigned step = 1;

	while ((double)(UINT64_C(1) << first) < panel->x_low && first < 62)
		first++;
	if ((double)(UINT64_C(1) << first) > panel->x_high) {
		put_tic(picture, panel, least);
		put_tic(picture, panel, most);
		return;
	}
	last = first;
	while (last < 62 && (double)(UINT64_C(1) << (last + 1)) <= panel->x_high)
		last++;
	while ((last - first) / step >= TICS_MOST)
		step++;
	for (unsigned i = first; i <= last; i += step) {
		put_tic(picture, panel, UINT64_C(1) << i);
	}
}

static void put_items(const struct draw_of *of, const struct draw_item *items)
{
	size_t n = of->view->n;
	struct picture_panel *panel = picture_panel(of->picture, PANEL_BAND, "");

	for (size_t i = 0; i < n && panel->n_curves <= DRAW_CURVES_MOST; i++) {
		struct picture_curve *c = picture_curve(of->picture, panel, items[i].name);

		c->is_bound = is_bound(of, items[i].point);
		draw_mark(of, c, items[i].point, (double)items[i].x);
	}
	panel->x_is_log2 = true;
	panel->x_low = (double)items[0].x / MARGIN;
	panel->x_high = (double)items[n - 1].x * MARGIN;
	panel->y_from_zero = true;
	panel->x_label = picture_text(of->picture, "bytes a message");
	panel->y_label = picture_text(of->picture, view_metric_label(of->view->metric));
	put_tics(of->picture, panel, items[0].x, items[n - 1].x);
}

static void note_bound(const struct draw_of *of)
{
	bool any = false;

	for (size_t i = 0; i < of->view->n; i++)
		any |= is_bound(of, &of->view->points[i]);
	if (any)
		picture_key(
			of->picture, "dashed: memcpy alone, which no socket that copies exceeds");
}

int draw_size(const struct draw_of *of, struct err *err)
{
	struct draw_item *items = draw_items(of, true, false);
	int ret = 0;

	if (!items)
		return err_set(err, ENOMEM, "out of memory");
	if (items[0].x == 0) {
		ret = err_set(err, EINVAL,
			"size: a size of 0 has no place on a logarithmic axis: choose others with "
			"--size");
	} else {
		note_bound(of);
		put_items(of, items);
	}
	draw_items_free(items, of->view->n);
	return ret;
}
