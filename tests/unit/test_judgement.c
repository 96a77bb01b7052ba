/* SPDX-License-Identifier: MIT */
#include "tests/unit/golden.h"

#include "results/judgement_writer.h"
#include "tests/unit/judgements.h"

/* Words, counts and every format, byte for byte. */

static char *printed(void (*print)(FILE *f, const void *arg), const void *arg)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	assert_non_null(f);
	print(f, arg);
	fclose(f);
	return text;
}

static void print_summary(FILE *f, const void *arg)
{
	judgement_print_summary(f, arg);
}

static void words(void **state)
{
	static const struct {
		enum verdict verdict;
		const char *name;
		char mark;
	} rows[] = {
		{ VERDICT_SAME, "same", '=' },
		{ VERDICT_IMPROVEMENT, "improvement", '+' },
		{ VERDICT_REGRESSION, "regression", '-' },
		{ VERDICT_INCONCLUSIVE, "inconclusive", '?' },
		{ VERDICT_NEW, "new", 'n' },
		{ VERDICT_MISSING, "missing", 'm' },
		{ VERDICT_FAILED, "failed", '!' },
	};

	(void)state;
	assert_int_equal(N_OF(rows), N_VERDICTS);
	for (size_t i = 0; i < N_OF(rows); i++) {
		assert_string_equal(verdict_name(rows[i].verdict), rows[i].name);
		assert_int_equal(verdict_mark(rows[i].verdict), rows[i].mark);
	}
}

static void summary(void **state)
{
	struct judgement j;
	char *text;

	(void)state;
	make_judgement(&j, "gate");
	text = printed(print_summary, &j);
	assert_string_equal(text,
		"netio: 1 same, 1 improvement, 1 regression, 1 inconclusive, 1 new, 1 missing, 1 "
		"failed (overall -1.0 % [-1.5, -0.5])\n");
	assert_int_equal(j.verdict, VERDICT_REGRESSION);
	free(text);
	judgement_release(&j);
	text = printed(print_summary, &j);
	assert_string_equal(text, "netio: 0 same, 0 improvement, 0 regression, 0 inconclusive\n");
	free(text);
}

/* What the whole comes to, by the verdicts of the sweep, a row and a point. */
static void conclusions(void **state)
{
	static const struct {
		enum verdict sweep, row, point, whole;
	} rows[] = {
		{ VERDICT_SAME, VERDICT_SAME, VERDICT_SAME, VERDICT_SAME },
		{ VERDICT_SAME, VERDICT_SAME, VERDICT_REGRESSION, VERDICT_REGRESSION },
		{ VERDICT_SAME, VERDICT_REGRESSION, VERDICT_SAME, VERDICT_REGRESSION },
		{ VERDICT_REGRESSION, VERDICT_SAME, VERDICT_FAILED, VERDICT_REGRESSION },
		{ VERDICT_SAME, VERDICT_SAME, VERDICT_FAILED, VERDICT_FAILED },
		{ VERDICT_IMPROVEMENT, VERDICT_SAME, VERDICT_INCONCLUSIVE, VERDICT_IMPROVEMENT },
		{ VERDICT_INCONCLUSIVE, VERDICT_SAME, VERDICT_IMPROVEMENT, VERDICT_INCONCLUSIVE },
		{ VERDICT_SAME, VERDICT_SAME, VERDICT_NEW, VERDICT_SAME },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct judgement j = { .kind = "gate" };

		add_row(&j, JUDGED_SWEEP, "s", UNKNOWN_CHANGE, UNKNOWN_CHANGE, rows[i].sweep, "");
		add_row(&j, JUDGED_ROW, "r", UNKNOWN_CHANGE, UNKNOWN_CHANGE, rows[i].row, "");
		add_row(&j, JUDGED_POINT, "p", UNKNOWN_CHANGE, UNKNOWN_CHANGE, rows[i].point, "");
		judgement_conclude(&j);
		CHECK(j.verdict == rows[i].whole, "case %zu: %s", i, verdict_name(j.verdict));
		judgement_release(&j);
	}
}

