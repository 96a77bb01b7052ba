/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "results/clean_text.h"
#include "results/judgement_writer.h"

/*
 * The form that CI systems read: a suite a judgement, a case a row that is counted and one for the sweep. A regression
 * is a failure and what could not be measured an error; what is inconclusive, new or missing is skipped, with its
 * reason: it neither passed nor failed. The schema is tests/junit.xsd.
 */

static void put_text(FILE *f, const char *text)
{
	clean_text_put(f, text, clean_text_markup);
}

static bool is_case(const struct judgement *j, const struct judged *row)
{
	return row->level == JUDGED_SWEEP || row->level == JUDGED_ROW ||
	       row->level == judgement_counted_level(j);
}

static size_t count(const struct judgement *j, enum verdict verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < j->n_rows; i++)
		n += is_case(j, &j->rows[i]) && j->rows[i].verdict == verdict;
	return n;
}

static size_t count_all(const struct judgement *j)
{
	size_t n = 0;

	for (size_t i = 0; i < N_VERDICTS; i++)
		n += count(j, (enum verdict)i);
	return n;
}

static size_t count_skipped(const struct judgement *j)
{
	return count(j, VERDICT_INCONCLUSIVE) + count(j, VERDICT_NEW) + count(j, VERDICT_MISSING);
}

static void put_change(FILE *f, const char *metric, const struct change *c)
{
	if (isnan(c->ratio))
		return;
	fprintf(f, "%s %+.1f %%", metric, judgement_percent(c->ratio));
	if (!isnan(c->ci_low))
		fprintf(f, " [%+.1f, %+.1f]", judgement_percent(c->ci_low),
			judgement_percent(c->ci_high));
}

static void put_message(FILE *f, const struct judged *row)
{
	fputs(verdict_name(row->verdict), f);
	if (!isnan(row->wall.ratio))
		fputs(": ", f);
	put_change(f, "MB/s", &row->wall);
	put_change(f, ", MB per CPU-second", &row->cpu);
	if (row->reason[0]) {
		fputs("; ", f);
		put_text(f, row->reason);
	}
}

/* NULL: it passed. */
static const char *element(enum verdict verdict)
{
	static const char *const elements[N_VERDICTS] = {
		[VERDICT_REGRESSION] = "failure",
		[VERDICT_FAILED] = "error",
		[VERDICT_INCONCLUSIVE] = "skipped",
		[VERDICT_NEW] = "skipped",
		[VERDICT_MISSING] = "skipped",
	};

	return elements[verdict];
}

static void put_case(FILE *f, const struct judgement *j, const struct judged *row)
{
	static const char *const levels[] = { "sweep", "row", "point" };
	const char *name = element(row->verdict);

	fprintf(f, "    <testcase classname=\"netio.%s.%s\" name=\"", j->kind, levels[row->level]);
	put_text(f, row->label);
	if (name) {
		fprintf(f, "\">\n      <%s message=\"", name);
		put_message(f, row);
		fputs("\"/>\n    </testcase>\n", f);
		return;
	}
	fputs("\">\n      <system-out>", f);
	put_message(f, row);
	fputs("</system-out>\n    </testcase>\n", f);
}

static void put_property(FILE *f, const char *name, const char *value)
{
	fputs("      <property name=\"", f);
	put_text(f, name);
	fputs("\" value=\"", f);
	put_text(f, value);
	fputs("\"/>\n", f);
}

static void put_suite(FILE *f, const struct judgement *j)
{
	fputs("  <testsuite name=\"netio ", f);
	fprintf(f, "%s: ", j->kind);
	put_text(f, j->new_name);
	fprintf(f, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n",
		count_all(j), count(j, VERDICT_REGRESSION), count(j, VERDICT_FAILED),
		count_skipped(j));
	fputs("    <properties>\n", f);
	put_property(f, "base", j->base_name);
	put_property(f, "new", j->new_name);
	for (size_t i = 0; i < j->n_notes; i++)
		put_property(f, "note", j->notes[i]);
	fputs("    </properties>\n", f);
	for (size_t i = 0; i < j->n_rows; i++) {
		if (is_case(j, &j->rows[i]))
			put_case(f, j, &j->rows[i]);
	}
	fputs("  </testsuite>\n", f);
}

static void write_junit(FILE *f, const struct judgement *j, size_t n, bool all)
{
	size_t totals[4] = { 0 };

	(void)all;
	for (size_t i = 0; i < n; i++) {
		totals[0] += count_all(&j[i]);
		totals[1] += count(&j[i], VERDICT_REGRESSION);
		totals[2] += count(&j[i], VERDICT_FAILED);
		totals[3] += count_skipped(&j[i]);
	}
	fprintf(f,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"netio\" "
		"tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n",
		totals[0], totals[1], totals[2], totals[3]);
	for (size_t i = 0; i < n; i++)
		put_suite(f, &j[i]);
	fputs("</testsuites>\n", f);
}

extern const struct judgement_writer judgement_writer_junit;
const struct judgement_writer judgement_writer_junit = {
	.name = "junit",
	.desc = "JUnit XML: regressions are failures",
	.suffix = ".xml",
	.write = write_junit,
};
