/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/axis.h"
#include "picture/cells.h"
#include "picture/draw.h"

#define ROWS_MOST    200
#define COLUMNS_MOST 512   /* of a frame of 670 pixels */
#define CELLS_MOST   16000 /* so that a page with them stays small */
#define LABELS_MOST  14

/* Where the cells of a picture lie: a column an offset, a row a curve and size. */
struct map {
	const struct draw_of *of;
	struct draw_item *items;
	uint64_t *column; /* ascending */
	size_t n_columns;
	size_t share; /* so many columns are one of the picture */
	bool by_send; /* a row is a send offset */
	struct picture_panel *panel;
	struct cells cells;
};

static bool is_rate(const struct draw_of *of)
{
	return of->view->metric == VIEW_MB_PER_S || of->view->metric == VIEW_MB_PER_CPU_S;
}

bool draw_map_is_by_send(const struct draw_of *of)
{
	const struct view_variety *v = of->variety;

	return !v->offsets_alike && v->n_send_offsets > 1 && v->n_recv_offsets > 1 &&
	       v->n_sizes == 1 && v->n_copies == 1 && v->n_transports == 1 && v->n_modes == 1 &&
	       v->n_placements == 1 && v->n_states == 1 && v->n_distances == 1 && v->n_files <= 2;
}

/* The row of an item, which begins with it where it is new. */
static size_t row_of(const struct map *map, const struct draw_item *item)
{
	size_t last = map->panel->n_curves;
	const struct picture_curve *c;

	/* Most items are of the row of the one before. */
	if (last && map->panel->curves[last - 1].name &&
		strcmp(map->panel->curves[last - 1].name, item->name) == 0)
		return last - 1;
	c = picture_curve(map->of->picture, map->panel, item->name);
	return map->of->picture->failed ? 0 : (size_t)(c - map->panel->curves);
}

static void add_cell(struct map *map, const struct draw_item *item, double value, bool is_noisy)
{
	struct cell cell = { .value = value, .is_noisy = is_noisy };

	if (map->of->picture->failed || map->panel->n_curves > ROWS_MOST)
		return;
	cell.row = row_of(map, item);
	cell.column = axis_last_not_above(map->column, map->n_columns, item->x);
	cells_add(&map->cells, &cell);
}

/* Of the picture. */
static size_t columns_of(const struct map *map)
{
	return (map->n_columns + map->share - 1) / map->share;
}

static void choose_share(struct map *map)
{
	size_t n_rows = map->panel->n_curves ? map->panel->n_curves : 1;
	size_t most = CELLS_MOST / n_rows < COLUMNS_MOST ? CELLS_MOST / n_rows : COLUMNS_MOST;

	map->share = (map->n_columns + most - 1) / most;
	if (map->share > 1)
		picture_note(map->of->picture,
			"%zu offsets: a cell is %zu neighbours, the worst of them", map->n_columns,
			map->share);
}

/* Every row has a mark in every column, without a number where there is no cell. */
static void put_marks(const struct map *map)
{
	struct picture *picture = map->of->picture;
	struct picture_panel *panel = map->panel;

	for (size_t row = 0; row < panel->n_curves; row++) {
		for (size_t i = 0; i < columns_of(map); i++) {
			struct picture_mark *m = picture_mark(picture, &panel->curves[row]);

			m->x = (double)i;
			m->y = NAN;
		}
	}
	for (size_t i = 0; i < map->cells.n && !picture->failed; i++) {
		const struct cell *c = &map->cells.cell[i];
		struct picture_mark *m = &panel->curves[c->row].marks[c->column];

		m->y = c->value;
		m->is_noisy = c->is_noisy;
	}
	if (map->cells.n < panel->n_curves * columns_of(map))
		picture_key(picture, "grey: no number");
}

static void fold(struct map *map)
{
	size_t n = cells_fold(&map->cells);

	if (n)
		picture_note(map->of->picture,
			"%zu point%s taken again: a cell is the geometric mean", n,
			n == 1 ? " was" : "s were");
}

