/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/topology.h"

#include <errno.h>
#include <hwloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/units.h"

struct topology {
	hwloc_topology_t hw;
	hwloc_cpuset_t allowed; /* CPUs of the machine that this process may use */
	int n_cpus;             /* so many the kernel wants in a CPU set */
};

struct named_placement {
	const char *name;
	const char *desc;
	hwloc_obj_type_t shared;   /* what the two CPUs share ... */
	hwloc_obj_type_t separate; /* ... and what they must not share */
	const char *reason;
};

/* Closest first. L1 stands for "nothing": no two PUs of different cores share one. */
static const struct named_placement placements[] = {
	{ "same", "both ends on one CPU: the most repeatable", HWLOC_OBJ_PU, HWLOC_OBJ_PU, NULL },
	{ "smt", "two hardware threads of one core", HWLOC_OBJ_CORE, HWLOC_OBJ_PU,
		"no core has two usable hardware threads" },
	{ "l2", "two cores that share an L2 cache", HWLOC_OBJ_L2CACHE, HWLOC_OBJ_CORE,
		"no two usable cores share an L2 cache" },
	{ "l3", "two cores that share an L3 cache but no L2", HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE,
		"no two usable cores share an L3 cache only" },
	{ "package", "two cores of one package that share no L2 or L3", HWLOC_OBJ_PACKAGE,
		HWLOC_OBJ_L3CACHE, "no two usable cores share a package only" },
	{ "any", "not bound: the scheduler chooses", HWLOC_OBJ_MACHINE, HWLOC_OBJ_MACHINE, NULL },
};

#define N_PLACEMENTS (sizeof(placements) / sizeof(placements[0]))

const char *topology_library(void)
{
	return "hwloc " HWLOC_VERSION;
}

const char *placement_name(size_t index)
{
	return index < N_PLACEMENTS ? placements[index].name : NULL;
}

const char *placement_desc(size_t index)
{
	return index < N_PLACEMENTS ? placements[index].desc : NULL;
}

/* The calling thread's CPUs, in a set of n; NULL when that is too few (EINVAL) or with another errno. */
static cpu_set_t *read_affinity(int n)
{
	cpu_set_t *set = CPU_ALLOC(n);
	int code = ENOMEM;

	if (set && sched_getaffinity(0, CPU_ALLOC_SIZE(n), set) == 0)
		return set;
	if (set)
		code = errno;
	CPU_FREE(set);
	errno = code;
	return NULL;
}

/* The affinity mask at start, not hwloc's view of it: with a described (XML, synthetic) topology they differ. */
static int read_allowed(struct topology *t, struct err *err)
{
	cpu_set_t *set;

	t->allowed = hwloc_bitmap_alloc();
	if (!t->allowed)
		return err_set(err, ENOMEM, "out of memory");
	/* The kernel refuses a set smaller than its own: grow until it fits. */
	t->n_cpus = 1024;
	while (!(set = read_affinity(t->n_cpus)) && errno == EINVAL && t->n_cpus < 1 << 20)
		t->n_cpus *= 2;
	if (!set)
		return err_set(
			err, errno, "cannot read the CPUs of this process: %s", strerror(errno));
	for (int cpu = 0; cpu < t->n_cpus; cpu++) {
		if (CPU_ISSET_S(cpu, CPU_ALLOC_SIZE(t->n_cpus), set))
			hwloc_bitmap_set(t->allowed, cpu);
	}
	CPU_FREE(set);
	return 0;
}

struct topology *topology_new(struct err *err)
{
	struct topology *t = calloc(1, sizeof(*t));

