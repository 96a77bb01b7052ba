/* SPDX-License-Identifier: MIT */
#include "copy/routine.h"

#include <string.h>

static void run(void *dst, const void *src, size_t n)
{
	memmove(dst, src, n);
}

const struct copy_ops copy_ops_memmove = {
	.name = "memmove",
	.desc = "whatever memmove the C library selected for this CPU",
	.needs = "libc",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.copy = run,
};
