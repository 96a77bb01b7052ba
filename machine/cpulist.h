/* SPDX-License-Identifier: MIT */
#ifndef NETIO_MACHINE_CPULIST_H
#define NETIO_MACHINE_CPULIST_H

#include <stdbool.h>
#include <stddef.h>

/* Sets of CPUs as the kernel writes them: "0-3,8". */

/* More CPUs than a machine has that this looks at one by one. */
#define CPULIST_MAX 1024

/*
 * The CPUs of the text in ascending order, as many as fit into `max`; the return is their number, 0 where the
 * text is empty or is no such list.
 */
size_t cpulist_parse(const char *text, int *cpus, size_t max);

/* The shortest such text, cut at a comma when it does not fit. Sorts `cpus`; a number may stand there twice. */
void cpulist_write(int *cpus, size_t n, char *text, size_t size);

bool cpulist_has(const int *cpus, size_t n, int cpu);

#endif
