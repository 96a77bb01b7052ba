/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/survey.h"
#include "machine/sysfile.h"

bool survey_text(struct survey *s, const char *name, const char *path)
{
	char text[SYSFILE_PATH_BYTES];
	bool found = sysfile_line(s->root, text, sizeof(text), "%s", path) && text[0];

	facts_text(s->facts, name, found ? text : NULL);
	return found;
}

bool survey_integer(struct survey *s, const char *name, const char *path)
{
	int64_t value;
	bool found = sysfile_integer(s->root, &value, "%s", path);

	if (found)
		facts_integer(s->facts, name, value);
	else
		facts_unknown(s->facts, name);
	return found;
}

bool survey_flag(struct survey *s, const char *name, const char *path)
{
	int64_t value;
	bool found = sysfile_integer(s->root, &value, "%s", path) && (value == 0 || value == 1);

	if (found)
		facts_flag(s->facts, name, value);
	else
		facts_unknown(s->facts, name);
	return found;
}

void survey_list(struct survey *s, const char *name, const char *path)
{
	char text[256];

	/* Some kernels print a list that was never set as the NULL pointer it is. */
	if (!sysfile_line(s->root, text, sizeof(text), "%s", path))
		facts_unknown(s->facts, name);
	else
		facts_text(s->facts, name, text[0] && strcmp(text, "(null)") != 0 ? text : "none");
}

bool survey_last_is(const struct survey *s, const char *text)
{
	char shown[64];

	if (s->facts->n == 0)
		return false;
	return strcmp(fact_show(&s->facts->fact[s->facts->n - 1], shown, sizeof(shown)), text) == 0;
}

static bool allowed_cpus(struct survey *s, char *text, size_t size)
{
	char status[8192];

	return sysfile_read(s->root, "/proc/self/status", status, sizeof(status)) &&
	       sysfile_value(status, "Cpus_allowed_list", ':', text, size) && text[0];
}

/* Which CPUs there are, which this process may use, and which it will. */
static void choose_cpus(struct survey *s, const int *cpus, size_t n_cpus)
{
	char allowed[512];
	char chosen[512];

	s->n_cpus = n_cpus < CPULIST_MAX ? n_cpus : CPULIST_MAX;
	if (s->n_cpus)
		memcpy(s->cpus, cpus, s->n_cpus * sizeof(*cpus));
	cpulist_write(s->cpus, s->n_cpus, chosen, sizeof(chosen));
	survey_text(s, "online_cpus", "/sys/devices/system/cpu/online");
	if (!allowed_cpus(s, allowed, sizeof(allowed)))
		allowed[0] = '\0';
	facts_text(s->facts, "allowed_cpus", allowed[0] ? allowed : NULL);
	facts_text(s->facts, "bound_cpus", n_cpus ? chosen : "none");
	if (n_cpus == 0)
		s->n_cpus = cpulist_parse(allowed, s->cpus, CPULIST_MAX);
}

void environment_read_below(const char *root, struct facts *facts, const struct topology *topology,
	const int *cpus, size_t n_cpus)
{
	struct survey s = { .root = root, .facts = facts, .topology = topology };

	choose_cpus(&s, cpus, n_cpus);
	survey_cpu(&s);
	survey_clock(&s);
	survey_host(&s);
	survey_kernel(&s);
	survey_net(&s);
}

void environment_read(
	struct facts *facts, const struct topology *topology, const int *cpus, size_t n_cpus)
{
	environment_read_below("", facts, topology, cpus, n_cpus);
}
