/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_PREFETCH_H
#define NETIO_COPY_PREFETCH_H

/*
 * Private to copy/: prefetches. The address may lie beyond the buffer. On x86 in assembly, because in
 * a build for CPUs before SSE __builtin_prefetch() is nothing; who prefetches there asks
 * x86_mmxext_missing() first.
 */

#include "copy/routine.h"
#include "copy/x86.h"

#if X86
#define PREFETCH(instruction, hint, p) __asm__ volatile(instruction " (%0)" : : "r"(p))
#else
#define PREFETCH(instruction, hint, p) __builtin_prefetch hint
#endif

COPY_INLINE void prefetch_read(const void *p)
{
	PREFETCH("prefetcht0", (p, 0, 3), p);
}

/* To be read once: kept out of the caches that the CPU fills with what is read again. */
COPY_INLINE void prefetch_read_once(const void *p)
{
	PREFETCH("prefetchnta", (p, 0, 0), p);
}

/* To be written. x86 of 2002 had no such instruction but AMD's; the line comes in as for reading. */
COPY_INLINE void prefetch_write(void *p)
{
	PREFETCH("prefetcht0", (p, 1, 3), p);
}

#endif
