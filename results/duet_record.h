/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_DUET_RECORD_H
#define NETIO_RESULTS_DUET_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "results/record.h"

/*
 * What `netio gate` measured: samples of A and B in turn, plain data as in results/record.h.
 */

/* Two samples next to each other in time, of as many messages each. */
struct duet_pair {
	struct sample a;
	struct sample b;
};

/*
 * A block: fresh ends and buffers of both, and the pairs they gave. Pairs of one block share what is particular to
 * its buffers and ends, so blocks, not pairs, are independent of each other.
 */
struct duet_block {
	uint64_t pass; /* 1-based: in a pass every point has one block */
	uint64_t begin_ms;
	size_t first_pair;
	size_t n_pairs;
};

/* One point of A against the one of B. */
struct duet_point {
	const struct point_record *a; /* coordinates; no samples */
	const struct point_record *b;
	enum point_status status;
	enum point_ended ended;
	char reason[256];
	uint64_t n_messages;     /* a sample, of A and of B */
	uint64_t inject_bytes;   /* copied in vain a message, in B; 0: none */
	struct duet_pair *pairs; /* the heap's */
	size_t n_pairs;
	struct duet_block *blocks; /* the heap's */
	size_t n_blocks;
};

struct duet_record {
	const char *name_a; /* what sets it apart, as typed: "copy=memcpy"; or a binary */
	const char *name_b;
	bool share_cpu;        /* in every point both ends are on one CPU */
	double inject_percent; /* of the CPU time of a message; 0: nothing is injected */
	bool interrupted;
	struct duet_point *points; /* the heap's */
	size_t n_points;
};

#endif
