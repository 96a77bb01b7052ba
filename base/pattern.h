/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BASE_PATTERN_H
#define NETIO_BASE_PATTERN_H

#include <stddef.h>
#include <stdint.h>

/*
 * Seeded bytes and their check. The byte at position i of stream `key` is a fixed function of both,
 * so a receiver checks data it has never seen. Neighbouring keys (one message and the next) share no
 * visible structure, and no run of the pattern repeats at a distance of a page or a cache line, so
 * data shifted by any amount is found.
 */

/* A place where data differ. */
struct pattern_difference {
	size_t at; /* index of the first byte that differs, from the start of the buffer checked */
	uint8_t expected;
	uint8_t found;
};

/* Writes bytes 0..n-1 of the stream to buf, at any alignment. */
void pattern_fill(void *buf, size_t n, uint64_t key);

/* 0 when buf holds bytes 0..n-1 of the stream, else -EBADMSG with the first difference in *diff. */
int pattern_check(const void *buf, size_t n, uint64_t key, struct pattern_difference *diff);

#endif