/* Where points cannot be judged, rows are counted, and what is new beside them. */
static void rows_are_counted_without_points(void **state)
{
	struct judgement j = { .kind = "compare" };

	(void)state;
	add_row(&j, JUDGED_SWEEP, "s", UNKNOWN_CHANGE, UNKNOWN_CHANGE, VERDICT_SAME, "");
	add_row(&j, JUDGED_ROW, "r", UNKNOWN_CHANGE, UNKNOWN_CHANGE, VERDICT_IMPROVEMENT, "");
	add_row(&j, JUDGED_POINT, "p", UNKNOWN_CHANGE, UNKNOWN_CHANGE, VERDICT_NEW, "");
	judgement_conclude(&j);
	assert_int_equal(j.counts[VERDICT_IMPROVEMENT], 1);
	assert_int_equal(j.counts[VERDICT_NEW], 1);
	assert_int_equal(j.counts[VERDICT_SAME], 0);
	judgement_release(&j);
}

static void print_all(FILE *f, const void *arg)
{
	const struct judgement_writer *w = arg;
	struct judgement j;

	make_judgement(&j, "gate");
	w->write(f, &j, 1, false);
	judgement_release(&j);
}

static void print_two(FILE *f, const void *arg)
{
	const struct judgement_writer *w = arg;
	struct judgement j[2];

	make_judgement(&j[0], "compare");
	make_judgement(&j[1], "compare");
	w->write(f, j, 2, true);
	judgement_release(&j[0]);
	judgement_release(&j[1]);
}

static void every_format(void **state)
{
	const struct judgement_writer *w;

	(void)state;
	for (size_t i = 0; (w = judgement_writer_at(i)) != NULL; i++) {
		char name[64];

		snprintf(name, sizeof(name), "judgement-%s", w->name);
		golden_expect(name, printed(print_all, w));
		snprintf(name, sizeof(name), "judgement-%s-two", w->name);
		golden_expect(name, printed(print_two, w));
	}
}

static void print_github(FILE *f, const void *arg)
{
	struct judgement j;

	(void)arg;
	make_judgement(&j, "gate");
	judgement_write_github(f, &j, 1);
	judgement_release(&j);
}

static void github_commands(void **state)
{
	(void)state;
	golden_expect("judgement-github", printed(print_github, NULL));
}

/* Bytes that no format may let through: control characters, and what is no UTF-8. */
static void formats_hold_clean_text(void **state)
{
	const struct judgement_writer *w;

	(void)state;
	for (size_t i = 0; (w = judgement_writer_at(i)) != NULL; i++) {
		char *text = printed(print_all, w);

		for (const char *s = text; *s; s++) {
			unsigned char c = (unsigned char)*s;

			CHECK(c == '\n' || c >= 0x20, "%s: byte 0x%02x", w->name, c);
			CHECK(c != 0xff && c != 0xfe, "%s: byte 0x%02x", w->name, c);
		}
		CHECK(!strstr(text, "<script>") || strcmp(w->name, "table") == 0 ||
				strcmp(w->name, "tap") == 0 || strcmp(w->name, "jsonl") == 0,
			"%s holds a script", w->name);
		CHECK(!strstr(text, "\n::error"), "%s begins a line with a command", w->name);
		free(text);
	}
}

static void formats_are_found_by_suffix(void **state)
{
	(void)state;
	assert_string_equal(judgement_writer_of("a.b/c.xml")->name, "junit");
	assert_string_equal(judgement_writer_of("x.md")->name, "markdown");
	assert_string_equal(judgement_writer_of("x.tap")->name, "tap");
	assert_string_equal(judgement_writer_of("x.jsonl")->name, "jsonl");
	assert_string_equal(judgement_writer_of("x.txt")->name, "table");
	assert_null(judgement_writer_of("x"));
	assert_null(judgement_writer_of("x.htm"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words),
		cmocka_unit_test(summary),
		cmocka_unit_test(conclusions),
		cmocka_unit_test(rows_are_counted_without_points),
		cmocka_unit_test(every_format),
		cmocka_unit_test(github_commands),
		cmocka_unit_test(formats_hold_clean_text),
		cmocka_unit_test(formats_are_found_by_suffix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
