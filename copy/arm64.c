/* SPDX-License-Identifier: MIT */
#include "copy/arm64.h"

#include <stddef.h>

#if ARM64
#include <sys/auxv.h>
#endif

const char *arm64_missing(void)
{
	return ARM64 ? NULL : "needs arm64";
}

#if ARM64

/* From arch/arm64/include/uapi/asm/hwcap.h of Linux; libc's copy of it may be older than the CPU. */
#define ASIMD (1ul << 1)  /* in AT_HWCAP */
#define SVE   (1ul << 22) /* in AT_HWCAP */
#define MOPS  (1ul << 43) /* in AT_HWCAP2, since Linux 6.5 */

const char *arm64_neon_missing(void)
{
	return getauxval(AT_HWCAP) & ASIMD ? NULL : "this CPU has no NEON";
}

const char *arm64_sve_missing(void)
{
	return getauxval(AT_HWCAP) & SVE ? NULL : "this CPU has no SVE";
}

const char *arm64_mops_missing(void)
{
	return getauxval(AT_HWCAP2) & MOPS ? NULL : "this CPU or its kernel has no MOPS";
}

#else

const char *arm64_neon_missing(void)
{
	return arm64_missing();
}

const char *arm64_sve_missing(void)
{
	return arm64_missing();
}

const char *arm64_mops_missing(void)
{
	return arm64_missing();
}

#endif
