/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_COPYLOOP_H
#define NETIO_BENCH_COPYLOOP_H

#include <stdatomic.h>

#include "bench/copybench.h"

/*
 * One invocation of one point, in the child process: binds, maps fresh buffers, calibrates when the
 * count is not known, warms up and takes its samples.
 */

/* Shared with the parent; the samples follow it in the same mapping: those of the warm-up, then the others. */
struct copy_shared {
	atomic_ullong progress;
	uint64_t n_calls;  /* 0: calibrate, and leave the result here */
	uint64_t n_warmup; /* samples so far: valid however the child ended */
	uint64_t n_kept;
	bool steady;    /* as in struct invocation_record */
	char text[192]; /* why, when copyloop_run returned non-zero */
	struct copy_sample samples[];
};

/* How many samples an invocation may have, warm-up and all. */
uint64_t copyloop_most_samples(const struct sampling *sampling);

struct copy_job {
	const struct copy_config *config;
	const struct topology *topology;
	const struct copy_ops *copy;
	const struct cache_state *state;
	uint64_t size_bytes;
	/* Where the first byte goes. The pages behind are fresh: mapped here, in the child. */
	unsigned char *src_map;
	unsigned char *dst_map;
	size_t map_bytes; /* of each */
	size_t src_at;    /* from the start of the mapping */
	size_t dst_at;
	struct copy_shared *shared;
};

/* For child_run: arg is a struct copy_job. */
int copyloop_run(void *arg);

#endif
