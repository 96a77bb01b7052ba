/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_STATISTICS_H
#define NETIO_RESULTS_STATISTICS_H

#include <stddef.h>

#include "base/estimate.h"
#include "results/record.h"

/* Statistics of a point. Pure functions; NAN stands for "cannot be said from these samples". */

/* "ok" up to 2 %, "noisy" up to 10 %, else "unstable"; "few" without an interval. */
const char *estimate_verdict(const struct estimate *e);

/* What the writers show of a point, all at the 95 % level. n = 0 and NAN where a point has no samples. */
struct point_estimates {
	struct estimate mb_per_s;     /* 10^6 bytes a second of wall time */
	struct estimate mb_per_cpu_s; /* 10^6 bytes a second of CPU time of both ends */
	struct estimate send_ns;      /* lockstep: ns a message in the sending half */
	struct estimate recv_ns;      /* lockstep: ns a message in the receiving half */
	struct estimate message_ns;   /* ns a message, wall time */
};

/* 0 or -ENOMEM. */
int point_estimates(const struct point_record *point, struct point_estimates *out);

#endif
