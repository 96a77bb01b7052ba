/* SPDX-License-Identifier: MIT */
#include "bench/sampling.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/estimate.h"

#define AGREEMENT_PERCENT 2
#define LEVEL             0.95
/* A sample of which an end waited more than this share for its CPU measured the waiting. */
#define WAITED_SHARE 0.01

int sampling_check(const struct sampling *s, struct err *err)
{
	if (s->max_invocations && s->max_invocations < s->n_invocations)
		return err_set(err, EINVAL,
			"--max-invocations: %llu is less than the %llu of --invocations",
			(unsigned long long)s->max_invocations,
			(unsigned long long)s->n_invocations);
	return 0;
}

bool warmup_wanted(const struct sampling *sampling)
{
	return sampling->n_warmup > 0;
}

static double median_of(const double *values, size_t n, double *mad)
{
	double sorted[2 * WARMUP_WINDOW];
	double median;

	memcpy(sorted, values, n * sizeof(*values));
	median = estimate_median(sorted, n, LEVEL).median;
	if (mad)
		*mad = estimate_mad(sorted, n, median);
	return median;
}

/* Whether the last two windows agree. */
static bool is_steady(const struct warmup *w)
{
	double in_order[2 * WARMUP_WINDOW];
	double before, after, all, mad, limit;

	if (w->n < 2 * WARMUP_WINDOW)
		return false;
	for (uint64_t i = 0; i < 2 * WARMUP_WINDOW; i++)
		in_order[i] = w->recent[(w->n + i) % (2 * WARMUP_WINDOW)];
	before = median_of(in_order, WARMUP_WINDOW, NULL);
	after = median_of(in_order + WARMUP_WINDOW, WARMUP_WINDOW, NULL);
	all = median_of(in_order, 2 * WARMUP_WINDOW, &mad);
	limit = fmax(AGREEMENT_PERCENT / 100.0 * all, 2 * mad / sqrt(WARMUP_WINDOW));
	return fabs(after - before) <= limit;
}

enum warmup_state warmup_next(
	const struct sampling *sampling, struct warmup *w, double value_ns, uint64_t now_ns)
{
	uint64_t elapsed_ns = now_ns - w->begin_ns;

	w->recent[w->n % (2 * WARMUP_WINDOW)] = value_ns;
	w->n++;
	if (sampling->n_warmup != WARMUP_STEADY)
		return w->n >= sampling->n_warmup ? WARMUP_DONE : WARMUP_GOES_ON;
	if (w->n >= WARMUP_MIN_SAMPLES && elapsed_ns >= WARMUP_MIN_NS && is_steady(w))
		return WARMUP_DONE;
	return elapsed_ns >= WARMUP_MAX_NS || w->n >= WARMUP_MAX_SAMPLES ? WARMUP_AT_LIMIT
									 : WARMUP_GOES_ON;
}

uint64_t sampling_deadline_ns(const struct sampling *s, uint64_t now_ns)
{
	return s->time_ns ? now_ns + s->time_ns : 0;
}

uint64_t sampling_most(const struct sampling *s)
{
	return s->max_invocations > s->n_invocations ? s->max_invocations : s->n_invocations;
}

enum point_ended sampling_ended(const struct sampling *s, uint64_t n_invocations, double *rates,
	size_t n, uint64_t deadline_ns, uint64_t now_ns)
{
	struct estimate e;

	if (n_invocations >= s->n_invocations && s->precision_percent > 0) {
		e = estimate_median(rates, n, LEVEL);
		if (estimate_half_width_percent(&e) <= s->precision_percent)
			return POINT_PRECISE;
	}
	if (n_invocations >= sampling_most(s))
		return POINT_AT_MOST;
	return deadline_ns && now_ns >= deadline_ns ? POINT_OUT_OF_TIME : POINT_NOT_ENDED;
}

static bool waited(const struct sample *s, bool share_cpu)
{
	double send_ns = (double)s->send.run_delay_ns;
	double recv_ns = (double)s->recv.run_delay_ns;
	double limit_ns = WAITED_SHARE * (double)s->elapsed_ns;

	if (s->send.run_delay_ns == SAMPLE_UNKNOWN || s->recv.run_delay_ns == SAMPLE_UNKNOWN)
		return false;
	if (share_cpu)
		return send_ns + recv_ns - (double)(s->send.cpu_ns + s->recv.cpu_ns) > limit_ns;
	return send_ns > limit_ns || recv_ns > limit_ns;
}

enum point_status sampling_left(size_t n_samples, char *reason, size_t size)
{
	if (n_samples)
		return POINT_DONE;
	snprintf(reason, size, "the time of the run (--time) was spent before its turn");
	return POINT_SKIPPED;
}

uint32_t sampling_flags(const struct sample *s, bool share_cpu)
{
	uint32_t flags = 0;

	if (!share_cpu && (s->send.n_preempted || s->recv.n_preempted))
		flags |= SAMPLE_PREEMPTED;
	if (waited(s, share_cpu))
		flags |= SAMPLE_WAITED;
	return flags;
}

uint64_t sampling_wall_clock_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

int sampling_append(void **array, size_t *n, const void *element, size_t size)
{
	/* Grown when the count is a power of two (or 0). */
	if ((*n & (*n - 1)) == 0) {
		void *more = realloc(*array, (*n ? 2 * *n : 1) * size);

		if (!more)
			return -ENOMEM;
		*array = more;
	}
	memcpy((char *)*array + (*n)++ * size, element, size);
	return 0;
}
