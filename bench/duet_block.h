/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_DUET_BLOCK_H
#define NETIO_BENCH_DUET_BLOCK_H

#include "bench/duet.h"

/* What bench/duet.c and bench/duet_calibrate.c share: a block and its parts. Only for these two. */

struct duet {
	const struct duet_config *config;
	struct duet_record *record;
	const struct duet_hooks *hooks;
	uint64_t deadline_ns;
	uint64_t n_visits; /* in this pass */
	uint64_t pass;
};

/* Fresh ends of both, A's first in every other block; and the end of both, the first cause counting. */
int duet_open_both(struct duet *d, size_t point, uint64_t inject_bytes, struct err *err);
int duet_close_both(struct duet *d, int ret, struct err *err);

/* Both, by turns, until both are warm: the one that is so earlier keeps warm meanwhile. */
int duet_warm_up(struct duet *d, const struct duet_point *p, struct err *err);

/* The i-th pair of a block. */
int duet_take_pair(struct duet *d, const struct duet_point *p, uint64_t i, struct duet_pair *pair,
	struct err *err);

/* The count of messages of the point, and what is injected into it, where they are not known yet. */
int duet_calibrate(struct duet *d, size_t point, struct err *err);

#endif
