/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "results/clean_text.h"
#include "results/judgement_writer.h"

/*
 * TAP version 13: a test a row. A regression and what could not be measured are not ok; what is inconclusive, new or
 * missing is skipped, with its reason.
 */

/* '#' would begin a directive, and a backslash escape one. */
static const char *escape(unsigned char byte)
{
	return byte == '#' ? "\\#" : byte == '\\' ? "\\\\" : NULL;
}

static void put_text(FILE *f, const char *text)
{
	clean_text_put(f, text, escape);
}

static void put_change(FILE *f, const char *metric, const struct change *c)
{
	if (isnan(c->ratio))
		return;
	fprintf(f, "#   %s %+.1f %%", metric, judgement_percent(c->ratio));
	if (!isnan(c->ci_low))
		fprintf(f, " [%+.1f, %+.1f]", judgement_percent(c->ci_low),
			judgement_percent(c->ci_high));
	fputc('\n', f);
}

static void put_test(FILE *f, const struct judged *row, size_t number)
{
	static const char *const levels[] = { "sweep", "row", "point" };
	bool bad = row->verdict == VERDICT_REGRESSION || row->verdict == VERDICT_FAILED;
	bool good = row->verdict == VERDICT_SAME || row->verdict == VERDICT_IMPROVEMENT;

	fprintf(f, "%s %zu - %s: ", bad ? "not ok" : "ok", number, levels[row->level]);
	put_text(f, row->label);
	if (!bad && !good) {
		fprintf(f, " # SKIP %s", verdict_name(row->verdict));
		if (row->reason[0]) {
			fputs(": ", f);
			put_text(f, row->reason);
		}
	}
	fputc('\n', f);
	if (good && row->verdict == VERDICT_SAME)
		return;
	fprintf(f, "#   %s", verdict_name(row->verdict));
	if (row->reason[0]) {
		fputs(": ", f);
		put_text(f, row->reason);
	}
	fputc('\n', f);
	put_change(f, "MB/s", &row->wall);
	put_change(f, "MB per CPU-second", &row->cpu);
}

static void write_tap(FILE *f, const struct judgement *j, size_t n, bool all)
{
	size_t total = 0;
	size_t number = 0;

	(void)all;
	for (size_t i = 0; i < n; i++)
		total += j[i].n_rows;
	fprintf(f, "TAP version 13\n1..%zu\n", total);
	for (size_t i = 0; i < n; i++) {
		fprintf(f, "# %s: ", j[i].kind);
		put_text(f, j[i].base_name);
		fputs(" -> ", f);
		put_text(f, j[i].new_name);
		fputc('\n', f);
		for (size_t k = 0; k < j[i].n_rows; k++)
			put_test(f, &j[i].rows[k], ++number);
		fputs("# ", f);
		judgement_print_summary(f, &j[i]);
	}
}

extern const struct judgement_writer judgement_writer_tap;
const struct judgement_writer judgement_writer_tap = {
	.name = "tap",
	.desc = "the Test Anything Protocol, version 13",
	.suffix = ".tap",
	.write = write_tap,
};
