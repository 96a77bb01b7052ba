/* SPDX-License-Identifier: MIT */
#include "cli/conditions.h"

#include <time.h>

#include "cli/compiler.h"
#include "machine/cpulist.h"
#include "machine/environment.h"
#include "version.h"

static uint64_t unix_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void conditions_read(
	struct facts *environment, const struct topology *topology, const int *cpus, size_t n_cpus)
{
	environment_read(environment, topology, cpus, n_cpus);
	facts_text(environment, "netio_version", NETIO_VERSION);
	facts_text(environment, "netio_git", NETIO_GIT);
	facts_text(environment, "compiler", COMPILER);
	facts_text(environment, "compiler_flags", NETIO_CFLAGS);
}

static void add_cpu(int *cpus, size_t *n, int cpu)
{
	if (cpu >= 0 && *n < CPULIST_MAX && !cpulist_has(cpus, *n, cpu))
		cpus[(*n)++] = cpu;
}

void conditions_of_run(struct run_record *run, const struct topology *topology)
{
	int cpus[CPULIST_MAX] = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < run->n_points; i++) {
		add_cpu(cpus, &n, run->points[i].cpu_send);
		add_cpu(cpus, &n, run->points[i].cpu_recv);
	}
	conditions_read(&run->environment, topology, cpus, n);
	run->begin_ms = unix_ms();
}

void conditions_of_copy(struct copy_run *run, const struct topology *topology)
{
	int cpus[2] = { 0 };
	size_t n = 0;

	add_cpu(cpus, &n, run->cpu_a);
	add_cpu(cpus, &n, run->cpu_b);
	conditions_read(&run->environment, topology, cpus, n);
	run->begin_ms = unix_ms();
}
