/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_JSONL_COLUMNS_H
#define NETIO_RESULTS_JSONL_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* Samples as columns of integers, an array each; one table writes and reads them. Only for results/jsonl*.c. */

struct json_t;

struct jsonl_column {
	const char *name; /* NULL: the table ends */
	size_t at;        /* of a uint64_t, or of a uint32_t */
	bool is_narrow;   /* uint32_t */
	bool is_nullable; /* UINT64_MAX is null */
};

extern const struct jsonl_column jsonl_samples[];      /* of struct sample */
extern const struct jsonl_column jsonl_copy_samples[]; /* of struct copy_sample */

/* Adds the columns to the object: n elements of `size` bytes, those of the warm-up before the others. */
void jsonl_put_columns(struct json_t *object, const struct jsonl_column *columns,
	const void *warmup, size_t n_warmup, const void *samples, size_t n_samples, size_t size);

/*
 * The elements, of `size` bytes each, as a new array of the heap. 0; -EINVAL with err for a column that is not there,
 * holds anything but counts, or has another length than the first; -ENOMEM.
 */
int jsonl_get_columns(struct json_t *object, const struct jsonl_column *columns, size_t size,
	void **elements, size_t *n, struct err *err);

#endif