static void set_colours(struct picture_panel *panel, const struct cells *cells)
{
	for (size_t i = 0; i < cells->n; i++) {
		panel->colour_low = fmin(panel->colour_low, cells->cell[i].value);
		panel->colour_high = fmax(panel->colour_high, cells->cell[i].value);
	}
	if (!(panel->colour_high > panel->colour_low)) {
		panel->colour_low *= 0.99;
		panel->colour_high *= 1.01;
	}
}

/* Both ends as many times 1 as the farther one is, so that as strong a colour means as much. */
static void set_diverging(
	struct picture_panel *panel, const struct cells *cells, double threshold_percent)
{
	double white = 1 + threshold_percent / 100;
	double farthest = 1 + 1.5 * threshold_percent / 100;

	set_colours(panel, cells);
	farthest = fmax(farthest, fmax(panel->colour_high, 1 / panel->colour_low));
	panel->colour_low = 1 / farthest;
	panel->colour_high = farthest;
	panel->white_low = 1 / white;
	panel->white_high = white;
}

static void put_labels(const struct map *map)
{
	size_t n = columns_of(map);
	size_t step = (n + LABELS_MOST - 1) / LABELS_MOST;
	char text[32];

	for (size_t i = 0; i < n; i += step) {
		snprintf(text, sizeof(text), "%" PRIu64, map->column[i * map->share]);
		picture_tic(map->of->picture, map->panel, (double)i, text);
	}
}

static void dress(const struct map *map, const char *colours)
{
	struct picture *picture = map->of->picture;
	struct picture_panel *panel = map->panel;

	panel->x_low = -0.5;
	panel->x_high = (double)columns_of(map) - 0.5;
	put_labels(map);
	panel->y_label = picture_text(picture, colours);
	panel->x_label = picture_text(picture,
		draw_axis_label(map->of, map->by_send ? DRAW_RECV : draw_axis_of(map->of)));
}

static void put_one(struct map *map)
{
	const struct draw_of *of = map->of;
	bool high_is_worse = of->wish->absolute && !is_rate(of);

	for (size_t i = 0; i < of->view->n; i++)
		add_cell(map, &map->items[i], map->items[i].point->value.median,
			draw_is_noisy(map->items[i].point));
	fold(map);
	if (!of->wish->absolute)
		cells_make_relative(&map->cells, is_rate(of));
	choose_share(map);
	cells_thin(
		&map->cells, map->share, high_is_worse ? CELLS_HIGH_IS_WORSE : CELLS_LOW_IS_WORSE);
	set_colours(map->panel, &map->cells);
	put_marks(map);
	dress(map,
		of->wish->absolute ? view_metric_label(of->view->metric) : "% of the row's best");
}

/* The points of the first file, by key. */
struct bases {
	const struct view_point **point;
	size_t n;
};

static int by_key(const void *a, const void *b)
{
	const struct view_point *x = *(const struct view_point *const *)a;
	const struct view_point *y = *(const struct view_point *const *)b;

	return stored_key_compare(x->key, y->key);
}

static int open_bases(struct bases *bases, const struct view *view)
{
	*bases = (struct bases) { calloc(view->n + 1, sizeof(*bases->point)), 0 };
	if (!bases->point)
		return -ENOMEM;
	while (bases->n < view->n && view->points[bases->n].file_at == view->points[0].file_at) {
		bases->point[bases->n] = &view->points[bases->n];
		bases->n++;
	}
	qsort(bases->point, bases->n, sizeof(*bases->point), by_key);
	return 0;
}

/* The point that one of the second file is held against; NULL: it has none. */
static const struct view_point *base_of(const struct bases *bases, const struct view_point *p)
{
	const struct view_point **base =
		bsearch(&p, bases->point, bases->n, sizeof(*bases->point), by_key);

	return base ? *base : NULL;
}

static size_t add_ratios(struct map *map, const struct bases *bases)
{
	const struct view *view = map->of->view;
	size_t n = 0;

	for (size_t i = 0; i < view->n; i++) {
		const struct view_point *p = map->items[i].point;
		const struct view_point *base = base_of(bases, p);

		if (!base || p->file_at == view->points[0].file_at)
			continue;
		n++;
		add_cell(map, &map->items[i], p->value.median / base->value.median,
			draw_is_noisy(p) || draw_is_noisy(base));
	}
	return n;
}

