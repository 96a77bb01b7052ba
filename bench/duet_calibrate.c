/* SPDX-License-Identifier: MIT */
#include "bench/duet_block.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/estimate.h"
#include "bench/calibrate.h"

/* Extra copying is doubled until it costs this share of a message; each try is blocks of pairs. */
#define INJECT_TRIAL_SHARE 0.3
#define INJECT_TRIAL_BYTES 16384u
#define INJECT_MOST_BYTES  (UINT64_C(1) << 32)
#define INJECT_CORRECTIONS 3
#define INJECT_PRECISION   8 /* parts of what is asked for */
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

/*
 * How many bytes cost the share of a message's CPU time that is asked for. Doubled until it is large, where noise does
 * not matter; from there along a line through zero, then along the line through what was tried: the first bytes cost
 * more than the others.
 */
static int find_injection(struct duet *d, size_t point, double *bytes, struct err *err)
{
	double goal = d->config->inject_percent / 100;
	double far_share = 0;
	double far = INJECT_TRIAL_BYTES / 2.0;
	double slope;
	double share;
	int ret = 0;

	while (!ret && far_share < INJECT_TRIAL_SHARE) {
		far *= 2;
		ret = slowdown(d, point, far, INJECT_TRIAL_SHARE / 6, &far_share, err);
	}
	slope = far_share / far;
	*bytes = far + (goal - far_share) / slope;
	for (int i = 0; !ret && i < INJECT_CORRECTIONS; i++) {
		ret = slowdown(d, point, *bytes, goal / INJECT_PRECISION, &share, err);
		/* Too close to tell its slope: that of before is as good. */
		if (fabs(*bytes - far) > far / 4 &&
			(far_share - share) / (far - *bytes) > slope / 2)
			slope = (far_share - share) / (far - *bytes);
		*bytes = fmax(1, *bytes + (goal - share) / slope);
	}
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
