/* SPDX-License-Identifier: MIT */
#include "results/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/compare_change.h"
#include "results/inference.h"
#include "results/verdict.h"

#define FDR 0.05

/* A point before the correction for the number of points. */
struct candidate {
	struct judged row;
	double limit_percent[COMPARE_N_METRICS];
};

static bool failed(const struct stored_point *p)
{
	return p->status == POINT_FAILED || p->status == POINT_CORRUPT;
}

static struct change *change_of(struct judged *row, enum compare_metric metric)
{
	return metric == COMPARE_WALL ? &row->wall : &row->cpu;
}

static int measure_group(
	const struct compare_basis *basis, const struct compare_group *g, struct judged *row)
{
	double limit[COMPARE_N_METRICS];
	enum verdict v[COMPARE_N_METRICS];

	row->n = compare_group_size(g, COMPARE_WALL);
	for (int m = 0; m < COMPARE_N_METRICS; m++) {
		if (compare_group_change(basis, g, m, change_of(row, m), &limit[m]))
			return -ENOMEM;
		v[m] = verdict_of_change(
			change_of(row, m), basis->options->threshold_percent, limit[m]);
	}
	verdict_of_both(row, v[COMPARE_WALL], v[COMPARE_CPU]);
	if (row->verdict == VERDICT_INCONCLUSIVE && isnan(row->wall.ci_low))
		snprintf(row->reason, sizeof(row->reason), "too few figures for an interval");
	return 0;
}

static int add_group(const struct compare_basis *basis, const struct compare_group *g,
	enum judged_level level, const char *label, struct judgement *out)
{
	struct judged row = { .level = level };

	if (compare_group_size(g, COMPARE_WALL) == 0)
		return 0;
	return measure_group(basis, g, &row) ? -ENOMEM : judgement_add(out, &row, label);
}

/* The pairs are sorted by row. */
static int add_rows(
	const struct compare_basis *basis, const struct compare_pairs *pairs, struct judgement *out)
{
	struct compare_group g = { pairs, 0, 0 };
	char label[512];
	int ret = 0;

	while (!ret && g.first < pairs->n) {
		g.last = g.first + 1;
		while (g.last < pairs->n &&
			compare_same_row(&pairs->pair[g.first], &pairs->pair[g.last]))
			g.last++;
		compare_row_label(&pairs->pair[g.first], label, sizeof(label));
		if (basis->few || compare_group_size(&g, COMPARE_WALL) > 1)
			ret = add_group(basis, &g, JUDGED_ROW, label, out);
		g.first = g.last;
	}
	return ret;
}

static int measure_points(
	const struct compare_basis *basis, const struct compare_pairs *pairs, struct candidate *c)
{
	for (size_t i = 0; i < pairs->n; i++) {
		for (int m = 0; m < COMPARE_N_METRICS; m++) {
			if (compare_point_change(basis, &pairs->pair[i], m, change_of(&c[i].row, m),
				    &c[i].limit_percent[m]))
				return -ENOMEM;
		}
		c[i].row.level = JUDGED_POINT;
		c[i].row.n = compare_pair_is_measured(&pairs->pair[i])
				     ? pairs->pair[i].base->wall.n + pairs->pair[i].new->wall.n
				     : 0;
	}
	return 0;
}

/* The verdicts of one metric for all points, changes only where the correction lets them stand. */
static int correct(const struct compare_basis *basis, struct candidate *c, size_t n,
	enum compare_metric metric, enum verdict *verdicts)
{
	double *p = calloc(n + 1, sizeof(*p));
	bool *stands = calloc(n + 1, sizeof(*stands));
	int ret = p && stands ? 0 : -ENOMEM;

	for (size_t i = 0; !ret && i < n; i++)
		p[i] = change_of(&c[i].row, metric)->p;
	if (!ret)
		ret = benjamini_hochberg(p, n, FDR, stands);
	for (size_t i = 0; !ret && i < n; i++) {
		verdicts[i] = verdict_of_change(change_of(&c[i].row, metric),
			basis->options->threshold_percent, c[i].limit_percent[metric]);
		if (verdict_is_change(verdicts[i]) && !stands[i])
			verdicts[i] = VERDICT_INCONCLUSIVE;
	}
	free(p);
	free(stands);
	return ret;
}

/* Skipped or failed on both sides, or skipped on one and absent on the other. */
static bool says_nothing(const struct compare_pair *p)
{
	bool base = p->base && p->base->wall.n;
	bool new = p->new && p->new->wall.n;

	return !base && !new && !(p->base && p->new &&failed(p->new) && !failed(p->base));
}

/* What is decided without figures: true when it is. */
static bool decide_unmeasured(const struct compare_pair *p, struct judged *row)
{
	if (!p->base || !p->new) {
		row->verdict = p->base ? VERDICT_MISSING : VERDICT_NEW;
		return true;
	}
	if (failed(p->new) && !failed(p->base)) {
		row->verdict = VERDICT_FAILED;
		snprintf(row->reason, sizeof(row->reason), "failed in NEW");
		return true;
	}
	if (compare_pair_is_measured(p))
		return false;
	row->verdict = p->new->wall.n ? VERDICT_NEW : VERDICT_MISSING;
	snprintf(row->reason, sizeof(row->reason), "without figures in %s",
		p->new->wall.n ? "BASE" : "NEW");
	return true;
}

