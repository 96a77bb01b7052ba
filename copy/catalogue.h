/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_CATALOGUE_H
#define NETIO_COPY_CATALOGUE_H

#include <stddef.h>

#include "copy/copy.h"

/*
 * The routines that are built in, every one on every machine: one that this machine cannot run is
 * listed with the reason. Constant data; any thread may call.
 */

/* The routine at an index in listing order, NULL past the last; and its name, likewise. */
const struct copy_ops *copy_at(size_t index);
const char *copy_name(size_t index);

/* NULL when there is none of that name. */
const struct copy_ops *copy_find(const char *name);

/* NULL, or why this machine cannot run the routine, as "this CPU has no AVX2". */
const char *copy_unsupported(const struct copy_ops *ops);

/*
 * NULL, or why the contract does not let it be called with n bytes at addresses src and dst past a page;
 * the words are made in text[0..size-1].
 */
const char *copy_unfit(
	const struct copy_ops *ops, size_t n, size_t src, size_t dst, char *text, size_t size);

#endif
