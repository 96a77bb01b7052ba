/* SPDX-License-Identifier: MIT */
/*
 * Copies that sum on the way, as csum_partial_copy of Linux does, and what Kumon tried in 2000 to
 * hide the wait for a source that another CPU had written: the variants differ only in how they bring
 * the source's lines in ahead of the loop.
 *
 * One's complement sums do not depend on the width of the words nor, up to a final swap of bytes, on
 * their order (RFC 1071, section 2), so the loop adds the machine's own words as they lie in memory.
 */
#include "copy/prefetch.h"
#include "copy/routine.h"
#include "copy/word.h"
#include "copy/x86.h"

enum ahead { NOTHING, PREFETCH_READ, TOUCH, PREFETCH_READ_ONCE, WHOLE, PREFETCH_WRITE };

/* Adds with the carry coming back in at the low end. */
COPY_INLINE unsigned long add(unsigned long sum, unsigned long word)
{
	return __builtin_add_overflow(sum, word, &sum) ? sum + 1 : sum;
}

COPY_INLINE unsigned long move_word(unsigned char *dst, const unsigned char *src)
{
	unsigned long word = word_hidden_long(WORD_LOAD(long, src));

	WORD_STORE(long, dst, word);
	return word;
}

#if X86

#if __SIZEOF_LONG__ == 8
#define WORDS "0, 2, 4, 6"
#define WIDTH "8"
#else
#define WORDS "0, 2, 4, 6, 8, 10, 12, 14"
#define WIDTH "4"
#endif

/* In assembly, because no compiler keeps the carry in the flag from one addition to the next. */
COPY_INLINE unsigned long block(unsigned char *dst, const unsigned char *src, unsigned long sum)
{
	unsigned long a, b;

	__asm__ volatile("clc\n\t"
			 ".irp i, " WORDS "\n\t"
			 "mov " WIDTH "*\\i(%[s]), %[a]\n\t"
			 "mov " WIDTH "*\\i+" WIDTH "(%[s]), %[b]\n\t"
			 "adc %[a], %[sum]\n\t"
			 "mov %[a], " WIDTH "*\\i(%[d])\n\t"
			 "adc %[b], %[sum]\n\t"
			 "mov %[b], " WIDTH "*\\i+" WIDTH "(%[d])\n\t"
			 ".endr\n\t"
			 "adc $0, %[sum]"
			 : [sum] "+&r"(sum), [a] "=&r"(a), [b] "=&r"(b)
			 : [d] "r"(dst), [s] "r"(src)
			 : "memory", "cc");
	return sum;
}

#else

COPY_INLINE unsigned long block(unsigned char *dst, const unsigned char *src, unsigned long sum)
{
#pragma GCC unroll 16
	for (size_t i = 0; i < 64; i += sizeof(long))
		sum = add(sum, move_word(dst + i, src + i));
	return sum;
}

#endif

/* A byte that stands at an even position, as the word it makes with a zero behind it. */
COPY_INLINE uint16_t lone_byte(unsigned char byte)
{
	return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? byte : (uint16_t)(byte << 8);
}

COPY_INLINE unsigned long tail(
	unsigned char *dst, const unsigned char *src, size_t n, unsigned long sum)
{
	for (; n >= sizeof(long); n -= sizeof(long)) {
		sum = add(sum, move_word(dst, src));
		dst += sizeof(long);
		src += sizeof(long);
	}
	for (; n >= 2; n -= 2) {
		uint16_t word = WORD_LOAD(u16, src);

		WORD_STORE(u16, dst, word);
		sum = add(sum, word);
		dst += 2;
		src += 2;
	}
	if (n) {
		*dst = *src;
		sum = add(sum, lone_byte(*src));
	}
	return sum;
}

COPY_INLINE uint16_t fold(unsigned long sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)sum;
}

/* Before each block, of whose buffers n bytes remain. A load, unlike a prefetch, must stay inside. */
COPY_INLINE void look_ahead(
	unsigned char *dst, const unsigned char *src, size_t n, enum ahead ahead, size_t distance)
{
	if (ahead == PREFETCH_READ)
		prefetch_read(src + distance);
	else if (ahead == PREFETCH_READ_ONCE)
		prefetch_read_once(src + distance);
	else if (ahead == PREFETCH_WRITE)
		prefetch_write(dst + distance);
	else if (ahead == TOUCH && n >= distance + 4)
		word_touch(src + distance);
}

