/* SPDX-License-Identifier: MIT */
#include "copy/arm64.h"
#include "copy/routine.h"
#include "copy/word.h"

#if ARM64

#include <arm_neon.h>

COPY_INLINE uint8x16_t load(const unsigned char *p)
{
	uint8x16_t vector = vld1q_u8(p);

	__asm__ volatile("" : "+w"(vector));
	return vector;
}

COPY_INLINE void step(unsigned char *dst, const unsigned char *src)
{
	uint8x16_t a = load(src);
	uint8x16_t b = load(src + 16);
	uint8x16_t c = load(src + 32);
	uint8x16_t d = load(src + 48);

	vst1q_u8(dst, a);
	vst1q_u8(dst + 16, b);
	vst1q_u8(dst + 32, c);
	vst1q_u8(dst + 48, d);
}

static void run(void *dst, const void *src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;
	size_t i = 0;

	for (; i + 64 <= n; i += 64)
		step(d + i, s + i);
	for (; i + 16 <= n; i += 16)
		vst1q_u8(d + i, load(s + i));
	word_copy(d + i, s + i, n - i);
}

#else
#define run copy_elsewhere
#endif

const struct copy_ops copy_ops_neon = {
	.name = "neon",
	.desc = "4 vectors of 16 bytes a step at any alignment",
	.needs = "arm64",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = arm64_neon_missing,
	.copy = run,
};
