/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_CONDITIONS_H
#define NETIO_CLI_CONDITIONS_H

#include <stddef.h>

#include "base/fact.h"
#include "machine/topology.h"
#include "results/copy_record.h"
#include "results/record.h"

/*
 * Under what a run was measured, for its record: the facts of machine/environment.h with those of this build
 * (netio_version, netio_git, compiler, compiler_flags) after them, and when it began. Called when the plan
 * stands, because the facts are those of the CPUs that are used, and outside of what machine/noise.h counts.
 */

/* n_cpus 0: not bound. */
void conditions_read(
	struct facts *environment, const struct topology *topology, const int *cpus, size_t n_cpus);

/* The words of a command as they could be typed again, as far as a person needs: the heap's; NULL when out of memory. */
char *conditions_command_line(int argc, char **argv);

/* Fills ->environment and ->begin_ms; the facts are the caller's to release. */
void conditions_of_run(struct run_record *run, const struct topology *topology);
void conditions_of_copy(struct copy_run *run, const struct topology *topology);

#endif
