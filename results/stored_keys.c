/* SPDX-License-Identifier: MIT */
#include "results/stored.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int by_number(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* All but the occurrence. */
static int compare(const struct stored_key *a, const struct stored_key *b)
{
	int order = strcmp(a->transport, b->transport);

	if (!order)
		order = strcmp(a->copy, b->copy);
	if (!order)
		order = strcmp(a->mode, b->mode);
	if (!order)
		order = strcmp(a->placement, b->placement);
	if (!order)
		order = strcmp(a->state, b->state);
	if (!order)
		order = by_number(a->size_bytes, b->size_bytes);
	if (!order)
		order = by_number(a->send_offset_bytes, b->send_offset_bytes);
	if (!order)
		order = by_number(a->recv_offset_bytes, b->recv_offset_bytes);
	return order ? order : by_number(a->distance_bytes, b->distance_bytes);
}

int stored_key_compare(const struct stored_key *a, const struct stored_key *b)
{
	int order = compare(a, b);

	return order ? order : by_number(a->occurrence, b->occurrence);
}

/* Points with equal keys stay in the order of the file, which is that of their addresses. */
static int by_key_and_place(const void *a, const void *b)
{
	const struct stored_point *x = *(struct stored_point *const *)a;
	const struct stored_point *y = *(struct stored_point *const *)b;
	int order = compare(&x->key, &y->key);

	return order ? order : (x > y) - (x < y);
}

int stored_number_occurrences(struct stored *stored)
{
	struct stored_point **sorted = calloc(stored->n_points + 1, sizeof(struct stored_point *));

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < stored->n_points; i++)
		sorted[i] = &stored->points[i];
	qsort(sorted, stored->n_points, sizeof(struct stored_point *), by_key_and_place);
	for (size_t i = 0; i < stored->n_points; i++) {
		bool again = i > 0 && compare(&sorted[i - 1]->key, &sorted[i]->key) == 0;

		sorted[i]->key.occurrence = again ? sorted[i - 1]->key.occurrence + 1 : 0;
	}
	free(sorted);
	return 0;
}
