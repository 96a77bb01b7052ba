/* SPDX-License-Identifier: MIT */
#include "results/invocations.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/estimate.h"
#include "results/rates.h"

static bool is_whole(enum point_status status)
{
	return status == POINT_DONE || status == POINT_INTERRUPTED || status == POINT_PENDING;
}

bool point_has_rate(const struct point_record *p)
{
	return is_whole(p->status) && !p->moves_nothing;
}

bool copy_point_has_rate(const struct copy_point *p)
{
	return is_whole(p->status) && !p->is_harness;
}

bool run_has_cpu_rate(const struct run_record *run)
{
	return !(run_is_lockstep(run) && run->verified);
}

/* The i-th sample's rate. */
typedef double rate_of(const void *point, size_t i);

static double wall_rate(const void *point, size_t i)
{
	return rate_mb_per_s(&((const struct point_record *)point)->samples[i]);
}

static double cpu_rate(const void *point, size_t i)
{
	return rate_mb_per_cpu_s(&((const struct point_record *)point)->samples[i]);
}

static double copy_rate(const void *point, size_t i)
{
	const struct copy_point *p = point;

	return rate_copy_mb_per_s(p, &p->samples[i]);
}

/* Where a file was damaged an invocation may point past the samples. */
static bool within(const struct invocation_record *v, size_t n_samples)
{
	return v->first_sample <= n_samples && v->n_samples <= n_samples - v->first_sample;
}

static double median_of(
	const void *point, const struct invocation_record *v, rate_of *rate, double *values)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n_samples; i++) {
		double r = rate(point, v->first_sample + i);

		if (isfinite(r) && r > 0)
			values[n++] = r;
	}
	qsort(values, n, sizeof(*values), estimate_by_value);
	return estimate_middle(values, n);
}

static int medians(const void *point, size_t n_samples, const struct invocation_record *invocations,
	size_t n_invocations, rate_of *rate, double *out, size_t *n)
{
	double *values = calloc(n_samples + 1, sizeof(*values));

	*n = 0;
	if (!values)
		return -ENOMEM;
	for (size_t i = 0; i < n_invocations; i++) {
		double m = within(&invocations[i], n_samples)
				   ? median_of(point, &invocations[i], rate, values)
				   : NAN;

		if (isfinite(m))
			out[(*n)++] = m;
	}
	free(values);
	return 0;
}

int invocation_rates(const struct run_record *run, const struct point_record *p, bool of_cpu,
	double *out, size_t *n)
{
	*n = 0;
	if (!point_has_rate(p) || (of_cpu && !run_has_cpu_rate(run)))
		return 0;
	return medians(p, p->n_samples, p->invocations, p->n_invocations,
		of_cpu ? cpu_rate : wall_rate, out, n);
}

int copy_invocation_rates(const struct copy_point *p, double *out, size_t *n)
{
	*n = 0;
	if (!copy_point_has_rate(p))
		return 0;
	return medians(p, p->n_samples, p->invocations, p->n_invocations, copy_rate, out, n);
}
