/* SPDX-License-Identifier: MIT */
#include "copy/routine.h"
#include "copy/x86.h"
#include "copy/x86_string.h"

#if X86

static void run_movsb(void *dst, const void *src, size_t n)
{
	x86_rep_movsb(dst, src, n);
}

static void run_movsl(void *dst, const void *src, size_t n)
{
	x86_rep_movsl(dst, src, n);
}

static void run_movsl_align(void *dst, const void *src, size_t n)
{
	x86_rep_movsl_align(dst, src, n);
}

#else
#define run_movsb       copy_elsewhere
#define run_movsl       copy_elsewhere
#define run_movsl_align copy_elsewhere
#endif

#if X86_64

static void run_movsq(void *dst, const void *src, size_t n)
{
	x86_rep_movsq(dst, src, n);
}

#else
#define run_movsq copy_elsewhere
#endif

const struct copy_ops copy_ops_rep_movsb = {
	.name = "rep_movsb",
	.desc = "one string instruction over all bytes: the kernel's copy today",
	.needs = "x86; fast with ERMS or FSRM",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_missing,
	.copy = run_movsb,
};

const struct copy_ops copy_ops_rep_movsl = {
	.name = "rep_movsl",
	.desc = "string words of 4 bytes, then bytes: the kernel's copy of 2002",
	.needs = "x86",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_missing,
	.copy = run_movsl,
};

const struct copy_ops copy_ops_rep_movsl_align = {
	.name = "rep_movsl_align",
	.desc = "rep_movsl after bytes up to a destination that is a multiple of 8",
	.needs = "x86",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_missing,
	.copy = run_movsl_align,
};

const struct copy_ops copy_ops_rep_movsq = {
	.name = "rep_movsq",
	.desc = "string words of 8 bytes, then bytes",
	.needs = "x86-64",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
	.unsupported = x86_64_missing,
	.copy = run_movsq,
};
