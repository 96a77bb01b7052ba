/* SPDX-License-Identifier: MIT */
#include "tests/unit/pictures.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/units.h"
#include "picture/axis.h"
#include "picture/gnuplot.h"
#include "picture/gnuplot_text.h"

static struct axis axis_of(const uint64_t *values, size_t n)
{
	struct axis axis;

	assert_int_equal(axis_open(&axis, values, n), 0);
	return axis;
}

static void axis_is_to_scale_between_breaks(void **state)
{
	const uint64_t values[] = { 128, 0, 64, 64, 32, 4096, 4100, 4104 };
	struct axis axis = axis_of(values, N_OF(values));

	(void)state;
	assert_int_equal(axis.n, 7);
	assert_int_equal(axis.n_stretches, 2);
	assert_int_equal(axis_stretch_of(&axis, 128), 0);
	assert_int_equal(axis_stretch_of(&axis, 4096), 1);
	CHECK(fabs(axis_at(&axis, 64) - 2 * axis_at(&axis, 32)) < 1e-9, "%g", axis_at(&axis, 64));
	CHECK(fabs(axis_at(&axis, 0)) < 1e-9, "%g", axis_at(&axis, 0));
	/* A step ends where the next value is; the last one is as long as the shortest. */
	CHECK(fabs(axis_end(&axis, 32) - axis_at(&axis, 64)) < 1e-9, "%g", axis_end(&axis, 32));
	CHECK(fabs(axis_end(&axis, 128) - axis_at(&axis, 128) - axis_at(&axis, 32)) < 1e-9, "%g",
		axis_end(&axis, 128));
	CHECK(axis_end(&axis, 128) < axis_at(&axis, 4096), "%g", axis_at(&axis, 4096));
	CHECK(fabs(axis_end(&axis, 4104) - axis.length) < 1e-9, "%g", axis.length);
	axis_release(&axis);
}

static void axis_of_the_classic_sweep_has_three_stretches(void **state)
{
	struct units_list list = { 0 };
	struct err err = { 0 };
	struct axis axis;

	(void)state;
	assert_int_equal(
		units_list("0:8:1,8:32:2,32:128:4,896:1152:8,3968:4224:8", 0, 1 << 20, &list, &err),
		0);
	axis = axis_of(list.values, list.n);
	assert_int_equal(axis.n_stretches, 3);
	assert_int_equal(axis.stretch[1].first, axis.stretch[0].n);
	axis_release(&axis);
	units_list_release(&list);
}

static void axis_without_breaks(void **state)
{
	static const struct {
		uint64_t values[5];
		size_t n, n_stretches;
	} cases[] = {
		{ { 5 }, 1, 1 },
		{ { 0, 4096 }, 2, 1 }, /* nothing to measure the step by */
		{ { 0, 1, 2, 4, 8 }, 5, 1 },
		{ { 0, 1, 4096 }, 3, 2 },
		{ { 0, 1, UINT64_MAX }, 3, 2 },
		{ { 0, 4095, 4096 }, 3, 2 },
		{ { 0, UINT64_MAX / 2, UINT64_MAX }, 3, 1 },
		{ { UINT64_MAX - 1, UINT64_MAX }, 2, 1 },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(cases); i++) {
		struct axis axis = axis_of(cases[i].values, cases[i].n);
		struct picture picture = { 0 };
		struct picture_panel *panel = picture_panel(&picture, PANEL_STEPS, "");

		axis_dress(&axis, &picture, panel);
		CHECK(panel->n_x_tics > 0 && panel->n_grid < 200, "case %zu: %zu labels, %zu lines",
			i, panel->n_x_tics, panel->n_grid);
		picture_release(&picture);
		CHECK(axis.n_stretches == cases[i].n_stretches, "case %zu: %zu", i,
			axis.n_stretches);
		CHECK(isfinite(axis.length) && axis.length > 0, "case %zu: %g", i, axis.length);
		axis_release(&axis);
	}
}

