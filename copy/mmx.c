/* SPDX-License-Identifier: MIT */
/* The shape of the K7's copy_page() in Linux 2.4, for any length. */
#include "copy/prefetch.h"
#include "copy/routine.h"
#include "copy/word.h"
#include "copy/x86.h"
#include "copy/x86_mmx.h"

#if X86

#define AHEAD 320

COPY_INLINE void block(unsigned char *dst, const unsigned char *src, int streaming)
{
	if (streaming)
		X86_MMX_BLOCK("movntq", dst, src);
	else
		X86_MMX_BLOCK("movq", dst, src);
}

COPY_INLINE void copy(unsigned char *dst, const unsigned char *src, size_t n, int streaming)
{
	for (; n >= 64 + AHEAD; n -= 64) {
		prefetch_read(src + AHEAD);
		block(dst, src, streaming);
		dst += 64;
		src += 64;
	}
	for (; n >= 64; n -= 64) {
		block(dst, src, streaming);
		dst += 64;
		src += 64;
	}
	X86_EMMS();
	if (streaming)
		X86_SFENCE();
	word_copy(dst, src, n);
}

static void run(void *dst, const void *src, size_t n)
{
	copy(dst, src, n, 0);
}

static void run_nt(void *dst, const void *src, size_t n)
{
	copy(dst, src, n, 1);
}

#else
#define run    copy_elsewhere
#define run_nt copy_elsewhere
#endif

const struct copy_ops copy_ops_mmx = {
	.name = "mmx",
	.desc = "64 bytes a step through the MMX registers, prefetching 320 ahead",
	.needs = "MMX with prefetch",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_mmxext_missing,
	.copy = run,
};

const struct copy_ops copy_ops_mmx_nt = {
	.name = "mmx_nt",
	.desc = "mmx with stores past the caches",
	.needs = "MMX with movntq",
	.flags = COPY_BYPASSES_CACHE,
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_mmxext_missing,
	.copy = run_nt,
};
