/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_COPY_WRITER_H
#define NETIO_RESULTS_COPY_WRITER_H

#include <stdio.h>

#include "results/copy_record.h"
#include "results/statistics.h"

/* Ways to show a struct copy_run; the hooks are those of results/writer.h. */
struct copy_writer_ops {
	const char *name;
	const char *suffix;
	void (*begin)(FILE *f, const struct copy_run *run);
	void (*point)(FILE *f, const struct copy_run *run, const struct copy_point *point);
	void (*end)(FILE *f, const struct copy_run *run);
	void (*invocation)(FILE *f, const struct copy_run *run, const struct copy_point *point,
		const struct invocation_record *invocation);
};

/* The formats; NULL past the last. */
const struct copy_writer_ops *copy_writer_at(size_t index);
const char *copy_writer_name(size_t index);

/* The format that a file of that name has by its suffix; NULL when none. */
const struct copy_writer_ops *copy_writer_of(const char *path);

/* What the writers show of a point, at the 95 % level; NAN where it cannot be said. */
struct copy_estimates {
	struct estimate mb_per_s; /* 10^6 bytes a second */
	struct estimate call_ns;
	struct estimate bytes_per_cycle; /* n = 0 where cycles are not counted */
	struct spread spread;            /* of mb_per_s */
	double harmonic_mb_per_s;        /* all bytes over all time */
};

/* 0 or -ENOMEM. */
int copy_estimates(const struct copy_point *point, struct copy_estimates *out);

/* (dst - src) mod 4096 of the first byte: 1 to 63 makes loads wait for stores. */
unsigned copy_page_distance(const struct copy_run *run, const struct copy_point *point);

#endif