static void grid_is_at_64_and_stronger_at_the_page(void **state)
{
	uint64_t values[65];
	struct picture picture = { 0 };
	struct picture_panel *panel = picture_panel(&picture, PANEL_STEPS, "");
	size_t n_strong = 0;
	struct axis axis;

	(void)state;
	for (size_t i = 0; i < N_OF(values); i++)
		values[i] = 64 * i;
	axis = axis_of(values, N_OF(values));
	axis_dress(&axis, &picture, panel);
	assert_int_equal(panel->n_grid, 65);
	for (size_t i = 0; i < panel->n_grid; i++)
		n_strong += panel->grid[i].is_strong;
	assert_int_equal(n_strong, 2); /* 0 and 4096 */
	for (size_t i = 1; i < panel->n_x_tics; i++)
		CHECK(panel->x_tics[i].at > panel->x_tics[i - 1].at, "label %zu", i);
	axis_release(&axis);
	picture_release(&picture);
}

static const char *quoted(char *text, size_t size, const char *what, bool tic)
{
	FILE *f = fmemopen(text, size, "w");

	assert_non_null(f);
	(tic ? gnuplot_quote_tic : gnuplot_quote)(f, what);
	fputc('\0', f);
	fclose(f);
	return text;
}

static void texts_are_quoted(void **state)
{
	char text[256];

	(void)state;
	assert_string_equal(quoted(text, sizeof(text), "it's", false), "'it''s'");
	assert_string_equal(quoted(text, sizeof(text), "a\\n`rm` $x \"q\" {/b} 5%s", false),
		"'a\\n`rm` $x \"q\" {/b} 5%s'");
	assert_string_equal(quoted(text, sizeof(text), "50%", true), "'50%%'");
	assert_string_equal(quoted(text, sizeof(text), "a\nb\x01\xff\xc3\xa9", false),
		"'a\xef\xbf\xbd"
		"b\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9'");
}

static void texts_are_cut_and_wrapped(void **state)
{
	static const struct {
		const char *text;
		size_t n, bytes, next;
	} lines[] = {
		{ "short", 9, 5, 5 },
		{ "two words", 5, 3, 4 },
		{ "unbroken", 4, 4, 4 },
		{ "\xc3\xa9\xc3\xa9\xc3\xa9", 2, 4, 4 },
		{ "", 4, 0, 0 },
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < N_OF(lines); i++) {
		const char *next;
		size_t bytes = gnuplot_line(lines[i].text, lines[i].n, &next);

		CHECK(bytes == lines[i].bytes, "line %zu: %zu bytes", i, bytes);
		CHECK((size_t)(next - lines[i].text) == lines[i].next, "line %zu: next", i);
	}
	assert_string_equal(gnuplot_cut("abc", 3, text, sizeof(text)), "abc");
	/* Long names differ at their end. */
	assert_string_equal(gnuplot_cut("abcd", 3, text, sizeof(text)), "a\xe2\x80\xa6"
									"d");
	assert_string_equal(gnuplot_cut("abcdefgh", 6, text, sizeof(text)), "abc\xe2\x80\xa6gh");
	assert_string_equal(gnuplot_cut("\xc3\xa9\xc3\xa9\xc3\xa9", 2, text, sizeof(text)),
		"\xc3\xa9\xe2\x80\xa6");
}

static void expect_refused(const char *rows, const struct view_choice *choice,
	const struct draw_wish *wish, const char *words)
{
	struct stored s = stored_of(rows);
	struct picture picture = { 0 };
	struct view view;
	struct err err = { 0 };
	int ret = view_open(&view, &s, 1, choice, &err);

	if (!ret)
		ret = draw(&picture, &view, wish, &err);
	assert_true(ret < 0);
	CHECK(strstr(err.text, words), "'%s' is not in: %s", words, err.text);
	picture_release(&picture);
	view_release(&view);
	stored_release(&s);
}

