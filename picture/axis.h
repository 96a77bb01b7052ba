/* SPDX-License-Identifier: MIT */
#ifndef NETIO_PICTURE_AXIS_H
#define NETIO_PICTURE_AXIS_H

#include <stddef.h>
#include <stdint.h>

#include "picture/picture.h"

/*
 * The axis of offsets. Those of a sweep are dense where alignment matters and leave out the rest (0 to 128, then 896 to
 * 1152 ...), so an axis to scale would show little but gaps: it is broken where a step is more than 6 times both steps
 * beside it. Between two breaks it is to scale, and as wide as it has points.
 */
struct axis_stretch {
	size_t first; /* of the axis' values */
	size_t n;
	double low; /* where it begins on the picture */
	double wide;
	double span_bytes; /* from the first value to where the last one's step ends */
};

struct axis {
	uint64_t *value; /* ascending, each once */
	size_t n;
	struct axis_stretch *stretch;
	size_t n_stretches;
	double length;
};

/* Of n >= 1 values in any order, which may repeat. 0 or -ENOMEM. Release in any case. */
int axis_open(struct axis *axis, const uint64_t *values, size_t n);
void axis_release(struct axis *axis);

/* Of n >= 1 numbers in ascending order, the index of the last that is not above the value; 0 where all are. */
size_t axis_last_not_above(const uint64_t *numbers, size_t n, uint64_t value);

/* The stretch that one of its values lies in. */
size_t axis_stretch_of(const struct axis *axis, uint64_t value);

/* Where the value lies on the picture, and where its step ends: at the next value, or where its stretch does. */
double axis_at(const struct axis *axis, uint64_t value);
double axis_end(const struct axis *axis, uint64_t value);

/* Gives the panel its frame, the gaps, a grid at multiples of 64 bytes, stronger ones at those of 4096, and labels. */
void axis_dress(const struct axis *axis, struct picture *picture, struct picture_panel *panel);

#endif
