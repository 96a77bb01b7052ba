/* SPDX-License-Identifier: MIT */
#include "bench/calibrate.h"

/* So that a count of bytes never overflows, not even where nothing is moved and costs next to nothing. */
static uint64_t most_messages(const struct calibration *c)
{
	return INT64_MAX / c->size_bytes;
}

static int fastest(const struct calibration *c, uint64_t n, unsigned tries, uint64_t *fastest_ns,
	struct err *err)
{
	uint64_t took_ns;
	int ret = 0;

	*fastest_ns = UINT64_MAX;
	for (unsigned i = 0; !ret && i < tries; i++) {
		ret = c->trial(c->arg, n, &took_ns, err);
		if (!ret && took_ns < *fastest_ns)
			*fastest_ns = took_ns;
	}
	return ret;
}

static uint64_t grow(const struct calibration *c, uint64_t n, uint64_t took_ns)
{
	uint64_t more = calibrate_step(n, took_ns, c->goal_ns);

	return more < most_messages(c) ? more : most_messages(c);
}

int calibrate_messages(const struct calibration *c, uint64_t *n_messages, struct err *err)
{
	uint64_t most = most_messages(c);
	uint64_t n = 1;
	uint64_t took;
	int ret = fastest(c, n, 1, &took, err);

	while (!ret && took < c->goal_ns / 2 && n < most) {
		n = grow(c, n, took);
		ret = fastest(c, n, 1, &took, err);
	}
	if (!ret)
		ret = fastest(c, n, CALIBRATE_TRIALS, &took, err);
	/* The trial that ended the loop may have been slow by accident; five seldom are. */
	while (!ret && took < c->goal_ns / 2 && n < most) {
		n = grow(c, n, took);
		ret = fastest(c, n, CALIBRATE_TRIALS, &took, err);
	}
	if (!ret)
		*n_messages = grow(c, n, took);
	return ret;
}
