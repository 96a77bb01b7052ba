/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/clean_text.h"
#include "results/judgement_writer.h"

/* Points beyond these are counted and not shown, unless all are asked for. */
#define MOST_POINTS 40
#define MOST_LABEL  60

static void put_text(FILE *f, const char *text)
{
	clean_text_put(f, text, NULL);
}

static void differences(FILE *f, const struct judgement *j)
{
	for (size_t i = 0; i < j->n_differences; i++) {
		fprintf(f, "# differs: %s: ", j->differences[i].name);
		put_text(f, j->differences[i].base);
		fputs(" -> ", f);
		put_text(f, j->differences[i].new);
		fputc('\n', f);
	}
	for (size_t i = 0; i < j->n_notes; i++) {
		fputs("# ", f);
		put_text(f, j->notes[i]);
		fputc('\n', f);
	}
}

static void head(FILE *f, const struct judgement *j)
{
	fprintf(f, "# %s: ", j->kind);
	put_text(f, j->base_name);
	fputs(strcmp(j->kind, "gate") == 0 ? " (A) against " : " (BASE) against ", f);
	put_text(f, j->new_name);
	fprintf(f, strcmp(j->kind, "gate") == 0 ? " (B)\n" : " (NEW)\n");
	fprintf(f, "# ratios are %s, with their %g %% intervals; a change of less than %g %%",
		strcmp(j->kind, "gate") == 0 ? "B / A" : "NEW / BASE", j->level * 100,
		j->threshold_percent);
	if (j->wall_threshold_percent != j->threshold_percent)
		fprintf(f, " (of MB/s %g %%)", j->wall_threshold_percent);
	fprintf(f, " is none\n");
	differences(f, j);
}

/* As wide as the longest label, within reason. */
static int label_width(const struct judgement *j)
{
	size_t width = 0;

	for (size_t i = 0; i < j->n_rows; i++) {
		size_t n = strlen(j->rows[i].label);

		width = n > width ? n : width;
	}
	return (int)(width < MOST_LABEL ? width : MOST_LABEL);
}

/* Labels are ASCII but for the names of plug-ins: then the column is a little off. */
static void put_label(FILE *f, const char *label, int width)
{
	int n = (int)strlen(label);

	put_text(f, label);
	fprintf(f, "%*s", n < width ? width - n : 0, "");
}

static void columns(FILE *f, const struct judgement *j)
{
	bool gate = strcmp(j->kind, "gate") == 0;

	fprintf(f, "  %-*s %5s %10s %10s %6s %-16s %8s %-16s %8s  %s\n", label_width(j), "", "n",
		gate ? "A MB/s" : "base MB/s", gate ? "B MB/s" : "new MB/s", "ratio", "",
		"per cpu-s", "", "resolves", "verdict");
}

static void put_rate(FILE *f, double value)
{
	if (isfinite(value))
		fprintf(f, value < 1e7 ? " %10.1f" : " %10.2e", value);
	else
		fprintf(f, " %10s", "-");
}

static void put_change(FILE *f, int width, const struct change *c)
{
	char text[48] = "";

	if (isnan(c->ratio)) {
		fprintf(f, " %*s %-16s", width, "-", "");
		return;
	}
	if (!isnan(c->ci_low))
		snprintf(text, sizeof(text), "[%.3f, %.3f]", c->ci_low, c->ci_high);
	fprintf(f, " %*.3f %-16s", width, c->ratio, text);
}

static void put_row(FILE *f, const struct judged *row, int width)
{
	fprintf(f, "%c ", verdict_mark(row->verdict));
	put_label(f, row->label, width);
	fprintf(f, " %5zu", row->n);
	put_rate(f, row->wall.base);
	put_rate(f, row->wall.new);
	put_change(f, 6, &row->wall);
	put_change(f, 8, &row->cpu);
	if (isnan(row->wall.resolvable_percent))
		fprintf(f, " %8s", "-");
	else
		fprintf(f, " %6.2f %%", row->wall.resolvable_percent);
	fprintf(f, "  %s", verdict_name(row->verdict));
	if (row->reason[0]) {
		fputs(": ", f);
		put_text(f, row->reason);
	}
	fputc('\n', f);
}

static void levels(FILE *f, const struct judgement *j, enum judged_level level)
{
	for (size_t i = 0; i < j->n_rows; i++) {
		if (j->rows[i].level == level)
			put_row(f, &j->rows[i], label_width(j));
	}
}

static void points(FILE *f, const struct judgement *j, bool all)
{
	size_t n;
	const struct judged **rows = judgement_worst_first(j, JUDGED_POINT, all, &n);
	size_t shown = all || n <= MOST_POINTS ? n : MOST_POINTS;

	if (!rows) {
		fprintf(f, "# out of memory: points are left out\n");
		return;
	}
	for (size_t i = 0; i < shown; i++)
		put_row(f, rows[i], label_width(j));
	if (shown < n)
		fprintf(f, "# ... and %zu more points: --all shows them\n", n - shown);
	free(rows);
}

static void one(FILE *f, const struct judgement *j, bool all)
{
	head(f, j);
	columns(f, j);
	levels(f, j, JUDGED_SWEEP);
	levels(f, j, JUDGED_ROW);
	points(f, j, all);
	judgement_print_summary(f, j);
}

static const struct judged *find(
	const struct judgement *j, enum judged_level level, const char *label)
{
	for (size_t i = 0; i < j->n_rows; i++) {
		if (j->rows[i].level == level && strcmp(j->rows[i].label, label) == 0)
			return &j->rows[i];
	}
	return NULL;
}

static void matrix_row(FILE *f, const struct judgement *j, size_t n, const struct judged *like)
{
	put_label(f, like->label, label_width(j));
	for (size_t i = 0; i < n; i++) {
		const struct judged *row = find(&j[i], like->level, like->label);

		if (!row || isnan(row->wall.ratio))
			fprintf(f, " %9s ", "-");
		else
			fprintf(f, " %9.3f%c", row->wall.ratio, verdict_mark(row->verdict));
	}
	fputc('\n', f);
}

/* Several files against the first: a column each. */
static void matrix(FILE *f, const struct judgement *j, size_t n)
{
	fprintf(f, "# %s: NEW / BASE of MB/s against ", j->kind);
	put_text(f, j->base_name);
	fputc('\n', f);
	for (size_t i = 0; i < n; i++) {
		fprintf(f, "# (%zu) ", i + 1);
		put_text(f, j[i].new_name);
		fputc('\n', f);
		differences(f, &j[i]);
	}
	fprintf(f, "%*s", label_width(j), "");
	for (size_t i = 0; i < n; i++)
		fprintf(f, " %8s%zu) ", "(", i + 1);
	fputc('\n', f);
	for (size_t i = 0; i < j->n_rows; i++) {
		if (j->rows[i].level != JUDGED_POINT)
			matrix_row(f, j, n, &j->rows[i]);
	}
	for (size_t i = 0; i < n; i++) {
		fprintf(f, "# (%zu)\n", i + 1);
		judgement_print_summary(f, &j[i]);
	}
}

static void write_table(FILE *f, const struct judgement *j, size_t n, bool all)
{
	if (n == 1)
		one(f, j, all);
	else
		matrix(f, j, n);
}

extern const struct judgement_writer judgement_writer_table;
const struct judgement_writer judgement_writer_table = {
	.name = "table",
	.desc = "aligned columns: the sweep, its rows, and the points that changed",
	.suffix = ".txt",
	.write = write_table,
};
