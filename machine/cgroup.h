/* SPDX-License-Identifier: MIT */
#ifndef NETIO_MACHINE_CGROUP_H
#define NETIO_MACHINE_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The CPU limit of the control group that this process is in. Versions 2 (cpu.max) and 1 (cpu.cfs_quota_us) are
 * looked for in their usual places under /sys/fs/cgroup, below `root` as in machine/sysfile.h. A limit of a
 * group above counts as well, as far up as this process can see: in a container that is not all the way.
 */

/* CPUs' worth of time that the tightest limit allows; 0: no limit, or not known. */
double cgroup_limit_cpus(const char *root);

/* What the limits did since the groups were made, summed over the group and those above. */
struct cgroup_throttle {
	bool known;
	uint64_t n;  /* periods in which a group was stopped */
	uint64_t us; /* that it was stopped for, summed over its CPUs */
};

void cgroup_read_throttle(const char *root, struct cgroup_throttle *throttle);

#endif
