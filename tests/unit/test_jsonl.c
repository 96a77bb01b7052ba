/* SPDX-License-Identifier: MIT */
#include "tests/unit/jsonlruns.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "results/copy_writer.h"

/* JSON Lines: what is written is read back as it was, cut anywhere, or damaged in any line. */

/* The same text from what was read; and the same table. */
static void a_run_comes_back(void **state)
{
	struct run_record run = make_run();
	char *text = printed("jsonl", &run);
	struct stored *s = parsed(text, strlen(text));
	char *again = printed("jsonl", s->run);
	static const char *const formats[] = { "table", "csv" };

	(void)state;
	assert_int_equal(s->n_ignored, 0);
	assert_false(s->interrupted);
	assert_string_equal(s->shape, "netio-results 1");
	assert_string_equal(text, again);
	for (size_t i = 0; i < N_OF(formats); i++) {
		char *a = printed(formats[i], &run);
		char *b = printed(formats[i], s->run);

		assert_string_equal(a, b);
		free(a);
		free(b);
	}
	assert_int_equal(s->run->points[1].invocations[1].first_sample, 3);
	assert_int_equal(s->run->points[1].warmup[3].flags & SAMPLE_WARMUP, SAMPLE_WARMUP);
	assert_true(s->run->points[0].samples[1].send.run_delay_ns == SAMPLE_UNKNOWN);
	assert_int_equal(s->points[0].wall.n, 2);
	free(text);
	free(again);
	drop(s);
	release_run(&run);
}

/* Every byte where it may be cut: what was finished before it is there, and nothing else. */
static void a_cut_file_is_read_up_to_its_last_line(void **state)
{
	struct run_record run = make_run();
	char *text = printed("jsonl", &run);
	size_t n = strlen(text);
	size_t header = (size_t)(strchr(text, '\n') - text) + 1;
	size_t lines = 0;

	(void)state;
	for (size_t cut = 1; cut < n; cut++) {
		struct stored s;
		struct err err = { 0 };
		int ret = stored_parse(text, cut, "file", &s, &err);

		lines += text[cut - 1] == '\n';
		if (lines < 2) {
			CHECK(ret < 0 && err.text[0], "cut at %zu of a header of %zu", cut, header);
		} else {
			/* Each of the first three points has two lines of samples and one of its own. */
			size_t n_points = lines - 1 <= 9 ? (lines - 1 + 2) / 3 : 4;

			CHECK(ret == 0 && s.interrupted && s.n_ignored == 0, "cut at %zu: %s", cut,
				err.text);
			CHECK(s.n_points == n_points, "cut at %zu, behind %zu lines: %zu points",
				cut, lines, s.n_points);
			CHECK(s.run->points[n_points - 1].status !=
					(lines - 1 < 10 && (lines - 1) % 3 ? POINT_DONE
									   : POINT_INTERRUPTED),
				"cut at %zu", cut);
		}
		stored_release(&s);
	}
	free(text);
	release_run(&run);
}

/* text with its line `number` (1-based) replaced. */
static char *with_line(const char *text, size_t number, const char *line)
{
	char *out = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&out, &n);

	for (size_t i = 1; *text; i++) {
		size_t length = strcspn(text, "\n");

		if (i == number)
			fprintf(f, "%s\n", line);
		else
			fprintf(f, "%.*s\n", (int)length, text);
		text += length + 1;
	}
	fclose(f);
	return out;
}

/* text with the first `from` of its line `number` replaced. */
static char *with_words(const char *text, size_t number, const char *from, const char *to)
{
	const char *at = text;
	char line[8192], changed[8192];
	char *found;

	for (size_t i = 1; i < number; i++)
		at = strchr(at, '\n') + 1;
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(at, "\n"), at);
	found = strstr(line, from);
	CHECK(found, "no '%s' in line %zu", from, number);
	snprintf(changed, sizeof(changed), "%.*s%s%s", (int)(found - line), line, to,
		found + strlen(from));
	return with_line(text, number, changed);
}

