/* SPDX-License-Identifier: MIT */
#ifndef NETIO_MACHINE_CPU_H
#define NETIO_MACHINE_CPU_H

/* What this computer is, for the head of a result. Strings are empty and numbers 0 where not known. */
struct machine {
	char cpu[96];     /* model name */
	double cpu_mhz;   /* as /proc/cpuinfo says now: a guide, not a measurement */
	char kernel[160]; /* sysname and release */
};

void machine_read(struct machine *machine);

#endif
