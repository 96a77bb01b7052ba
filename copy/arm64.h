/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_ARM64_H
#define NETIO_COPY_ARM64_H

/*
 * Private to copy/: what arm64 routines ask about the CPU and its kernel. Each function has the shape
 * of copy_ops.unsupported and may be called anywhere; elsewhere it says "needs arm64".
 */

#if defined(__aarch64__)
#define ARM64 1
#else
#define ARM64 0
#endif

const char *arm64_missing(void);
const char *arm64_neon_missing(void);
const char *arm64_sve_missing(void);
const char *arm64_mops_missing(void);

#endif
