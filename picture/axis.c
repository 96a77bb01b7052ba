/* SPDX-License-Identifier: MIT */
#include "picture/axis.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/units.h"

#define BREAK_STEPS  6
#define GAP_SHARE    0.03 /* of the values, a gap */
#define GAPS_SHARE   0.25 /* of the values, all gaps at most */
#define MARGIN_SHARE 0.008
#define GRID_BYTES   64
#define PAGE_BYTES   4096
#define STEP_MOST    (UINT64_C(1) << 62)
#define GRID_MOST    96    /* lines */
#define LABEL_SHARE  0.055 /* of the length, that a label takes at least */
#define DIGIT_SHARE  0.011

static void keep_distinct(struct axis *axis)
{
	size_t n = 0;

	qsort(axis->value, axis->n, sizeof(*axis->value), units_by_value);
	for (size_t i = 0; i < axis->n; i++) {
		if (n == 0 || axis->value[i] != axis->value[n - 1])
			axis->value[n++] = axis->value[i];
	}
	axis->n = n;
}

static uint64_t step_before(const struct axis *axis, size_t i)
{
	return axis->value[i] - axis->value[i - 1];
}

/* Whether the step to value i is one that the axis leaves out. */
static bool is_broken(const struct axis *axis, size_t i)
{
	uint64_t step = step_before(axis, i);
	uint64_t before = i >= 2 ? step_before(axis, i - 1) : 0;
	uint64_t after = i + 1 < axis->n ? step_before(axis, i + 1) : 0;

	if (!before && !after)
		return false;
	return (!before || step / BREAK_STEPS >= before) && (!after || step / BREAK_STEPS >= after);
}

/* As long as the last value is drawn: no more than was looked at anywhere in the stretch. */
static uint64_t last_step(const struct axis *axis, size_t first, size_t end)
{
	uint64_t step = end - first > 1 ? step_before(axis, end - 1) : 1;

	for (size_t i = first + 1; i < end; i++)
		step = step_before(axis, i) < step ? step_before(axis, i) : step;
	return step;
}

static void add_stretch(struct axis *axis, size_t first, size_t end)
{
	struct axis_stretch *s = &axis->stretch[axis->n_stretches++];
	uint64_t span = axis->value[end - 1] - axis->value[first];
	uint64_t last = last_step(axis, first, end);

	*s = (struct axis_stretch) { .first = first,
		.n = end - first,
		.low = axis->length,
		.wide = end - first > 1 ? (double)(end - first) : 2,
		.span_bytes = (double)span + (double)last };
	axis->length += s->wide;
}

static double gap_of(const struct axis *axis)
{
	double n_gaps = 0;

	for (size_t i = 1; i < axis->n; i++)
		n_gaps += is_broken(axis, i);
	return (double)axis->n * fmin(GAP_SHARE, GAPS_SHARE / fmax(n_gaps, 1));
}

static void make_stretches(struct axis *axis)
{
	double gap = gap_of(axis);
	size_t first = 0;

	for (size_t i = 1; i <= axis->n; i++) {
		if (i < axis->n && !is_broken(axis, i))
			continue;
		if (first > 0)
			axis->length += gap;
		add_stretch(axis, first, i);
		first = i;
	}
}

int axis_open(struct axis *axis, const uint64_t *values, size_t n)
{
	*axis = (struct axis) { .n = n };
	axis->value = calloc(n + 1, sizeof(*axis->value));
	axis->stretch = calloc(n + 1, sizeof(*axis->stretch));
	if (!axis->value || !axis->stretch)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		axis->value[i] = values[i];
	keep_distinct(axis);
	make_stretches(axis);
	return 0;
}

void axis_release(struct axis *axis)
{
	free(axis->value);
	free(axis->stretch);
	*axis = (struct axis) { 0 };
}

size_t axis_last_not_above(const uint64_t *numbers, size_t n, uint64_t value)
{
	size_t low = 0;

	while (n - low > 1) {
		size_t middle = low + (n - low) / 2;

		if (numbers[middle] > value)
			n = middle;
		else
			low = middle;
	}
	return low;
}

size_t axis_stretch_of(const struct axis *axis, uint64_t value)
{
	size_t low = 0;
	size_t high = axis->n_stretches;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (axis->value[axis->stretch[middle].first] > value)
			high = middle;
		else
			low = middle;
	}
	return low;
}

/* Subtracted as integers: a double has no room for the low bits of values near 2^64. */
static double place(const struct axis *axis, const struct axis_stretch *s, uint64_t value)
{
	return s->low + s->wide * (double)(value - axis->value[s->first]) / s->span_bytes;
}