COPY_INLINE uint16_t copy(
	unsigned char *dst, const unsigned char *src, size_t n, enum ahead ahead, size_t distance)
{
	unsigned long sum = 0;

	if (ahead == WHOLE)
		word_touch_lines(src, n);
	for (; n >= 64; n -= 64) {
		look_ahead(dst, src, n, ahead, distance);
		sum = block(dst, src, sum);
		dst += 64;
		src += 64;
	}
	return fold(tail(dst, src, n, sum));
}

/*
 * From an odd address the first byte is taken by itself, so that the words are aligned; each byte of
 * the rest is then summed in the other half of the word, and swapping the sum's halves undoes that.
 */
COPY_INLINE uint16_t copy_any(
	void *dst, const void *src, size_t n, enum ahead ahead, size_t distance)
{
	unsigned char *d = dst;
	const unsigned char *s = src;
	uint16_t rest;

	if (!((uintptr_t)s & 1) || n == 0)
		return copy(d, s, n, ahead, distance);
	*d = *s;
	rest = copy(d + 1, s + 1, n - 1, ahead, distance);
	return fold((unsigned long)__builtin_bswap16(rest) + lone_byte(*s));
}

/* Elsewhere than on x86 a prefetch that the CPU lacks is nothing. */
static const char *prefetch_missing(void)
{
	return X86 ? x86_mmxext_missing() : NULL;
}

/* copy() throws the sum away, and must not thereby be spared the summing. */
#define ROUTINE(NAME, DESC, NEEDS, UNSUPPORTED, AHEAD, DISTANCE)                                   \
	static uint16_t csum_##NAME(void *dst, const void *src, size_t n)                          \
	{                                                                                          \
		return copy_any(dst, src, n, AHEAD, DISTANCE);                                     \
	}                                                                                          \
	static void copy_##NAME(void *dst, const void *src, size_t n)                              \
	{                                                                                          \
		(void)word_hidden32(copy_any(dst, src, n, AHEAD, DISTANCE));                       \
	}                                                                                          \
	const struct copy_ops copy_ops_##NAME = {                                                  \
		.name = #NAME,                                                                     \
		.desc = DESC,                                                                      \
		.needs = NEEDS,                                                                    \
		.min_bytes = 1,                                                                    \
		.dst_align = 1,                                                                    \
		.src_align = 1,                                                                    \
		.unsupported = UNSUPPORTED,                                                        \
		.copy = copy_##NAME,                                                               \
		.csum = csum_##NAME,                                                               \
	}

#define PLAIN(NAME, DESC, AHEAD, DISTANCE) ROUTINE(NAME, DESC, "nothing", NULL, AHEAD, DISTANCE)

#define PREFETCHING(NAME, DESC, AHEAD, DISTANCE)                                                   \
	ROUTINE(NAME, DESC, "prefetch", prefetch_missing, AHEAD, DISTANCE)

PLAIN(csum, "sums while it copies", NOTHING, 0);
PREFETCHING(csum_pf, "csum, the source prefetched 256 ahead", PREFETCH_READ, 256);
PREFETCHING(csum_pf64, "csum, the source prefetched 64 ahead", PREFETCH_READ, 64);
PREFETCHING(csum_pf128, "csum, the source prefetched 128 ahead", PREFETCH_READ, 128);
PREFETCHING(csum_pf512, "csum, the source prefetched 512 ahead", PREFETCH_READ, 512);
PLAIN(csum_touch, "csum, the source loaded 256 ahead", TOUCH, 256);
PREFETCHING(
	csum_nta, "csum, the source prefetched 256 ahead as read once", PREFETCH_READ_ONCE, 256);
PLAIN(csum_block, "csum after a walk over the whole source", WHOLE, 0);
PREFETCHING(csum_dstpf, "csum, the destination prefetched 256 ahead", PREFETCH_WRITE, 256);
