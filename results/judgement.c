/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "results/judgement.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	char mark;
} words[N_VERDICTS] = {
	[VERDICT_SAME] = { "same", '=' },
	[VERDICT_IMPROVEMENT] = { "improvement", '+' },
	[VERDICT_REGRESSION] = { "regression", '-' },
	[VERDICT_INCONCLUSIVE] = { "inconclusive", '?' },
	[VERDICT_NEW] = { "new", 'n' },
	[VERDICT_MISSING] = { "missing", 'm' },
	[VERDICT_FAILED] = { "failed", '!' },
};

const char *verdict_name(enum verdict verdict)
{
	return words[verdict].name;
}

char verdict_mark(enum verdict verdict)
{
	return words[verdict].mark;
}

/* Room for one element more, zeroed; NULL when out of memory. */
static void *grow(void *array, size_t *n, size_t size)
{
	char *more = realloc(*(void **)array, (*n + 1) * size);

	if (!more)
		return NULL;
	*(void **)array = more;
	memset(more + *n * size, 0, size);
	return more + (*n)++ * size;
}

int judgement_add(struct judgement *j, const struct judged *row, const char *label)
{
	struct judged *to = grow(&j->rows, &j->n_rows, sizeof(*to));

	if (!to)
		return -ENOMEM;
	*to = *row;
	to->label = strdup(label);
	return to->label ? 0 : -ENOMEM;
}

int judgement_differs(struct judgement *j, const char *name, const char *base, const char *new)
{
	struct difference *d = grow(&j->differences, &j->n_differences, sizeof(*d));

	if (!d)
		return -ENOMEM;
	d->name = name;
	d->base = strdup(base);
	d->new = strdup(new);
	return d->base && d->new ? 0 : -ENOMEM;
}

int judgement_note(struct judgement *j, const char *format, ...)
{
	char **note = grow(&j->notes, &j->n_notes, sizeof(*note));
	va_list ap;
	int n;

	if (!note)
		return -ENOMEM;
	va_start(ap, format);
	n = vasprintf(note, format, ap);
	va_end(ap);
	if (n < 0)
		*note = NULL;
	return n < 0 ? -ENOMEM : 0;
}

static bool any(const struct judgement *j, enum verdict verdict)
{
	for (size_t i = 0; i < j->n_rows; i++) {
		if (j->rows[i].verdict == verdict)
			return true;
	}
	return false;
}

const struct judged *judgement_sweep(const struct judgement *j)
{
	return j->n_rows && j->rows[0].level == JUDGED_SWEEP ? &j->rows[0] : NULL;
}

/* How many of that level were judged: what is only there or not is counted, but is no judgement. */
static size_t count_level(struct judgement *j, enum judged_level level)
{
	size_t n = 0;

	for (size_t i = 0; i < j->n_rows; i++) {
		if (j->rows[i].level != level)
			continue;
		j->counts[j->rows[i].verdict]++;
		n += j->rows[i].verdict <= VERDICT_INCONCLUSIVE;
	}
	return n;
}

void judgement_conclude(struct judgement *j)
{
	const struct judged *sweep = judgement_sweep(j);

	memset(j->counts, 0, sizeof(j->counts));
	if (count_level(j, JUDGED_POINT) == 0 && count_level(j, JUDGED_ROW) == 0)
		count_level(j, JUDGED_SWEEP);
	if (any(j, VERDICT_REGRESSION))
		j->verdict = VERDICT_REGRESSION;
	else if (any(j, VERDICT_FAILED))
		j->verdict = VERDICT_FAILED;
	else
		j->verdict = sweep ? sweep->verdict : VERDICT_INCONCLUSIVE;
}

static double percent(double ratio)
{
	return (ratio - 1) * 100;
}

/* Beside the four that always stand there. */
static void print_rare(FILE *f, const struct judgement *j)
{
	static const enum verdict rare[] = { VERDICT_NEW, VERDICT_MISSING, VERDICT_FAILED };

	for (size_t i = 0; i < sizeof(rare) / sizeof(rare[0]); i++) {
		if (j->counts[rare[i]])
			fprintf(f, ", %zu %s", j->counts[rare[i]], verdict_name(rare[i]));
	}
}

void judgement_print_summary(FILE *f, const struct judgement *j)
{
	const struct judged *sweep = judgement_sweep(j);

	fprintf(f, "netio: %zu same, %zu improvement, %zu regression, %zu inconclusive",
		j->counts[VERDICT_SAME], j->counts[VERDICT_IMPROVEMENT],
		j->counts[VERDICT_REGRESSION], j->counts[VERDICT_INCONCLUSIVE]);
	print_rare(f, j);
	if (sweep && !isnan(sweep->wall.ratio)) {
		fprintf(f, " (overall %+.1f %%", percent(sweep->wall.ratio));
		if (!isnan(sweep->wall.ci_low))
			fprintf(f, " [%+.1f, %+.1f]", percent(sweep->wall.ci_low),
				percent(sweep->wall.ci_high));
		fputc(')', f);
	}
	fputc('\n', f);
}

void judgement_release(struct judgement *j)
{
	for (size_t i = 0; i < j->n_rows; i++)
		free(j->rows[i].label);
	for (size_t i = 0; i < j->n_differences; i++) {
		free(j->differences[i].base);
		free(j->differences[i].new);
	}
	for (size_t i = 0; i < j->n_notes; i++)
		free(j->notes[i]);
	free(j->rows);
	free(j->differences);
	free(j->notes);
	free(j->base_name);
	free(j->new_name);
	*j = (struct judgement) { 0 };
}
