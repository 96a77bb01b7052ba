/* SPDX-License-Identifier: MIT */
#include "copy/routine.h"
#include "copy/word.h"
#include "copy/x86.h"

#if X86

#include <emmintrin.h>

/* Only these functions may hold SSE2 code: an i386 program starts on machines without it. */
#define SSE2 __attribute__((target("sse2")))

/* Through WORD_HIDE's trick, so that four vectors a step they stay. */
COPY_INLINE SSE2 __m128i load(const unsigned char *p)
{
	__m128i vector = _mm_loadu_si128((const __m128i *)(const void *)p);

	__asm__ volatile("" : "+x"(vector));
	return vector;
}

COPY_INLINE SSE2 void store(unsigned char *p, __m128i vector, int streaming)
{
	if (streaming)
		_mm_stream_si128((__m128i *)(void *)p, vector);
	else
		_mm_storeu_si128((__m128i *)(void *)p, vector);
}

COPY_INLINE SSE2 void step(unsigned char *dst, const unsigned char *src, int streaming)
{
	__m128i a = load(src);
	__m128i b = load(src + 16);
	__m128i c = load(src + 32);
	__m128i d = load(src + 48);

	store(dst, a, streaming);
	store(dst + 16, b, streaming);
	store(dst + 32, c, streaming);
	store(dst + 48, d, streaming);
}

COPY_INLINE SSE2 void copy(unsigned char *dst, const unsigned char *src, size_t n, int streaming)
{
	for (; n >= 64; n -= 64) {
		step(dst, src, streaming);
		dst += 64;
		src += 64;
	}
	for (; n >= 16; n -= 16) {
		store(dst, load(src), streaming);
		dst += 16;
		src += 16;
	}
	word_copy(dst, src, n);
}

static SSE2 void run(void *dst, const void *src, size_t n)
{
	copy(dst, src, n, 0);
}

/* A streaming store wants its address aligned. */
static SSE2 void run_nt(void *dst, const void *src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;
	size_t head = word_to_aligned(d, 16, n);

	word_copy(d, s, head);
	copy(d + head, s + head, n - head, 1);
	_mm_sfence();
}

#else
#define run    copy_elsewhere
#define run_nt copy_elsewhere
#endif

const struct copy_ops copy_ops_sse2 = {
	.name = "sse2",
	.desc = "4 vectors of 16 bytes a step at any alignment",
	.needs = "SSE2",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_sse2_missing,
	.copy = run,
};

const struct copy_ops copy_ops_sse2_nt = {
	.name = "sse2_nt",
	.desc = "sse2 with the destination aligned first and stores past the caches",
	.needs = "SSE2",
	.flags = COPY_BYPASSES_CACHE,
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_sse2_missing,
	.copy = run_nt,
};
