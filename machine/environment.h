/* SPDX-License-Identifier: MIT */
#ifndef NETIO_MACHINE_ENVIRONMENT_H
#define NETIO_MACHINE_ENVIRONMENT_H

#include <stddef.h>

#include "base/fact.h"
#include "machine/topology.h"

/*
 * What stands still while a run is measured: the facts that explain why two machines, or one machine on two
 * days, do not give the same number. A fact that this machine does not have, or does not show to this user,
 * is there as unknown. Where a fact will disturb a measurement it has a remark that says how, and what a
 * person could do about it; nothing here changes a setting or starts a process.
 *
 * Names are constants. Those of the caller's own build (compiler, flags, version) are the caller's to add.
 *
 * Takes a few milliseconds and some hundred system calls: before the measurement, in the main thread.
 */

/*
 * Adds the facts for the CPUs that the run will use (n_cpus 0: it is not bound, and all allowed CPUs are
 * meant; of more than CPULIST_MAX only so many are looked at). Without a topology (NULL) the sizes of caches
 * and the number of NUMA nodes are unknown. Never fails; when memory runs out, facts->lost is set.
 */
void environment_read(
	struct facts *facts, const struct topology *topology, const int *cpus, size_t n_cpus);

/*
 * The same with /proc, /sys and /run below `root`. Only the architecture and the page size, which are not in
 * files, and the topology are those of this machine.
 */
void environment_read_below(const char *root, struct facts *facts, const struct topology *topology,
	const int *cpus, size_t n_cpus);

#endif
