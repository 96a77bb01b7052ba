/* SPDX-License-Identifier: MIT */
#include "copy/routine.h"
#include "copy/word.h"
#include "copy/x86.h"

#if X86_64

#include <immintrin.h>

static __attribute__((target("movdir64b"))) void run(void *dst, const void *src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;
	size_t i = word_to_aligned(d, 64, n);

	word_copy(d, s, i);
	for (; i + 64 <= n; i += 64)
		_movdir64b(d + i, s + i);
	/* Direct stores are ordered as weakly as streaming ones. */
	_mm_sfence();
	word_copy(d + i, s + i, n - i);
}

#else
#define run copy_elsewhere
#endif

const struct copy_ops copy_ops_movdir64b = {
	.name = "movdir64b",
	.desc = "direct stores of 64 bytes past the caches, destination aligned first",
	.needs = "MOVDIR64B",
	.flags = COPY_BYPASSES_CACHE,
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_movdir64b_missing,
	.copy = run,
};
