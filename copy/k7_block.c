/* SPDX-License-Identifier: MIT */
/* Tsukamoto's user copy for the K7 in Linux 2.5.47. */
#include "copy/routine.h"
#include "copy/word.h"
#include "copy/x86.h"
#include "copy/x86_mmx.h"

#if X86

/* The K7's second-level cache, as far as the source is fetched in one go. */
#define L2_BYTES (256u << 10)

/* As much of the destination as the first-level cache holds. */
#define L1_BYTES (64u << 10)

static size_t at_most(size_t n, size_t limit)
{
	return n < limit ? n : limit;
}

/* Returns how many bytes the loop copied, a multiple of 64. */
static size_t copy_blocks(unsigned char *dst, const unsigned char *src, size_t n)
{
	size_t i;

	for (i = 0; i + 64 <= n; i += 64) {
		if (i + 64 + 4 <= n)
			word_touch(src + i + 64);
		X86_MMX_BLOCK("movntq", dst + i, src + i);
	}
	X86_SFENCE();
	X86_EMMS();
	return i;
}

static void run(void *dst, const void *src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;
	size_t done = word_to_aligned(s, 8, n);

	word_copy_bytes(d, s, done);
	word_touch_lines(s + done, at_most(n - done, L2_BYTES));
	done += copy_blocks(d + done, s + done, n - done);
	word_copy_bytes(d + done, s + done, n - done);
	word_touch_lines(d, at_most(n, L1_BYTES));
}

#else
#define run copy_elsewhere
#endif

const struct copy_ops copy_ops_k7_block = {
	.name = "k7_block",
	.desc = "source touched first, stored past the caches, touched back in up to 64 KiB: Linux "
		"2.5.47",
	.needs = "MMX with movntq",
	.min_bytes = 256,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_mmxext_missing,
	.copy = run,
};
