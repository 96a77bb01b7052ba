/* SPDX-License-Identifier: MIT */
#include "copy/routine.h"

#include <string.h>

static void run(void *dst, const void *src, size_t n)
{
	memcpy(dst, src, n);
}

const struct copy_ops copy_ops_memcpy = {
	.name = "memcpy",
	.desc = "whatever memcpy the C library selected for this CPU",
	.needs = "libc",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.copy = run,
};
