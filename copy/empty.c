/* SPDX-License-Identifier: MIT */
#include "copy/routine.h"

static void run(void *dst, const void *src, size_t n)
{
	(void)dst;
	(void)src;
	(void)n;
}

const struct copy_ops copy_ops_empty = {
	.name = "empty",
	.desc = "touches nothing: the cost of the harness",
	.needs = "nothing",
	.flags = COPY_EMPTY,
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.copy = run,
};
