/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_ROUTINE_H
#define NETIO_COPY_ROUTINE_H

/* Private to copy/: what the file of a built-in routine includes. */

#include <stddef.h>

#include "copy/copy.h"

#define COPY(name) extern const struct copy_ops copy_ops_##name;
#include "copy/copy_list.h"
#undef COPY

/*
 * Variants of a routine are constant arguments of one function. It must be inlined at every level of
 * optimisation, or the variant would be a branch in the loop and target() would be lost.
 */
#define COPY_INLINE static inline __attribute__((always_inline))

/*
 * Stands for a routine that does not exist on this architecture, whose unsupported() says so. NULL
 * would mean that nothing is to be copied. Traps when called.
 */
void copy_elsewhere(void *dst, const void *src, size_t n);

#endif
