/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_CONFIG_H
#define NETIO_BENCH_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/units.h"
#include "bench/sampling.h"
#include "copy/catalogue.h"
#include "machine/topology.h"
#include "transport/skb_geometry.h"
#include "transport/transport.h"

/* One way to move the bytes; the emulated socket stands here once for each geometry asked for. */
struct run_transport {
	const struct transport_ops *ops;
	struct skb_options skb; /* only for TRANSPORT_COPIES */
};

/*
 * What to measure and how: plain data, made by cli/ (or a test) and only read by the measurement. The
 * arrays belong to whoever filled them in and outlive the run.
 */
struct run_config {
	struct run_transport *transports;
	size_t n_transports;
	const struct copy_ops **copies;
	size_t n_copies;
	char *const *broken; /* NULL, or for each routine NULL or why its points fail untried */
	struct placement *placements;
	size_t n_placements;
	struct units_list sizes;        /* bytes a message, each at least 1 */
	struct units_list send_offsets; /* bytes past the page boundary */
	struct units_list recv_offsets;
	bool offsets_alike; /* both sides at send_offsets; else every combination */

	bool lockstep;  /* one thread sends, then receives */
	bool processes; /* ends are processes, not threads */
	bool linear;    /* point after point; else passes in random order */
	bool verify;    /* every message filled anew, every byte checked */

	struct sampling sampling;
	uint64_t count; /* messages a sample; 0: see bytes */
	uint64_t bytes; /* bytes a sample, whole messages only; 0: calibrate to sampling.batch_ns */
	uint64_t timeout_ns; /* an end that moves no message for this long has failed */
	uint64_t seed;       /* of the order and of the pattern */
	uint64_t
		inject_bytes; /* copied in vain before each send, to make a known difference; 0: none */

	struct transport_options options;
};

#endif
