/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_WORD_H
#define NETIO_COPY_WORD_H

/*
 * Private to copy/: words at any address, and loops over them that stay loops over words.
 *
 * A compiler that recognises a loop as a copy replaces it with a call of memcpy or with vectors, and
 * the routine would no longer measure what its name says. Every word therefore passes WORD_HIDE, an
 * empty asm through which no optimiser looks; it costs no instruction.
 */

#include <stddef.h>
#include <stdint.h>

#include "copy/routine.h"

#define WORD_HIDE(word) __asm__ volatile("" : "+r"(word))

/* Packed: any alignment. may_alias: the bytes are those of other objects. */
struct word_u16 {
	uint16_t value;
} __attribute__((packed, may_alias));

struct word_u32 {
	uint32_t value;
} __attribute__((packed, may_alias));

struct word_u64 {
	uint64_t value;
} __attribute__((packed, may_alias));

/* The machine's own word, which one register holds. */
struct word_long {
	unsigned long value;
} __attribute__((packed, may_alias));

#define WORD_LOAD(type, p)        (((const struct word_##type *)(p))->value)
#define WORD_STORE(type, p, word) (((struct word_##type *)(p))->value = (word))

COPY_INLINE uint8_t word_hidden8(uint8_t word)
{
	/* A whole register, because not every architecture has names for bytes of one. */
	unsigned int reg = word;

	WORD_HIDE(reg);
	return (uint8_t)reg;
}

COPY_INLINE uint32_t word_hidden32(uint32_t word)
{
	WORD_HIDE(word);
	return word;
}

COPY_INLINE uint64_t word_hidden64(uint64_t word)
{
	/* Where registers have 32 bits an asm operand is one half. */
	if (sizeof(long) < sizeof(word))
		return (uint64_t)word_hidden32(word >> 32) << 32 | word_hidden32((uint32_t)word);
	WORD_HIDE(word);
	return word;
}

COPY_INLINE unsigned long word_hidden_long(unsigned long word)
{
	WORD_HIDE(word);
	return word;
}

/* Loads 4 bytes and drops them: brings their cache line in as a prefetch would, but waits for it. */
COPY_INLINE void word_touch(const void *p)
{
	(void)word_hidden32(WORD_LOAD(u32, p));
}

/* Touches one word every 64 bytes of p[0..n-1]. */
COPY_INLINE void word_touch_lines(const unsigned char *p, size_t n)
{
	for (size_t i = 0; i + 4 <= n; i += 64)
		word_touch(p + i);
}

/* The loop of `byte`, and the last bytes of others. */
COPY_INLINE void word_copy_bytes(unsigned char *dst, const unsigned char *src, size_t n)
{
	for (size_t i = 0; i < n; i++)
		dst[i] = word_hidden8(src[i]);
}

/* Machine words, then bytes: what routines of wider steps leave over. */
COPY_INLINE void word_copy(unsigned char *dst, const unsigned char *src, size_t n)
{
	for (; n >= sizeof(long); n -= sizeof(long)) {
		WORD_STORE(long, dst, word_hidden_long(WORD_LOAD(long, src)));
		dst += sizeof(long);
		src += sizeof(long);
	}
	word_copy_bytes(dst, src, n);
}

/* How many bytes lead from p to the next multiple of align, a power of two; n when that is fewer. */
COPY_INLINE size_t word_to_aligned(const void *p, size_t align, size_t n)
{
	size_t distance = -(uintptr_t)p & (align - 1);

	return distance < n ? distance : n;
}

#endif