static void what_makes_no_picture_is_a_sentence(void **state)
{
	char *foo = "foo";
	const uint64_t three = 3;
	const struct draw_wish any = { .kind = DRAW_AUTO, .threshold_percent = 3 };
	const struct draw_wish samples = { .kind = DRAW_SAMPLES };
	const struct draw_wish states = { .kind = DRAW_STATES };
	const struct draw_wish size = { .kind = DRAW_SIZE };
	const char *two = "unix,none,pair,64,0,0,7,done,\nunix,none,pair,64,1,1,8,done,\n";

	(void)state;
	expect_refused(two, &(struct view_choice) { .transport = { &foo, 1 } }, &any,
		"--transport leaves none of 2 points of x.csv: they have 'unix'");
	expect_refused(two, &(struct view_choice) { .size = { &three, 1 } }, &any,
		"--size leaves none of 2 points of x.csv: they have '64'");
	expect_refused(two, &(struct view_choice) { .metric = VIEW_RECV_NS }, &any,
		"none of the 2 points chosen has recv_ns");
	expect_refused("unix,none,pair,64,0,0,7,skipped,\n", &(struct view_choice) { 0 }, &any,
		"none of the 1 points chosen has a number");
	expect_refused(two, &(struct view_choice) { 0 }, &samples, "2 points are chosen");
	expect_refused("unix,none,pair,64,0,0,7,done,\n", &(struct view_choice) { 0 }, &samples,
		"holds no samples");
	expect_refused(two, &(struct view_choice) { 0 }, &states, "a bar is one offset");
	expect_refused("unix,none,pair,0,0,0,7,done,\nunix,none,pair,64,0,0,7,done,\n",
		&(struct view_choice) { 0 }, &size, "a size of 0 has no place");
	expect_refused("unix,none,pair,64,0,0,1e308,done,\n", &(struct view_choice) { 0 }, &any,
		"its number is beyond 1e100");
	expect_refused(two, &(struct view_choice) { .offset = { &three, 1 } }, &any,
		"--offset leaves none of 2 points of x.csv: they have '0', '1'");
}

static void kind_suits_the_points(void **state)
{
	static const struct {
		const char *rows;
		enum panel_shape shape;
	} cases[] = {
		/* Sockets beside a copy: the state of the one is none of the other's. */
		{ "unix,none,pair,64,0,0,7,done,\nunix,none,pair,128,0,0,7,done,\n"
		  "memory,memcpy,copy,64,0,0,7,done,warm\nmemory,memcpy,copy,128,0,0,8,done,warm\n",
			PANEL_BAND },
		/* What suits best makes no picture: another does. */
		{ "unix,none,pair,0,0,0,5,done,\nunix,none,pair,64,0,0,7,done,\n", PANEL_BARS },
		{ "memory,memcpy,copy,64,0,0,7,done,warm\nmemory,memcpy,copy,64,8,8,8,done,I/M\n",
			PANEL_STEPS },
		{ "unix,none,pair,64,0,0,7,done,\nunix,none,pair,64,1,1,8,done,\n", PANEL_STEPS },
		{ "unix,none,pair,64,0,0,7,done,\nunix,none,pair,128,0,0,8,done,\n", PANEL_BAND },
		{ "memory,memcpy,copy,64,0,0,7,done,warm\nmemory,memcpy,copy,64,0,0,8,done,I/M\n",
			PANEL_BARS },
		{ "unix,none,pair,1,0,0,7,done,\nunix,none,pair,2,1,1,8,done,\n"
		  "unix,none,pair,3,0,0,7,done,\nunix,none,pair,4,0,0,7,done,\n"
		  "unix,none,pair,5,0,0,7,done,\n",
			PANEL_CELLS },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(cases); i++) {
		struct stored s;
		struct view view;
		struct picture p = picture_of(cases[i].rows, &s, &view);

		CHECK(p.n_panels == 1 && p.panels[0].shape == cases[i].shape, "case %zu: shape %d",
			i, (int)p.panels[0].shape);
		picture_release(&p);
		view_release(&view);
		stored_release(&s);
	}
}

