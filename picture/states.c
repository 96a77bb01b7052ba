/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "picture/draw.h"

#define GROUPS_MOST 24

/* What the bars are grouped by: the state where there are several, else the size. */
static const char *group_of(
	const struct draw_of *of, const struct view_point *p, char *text, size_t size)
{
	if (of->variety->n_cache_states > 1)
		return p->key->state[0] ? p->key->state : "no state";
	return units_size_text(p->key->size_bytes, text, size);
}

static double group_at(struct picture *picture, struct picture_panel *panel, const char *label)
{
	for (size_t i = 0; i < panel->n_x_tics; i++) {
		if (panel->x_tics[i].label && strcmp(panel->x_tics[i].label, label) == 0)
			return (double)i;
	}
	picture_tic(picture, panel, (double)panel->n_x_tics, label);
	return (double)panel->n_x_tics - 1;
}

/* What is told apart by the group is not told by the curve too. */
static char *curve_name(const struct draw_of *of, const struct view_point *p)
{
	struct view_variety v = *of->variety;

	v.n_states = 1;
	return view_name(of->view, &v, p, false);
}

static void put_point(
	const struct draw_of *of, struct picture_panel *panel, const struct view_point *p)
{
	char text[32];
	char *name = curve_name(of, p);

	of->picture->failed |= !name;
	if (name)
		draw_mark(of, picture_curve(of->picture, panel, name), p,
			group_at(of->picture, panel, group_of(of, p, text, sizeof(text))));
	free(name);
}

/* Items first..end - 1, which are of one size where the groups are states. */
static void put_panel(const struct draw_of *of, const struct draw_item *items, size_t first,
	size_t end, bool by_state)
{
	char text[32];
	uint64_t size = items[first].point->key->size_bytes;
	struct picture_panel *panel = picture_panel(
		of->picture, PANEL_BARS, by_state ? units_size_text(size, text, sizeof(text)) : "");

	for (size_t i = first; i < end && panel->n_curves <= DRAW_CURVES_MOST; i++)
		put_point(of, panel, items[i].point);
	panel->x_low = -0.5;
	panel->x_high = (double)panel->n_x_tics - 0.5;
	panel->y_from_zero = true;
	panel->y_label = picture_text(of->picture, view_metric_label(of->view->metric));
	if (end == of->view->n)
		panel->x_label = picture_text(of->picture,
			by_state ? "state of the caches, source/destination" : "bytes a message");
}

static void put_panels(const struct draw_of *of, const struct draw_item *items)
{
	bool by_state = of->variety->n_cache_states > 1;
	size_t first = 0;

	for (size_t i = 1; i <= of->view->n; i++) {
		if (i < of->view->n && (!by_state || items[i].point->key->size_bytes ==
							     items[first].point->key->size_bytes))
			continue;
		put_panel(of, items, first, i, by_state);
		first = i;
	}
}

int draw_states(const struct draw_of *of, struct err *err)
{
	const struct view_variety *v = of->variety;
	struct draw_item *items;

	if (v->n_send_offsets > 1 || v->n_recv_offsets > 1)
		return err_set(err, EINVAL,
			"states: a bar is one offset, and the points have several: choose with "
			"--offset, --send-offset or --recv-offset");
	if (v->n_states > GROUPS_MOST || (v->n_cache_states <= 1 && v->n_sizes > GROUPS_MOST) ||
		(v->n_cache_states > 1 && v->n_sizes > DRAW_PANELS_MOST))
		return err_set(err, EINVAL,
			"states: more groups than fit (%zu states, %zu sizes): choose with --state "
			"or "
			"--size",
			v->n_states, v->n_sizes);
	items = draw_items(of, true, false);
	if (!items)
		return err_set(err, ENOMEM, "out of memory");
	put_panels(of, items);
	draw_items_free(items, of->view->n);
	return 0;
}
