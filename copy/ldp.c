/* SPDX-License-Identifier: MIT */
#include "copy/arm64.h"
#include "copy/routine.h"
#include "copy/word.h"

#if ARM64

/* In assembly, because no compiler promises to pair loads. */
COPY_INLINE void step(unsigned char *dst, const unsigned char *src)
{
	uint64_t a, b, c, d, e, f, g, h;

	__asm__ volatile("ldp %[a], %[b], [%[s]]\n\t"
			 "ldp %[c], %[d], [%[s], #16]\n\t"
			 "ldp %[e], %[f], [%[s], #32]\n\t"
			 "ldp %[g], %[h], [%[s], #48]\n\t"
			 "stp %[a], %[b], [%[to]]\n\t"
			 "stp %[c], %[d], [%[to], #16]\n\t"
			 "stp %[e], %[f], [%[to], #32]\n\t"
			 "stp %[g], %[h], [%[to], #48]"
			 : [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d), [e] "=&r"(e),
			 [f] "=&r"(f), [g] "=&r"(g), [h] "=&r"(h)
			 : [s] "r"(src), [to] "r"(dst)
			 : "memory");
}

static void run(void *dst, const void *src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;
	size_t i = 0;

	for (; i + 64 <= n; i += 64)
		step(d + i, s + i);
	word_copy(d + i, s + i, n - i);
}

#else
#define run copy_elsewhere
#endif

const struct copy_ops copy_ops_ldp = {
	.name = "ldp",
	.desc = "64 bytes a step in pairs of 8-byte registers",
	.needs = "arm64",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = arm64_missing,
	.copy = run,
};
