/* SPDX-License-Identifier: MIT */
#include "tests/unit/pictures.h"

#include <math.h>

#include "picture/cells.h"

static void map_shows_per_cent_of_the_best_of_a_row(void **state)
{
	struct stored s;
	struct view view;
	struct picture p =
		picture_of("unix,none,pair,1,0,0,50,done,\nunix,none,pair,1,8,8,100,done,\n"
			   "unix,none,pair,2,0,0,10,done,\nunix,none,pair,3,0,0,7,done,\n"
			   "unix,none,pair,4,0,0,7,done,\nunix,none,pair,5,0,0,7,done,\n",
			&s, &view);
	const struct picture_panel *panel = &p.panels[0];

	(void)state;
	assert_int_equal(panel->n_curves, 5);
	assert_int_equal(panel->curves[0].n, 2);
	CHECK(fabs(panel->curves[0].marks[0].y - 50) < 1e-9, "%g", panel->curves[0].marks[0].y);
	CHECK(fabs(panel->curves[0].marks[1].y - 100) < 1e-9, "%g", panel->curves[0].marks[1].y);
	CHECK(isnan(panel->curves[1].marks[1].y), "a point that is missing has a cell");
	picture_release(&p);
	view_release(&view);
	stored_release(&s);
}

static struct picture map_of(
	struct stored *s, size_t n, struct view *view, const struct view_choice *choice)
{
	const struct draw_wish wish = { .kind = DRAW_HEATMAP, .threshold_percent = 3 };
	struct picture picture;
	struct err err = { 0 };

	CHECK(view_open(view, s, n, choice, &err) == 0, "%s", err.text);
	CHECK(draw(&picture, view, &wish, &err) == 0, "%s", err.text);
	return picture;
}

static bool has_note(const struct picture *picture, const char *words)
{
	size_t i = 0;

	while (i < picture->n_notes && !strstr(picture->notes[i].text, words))
		i++;
	return i < picture->n_notes;
}

/* What differs in anything but the offset is another row, whatever it is that differs. */
static void map_has_a_row_for_all_that_differs(void **state)
{
	struct stored s =
		stored_of("unix,none,pair,64,0,0,7,done,a\nunix,none,pair,64,0,8,9,done,a\n"
			  "unix,none,pair,64,8,0,7,done,b\nunix,none,pair,64,8,8,5,done,b\n"
			  "unix,none,log,64,8,8,5,done,b\n");
	struct view view;
	struct picture p = map_of(&s, 1, &view, &(struct view_choice) { 0 });

	(void)state;
	assert_int_equal(p.panels[0].n_curves, 3);
	assert_true(strstr(p.title, "by size and offset") != NULL);
	picture_release(&p);
	view_release(&view);
	stored_release(&s);
}

static void map_of_one_size_is_send_by_receive(void **state)
{
	struct stored s = stored_of("unix,none,pair,64,0,0,7,done,\nunix,none,pair,64,0,8,9,done,\n"
				    "unix,none,pair,64,8,0,7,done,\n");
	struct view view;
	struct picture p = map_of(&s, 1, &view, &(struct view_choice) { 0 });

	(void)state;
	assert_string_equal(p.panels[0].curves[1].name, "send at 8");
	assert_true(isnan(p.panels[0].curves[1].marks[1].y));
	assert_true(strstr(p.title, "by send and receive offset") != NULL);
	picture_release(&p);
	view_release(&view);
	stored_release(&s);
}

/* Neither of two measurements of one point may hide the other. */
static void map_of_what_was_taken_again_is_the_mean(void **state)
{
	struct stored s[2] = {
		stored_of("unix,none,pair,64,0,0,100,done,\nunix,none,pair,64,0,0,100,done,\n"),
		stored_of("unix,none,pair,64,0,0,50,done,\nunix,none,pair,64,0,0,200,done,\n"),
	};
	struct view view;
	struct picture p = map_of(s, 2, &view, &(struct view_choice) { 0 });

	(void)state;
	CHECK(fabs(p.panels[0].curves[0].marks[0].y - 1) < 1e-9, "%g",
		p.panels[0].curves[0].marks[0].y);
	assert_true(has_note(&p, "1 point was taken again"));
	picture_release(&p);
	view_release(&view);
	stored_release(&s[0]);
	stored_release(&s[1]);
}

/* As strong a colour for half as for twice; what only one file has is no cell. */
static void map_of_two_files_is_their_ratio(void **state)
{
	struct stored s[2] = {
		stored_of("unix,none,pair,64,0,0,100,done,\nunix,none,pair,64,8,8,100,done,\n"),
		stored_of("unix,none,pair,64,0,0,50,done,\nunix,none,pair,64,16,16,10,done,\n"),
	};
	struct view view;
	struct picture p = map_of(s, 2, &view, &(struct view_choice) { 0 });
	const struct picture_panel *panel = &p.panels[0];

	(void)state;
	assert_int_equal(panel->curves[0].n, 3);
	CHECK(fabs(panel->curves[0].marks[0].y - 0.5) < 1e-9, "%g", panel->curves[0].marks[0].y);
	assert_true(isnan(panel->curves[0].marks[1].y) && isnan(panel->curves[0].marks[2].y));
	CHECK(fabs(panel->colour_low * panel->colour_high - 1) < 1e-9, "%g", panel->colour_high);
	assert_false(panel->high_is_worse);
	assert_true(has_note(&p, "2 more points are in one of the files only"));
	picture_release(&p);
	view_release(&view);
	stored_release(&s[0]);
	stored_release(&s[1]);
}

static void cells_that_share_a_place_are_folded_and_thinned(void **state)
{
	const struct cell given[] = { { 0, 3, 10, false }, { 0, 0, 40, false }, { 0, 1, 20, true },
		{ 1, 0, 5, false }, { 0, 3, 1000, false } };
	struct cells cells;

	(void)state;
	assert_int_equal(cells_open(&cells, N_OF(given)), 0);
	for (size_t i = 0; i < N_OF(given); i++)
		cells_add(&cells, &given[i]);
	assert_int_equal(cells_fold(&cells), 1);
	assert_int_equal(cells.n, 4);
	CHECK(fabs(cells.cell[2].value - 100) < 1e-9, "%g", cells.cell[2].value);
	cells_make_relative(&cells, true);
	CHECK(fabs(cells.cell[1].value - 20) < 1e-9, "%g", cells.cell[1].value);
	CHECK(fabs(cells.cell[3].value - 100) < 1e-9, "%g", cells.cell[3].value);
	cells_thin(&cells, 2, CELLS_LOW_IS_WORSE);
	assert_int_equal(cells.n, 3);
	CHECK(cells.cell[0].is_noisy && fabs(cells.cell[0].value - 20) < 1e-9, "%g",
		cells.cell[0].value);
	cells_release(&cells);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(map_shows_per_cent_of_the_best_of_a_row),
		cmocka_unit_test(map_has_a_row_for_all_that_differs),
		cmocka_unit_test(map_of_one_size_is_send_by_receive),
		cmocka_unit_test(map_of_what_was_taken_again_is_the_mean),
		cmocka_unit_test(map_of_two_files_is_their_ratio),
		cmocka_unit_test(cells_that_share_a_place_are_folded_and_thinned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