static void damaged_lines_are_ignored_and_counted(void **state)
{
	static const struct {
		size_t line; /* 2: samples; 4: point */
		const char *from, *to, *reason;
	} rows[] = {
		{ 2, "{", "", "no JSON" },
		{ 2, "1000000,", "-1,", "elapsed_ns: expected counts" },
		{ 2, "1000000,", "1e400,", "no JSON" },
		{ 2, "1000000,", "99999999999999999999,", "no JSON" },
		{ 2, "1000000,", "1.5,", "elapsed_ns: expected counts" },
		{ 2, "1000000,", "null,", "elapsed_ns: expected counts" },
		{ 2, "1000000,", "NaN,", "no JSON" },
		{ 2, "1000000,", "", "bytes: expected an array of" },
		{ 2, "\"n_warmup\":2", "\"n_warmup\":6", "n_warmup: expected a count of at most" },
		{ 2, "\"n_warmup\":2", "\"n_warmup\":-1", "n_warmup: expected a count" },
		{ 2, "\"steady\":true", "\"steady\":1", "steady: expected true or false" },
		{ 2, "\"point\":0", "\"point\":4", "point: expected an index below 4" },
		{ 2, "\"point\":0", "\"point\":-1", "point: expected an index" },
		{ 2, "\"point\":0,", "", "point: expected an index" },
		{ 2, "\"point\":0", "\"point\":0,\"point\":0", "no JSON" },
		{ 2, "\"type\":\"samples\"", "\"type\":\"other\"", "type 'other' is not known" },
		{ 2, "\"size_bytes\":65536", "\"size_bytes\":\"x\"",
			"size_bytes: expected an integer" },
		{ 2, "\"copy\":\"none\"", "\"copy\":null", "copy: expected a text" },
		{ 3, "\"size_bytes\":65536", "\"size_bytes\":1",
			"size_bytes: not what an earlier line says" },
		{ 4, "\"status\":\"done\"", "\"status\":\"well\"", "status: 'well' is not known" },
		{ 4, "\"ended\":\"precise\"", "\"ended\":\"soon\"", "ended: 'soon' is not known" },
	};
	struct run_record run = make_run();
	char *text = printed("jsonl", &run);

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		char *damaged = with_words(text, rows[i].line, rows[i].from, rows[i].to);
		struct stored *s = parsed(damaged, strlen(damaged));

		CHECK(s->n_ignored == 1 && s->first_ignored == rows[i].line, "row %zu: %zu ignored",
			i, s->n_ignored);
		CHECK(strstr(s->ignored_reason, rows[i].reason), "row %zu: '%s'", i,
			s->ignored_reason);
		CHECK(s->n_points == 4, "row %zu: %zu points", i, s->n_points);
		drop(s);
		free(damaged);
	}
	free(text);
	release_run(&run);
}

static void files_that_are_none_are_refused(void **state)
{
	static const struct {
		size_t line;
		const char *from, *to, *reason;
	} rows[] = {
		{ 1, "\"format_version\":1", "\"format_version\":2",
			"results format version 2: this netio reads version 1" },
		{ 1, "netio-results", "netio-other", "no header of netio-results" },
		{ 1, "\"type\":\"header\"", "\"type\":\"trailer\"", "no header of netio-results" },
		{ 1, "\"kind\":\"run\"", "\"kind\":\"tables\"", "kind 'tables'" },
		{ 1, "\"n_points\":4", "\"n_points\":-4", "n_points: expected a count" },
		{ 1, "\"n_points\":4", "\"n_points\":99999999999", "n_points: expected a count" },
		{ 1, "\"mode\":\"pair\"", "\"mode\":7", "mode: expected a text" },
		{ 1, "\"mode\":\"pair\",", "", "mode: expected it in the line" },
		{ 1, "\"seed\":\"18446744073709551615\"", "\"seed\":\"18446744073709551616\"",
			"seed: expected a text of digits" },
		{ 1, "\"environment\":{", "\"environment\":7,\"x\":{", "expected an object" },
		{ 1, "{", "{{", "is none" },
		{ 3, "\"type\":\"samples\"", "\"type\":\"header\"", "a second header" },
	};
	struct run_record run = make_run();
	char *text = printed("jsonl", &run);

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		char *damaged = with_words(text, rows[i].line, rows[i].from, rows[i].to);
		struct stored s;
		struct err err = { 0 };
		int ret = stored_parse(damaged, strlen(damaged), "file", &s, &err);

		CHECK(ret < 0 && strstr(err.text, rows[i].reason), "row %zu: %d, %s", i, ret,
			err.text);
		CHECK(strncmp(err.text, "file: ", 6) == 0, "row %zu names no file: %s", i,
			err.text);
		stored_release(&s);
		free(damaged);
	}
	free(text);
	release_run(&run);
}

