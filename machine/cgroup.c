/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/cgroup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/sysfile.h"

/* Where a version is mounted, and this process's group in it: "/a/b", on the way up "/a", then "". */
struct place {
	const char *mount;
	char group[512];
};

/* Version 2 alone; version 2 beside 1; version 1, where this often is a link to "cpu,cpuacct". */
static const char *const mounts[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified",
	"/sys/fs/cgroup/cpu" };

#define N_MOUNTS     (sizeof(mounts) / sizeof(mounts[0]))
#define AT_VERSION_1 2

/* Whether "cpu" is one of the names between the colons of "4:cpu,cpuacct:/group". */
static bool is_cpu_controller(const char *names, size_t n)
{
	char list[128];

	snprintf(list, sizeof(list), ",%.*s,", (int)n, names);
	return strstr(list, ",cpu,") != NULL;
}

/* The group in a line of /proc/self/cgroup when it is of that version, else NULL. */
static const char *group_of(const char *line, bool version_1)
{
	const char *names = strchr(line, ':');
	const char *group = names ? strchr(names + 1, ':') : NULL;

	if (!group)
		return NULL;
	names++;
	if (version_1 ? !is_cpu_controller(names, (size_t)(group - names)) : group != names)
		return NULL;
	return group[1] == '/' ? group + 1 : NULL;
}

static bool find_place(const char *root, size_t i, struct place *place)
{
	char text[4096];
	char *rest = text;
	const char *group;
	char *line;

	place->mount = mounts[i];
	if (!sysfile_read(root, "/proc/self/cgroup", text, sizeof(text)))
		return false;
	while ((line = strsep(&rest, "\n")) != NULL) {
		group = group_of(line, i >= AT_VERSION_1);
		if (group && strlen(group) < sizeof(place->group)) {
			snprintf(place->group, sizeof(place->group), "%s", group[1] ? group : "");
			return true;
		}
	}
	return false;
}

/* One group up; false at the top. */
static bool go_up(struct place *place)
{
	char *slash = strrchr(place->group, '/');

	if (!slash)
		return false;
	*slash = '\0';
	return true;
}

/* "quota period" in microseconds, "max period" without a limit. */
static double limit_v2(const char *root, const struct place *place)
{
	char text[64];
	char *rest;
	double quota, period;

	if (!sysfile_line(root, text, sizeof(text), "%s%s/cpu.max", place->mount, place->group))
		return 0;
	quota = strtod(text, &rest);
	period = strtod(rest, NULL);
	return rest != text && quota > 0 && period > 0 ? quota / period : 0;
}

/* A quota of -1 is no limit. */
static double limit_v1(const char *root, const struct place *place)
{
	int64_t quota, period;

	if (!sysfile_integer(root, &quota, "%s%s/cpu.cfs_quota_us", place->mount, place->group) ||
		!sysfile_integer(
			root, &period, "%s%s/cpu.cfs_period_us", place->mount, place->group))
		return 0;
	return quota > 0 && period > 0 ? (double)quota / (double)period : 0;
}

double cgroup_limit_cpus(const char *root)
{
	struct place place;
	double tightest = 0;
	double limit;

	for (size_t i = 0; i < N_MOUNTS; i++) {
		if (!find_place(root, i, &place))
			continue;
		do {
			limit = i < AT_VERSION_1 ? limit_v2(root, &place) : limit_v1(root, &place);
			if (limit > 0 && (tightest == 0 || limit < tightest))
				tightest = limit;
		} while (go_up(&place));
	}
	return tightest;
}

/* Version 1 counts nanoseconds under another name. */
static void add_throttle(
	const char *root, const struct place *place, struct cgroup_throttle *throttle)
{
	char path[SYSFILE_PATH_BYTES];
	char text[2048];
	int64_t n, time;

	snprintf(path, sizeof(path), "%s%s/cpu.stat", place->mount, place->group);
	if (!sysfile_read(root, path, text, sizeof(text)) ||
		!sysfile_number(text, "nr_throttled", ' ', &n))
		return;
	if (sysfile_number(text, "throttled_time", ' ', &time))
		time /= 1000;
	else if (!sysfile_number(text, "throttled_usec", ' ', &time))
		return;
	throttle->known = true;
	throttle->n += (uint64_t)n;
	throttle->us += (uint64_t)time;
}

void cgroup_read_throttle(const char *root, struct cgroup_throttle *throttle)
{
	struct place place;

	*throttle = (struct cgroup_throttle) { 0 };
	for (size_t i = 0; i < N_MOUNTS; i++) {
		if (!find_place(root, i, &place))
			continue;
		do
			add_throttle(root, &place, throttle);
		while (go_up(&place));
	}
}
