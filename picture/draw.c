/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "picture/draw.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILES_MOST 4 /* that are described */

static const struct {
	const char *name;
	int (*draw)(const struct draw_of *of, struct err *err);
} kinds[] = {
	[DRAW_AUTO] = { "auto", NULL },
	[DRAW_OFFSET] = { "offset", draw_offset },
	[DRAW_SIZE] = { "size", draw_size },
	[DRAW_HEATMAP] = { "heatmap", draw_heatmap },
	[DRAW_SAMPLES] = { "samples", draw_samples },
	[DRAW_STATES] = { "states", draw_states },
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))
#define FEW     4

const char *draw_kind_name(size_t index)
{
	return index < N_KINDS ? kinds[index].name : NULL;
}

static bool has_samples(const struct view_point *p)
{
	return (p->run && p->run->n_samples > 1) || (p->copy && p->copy->n_samples > 1);
}

static bool has_one_offset(const struct view_variety *v)
{
	return v->n_send_offsets == 1 && v->n_recv_offsets == 1;
}

static enum draw_kind kind_for(const struct view *view, const struct view_variety *v)
{
	bool one_offset = has_one_offset(v);

	if (view->n == 1 && has_samples(view->points))
		return DRAW_SAMPLES;
	if (one_offset && (v->n_cache_states > 1 || v->n_sizes == 1))
		return DRAW_STATES;
	if (one_offset)
		return DRAW_SIZE;
	if (!v->offsets_alike && v->n_sizes == 1 && v->n_send_offsets > FEW &&
		v->n_recv_offsets > FEW)
		return DRAW_HEATMAP;
	return v->n_sizes <= FEW ? DRAW_OFFSET : DRAW_HEATMAP;
}

static void put_word(FILE *f, bool wanted, const char *word)
{
	if (wanted && word[0])
		fprintf(f, " %s", word);
}

static const char *title_over(const struct draw_of *of, enum draw_kind kind)
{
	switch (kind) {
	case DRAW_SAMPLES:
		return "in the order of samples";
	case DRAW_SIZE:
		return "by size";
	case DRAW_STATES:
		return "by routine";
	case DRAW_HEATMAP:
		return draw_map_is_by_send(of) ? "by send and receive offset"
					       : "by size and offset";
	default:
		return "by offset";
	}
}

/* What all points have in common. */
static void put_common(FILE *f, const struct view_variety *v, const struct stored_key *key)
{
	put_word(f, v->n_transports == 1, key->transport);
	put_word(f, v->n_copies == 1 && strcmp(key->copy, "none") != 0, key->copy);
	put_word(f, v->n_modes == 1 && strcmp(key->mode, key->transport) != 0, key->mode);
	put_word(f, v->n_placements == 1, key->placement);
	put_word(f, v->n_states == 1, key->state);
}

/* It, behind what is drawn. */
static char *title_of(const struct draw_of *of, enum draw_kind kind)
{
	char *common = NULL;
	char *title = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&common, &n);

	if (!f)
		return NULL;
	put_common(f, of->variety, of->view->points[0].key);
	if (fclose(f) == 0 && asprintf(&title, "%s %s%s%s", view_metric_label(of->view->metric),
				      title_over(of, kind), n ? ":" : "", common) < 0)
		title = NULL;
	free(common);
	return title;
}

static void note_file(struct picture *picture, const struct stored *s)
{
	const char *interrupted = s->interrupted ? "; interrupted" : "";

	if (s->run && s->run->seed)
		picture_note(picture, "%s: %s, %s, seed %" PRIu64 "%s", s->path, s->run->cpu,
			s->run->kernel, s->run->seed, interrupted);
	else if (s->copy)
		picture_note(picture, "%s: %s, %s, seed %" PRIu64 "%s", s->path, s->copy->cpu,
			s->copy->kernel, s->copy->seed, interrupted);
	else if (s->run && s->run->cpu[0])
		picture_note(picture, "%s: %s, %s, %s%s", s->path, s->shape, s->run->cpu,
			s->run->kernel, interrupted);
	else
		picture_note(picture, "%s: %s%s", s->path, s->shape, interrupted);
}

static bool is_single_figures(const struct view *v)
{
	size_t i = 0;

	while (i < v->n && v->points[i].value.n == 1)
		i++;
	return i == v->n;
}

