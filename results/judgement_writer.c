/* SPDX-License-Identifier: MIT */
#include "results/judgement_writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WRITER(name) extern const struct judgement_writer judgement_writer_##name;
#include "results/judgement_writer_list.h"
#undef WRITER

static const struct judgement_writer *const writers[] = {
#define WRITER(name) &judgement_writer_##name,
#include "results/judgement_writer_list.h"
#undef WRITER
};

const struct judgement_writer *judgement_writer_at(size_t index)
{
	return index < sizeof(writers) / sizeof(writers[0]) ? writers[index] : NULL;
}

const char *judgement_writer_name(size_t index)
{
	const struct judgement_writer *w = judgement_writer_at(index);

	return w ? w->name : NULL;
}

const struct judgement_writer *judgement_writer_of(const char *path)
{
	const char *suffix = strrchr(path, '.');
	const struct judgement_writer *w;

	for (size_t i = 0; suffix && (w = judgement_writer_at(i)) != NULL; i++) {
		if (strcmp(w->suffix, suffix) == 0)
			return w;
	}
	return NULL;
}

double judgement_percent(double ratio)
{
	return (ratio - 1) * 100;
}

enum judged_level judgement_counted_level(const struct judgement *j)
{
	enum judged_level finest = JUDGED_SWEEP;

	for (size_t i = 0; i < j->n_rows; i++) {
		if (j->rows[i].level > finest)
			finest = j->rows[i].level;
	}
	return finest;
}

/* How early it is shown: the smaller the earlier. */
static int rank(enum verdict verdict)
{
	static const int ranks[N_VERDICTS] = {
		[VERDICT_REGRESSION] = 0,
		[VERDICT_FAILED] = 1,
		[VERDICT_INCONCLUSIVE] = 2,
		[VERDICT_MISSING] = 3,
		[VERDICT_NEW] = 4,
		[VERDICT_IMPROVEMENT] = 5,
		[VERDICT_SAME] = 6,
	};

	return ranks[verdict];
}

/* The worse of both metrics; what is not known is no loss. */
static double worst_ratio(const struct judged *row)
{
	double wall = isnan(row->wall.ratio) ? 1 : row->wall.ratio;
	double cpu = isnan(row->cpu.ratio) ? 1 : row->cpu.ratio;

	return wall < cpu ? wall : cpu;
}

static int by_badness(const void *a, const void *b)
{
	const struct judged *x = *(const struct judged *const *)a;
	const struct judged *y = *(const struct judged *const *)b;
	int by_rank = rank(x->verdict) - rank(y->verdict);

	if (by_rank)
		return by_rank;
	if (worst_ratio(x) != worst_ratio(y))
		return worst_ratio(x) < worst_ratio(y) ? -1 : 1;
	/* As they were measured: both are in one array. */
	return x < y ? -1 : x > y;
}

const struct judged **judgement_worst_first(
	const struct judgement *j, enum judged_level level, bool all, size_t *n)
{
	const struct judged **rows = calloc(j->n_rows + 1, sizeof(*rows));

	*n = 0;
	for (size_t i = 0; rows && i < j->n_rows; i++) {
		const struct judged *row = &j->rows[i];

		if (row->level == level && (all || row->verdict != VERDICT_SAME))
			rows[(*n)++] = row;
	}
	if (rows)
		qsort(rows, *n, sizeof(*rows), by_badness);
	return rows;
}
