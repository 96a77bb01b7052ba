/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_X86_H
#define NETIO_COPY_X86_H

/*
 * Private to copy/: what x86 routines ask about the CPU. Each function has the shape of
 * copy_ops.unsupported and may be called anywhere; elsewhere it says which architecture is needed.
 *
 * A routine enables its instructions with target() for its own functions, rather than with an option
 * such as -mavx2 for the file, so that nothing else can come to hold them: the program starts on any
 * CPU.
 */

#if defined(__x86_64__)
#define X86_64 1
#define X86    1
#elif defined(__i386__)
#define X86_64 0
#define X86    1
#else
#define X86_64 0
#define X86    0
#endif

const char *x86_missing(void);    /* x86 of either width */
const char *x86_64_missing(void); /* the 64-bit one */

/*
 * The integer part of SSE, which works on MMX registers and caches: prefetch, movntq, sfence. The
 * Athlons before the XP have it without SSE.
 */
const char *x86_mmxext_missing(void);
const char *x86_sse2_missing(void);

/* Those below exist in 64-bit builds alone. With the operating system's support for the registers. */
const char *x86_avx2_missing(void);
const char *x86_avx512_missing(void); /* F and BW */
const char *x86_movdir64b_missing(void);

#endif
