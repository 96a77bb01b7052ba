/* SPDX-License-Identifier: MIT */
#include "tests/unit/stories.h"

#define HEADER "transport,copy,mode,size_bytes,send_offset_bytes,recv_offset_bytes,mb_per_s\n"

/* Good ones: how many points, and the rate of the last. */
static const struct {
	const char *text;
	size_t n_points;
	double rate;
} files[] = {
	{ HEADER "unix,none,pair,8192,0,0,1985.4\n", 1, 1985.4 },
	{ HEADER "unix,none,pair,8192,0,0,1985.4\r\nunix,none,pair,8192,0,0,1.5e3\r\n", 2, 1500 },
	{ "\xef\xbb\xbf" HEADER "unix,none,pair,8192.0,0,0.0,.5\n", 1, 0.5 },
	{ "\n\n" HEADER "\n\nunix,none,pair,8192,0,0,7\n\n", 1, 7 },
	{ "mb_per_s,x,recv_offset_bytes,send_offset_bytes,size_bytes,mode,copy,transport\n"
	  "7,\"a,\"\"b\r\n\",0,0,1,pair,\"c\nd\",unix\n",
		1, 7 },
	{ "\"transport\",\"copy\",\"mode\",\"size_bytes\",\"send_offset_bytes\",\"recv_offset_"
	  "bytes\",\"mb_per_s\"\n\"unix\",\"none\",\"pair\",\"1\",\"0\",\"0\",\"7\"\n",
		1, 7 },
	{ HEADER "unix,none,pair,18446744073709551615,0,0,\n", 1, NAN },
};

static void what_people_make_of_it_is_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(files); i++) {
		struct story s = read_text(files[i].text);
		double rate =
			s.stored.n_points ? s.stored.points[s.stored.n_points - 1].mb_per_s : 0;

		CHECK(s.ret == 0 && s.stored.n_points == files[i].n_points &&
				s.stored.n_ignored == 0 && !s.stored.interrupted,
			"%zu points, %s, %s of\n%s", s.stored.n_points, s.err.text,
			s.stored.ignored_reason, files[i].text);
		CHECK(isnan(files[i].rate) ? isnan(rate) : rate == files[i].rate, "%g of\n%s", rate,
			files[i].text);
		assert_string_equal(s.stored.shape, "CSV");
		forget(&s);
	}
}

#define ROW(size, rate) "unix,none,pair," size ",0,0," rate "\n"

static const struct {
	const char *row;
	const char *reason;
} damaged[] = {
	{ ROW("-1", "7"), "size_bytes: '-1' is negative" },
	{ ROW("x", "7"), "'x' is no whole number" },
	{ ROW("1.5", "7"), "'1.5' is no whole number" },
	{ ROW("", "7"), "size_bytes: '' is empty" },
	{ ROW("18446744073709551616", "7"), "is too large" },
	{ ROW("1", "NaN"), "mb_per_s: 'NaN' is no number" },
	{ ROW("1", "inf"), "'inf' is no number" },
	{ ROW("1", "0x10"), "'0x10' is no number" },
	{ ROW("1", " 7"), "' 7' is no number" },
	{ ROW("1", "7e"), "'7e' is no number" },
	{ ROW("1", "."), "'.' is no number" },
	{ ROW("1", "1e999"), "'1e999' is too large" },
	{ ROW("1", "-7"), "'-7' is negative" },
	{ ROW("1", "0"), "'0' is no rate" },
	{ "unix,none,pair,1,0,7\n", "6 fields, expected 7" },
	{ "unix,none,pair,1,0,0,7,\n", "8 fields, expected 7" },
	{ ",none,pair,1,0,0,7\n", "transport: '' is empty" },
	{ "unix,none,pair,1,0,0,\"\x1b[\"\n", "'?[' is no number" },
};

