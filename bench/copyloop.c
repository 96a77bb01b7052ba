/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bench/copyloop.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/pattern.h"
#include "bench/calibrate.h"

struct loop {
	struct copy_job *job;
	struct partner *partner;
	unsigned char *src;
	unsigned char *dst;
	int cycles_fd; /* -1: this machine does not let us count */
};

static int fail(const struct loop *l, const char *text)
{
	snprintf(l->job->shared->text, sizeof(l->job->shared->text), "%.191s", text);
	return -1;
}

/* Cycles of this thread in user space, by the kernel's counter. */
static int open_cycles(void)
{
	struct perf_event_attr a = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(a),
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static uint64_t read_cycles(int fd)
{
	uint64_t value;

	return fd >= 0 && read(fd, &value, sizeof(value)) == sizeof(value) ? value : 0;
}

/* Waits for what comes before and holds back what comes after: for stretches of a few ns. */
static inline uint64_t fenced_ticks(void)
{
	uint64_t ticks;

#if defined(__x86_64__)
	__asm__ volatile("lfence" : : : "memory");
	ticks = clock_ticks();
	__asm__ volatile("lfence" : : : "memory");
#else
	atomic_thread_fence(memory_order_seq_cst);
	ticks = clock_ticks();
	atomic_thread_fence(memory_order_seq_cst);
#endif
	return ticks;
}

/*
 * The timed part of `warm`: n calls and nothing else. Cycles are read outside of it. What a call needs is in
 * registers: a load of it from memory would wait for stores of the copy that only look like its own.
 */
static void time_batch(struct loop *l, uint64_t n, struct copy_sample *s)
{
	void (*copy)(void *, const void *, size_t) = l->job->copy->copy;
	size_t size = l->job->size_bytes;
	const void *src = l->src;
	void *dst = l->dst;
	uint64_t cycles = read_cycles(l->cycles_fd);
	uint64_t begin = clock_ns();

	for (uint64_t i = 0; i < n; i++)
		copy(dst, src, size);
	s->elapsed_ns = clock_ns() - begin;
	s->cycles = read_cycles(l->cycles_fd) - cycles;
	s->n_calls = n;
}

/* Each call by itself, behind its state; the ticks become ns by those of the whole loop. */
static void time_calls(struct loop *l, uint64_t n, struct copy_sample *s)
{
	const struct copy_job *job = l->job;
	uint64_t timed = 0;
	uint64_t begin_ns = clock_ns();
	uint64_t first = clock_ticks();

	for (uint64_t i = 0; i < n; i++) {
		uint64_t begin;

		state_prepare(job->state, l->partner, l->src, l->dst, job->size_bytes);
		begin = fenced_ticks();
		job->copy->copy(l->dst, l->src, job->size_bytes);
		timed += fenced_ticks() - begin;
	}
	first = clock_ticks() - first;
	begin_ns = clock_ns() - begin_ns;
	*s = (struct copy_sample) { .n_calls = n };
	s->elapsed_ns = first ? (uint64_t)((double)timed * (double)begin_ns / (double)first) : 0;
}

/* Returns the wall time of the whole, states included: that is what calibration goes by. */
static uint64_t take_sample(struct loop *l, uint64_t n, struct copy_sample *s)
{
	uint64_t begin = clock_ns();

	if (l->job->state->flush)
		time_calls(l, n, s);
	else
		time_batch(l, n, s);
	atomic_fetch_add(&l->job->shared->progress, 1);
	return clock_ns() - begin;
}

static uint64_t fastest(struct loop *l, uint64_t n, unsigned tries)
{
	struct copy_sample s;
	uint64_t best = UINT64_MAX;

	for (unsigned i = 0; i < tries; i++) {
		uint64_t took = take_sample(l, n, &s);

		best = took < best ? took : best;
	}
	return best;
}

static uint64_t calibrate(struct loop *l)
{
	uint64_t goal = l->job->config->sampling.batch_ns;
	uint64_t n = 1;
	uint64_t took = fastest(l, n, 1);

	while (took < goal / 2) {
		n = calibrate_step(n, took, goal);
		took = fastest(l, n, 1);
	}
	return calibrate_step(n, fastest(l, n, CALIBRATE_TRIALS), goal);
}

static int map(struct loop *l, unsigned char *at, const char *name)
{
	const struct copy_job *job = l->job;
	int advice = job->config->huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE;

	if (mmap(at, job->map_bytes, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
		return fail(l, name);
	if (madvise(at, job->map_bytes, advice) && job->config->huge_pages)
		return fail(l, "this kernel has no transparent huge pages");
	return 0;
}

/* Whether the kernel really gave huge pages: /proc/self/smaps, by the start of the mapping. */
static int check_huge(const struct loop *l, const unsigned char *at)
{
	FILE *f = fopen("/proc/self/smaps", "re");
	/* A line of another kind sets `from` too: "AnonHugePages" begins with a hexadecimal digit. */
	unsigned long from, to, bytes = 0, kb = 0;
	char line[256];
	bool inside = false;

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx-%lx ", &from, &to) == 2) {
			inside = from <= (uintptr_t)at && (uintptr_t)at < to;
			bytes = to - from;
		} else if (inside && sscanf(line, "AnonHugePages: %lu kB", &kb) == 1) {
			break;
		}
	}
	if (f)
		fclose(f);
	return kb > 0 && kb * 1024 >= bytes ? 0 : fail(l, "no 2 MiB pages were to be had");
}

static int prepare(struct loop *l)
{
	struct copy_job *job = l->job;
	struct err err = { 0 };

	if (topology_bind(job->topology, job->config->cpu_a, &err))
		return fail(l, err.text);
	if (map(l, job->src_map, "cannot map the source") ||
		map(l, job->dst_map, "cannot map the destination"))
		return -1;
	l->src = job->src_map + job->src_at;
	l->dst = job->dst_map + job->dst_at;
	/* Written, every page of both: a page never written is one shared page of zeroes. */
	pattern_fill(job->src_map, job->map_bytes, job->config->seed);
	atomic_fetch_add(&job->shared->progress, 1);
	memset(job->dst_map, 0, job->map_bytes);
	atomic_fetch_add(&job->shared->progress, 1);
	if (job->config->huge_pages && (check_huge(l, job->src_map) || check_huge(l, job->dst_map)))
		return -1;
	l->cycles_fd = open_cycles();
	if (state_needs_b(job->state)) {
		l->partner = partner_start(job->topology, job->config->cpu_b, &err);
		if (!l->partner)
			return fail(l, err.text);
	}
	return 0;
}

uint64_t copyloop_most_samples(const struct sampling *sampling)
{
	bool fixed = sampling->n_warmup != WARMUP_STEADY;

	return (fixed ? sampling->n_warmup : WARMUP_MAX_SAMPLES) + sampling->n_samples;
}

static void warm_up(struct loop *l)
{
	const struct sampling *sampling = &l->job->config->sampling;
	struct copy_shared *shared = l->job->shared;
	struct warmup warmup = { .begin_ns = clock_ns() };
	enum warmup_state state = warmup_wanted(sampling) ? WARMUP_GOES_ON : WARMUP_DONE;

	while (state == WARMUP_GOES_ON) {
		struct copy_sample *s = &shared->samples[shared->n_warmup];

		take_sample(l, shared->n_calls, s);
		s->flags = SAMPLE_WARMUP;
		shared->n_warmup++;
		state = warmup_next(sampling, &warmup, (double)s->elapsed_ns, clock_ns());
	}
	shared->steady = state == WARMUP_DONE;
}

int copyloop_run(void *arg)
{
	struct copy_job *job = arg;
	struct copy_shared *shared = job->shared;
	struct loop l = { .job = job, .cycles_fd = -1 };
	int ret = prepare(&l);

	if (!ret && !shared->n_calls)
		shared->n_calls = calibrate(&l);
	if (!ret)
		warm_up(&l);
	for (uint64_t i = 0; !ret && i < job->config->sampling.n_samples; i++) {
		take_sample(&l, shared->n_calls, &shared->samples[shared->n_warmup + i]);
		shared->n_kept = i + 1;
	}
	partner_stop(l.partner);
	return ret;
}
