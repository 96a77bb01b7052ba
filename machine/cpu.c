/* SPDX-License-Identifier: MIT */
#include "machine/cpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* The text behind "key<blanks>: " when the line has that key, else NULL. Cuts the newline. */
static const char *value_of(char *line, const char *key)
{
	size_t n = strlen(key);

	line[strcspn(line, "\n")] = '\0';
	if (strncmp(line, key, n) != 0)
		return NULL;
	n += strspn(line + n, " \t");
	return line[n] == ':' ? line + n + 1 + strspn(line + n + 1, " ") : NULL;
}

static void read_cpuinfo(struct machine *machine)
{
	FILE *f = fopen("/proc/cpuinfo", "re");
	char line[512];
	const char *value;

	if (!f)
		return;
	while (fgets(line, sizeof(line), f) && (!machine->cpu[0] || machine->cpu_mhz == 0)) {
		value = value_of(line, "model name");
		if (value)
			snprintf(machine->cpu, sizeof(machine->cpu), "%s", value);
		value = value_of(line, "cpu MHz");
		if (value)
			machine->cpu_mhz = strtod(value, NULL);
	}
	fclose(f);
}

void machine_read(struct machine *machine)
{
	struct utsname u;

	*machine = (struct machine) { 0 };
	read_cpuinfo(machine);
	if (uname(&u) == 0)
		snprintf(machine->kernel, sizeof(machine->kernel), "%s %s", u.sysname, u.release);
}
