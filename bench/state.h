/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_STATE_H
#define NETIO_BENCH_STATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "machine/topology.h"

/*
 * The states of the source in the caches of the copying CPU (A) and of another one (B), before each
 * copy; named "A/B" by the MESI letters. User space can force such a state, it cannot verify one:
 * prefetchers, interrupts and the cache's own replacement may undo it.
 */
struct cache_state {
	const char *name;
	const char *desc;
	bool flush;  /* the source's lines are flushed from all caches first */
	char first;  /* then one CPU: 'A' or 'B'; 0: none */
	bool write;  /* writes each line; else reads it */
	char second; /* then another one reads; 0: none */
};

/* The states; NULL past the last. The first, `warm`, prepares nothing: the loop itself keeps all warm. */
const struct cache_state *state_at(size_t index);
const char *state_name(size_t index);
bool state_needs_b(const struct cache_state *state);

/* NULL, or why this machine cannot make it. */
const char *state_unsupported(const struct cache_state *state, int cpu_b);

/*
 * The second CPU's thread. Started and stopped by the thread that copies, which alone gives it work
 * and spins until it is done: a call is a round trip between two cores.
 */
struct partner;

/* Binds a thread to `cpu`. NULL with err. */
struct partner *partner_start(const struct topology *topology, int cpu, struct err *err);
void partner_stop(struct partner *partner);

/* The median round trip of a request without work, in ns. */
double partner_round_trip_ns(struct partner *partner);

/* Puts the source's lines into the state and makes the destination warm in A. partner may be NULL
 * where the state does not need it. */
void state_prepare(
	const struct cache_state *state, struct partner *partner, void *src, void *dst, size_t n);

#endif
