/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_H
#define NETIO_COPY_H

#include <stddef.h>
#include <stdint.h>

/*
 * The contract of a copy routine. Installed as <netio/copy.h>: a plug-in needs this header alone.
 *
 * copy(dst, src, n) writes exactly bytes 0..n-1 of src to dst. The two do not overlap. It keeps no
 * state, allocates nothing, makes no system call, and may run in several threads at once. It is
 * called only with n >= min_bytes and with dst and src multiples of their alignments; and only where
 * unsupported() returned NULL. It may prefetch beyond either end, but load or store only inside.
 */

/* Raised whenever struct copy_ops or struct copy_plugin changes. */
#define COPY_ABI 1

#define COPY_BYPASSES_CACHE 1u /* the destination is not in the cache afterwards */
#define COPY_EMPTY                                                                                 \
	2u /* copies nothing: the cost of the harness; never verified, never on a socket */

#define COPY_MAX_MIN_BYTES 65536u
#define COPY_MAX_ALIGN     4096u

struct copy_ops {
	const char *name;   /* letters, digits and _ */
	const char *desc;   /* one line, no full stop */
	const char *needs;  /* in words, for the listing: "libc", "AVX2" */
	uint32_t flags;     /* COPY_... */
	uint32_t min_bytes; /* smallest n, 1 to COPY_MAX_MIN_BYTES */
	uint32_t dst_align; /* 1 when any address will do, else a power of two to COPY_MAX_ALIGN */
	uint32_t src_align;

	/* NULL, or why this machine cannot run it; the text lives for ever. NULL hook: runs anywhere. */
	const char *(*unsupported)(void);

	/* NULL in `none` alone: no user-space copy, the socket call takes the user's buffer. */
	void (*copy)(void *dst, const void *src, size_t n);

	/*
	 * A routine that sums while it copies: does what copy does and returns the Internet checksum of
	 * the bytes (RFC 1071: one's complement sum of 16-bit words in memory order, an odd last byte
	 * padded with zero), folded to 16 bits and not inverted. NULL for the others.
	 */
	uint16_t (*csum)(void *dst, const void *src, size_t n);
};

/*
 * What a plug-in exports, as a constant named netio_copy_plugin. The routines stay in the plug-in's
 * memory, which is never unloaded.
 */
struct copy_plugin {
	uint32_t abi; /* COPY_ABI */
	uint32_t n;
	const struct copy_ops *routines;
};

#define COPY_PLUGIN_SYMBOL "netio_copy_plugin"

#endif
