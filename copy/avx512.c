/* SPDX-License-Identifier: MIT */
#include "copy/routine.h"
#include "copy/word.h"
#include "copy/x86.h"

#if X86_64

#include <immintrin.h>

/* Only these functions may hold AVX-512 code, so that the program starts elsewhere. */
#define AVX512 __attribute__((target("avx512f,avx512bw")))

COPY_INLINE AVX512 __m512i load(const unsigned char *p)
{
	__m512i vector = _mm512_loadu_si512(p);

	__asm__ volatile("" : "+v"(vector));
	return vector;
}

/* To an aligned address. */
COPY_INLINE AVX512 void store_aligned(unsigned char *p, __m512i vector, int streaming)
{
	if (streaming)
		_mm512_stream_si512((__m512i *)(void *)p, vector);
	else
		_mm512_store_si512(p, vector);
}

COPY_INLINE AVX512 void step(unsigned char *dst, const unsigned char *src, int streaming)
{
	__m512i a = load(src);
	__m512i b = load(src + 64);
	__m512i c = load(src + 128);
	__m512i d = load(src + 192);

	store_aligned(dst, a, streaming);
	store_aligned(dst + 64, b, streaming);
	store_aligned(dst + 128, c, streaming);
	store_aligned(dst + 192, d, streaming);
}

/* n < 64. Bytes that the mask leaves out are neither read nor written, and cannot fault. */
COPY_INLINE AVX512 void copy_masked(unsigned char *dst, const unsigned char *src, size_t n)
{
	__mmask64 mask = ((__mmask64)1 << n) - 1;

	_mm512_mask_storeu_epi8(dst, mask, _mm512_maskz_loadu_epi8(mask, src));
}

/* The first vector overlaps those of the loop; bytes are then written twice, alike. */
COPY_INLINE AVX512 void copy(unsigned char *dst, const unsigned char *src, size_t n, int streaming)
{
	size_t i = 0;

	if (n >= 64) {
		_mm512_storeu_si512(dst, load(src));
		i = 64 - (uintptr_t)dst % 64;
	}
	for (; i + 256 <= n; i += 256)
		step(dst + i, src + i, streaming);
	for (; i + 64 <= n; i += 64)
		store_aligned(dst + i, load(src + i), streaming);
	copy_masked(dst + i, src + i, n - i);
	if (streaming)
		_mm_sfence();
	_mm256_zeroupper();
}

static AVX512 void run(void *dst, const void *src, size_t n)
{
	copy(dst, src, n, 0);
}

static AVX512 void run_nt(void *dst, const void *src, size_t n)
{
	copy(dst, src, n, 1);
}

#else
#define run    copy_elsewhere
#define run_nt copy_elsewhere
#endif

const struct copy_ops copy_ops_avx512 = {
	.name = "avx512",
	.desc = "4 vectors of 64 bytes a step, destination aligned first, the tail masked",
	.needs = "AVX-512",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_avx512_missing,
	.copy = run,
};

const struct copy_ops copy_ops_avx512_nt = {
	.name = "avx512_nt",
	.desc = "avx512 with stores past the caches",
	.needs = "AVX-512",
	.flags = COPY_BYPASSES_CACHE,
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_avx512_missing,
	.copy = run_nt,
};
