/* SPDX-License-Identifier: MIT */
#include "copy/routine.h"
#include "copy/word.h"

static void run(void *dst, const void *src, size_t n)
{
	word_copy_bytes(dst, src, n);
}

const struct copy_ops copy_ops_byte = {
	.name = "byte",
	.desc = "one byte a step: the floor",
	.needs = "nothing",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.copy = run,
};
