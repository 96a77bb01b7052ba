/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BASE_RANDOM_H
#define NETIO_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/*
 * Seeded random numbers: the same seed gives the same sequence on every machine, so that an order of
 * measurement or a pattern of bytes can be repeated. Not for secrets. The generator is splitmix64
 * (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
 */
struct random {
	uint64_t state;
};

/* The finalizer of splitmix64: spreads any 64-bit number over all 64 bits. */
static inline uint64_t random_mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static inline uint64_t random_next(struct random *random)
{
	random->state += 0x9e3779b97f4a7c15u;
	return random_mix(random->state);
}

/* Uniform in 0..below-1, below > 0, without the bias of a plain remainder. */
uint64_t random_below(struct random *random, uint64_t below);

/* Fills order[0..n-1] with a random permutation of 0..n-1 (Fisher and Yates). */
void random_permutation(struct random *random, size_t *order, size_t n);

#endif
