/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_PLANS_H
#define NETIO_TESTS_UNIT_PLANS_H

#include "tests/unit/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/plan.h"

/* A configuration by hand, without cli/: see also test_run_options.c. */
static struct {
	struct run_transport transports[3];
	const struct copy_ops *copies[2];
	struct placement placements[2];
	uint64_t sizes[3];
	uint64_t send_offsets[4];
	uint64_t recv_offsets[3];
} lists;

static inline struct run_config config_of(size_t n_transports, size_t n_copies, size_t n_placements,
	size_t n_sizes, size_t n_send, size_t n_recv)
{
	return (struct run_config) { .transports = lists.transports,
		.n_transports = n_transports,
		.copies = lists.copies,
		.n_copies = n_copies,
		.placements = lists.placements,
		.n_placements = n_placements,
		.sizes = { lists.sizes, n_sizes },
		.send_offsets = { lists.send_offsets, n_send },
		.recv_offsets = { lists.recv_offsets, n_recv },
		.offsets_alike = n_recv == 0,
		.sampling.n_samples = 3,
		.sampling.n_invocations = 4,
		.sampling.n_warmup = 1,
		.sampling.batch_ns = 10000000 };
}

static inline int fill_lists(void **state)
{
	(void)state;
	lists.transports[0].ops = transport_find("unix");
	lists.transports[1].ops = transport_find("pipe");
	lists.transports[2].ops = transport_find("null");
	lists.copies[0] = copy_find("none");
	lists.copies[1] = copy_find("memcpy");
	for (int i = 0; i < 2; i++) {
		lists.placements[i] = (struct placement) { .cpu_send = i, .cpu_recv = i };
		snprintf(lists.placements[i].name, sizeof(lists.placements[i].name), "p%d", i);
	}
	for (uint64_t i = 0; i < 4; i++) {
		lists.sizes[i % 3] = 100 * (i % 3 + 1);
		lists.send_offsets[i] = 10 * i;
		lists.recv_offsets[i % 3] = 7 * (i % 3);
	}
	return !lists.transports[0].ops || !lists.transports[1].ops || !lists.transports[2].ops ||
	       !lists.copies[0] || !lists.copies[1];
}

static inline struct run_record build(const struct run_config *config)
{
	struct run_record run = { 0 };
	struct err err = { 0 };

	CHECK(plan_build(config, &run, &err) == 0, "%s", err.text);
	return run;
}

#endif
