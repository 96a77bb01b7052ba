/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_COPY_H
#define NETIO_COPY_COPY_H

#include <stddef.h>

/*
 * The copy routines: one file each, one constant each, one line in copy_list.h each.
 *
 * copy(dst, src, n) writes exactly bytes 0..n-1 of src to dst. The two do not overlap. It keeps no
 * state, allocates nothing, makes no system call, and may run in several threads at once. It is
 * called only with n >= min_bytes and with dst and src multiples of their alignments; and only where
 * unsupported() returned NULL.
 */
struct copy_ops {
	const char *name;
	const char *desc;  /* one line, no full stop */
	const char *needs; /* in words, for the listing: "libc", "AVX2" */
	size_t min_bytes;  /* smallest n, at least 1 */
	size_t dst_align;  /* 1 when any address will do */
	size_t src_align;

	/* NULL, or why this machine cannot run it; the text lives for ever. NULL hook: runs anywhere. */
	const char *(*unsupported)(void);

	/*
	 * NULL in `none` alone: no user-space copy, the socket call takes the user's buffer. Never
	 * called for it.
	 */
	void (*copy)(void *dst, const void *src, size_t n);
};

/* The routines in the order of copy_list.h; NULL past the last. */
const struct copy_ops *copy_at(size_t index);
const char *copy_name(size_t index);

/* The routine of that name, NULL when there is none. */
const struct copy_ops *copy_find(const char *name);

/* NULL when this machine can run it, else the reason. */
const char *copy_unsupported(const struct copy_ops *ops);

#endif
