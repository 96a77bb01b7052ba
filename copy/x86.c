/* SPDX-License-Identifier: MIT */
#include "copy/x86.h"

#include <stddef.h>

#if X86
#include <cpuid.h>
#endif

const char *x86_missing(void)
{
	return X86 ? NULL : "needs x86";
}

const char *x86_64_missing(void)
{
	return X86_64 ? NULL : "needs x86-64";
}

#if X86

/* Not __builtin_cpu_supports(): it knows neither AMD's bit nor movdir64b. */
static int has_mmxext(void)
{
	unsigned int a, b, c, d;

	if (__get_cpuid(1, &a, &b, &c, &d) && (d & bit_MMX) && (d & bit_SSE))
		return 1;
	return __get_cpuid(0x80000001, &a, &b, &c, &d) && (d & bit_MMXEXT);
}

const char *x86_mmxext_missing(void)
{
	return has_mmxext() ? NULL : "this CPU has no MMX with prefetch and movntq";
}

const char *x86_sse2_missing(void)
{
	return __builtin_cpu_supports("sse2") ? NULL : "this CPU has no SSE2";
}

#else

const char *x86_mmxext_missing(void)
{
	return x86_missing();
}

const char *x86_sse2_missing(void)
{
	return x86_missing();
}

#endif

#if X86_64

const char *x86_avx2_missing(void)
{
	return __builtin_cpu_supports("avx2") ? NULL : "this CPU has no AVX2";
}

const char *x86_avx512_missing(void)
{
	if (!__builtin_cpu_supports("avx512f"))
		return "this CPU has no AVX-512";
	return __builtin_cpu_supports("avx512bw") ? NULL : "this CPU has no AVX-512BW";
}

const char *x86_movdir64b_missing(void)
{
	unsigned int a, b, c, d;

	if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && (c & bit_MOVDIR64B))
		return NULL;
	return "this CPU has no MOVDIR64B";
}

#else

const char *x86_avx2_missing(void)
{
	return x86_64_missing();
}

const char *x86_avx512_missing(void)
{
	return x86_64_missing();
}

const char *x86_movdir64b_missing(void)
{
	return x86_64_missing();
}

#endif
