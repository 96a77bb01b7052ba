/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "picture/view.h"

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static size_t distinct_texts(const struct view *v, size_t at, const char **room)
{
	size_t n = v->n > 0;

	for (size_t i = 0; i < v->n; i++)
		memcpy(&room[i], (const char *)v->points[i].key + at, sizeof(room[i]));
	qsort(room, v->n, sizeof(*room), by_text);
	for (size_t i = 1; i < v->n; i++)
		n += strcmp(room[i], room[i - 1]) != 0;
	return n;
}

static bool has_stateless(const struct view *v)
{
	size_t i = 0;

	while (i < v->n && v->points[i].key->state[0])
		i++;
	return i < v->n;
}

static size_t distinct_numbers(const struct view *v, size_t at, uint64_t *room)
{
	size_t n = v->n > 0;

	for (size_t i = 0; i < v->n; i++)
		memcpy(&room[i], (const char *)v->points[i].key + at, sizeof(room[i]));
	qsort(room, v->n, sizeof(*room), units_by_value);
	for (size_t i = 1; i < v->n; i++)
		n += room[i] != room[i - 1];
	return n;
}

/* Of copies: sockets have none. 1 where there is none at all. */
static size_t distinct_distances(const struct view *v, uint64_t *room)
{
	size_t n_copies = 0;
	size_t n = 1;

	for (size_t i = 0; i < v->n; i++) {
		if (strcmp(v->points[i].key->mode, "copy") == 0)
			room[n_copies++] = v->points[i].key->distance_bytes;
	}
	qsort(room, n_copies, sizeof(*room), units_by_value);
	for (size_t i = 1; i < n_copies; i++)
		n += room[i] != room[i - 1];
	return n;
}

/* The points stand in the order of the files. */
static size_t distinct_files(const struct view *v)
{
	size_t n = v->n > 0;

	for (size_t i = 1; i < v->n; i++)
		n += v->points[i].file_at != v->points[i - 1].file_at;
	return n;
}

static bool offsets_alike(const struct view *v)
{
	size_t i = 0;

	while (i < v->n &&
		v->points[i].key->send_offset_bytes == v->points[i].key->recv_offset_bytes)
		i++;
	return i == v->n;
}

#define KEY(field) offsetof(struct stored_key, field)

int view_variety_of(const struct view *v, struct view_variety *out)
{
	const char **texts = calloc(v->n + 1, sizeof(*texts));
	uint64_t *numbers = calloc(v->n + 1, sizeof(*numbers));
	int ret = texts && numbers ? 0 : -ENOMEM;

	*out = (struct view_variety) { 0 };
	if (!ret)
		*out = (struct view_variety) {
			.n_files = distinct_files(v),
			.n_transports = distinct_texts(v, KEY(transport), texts),
			.n_copies = distinct_texts(v, KEY(copy), texts),
			.n_modes = distinct_texts(v, KEY(mode), texts),
			.n_placements = distinct_texts(v, KEY(placement), texts),
			.n_states = distinct_texts(v, KEY(state), texts),
			.n_sizes = distinct_numbers(v, KEY(size_bytes), numbers),
			.n_send_offsets = distinct_numbers(v, KEY(send_offset_bytes), numbers),
			.n_recv_offsets = distinct_numbers(v, KEY(recv_offset_bytes), numbers),
			.n_distances = distinct_distances(v, numbers),
			.offsets_alike = offsets_alike(v),
		};
	out->n_cache_states = out->n_states - has_stateless(v);
	free(texts);
	free(numbers);
	return ret;
}

/* The last part of a path: what a person knows a file by. */
static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* By its last part, unless another file has the same; one that is there twice is counted. */
static void put_file(FILE *f, const struct view *view, const struct view_point *p)
{
	const char *name = base_name(p->file->path);
	size_t n_before = 0;

	for (size_t i = 0; i < view->n_files; i++) {
		const char *path = view->files[i].path;

		if (i == p->file_at)
			continue;
		n_before += i < p->file_at && strcmp(path, p->file->path) == 0;
		if (strcmp(base_name(path), base_name(p->file->path)) == 0)
			name = p->file->path;
	}
	fputs(name, f);
	if (n_before)
		fprintf(f, " (%zu)", n_before + 1);
}

static void put_word(FILE *f, bool wanted, const char *word)
{
	if (!wanted || !word[0])
		return;
	if (ftell(f) > 0)
		fputc(' ', f);
	fputs(word, f);
}

/* Those words in which points differ. */
static void put_words(
	FILE *f, const struct view *view, const struct view_variety *v, const struct view_point *p)
{
	const struct stored_key *key = p->key;
	char distance[64];

	if (v->n_files > 1)
		put_file(f, view, p);
	put_word(f, v->n_transports > 1, key->transport);
	put_word(f, v->n_copies > 1, key->copy);
	put_word(f, v->n_modes > 1, key->mode);
	put_word(f, v->n_placements > 1, key->placement);
	put_word(f, v->n_states > 1, key->state);
	snprintf(distance, sizeof(distance), "distance %" PRIu64, key->distance_bytes);
	put_word(f, v->n_distances > 1 && strcmp(key->mode, "copy") == 0, distance);
}

char *view_name(const struct view *view, const struct view_variety *v, const struct view_point *p,
	bool with_size)
{
	char size[64];
	char *name = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&name, &n);

	if (!f)
		return NULL;
	put_words(f, view, v, p);
	put_word(f, with_size, units_size_text(p->key->size_bytes, size, sizeof(size)));
	fflush(f);
	if (n == 0) {
		put_word(f, true, p->key->transport);
		put_word(f, strcmp(p->key->copy, "none") != 0, p->key->copy);
	}
	if (fclose(f) == 0)
		return name;
	free(name);
	return NULL;
}
