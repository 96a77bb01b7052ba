/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_X86_MMX_H
#define NETIO_COPY_X86_MMX_H

/*
 * Private to copy/: 64 bytes through the eight MMX registers. In assembly, since compilers turn the
 * MMX intrinsics into SSE. Whoever uses it ends in X86_EMMS. Empty elsewhere than on x86.
 */

#include "copy/routine.h"
#include "copy/x86.h"

#if X86

/*
 * store is movq, or movntq, which passes the caches by. The clobbers name the x87 registers, which
 * the MMX ones are.
 */
#define X86_MMX_BLOCK(store, dst, src)                                                             \
	__asm__ volatile(                                                                          \
		".irp i, 0, 1, 2, 3, 4, 5, 6, 7\n\t"                                               \
		"movq 8*\\i(%[s]), %%mm\\i\n\t"                                                    \
		".endr\n\t"                                                                        \
		".irp i, 0, 1, 2, 3, 4, 5, 6, 7\n\t" store " %%mm\\i, 8*\\i(%[d])\n\t"             \
		".endr"                                                                            \
		:                                                                                  \
		: [d] "r"(dst), [s] "r"(src)                                                       \
		: "memory", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)")

#define X86_EMMS()   __asm__ volatile("emms" : : : "memory")
#define X86_SFENCE() __asm__ volatile("sfence" : : : "memory")

#endif
#endif
