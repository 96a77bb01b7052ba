/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/survey.h"

#include <stdio.h>
#include <string.h>

#include "machine/sysfile.h"

#define CPUFREQ "/sys/devices/system/cpu/cpu%d/cpufreq/%s"

/* What the CPUs meant have in that file, each text once: "performance", "performance/powersave". */
static bool of_all(const struct survey *s, const char *file, char *text, size_t size)
{
	char one[64];
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < s->n_cpus; i++) {
		if (!sysfile_line(s->root, one, sizeof(one), CPUFREQ, s->cpus[i], file) || !one[0])
			return false;
		if (strstr(text, one) || n + strlen(one) + 2 > size)
			continue;
		n += (size_t)snprintf(text + n, size - n, "%s%s", n ? "/" : "", one);
	}
	return n > 0;
}

/* The lowest or the highest over the CPUs meant; 0: not known. */
static int64_t extreme_khz(const struct survey *s, const char *file, int sign)
{
	int64_t found = 0;
	int64_t khz;

	for (size_t i = 0; i < s->n_cpus; i++) {
		if (!sysfile_integer(s->root, &khz, CPUFREQ, s->cpus[i], file) || khz <= 0)
			return 0;
		if (found == 0 || sign * khz > sign * found)
			found = khz;
	}
	return found;
}

static void add_khz(struct survey *s, const char *name, int64_t khz)
{
	if (khz)
		facts_integer(s->facts, name, khz);
	else
		facts_unknown(s->facts, name);
}

static bool holds_clock(const char *governor)
{
	return strcmp(governor, "performance") == 0 || strcmp(governor, "userspace") == 0;
}

static void governor(struct survey *s)
{
	int64_t min_khz = extreme_khz(s, "scaling_min_freq", -1);
	int64_t max_khz = extreme_khz(s, "scaling_max_freq", 1);
	char text[128];
	bool found = of_all(s, "scaling_governor", text, sizeof(text));

	facts_text(s->facts, "governor", found ? text : NULL);
	if (found && !holds_clock(text) && (min_khz == 0 || min_khz != max_khz))
		facts_remark(s->facts,
			"the clock follows the load: cpupower frequency-set -g performance");
	found = of_all(s, "scaling_driver", text, sizeof(text));
	facts_text(s->facts, "cpu_freq_driver", found ? text : NULL);
	add_khz(s, "cpu_min_khz", min_khz);
	add_khz(s, "cpu_max_khz", max_khz);
}

/* Intel's driver says "no turbo" for all CPUs, others "boost" for all or, newer, for each. */
static void boost(struct survey *s)
{
	static const char no_turbo[] = "/sys/devices/system/cpu/intel_pstate/no_turbo";
	static const char for_all[] = "/sys/devices/system/cpu/cpufreq/boost";
	char per_cpu[128];
	int64_t value;

	if (sysfile_integer(s->root, &value, no_turbo)) {
		facts_flag(s->facts, "cpu_boost", value == 0);
		if (value == 0)
			facts_remark(s->facts,
				"the clock depends on heat and on how many cores are busy: echo 1 "
				">%s",
				no_turbo);
		return;
	}
	snprintf(per_cpu, sizeof(per_cpu), CPUFREQ, s->n_cpus ? s->cpus[0] : 0, "boost");
	if (!survey_flag(s, "cpu_boost",
		    sysfile_exists(s->root, for_all) || s->n_cpus == 0 ? for_all : per_cpu))
		return;
	if (survey_last_is(s, "yes"))
		facts_remark(s->facts,
			"the clock depends on heat and on how many cores are busy: echo 0 >%s",
			sysfile_exists(s->root, for_all) ? for_all : per_cpu);
}

/* Those that a program cannot read without the kernel, or that lie behind a slow bus. */
static bool is_slow_clock(const char *source)
{
	static const char *const slow[] = { "hpet", "acpi_pm", "pit", "jiffies", "refined-jiffies",
		"hyperv_clocksource_msr" };

	for (size_t i = 0; i < sizeof(slow) / sizeof(slow[0]); i++) {
		if (strcmp(source, slow[i]) == 0)
			return true;
	}
	return false;
}

static void clock_source(struct survey *s)
{
	static const char path[] =
		"/sys/devices/system/clocksource/clocksource0/current_clocksource";
	char text[64];

	if (!survey_text(s, "clock_source", path))
		return;
	sysfile_line(s->root, text, sizeof(text), "%s", path);
	if (is_slow_clock(text))
		facts_remark(s->facts,
			"each reading of the clock is a system call, and a slow one: "
			"clocksource=tsc "
			"on the kernel's command line where the CPU's counter is steady");
}

void survey_clock(struct survey *s)
{
	governor(s);
	boost(s);
	clock_source(s);
}