static void rows_with_bad_values_are_counted(void **state)
{
	char text[400];

	(void)state;
	for (size_t i = 0; i < N_OF(damaged); i++) {
		struct story s;

		snprintf(text, sizeof(text), HEADER ROW("1", "6") "%s" ROW("1", "6"),
			damaged[i].row);
		s = read_text(text);
		CHECK(s.stored.n_points == 2 && s.stored.n_ignored == 1 &&
				s.stored.first_ignored == 3 &&
				strstr(s.stored.ignored_reason, damaged[i].reason),
			"%zu points, %zu ignored, line %zu: %s of\n%s", s.stored.n_points,
			s.stored.n_ignored, s.stored.first_ignored, s.stored.ignored_reason, text);
		forget(&s);
	}
}

static void values_of_the_other_columns_are_checked_too(void **state)
{
	static const char *const columns[][2] = { { "status", "fine" }, { "cpu_send", "-1" },
		{ "cpu_recv", "4294967296" }, { "lag1", "nan" }, { "mad_mb_per_s", "-0.1" },
		{ "bimodal", "maybe" }, { "invocation_mb_per_s", "1 2 x" },
		{ "invocation_mb_per_cpu_s", "1 0" }, { "message_ns", "-INF" } };
	char text[400];

	(void)state;
	for (size_t i = 0; i < N_OF(columns); i++) {
		struct story s;

		snprintf(text, sizeof(text), "%s," HEADER "%s," ROW("1", "6") "," ROW("1", "6"),
			columns[i][0], columns[i][1]);
		s = read_text(text);
		CHECK(s.stored.n_points == 1 && s.stored.n_ignored == 1 &&
				strstr(s.stored.ignored_reason, columns[i][0]),
			"%zu points, %s of\n%s", s.stored.n_points, s.stored.ignored_reason, text);
		forget(&s);
	}
}

/* Wherever the last row is cut, those before it stand. */
static void a_cut_file_is_interrupted(void **state)
{
	static const char text[] = HEADER ROW("1", "6") ROW("22", "77");
	static const char before[] = HEADER ROW("1", "6");

	(void)state;
	for (size_t n = strlen(before) + 1; n < strlen(text); n++) {
		char *cut = strndup(text, n);
		struct story s = read_text(cut);

		CHECK(s.stored.n_points == 1 && s.stored.interrupted && s.stored.n_ignored == 0,
			"%zu points of\n%s", s.stored.n_points, cut);
		forget(&s);
		free(cut);
	}
}

static void an_open_quote_is_told(void **state)
{
	struct story s = read_text(HEADER ROW("1", "6") "unix,\"none,pair,1,0,0,7\n" ROW("1", "6"));

	(void)state;
	assert_int_equal(s.stored.n_points, 1);
	assert_true(s.stored.interrupted);
	assert_int_equal(s.stored.first_ignored, 3);
	assert_string_equal(s.stored.ignored_reason, "a quote is not closed");
	forget(&s);
}

static void interrupted_points_make_an_interrupted_file(void **state)
{
	struct story s =
		read_text("status," HEADER "done," ROW("1", "6") "interrupted," ROW("2", "6"));

	(void)state;
	assert_true(s.stored.interrupted);
	assert_int_equal(s.stored.points[1].status, POINT_INTERRUPTED);
	forget(&s);
}

static void headers_that_do_not_do_are_refused(void **state)
{
	(void)state;
	expect_refused("transport,copy,mode,size_bytes,send_offset_bytes,mb_per_s\n",
		"FILE: the CSV has no column 'recv_offset_bytes'");
	expect_refused("copy,mode,mb_per_s\n", "no column 'transport'");
	expect_refused("mode," HEADER, "two columns 'mode'");
	expect_refused(HEADER, "no whole row");
	expect_refused(HEADER ROW("1", "x"), "line 2: mb_per_s: 'x' is no number");
	expect_refused("a,b,c\n1,2,3\n", "no result in it");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_people_make_of_it_is_read),
		cmocka_unit_test(rows_with_bad_values_are_counted),
		cmocka_unit_test(values_of_the_other_columns_are_checked_too),
		cmocka_unit_test(a_cut_file_is_interrupted),
		cmocka_unit_test(an_open_quote_is_told),
		cmocka_unit_test(interrupted_points_make_an_interrupted_file),
		cmocka_unit_test(headers_that_do_not_do_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
