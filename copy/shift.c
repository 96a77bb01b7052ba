/* SPDX-License-Identifier: MIT */
#include "copy/word.h"

/*
 * For machines on which an unaligned access is slow or traps: RISC-V of 2021. Loads and stores of
 * words are aligned; an output word is put together from two neighbouring words of the source. The
 * words that hold the source's two ends are read by bytes, because their other bytes are not ours.
 */

typedef unsigned long __attribute__((may_alias)) word;

#define WORD_BYTES sizeof(word)

/* In memory order: the word's first bytes dropped, or moved back to make room for as many. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define DROP(value, n_bits) ((value) >> (n_bits))
#define BACK(value, n_bits) ((value) << (n_bits))
#else
#define DROP(value, n_bits) ((value) << (n_bits))
#define BACK(value, n_bits) ((value) >> (n_bits))
#endif

/* Both ends aligned. */
static void copy_aligned(unsigned char *dst, const unsigned char *src, size_t n)
{
	word *d = (word *)(void *)dst;
	const word *s = (const word *)(const void *)src;
	size_t n_words = n / WORD_BYTES;

	for (size_t i = 0; i < n_words; i++)
		d[i] = word_hidden_long(s[i]);
	word_copy_bytes(dst + n_words * WORD_BYTES, src + n_words * WORD_BYTES, n % WORD_BYTES);
}

/* The n bytes at src, n < a word, as the first bytes of a word whose others are 0. */
static word first_bytes(const unsigned char *src, size_t n)
{
	word value = 0;

	word_copy_bytes((unsigned char *)&value, src, n);
	return value;
}

/* dst aligned, src not. */
static void copy_shifted(unsigned char *dst, const unsigned char *src, size_t n)
{
	size_t n_have = WORD_BYTES - (uintptr_t)src % WORD_BYTES;
	unsigned int have_bits = 8 * n_have;
	unsigned int drop_bits = 8 * (WORD_BYTES - n_have);
	word *d = (word *)(void *)dst;
	const word *s = (const word *)(const void *)(src + n_have);
	word have;

	if (n < n_have + WORD_BYTES) {
		word_copy_bytes(dst, src, n);
		return;
	}
	have = first_bytes(src, n_have);
	for (; n >= n_have + WORD_BYTES; n -= WORD_BYTES) {
		word next = word_hidden_long(*s++);

		*d++ = have | BACK(next, have_bits);
		have = DROP(next, drop_bits);
	}
	word_copy_bytes((unsigned char *)d, (const unsigned char *)s - n_have, n);
}

static void run(void *dst, const void *src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;
	size_t head = word_to_aligned(d, WORD_BYTES, n);

	word_copy_bytes(d, s, head);
	if (((uintptr_t)(s + head)) % WORD_BYTES == 0)
		copy_aligned(d + head, s + head, n - head);
	else
		copy_shifted(d + head, s + head, n - head);
}

const struct copy_ops copy_ops_shift = {
	.name = "shift",
	.desc = "aligned loads and stores only, words merged by shifts",
	.needs = "nothing",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.copy = run,
};
