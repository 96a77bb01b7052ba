/* SPDX-License-Identifier: MIT */
#include "bench/state.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <emmintrin.h>
#endif

#include "base/clock.h"
#include "base/units.h"

#define LINE        64u
#define ROUND_TRIPS 1001
/* Spins before the CPU is offered to others: only where the two threads had to share one. */
#define SPINS 10000

static const struct cache_state states[] = {
	{ "warm", "copied again and again: whatever the caches hold of it", false, 0, false, 0 },
	{ "I/I", "in no cache: from memory", true, 0, false, 0 },
	{ "I/M", "modified by the other CPU", true, 'B', true, 0 },
	{ "I/E", "read by the other CPU", true, 'B', false, 0 },
	{ "E/I", "read by the copying CPU", true, 'A', false, 0 },
	{ "M/I", "modified by the copying CPU", true, 'A', true, 0 },
	{ "S/S", "read by both", true, 'A', false, 'B' },
};

const struct cache_state *state_at(size_t index)
{
	return index < sizeof(states) / sizeof(states[0]) ? &states[index] : NULL;
}

const char *state_name(size_t index)
{
	const struct cache_state *state = state_at(index);

	return state ? state->name : NULL;
}

bool state_needs_b(const struct cache_state *state)
{
	return state->first == 'B' || state->second == 'B';
}

static bool can_flush(void)
{
#if defined(__x86_64__) || defined(__aarch64__)
	return true;
#elif defined(__i386__)
	return __builtin_cpu_supports("sse2");
#else
	return false;
#endif
}

const char *state_unsupported(const struct cache_state *state, int cpu_b)
{
	if (state->flush && !can_flush())
		return "this CPU lets no program flush a line";
	if (state_needs_b(state) && cpu_b < 0)
		return "it needs a second CPU, and this run has one";
	return NULL;
}

#if defined(__i386__)
__attribute__((target("sse2")))
#endif
static void
flush(void *p, size_t n)
{
	char *end = (char *)p + n;

	for (char *line = (char *)((uintptr_t)p & ~(uintptr_t)(LINE - 1)); line < end;
		line += LINE) {
#if defined(__x86_64__) || defined(__i386__)
		_mm_clflush(line);
#elif defined(__aarch64__)
		__asm__ volatile("dc civac, %0" : : "r"(line) : "memory");
#endif
	}
	atomic_thread_fence(memory_order_seq_cst);
}

/* A byte of every line, written back as it is or only read. */
static void visit(void *p, size_t n, bool write)
{
	volatile char *c = p;

	for (size_t i = 0; i < n; i += LINE) {
		char byte = c[i];

		if (write)
			c[i] = byte;
	}
	if (n) {
		char byte = c[n - 1];

		if (write)
			c[n - 1] = byte;
	}
}

struct partner {
	/* A asks by counting up, B answers by the same number; each on its own line. */
	_Alignas(64) atomic_uint asked;
	_Alignas(64) atomic_uint done;
	_Alignas(64) void *p;
	size_t n;
	bool write;
	bool quit;
	pthread_t thread;
	const struct topology *topology;
	int cpu;
	struct err err;
};

static void await(const atomic_uint *counter, unsigned value)
{
	unsigned spins = 0;

	while (atomic_load_explicit(counter, memory_order_acquire) != value) {
		if (++spins % SPINS == 0)
			sched_yield();
	}
}

static void ask(struct partner *b, void *p, size_t n, bool write)
{
	unsigned number = atomic_load_explicit(&b->asked, memory_order_relaxed) + 1;

	b->p = p;
	b->n = n;
	b->write = write;
	atomic_store_explicit(&b->asked, number, memory_order_release);
	await(&b->done, number);
}

static void *serve(void *arg)
{
	struct partner *b = arg;
	unsigned number = 0;
	bool quit = false;

	topology_bind(b->topology, b->cpu, &b->err);
	atomic_store_explicit(&b->done, ++number, memory_order_release);
	while (!quit) {
		await(&b->asked, number + 1);
		quit = b->quit;
		visit(b->p, b->n, b->write);
		atomic_store_explicit(&b->done, ++number, memory_order_release);
	}
	return NULL;
}

struct partner *partner_start(const struct topology *topology, int cpu, struct err *err)
{
	struct partner *b = aligned_alloc(64, sizeof(*b));
	int ret;

	if (!b) {
		err_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	memset(b, 0, sizeof(*b));
	b->topology = topology;
	b->cpu = cpu;
	atomic_store(&b->asked, 1);
	ret = pthread_create(&b->thread, NULL, serve, b);
	if (ret) {
		err_set(err, ret, "cannot start a thread: %s", strerror(ret));
		free(b);
		return NULL;
	}
	await(&b->done, 1);
	if (b->err.code) {
		err_set(err, b->err.code, "%s", b->err.text);
		partner_stop(b);
		return NULL;
	}
	return b;
}

void partner_stop(struct partner *b)
{
	if (!b)
		return;
	b->quit = true;
	ask(b, NULL, 0, false);
	pthread_join(b->thread, NULL);
	free(b);
}

double partner_round_trip_ns(struct partner *b)
{
	static const size_t middle = ROUND_TRIPS / 2;
	uint64_t ticks[ROUND_TRIPS];
	uint64_t begin_ns = clock_ns();
	uint64_t first = clock_ticks();

	for (size_t i = 0; i < ROUND_TRIPS; i++) {
		uint64_t begin = clock_ticks();

		ask(b, NULL, 0, false);
		ticks[i] = clock_ticks() - begin;
	}
	first = clock_ticks() - first;
	begin_ns = clock_ns() - begin_ns;
	qsort(ticks, ROUND_TRIPS, sizeof(ticks[0]), units_by_value);
	return first ? (double)ticks[middle] * (double)begin_ns / (double)first : 0;
}

static void act(char who, bool write, struct partner *partner, void *src, size_t n)
{
	if (who == 'A')
		visit(src, n, write);
	else if (who == 'B')
		ask(partner, src, n, write);
}

void state_prepare(
	const struct cache_state *state, struct partner *partner, void *src, void *dst, size_t n)
{
	if (!state->flush)
		return;
	visit(dst, n, true);
	flush(src, n);
	act(state->first, state->write, partner, src, n);
	act(state->second, false, partner, src, n);
	atomic_thread_fence(memory_order_seq_cst);
}
