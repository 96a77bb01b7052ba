/* SPDX-License-Identifier: MIT */
#include "results/gate.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/gate_change.h"
#include "results/inference.h"
#include "results/verdict.h"

#define LEVEL 0.99
#define FDR   0.05

static const struct change unknown = { NAN, NAN, NAN, NAN, NAN, NAN, NAN };

/* Of both metrics; a change stands where the correction for the number of points lets it. */
static void judge_row(
	struct judged *row, const struct gate_rules *rules, bool wall_stands, bool cpu_stands)
{
	enum verdict wall = verdict_of_change(
		&row->wall, rules->wall_threshold_percent, rules->wall_threshold_percent);
	enum verdict cpu =
		verdict_of_change(&row->cpu, rules->threshold_percent, rules->threshold_percent);

	if (verdict_is_change(wall) && !wall_stands)
		wall = VERDICT_INCONCLUSIVE;
	if (verdict_is_change(cpu) && !cpu_stands)
		cpu = VERDICT_INCONCLUSIVE;
	verdict_of_both(row, wall, cpu);
	if (row->verdict == VERDICT_INCONCLUSIVE && isnan(row->wall.ci_low))
		snprintf(row->reason, sizeof(row->reason), "too few blocks for an interval");
}

static const char *both(const char *a, const char *b, char *text, size_t size)
{
	if (strcmp(a, b) == 0)
		return a;
	snprintf(text, size, "%s|%s", a, b);
	return text;
}

static void label_row(const struct duet_point *p, char *text, size_t size)
{
	char transports[64], copies[300];

	snprintf(text, size, "%s %s %" PRIu64,
		both(p->a->transport, p->b->transport, transports, sizeof(transports)),
		both(p->a->copy, p->b->copy, copies, sizeof(copies)), p->a->size_bytes);
}

static bool same_offsets(const struct duet_point *p)
{
	return p->a->send_offset_bytes == p->b->send_offset_bytes &&
	       p->a->recv_offset_bytes == p->b->recv_offset_bytes;
}

static void label_point(const struct duet_point *p, char *text, size_t size)
{
	size_t n;

	label_row(p, text, size);
	n = strlen(text);
	n += (size_t)snprintf(text + n, size - n, " at %" PRIu64 ",%" PRIu64,
		p->a->send_offset_bytes, p->a->recv_offset_bytes);
	if (n < size && !same_offsets(p))
		n += (size_t)snprintf(text + n, size - n, "|%" PRIu64 ",%" PRIu64,
			p->b->send_offset_bytes, p->b->recv_offset_bytes);
	if (n < size && p->a->cpu_send >= 0)
		snprintf(text + n, size - n, " on %d,%d", p->a->cpu_send, p->a->cpu_recv);
}

static int add_sweep(const struct duet_record *record, const struct gate_rules *rules,
	struct judgement *out, double *values, double *room)
{
	struct gate_group all = { record, NULL };
	struct judged row = { .level = JUDGED_SWEEP, .wall = unknown, .cpu = unknown };

	if (gate_group_size(&all) == 0)
		return 0;
	gate_measure_group(&all, rules->level, &row, values, room);
	judge_row(&row, rules, true, true);
	return judgement_add(out, &row, "all points");
}

static bool is_first_of_row(const struct duet_record *record, size_t i)
{
	for (size_t j = 0; j < i; j++) {
		if (gate_is_measured(&record->points[j]) &&
			gate_same_row(&record->points[i], &record->points[j]))
			return false;
	}
	return gate_is_measured(&record->points[i]);
}

/* Only where a row pools something and is not all there is. */
static int add_rows(const struct duet_record *record, const struct gate_rules *rules,
	struct judgement *out, double *values, double *room)
{
	struct gate_group all = { record, NULL };
	size_t n_all = gate_group_size(&all);
	char label[512];
	int ret = 0;

	for (size_t i = 0; !ret && i < record->n_points; i++) {
		struct gate_group g = { record, &record->points[i] };
		struct judged row = { .level = JUDGED_ROW, .wall = unknown, .cpu = unknown };
		size_t n = is_first_of_row(record, i) ? gate_group_size(&g) : 0;

		if (n < 2 || n == n_all)
			continue;
		gate_measure_group(&g, rules->level, &row, values, room);
		judge_row(&row, rules, true, true);
		label_row(&record->points[i], label, sizeof(label));
		ret = judgement_add(out, &row, label);
	}
	return ret;
}

/* What the correction for their number leaves of the points' changes. */
struct correction {
	double *p;
	bool *stands[N_METRICS];
};

static int correct(const struct judged *rows, size_t n, struct correction *c)
{
	int ret = 0;

	for (int m = 0; !ret && m < N_METRICS; m++) {
		for (size_t i = 0; i < n; i++)
			c->p[i] = m == WALL ? rows[i].wall.p : rows[i].cpu.p;
		ret = benjamini_hochberg(c->p, n, FDR, c->stands[m]);
	}
	return ret;
}

static void fail_row(const struct duet_point *p, struct judged *row)
{
	row->verdict = VERDICT_FAILED;
	snprintf(row->reason, sizeof(row->reason), "%.199s", p->reason);
}

static int add_points(const struct duet_record *record, const struct gate_rules *rules,
	struct judgement *out, double *values, double *room)
{
	size_t n = record->n_points;
	struct judged *rows = calloc(n + 1, sizeof(*rows));
	struct correction c = { calloc(n + 1, sizeof(double)),
		{ calloc(n + 1, sizeof(bool)), calloc(n + 1, sizeof(bool)) } };
	char label[512];
	int ret = rows && c.p && c.stands[WALL] && c.stands[CPU] ? 0 : -ENOMEM;

	for (size_t i = 0; !ret && i < n; i++) {
		const struct duet_point *p = &record->points[i];

		rows[i] = (struct judged) {
			.level = JUDGED_POINT, .n = p->n_blocks, .wall = unknown, .cpu = unknown
		};
		if (gate_is_measured(p))
			gate_measure_point(p, rules->level, &rows[i], values, room);
	}
	if (!ret)
		ret = correct(rows, n, &c);
	for (size_t i = 0; !ret && i < n; i++) {
		const struct duet_point *p = &record->points[i];

		if (p->status == POINT_SKIPPED || p->status == POINT_PENDING)
			continue;
		if (gate_is_measured(p))
			judge_row(&rows[i], rules, c.stands[WALL][i], c.stands[CPU][i]);
		else
			fail_row(p, &rows[i]);
		label_point(p, label, sizeof(label));
		ret = judgement_add(out, &rows[i], label);
	}
	free(rows);
	free(c.p);
	free(c.stands[WALL]);
	free(c.stands[CPU]);
	return ret;
}

struct gate_rules gate_default_rules(const struct duet_record *record)
{
	return (struct gate_rules) { 3, record->share_cpu ? 3 : 5, LEVEL };
}

int gate_judge(
	const struct duet_record *record, const struct gate_rules *rules, struct judgement *out)
{
	double *values = calloc(gate_most_values(record), sizeof(*values));
	double *room = calloc(gate_most_values(record), sizeof(*room));
	int ret = values && room ? 0 : -ENOMEM;

	out->kind = "gate";
	out->threshold_percent = rules->threshold_percent;
	out->wall_threshold_percent = rules->wall_threshold_percent;
	out->level = rules->level;
	if (!ret)
		ret = add_sweep(record, rules, out, values, room);
	if (!ret)
		ret = add_rows(record, rules, out, values, room);
	if (!ret)
		ret = add_points(record, rules, out, values, room);
	free(values);
	free(room);
	if (!ret)
		judgement_conclude(out);
	return ret;
}
