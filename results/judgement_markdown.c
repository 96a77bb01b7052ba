/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/clean_text.h"
#include "results/judgement_writer.h"

/* What GitHub's Markdown would take for markup, in a cell of a table. */
static const char *escape(unsigned char byte)
{
	static const char *const words[256] = {
		['|'] = "\\|",
		['`'] = "\\`",
		['*'] = "\\*",
		['_'] = "\\_",
		['['] = "\\[",
		[']'] = "\\]",
		['\\'] = "\\\\",
		['~'] = "\\~",
		['#'] = "\\#",
		['@'] = "\\@",
		['!'] = "\\!",
		['<'] = "&lt;",
		['>'] = "&gt;",
		['&'] = "&amp;",
	};

	return words[byte];
}

static void put_text(FILE *f, const char *text)
{
	clean_text_put(f, text, escape);
}

static const char *sign(enum verdict verdict)
{
	static const char *const signs[N_VERDICTS] = {
		[VERDICT_SAME] = "=",
		[VERDICT_IMPROVEMENT] = "**+**",
		[VERDICT_REGRESSION] = "**-**",
		[VERDICT_INCONCLUSIVE] = "?",
		[VERDICT_NEW] = "n",
		[VERDICT_MISSING] = "m",
		[VERDICT_FAILED] = "**\\!**",
	};

	return signs[verdict];
}

static void put_rate(FILE *f, double value)
{
	if (isfinite(value))
		fprintf(f, " %.1f |", value);
	else
		fputs(" - |", f);
}

static void put_change(FILE *f, const struct change *c)
{
	if (isnan(c->ratio))
		fputs(" - |", f);
	else if (isnan(c->ci_low))
		fprintf(f, " %+.1f %% |", judgement_percent(c->ratio));
	else
		fprintf(f, " %+.1f %% (%+.1f to %+.1f) |", judgement_percent(c->ratio),
			judgement_percent(c->ci_low), judgement_percent(c->ci_high));
}

static void put_row(FILE *f, const struct judged *row)
{
	fprintf(f, "| %s | ", sign(row->verdict));
	put_text(f, row->label);
	fputs(" |", f);
	put_rate(f, row->wall.base);
	put_rate(f, row->wall.new);
	put_change(f, &row->wall);
	put_change(f, &row->cpu);
	fprintf(f, " %s", verdict_name(row->verdict));
	if (row->reason[0]) {
		fputs(": ", f);
		put_text(f, row->reason);
	}
	fputs(" |\n", f);
}

static void columns(FILE *f)
{
	fputs("| | | base MB/s | new MB/s | MB/s | MB per CPU-second | verdict |\n"
	      "|---|---|--:|--:|--:|--:|---|\n",
		f);
}

static void list(FILE *f, const struct judgement *j)
{
	for (size_t i = 0; i < j->n_differences; i++) {
		fprintf(f, "- differs: %s: ", j->differences[i].name);
		put_text(f, j->differences[i].base);
		fputs(" → ", f);
		put_text(f, j->differences[i].new);
		fputc('\n', f);
	}
	for (size_t i = 0; i < j->n_notes; i++) {
		fputs("- ", f);
		put_text(f, j->notes[i]);
		fputc('\n', f);
	}
	if (j->n_differences || j->n_notes)
		fputc('\n', f);
}

static void points(FILE *f, const struct judgement *j, bool all)
{
	size_t n;
	const struct judged **rows = judgement_worst_first(j, JUDGED_POINT, all, &n);

	if (rows && n > 0) {
		fprintf(f, "\n<details><summary>%zu points%s</summary>\n\n", n,
			all ? "" : " that are not the same");
		columns(f);
		for (size_t i = 0; i < n; i++)
			put_row(f, rows[i]);
		fputs("\n</details>\n", f);
	}
	free(rows);
}

static void one(FILE *f, const struct judgement *j, bool all)
{
	fprintf(f, "### netio %s: %s\n\n", j->kind, verdict_name(j->verdict));
	put_text(f, j->base_name);
	fputs(" → ", f);
	put_text(f, j->new_name);
	fprintf(f, ", %g %% intervals, threshold %g %%\n\n", j->level * 100, j->threshold_percent);
	list(f, j);
	columns(f);
	for (size_t i = 0; i < j->n_rows; i++) {
		if (j->rows[i].level != JUDGED_POINT)
			put_row(f, &j->rows[i]);
	}
	points(f, j, all);
	fputs("\n```\n", f);
	judgement_print_summary(f, j);
	fputs("```\n", f);
}

static void write_markdown(FILE *f, const struct judgement *j, size_t n, bool all)
{
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			fputc('\n', f);
		one(f, &j[i], all);
	}
}

extern const struct judgement_writer judgement_writer_markdown;
const struct judgement_writer judgement_writer_markdown = {
	.name = "markdown",
	.desc = "tables for a comment or a job's summary",
	.suffix = ".md",
	.write = write_markdown,
};
