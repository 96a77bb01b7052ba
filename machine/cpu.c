/* SPDX-License-Identifier: MIT */
#include "machine/cpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>

#include "machine/sysfile.h"

void machine_read(struct machine *machine)
{
	char cpuinfo[4096];
	char mhz[32];
	struct utsname u;

	*machine = (struct machine) { 0 };
	sysfile_read("", "/proc/cpuinfo", cpuinfo, sizeof(cpuinfo));
	sysfile_value(cpuinfo, "model name", ':', machine->cpu, sizeof(machine->cpu));
	if (sysfile_value(cpuinfo, "cpu MHz", ':', mhz, sizeof(mhz)))
		machine->cpu_mhz = strtod(mhz, NULL);
	if (uname(&u) == 0)
		snprintf(machine->kernel, sizeof(machine->kernel), "%s %s", u.sysname, u.release);
}
