/* SPDX-License-Identifier: MIT */
#ifndef NETIO_PICTURE_VIEW_H
#define NETIO_PICTURE_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/estimate.h"
#include "results/stored.h"

/*
 * What of stored results is to be drawn: the points that were chosen, one number of each with its interval, and what
 * tells them apart. Plain functions of what was read; nothing here measures.
 */

/* The number of a point that is drawn, and its words in options and on the axis. */
enum view_metric {
	VIEW_MB_PER_S,
	VIEW_MB_PER_CPU_S,
	VIEW_MESSAGE_NS, /* wall time of a message, or of a call of a copy routine */
	VIEW_SEND_NS,    /* lockstep: of its sending half */
	VIEW_RECV_NS,
};

const char *view_metric_name(size_t index); /* "mb_per_s"; NULL past the last */
const char *view_metric_label(enum view_metric metric);

/* Numbers that are wanted; n = 0: all. */
struct view_numbers {
	const uint64_t *value;
	size_t n;
};

/* Texts that are wanted; n = 0: all. */
struct view_texts {
	char *const *text;
	size_t n;
};

struct view_choice {
	enum view_metric metric;
	struct view_texts transport, copy, state, placement;
	struct view_numbers size, offset; /* offset: both are that */
	struct view_numbers send_offset, recv_offset;
};

struct view_point {
	const struct stored *file;
	size_t file_at; /* among the files */
	const struct stored_key *key;
	const struct point_record *run; /* NULL: it is no point of `netio run` with samples */
	const struct copy_point *copy;  /* NULL: none of `netio copy` */
	struct estimate value;          /* of the metric; .n = 0: it has none, for `reason` */
	const char *reason;
	const char *verdict; /* of its interval (results/statistics.h) */
	double slow_percent; /* of its bytes, predicted to be copied slowly; below 0: no model */
};

struct view {
	enum view_metric metric;
	const struct stored *files;
	size_t n_files;
	struct view_point
		*points; /* the chosen ones that have a number, in the order of the files */
	size_t n;
	size_t n_without; /* chosen, but without a number */
};

/*
 * Chooses from n files, which must outlive the view. 0; or -ENOENT with err, one sentence, when nothing is chosen or
 * nothing that was has a number; or -ENOMEM. Release in any case.
 */
int view_open(struct view *view, const struct stored *files, size_t n,
	const struct view_choice *choice, struct err *err);
void view_release(struct view *view);

/* How many different values the view has of each. */
struct view_variety {
	size_t n_files, n_transports, n_copies, n_modes, n_placements, n_states;
	size_t n_cache_states; /* without that of points that have none, as those of a socket */
	size_t n_sizes, n_send_offsets, n_recv_offsets, n_distances;
	bool offsets_alike; /* in each point, both are the same */
};

/* 0 or -ENOMEM. */
int view_variety_of(const struct view *view, struct view_variety *out);

/*
 * What a point is called beside the others: of file, transport, routine, mode, placement, state and distance those in
 * which points differ; with its size too where that is asked for. Never empty. The heap's; NULL when out of memory.
 */
char *view_name(const struct view *view, const struct view_variety *variety,
	const struct view_point *point, bool with_size);

#endif
