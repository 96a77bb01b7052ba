/* SPDX-License-Identifier: MIT */
#include "results/statistics.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define LEVEL 0.95

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

size_t order_statistic_rank(size_t n, double level)
{
	double tail = (1 - level) / 2;
	double below = 0; /* P(Binomial(n, 1/2) < k) */
	size_t k = 0;

	/* In logarithms: 2^-n underflows beyond n = 1074. */
	for (size_t i = 0; i < n; i++) {
		below += exp(lgamma((double)n + 1) - lgamma((double)i + 1) -
			     lgamma((double)(n - i) + 1) - (double)n * M_LN2);
		if (below > tail)
			break;
		k = i + 1;
	}
	return k;
}

struct estimate estimate_median(double *values, size_t n, double level)
{
	struct estimate e = { n, NAN, NAN, NAN, NAN, NAN };
	size_t k = order_statistic_rank(n, level);

	if (n == 0)
		return e;
	qsort(values, n, sizeof(*values), by_value);
	e.median = n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
	e.min = values[0];
	e.max = values[n - 1];
	if (k > 0) {
		e.ci_low = values[k - 1];
		e.ci_high = values[n - k];
	}
	return e;
}

double estimate_half_width_percent(const struct estimate *e)
{
	return (e->ci_high - e->ci_low) / 2 / e->median * 100;
}

const char *estimate_verdict(const struct estimate *e)
{
	double percent = estimate_half_width_percent(e);

	return isnan(percent) ? "few" : percent <= 2 ? "ok" : percent <= 10 ? "noisy" : "unstable";
}

static double mb_per_s(const struct sample *s, uint64_t n_messages)
{
	(void)n_messages;
	return (double)s->bytes * 1e3 / (double)s->elapsed_ns;
}

static double mb_per_cpu_s(const struct sample *s, uint64_t n_messages)
{
	(void)n_messages;
	return (double)s->bytes * 1e3 / (double)(s->send.cpu_ns + s->recv.cpu_ns);
}

static double send_ns(const struct sample *s, uint64_t n_messages)
{
	return (double)s->send_ns / (double)n_messages;
}

static double recv_ns(const struct sample *s, uint64_t n_messages)
{
	return (double)s->recv_ns / (double)n_messages;
}

static double message_ns(const struct sample *s, uint64_t n_messages)
{
	return (double)s->elapsed_ns / (double)n_messages;
}

static struct estimate of(const struct point_record *point, double *values,
	double (*value)(const struct sample *, uint64_t))
{
	size_t n = 0;

	for (size_t i = 0; i < point->n_samples; i++) {
		double v = value(&point->samples[i], point->n_messages);

		/* A clock too coarse to see the sample (0 ns) says nothing about it. */
		if (isfinite(v))
			values[n++] = v;
	}
	return estimate_median(values, n, LEVEL);
}

int point_estimates(const struct point_record *point, struct point_estimates *out)
{
	double *values = calloc(point->n_samples + 1, sizeof(*values));

	if (!values)
		return -ENOMEM;
	out->mb_per_s = of(point, values, mb_per_s);
	out->mb_per_cpu_s = of(point, values, mb_per_cpu_s);
	out->send_ns = of(point, values, send_ns);
	out->recv_ns = of(point, values, recv_ns);
	out->message_ns = of(point, values, message_ns);
	free(values);
	return 0;
}
