/* SPDX-License-Identifier: MIT */
#ifndef NETIO_PICTURE_CELLS_H
#define NETIO_PICTURE_CELLS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The cells of a heat map before they are drawn. Numbers are finite and above 0. Of points that share a row and a
 * column, which is a point that was taken again, the cell is the geometric mean; of neighbouring columns that share a
 * cell because there are more than can be seen, it is the worst: nothing slow is hidden by what is fast.
 */

struct cell {
	size_t row;
	size_t column;
	double value;
	bool is_noisy;
};

struct cells {
	struct cell *cell; /* the heap's */
	size_t n;
	size_t room;
};

/* Room for n cells. 0 or -ENOMEM. Release in any case. */
int cells_open(struct cells *cells, size_t n);
void cells_release(struct cells *cells);

/* Adds one; there is room. */
void cells_add(struct cells *cells, const struct cell *cell);

/* Sorts by row and column, and makes one of those that share both. How many had to give way. */
size_t cells_fold(struct cells *cells);

/* Folded cells: each becomes per cent of the best of its row. The best is the highest of rates, the lowest of times. */
void cells_make_relative(struct cells *cells, bool is_rate);

/* What is worse. */
enum cells_worse {
	CELLS_LOW_IS_WORSE,
	CELLS_HIGH_IS_WORSE,
	CELLS_FAR_FROM_1_IS_WORSE,
};

/* Folded cells: `share` columns become one, with the worst of theirs. */
void cells_thin(struct cells *cells, size_t share, enum cells_worse worse);

#endif