/* What of either file has nothing to be held against. */
static void note_ratio(const struct map *map, size_t n)
{
	const struct view *view = map->of->view;
	size_t n_left = view->n - 2 * n;

	picture_note(map->of->picture,
		"%zu point%s of %s over those of %s; white: less than %g %%; red: slower", n,
		n == 1 ? "" : "s", view->points[view->n - 1].file->path, view->points[0].file->path,
		map->of->wish->threshold_percent);
	if (n_left)
		picture_note(map->of->picture, "%zu more point%s in one of the files only", n_left,
			n_left == 1 ? " is" : "s are");
}

static int put_ratio(struct map *map, struct err *err)
{
	const struct draw_of *of = map->of;
	const struct view *view = of->view;
	struct bases bases;
	int ret = open_bases(&bases, view);
	size_t n = ret ? 0 : add_ratios(map, &bases);

	free(bases.point);
	if (ret)
		return err_set(err, ENOMEM, "out of memory");
	if (n == 0)
		return err_set(err, EINVAL, "heatmap: %s and %s have no point in common",
			view->points[0].file->path, view->points[view->n - 1].file->path);
	note_ratio(map, n);
	fold(map);
	choose_share(map);
	cells_thin(&map->cells, map->share, CELLS_FAR_FROM_1_IS_WORSE);
	map->panel->high_is_worse = !is_rate(of);
	set_diverging(map->panel, &map->cells, of->wish->threshold_percent);
	put_marks(map);
	dress(map, "second / first");
	return 0;
}

/* With one size, and both offsets free, a row is a send offset. */
static int name_rows(const struct map *map)
{
	for (size_t i = 0; map->by_send && i < map->of->view->n; i++) {
		struct draw_item *item = &map->items[i];
		char *name;

		if (asprintf(&name, "send at %" PRIu64, item->point->key->send_offset_bytes) < 0)
			return -ENOMEM;
		free(item->name);
		item->name = name;
		item->x = item->point->key->recv_offset_bytes;
	}
	return 0;
}

static int open_map(struct map *map)
{
	const struct view *view = map->of->view;
	struct axis axis = { 0 };
	int ret = -ENOMEM;

	map->items = draw_items(map->of, false, true);
	map->column = calloc(view->n + 1, sizeof(*map->column));
	if (map->items && map->column)
		ret = name_rows(map);
	for (size_t i = 0; !ret && i < view->n; i++)
		map->column[i] = map->items[i].x;
	if (!ret)
		ret = axis_open(&axis, map->column, view->n);
	for (size_t i = 0; !ret && i < axis.n; i++)
		map->column[i] = axis.value[i];
	map->n_columns = axis.n;
	axis_release(&axis);
	return ret;
}

static int check_rows(const struct map *map, struct err *err)
{
	if (map->panel->n_curves <= ROWS_MOST)
		return 0;
	return err_set(err, EINVAL,
		"heatmap: more than %d rows do not fit: choose with --size, --offset, --copy, "
		"--transport, --cpus or --state",
		ROWS_MOST);
}

static int draw_map(const struct draw_of *of, bool is_ratio, struct err *err)
{
	struct map map = { .of = of, .share = 1, .by_send = draw_map_is_by_send(of) };
	int ret = 0;

	map.panel = picture_panel(of->picture, PANEL_CELLS, "");
	if (open_map(&map) || cells_open(&map.cells, of->view->n))
		ret = err_set(err, ENOMEM, "out of memory");
	else if (is_ratio)
		ret = put_ratio(&map, err);
	else
		put_one(&map);
	if (!ret)
		ret = check_rows(&map, err);
	cells_release(&map.cells);
	draw_items_free(map.items, of->view->n);
	free(map.column);
	return ret;
}

/* The file is no part of a row's name when it is the ratio of both. */
int draw_heatmap(const struct draw_of *of, struct err *err)
{
	struct view_variety merged = *of->variety;
	struct draw_of ratio = *of;

	if (of->variety->n_files > 2)
		return err_set(err, EINVAL,
			"heatmap: of one file, or of two their ratio: expected at most 2 files "
			"with points that are chosen");
	if (of->variety->n_files < 2)
		return draw_map(of, false, err);
	merged.n_files = 1;
	ratio.variety = &merged;
	return draw_map(&ratio, true, err);
}
