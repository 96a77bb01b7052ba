/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "picture/picture.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more at the end of an array of n, zeroed; NULL, and failed, when out of memory. */
static void *grow(struct picture *picture, void **array, size_t *n, size_t bytes)
{
	char *more = reallocarray(*array, *n + 1, bytes);

	if (!more) {
		picture->failed = true;
		return NULL;
	}
	*array = more;
	memset(more + *n * bytes, 0, bytes);
	return more + (*n)++ * bytes;
}

char *picture_text(struct picture *picture, const char *text)
{
	char *copy = strdup(text);

	picture->failed |= !copy;
	return copy;
}

/*
 * What is handed out when there is no memory: written to, never read, and whatever is hung on it is lost until the
 * program ends, which is next.
 */
static void *nowhere(void)
{
	static _Thread_local union {
		struct picture_panel panel;
		struct picture_curve curve;
		struct picture_mark mark;
	} place;

	memset(&place, 0, sizeof(place));
	return &place;
}

struct picture_panel *picture_panel(
	struct picture *picture, enum panel_shape shape, const char *title)
{
	struct picture_panel *p = grow(
		picture, (void **)&picture->panels, &picture->n_panels, sizeof(*picture->panels));

	if (!p)
		return nowhere();
	p->shape = shape;
	p->title = picture_text(picture, title);
	p->x_low = p->x_high = p->white_low = p->white_high = NAN;
	p->colour_low = p->colour_high = NAN;
	return p;
}

static size_t colour_of(struct picture *picture, const char *name)
{
	char **more;

	for (size_t i = 0; i < picture->n_names; i++) {
		if (picture->names[i] && strcmp(picture->names[i], name) == 0)
			return i;
	}
	more = grow(picture, (void **)&picture->names, &picture->n_names, sizeof(*picture->names));
	if (!more)
		return 0;
	*more = picture_text(picture, name);
	return picture->n_names - 1;
}

struct picture_curve *picture_curve(
	struct picture *picture, struct picture_panel *panel, const char *name)
{
	struct picture_curve *c;

	for (size_t i = 0; i < panel->n_curves; i++) {
		if (panel->curves[i].name && strcmp(panel->curves[i].name, name) == 0)
			return &panel->curves[i];
	}
	c = grow(picture, (void **)&panel->curves, &panel->n_curves, sizeof(*panel->curves));
	if (!c)
		return nowhere();
	c->name = picture_text(picture, name);
	c->colour = colour_of(picture, name);
	return c;
}

struct picture_mark *picture_mark(struct picture *picture, struct picture_curve *curve)
{
	struct picture_mark *m;

	if (curve->n == curve->room) {
		size_t room = curve->room ? 2 * curve->room : 32;

		m = reallocarray(curve->marks, room, sizeof(*m));
		if (!m) {
			picture->failed = true;
			return nowhere();
		}
		curve->marks = m;
		curve->room = room;
	}
	m = &curve->marks[curve->n++];
	*m = (struct picture_mark) { .low = NAN, .high = NAN };
	return m;
}

void picture_tic(struct picture *picture, struct picture_panel *panel, double at, const char *label)
{
	struct picture_tic *t =
		grow(picture, (void **)&panel->x_tics, &panel->n_x_tics, sizeof(*panel->x_tics));

	if (t)
		*t = (struct picture_tic) { at, picture_text(picture, label) };
}

void picture_grid(struct picture *picture, struct picture_panel *panel, double at, bool is_strong)
{
	struct picture_line *l =
		grow(picture, (void **)&panel->grid, &panel->n_grid, sizeof(*panel->grid));

	if (l)
		*l = (struct picture_line) { at, is_strong, NULL };
}

void picture_level(
	struct picture *picture, struct picture_panel *panel, double at, const char *label)
{
	struct picture_line *l =
		grow(picture, (void **)&panel->levels, &panel->n_levels, sizeof(*panel->levels));

	if (l)
		*l = (struct picture_line) { at, false, picture_text(picture, label) };
}

void picture_span(
	struct picture *picture, struct picture_panel *panel, double low, double high, bool is_gap)
{
	struct picture_span *s =
		grow(picture, (void **)&panel->spans, &panel->n_spans, sizeof(*panel->spans));

	if (s)
		*s = (struct picture_span) { low, high, is_gap };
}

void picture_x_label(struct picture *picture, const char *text)
{
	if (picture->n_panels)
		picture->panels[picture->n_panels - 1].x_label = picture_text(picture, text);
}

static struct picture_note *add_note(struct picture *picture)
{
	return grow(picture, (void **)&picture->notes, &picture->n_notes, sizeof(*picture->notes));
}

void picture_note(struct picture *picture, const char *format, ...)
{
	struct picture_note *note = add_note(picture);
	va_list ap;

	if (!note)
		return;
	va_start(ap, format);
	if (vasprintf(&note->text, format, ap) < 0) {
		note->text = NULL;
		picture->failed = true;
	}
	va_end(ap);
}

void picture_key(struct picture *picture, const char *text)
{
	struct picture_note *note = add_note(picture);

	if (note)
		*note = (struct picture_note) { picture_text(picture, text), true };
}

int picture_check(const struct picture *picture, struct err *err)
{
	return picture->failed ? err_set(err, ENOMEM, "out of memory") : 0;
}

static void release_panel(struct picture_panel *p)
{
	for (size_t i = 0; i < p->n_curves; i++) {
		free(p->curves[i].name);
		free(p->curves[i].marks);
	}
	for (size_t i = 0; i < p->n_x_tics; i++)
		free(p->x_tics[i].label);
	for (size_t i = 0; i < p->n_levels; i++)
		free(p->levels[i].label);
	free(p->curves);
	free(p->x_tics);
	free(p->grid);
	free(p->levels);
	free(p->spans);
	free(p->title);
	free(p->x_label);
	free(p->y_label);
}

void picture_release(struct picture *picture)
{
	for (size_t i = 0; i < picture->n_panels; i++)
		release_panel(&picture->panels[i]);
	for (size_t i = 0; i < picture->n_notes; i++)
		free(picture->notes[i].text);
	for (size_t i = 0; i < picture->n_names; i++)
		free(picture->names[i]);
	free(picture->panels);
	free(picture->notes);
	free(picture->names);
	free(picture->title);
	*picture = (struct picture) { 0 };
}
