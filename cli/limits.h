/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_LIMITS_H
#define NETIO_CLI_LIMITS_H

#include <stddef.h>
#include <stdint.h>

/* What the measuring commands have in common in their options. */

/* 2^30 bytes are more than any cache or socket buffer; the product with an offset fits easily. */
#define MESSAGE_MAX_BYTES (1ULL << 30)
#define SECOND_NS         1000000000ULL

/* The words of --order: random, linear; NULL past the last. */
const char *order_name(size_t index);

/* A seed for a run that was given none: 32 bits, short enough to be typed again. */
uint64_t draw_seed(void);

#endif
