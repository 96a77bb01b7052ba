/* SPDX-License-Identifier: MIT */
#include "copy/word.h"

static void run32(void *dst, const void *src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;

	for (; n >= 4; n -= 4) {
		WORD_STORE(u32, d, word_hidden32(WORD_LOAD(u32, s)));
		d += 4;
		s += 4;
	}
	word_copy_bytes(d, s, n);
}

static void run64(void *dst, const void *src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;

	for (; n >= 8; n -= 8) {
		WORD_STORE(u64, d, word_hidden64(WORD_LOAD(u64, s)));
		d += 8;
		s += 8;
	}
	word_copy_bytes(d, s, n);
}

const struct copy_ops copy_ops_word32 = {
	.name = "word32",
	.desc = "4 bytes a step at any alignment, then bytes",
	.needs = "nothing",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.copy = run32,
};

const struct copy_ops copy_ops_word64 = {
	.name = "word64",
	.desc = "8 bytes a step at any alignment, then bytes",
	.needs = "nothing",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.copy = run64,
};
