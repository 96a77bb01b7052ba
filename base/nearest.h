/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BASE_NEAREST_H
#define NETIO_BASE_NEAREST_H

#include <stddef.h>

#include "base/err.h"

/*
 * The name a person probably meant. names(i) gives the i-th name and NULL past the last. Returns the
 * name with the fewest edits (insert, delete, replace, swap of neighbours: restricted
 * Damerau-Levenshtein), or NULL when even that one is more than a third of its letters (but at least
 * one edit) away.
 */
const char *nearest_name(const char *text, const char *(*names)(size_t index));

/* The same for names that need more than an index: names(arg, i). */
const char *nearest_in(
	const char *text, const char *(*names)(const void *arg, size_t index), const void *arg);

/* All names with ", " between, cut at n. */
void nearest_list(
	const char *(*names)(const void *arg, size_t index), const void *arg, char *text, size_t n);

/* -EINVAL with err: the text is unknown, which names there are, and the nearest. */
int nearest_unknown(const char *text, const char *(*names)(const void *arg, size_t index),
	const void *arg, struct err *err);

#endif