	if (!t) {
		err_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	errno = 0;
	if (hwloc_topology_init(&t->hw) || hwloc_topology_load(t->hw)) {
		err_set(err, errno ? errno : EIO, "hwloc cannot read this machine's topology: %s",
			errno ? strerror(errno) : "it does not say why");
		goto fail;
	}
	if (read_allowed(t, err))
		goto fail;
	return t;
fail:
	topology_free(t);
	return NULL;
}

void topology_free(struct topology *t)
{
	if (!t)
		return;
	hwloc_bitmap_free(t->allowed);
	if (t->hw)
		hwloc_topology_destroy(t->hw);
	free(t);
}

/* The object of this type above a CPU, NULL where there is none; a PU is above itself. */
static hwloc_obj_t above(const struct topology *t, int cpu, hwloc_obj_type_t type)
{
	hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(t->hw, cpu);

	if (!pu || type == HWLOC_OBJ_PU)
		return pu;
	return hwloc_get_ancestor_obj_by_type(t->hw, type, pu);
}

uint64_t topology_cache_bytes(const struct topology *t, int cpu, int level)
{
	static const hwloc_obj_type_t types[] = { HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE,
		HWLOC_OBJ_L3CACHE };
	hwloc_obj_t cache = level < 1 || level > 3 ? NULL : above(t, cpu, types[level - 1]);

	return cache ? cache->attr->cache.size : 0;
}

int topology_numa_nodes(const struct topology *t)
{
	int n = hwloc_get_nbobjs_by_type(t->hw, HWLOC_OBJ_NUMANODE);

	return n > 0 ? n : 0;
}

static bool share(const struct topology *t, int a, int b, hwloc_obj_type_t type)
{
	hwloc_obj_t x = above(t, a, type);

	return x && x == above(t, b, type);
}

static bool pair_fits(const struct topology *t, int a, int b, const struct named_placement *p)
{
	return share(t, a, b, p->shared) &&
	       !share(t, a, b, p->separate)
	       /* A machine may have an L3 but no L2 object, or the other way round. */
	       && !(p->shared != HWLOC_OBJ_CORE && share(t, a, b, HWLOC_OBJ_CORE)) &&
	       !(p->shared == HWLOC_OBJ_PACKAGE && share(t, a, b, HWLOC_OBJ_L2CACHE));
}

/*
 * From the last CPU down: CPU 0 is where most machines take their interrupts and run their
 * housekeeping, so it is the last choice.
 */
static bool find_pair(
	const struct topology *t, const struct named_placement *p, int *send, int *recv)
{
	for (int a = hwloc_bitmap_last(t->allowed); a >= 0; a--) {
		for (int b = a - 1; b >= 0; b--) {
			if (hwloc_bitmap_isset(t->allowed, a) &&
				hwloc_bitmap_isset(t->allowed, b) && pair_fits(t, a, b, p)) {
				*send = b;
				*recv = a;
				return true;
			}
		}
	}
	return false;
}

static void resolve_name(
	const struct topology *t, const struct named_placement *p, struct placement *out)
{
	*out = (struct placement) { .cpu_send = CPU_ANY, .cpu_recv = CPU_ANY };
	snprintf(out->name, sizeof(out->name), "%s", p->name);
	if (p->shared == HWLOC_OBJ_MACHINE)
		return;
	if (p->shared == HWLOC_OBJ_PU)
		out->cpu_send = out->cpu_recv = hwloc_bitmap_last(t->allowed);
	else if (!find_pair(t, p, &out->cpu_send, &out->cpu_recv))
		snprintf(out->unavailable, sizeof(out->unavailable), "%s", p->reason);
}

static int parse_cpu(const struct topology *t, const char *text, int *cpu, struct err *err)
{
	char allowed[128];
	uint64_t n;

	if (units_size(text, &n, err))
		return -EINVAL;
	if (n > INT32_MAX || !hwloc_bitmap_isset(t->allowed, n)) {
		hwloc_bitmap_list_snprintf(allowed, sizeof(allowed), t->allowed);
		return err_set(err, EINVAL,
			"CPU %s is not one this process may use: expected one of %s", text,
			allowed);
	}
	*cpu = n;
	return 0;
}

/* "S,R"; the caller has seen the comma. */
static int resolve_pair(
	const struct topology *t, const char *text, struct placement *out, struct err *err)
{
	struct placement p = { 0 };
	char first[32];
	size_t n = strcspn(text, ",");

	if (n >= sizeof(first) || strlen(text) >= sizeof(p.name))
		return err_set(err, EINVAL, "'%.40s' is not a pair of CPU numbers", text);
	memcpy(first, text, n);
	first[n] = '\0';
	if (parse_cpu(t, first, &p.cpu_send, err) || parse_cpu(t, text + n + 1, &p.cpu_recv, err))
		return -EINVAL;
	memcpy(p.name, text, strlen(text) + 1);
	*out = p;
	return 0;
}

int placement_resolve(
	const struct topology *t, const char *text, struct placement *placement, struct err *err)
{
	const char *near;

	if (strchr(text, ','))
		return resolve_pair(t, text, placement, err);
	for (size_t i = 0; i < N_PLACEMENTS; i++) {
		if (strcmp(text, placements[i].name) == 0) {
			resolve_name(t, &placements[i], placement);
			return 0;
		}
	}
	near = nearest_name(text, placement_name);
	return err_set(err, EINVAL,
		"'%s' is not a placement: expected same, smt, l2, l3, package, any or two CPU "
		"numbers S,R%s%s%s",
		text, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

int topology_check(const struct topology *t, int cpu, struct err *err)
{
	size_t n = CPU_ALLOC_SIZE(t->n_cpus);
	int at = sched_getcpu();
	cpu_set_t *now;
	bool bound;

	if (cpu == CPU_ANY)
		return 0;
	now = read_affinity(t->n_cpus);
	if (!now)
		return err_set(err, errno, "cannot read back the binding: %s", strerror(errno));
	bound = CPU_COUNT_S(n, now) == 1 && CPU_ISSET_S(cpu, n, now) && at == cpu;
	CPU_FREE(now);
	return bound ? 0
		     : err_set(err, EXDEV, "binding to CPU %d did not hold: it runs on CPU %d", cpu,
			       at);
}

/*
 * Not through hwloc, which binds nothing, and says that it did, where its topology is a described one and
 * not this machine's.
 */
int topology_bind(const struct topology *t, int cpu, struct err *err)
{
	size_t n = CPU_ALLOC_SIZE(t->n_cpus);
	cpu_set_t *set = CPU_ALLOC(t->n_cpus);
	int code = 0;

	if (!set)
		return err_set(err, ENOMEM, "out of memory");
	CPU_ZERO_S(n, set);
	for (int i = 0; i < t->n_cpus; i++) {
		if (i == cpu || (cpu == CPU_ANY && hwloc_bitmap_isset(t->allowed, i)))
			CPU_SET_S(i, n, set);
	}
	if (sched_setaffinity(0, n, set))
		code = errno;
	CPU_FREE(set);
	if (code && cpu == CPU_ANY)
		return err_set(err, code, "cannot run on the CPUs allowed at the start: %s",
			strerror(code));
	if (code)
		return err_set(err, code, "cannot bind to CPU %d: %s", cpu, strerror(code));
	return topology_check(t, cpu, err);
}
