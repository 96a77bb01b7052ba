/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_GOLDEN_H
#define NETIO_TESTS_UNIT_GOLDEN_H

#include "tests/unit/unit.h"

#include <errno.h>
#include <stdlib.h>

static inline void update(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0, "%s: %s", path, strerror(errno));
}

/* The whole file; the caller frees it. */
static inline char *content(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t room = 0;

	CHECK(f, "%s: %s (the tests run in the top folder)", path, strerror(errno));
	if (getdelim(&text, &room, '\0', f) < 0)
		text[0] = '\0';
	fclose(f);
	return text;
}

/* Byte for byte what tests/golden/NAME.txt holds; UPDATE_GOLDEN rewrites that. Frees the text. */
static inline void golden_expect(const char *name, char *text)
{
	char path[128];
	char *golden;
	size_t same = 0;

	snprintf(path, sizeof(path), "tests/golden/%s.txt", name);
	if (getenv("UPDATE_GOLDEN"))
		update(path, text);
	golden = content(path);
	while (text[same] && text[same] == golden[same])
		same++;
	CHECK(text[same] == golden[same], "%s differs from byte %zu on: \"%.60s\"; written:\n%s",
		path, same, golden + same, text);
	free(golden);
	free(text);
}

#endif
