/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "results/html.h"
#include "results/judgement_writer.h"

static void put_change(FILE *f, const struct change *c)
{
	char text[96];

	if (isnan(c->ratio))
		snprintf(text, sizeof(text), "-");
	else if (isnan(c->ci_low))
		snprintf(text, sizeof(text), "%+.1f %%", judgement_percent(c->ratio));
	else
		snprintf(text, sizeof(text), "%+.1f %% (%+.1f to %+.1f)",
			judgement_percent(c->ratio), judgement_percent(c->ci_low),
			judgement_percent(c->ci_high));
	html_cell(f, text);
}

static void put_row(FILE *f, const struct judged *row)
{
	fprintf(f, "<tr class=\"%s\"><td>%c</td>\n", verdict_name(row->verdict),
		verdict_mark(row->verdict));
	html_cell(f, row->label);
	fprintf(f, "<td>%s%s", verdict_name(row->verdict), row->reason[0] ? ": " : "");
	html_text(f, row->reason);
	fputs("</td>\n", f);
	html_number(f, 1, row->wall.base);
	html_number(f, 1, row->wall.new);
	put_change(f, &row->wall);
	put_change(f, &row->cpu);
	fputs("</tr>\n", f);
}

static void begin_table(FILE *f)
{
	static const char *const columns[] = { "", "points", "verdict", "base MB/s", "new MB/s",
		"change of MB/s", "of MB per CPU-second", NULL };

	html_table_begin(f, columns);
}

static void put_level(FILE *f, const struct judgement *j, enum judged_level level, bool all)
{
	size_t n;
	const struct judged **rows = judgement_worst_first(j, level, all, &n);

	for (size_t i = 0; rows && i < n; i++)
		put_row(f, rows[i]);
	free(rows);
}

static size_t count_points(const struct judgement *j, bool all)
{
	size_t n = 0;

	free(judgement_worst_first(j, JUDGED_POINT, all, &n));
	return n;
}

static void put_points(FILE *f, const struct judgement *j, bool all)
{
	size_t n = count_points(j, all);

	if (n == 0)
		return;
	html_element(f, "h2",
		all ? "Points, the worst first" : "Points that are not the same, the worst first");
	begin_table(f);
	put_level(f, j, JUDGED_POINT, all);
	html_table_end(f);
}

static void put_differences(FILE *f, const struct judgement *j)
{
	static const char *const columns[] = { "environment", "base", "new", NULL };

	for (size_t i = 0; i < j->n_notes; i++)
		html_element(f, "p", j->notes[i]);
	if (!j->n_differences)
		return;
	html_element(f, "h2", "What differs beside");
	html_table_begin(f, columns);
	for (size_t i = 0; i < j->n_differences; i++) {
		fputs("<tr>", f);
		html_cell(f, j->differences[i].name);
		html_cell(f, j->differences[i].base);
		html_cell(f, j->differences[i].new);
		fputs("</tr>\n", f);
	}
	html_table_end(f);
}

static void put_summary(FILE *f, const struct judgement *j)
{
	char *text = NULL;
	size_t n = 0;
	FILE *words = open_memstream(&text, &n);

	if (words) {
		judgement_print_summary(words, j);
		fclose(words);
	}
	if (text && n > 0) {
		text[n - 1] = '\0'; /* the end of its line */
		html_element(f, "p", text);
	}
	free(text);
}

static void put_one(FILE *f, const struct judgement *j, bool all)
{
	fprintf(f, "<p class=\"verdict %s\">%s</p>\n", verdict_name(j->verdict),
		verdict_name(j->verdict));
	fputs("<p>", f);
	html_text(f, j->new_name);
	fputs(" against ", f);
	html_text(f, j->base_name);
	fprintf(f, "; %g %% intervals, threshold %g %%</p>\n", j->level * 100,
		j->threshold_percent);
	put_summary(f, j);
	begin_table(f);
	put_level(f, j, JUDGED_SWEEP, true);
	put_level(f, j, JUDGED_ROW, true);
	html_table_end(f);
	put_points(f, j, all);
	put_differences(f, j);
}

static void write_html(FILE *f, const struct judgement *j, size_t n, bool all)
{
	char title[32];

	snprintf(title, sizeof(title), "netio %s", j[0].kind);
	html_begin(f, title);
	for (size_t i = 0; i < n; i++)
		put_one(f, &j[i], all);
	html_end(f);
}

const struct judgement_writer judgement_writer_html = {
	.name = "html",
	.desc = "a page that stands by itself",
	.suffix = ".html",
	.write = write_html,
};
