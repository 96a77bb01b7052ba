/* SPDX-License-Identifier: MIT */
#include "results/statistics.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "results/rates.h"

#define LEVEL 0.95

const char *estimate_verdict(const struct estimate *e)
{
	double percent = estimate_half_width_percent(e);

	return isnan(percent) ? "few" : percent <= 2 ? "ok" : percent <= 10 ? "noisy" : "unstable";
}

static double mb_per_s(const struct sample *s, uint64_t n_messages)
{
	(void)n_messages;
	return rate_mb_per_s(s);
}

static double mb_per_cpu_s(const struct sample *s, uint64_t n_messages)
{
	(void)n_messages;
	return rate_mb_per_cpu_s(s);
}

static double send_ns(const struct sample *s, uint64_t n_messages)
{
	return rate_message_ns(s->send_ns, n_messages);
}

static double recv_ns(const struct sample *s, uint64_t n_messages)
{
	return rate_message_ns(s->recv_ns, n_messages);
}

static double message_ns(const struct sample *s, uint64_t n_messages)
{
	return rate_message_ns(s->elapsed_ns, n_messages);
}

/* The values that can be said, in the order taken; how many. A clock too coarse to see a sample says nothing. */
static size_t collect(const struct point_record *point, double *values,
	double (*value)(const struct sample *, uint64_t))
{
	size_t n = 0;

	for (size_t i = 0; i < point->n_samples; i++) {
		double v = value(&point->samples[i], point->n_messages);

		if (isfinite(v))
			values[n++] = v;
	}
	return n;
}

static struct estimate of(const struct point_record *point, double *values,
	double (*value)(const struct sample *, uint64_t))
{
	return estimate_median(values, collect(point, values, value), LEVEL);
}

static double harmonic(const struct point_record *point)
{
	double bytes = 0, ns = 0;

	for (size_t i = 0; i < point->n_samples; i++) {
		bytes += (double)point->samples[i].bytes;
		ns += (double)point->samples[i].elapsed_ns;
	}
	return ns > 0 ? bytes * 1e3 / ns : NAN;
}

int point_estimates(const struct point_record *point, struct point_estimates *out)
{
	double *values = calloc(point->n_samples + 1, sizeof(*values));
	int ret = values ? spread_of(values, collect(point, values, mb_per_s), &out->spread)
			 : -ENOMEM;

	if (!ret) {
		out->mb_per_s = of(point, values, mb_per_s);
		out->mb_per_cpu_s = of(point, values, mb_per_cpu_s);
		out->send_ns = of(point, values, send_ns);
		out->recv_ns = of(point, values, recv_ns);
		out->message_ns = of(point, values, message_ns);
		out->harmonic_mb_per_s = harmonic(point);
	}
	free(values);
	return ret;
}
