/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_STORED_H
#define NETIO_RESULTS_STORED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/fact.h"
#include "results/copy_record.h"
#include "results/record.h"

/*
 * Stored results, read back: JSON Lines of netio (results/jsonl.h), CSV of netio (results/csv.h) and the logs of
 * 2002 (results/log2002.h). Which one a file is shows in its text, never in its name.
 *
 * Whatever the file, its points come out in one shape, which is all that a comparison needs. Files that hold samples
 * come out as a record as well, from which every writer can print them again.
 */

/* One metric of a point: the median of each invocation, in the order taken. */
struct stored_metric {
	double *invocation; /* finite and above 0; the heap's */
	size_t n;           /* 0: not measured, or not in the file */
};

/* What names a point across files. Texts belong to the struct stored. */
struct stored_key {
	const char *transport; /* `netio copy`: "memory"; a log of 2002: "send/recv" or "buf" */
	const char *copy;
	const char *mode;      /* "pair", "lockstep" or "copy"; a log: "log" */
	const char *placement; /* as asked for; empty where the file does not say */
	const char *state;     /* cache state of `netio copy`; else empty */
	uint64_t size_bytes;
	uint64_t send_offset_bytes; /* `netio copy`: of the source */
	uint64_t recv_offset_bytes; /* `netio copy`: of the destination */
	uint64_t distance_bytes;    /* `netio copy`; else 0 */
	size_t occurrence; /* 0 for the first point of the file with all the above alike, then 1, ... */
};

struct stored_point {
	struct stored_key key;
	enum point_status status;
	int cpu_send; /* -1: not bound, or not known */
	int cpu_recv;
	size_t n_samples;
	double mb_per_s;        /* the median over all samples, 10^6 bytes a second; NAN: none */
	double ci_low_mb_per_s; /* its 95 % interval; NAN: none, or not in the file */
	double ci_high_mb_per_s;
	double mb_per_cpu_s;       /* the same per second of CPU time of both ends; NAN: none */
	struct stored_metric wall; /* of mb_per_s */
	struct stored_metric cpu;  /* of mb_per_cpu_s */
};

struct stored {
	char *path;
	char shape
		[24]; /* "netio-results 1", "CSV", "A1", "A2", "B", "C", or several with " and " between */
	bool interrupted;     /* the run was, or the file ends before it does */
	size_t n_ignored;     /* lines that were not understood */
	size_t first_ignored; /* number of the first of them, 1-based; 0: none */
	char ignored_reason[160];

	struct stored_point *points; /* the heap's */
	size_t n_points;
	struct facts environment; /* empty where the file has none */
	struct facts noise;

	/*
	 * The arrays that these point to (transports, points, samples, warm-ups, invocations) and the records themselves are
	 * the heap's and released with the rest; their texts are stored_text's. Facts that they share with ->environment and
	 * ->noise are released once.
	 */
	struct run_record *run; /* NULL: the file holds no samples of `netio run` */
	struct copy_run *copy;  /* NULL: none of `netio copy` */
	char *csv; /* a CSV: its understood rows in the columns of results/csv.h; else NULL; the heap's */

	char **texts; /* owned strings that the rest points to */
	size_t n_texts;
};

/* The most that is read of one file, and of one line of it. Longer ones are refused. */
#define STORED_MAX_BYTES      (UINT64_C(4) << 30)
#define STORED_MAX_LINE_BYTES (UINT64_C(64) << 20)

/* For the readers: the most points of one file, as many as a sweep may have. */
#define STORED_MAX_POINTS 1000000

/*
 * Reads a file ("-": standard input). 0 with at least one point, or a negative errno with err, which names the file
 * and says what is wrong: it cannot be opened or read, is none of the formats, is of a version not known here, or has
 * no point. Call stored_release in any case.
 */
int stored_read(const char *path, struct stored *out, struct err *err);

/* The same of `n` bytes in memory, which are called `path`. For the fuzzer and the tests. */
int stored_parse(const char *text, size_t n, const char *path, struct stored *out, struct err *err);

void stored_release(struct stored *stored);

/* For the readers: a copy of the text that lives as long as *stored; NULL when out of memory. */
const char *stored_text(struct stored *stored, const char *text);

/*
 * For the readers: a line was not understood. The first one's number and reason are kept, without bytes that a terminal
 * might obey.
 */
void stored_ignore(struct stored *stored, size_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* For the readers: makes ->points of ->run or ->copy. 0 or -ENOMEM. */
int stored_make_points(struct stored *stored);

/* For the readers: numbers the points with equal keys, in the order of the file. 0 or -ENOMEM. */
int stored_number_occurrences(struct stored *stored);

/* Order of keys, for sorting and search: transport, copy, mode, placement, state, size, offsets, distance, occurrence. */
int stored_key_compare(const struct stored_key *a, const struct stored_key *b);

/* "12 points from FILE, shape A2", with what was ignored or interrupted after it; in text, which is returned. */
const char *stored_describe(const struct stored *stored, char *text, size_t size);

#endif
