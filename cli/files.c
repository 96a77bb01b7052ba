/* SPDX-License-Identifier: MIT */
#include "cli/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool takes_argument(const struct opt *o)
{
	return o->type != OPT_GROUP && o->type != OPT_FLAG;
}

/* Whether the word is an option whose argument is the next word. */
static bool wants_next(const struct opt *options, const char *word)
{
	for (const struct opt *o = options; !opt_is_end(o); o++) {
		if (!takes_argument(o))
			continue;
		if (strncmp(word, "--", 2) == 0 && strcmp(word + 2, o->name) == 0)
			return true;
		/* Of letters in one word the first that takes an argument has the rest of it. */
		if (word[1] != '-' && o->letter && strchr(word + 1, o->letter))
			return strchr(word + 1, o->letter)[1] == '\0';
	}
	return false;
}

/* Puts the word at `from` before the one at `to`, to <= from. */
static void move_back(char **argv, int from, int to)
{
	char *word = argv[from];

	memmove(argv + to + 1, argv + to, (size_t)(from - to) * sizeof(*argv));
	argv[to] = word;
}

int files_split(const struct opt *options, int *argc, char **argv)
{
	int first = 1;
	int i = 1;

	while (i < *argc && strcmp(argv[i], "--") != 0) {
		bool is_option = argv[i][0] == '-' && argv[i][1] != '\0';
		bool with_next = is_option && i + 1 < *argc && wants_next(options, argv[i]);

		if (is_option)
			move_back(argv, i, first++);
		if (with_next)
			move_back(argv, i + 1, first++);
		i += with_next ? 2 : 1;
	}
	if (i < *argc) {
		memmove(argv + i, argv + i + 1, (size_t)(*argc - i) * sizeof(*argv));
		--*argc;
	}
	return first;
}

static enum status status_of(const struct err *err)
{
	switch (err->code) {
	case EACCES:
	case EPERM:
	case EIO:
	case ENOMEM:
	case EMFILE:
	case ENFILE:
		return STATUS_FAILED;
	default:
		return STATUS_USAGE; /* a wrong name, or what is no result */
	}
}

void files_tell(const struct stored *stored, size_t n)
{
	char text[1024];

	for (size_t i = 0; i < n; i++)
		fprintf(stderr, "netio: %s\n", stored_describe(&stored[i], text, sizeof(text)));
}

enum status files_read(
	char *const *paths, size_t n, bool quiet, struct stored *stored, struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		if (stored_read(paths[i], &stored[i], err))
			return status_of(err);
		if (!quiet)
			files_tell(&stored[i], 1);
	}
	return STATUS_OK;
}

enum status files_with(char *const *paths, size_t n, bool quiet,
	enum status (*use)(const struct stored *stored, size_t n, const void *arg, struct err *err),
	const void *arg, struct err *err)
{
	struct stored *stored = calloc(n, sizeof(*stored));
	enum status status = STATUS_FAILED;

	if (stored)
		status = files_read(paths, n, quiet, stored, err);
	else
		err_set(err, ENOMEM, "out of memory");
	if (status == STATUS_OK)
		status = use(stored, n, arg, err);
	for (size_t i = 0; stored && i < n; i++)
		stored_release(&stored[i]);
	free(stored);
	return status;
}