/* How many points of each verdict, in the words of the table. */
static void note_verdicts(const struct draw_of *of)
{
	static const char *const words[] = { "ok", "noisy", "unstable", "few" };
	size_t n[4] = { 0 };
	const struct view *v = of->view;

	for (size_t i = 0; i < v->n; i++) {
		for (size_t j = 0; j < 4; j++)
			n[j] += strcmp(v->points[i].verdict, words[j]) == 0;
	}
	if (n[3] == v->n)
		picture_note(of->picture, "%zu point%s, %s: no interval", v->n,
			v->n == 1 ? "" : "s",
			is_single_figures(v) ? "one figure each" : "with few samples");
	else
		picture_note(of->picture,
			"%zu point%s: %zu ok, %zu noisy, %zu unstable, %zu with few samples; "
			"median "
			"and 95 %% interval",
			v->n, v->n == 1 ? "" : "s", n[0], n[1], n[2], n[3]);
	if (v->n_without)
		picture_note(of->picture, "%zu more were skipped, failed or have no number",
			v->n_without);
}

static bool is_drawn(const struct view *v, size_t file)
{
	size_t i = 0;

	while (i < v->n && v->points[i].file_at != file)
		i++;
	return i < v->n;
}

static void note_files(const struct draw_of *of)
{
	const struct view *v = of->view;
	size_t most = v->n_files < FILES_MOST ? v->n_files : FILES_MOST;

	for (size_t i = 0; i < most; i++) {
		if (is_drawn(v, i))
			note_file(of->picture, &v->files[i]);
		else
			picture_note(
				of->picture, "%s: none of its points is drawn", v->files[i].path);
	}
	if (v->n_files > most)
		picture_note(of->picture, "and %zu more files", v->n_files - most);
}

static void make_head(const struct draw_of *of, enum draw_kind kind)
{
	of->picture->title =
		of->wish->title ? picture_text(of->picture, of->wish->title) : title_of(of, kind);
	of->picture->failed |= !of->picture->title;
	note_files(of);
	note_verdicts(of);
}

/* The kinds stop drawing beyond it. */
static int check_curves(const struct picture *picture, struct err *err)
{
	for (size_t i = 0; i < picture->n_panels; i++) {
		if (picture->panels[i].shape != PANEL_CELLS &&
			picture->panels[i].n_curves > DRAW_CURVES_MOST)
			return err_set(err, EINVAL,
				"more than %d curves in one frame, which nobody tells apart: "
				"choose with "
				"--copy, --transport, --cpus, --state, --size or --offset",
				DRAW_CURVES_MOST);
	}
	return 0;
}

static int draw_as(struct draw_of *of, enum draw_kind kind, struct err *err)
{
	int ret;

	*of->picture = (struct picture) { 0 };
	make_head(of, kind);
	ret = kinds[kind].draw(of, err);
	if (!ret)
		ret = check_curves(of->picture, err);
	return ret ? ret : picture_check(of->picture, err);
}

/* What suits the points best; where they do not make such a picture, another that they do. */
static int draw_auto(struct draw_of *of, struct err *err)
{
	const enum draw_kind kinds_by_wish[] = { kind_for(of->view, of->variety),
		has_one_offset(of->variety) ? DRAW_STATES : DRAW_OFFSET, DRAW_HEATMAP, DRAW_OFFSET,
		DRAW_SIZE, DRAW_STATES };
	struct err first = { 0 };
	int ret = -EINVAL;

	for (size_t i = 0; ret == -EINVAL && i < sizeof(kinds_by_wish) / sizeof(*kinds_by_wish);
		i++) {
		picture_release(of->picture);
		ret = draw_as(of, kinds_by_wish[i], &first);
	}
	if (ret == -ENOMEM)
		return err_set(err, ENOMEM, "out of memory");
	return ret ? err_set(err, first.code, "%s", first.text) : 0;
}

int draw(struct picture *picture, const struct view *view, const struct draw_wish *wish,
	struct err *err)
{
	struct view_variety variety;
	struct draw_of of = { view, &variety, wish, picture };

	*picture = (struct picture) { 0 };
	if (view_variety_of(view, &variety))
		return err_set(err, ENOMEM, "out of memory");
	return wish->kind == DRAW_AUTO ? draw_auto(&of, err) : draw_as(&of, wish->kind, err);
}
