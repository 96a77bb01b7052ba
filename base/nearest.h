/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BASE_NEAREST_H
#define NETIO_BASE_NEAREST_H

#include <stddef.h>

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

#endif
