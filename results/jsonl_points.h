/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_JSONL_POINTS_H
#define NETIO_RESULTS_JSONL_POINTS_H

#include <stdint.h>

#include "results/jsonl_kinds.h"

/* The points of a file of JSON Lines while it is read; only for results/jsonl*.c. */

struct json_t;

struct jsonl_points {
	const struct jsonl_kind *kind; /* NULL: none */
	struct stored *out;
	size_t n_announced;
	uint32_t *slots; /* an announced point's place in `points`, plus 1; 0: not met yet */
	char *points;    /* in the order met, as large as the kind says */
	size_t n;
	size_t room;
};

/* 0 or -ENOMEM with err. */
int jsonl_points_init(struct jsonl_points *p, const struct jsonl_kind *kind, struct stored *out,
	size_t n_announced, struct err *err);

/* A line of that type. 0; -EINVAL with why, and nothing has changed; -ENOMEM with why. */
int jsonl_points_take_samples(struct jsonl_points *p, struct json_t *line, struct err *why);
int jsonl_points_take_point(struct jsonl_points *p, struct json_t *line, struct err *why);

/* Gives the points to out->run or out->copy, in the order of the run, and frees the rest. */
void jsonl_points_finish(struct jsonl_points *p);

#endif
