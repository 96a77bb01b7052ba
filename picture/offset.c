/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "picture/axis.h"
#include "picture/draw.h"

#define SLOW_PERCENT 50 /* of the bytes: such a point is in a slow window (results/explain.h) */

static int open_axis(const struct draw_of *of, enum draw_axis which, struct axis *axis)
{
	uint64_t *values = calloc(of->view->n + 1, sizeof(*values));
	int ret = -ENOMEM;

	for (size_t i = 0; values && i < of->view->n; i++)
		values[i] = draw_axis_value(&of->view->points[i], which);
	if (values)
		ret = axis_open(axis, values, of->view->n);
	free(values);
	return ret;
}

/* The last step of a stretch ends where the stretch does (picture/axis.h). */
static void end_steps(
	struct picture *picture, struct picture_curve *c, const struct axis *axis, uint64_t value)
{
	double y = c->n ? c->marks[c->n - 1].y : NAN; /* none: out of memory */
	struct picture_mark *m = picture_mark(picture, c);

	m->x = axis_end(axis, value);
	m->y = y;
	m->is_end = true;
}

/* What goes on where the last shade ended, or is in it as another curve's was, is one with it. */
static void shade(struct picture *picture, struct picture_panel *panel, double low, double high)
{
	struct picture_span *last = panel->n_spans ? &panel->spans[panel->n_spans - 1] : NULL;

	if (last && low <= last->high)
		last->high = high > last->high ? high : last->high;
	else
		picture_span(picture, panel, low, high, false);
}

static void put_item(const struct draw_of *of, struct picture_panel *panel, const struct axis *axis,
	const struct draw_item *item, const struct draw_item *before)
{
	struct picture_curve *c = picture_curve(of->picture, panel, item->name);

	if (before && axis_stretch_of(axis, before->x) != axis_stretch_of(axis, item->x)) {
		end_steps(of->picture, c, axis, before->x);
		picture_mark(of->picture, c)->is_break = true;
	}
	draw_mark(of, c, item->point, axis_at(axis, item->x));
	if (item->point->slow_percent >= SLOW_PERCENT)
		shade(of->picture, panel, axis_at(axis, item->x), axis_end(axis, item->x));
}

/* The last item of each curve, by its place in the panel. */
struct last {
	const struct draw_item **item;
	size_t n;
};

static const struct draw_item **last_of(
	struct last *last, const struct picture_panel *panel, const char *name)
{
	size_t i = 0;

	while (i < panel->n_curves && panel->curves[i].name && strcmp(panel->curves[i].name, name))
		i++;
	return &last->item[i < last->n ? i : last->n];
}

/* Items first..end - 1 are of one size. */
static void put_panel(const struct draw_of *of, const struct axis *axis,
	const struct draw_item *items, size_t first, size_t end, struct last *last)
{
	char size[32];
	struct picture_panel *panel = picture_panel(of->picture, PANEL_STEPS,
		units_size_text(items[first].point->key->size_bytes, size, sizeof(size)));

	memset(last->item, 0, (last->n + 1) * sizeof(*last->item));
	for (size_t i = first; i < end && panel->n_curves <= DRAW_CURVES_MOST; i++) {
		const struct draw_item **before = last_of(last, panel, items[i].name);

		put_item(of, panel, axis, &items[i], *before);
		*before = &items[i];
	}
	for (size_t i = 0; i < panel->n_curves && !of->picture->failed; i++)
		end_steps(of->picture, &panel->curves[i], axis, last->item[i]->x);
	axis_dress(axis, of->picture, panel);
	panel->y_label = picture_text(of->picture, view_metric_label(of->view->metric));
}

static void note_shades(const struct draw_of *of, const struct axis *axis)
{
	bool is_slow = false;

	for (size_t i = 0; i < of->view->n; i++)
		is_slow |= of->view->points[i].slow_percent >= SLOW_PERCENT;
	if (is_slow)
		picture_key(of->picture, "orange: predicted to be copied slowly (--explain)");
	if (axis->n_stretches > 1)
		picture_key(of->picture, "grey: offsets that were left out");
}

static void put_panels(const struct draw_of *of, const struct axis *axis,
	const struct draw_item *items, struct last *last)
{
	size_t first = 0;
	size_t n = of->view->n;

	note_shades(of, axis);
	for (size_t i = 1; i <= n; i++) {
		if (i < n && items[i].point->key->size_bytes == items[first].point->key->size_bytes)
			continue;
		put_panel(of, axis, items, first, i, last);
		first = i;
	}
	picture_x_label(of->picture, draw_axis_label(of, draw_axis_of(of)));
}

int draw_offset(const struct draw_of *of, struct err *err)
{
	struct last last = { calloc(of->view->n + 2, sizeof(*last.item)), of->view->n };
	struct draw_item *items = draw_items(of, false, false);
	struct axis axis = { 0 };
	int ret = 0;

	if (of->variety->n_sizes > DRAW_PANELS_MOST)
		ret = err_set(err, EINVAL,
			"offset: a panel a size, and there are %zu: expected at most %d, choose "
			"with "
			"--size, or --kind=heatmap",
			of->variety->n_sizes, DRAW_PANELS_MOST);
	else if (!items || !last.item || open_axis(of, draw_axis_of(of), &axis))
		ret = err_set(err, ENOMEM, "out of memory");
	else
		put_panels(of, &axis, items, &last);
	axis_release(&axis);
	draw_items_free(items, of->view->n);
	free(last.item);
	return ret;
}
