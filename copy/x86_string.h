/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_X86_STRING_H
#define NETIO_COPY_X86_STRING_H

/*
 * Private to copy/: the string instructions, and the copies that the Linux kernel built of them in
 * 2002. Empty elsewhere than on x86. The direction flag is clear by the ABI.
 */

#include <stddef.h>
#include <stdint.h>

#include "copy/routine.h"
#include "copy/word.h"
#include "copy/x86.h"

#if X86

/* Copies n units and moves the two pointers behind them. */
#define X86_REP(instruction, dst, src, n)                                                          \
	__asm__ volatile("rep " instruction : "+D"(dst), "+S"(src), "+c"(n) : : "memory")

COPY_INLINE void x86_rep_movsb(void *dst, const void *src, size_t n)
{
	X86_REP("movsb", dst, src, n);
}

COPY_INLINE void x86_rep_movsl(void *dst, const void *src, size_t n)
{
	size_t n_words = n / 4;

	X86_REP("movsl", dst, src, n_words);
	x86_rep_movsb(dst, src, n % 4);
}

#if X86_64
COPY_INLINE void x86_rep_movsq(void *dst, const void *src, size_t n)
{
	size_t n_words = n / 8;

	X86_REP("movsq", dst, src, n_words);
	x86_rep_movsb(dst, src, n % 8);
}
#endif

/* Bytes until the destination is a multiple of 8, then words. */
COPY_INLINE void x86_rep_movsl_align(void *dst, const void *src, size_t n)
{
	size_t head = word_to_aligned(dst, 8, n);

	n -= head;
	X86_REP("movsb", dst, src, head);
	x86_rep_movsl(dst, src, n);
}

/* 64 bytes as 16 words in pairs. In assembly, because compilers leave it a loop or merge the pairs. */
COPY_INLINE void x86_move_pairs(unsigned char *dst, const unsigned char *src)
{
	uint32_t first, second;

	__asm__ volatile(".irp i, 0, 8, 16, 24, 32, 40, 48, 56\n\t"
			 "movl \\i(%[s]), %[first]\n\t"
			 "movl 4+\\i(%[s]), %[second]\n\t"
			 "movl %[first], \\i(%[d])\n\t"
			 "movl %[second], 4+\\i(%[d])\n\t"
			 ".endr"
			 : [first] "=&r"(first), [second] "=&r"(second)
			 : [d] "r"(dst), [s] "r"(src)
			 : "memory");
}

/*
 * Unrolled 64 bytes a step, in pairs of words through two registers, reading ahead: the lines 32
 * and 64 on are touched before (the PIII's lines have 32 bytes). The second touch is left out when
 * no more than 67 bytes remain, since it would end beyond them.
 */
COPY_INLINE void x86_intel_unroll(unsigned char *dst, const unsigned char *src, size_t n)
{
	for (; n >= 64; n -= 64) {
		word_touch(src + 32);
		if (n > 67)
			word_touch(src + 64);
		x86_move_pairs(dst, src);
		dst += 64;
		src += 64;
	}
	x86_rep_movsl(dst, src, n);
}

#endif
#endif
