/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/axis.h"
#include "picture/draw.h"

#define ROWS_MOST   200
#define LABELS_MOST 14
#define DIGITS_MOST 60 /* of all labels together */

/* Where the cells of a picture lie: a column an offset, a row a curve and size. */
struct map {
	const struct draw_of *of;
	struct draw_item *items;
	uint64_t *column; /* ascending */
	size_t n_columns;
	bool by_send; /* a row is a send offset */
};

static bool is_rate(const struct draw_of *of)
{
	return of->view->metric == VIEW_MB_PER_S || of->view->metric == VIEW_MB_PER_CPU_S;
}

/* A row begins without a number in any column. */
static struct picture_curve *row_of(
	const struct map *map, struct picture_panel *panel, const char *name)
{
	struct picture_curve *c = picture_curve(map->of->picture, panel, name);

	for (size_t i = c->n; i < map->n_columns; i++) {
		struct picture_mark *m = picture_mark(map->of->picture, c);

		m->x = (double)i;
		m->y = NAN;
	}
	return c;
}

static void put_cell(const struct map *map, struct picture_panel *panel,
	const struct draw_item *item, double value, bool is_noisy)
{
	struct picture_curve *c = row_of(map, panel, item->name);
	struct picture_mark *m;

	if (map->of->picture->failed)
		return;
	m = &c->marks[axis_last_not_above(map->column, map->n_columns, item->x)];
	/* A point that was taken twice: the better one, which had less to wait for. */
	if (isfinite(m->y) && (is_rate(map->of) ? m->y >= value : m->y <= value))
		return;
	m->y = value;
	m->is_noisy = is_noisy;
}

static double best_of(const struct draw_of *of, const struct picture_curve *c)
{
	double best = NAN;

	for (size_t i = 0; i < c->n; i++) {
		double y = c->marks[i].y;

		if (isfinite(y) && (isnan(best) || (is_rate(of) ? y > best : y < best)))
			best = y;
	}
	return best;
}

static void make_relative(const struct draw_of *of, struct picture_panel *panel)
{
	for (size_t i = 0; i < panel->n_curves; i++) {
		struct picture_curve *c = &panel->curves[i];
		double best = best_of(of, c);

		for (size_t j = 0; j < c->n; j++)
			c->marks[j].y =
				100 * (is_rate(of) ? c->marks[j].y / best : best / c->marks[j].y);
	}
}

static void set_colours(struct picture_panel *panel)
{
	for (size_t i = 0; i < panel->n_curves; i++) {
		for (size_t j = 0; j < panel->curves[i].n; j++) {
			panel->colour_low = fmin(panel->colour_low, panel->curves[i].marks[j].y);
			panel->colour_high = fmax(panel->colour_high, panel->curves[i].marks[j].y);
		}
	}
	if (!(panel->colour_high > panel->colour_low)) {
		panel->colour_low -= 1;
		panel->colour_high += 1;
	}
}

/* Both ends as far from 1 as the farther one is, so that as strong a colour means as much. */
static void set_diverging(struct picture_panel *panel, double threshold_percent)
{
	double low = 1 / (1 + threshold_percent / 100);
	double farthest = 1.5 * threshold_percent / 100;

	set_colours(panel);
	farthest = fmax(farthest, fmax(panel->colour_high - 1, 1 - panel->colour_low));
	panel->colour_low = 1 - farthest;
	panel->colour_high = 1 + farthest;
	panel->white_low = low;
	panel->white_high = 1 + threshold_percent / 100;
}

static void put_labels(const struct map *map, struct picture_panel *panel)
{
	size_t step = 1;
	char text[32];

	while (map->n_columns / step > LABELS_MOST)
		step++;
	for (size_t i = 0; i < map->n_columns; i += step) {
		snprintf(text, sizeof(text), "%" PRIu64, map->column[i]);
		picture_tic(map->of->picture, panel, (double)i, text);
	}
}

