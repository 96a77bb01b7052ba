/* SPDX-License-Identifier: MIT */
#include "copy/plugin.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAME_MAX_BYTES 15 /* what a column of the tables holds */
#define ROUTINES_MAX   1000
#define KNOWN_FLAGS    (COPY_BYPASSES_CACHE)

static bool is_name(const char *name)
{
	size_t n = 0;

	for (; name[n]; n++) {
		if (n == NAME_MAX_BYTES || !(isalnum((unsigned char)name[n]) || name[n] == '_'))
			return false;
	}
	return n > 0;
}

static bool is_alignment(uint32_t n)
{
	return n > 0 && n <= COPY_MAX_ALIGN && (n & (n - 1)) == 0;
}

/* NULL, or what is expected of the routine. */
static const char *broken_rule(const struct copy_ops *ops)
{
	if (!ops->desc || !ops->needs)
		return "a desc and what it needs, in words";
	if (!ops->copy)
		return "a copy function";
	if (ops->flags & ~KNOWN_FLAGS)
		return "no flag but COPY_BYPASSES_CACHE";
	if (ops->min_bytes == 0 || ops->min_bytes > COPY_MAX_MIN_BYTES)
		return "min_bytes of 1 to 65536";
	if (!is_alignment(ops->dst_align) || !is_alignment(ops->src_align))
		return "alignments that are powers of two up to 4096";
	return NULL;
}

static int check(const char *path, const struct copy_plugin *plugin, struct err *err)
{
	if (plugin->abi != COPY_ABI)
		return err_set(err, EPROTO, "'%s' was made for version %u of copy.h: expected %d",
			path, plugin->abi, COPY_ABI);
	if (plugin->n == 0 || plugin->n > ROUTINES_MAX || !plugin->routines)
		return err_set(err, EINVAL, "'%s' has %u routines: expected 1 to %d", path,
			plugin->n, ROUTINES_MAX);
	for (uint32_t i = 0; i < plugin->n; i++) {
		const struct copy_ops *ops = &plugin->routines[i];
		const char *rule;

		if (!ops->name || !is_name(ops->name))
			return err_set(err, EINVAL,
				"'%s': the name of routine %u is '%.40s': expected 1 to %d "
				"letters, "
				"digits and _",
				path, i, ops->name ? ops->name : "", NAME_MAX_BYTES);
		rule = broken_rule(ops);
		if (rule)
			return err_set(err, EINVAL, "'%s': routine '%s': expected %s", path,
				ops->name, rule);
	}
	return 0;
}

int plugin_load(const char *path, const struct copy_plugin **plugin, struct err *err)
{
	char file[PATH_MAX + 2];
	void *object;

	/* Without a slash dlopen() would look in the library path. */
	if (snprintf(file, sizeof(file), "%s%s", strchr(path, '/') ? "" : "./", path) >=
		(int)sizeof(file))
		return err_set(
			err, ELIBBAD, "cannot load '%.80s...': %s", path, strerror(ENAMETOOLONG));
	if (access(file, F_OK))
		return err_set(err, ELIBBAD, "cannot load '%s': %s", path, strerror(errno));
	object = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (!object)
		return err_set(err, ELIBBAD, "cannot load '%s': %s", path, dlerror());
	*plugin = dlsym(object, COPY_PLUGIN_SYMBOL);
	if (!*plugin)
		return err_set(err, ENOENT,
			"'%s' exports no %s: expected one as netio/copy.h has it", path,
			COPY_PLUGIN_SYMBOL);
	return check(path, *plugin, err);
}
