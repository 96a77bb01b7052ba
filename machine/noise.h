/* SPDX-License-Identifier: MIT */
#ifndef NETIO_MACHINE_NOISE_H
#define NETIO_MACHINE_NOISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fact.h"
#include "machine/cgroup.h"

/*
 * What else went on on the machine while a run was measured: two readings, and their difference as facts.
 * A reading is some ten small files and two system calls, about a millisecond: before and after the run, never
 * beside a timed part. From the process's main thread, both times; nothing fails, and what the machine does not
 * show is unknown.
 *
 * wall_s                  between the two readings
 * own_cpu_s               CPU time of this process and of its children that have ended and were waited for
 * others_cpu_percent      CPU time of everyone else, in per cent of one CPU: user, nice, system, irq and softirq
 *                         time of all CPUs (/proc/stat; neither idle, iowait nor steal) less own_cpu_s, not
 *                         below 0. /proc/stat counts in ticks of 1/sysconf(_SC_CLK_TCK) s (10 ms), so it is right
 *                         to about one tick in the wall time, and unknown where a tick is more than 10 % of that.
 *                         Children that still run count as others. The time that the kernel spends in interrupts
 *                         for this process's messages may count as others' too.
 * steal_percent           of the time of all CPUs: kept by the host; as exact as the above
 * psi_cpu_some_percent    of the wall time in which some task of the machine could run and had no CPU
 *                         (/proc/pressure/cpu). Two ends on one CPU wait for each other, and are in it
 * load_begin, load_end    load average over one minute at both readings, this run included
 * main_thread_migrations  of the main thread from CPU to CPU (/proc/self/sched). The ends are other threads,
 *                         and the kernel keeps no sum for threads that have ended: an end that is bound cannot
 *                         migrate, and of one that is not, this says nothing
 * involuntary_switches    context switches against the will of this process and of children waited for
 * minor_faults, major_faults  page faults of the same
 * thermal_throttles       times that CPUs were slowed down for heat: sum of /sys/.../thermal_throttle/
 *                         *_throttle_count, in which each CPU that was touched counts
 * cgroup_throttles        periods in which a CPU limit stopped this process's control group or one above it
 * cgroup_throttled_us     for how long, summed over the CPUs of the group
 */

/* /proc/stat, in ticks. */
struct noise_ticks {
	bool known;
	uint64_t busy;
	uint64_t steal;
	uint64_t all;
};

/* A number that may be unknown. */
struct noise_count {
	bool known;
	uint64_t n;
};

/* One reading; counts go up from the start of the machine or the process. Holds no resource. */
struct noise {
	const char *root; /* as of machine/sysfile.h */
	uint64_t wall_ns;
	uint64_t tick_ns; /* length of a tick of /proc/stat */
	uint64_t own_cpu_ns;
	struct noise_ticks ticks;
	struct noise_count psi_us;
	struct noise_count migrations;
	struct noise_count thermal;
	struct cgroup_throttle cgroup;
	uint64_t n_switches;
	uint64_t n_minor_faults;
	uint64_t n_major_faults;
	bool load_known;
	double load;
};

/* Reads with the files below `root`, which must live as long as the reading; the process's own are real. */
void noise_read(struct noise *noise, const char *root);

/* Adds the facts of what happened between two readings, with remarks where it was much. */
void noise_between(const struct noise *begin, const struct noise *end, struct facts *facts);

/* The two around a run. */
void noise_begin(struct noise *noise);
void noise_end(const struct noise *begin, struct facts *facts);

#endif
