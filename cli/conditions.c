/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "cli/conditions.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <time.h>

#include "cli/compiler.h"
#include "machine/cpulist.h"
#include "machine/environment.h"
#include "version.h"

static uint64_t unix_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void conditions_read(
	struct facts *environment, const struct topology *topology, const int *cpus, size_t n_cpus)
{
	environment_read(environment, topology, cpus, n_cpus);
	facts_text(environment, "netio_version", NETIO_VERSION);
	facts_text(environment, "netio_git", NETIO_GIT);
	facts_text(environment, "compiler", COMPILER);
	facts_text(environment, "compiler_flags", NETIO_CFLAGS);
}

static void add_cpu(int *cpus, size_t *n, int cpu)
{
	if (cpu >= 0 && *n < CPULIST_MAX && !cpulist_has(cpus, *n, cpu))
		cpus[(*n)++] = cpu;
}

void conditions_of_run(struct run_record *run, const struct topology *topology)
{
	int cpus[CPULIST_MAX] = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < run->n_points; i++) {
		add_cpu(cpus, &n, run->points[i].cpu_send);
		add_cpu(cpus, &n, run->points[i].cpu_recv);
	}
	conditions_read(&run->environment, topology, cpus, n);
	run->begin_ms = unix_ms();
}

void conditions_of_copy(struct copy_run *run, const struct topology *topology)
{
	int cpus[2] = { 0 };
	size_t n = 0;

	add_cpu(cpus, &n, run->cpu_a);
	add_cpu(cpus, &n, run->cpu_b);
	conditions_read(&run->environment, topology, cpus, n);
	run->begin_ms = unix_ms();
}

/* Bare where it is only letters, digits and what options are made of; else in single quotes. */
static void put_word(FILE *f, const char *word)
{
	bool bare = word[0] &&
		    strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				 "-_=,.:/+@%") == strlen(word);

	if (bare) {
		fputs(word, f);
		return;
	}
	fputc('\'', f);
	for (; *word; word++) {
		if (*word == '\'')
			fputs("'\\''", f);
		else
			fputc(*word, f);
	}
	fputc('\'', f);
}

char *conditions_command_line(int argc, char **argv)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	if (!f)
		return NULL;
	fputs("netio", f);
	for (int i = 0; i < argc; i++) {
		/* Without a command argv[0] is the program. */
		if (i == 0 && strchr(argv[0], '/'))
			continue;
		fputc(' ', f);
		put_word(f, argv[i]);
	}
	fclose(f);
	return text;
}
