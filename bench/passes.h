/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_PASSES_H
#define NETIO_BENCH_PASSES_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * The order in which the points of a sweep are visited. In random order there are passes: each visits
 * every point once, in a fresh random order; drift of the machine then is noise within a point and not
 * a slope over the sweep. In linear order a point has all its visits before the next one begins.
 * Points are told in the order asked for, each as soon as it and those before it are finished.
 */

/* How far a sweep is, for a person. */
struct passes_progress {
	uint64_t pass; /* 1-based; linear order: the visit of the point */
	uint64_t n_passes;
	size_t point; /* 1-based, within the pass; linear: in the sweep */
	size_t n_points;
	double done; /* share of the visits that are needed, 0 to 1 */
	uint64_t elapsed_ns;
};

struct passes {
	size_t n_points;
	uint64_t n_passes;
	bool linear;
	uint64_t seed;
	const volatile sig_atomic_t *interrupted;
	void *arg;
	/* Measures the point once more. Non-zero (-EINTR, say) ends the passes and is returned. */
	int (*visit)(void *arg, size_t point);
	/* Whether the point needs no more visits. */
	bool (*finished)(void *arg, size_t point);
	/* Each finished point once. Non-zero ends the passes: -ECANCELED is returned. */
	int (*tell)(void *arg, size_t point);
	/* Before each visit; NULL when nobody looks. */
	void (*progress)(void *arg, const struct passes_progress *progress);
};

/* 0; -EINTR when *interrupted was set; -ECANCELED; what visit returned; or -ENOMEM with err.
 * *n_told says how many points were told. */
int passes_run(const struct passes *passes, size_t *n_told, struct err *err);

#endif
