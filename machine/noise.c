/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/noise.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "machine/cpulist.h"
#include "machine/sysfile.h"

#define NS_PER_S 1000000000ULL

/* The columns of the line "cpu" in /proc/stat; those after steal are contained in user and nice. */
enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, N_COLUMNS };

static bool parse_columns(char *text, uint64_t *column)
{
	char *end;

	for (int i = 0; i < N_COLUMNS; i++) {
		errno = 0;
		column[i] = strtoull(text, &end, 10);
		if (end == text || errno)
			return false;
		text = end;
	}
	return true;
}

static void read_ticks(const char *root, struct noise_ticks *ticks)
{
	uint64_t column[N_COLUMNS];
	char text[512];

	if (!sysfile_line(root, text, sizeof(text), "/proc/stat") ||
		strncmp(text, "cpu ", 4) != 0 || !parse_columns(text + 4, column))
		return;
	ticks->known = true;
	ticks->busy = column[USER] + column[NICE] + column[SYSTEM] + column[IRQ] + column[SOFTIRQ];
	ticks->steal = column[STEAL];
	ticks->all = ticks->busy + ticks->steal + column[IDLE] + column[IOWAIT];
}

static void set(struct noise_count *count, bool known, int64_t n)
{
	if (known && n >= 0)
		*count = (struct noise_count) { .known = true, .n = (uint64_t)n };
}

/* "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234", microseconds. */
static void read_psi(const char *root, struct noise_count *us)
{
	char text[256];
	const char *total = NULL;

	if (sysfile_line(root, text, sizeof(text), "/proc/pressure/cpu") &&
		strncmp(text, "some ", 5) == 0)
		total = strstr(text, "total=");
	if (total)
		set(us, total[6] >= '0' && total[6] <= '9', strtoll(total + 6, NULL, 10));
}

static void read_load(struct noise *noise)
{
	char text[64];
	char *end;

	if (!sysfile_line(noise->root, text, sizeof(text), "/proc/loadavg"))
		return;
	noise->load = strtod(text, &end);
	noise->load_known = end != text && *end == ' ';
}

static void read_migrations(const char *root, struct noise_count *count)
{
	char text[8192];
	int64_t n = 0;
	bool known = sysfile_read(root, "/proc/self/sched", text, sizeof(text)) &&
		     sysfile_number(text, "se.nr_migrations", ':', &n);

	set(count, known, n);
}

static void read_thermal(const char *root, struct noise_count *count)
{
	static const char *const files[] = { "core_throttle_count", "package_throttle_count" };
	int cpus[CPULIST_MAX];
	char text[256];
	int64_t n;
	size_t n_cpus = 0;

	if (sysfile_line(root, text, sizeof(text), "/sys/devices/system/cpu/online"))
		n_cpus = cpulist_parse(text, cpus, CPULIST_MAX);
	for (size_t i = 0; i < 2 * n_cpus; i++) {
		if (sysfile_integer(root, &n, "/sys/devices/system/cpu/cpu%d/thermal_throttle/%s",
			    cpus[i / 2], files[i % 2]) &&
			n >= 0)
			set(count, true, (int64_t)count->n + n);
	}
}

static uint64_t timeval_ns(const struct timeval *t)
{
	return (uint64_t)t->tv_sec * NS_PER_S + (uint64_t)t->tv_usec * 1000;
}

static void add_usage(struct noise *noise, int who)
{
	struct rusage r = { 0 };

	getrusage(who, &r);
	noise->own_cpu_ns += timeval_ns(&r.ru_utime) + timeval_ns(&r.ru_stime);
	noise->n_switches += (uint64_t)r.ru_nivcsw;
	noise->n_minor_faults += (uint64_t)r.ru_minflt;
	noise->n_major_faults += (uint64_t)r.ru_majflt;
}

/* Own time and all CPUs' time one after the other: what is between would be taken for others' time. */
void noise_read(struct noise *noise, const char *root)
{
	long per_s = sysconf(_SC_CLK_TCK);

	*noise = (struct noise) { .root = root, .tick_ns = NS_PER_S / (per_s > 0 ? per_s : 100) };
	read_load(noise);
	read_migrations(root, &noise->migrations);
	read_thermal(root, &noise->thermal);
	cgroup_read_throttle(root, &noise->cgroup);
	read_psi(root, &noise->psi_us);
	noise->wall_ns = clock_ns();
	read_ticks(root, &noise->ticks);
	add_usage(noise, RUSAGE_SELF);
	add_usage(noise, RUSAGE_CHILDREN);
}

void noise_begin(struct noise *noise)
{
	noise_read(noise, "");
}

void noise_end(const struct noise *begin, struct facts *facts)
{
	struct noise end;

	noise_read(&end, begin->root);
	noise_between(begin, &end, facts);
}
