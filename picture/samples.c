/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/units.h"
#include "picture/draw.h"
#include "results/rates.h"
#include "results/statistics.h"

/* More samples than this share bars, which reach from the lowest of theirs to the highest: none is left out. */
#define DOTS_MOST 4000

/* More invocations than this would be a wall of lines. */
#define INVOCATIONS_MOST 100

struct series {
	double *value;
	double *sorted;   /* room for as many */
	double *delay_ms; /* NAN: not known */
	size_t n;
	const struct invocation_record *invocations;
	size_t n_invocations;
	struct spread spread;
	bool has_modes; /* as the table tells of them: of a finished point that has an interval */
	double median;
};

static double delay_of(const struct sample *s)
{
	if (s->send.run_delay_ns == SAMPLE_UNKNOWN || s->recv.run_delay_ns == SAMPLE_UNKNOWN)
		return NAN;
	return (double)(s->send.run_delay_ns + s->recv.run_delay_ns) / 1e6;
}

/* The value of a sample in the metric that is drawn (results/rates.h). */
static double value_of(const struct view_point *p, enum view_metric metric, const struct sample *s)
{
	switch (metric) {
	case VIEW_MB_PER_S:
		return rate_mb_per_s(s);
	case VIEW_MB_PER_CPU_S:
		return rate_mb_per_cpu_s(s);
	case VIEW_MESSAGE_NS:
		return rate_message_ns(s->elapsed_ns, p->run->n_messages);
	case VIEW_SEND_NS:
		return rate_message_ns(s->send_ns, p->run->n_messages);
	case VIEW_RECV_NS:
		return rate_message_ns(s->recv_ns, p->run->n_messages);
	}
	return NAN;
}

static double copy_value_of(
	const struct view_point *p, enum view_metric metric, const struct copy_sample *s)
{
	return metric == VIEW_MESSAGE_NS ? rate_call_ns(s) : rate_copy_mb_per_s(p->copy, s);
}

/* Of the samples that have a value: one without CPU time has no rate by it. */
static int spread_of_finite(struct series *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (isfinite(s->value[i]))
			s->sorted[n++] = s->value[i];
	}
	return spread_of(s->sorted, n, &s->spread);
}

static void find_modes(const struct view_point *p, struct series *s)
{
	enum point_status status = p->run ? p->run->status : p->copy->status;

	s->has_modes = s->spread.bimodal && status == POINT_DONE && isfinite(p->value.ci_low);
}

static int read_series(const struct draw_of *of, const struct view_point *p, struct series *s)
{
	size_t n = p->run ? p->run->n_samples : p->copy->n_samples;

	*s = (struct series) { .value = calloc(n + 1, sizeof(*s->value)),
		.sorted = calloc(n + 1, sizeof(*s->sorted)),
		.delay_ms = calloc(n + 1, sizeof(*s->delay_ms)),
		.n = n,
		.invocations = p->run ? p->run->invocations : p->copy->invocations,
		.n_invocations = p->run ? p->run->n_invocations : p->copy->n_invocations,
		.median = p->value.median };
	if (!s->value || !s->sorted || !s->delay_ms)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		double value = p->run ? value_of(p, of->view->metric, &p->run->samples[i])
				      : copy_value_of(p, of->view->metric, &p->copy->samples[i]);

		s->value[i] = isfinite(value) ? value : NAN;
		s->delay_ms[i] = p->run ? delay_of(&p->run->samples[i]) : NAN;
	}
	if (spread_of_finite(s))
		return -ENOMEM;
	find_modes(p, s);
	return 0;
}

/* Samples first..end - 1 as one mark: a dot, or one at their median with a bar from the lowest to the highest. */
static void put_dot(struct picture *picture, struct picture_curve *c, const struct series *s,
	size_t first, size_t end)
{
	struct picture_mark *m = picture_mark(picture, c);
	size_t n = 0;

	for (size_t i = first; i < end; i++) {
		if (isfinite(s->value[i]))
			s->sorted[n++] = s->value[i];
	}
	qsort(s->sorted, n, sizeof(*s->sorted), estimate_by_value);
	m->x = ((double)first + (double)end + 1) / 2;
	m->y = estimate_middle(s->sorted, n);
	if (n > 1) {
		m->low = s->sorted[0];
		m->high = s->sorted[n - 1];
	}
}

