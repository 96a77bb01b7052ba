/* SPDX-License-Identifier: MIT */
#include "cli/routines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "bench/verification.h"
#include "cli/interrupt.h"
#include "copy/catalogue.h"
#include "copy/plugin.h"

static const char *name_at(const void *arg, size_t index)
{
	const struct routines *r = arg;

	return index < r->n_all ? r->all[index]->name : NULL;
}

static const struct copy_ops *find(const struct routines *r, const char *name)
{
	for (size_t i = 0; i < r->n_all; i++) {
		if (strcmp(r->all[i]->name, name) == 0)
			return r->all[i];
	}
	return NULL;
}

static int add(struct routines *r, const struct copy_ops *ops, struct err *err)
{
	const struct copy_ops **more = realloc(r->all, (r->n_all + 1) * sizeof(*more));

	if (!more)
		return err_set(err, ENOMEM, "out of memory");
	r->all = more;
	r->all[r->n_all++] = ops;
	return 0;
}

static int add_built_in(struct routines *r, struct err *err)
{
	const struct copy_ops *ops;
	int ret = 0;

	for (size_t i = 0; !ret && (ops = copy_at(i)) != NULL; i++)
		ret = add(r, ops, err);
	r->n_built_in = r->n_all;
	return ret;
}

static int add_plugin(struct routines *r, const char *path, struct err *err)
{
	const struct copy_plugin *plugin;
	int ret = plugin_load(path, &plugin, err);

	for (uint32_t i = 0; !ret && i < plugin->n; i++) {
		const struct copy_ops *ops = &plugin->routines[i];

		if (find(r, ops->name))
			return err_set(err, EEXIST,
				"'%s': there is a routine '%s' already: expected a name of its own",
				path, ops->name);
		ret = add(r, ops, err);
	}
	return ret;
}

static int look_up(
	const struct routines *r, const char *name, const struct copy_ops **ops, struct err *err)
{
	*ops = find(r, name);
	return *ops ? 0 : nearest_unknown(name, name_at, r, err);
}

static int choose_names(struct routines *r, const struct opt_texts *names, struct err *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < names->n; i++)
		ret = look_up(r, names->text[i], &r->chosen[r->n_chosen++], err);
	if (ret)
		err_prefix(err, "--copy");
	return ret;
}

int routines_choose(struct routines *r, const struct opt_texts *plugins,
	const struct opt_texts *names, bool given, struct err *err)
{
	int ret = add_built_in(r, err);

	for (size_t i = 0; !ret && i < plugins->n; i++) {
		ret = add_plugin(r, plugins->text[i], err);
		if (ret)
			err_prefix(err, "--plugin");
	}
	if (ret)
		return ret;
	r->chosen = calloc(names->n + r->n_all, sizeof(*r->chosen));
	r->broken = calloc(names->n + r->n_all, sizeof(*r->broken));
	if (!r->chosen || !r->broken)
		return err_set(err, ENOMEM, "out of memory");
	if (given || plugins->n == 0)
		return choose_names(r, names, err);
	for (size_t i = r->n_built_in; i < r->n_all; i++)
		r->chosen[r->n_chosen++] = r->all[i];
	return 0;
}

void routines_release(struct routines *r)
{
	for (size_t i = 0; i < r->n_chosen; i++)
		free(r->broken[i]);
	free(r->all);
	free(r->chosen);
	free(r->broken);
	*r = (struct routines) { 0 };
}

static bool is_foreign(const struct routines *r, const struct copy_ops *ops)
{
	for (size_t i = r->n_built_in; i < r->n_all; i++) {
		if (r->all[i] == ops)
			return true;
	}
	return false;
}

bool routines_foreign(const struct routines *r)
{
	for (size_t i = 0; i < r->n_chosen; i++) {
		if (is_foreign(r, r->chosen[i]))
			return true;
	}
	return false;
}

/* 0: each routine of a plug-in is right, or its ->broken says why it could not be shown to be. */
static int verify(struct routines *r, uint64_t timeout_ns, const volatile sig_atomic_t *interrupted,
	struct err *err)
{
	for (size_t i = 0; i < r->n_chosen; i++) {
		const struct copy_ops *ops = r->chosen[i];
		struct err why = { 0 };
		int ret;

		if (!is_foreign(r, ops) || copy_unsupported(ops))
			continue;
		ret = verification_run(ops, timeout_ns, interrupted, &why);
		if (ret == -EINTR)
			return ret;
		if (ret == -EBADMSG)
			return err_set(err, EBADMSG,
				"--plugin: routine '%s' is wrong, so it is not timed: %s",
				ops->name, why.text);
		err_prefix(&why, "verification");
		if (ret && !(r->broken[i] = strdup(why.text)))
			return err_set(err, ENOMEM, "out of memory");
	}
	return 0;
}

enum status routines_admit(struct routines *r, uint64_t timeout_ns, struct err *err)
{
	int ret = verify(r, timeout_ns, interrupt_catch(), err);

	interrupt_die();
	return ret == 0 ? STATUS_OK : ret == -EBADMSG ? STATUS_USAGE : STATUS_FAILED;
}
