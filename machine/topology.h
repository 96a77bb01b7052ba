/* SPDX-License-Identifier: MIT */
#ifndef NETIO_MACHINE_TOPOLOGY_H
#define NETIO_MACHINE_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Which CPUs this process may use, how they are related, and binding a thread to one of them.
 * Topology comes from hwloc; where hwloc knows no caches, the placements that need them are reported
 * as unavailable and the rest works.
 *
 * A struct topology is made once in the main thread and only read after that, by any thread and by
 * forked children.
 */

/* No particular CPU: the scheduler chooses. */
#define CPU_ANY (-1)

struct topology;

/* Name and version of the library behind it. */
const char *topology_library(void);

/* Where the two ends run. `name` is how it was asked for; cpu numbers are the operating system's. */
struct placement {
	char name[32];
	int cpu_send; /* CPU_ANY for `any` */
	int cpu_recv;
	char unavailable[128]; /* why this machine cannot do it; empty when it can */
};

/* Reads the topology within the CPUs the calling thread may use now. Free with topology_free. */
struct topology *topology_new(struct err *err);
void topology_free(struct topology *t);

/* Size of the data (or unified) cache of that level above a CPU; 0: none, or not known. */
uint64_t topology_cache_bytes(const struct topology *t, int cpu, int level);

/* Of the machine; 0: not known. */
int topology_numa_nodes(const struct topology *t);

/* The named placements, NULL past the last: same smt l2 l3 package any; and what each means. */
const char *placement_name(size_t index);
const char *placement_desc(size_t index);

/*
 * Resolves one placement: a name, or "S,R" with two CPU numbers. A pair is named by the closest thing
 * that both CPUs share: smt, one core; l2, that cache but not a core; l3, that cache but no L2;
 * package, the package but no cache of these. A name this machine cannot serve is no error: the
 * reason is in ->unavailable. -EINVAL for an unknown name, or a CPU that this process may not use.
 */
int placement_resolve(
	const struct topology *t, const char *text, struct placement *placement, struct err *err);

/*
 * Binds the calling thread to `cpu` (CPU_ANY: to all the CPUs allowed when the topology was made) and
 * checks both the mask that is in force and the CPU it now runs on. 0 or a negative errno with err.
 */
int topology_bind(const struct topology *t, int cpu, struct err *err);

/*
 * Whether the calling thread is still bound to `cpu` and runs there: someone else may have moved it. 0,
 * also for CPU_ANY, -EXDEV, or another negative errno when the mask cannot be read, with err.
 */
int topology_check(const struct topology *t, int cpu, struct err *err);

#endif
