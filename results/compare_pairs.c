/* SPDX-License-Identifier: MIT */
#include "results/compare_pairs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A point, and the key it is found by. */
struct entry {
	struct stored_key key;
	const struct stored_point *point;
};

static int by_key(const void *a, const void *b)
{
	const struct entry *x = a;
	const struct entry *y = b;

	return stored_key_compare(&x->key, &y->key);
}

/* All that two kinds of files have in common. Occurrences are numbered anew: others become alike now. */
static struct stored_key reduced(const struct stored_key *key)
{
	return (struct stored_key) { "", "", "", "", "", key->size_bytes, key->send_offset_bytes,
		key->recv_offset_bytes, key->distance_bytes, 0 };
}

static void number(struct entry *entries, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct stored_key before = entries[i - 1].key;

		before.occurrence = 0;
		if (stored_key_compare(&before, &entries[i].key) == 0)
			entries[i].key.occurrence = entries[i - 1].key.occurrence + 1;
	}
}

static struct entry *sorted(const struct stored *s, bool force)
{
	struct entry *entries = calloc(s->n_points + 1, sizeof(*entries));

	if (!entries)
		return NULL;
	for (size_t i = 0; i < s->n_points; i++)
		entries[i] = (struct entry) { force ? reduced(&s->points[i].key) : s->points[i].key,
			&s->points[i] };
	qsort(entries, s->n_points, sizeof(*entries), by_key);
	if (force)
		number(entries, s->n_points);
	return entries;
}

bool compare_pair_is_measured(const struct compare_pair *p)
{
	return p->base && p->new && p->base->wall.n > 0 && p->new->wall.n > 0;
}

static void add(
	struct compare_pairs *out, const struct stored_point *base, const struct stored_point *new)
{
	struct compare_pair *pair = &out->pair[out->n++];

	*pair = (struct compare_pair) { base, new };
	out->n_both += compare_pair_is_measured(pair);
}

static void merge(const struct entry *a, size_t n_a, const struct entry *b, size_t n_b,
	struct compare_pairs *out)
{
	size_t i = 0, k = 0;

	while (i < n_a || k < n_b) {
		int order = i == n_a ? 1 : k == n_b ? -1 : stored_key_compare(&a[i].key, &b[k].key);

		add(out, order <= 0 ? a[i].point : NULL, order >= 0 ? b[k].point : NULL);
		i += order <= 0;
		k += order >= 0;
	}
}

int compare_pairs_make(
	const struct stored *base, const struct stored *new, bool force, struct compare_pairs *out)
{
	struct entry *a = sorted(base, force);
	struct entry *b = sorted(new, force);

	*out = (struct compare_pairs) { .pair = calloc(base->n_points + new->n_points + 1,
						sizeof(*out->pair)) };
	if (a && b && out->pair)
		merge(a, base->n_points, b, new->n_points, out);
	free(a);
	free(b);
	return a && b && out->pair ? 0 : -ENOMEM;
}

const struct stored_key *compare_key(const struct compare_pair *p)
{
	return p->base ? &p->base->key : &p->new->key;
}

bool compare_same_row(const struct compare_pair *x, const struct compare_pair *y)
{
	struct stored_key a = *compare_key(x);
	struct stored_key b = *compare_key(y);

	a.send_offset_bytes = b.send_offset_bytes = 0;
	a.recv_offset_bytes = b.recv_offset_bytes = 0;
	a.distance_bytes = b.distance_bytes = 0;
	a.occurrence = b.occurrence = 0;
	return stored_key_compare(&a, &b) == 0;
}

/* " word" for a word that says something. */
static size_t append(char *text, size_t size, size_t n, const char *word)
{
	if (!word[0] || n >= size)
		return n;
	return n + (size_t)snprintf(text + n, size - n, "%s%s", n ? " " : "", word);
}

const char *compare_row_label(const struct compare_pair *p, char *text, size_t size)
{
	const struct stored_key *key = compare_key(p);
	size_t n = 0;

	text[0] = '\0';
	n = append(text, size, n, key->transport);
	n = append(text, size, n, key->copy);
	if (strcmp(key->mode, "lockstep") == 0)
		n = append(text, size, n, key->mode);
	n = append(text, size, n, key->state);
	if (key->placement[0] && strcmp(key->placement, "same") != 0)
		n = append(text, size, n, key->placement);
	if (n < size)
		snprintf(text + n, size - n, "%s%" PRIu64, n ? " " : "", key->size_bytes);
	return text;
}

const char *compare_point_label(const struct compare_pair *p, char *text, size_t size)
{
	const struct stored_key *key = compare_key(p);
	size_t n;

	compare_row_label(p, text, size);
	n = strlen(text);
	if (n < size)
		n += (size_t)snprintf(text + n, size - n, " at %" PRIu64 ",%" PRIu64,
			key->send_offset_bytes, key->recv_offset_bytes);
	if (n < size && key->distance_bytes)
		n += (size_t)snprintf(text + n, size - n, "+%" PRIu64, key->distance_bytes);
	if (n < size && key->occurrence)
		snprintf(text + n, size - n, " (%zu)", key->occurrence + 1);
	return text;
}