/* A double has no room for the last bits of such numbers. */
static void axis_tells_offsets_near_the_end_of_their_range_apart(void **state)
{
	const uint64_t values[] = { UINT64_MAX - 3, UINT64_MAX - 2, UINT64_MAX - 1, UINT64_MAX };
	struct axis axis = axis_of(values, N_OF(values));

	(void)state;
	for (size_t i = 1; i < N_OF(values); i++)
		CHECK(fabs(axis_at(&axis, values[i]) - axis_at(&axis, values[i - 1]) - 1) < 1e-9,
			"value %zu at %g", i, axis_at(&axis, values[i]));
	axis_release(&axis);
}

static void gaps_of_an_axis_take_a_quarter_at_most(void **state)
{
	uint64_t values[60];
	struct axis axis;
	double wide = 0;

	(void)state;
	for (size_t i = 0; i < N_OF(values); i++)
		values[i] = 100000 * (i / 2) + i % 2;
	axis = axis_of(values, N_OF(values));
	for (size_t i = 0; i < axis.n_stretches; i++)
		wide += axis.stretch[i].wide;
	assert_int_equal(axis.n_stretches, 30);
	CHECK(wide >= 0.75 * axis.length, "%g of %g", wide, axis.length);
	axis_release(&axis);
}

static char *script_of(const struct picture *picture, const struct gnuplot_canvas *canvas)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	assert_non_null(f);
	gnuplot_script(f, picture, canvas);
	fclose(f);
	return text;
}

/* gnuplot runs what stands behind a bar. */
static void an_output_is_a_file_whatever_it_is_called(void **state)
{
	static const struct {
		const char *output, *words;
	} cases[] = {
		{ "|touch x;.svg", "set output './|touch x;.svg'" },
		{ "~/x.svg", "set output './~/x.svg'" },
		{ "it's.svg", "set output './it''s.svg'" },
		{ "/tmp/x.svg", "set output '/tmp/x.svg'" },
		{ "\xc2\x9b.svg", "set output './\xc2\x9b.svg'" },
	};
	struct stored s;
	struct view view;
	struct picture p = picture_of("unix,none,pair,64,0,0,7,done,\n", &s, &view);

	(void)state;
	for (size_t i = 0; i < N_OF(cases); i++) {
		const struct gnuplot_canvas canvas = { GNUPLOT_SVG, 800, 0, cases[i].output };
		char *script = script_of(&p, &canvas);

		CHECK(strstr(script, cases[i].words), "%s is not in the script", cases[i].words);
		free(script);
	}
	picture_release(&p);
	view_release(&view);
	stored_release(&s);
}

static void suffix_is_the_terminal(void **state)
{
	enum gnuplot_terminal t;

	(void)state;
	assert_true(gnuplot_terminal_of("a.b.PNG", &t) && t == GNUPLOT_PNG);
	assert_true(gnuplot_terminal_of("x.svg", &t) && t == GNUPLOT_SVG);
	assert_true(gnuplot_terminal_of("x.pdf", &t) && t == GNUPLOT_PDF);
	assert_false(gnuplot_terminal_of(".svg", &t));
	assert_false(gnuplot_terminal_of("svg", &t));
	assert_false(gnuplot_terminal_of("x.svg.gz", &t));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(axis_is_to_scale_between_breaks),
		cmocka_unit_test(axis_of_the_classic_sweep_has_three_stretches),
		cmocka_unit_test(axis_without_breaks),
		cmocka_unit_test(grid_is_at_64_and_stronger_at_the_page),
		cmocka_unit_test(texts_are_quoted),
		cmocka_unit_test(texts_are_cut_and_wrapped),
		cmocka_unit_test(what_makes_no_picture_is_a_sentence),
		cmocka_unit_test(kind_suits_the_points),
		cmocka_unit_test(axis_tells_offsets_near_the_end_of_their_range_apart),
		cmocka_unit_test(gaps_of_an_axis_take_a_quarter_at_most),
		cmocka_unit_test(an_output_is_a_file_whatever_it_is_called),
		cmocka_unit_test(suffix_is_the_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
