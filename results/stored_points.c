/* SPDX-License-Identifier: MIT */
#include "results/stored.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "results/copy_writer.h"
#include "results/invocations.h"
#include "results/statistics.h"

/* One room for the medians of any point; each point gets as much as it needs. */
static int set_metric(struct stored_metric *metric, const double *rates, size_t n)
{
	if (n == 0)
		return 0;
	metric->invocation = malloc(n * sizeof(*rates));
	if (!metric->invocation)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		metric->invocation[i] = rates[i];
	metric->n = n;
	return 0;
}

static int set_metrics_of_run(
	const struct run_record *run, const struct point_record *p, struct stored_point *out)
{
	double *rates = calloc(p->n_invocations + 1, sizeof(*rates));
	size_t n = 0;
	int ret = rates ? invocation_rates(run, p, false, rates, &n) : -ENOMEM;

	if (!ret)
		ret = set_metric(&out->wall, rates, n);
	if (!ret)
		ret = invocation_rates(run, p, true, rates, &n);
	if (!ret)
		ret = set_metric(&out->cpu, rates, n);
	free(rates);
	return ret;
}

static double known(double rate)
{
	return isfinite(rate) && rate > 0 ? rate : NAN;
}

static void set_rate(struct stored_point *p, const struct estimate *rate)
{
	p->mb_per_s = known(rate->median);
	p->ci_low_mb_per_s = known(rate->ci_low);
	p->ci_high_mb_per_s = known(rate->ci_high);
}

static int set_medians_of_run(
	const struct run_record *run, const struct point_record *p, struct stored_point *out)
{
	struct point_estimates e;

	if (!point_has_rate(p) || p->n_samples == 0)
		return 0;
	if (point_estimates(p, &e))
		return -ENOMEM;
	set_rate(out, &e.mb_per_s);
	if (run_has_cpu_rate(run))
		out->mb_per_cpu_s = known(e.mb_per_cpu_s.median);
	return 0;
}

static int add_run_point(
	const struct run_record *run, const struct point_record *p, struct stored_point *out)
{
	int ret;

	*out = (struct stored_point) {
		.key = { .transport = p->transport,
			.copy = p->copy,
			.mode = run->mode,
			.placement = p->placement,
			.state = "",
			.size_bytes = p->size_bytes,
			.send_offset_bytes = p->send_offset_bytes,
			.recv_offset_bytes = p->recv_offset_bytes },
		.status = p->status,
		.cpu_send = p->cpu_send,
		.cpu_recv = p->cpu_recv,
		.n_samples = p->n_samples,
		.mb_per_s = NAN,
		.ci_low_mb_per_s = NAN,
		.ci_high_mb_per_s = NAN,
		.mb_per_cpu_s = NAN,
	};
	ret = set_medians_of_run(run, p, out);
	return ret ? ret : set_metrics_of_run(run, p, out);
}

static int set_metrics_of_copy(const struct copy_point *p, struct stored_point *out)
{
	double *rates = calloc(p->n_invocations + 1, sizeof(*rates));
	struct copy_estimates e;
	size_t n = 0;
	int ret = rates ? copy_invocation_rates(p, rates, &n) : -ENOMEM;

	if (!ret)
		ret = set_metric(&out->wall, rates, n);
	free(rates);
	if (ret || !copy_point_has_rate(p) || p->n_samples == 0)
		return ret;
	ret = copy_estimates(p, &e);
	if (!ret)
		set_rate(out, &e.mb_per_s);
	return ret;
}

static int add_copy_point(
	const struct copy_run *run, const struct copy_point *p, struct stored_point *out)
{
	*out = (struct stored_point) {
		.key = { .transport = "memory",
			.copy = p->copy,
			.mode = "copy",
			.placement = "",
			.state = p->state,
			.size_bytes = p->size_bytes,
			.send_offset_bytes = p->src_offset_bytes,
			.recv_offset_bytes = p->dst_offset_bytes,
			.distance_bytes = p->distance_bytes },
		.status = p->status,
		.cpu_send = run->cpu_a,
		.cpu_recv = run->cpu_a,
		.n_samples = p->n_samples,
		.mb_per_s = NAN,
		.ci_low_mb_per_s = NAN,
		.ci_high_mb_per_s = NAN,
		.mb_per_cpu_s = NAN,
	};
	return set_metrics_of_copy(p, out);
}

int stored_make_points(struct stored *s)
{
	size_t n = (s->run ? s->run->n_points : 0) + (s->copy ? s->copy->n_points : 0);
	int ret = 0;

	s->points = calloc(n + 1, sizeof(*s->points));
	if (!s->points)
		return -ENOMEM;
	for (size_t i = 0; !ret && s->run && i < s->run->n_points; i++)
		ret = add_run_point(s->run, &s->run->points[i], &s->points[s->n_points++]);
	for (size_t i = 0; !ret && s->copy && i < s->copy->n_points; i++)
		ret = add_copy_point(s->copy, &s->copy->points[i], &s->points[s->n_points++]);
	return ret ? ret : stored_number_occurrences(s);
}