static void dress(const struct map *map, struct picture_panel *panel, const char *colours)
{
	struct picture *picture = map->of->picture;

	panel->x_low = -0.5;
	panel->x_high = (double)map->n_columns - 0.5;
	put_labels(map, panel);
	panel->y_label = picture_text(picture, colours);
	panel->x_label = picture_text(picture,
		draw_axis_label(map->of, map->by_send ? DRAW_RECV : draw_axis_of(map->of)));
}

static void put_one(const struct map *map)
{
	const struct draw_of *of = map->of;
	struct picture_panel *panel = picture_panel(of->picture, PANEL_CELLS, "");

	for (size_t i = 0; i < of->view->n; i++)
		put_cell(map, panel, &map->items[i], map->items[i].point->value.median,
			draw_is_noisy(map->items[i].point));
	if (!of->wish->absolute)
		make_relative(of, panel);
	set_colours(panel);
	dress(map, panel,
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

static size_t put_ratios(
	const struct map *map, struct picture_panel *panel, const struct bases *bases)
{
	const struct view *view = map->of->view;
	size_t n = 0;

	for (size_t i = 0; i < view->n; i++) {
		const struct view_point *p = map->items[i].point;
		const struct view_point *base = base_of(bases, p);

		if (!base || p->file_at == view->points[0].file_at)
			continue;
		n++;
		put_cell(map, panel, &map->items[i], p->value.median / base->value.median,
			draw_is_noisy(p) || draw_is_noisy(base));
	}
	return n;
}

static int put_ratio(const struct map *map, struct err *err)
{
	const struct draw_of *of = map->of;
	const struct view *view = of->view;
	struct picture_panel *panel = picture_panel(of->picture, PANEL_CELLS, "");
	struct bases bases;
	int ret = open_bases(&bases, view);
	size_t n = ret ? 0 : put_ratios(map, panel, &bases);

	free(bases.point);
	if (ret)
		return err_set(err, ENOMEM, "out of memory");
	if (n == 0)
		return err_set(err, EINVAL, "heatmap: %s and %s have no point in common",
			view->points[0].file->path, view->points[view->n - 1].file->path);
	picture_note(of->picture, "%zu points of %s over those of %s; white: less than %g %%", n,
		view->points[view->n - 1].file->path, view->points[0].file->path,
		of->wish->threshold_percent);
	set_diverging(panel, of->wish->threshold_percent);
	dress(map, panel, "second / first");
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

/* The file is no part of a row's name when it is the ratio of both. */
static int draw_map(const struct draw_of *of, bool is_ratio, struct err *err)
{
	struct map map = { .of = of };
	const struct view_variety *v = of->variety;
	int ret = 0;

	map.by_send = !v->offsets_alike && v->n_sizes == 1 && v->n_send_offsets > 1 &&
		      v->n_recv_offsets > 1 && v->n_copies == 1 && v->n_transports == 1;
	if (open_map(&map))
		ret = err_set(err, ENOMEM, "out of memory");
	else if (is_ratio)
		ret = put_ratio(&map, err);
	else
		put_one(&map);
	if (!ret && of->picture->n_panels && of->picture->panels[0].n_curves > ROWS_MOST)
		ret = err_set(err, EINVAL,
			"heatmap: %zu rows are more than fit: expected at most %d, choose with "
			"--size, "
			"--copy or --transport",
			of->picture->panels[0].n_curves, ROWS_MOST);
	draw_items_free(map.items, of->view->n);
	free(map.column);
	return ret;
}

int draw_heatmap(const struct draw_of *of, struct err *err)
{
	struct view_variety merged = *of->variety;
	struct draw_of ratio = *of;

	if (of->variety->n_files > 2)
		return err_set(err, EINVAL,
			"heatmap: of one file, or of two their ratio: expected at most 2 files "
			"with "
			"points that are chosen");
	if (of->variety->n_files < 2)
		return draw_map(of, false, err);
	merged.n_files = 1;
	ratio.variety = &merged;
	return draw_map(&ratio, true, err);
}