static int add_points(
	const struct compare_basis *basis, const struct compare_pairs *pairs, struct judgement *out)
{
	size_t n = pairs->n;
	struct candidate *c = calloc(n + 1, sizeof(*c));
	enum verdict *wall = calloc(n + 1, sizeof(*wall));
	enum verdict *cpu = calloc(n + 1, sizeof(*cpu));
	char label[512];
	int ret = c && wall && cpu ? measure_points(basis, pairs, c) : -ENOMEM;

	if (!ret)
		ret = correct(basis, c, n, COMPARE_WALL, wall);
	if (!ret)
		ret = correct(basis, c, n, COMPARE_CPU, cpu);
	for (size_t i = 0; !ret && i < n; i++) {
		bool decided;

		if (says_nothing(&pairs->pair[i]))
			continue;
		decided = decide_unmeasured(&pairs->pair[i], &c[i].row);
		/* Where points cannot be judged by themselves, only what is not there is told of them. */
		if (!decided && basis->few)
			continue;
		if (!decided)
			verdict_of_both(&c[i].row, wall[i], cpu[i]);
		compare_point_label(&pairs->pair[i], label, sizeof(label));
		ret = judgement_add(out, &c[i].row, label);
	}
	free(c);
	free(wall);
	free(cpu);
	return ret;
}

static int differ(const struct facts *base, const struct facts *new, struct judgement *out)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < base->n; i++) {
		const struct fact *a = &base->fact[i];
		const struct fact *b = facts_find(new, a->name);
		char was[256], is[256];

		if (b && !fact_equal(a, b))
			ret = judgement_differs(out, a->name, fact_show(a, was, sizeof(was)),
				fact_show(b, is, sizeof(is)));
	}
	return ret;
}

static int note(const struct compare_basis *basis, const struct stored *base,
	const struct stored *new, struct judgement *out)
{
	int ret = 0;

	if (basis->few)
		ret = judgement_note(out,
			"fewer than %d invocations a side: points are not judged by themselves, "
			"and one "
			"run a side cannot separate the luck of a boot from the change",
			COMPARE_MIN_INVOCATIONS);
	else
		ret = judgement_note(out, "runs at different times: what moved the whole machine "
					  "between them looks like "
					  "a change; netio gate compares within one run");
	if (!ret && strcmp(base->path, new->path) == 0)
		ret = judgement_note(out, "BASE and NEW are the same file");
	if (!ret && base->interrupted)
		ret = judgement_note(out, "BASE was interrupted: it is not whole");
	if (!ret && new->interrupted)
		ret = judgement_note(out, "NEW was interrupted: it is not whole");
	return ret;
}

static const char *mode_of(const struct stored *s)
{
	return s->n_points ? s->points[0].key.mode : "";
}

/* Bytes that a line of a log took; 0 where it is no log. */
static uint64_t bytes_a_line(const struct stored *s)
{
	if (!s->run || strcmp(mode_of(s), "log") != 0 || s->run->n_points == 0 ||
		s->run->points[0].n_samples == 0)
		return 0;
	return s->run->points[0].samples[0].bytes;
}

static int check(const struct stored *base, const struct stored *new,
	const struct compare_pairs *pairs, const struct compare_options *options, struct err *err)
{
	if (pairs->n_both == 0 && options->force)
		return err_set(err, EXDEV, "%s and %s have no size and offsets in common",
			base->path, new->path);
	if (options->force)
		return 0;
	if (strcmp(mode_of(base), mode_of(new)) != 0)
		return err_set(err, EXDEV,
			"%s and %s are not comparable: mode '%s' against '%s'; --force compares "
			"sizes "
			"and offsets all the same",
			base->path, new->path, mode_of(base), mode_of(new));
	if (pairs->n_both == 0)
		return err_set(err, EXDEV,
			"%s and %s have no point in common; --force compares sizes and offsets "
			"alone",
			base->path, new->path);
	if (bytes_a_line(base) && bytes_a_line(new) && bytes_a_line(base) != bytes_a_line(new))
		return err_set(err, EXDEV,
			"%s and %s are not comparable: %llu bytes a line against %llu; --force "
			"compares them all the same",
			base->path, new->path, (unsigned long long)bytes_a_line(base),
			(unsigned long long)bytes_a_line(new));
	return 0;
}

static int judge(const struct compare_pairs *pairs, const struct stored *base,
	const struct stored *new, const struct compare_options *options, struct judgement *out)
{
	struct compare_group all = { pairs, 0, pairs->n };
	struct compare_basis basis;
	int ret = compare_basis_make(pairs, options, &basis);

	if (!ret)
		ret = note(&basis, base, new, out);
	if (!ret)
		ret = differ(&base->environment, &new->environment, out);
	if (!ret)
		ret = add_group(&basis, &all, JUDGED_SWEEP, "all points", out);
	if (!ret)
		ret = add_rows(&basis, pairs, out);
	if (!ret)
		ret = add_points(&basis, pairs, out);
	if (!ret)
		judgement_conclude(out);
	return ret;
}

int compare_stored(const struct stored *base, const struct stored *new,
	const struct compare_options *options, struct judgement *out, struct err *err)
{
	struct compare_pairs pairs;
	int ret = compare_pairs_make(base, new, options->force, &pairs);

	out->kind = "compare";
	out->base_name = strdup(base->path);
	out->new_name = strdup(new->path);
	out->threshold_percent = out->wall_threshold_percent = options->threshold_percent;
	out->level = options->level;
	if (ret || !out->base_name || !out->new_name)
		ret = err_set(err, ENOMEM, "out of memory");
	if (!ret)
		ret = check(base, new, &pairs, options, err);
	if (!ret && judge(&pairs, base, new, options, out))
		ret = err_set(err, ENOMEM, "out of memory");
	free(pairs.pair);
	return ret;
}