double axis_at(const struct axis *axis, uint64_t value)
{
	return place(axis, &axis->stretch[axis_stretch_of(axis, value)], value);
}

double axis_end(const struct axis *axis, uint64_t value)
{
	const struct axis_stretch *s = &axis->stretch[axis_stretch_of(axis, value)];
	size_t i = axis_last_not_above(axis->value, axis->n, value) + 1;

	return i < s->first + s->n ? place(axis, s, axis->value[i]) : s->low + s->wide;
}

/* The multiples of a step within a stretch are first, first + step, ... up to end; none when first is beyond end. */
struct multiples {
	uint64_t first;
	uint64_t end;
	uint64_t step;
};

static struct multiples multiples_in(
	const struct axis *axis, const struct axis_stretch *s, uint64_t step)
{
	uint64_t low = axis->value[s->first];
	uint64_t rest = low % step;

	if (rest && low > UINT64_MAX - (step - rest))
		return (struct multiples) { .first = 1, .end = 0, .step = step };
	return (struct multiples) { rest ? low + (step - rest) : low,
		axis->value[s->first + s->n - 1], step };
}

/* Whether there is one more; then that is the first. */
static bool has_next(struct multiples *m)
{
	if (m->first > m->end || m->end - m->first < m->step)
		return false;
	m->first += m->step;
	return true;
}

static uint64_t grid_step(const struct axis *axis)
{
	double bytes = 0;
	uint64_t step = GRID_BYTES;

	for (size_t i = 0; i < axis->n_stretches; i++)
		bytes += axis->stretch[i].span_bytes;
	while (bytes / (double)step > GRID_MOST && step < STEP_MOST)
		step *= 2;
	return step;
}

static void put_grid(const struct axis *axis, struct picture *picture, struct picture_panel *panel)
{
	uint64_t step = grid_step(axis);

	for (size_t i = 0; i < axis->n_stretches; i++) {
		const struct axis_stretch *s = &axis->stretch[i];
		struct multiples m = multiples_in(axis, s, step);

		if (m.first > m.end)
			continue;
		do
			picture_grid(
				picture, panel, place(axis, s, m.first), m.first % PAGE_BYTES == 0);
		while (has_next(&m));
	}
}

static void put_gaps(const struct axis *axis, struct picture *picture, struct picture_panel *panel)
{
	for (size_t i = 1; i < axis->n_stretches; i++) {
		const struct axis_stretch *before = &axis->stretch[i - 1];

		picture_span(
			picture, panel, before->low + before->wide, axis->stretch[i].low, true);
	}
}

/* A label whose middle is there, unless it would run into the one before it. *free_from: where that one ends. */
static void put_label(const struct axis *axis, struct picture *picture, struct picture_panel *panel,
	double at, uint64_t value, double *free_from)
{
	char text[32];
	int digits = snprintf(text, sizeof(text), "%" PRIu64, value);
	double half = axis->length * DIGIT_SHARE * ((double)digits + 1) / 2;

	if (at - half < *free_from)
		return;
	picture_tic(picture, panel, at, text);
	*free_from = at + half;
}

/* So many bytes between labels that they fit. */
static uint64_t label_step(const struct axis *axis, const struct axis_stretch *s)
{
	double least = LABEL_SHARE * axis->length / s->wide * s->span_bytes;
	uint64_t step = 1;

	while ((double)step < least && step < STEP_MOST)
		step *= 2;
	return step;
}

static void put_labels(
	const struct axis *axis, struct picture *picture, struct picture_panel *panel)
{
	double free_from = -axis->length;

	for (size_t i = 0; i < axis->n_stretches; i++) {
		const struct axis_stretch *s = &axis->stretch[i];
		uint64_t step = label_step(axis, s);
		struct multiples m = multiples_in(axis, s, step);

		put_label(axis, picture, panel, s->n > 1 ? s->low : s->low + s->wide / 2,
			axis->value[s->first], &free_from);
		if (m.first > m.end)
			continue;
		do
			put_label(
				axis, picture, panel, place(axis, s, m.first), m.first, &free_from);
		while (has_next(&m));
	}
}

void axis_dress(const struct axis *axis, struct picture *picture, struct picture_panel *panel)
{
	panel->x_low = -axis->length * MARGIN_SHARE;
	panel->x_high = axis->length;
	put_gaps(axis, picture, panel);
	put_grid(axis, picture, panel);
	put_labels(axis, picture, panel);
}
