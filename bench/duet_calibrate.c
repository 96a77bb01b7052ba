/* SPDX-License-Identifier: MIT */
#include "bench/duet_block.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/estimate.h"
#include "bench/calibrate.h"

/*
 * Extra copying is doubled from so many bytes until it costs clearly more than is asked for. Each trial is blocks of pairs,
 * until its share is known to a part of what is asked for.
 */
#define INJECT_TRIAL_BYTES 16384u
#define INJECT_MOST_BYTES  (UINT64_C(1) << 32)
#define INJECT_TOO_MUCH    1.3
#define INJECT_COARSE      4
#define INJECT_TRIALS      6
#define INJECT_PRECISION   10
#define INJECT_BLOCKS      31
#define INJECT_PAIRS       8
#define LEVEL              0.95

static int trial(void *arg, uint64_t n, uint64_t *took_ns, struct err *err)
{
	struct duet_side *side = arg;
	struct sample s = { 0 };
	int ret = side->ops->sample(side, n, &s, err);

	*took_ns = s.elapsed_ns;
	return ret;
}

/* The count of A is the count of both. */
static int calibrate(struct duet *d, struct duet_point *p, struct err *err)
{
	const struct calibration c = { trial, d->config->a, d->config->sampling.batch_ns,
		p->a->size_bytes };

	return p->n_messages ? 0 : calibrate_messages(&c, &p->n_messages, err);
}

/* How much more CPU time B takes than A in a block with so many bytes copied in vain, as a share. */
static int block_of_slowdown(
	struct duet *d, size_t point, uint64_t inject_bytes, double *share, struct err *err)
{
	const struct duet_point *p = &d->record->points[point];
	double shares[INJECT_PAIRS];
	struct duet_pair pair;
	int ret = duet_open_both(d, point, inject_bytes, err);

	if (!ret)
		ret = duet_warm_up(d, p, err);
	for (uint64_t i = 0; !ret && i < INJECT_PAIRS; i++) {
		ret = duet_take_pair(d, p, i, &pair, err);
		if (!ret)
			shares[i] = (double)(pair.b.send.cpu_ns + pair.b.recv.cpu_ns) /
					    (double)(pair.a.send.cpu_ns + pair.a.recv.cpu_ns) -
				    1;
	}
	if (!ret)
		*share = estimate_median(shares, INJECT_PAIRS, LEVEL).median;
	return duet_close_both(d, ret, err);
}

/* The median over blocks, as many as it takes to know it to this much to each side. */
static int slowdown(struct duet *d, size_t point, double inject_bytes, double precision,
	double *share, struct err *err)
{
	double shares[INJECT_BLOCKS];
	double sorted[INJECT_BLOCKS];
	struct estimate e = { .ci_low = NAN };
	int ret = 0;

	if (!(inject_bytes >= 1 && inject_bytes < (double)INJECT_MOST_BYTES))
		return err_set(err, ERANGE,
			"extra copying shows in no CPU time here: none can be injected");
	for (size_t n = 0; !ret && n < INJECT_BLOCKS && !(e.ci_high - e.ci_low <= 2 * precision);) {
		ret = block_of_slowdown(d, point, (uint64_t)inject_bytes, &shares[n++], err);
		memcpy(sorted, shares, n * sizeof(*shares));
		if (!ret)
			e = estimate_median(sorted, n, LEVEL);
	}
	*share = e.median;
	return ret;
}

/* What so many bytes were found to cost. */
struct trial {
	double bytes;
	double share;
};

/*
 * Where the line through the last two trials meets the goal, if they are far enough apart to tell its slope and it
 * does so between what is too little and what is too much; else where the line through those two does.
 */
static double next_trial(double goal, const struct trial *low, const struct trial *high,
	const struct trial *now, const struct trial *before)
{
	double slope = (now->share - before->share) / (now->bytes - before->bytes);
	double bytes = now->bytes + (goal - now->share) / slope;

	if (fabs(now->bytes - before->bytes) >= now->bytes / 5 && slope > 0 && bytes > low->bytes &&
		bytes < high->bytes)
		return bytes;
	return low->bytes +
	       (goal - low->share) * (high->bytes - low->bytes) / (high->share - low->share);
}

/* Doubled until it is clearly too much. */
static int find_too_much(struct duet *d, size_t point, struct trial *high, struct err *err)
{
	double goal = d->config->inject_percent / 100;
	int ret = 0;

	*high = (struct trial) { .bytes = INJECT_TRIAL_BYTES / 2.0 };
	while (!ret && !(high->share >= INJECT_TOO_MUCH * goal)) {
		high->bytes *= 2;
		ret = slowdown(d, point, high->bytes, goal / INJECT_COARSE, &high->share, err);
	}
	return ret;
}

/*
 * How many bytes cost the share of a message's CPU time that is asked for. What they cost is no line: the first ones cost
 * more, and those that a cache holds cost less.
 */
static int find_injection(struct duet *d, size_t point, double *bytes, struct err *err)
{
	double goal = d->config->inject_percent / 100;
	struct trial low = { 0, 0 };
	struct trial high, before, now;
	int ret = find_too_much(d, point, &high, err);

	before = now = high;
	for (int i = 0; !ret && i < INJECT_TRIALS; i++) {
		struct trial next = { .bytes = next_trial(goal, &low, &high, &now, &before) };

		before = now;
		now = next;
		now.bytes = fmax(1, now.bytes);
		ret = slowdown(d, point, now.bytes, goal / INJECT_PRECISION, &now.share, err);
		if (fabs(now.share - goal) <= goal / INJECT_PRECISION)
			break;
		if (now.share > goal)
			high = now;
		else
			low = now;
	}
	*bytes = now.bytes;
	return ret;
}

static int calibrate_injection(struct duet *d, size_t point, struct err *err)
{
	struct duet_point *p = &d->record->points[point];
	double bytes;
	int ret;

	if (d->config->inject_percent <= 0 || p->inject_bytes)
		return 0;
	ret = find_injection(d, point, &bytes, err);
	if (!ret)
		p->inject_bytes = (uint64_t)bytes + 1;
	return ret;
}

static int count_messages(struct duet *d, size_t point, struct err *err)
{
	struct duet_side *a = d->config->a;
	struct duet_point *p = &d->record->points[point];
	struct err after = { 0 };
	int closed;
	int ret;

	if (p->n_messages)
		return 0;
	ret = a->ops->open(a, point, 0, err);
	if (!ret)
		ret = calibrate(d, p, err);
	closed = a->ops->close(a, ret ? &after : err);
	return ret ? ret : closed;
}

int duet_calibrate(struct duet *d, size_t point, struct err *err)
{
	int ret = count_messages(d, point, err);

	return ret ? ret : calibrate_injection(d, point, err);
}
