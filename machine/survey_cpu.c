/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/survey.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "machine/sysfile.h"

/* Lines of /proc/cpuinfo until the search for a CPU's is given up: 8192 CPUs of 64 lines. */
#define CPUINFO_LINES_MAX (1 << 19)

#define SMT_CONTROL ">/sys/devices/system/cpu/smt/control"

static void append(char *text, size_t size, const char *more)
{
	size_t n = strlen(text);

	snprintf(text + n, size - n, "%s", more);
}

static bool block_is_of(const char *block, int cpu)
{
	int64_t number;

	return sysfile_number(block, "processor", ':', &number) && number == cpu;
}

/* Line by line: on a machine of many CPUs the whole is long, and the kernel asks each CPU for its clock. */
static void read_cpuinfo(struct survey *s)
{
	int cpu = s->n_cpus ? s->cpus[0] : 0;
	char path[SYSFILE_PATH_BYTES];
	char line[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/proc/cpuinfo", s->root);
	f = fopen(path, "re");
	if (!f)
		return;
	for (int i = 0; i < CPUINFO_LINES_MAX && fgets(line, sizeof(line), f); i++) {
		if (line[0] != '\n') {
			append(s->cpuinfo, sizeof(s->cpuinfo), line);
			continue;
		}
		if (block_is_of(s->cpuinfo, cpu))
			break;
		s->cpuinfo[0] = '\0';
	}
	fclose(f);
	/* Where no processor has that number, or they are not told apart. */
	if (!block_is_of(s->cpuinfo, cpu))
		sysfile_read(s->root, "/proc/cpuinfo", s->cpuinfo, sizeof(s->cpuinfo));
}

/* Arm has no name, but numbers from which one can be looked up. */
static bool arm_name(const struct survey *s, char *name, size_t size)
{
	static const char *const keys[] = { "CPU implementer", "CPU part", "CPU variant",
		"CPU revision" };
	static const char *const words[] = { "implementer ", ", part ", ", variant ",
		", revision " };
	char value[32];

	name[0] = '\0';
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (!sysfile_value(s->cpuinfo, keys[i], ':', value, sizeof(value)))
			return false;
		append(name, size, words[i]);
		append(name, size, value);
	}
	return true;
}

static void model_name(struct survey *s)
{
	static const char *const keys[] = { "model name", "cpu model", "uarch", "cpu",
		"Processor" };
	char name[128];

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (sysfile_value(s->cpuinfo, keys[i], ':', name, sizeof(name)) && name[0]) {
			facts_text(s->facts, "cpu_model", name);
			return;
		}
	}
	facts_text(s->facts, "cpu_model", arm_name(s, name, sizeof(name)) ? name : NULL);
}

static void cpuinfo_text(struct survey *s, const char *name, const char *key)
{
	char value[64];
	bool found = sysfile_value(s->cpuinfo, key, ':', value, sizeof(value)) && value[0];

	facts_text(s->facts, name, found ? value : NULL);
}

static void cpuinfo_integer(struct survey *s, const char *name, const char *key)
{
	int64_t value;

	if (sysfile_number(s->cpuinfo, key, ':', &value))
		facts_integer(s->facts, name, value);
	else
		facts_unknown(s->facts, name);
}

static void model(struct survey *s)
{
	struct utsname u;

	facts_text(s->facts, "architecture", uname(&u) == 0 ? u.machine : NULL);
	cpuinfo_text(s, "cpu_vendor", "vendor_id");
	model_name(s);
	cpuinfo_integer(s, "cpu_family", "cpu family");
	cpuinfo_integer(s, "cpu_model_number", "model");
	cpuinfo_integer(s, "cpu_stepping", "stepping");
	cpuinfo_text(s, "microcode", "microcode");
}

/* Of the first CPU meant, as placements are of CPUs of one kind. */
static void caches(struct survey *s)
{
	static const char *const names[] = { "l1d_bytes", "l2_bytes", "l3_bytes" };
	uint64_t bytes;

	for (int level = 1; level <= 3; level++) {
		bytes = s->topology && s->n_cpus
				? topology_cache_bytes(s->topology, s->cpus[0], level)
				: 0;
		if (bytes)
			facts_integer(s->facts, names[level - 1], (int64_t)bytes);
		else
			facts_unknown(s->facts, names[level - 1]);
	}
	if (s->topology && topology_numa_nodes(s->topology))
		facts_integer(s->facts, "numa_nodes", topology_numa_nodes(s->topology));
	else
		facts_unknown(s->facts, "numa_nodes");
}

/* Adds the other hardware threads of a CPU's core that are not there yet; false where not known. */
static bool add_siblings(const struct survey *s, int cpu, int *others, size_t *n)
{
	int core[64];
	char text[256];
	size_t n_core;

	if (!sysfile_line(s->root, text, sizeof(text),
		    "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu))
		return false;
	n_core = cpulist_parse(text, core, sizeof(core) / sizeof(core[0]));
	for (size_t i = 0; i < n_core && *n < CPULIST_MAX; i++) {
		if (core[i] != cpu && !cpulist_has(others, *n, core[i]))
			others[(*n)++] = core[i];
	}
	return n_core > 0;
}

static bool all_are_meant(const struct survey *s, const int *cpus, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!cpulist_has(s->cpus, s->n_cpus, cpus[i]))
			return false;
	}
	return true;
}

static void siblings(struct survey *s)
{
	int others[CPULIST_MAX];
	char text[512];
	size_t n = 0;
	bool known = s->n_cpus > 0;

	for (size_t i = 0; i < s->n_cpus && known; i++)
		known = add_siblings(s, s->cpus[i], others, &n);
	cpulist_write(others, n, text, sizeof(text));
	facts_text(s->facts, "smt_siblings", !known ? NULL : n ? text : "none");
	if (!known || n == 0)
		return;
	if (all_are_meant(s, others, n))
		facts_remark(s->facts, "hardware threads of one core slow each other down: leave "
				       "all but one of each core idle, or echo off " SMT_CONTROL);
	else
		facts_remark(s->facts,
			"a hardware thread of the same core slows the measured one down whenever "
			"it runs: keep CPU %s idle, or echo off " SMT_CONTROL,
			text);
}

void survey_cpu(struct survey *s)
{
	read_cpuinfo(s);
	model(s);
	caches(s);
	survey_flag(s, "smt_active", "/sys/devices/system/cpu/smt/active");
	siblings(s);
	survey_list(s, "isolated_cpus", "/sys/devices/system/cpu/isolated");
	survey_list(s, "nohz_full_cpus", "/sys/devices/system/cpu/nohz_full");
}
