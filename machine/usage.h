/* SPDX-License-Identifier: MIT */
#ifndef NETIO_MACHINE_USAGE_H
#define NETIO_MACHINE_USAGE_H

#include <stdint.h>

/*
 * What the calling thread used, and what was done to it, over a stretch of its own: read around a timed
 * part, never inside it, because each reading is three system calls.
 *
 * cpu_ns is CLOCK_THREAD_CPUTIME_ID; n_preempted and n_faults are ru_nivcsw and ru_minflt of
 * getrusage(RUSAGE_THREAD); run_delay_ns is the second number of /proc/thread-self/schedstat: how long
 * the thread could have run and had to wait for a CPU.
 */
struct usage {
	uint64_t cpu_ns;
	uint64_t n_preempted;  /* involuntary context switches */
	uint64_t n_faults;     /* minor page faults */
	uint64_t run_delay_ns; /* USAGE_UNKNOWN where the kernel does not count it */
};

#define USAGE_UNKNOWN UINT64_MAX

/* Belongs to one thread: opened, used and closed by it. */
struct usage_meter {
	int fd; /* of schedstat, -1: none */
	struct usage begin;
};

/* Never fails: without schedstat the run-queue delay is unknown. */
void usage_open(struct usage_meter *meter);
void usage_close(struct usage_meter *meter);

/* The CPU time is read last at the beginning and first at the end: next to what is measured. */
void usage_begin(struct usage_meter *meter);
void usage_end(const struct usage_meter *meter, struct usage *used);

#endif
