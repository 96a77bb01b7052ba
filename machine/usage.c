/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/usage.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"

void usage_open(struct usage_meter *meter)
{
	*meter = (struct usage_meter) { .fd = open("/proc/thread-self/schedstat",
						O_RDONLY | O_CLOEXEC) };
}

void usage_close(struct usage_meter *meter)
{
	if (meter->fd >= 0)
		close(meter->fd);
	meter->fd = -1;
}

/* "time on CPU, time waiting, timeslices" */
static uint64_t read_run_delay(int fd)
{
	char text[96];
	ssize_t n = fd < 0 ? 0 : pread(fd, text, sizeof(text) - 1, 0);
	char *second;
	char *end;
	uint64_t delay;

	text[n > 0 ? n : 0] = '\0';
	strtoull(text, &second, 10);
	delay = strtoull(second, &end, 10);
	return second == text || end == second ? USAGE_UNKNOWN : delay;
}

static void read_counts(const struct usage_meter *meter, struct usage *usage)
{
	struct rusage r = { 0 };

	getrusage(RUSAGE_THREAD, &r);
	usage->n_preempted = (uint64_t)r.ru_nivcsw;
	usage->n_faults = (uint64_t)r.ru_minflt;
	usage->run_delay_ns = read_run_delay(meter->fd);
}

void usage_begin(struct usage_meter *meter)
{
	read_counts(meter, &meter->begin);
	meter->begin.cpu_ns = clock_cpu_ns();
}

void usage_end(const struct usage_meter *meter, struct usage *used)
{
	const struct usage *begin = &meter->begin;

	used->cpu_ns = clock_cpu_ns() - begin->cpu_ns;
	read_counts(meter, used);
	used->n_preempted -= begin->n_preempted;
	used->n_faults -= begin->n_faults;
	if (begin->run_delay_ns == USAGE_UNKNOWN)
		used->run_delay_ns = USAGE_UNKNOWN;
	if (used->run_delay_ns != USAGE_UNKNOWN)
		used->run_delay_ns -= begin->run_delay_ns;
}
