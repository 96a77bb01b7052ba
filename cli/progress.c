/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

bool progress_wanted(void)
{
	return isatty(STDERR_FILENO);
}

void progress_show(const struct passes_progress *p)
{
	fprintf(stderr, "\r\033[Kpass %llu of %llu, point %zu of %zu", (unsigned long long)p->pass,
		(unsigned long long)p->n_passes, p->point, p->n_points);
	if (p->done > 0)
		fprintf(stderr, ", %.0f s left", (double)p->elapsed_ns / 1e9 * (1 / p->done - 1));
	fflush(stderr);
}

void progress_clear(void)
{
	fprintf(stderr, "\r\033[K");
	fflush(stderr);
}