/* A header that announces a million points costs no memory for them. */
static void announced_points_cost_nothing(void **state)
{
	struct run_record run = make_run();
	char *text = printed("jsonl", &run);
	char *many = with_words(text, 1, "\"n_points\":4", "\"n_points\":2000000");
	struct stored *s = parsed(many, strlen(many));

	(void)state;
	assert_int_equal(s->n_points, 4);
	drop(s);
	free(many);
	free(text);
	release_run(&run);
}

static void an_interrupted_run_says_so(void **state)
{
	struct run_record run = make_run();
	struct stored *s;
	char *text;

	(void)state;
	run.interrupted = true;
	text = printed("jsonl", &run);
	s = parsed(text, strlen(text));
	assert_true(s->interrupted && s->run->interrupted);
	drop(s);
	free(text);
	release_run(&run);
}

static char *copy_printed(size_t format, const struct copy_run *run)
{
	const struct copy_writer_ops *w = copy_writer_at(format);
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	w->begin(f, run);
	for (size_t i = 0; i < run->n_points; i++) {
		const struct copy_point *p = &run->points[i];

		for (size_t k = 0; w->invocation && k < p->n_invocations; k++)
			w->invocation(f, run, p, &p->invocations[k]);
		w->point(f, run, p);
	}
	w->end(f, run);
	fclose(f);
	return text;
}

static void a_copy_run_comes_back(void **state)
{
	struct copy_sample taken[6];
	struct copy_point p = { .copy = "memcpy",
		.state = "warm",
		.size_bytes = 2048,
		.distance_bytes = 2048,
		.n_calls = 1000,
		.status = POINT_DONE,
		.ended = POINT_AT_MOST,
		.samples = taken,
		.n_samples = 6,
		.n_samples_asked = 6,
		.warmup = taken,
		.n_warmup = 4,
		.invocations = invocations,
		.n_invocations = 2 };
	struct copy_run run = { .version = "1.2.3",
		.libc = "glibc 2.36",
		.kernel = "Linux 6.1.0",
		.seed = 4711,
		.order = "random",
		.pages = "4K",
		.cpu_a = 3,
		.cpu_b = -1,
		.n_invocations = 2,
		.n_samples = 3,
		.src_addr = 0x7f0000800000,
		.dst_addr = 0x7f0000a00000,
		.points = &p,
		.n_points = 1 };
	size_t jsonl = 0;
	struct stored *s;
	char *text;

	(void)state;
	make_samples();
	for (size_t i = 0; i < N_OF(taken); i++)
		taken[i] = (struct copy_sample) { 10000 + i, 1000, i, 0 };
	while (strcmp(copy_writer_name(jsonl), "jsonl") != 0)
		jsonl++;
	text = copy_printed(jsonl, &run);
	s = parsed(text, strlen(text));
	assert_non_null(s->copy);
	assert_int_equal(s->n_ignored, 0);
	for (size_t i = 0; copy_writer_at(i); i++) {
		char *a = copy_printed(i, &run);
		char *b = copy_printed(i, s->copy);

		assert_string_equal(a, b);
		free(a);
		free(b);
	}
	drop(s);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_comes_back),
		cmocka_unit_test(a_cut_file_is_read_up_to_its_last_line),
		cmocka_unit_test(damaged_lines_are_ignored_and_counted),
		cmocka_unit_test(files_that_are_none_are_refused),
		cmocka_unit_test(announced_points_cost_nothing),
		cmocka_unit_test(an_interrupted_run_says_so),
		cmocka_unit_test(a_copy_run_comes_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
