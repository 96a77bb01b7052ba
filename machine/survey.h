/* SPDX-License-Identifier: MIT */
#ifndef NETIO_MACHINE_SURVEY_H
#define NETIO_MACHINE_SURVEY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fact.h"
#include "machine/cpulist.h"
#include "machine/topology.h"

/* What the parts of machine/environment.c share while they read. Each part adds the facts of its subject. */
struct survey {
	const char *root;
	struct facts *facts;
	const struct topology *topology; /* NULL: not known */
	int cpus[CPULIST_MAX];           /* that are meant, ascending; n_cpus may be 0: not known */
	size_t n_cpus;
	char cpuinfo[8192]; /* of /proc/cpuinfo the lines of the first CPU meant */
};

/* The processor, its clock, its caches and who shares them: survey_cpu.c, survey_clock.c. */
void survey_cpu(struct survey *s);
void survey_clock(struct survey *s);
/* What the kernel is and how it was set up: survey_kernel.c. */
void survey_kernel(struct survey *s);
/* Whose machine it is: virtual machine, container, limits: survey_host.c. */
void survey_host(struct survey *s);
/* The limits of sockets: survey_net.c. */
void survey_net(struct survey *s);

/* Helpers: the first line of the file below the root, or unknown; false then. */
bool survey_text(struct survey *s, const char *name, const char *path);
bool survey_integer(struct survey *s, const char *name, const char *path);
/* A file with 0 or 1. */
bool survey_flag(struct survey *s, const char *name, const char *path);
/* A text that may be empty, which then is "none". */
void survey_list(struct survey *s, const char *name, const char *path);

/* Whether the fact added last is that text, or that integer or flag. */
bool survey_last_is(const struct survey *s, const char *text);

#endif
