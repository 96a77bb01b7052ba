/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_LOG2002_POINTS_H
#define NETIO_RESULTS_LOG2002_POINTS_H

#include <stddef.h>
#include <stdint.h>

#include "results/stored.h"

/* From the lines of a log to the points of a record, for results/log2002.c. */

enum log_shape { SHAPE_A1, SHAPE_A2, SHAPE_B, SHAPE_C };

struct log_line {
	enum log_shape shape;
	char label[96]; /* what moved the bytes */
	uint64_t send_offset;
	uint64_t recv_offset;
	uint64_t pass_bytes; /* 0: the line does not say */
	double mbytes;       /* of 2^20 bytes */
	double seconds;
	double rate; /* mbytes a second */
};

struct log_points {
	struct run_record *run; /* owned by the struct stored */
	size_t room;
	unsigned shapes;     /* bits of enum log_shape that were seen */
	uint64_t size_bytes; /* of the section; 0: no head yet */
	uint64_t to_addr;    /* of the section; 0: not known */
	uint64_t from_addr;
	const char *routine; /* the last one that was kept */
};

/* Makes out->run. 0 or -ENOMEM. */
int log_points_init(struct log_points *points, struct stored *out);

/* Why this line cannot be a measurement, a clause; NULL: it can. */
const char *log_line_wrong(const struct log_line *line);

/* 0, -ENOMEM, or -E2BIG past STORED_MAX_POINTS. */
int log_points_add(struct log_points *points, struct stored *out, const struct log_line *line);

/* How far an address is past the section's buffers, or past a page. */
uint64_t log_points_offset(const struct log_points *points, uint64_t address);

/* The shape and the points of *out. */
int log_points_finish(struct log_points *points, struct stored *out);

#endif
