/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_TREE_H
#define NETIO_TESTS_UNIT_TREE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for nftw */
#endif

/* A folder of made-up files in the place of "/", for what reads /proc and /sys below a root. */

#include "tests/unit/unit.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct tree {
	char root[64];
};

/* The content of a file of that path. */
struct tree_file {
	const char *path;
	const char *text;
};

static inline void tree_make(struct tree *tree)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(tree->root, sizeof(tree->root), "%.40s/netio-tree-XXXXXX", tmp ? tmp : "/tmp");
	CHECK(mkdtemp(tree->root), "%s: %s", tree->root, strerror(errno));
}

static inline void tree_put(const struct tree *tree, const char *path, const char *text)
{
	char full[512];
	FILE *f;

	snprintf(full, sizeof(full), "%s%s", tree->root, path);
	for (char *p = full + strlen(tree->root) + 1; (p = strchr(p, '/')) != NULL; p++) {
		*p = '\0';
		CHECK(mkdir(full, 0700) == 0 || errno == EEXIST, "%s: %s", full, strerror(errno));
		*p = '/';
	}
	f = fopen(full, "w");
	CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0, "%s: %s", full, strerror(errno));
}

static inline void tree_put_all(const struct tree *tree, const struct tree_file *files, size_t n)
{
	for (size_t i = 0; i < n; i++)
		tree_put(tree, files[i].path, files[i].text);
}

static inline int tree_remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
	(void)s;
	(void)type;
	(void)at;
	return remove(path);
}

static inline void tree_remove(struct tree *tree)
{
	nftw(tree->root, tree_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

#endif
