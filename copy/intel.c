/* SPDX-License-Identifier: MIT */
/* Takahashi's and Anand's user copy in Linux 2.5.45, for the PIII. */
#include "copy/routine.h"
#include "copy/x86.h"
#include "copy/x86_string.h"

#if X86

static void run_unroll(void *dst, const void *src, size_t n)
{
	x86_intel_unroll(dst, src, n);
}

/* The kernel's rule: unrolling pays only where the two are not aligned alike. */
static void run_select(void *dst, const void *src, size_t n)
{
	if (n >= 64 && (((uintptr_t)dst ^ (uintptr_t)src) & 7))
		x86_intel_unroll(dst, src, n);
	else
		x86_rep_movsl_align(dst, src, n);
}

#else
#define run_unroll copy_elsewhere
#define run_select copy_elsewhere
#endif

const struct copy_ops copy_ops_intel_unroll = {
	.name = "intel_unroll",
	.desc = "16 word moves a step, touching the lines ahead: Linux 2.5.45",
	.needs = "x86",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_missing,
	.copy = run_unroll,
};

const struct copy_ops copy_ops_intel_select = {
	.name = "intel_select",
	.desc = "intel_unroll where the ends differ mod 8, else rep_movsl_align: the kernel's rule",
	.needs = "x86",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_missing,
	.copy = run_select,
};
