/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_COMPILER_H
#define NETIO_CLI_COMPILER_H

/* Name and version of the compiler as one text; of the two only clang's __VERSION__ has its name in it. */
#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

#endif
