/* SPDX-License-Identifier: MIT */
#include "results/status.h"

#include <stddef.h>

static const char *const statuses[] = {
	[POINT_PENDING] = "pending",
	[POINT_DONE] = "done",
	[POINT_SKIPPED] = "skipped",
	[POINT_FAILED] = "failed",
	[POINT_CORRUPT] = "corrupt",
	[POINT_INTERRUPTED] = "interrupted",
};

static const char *const endings[] = {
	[POINT_NOT_ENDED] = "",
	[POINT_PRECISE] = "precise",
	[POINT_AT_MOST] = "at-most",
	[POINT_OUT_OF_TIME] = "out-of-time",
};

const char *status_name(enum point_status status)
{
	return statuses[status];
}

bool status_find(const char *text, enum point_status *status)
{
	for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
		if (strcmp(text, statuses[i]) == 0) {
			*status = (enum point_status)i;
			return true;
		}
	}
	return false;
}

const char *ended_name(enum point_ended ended)
{
	return endings[ended];
}
