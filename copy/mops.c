/* SPDX-License-Identifier: MIT */
#include "copy/arm64.h"
#include "copy/routine.h"

#if ARM64

/*
 * The three instructions belong together, in this order and with nothing between: prologue, main
 * part and epilogue of one forward copy, however the CPU divides the work. As numbers, because the
 * assembler of clang 14 does not know them: cpyfp, cpyfm and cpyfe [x0]!, [x1]!, x2!, encoded as the
 * Arm Architecture Reference Manual has it (A-profile, FEAT_MOPS): the stage in bits 23:22, the
 * source's register in 20:16, the size's in 9:5, the destination's in 4:0.
 */
static void run(void *dst, const void *src, size_t n)
{
	register void *x0 __asm__("x0") = dst;
	register const void *x1 __asm__("x1") = src;
	register size_t x2 __asm__("x2") = n;

	__asm__ volatile(".inst 0x19010440\n\t"
			 ".inst 0x19410440\n\t"
			 ".inst 0x19810440"
			 : "+r"(x0), "+r"(x1), "+r"(x2)
			 :
			 : "memory", "cc");
}

#else
#define run copy_elsewhere
#endif

const struct copy_ops copy_ops_mops = {
	.name = "mops",
	.desc = "the CPU's own copy instructions, cpyfp, cpyfm and cpyfe",
	.needs = "MOPS",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = arm64_mops_missing,
	.copy = run,
};