static void put_delay(struct picture *picture, struct picture_curve *c, const double *delay_ms,
	size_t first, size_t end)
{
	struct picture_mark *m = picture_mark(picture, c);
	double most = 0;

	for (size_t i = first; i < end; i++)
		most = fmax(most, delay_ms[i]);
	m->x = ((double)first + (double)end + 1) / 2;
	m->y = most;
}

static size_t share_of(size_t n)
{
	return (n + DOTS_MOST - 1) / DOTS_MOST;
}

static bool has_room_for_invocations(const struct series *s)
{
	return s->n_invocations <= INVOCATIONS_MOST;
}

static void dress(const struct draw_of *of, const struct series *s, struct picture_panel *panel)
{
	panel->x_low = 0.5;
	panel->x_high = (double)s->n + 0.5;
	for (size_t i = 1; has_room_for_invocations(s) && i < s->n_invocations; i++)
		picture_grid(
			of->picture, panel, (double)s->invocations[i].first_sample + 0.5, false);
}

static void put_values(const struct draw_of *of, const struct series *s, const char *title)
{
	struct picture_panel *panel = picture_panel(of->picture, PANEL_DOTS, title);
	size_t share = share_of(s->n);
	char label[64];

	for (size_t i = 0; i < s->n; i += share)
		put_dot(of->picture, picture_curve(of->picture, panel, "sample"), s, i,
			i + share < s->n ? i + share : s->n);
	if (s->has_modes) {
		snprintf(label, sizeof(label), "mode %.1f", s->spread.mode_low);
		picture_level(of->picture, panel, s->spread.mode_low, label);
		snprintf(label, sizeof(label), "mode %.1f", s->spread.mode_high);
		picture_level(of->picture, panel, s->spread.mode_high, label);
	} else {
		snprintf(label, sizeof(label), "median %.1f", s->median);
		picture_level(of->picture, panel, s->median, label);
	}
	panel->y_label = picture_text(of->picture, view_metric_label(of->view->metric));
	dress(of, s, panel);
}

static bool knows_delay(const struct series *s)
{
	size_t i = 0;

	while (i < s->n && isfinite(s->delay_ms[i]))
		i++;
	return i == s->n;
}

static void put_delays(const struct draw_of *of, const struct series *s)
{
	struct picture_panel *panel;
	size_t share = share_of(s->n);

	if (!knows_delay(s)) {
		picture_note(of->picture, "run-queue delay is not known");
		return;
	}
	panel = picture_panel(of->picture, PANEL_IMPULSES, "run-queue delay of both ends");
	for (size_t i = 0; i < s->n; i += share)
		put_delay(of->picture, picture_curve(of->picture, panel, "sample"), s->delay_ms, i,
			i + share < s->n ? i + share : s->n);
	panel->y_from_zero = true;
	panel->y_label = picture_text(of->picture, "ms a sample");
	dress(of, s, panel);
}

static void put_all(const struct draw_of *of, const struct view_point *p, const struct series *s)
{
	const struct stored_key *key = p->key;
	char size[32];
	char title[128];

	if (share_of(s->n) > 1)
		picture_note(of->picture,
			"%zu samples: each bar is %zu of them, from the lowest to the highest, and "
			"their median",
			s->n, share_of(s->n));
	if (has_room_for_invocations(s))
		picture_key(of->picture, "upright lines: a new invocation");
	else
		picture_note(of->picture, "%zu invocations, too many to draw where each begins",
			s->n_invocations);
	snprintf(title, sizeof(title), "%s at %" PRIu64 ",%" PRIu64,
		units_size_text(key->size_bytes, size, sizeof(size)), key->send_offset_bytes,
		key->recv_offset_bytes);
	put_values(of, s, title);
	put_delays(of, s);
	picture_x_label(of->picture, "sample, in the order taken");
}

int draw_samples(const struct draw_of *of, struct err *err)
{
	const struct view_point *p = &of->view->points[0];
	struct series s = { 0 };
	int ret = 0;

	if (of->view->n > 1)
		return err_set(err, EINVAL,
			"samples: those of one point are drawn, and %zu points are chosen: choose "
			"one "
			"with --size, --offset, --transport, --copy, --state or --cpus",
			of->view->n);
	if (!p->run && !p->copy)
		return err_set(err, EINVAL,
			"samples: %s (%s) holds no samples: expected JSON Lines", p->file->path,
			p->file->shape);
	if (read_series(of, p, &s))
		ret = err_set(err, ENOMEM, "out of memory");
	else
		put_all(of, p, &s);
	free(s.value);
	free(s.sorted);
	free(s.delay_ms);
	return ret;
}
