/* SPDX-License-Identifier: MIT */
#include "copy/arm64.h"
#include "copy/routine.h"

#if ARM64

/*
 * One vector a step of whatever length the CPU has; the predicate covers what remains, so there is
 * no tail. Inactive bytes are neither read nor written, and cannot fault. In assembly, because
 * <arm_sve.h> of clang 14 insists on SVE for the whole file; .arch_extension tells the assembler.
 */
static void run(void *dst, const void *src, size_t n)
{
	size_t i = 0;

	__asm__ volatile(".arch_extension sve\n\t"
			 "whilelo p0.b, %[i], %[n]\n"
			 "1:\n\t"
			 "ld1b {z0.b}, p0/z, [%[s], %[i]]\n\t"
			 "st1b {z0.b}, p0, [%[d], %[i]]\n\t"
			 "incb %[i]\n\t"
			 "whilelo p0.b, %[i], %[n]\n\t"
			 "b.first 1b\n\t"
			 ".arch_extension nosve"
			 : [i] "+&r"(i)
			 : [n] "r"(n), [s] "r"(src), [d] "r"(dst)
			 : "memory", "cc", "v0", "p0");
}

#else
#define run copy_elsewhere
#endif

const struct copy_ops copy_ops_sve = {
	.name = "sve",
	.desc = "one predicated vector a step, of the CPU's own length",
	.needs = "SVE",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = arm64_sve_missing,
	.copy = run,
};
