/* SPDX-License-Identifier: MIT */
#include "copy/routine.h"
#include "copy/word.h"
#include "copy/x86.h"

#if X86_64

#include <immintrin.h>

/* Only these functions may hold AVX2 code, so that the program starts elsewhere. */
#define AVX2 __attribute__((target("avx2")))

COPY_INLINE AVX2 __m256i load(const unsigned char *p)
{
	__m256i vector = _mm256_loadu_si256((const __m256i *)(const void *)p);

	__asm__ volatile("" : "+x"(vector));
	return vector;
}

COPY_INLINE AVX2 void store(unsigned char *p, __m256i vector)
{
	_mm256_storeu_si256((__m256i *)(void *)p, vector);
}

/* To an aligned address. */
COPY_INLINE AVX2 void store_aligned(unsigned char *p, __m256i vector, int streaming)
{
	if (streaming)
		_mm256_stream_si256((__m256i *)(void *)p, vector);
	else
		_mm256_store_si256((__m256i *)(void *)p, vector);
}

COPY_INLINE AVX2 void step(unsigned char *dst, const unsigned char *src, int streaming)
{
	__m256i a = load(src);
	__m256i b = load(src + 32);
	__m256i c = load(src + 64);
	__m256i d = load(src + 96);

	store_aligned(dst, a, streaming);
	store_aligned(dst + 32, b, streaming);
	store_aligned(dst + 64, c, streaming);
	store_aligned(dst + 96, d, streaming);
}

/* The first and last vector overlap those of the loop; bytes are then written twice, alike. */
COPY_INLINE AVX2 void copy(unsigned char *dst, const unsigned char *src, size_t n, int streaming)
{
	size_t i = 32 - (uintptr_t)dst % 32;

	if (n < 32) {
		word_copy(dst, src, n);
		return;
	}
	store(dst, load(src));
	for (; i + 128 <= n; i += 128)
		step(dst + i, src + i, streaming);
	for (; i + 32 <= n; i += 32)
		store_aligned(dst + i, load(src + i), streaming);
	store(dst + n - 32, load(src + n - 32));
	if (streaming)
		_mm_sfence();
	/* Or each SSE instruction that follows would wait for, or merge with, the upper halves. */
	_mm256_zeroupper();
}

static AVX2 void run(void *dst, const void *src, size_t n)
{
	copy(dst, src, n, 0);
}

static AVX2 void run_nt(void *dst, const void *src, size_t n)
{
	copy(dst, src, n, 1);
}

#else
#define run    copy_elsewhere
#define run_nt copy_elsewhere
#endif

const struct copy_ops copy_ops_avx2 = {
	.name = "avx2",
	.desc = "4 vectors of 32 bytes a step, destination aligned first",
	.needs = "AVX2",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_avx2_missing,
	.copy = run,
};

const struct copy_ops copy_ops_avx2_nt = {
	.name = "avx2_nt",
	.desc = "avx2 with stores past the caches",
	.needs = "AVX2",
	.flags = COPY_BYPASSES_CACHE,
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_avx2_missing,
	.copy = run_nt,
};
