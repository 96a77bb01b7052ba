/* SPDX-License-Identifier: MIT */
#include "results/noise_line.h"

static const struct part {
	const char *name;
	const char *before;
	const char *unit;
} parts[] = {
	{ "others_cpu_percent", "others used ", " % of a CPU" },
	{ "steal_percent", ", the host kept ", " % of the CPUs" },
	{ "psi_cpu_some_percent", ", a task waited for a CPU ",
		" % of the time (both ends on one CPU do)" },
};

static void number(FILE *f, const struct part *part, const struct facts *noise)
{
	const struct fact *fact = facts_find(noise, part->name);

	if (fact && fact->type == FACT_NUMBER)
		fprintf(f, "%s%.1f%s", part->before, fact->number, part->unit);
	else
		fprintf(f, "%s-%s", part->before, part->unit);
}

/* These are rare: only told when they happened. */
static void count(FILE *f, const char *name, const char *words, const struct facts *noise)
{
	const struct fact *fact = facts_find(noise, name);

	if (fact && fact->type == FACT_INTEGER && fact->integer > 0)
		fprintf(f, ", %s", words);
}

void noise_line_write(FILE *f, const struct facts *noise)
{
	if (noise->n == 0)
		return;
	fprintf(f, "# noise: ");
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		number(f, &parts[i], noise);
	count(f, "thermal_throttles", "slowed down for heat", noise);
	count(f, "cgroup_throttles", "stopped by a CPU limit", noise);
	fputc('\n', f);
}
