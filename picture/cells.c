/* SPDX-License-Identifier: MIT */
#include "picture/cells.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

int cells_open(struct cells *cells, size_t n)
{
	*cells = (struct cells) { calloc(n + 1, sizeof(*cells->cell)), 0, n };
	return cells->cell ? 0 : -ENOMEM;
}

void cells_release(struct cells *cells)
{
	free(cells->cell);
	*cells = (struct cells) { 0 };
}

void cells_add(struct cells *cells, const struct cell *cell)
{
	if (cells->n < cells->room)
		cells->cell[cells->n++] = *cell;
}

static int by_place(const void *a, const void *b)
{
	const struct cell *x = a;
	const struct cell *y = b;

	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	return (x->column > y->column) - (x->column < y->column);
}

static bool same_place(const struct cell *a, const struct cell *b)
{
	return a->row == b->row && a->column == b->column;
}

/* Cells first..end - 1 as one. */
static struct cell mean_of(const struct cell *cell, size_t first, size_t end)
{
	struct cell mean = cell[first];
	double sum = 0;

	for (size_t i = first; i < end; i++) {
		sum += log(cell[i].value);
		mean.is_noisy |= cell[i].is_noisy;
	}
	if (end - first > 1)
		mean.value = exp(sum / (double)(end - first));
	return mean;
}

size_t cells_fold(struct cells *cells)
{
	size_t n_before = cells->n;
	size_t first = 0;
	size_t n = 0;

	qsort(cells->cell, cells->n, sizeof(*cells->cell), by_place);
	for (size_t i = 1; i <= n_before; i++) {
		if (i < n_before && same_place(&cells->cell[i], &cells->cell[first]))
			continue;
		cells->cell[n++] = mean_of(cells->cell, first, i);
		first = i;
	}
	cells->n = n;
	return n_before - n;
}

/* Cells first..end - 1 are a row. */
static void make_row_relative(struct cell *cell, size_t first, size_t end, bool is_rate)
{
	double best = cell[first].value;

	for (size_t i = first; i < end; i++)
		best = is_rate ? fmax(best, cell[i].value) : fmin(best, cell[i].value);
	for (size_t i = first; i < end; i++)
		cell[i].value = 100 * (is_rate ? cell[i].value / best : best / cell[i].value);
}

void cells_make_relative(struct cells *cells, bool is_rate)
{
	size_t first = 0;

	for (size_t i = 1; i <= cells->n; i++) {
		if (i < cells->n && cells->cell[i].row == cells->cell[first].row)
			continue;
		make_row_relative(cells->cell, first, i, is_rate);
		first = i;
	}
}

static bool is_worse(double a, double b, enum cells_worse worse)
{
	switch (worse) {
	case CELLS_LOW_IS_WORSE:
		return a < b;
	case CELLS_HIGH_IS_WORSE:
		return a > b;
	case CELLS_FAR_FROM_1_IS_WORSE:
		break;
	}
	return fabs(log(a)) > fabs(log(b));
}

void cells_thin(struct cells *cells, size_t share, enum cells_worse worse)
{
	size_t n = 0;

	for (size_t i = 0; i < cells->n; i++) {
		struct cell c = cells->cell[i];
		struct cell *last = n ? &cells->cell[n - 1] : NULL;

		c.column /= share;
		if (!last || !same_place(last, &c))
			cells->cell[n++] = c;
		else if (is_worse(c.value, last->value, worse))
			*last = c;
	}
	cells->n = n;
}
