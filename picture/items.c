/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/draw.h"

enum draw_axis draw_axis_of(const struct draw_of *of)
{
	const struct view_variety *v = of->variety;

	if (v->offsets_alike)
		return DRAW_BOTH;
	return v->n_send_offsets > v->n_recv_offsets ? DRAW_SEND : DRAW_RECV;
}

const char *draw_axis_label(const struct draw_of *of, enum draw_axis axis)
{
	bool is_copy = strcmp(of->view->points[0].key->mode, "copy") == 0;

	switch (axis) {
	case DRAW_SEND:
		return is_copy ? "offset of the source, bytes past a page"
			       : "offset of the send buffer, bytes past a page";
	case DRAW_RECV:
		return is_copy ? "offset of the destination, bytes past a page"
			       : "offset of the receive buffer, bytes past a page";
	case DRAW_BOTH:
		break;
	}
	return "offset of both buffers, bytes past a page";
}

uint64_t draw_axis_value(const struct view_point *p, enum draw_axis axis)
{
	return axis == DRAW_RECV ? p->key->recv_offset_bytes : p->key->send_offset_bytes;
}

/* The offset that is on no axis: with by_size both. */
static char *with_offsets(const struct draw_of *of, const struct view_point *p, enum draw_axis axis,
	bool by_size, char *name)
{
	const struct stored_key *key = p->key;
	bool send = of->variety->n_send_offsets > 1 && (by_size || axis == DRAW_RECV);
	bool recv = of->variety->n_recv_offsets > 1 && (by_size || axis == DRAW_SEND);
	char *longer = NULL;
	int n = 0;

	if (!name || (!send && !recv))
		return name;
	if (send && recv && of->variety->offsets_alike)
		n = asprintf(&longer, "%s at %" PRIu64, name, key->send_offset_bytes);
	else if (send && recv)
		n = asprintf(&longer, "%s at %" PRIu64 ",%" PRIu64, name, key->send_offset_bytes,
			key->recv_offset_bytes);
	else
		n = asprintf(&longer, "%s %s at %" PRIu64, name, send ? "send" : "recv",
			send ? key->send_offset_bytes : key->recv_offset_bytes);
	free(name);
	return n < 0 ? NULL : longer;
}

static int by_place(const void *a, const void *b)
{
	const struct draw_item *x = a;
	const struct draw_item *y = b;
	uint64_t size_x = x->point->key->size_bytes;
	uint64_t size_y = y->point->key->size_bytes;

	if (size_x != size_y)
		return size_x < size_y ? -1 : 1;
	if (x->x != y->x)
		return x->x < y->x ? -1 : 1;
	return (x->point > y->point) - (x->point < y->point);
}

void draw_items_free(struct draw_item *items, size_t n)
{
	for (size_t i = 0; items && i < n; i++)
		free(items[i].name);
	free(items);
}

struct draw_item *draw_items(const struct draw_of *of, bool by_size, bool with_size)
{
	const struct view *v = of->view;
	enum draw_axis axis = draw_axis_of(of);
	struct draw_item *items = calloc(v->n + 1, sizeof(*items));

	for (size_t i = 0; items && i < v->n; i++) {
		const struct view_point *p = &v->points[i];
		char *name = view_name(v, of->variety, p, with_size);

		items[i] = (struct draw_item) { p, with_offsets(of, p, axis, by_size, name),
			by_size ? p->key->size_bytes : draw_axis_value(p, axis) };
		if (!items[i].name) {
			draw_items_free(items, v->n);
			return NULL;
		}
	}
	if (items)
		qsort(items, v->n, sizeof(*items), by_place);
	return items;
}

bool draw_is_noisy(const struct view_point *p)
{
	return strcmp(p->verdict, "noisy") == 0 || strcmp(p->verdict, "unstable") == 0;
}

void draw_mark(
	const struct draw_of *of, struct picture_curve *curve, const struct view_point *p, double x)
{
	struct picture_mark *m = picture_mark(of->picture, curve);

	m->x = x;
	m->y = p->value.median;
	m->low = p->value.ci_low;
	m->high = p->value.ci_high;
	m->is_noisy = draw_is_noisy(p);
}
