/* SPDX-License-Identifier: MIT */
#include "base/nearest.h"

#include <errno.h>
#include <string.h>

#define NAME_BYTES 64

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;

	return m < c ? m : c;
}

static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
	size_t d[NAME_BYTES + 1][NAME_BYTES + 1];

	for (size_t i = 0; i <= n; i++)
		d[i][0] = i;
	for (size_t j = 0; j <= m; j++)
		d[0][j] = j;
	for (size_t i = 1; i <= n; i++) {
		for (size_t j = 1; j <= m; j++) {
			size_t change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);

			d[i][j] = min3(d[i - 1][j] + 1, d[i][j - 1] + 1, change);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				d[i][j] = min3(d[i][j], d[i - 2][j - 2] + 1, d[i][j]);
		}
	}
	return d[n][m];
}

const char *nearest_in(
	const char *text, const char *(*names)(const void *arg, size_t index), const void *arg)
{
	size_t n = strlen(text);
	size_t best = NAME_BYTES;
	const char *found = NULL;
	const char *name;

	if (n > NAME_BYTES)
		return NULL;
	for (size_t i = 0; (name = names(arg, i)) != NULL; i++) {
		size_t m = strlen(name);
		size_t edits = m > NAME_BYTES ? NAME_BYTES : distance(text, n, name, m);

		if (edits < best && (edits <= 1 || edits <= m / 3)) {
			best = edits;
			found = name;
		}
	}
	return found;
}

/* A pointer to an object, since one to a function is none. */
struct names {
	const char *(*at)(size_t index);
};

static const char *name_at(const void *arg, size_t index)
{
	const struct names *names = arg;

	return names->at(index);
}

const char *nearest_name(const char *text, const char *(*names)(size_t index))
{
	const struct names all = { names };

	return nearest_in(text, name_at, &all);
}

void nearest_list(
	const char *(*names)(const void *arg, size_t index), const void *arg, char *text, size_t n)
{
	const char *name;

	text[0] = '\0';
	for (size_t i = 0; (name = names(arg, i)) != NULL; i++) {
		strncat(text, i ? ", " : "", n - strlen(text) - 1);
		strncat(text, name, n - strlen(text) - 1);
	}
}

int nearest_unknown(const char *text, const char *(*names)(const void *arg, size_t index),
	const void *arg, struct err *err)
{
	const char *near = nearest_in(text, names, arg);
	char all[ERR_TEXT_BYTES];

	nearest_list(names, arg, all, sizeof(all));
	return err_set(err, EINVAL, "'%s' is unknown: expected %s%s%s%s", text, all,
		near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}
