/* SPDX-License-Identifier: MIT */
#include "copy/catalogue.h"

#include <stdio.h>
#include <string.h>

#include "copy/routine.h"

static const struct copy_ops *const routines[] = {
#define COPY(name) &copy_ops_##name,
#include "copy/copy_list.h"
#undef COPY
};

const struct copy_ops *copy_at(size_t index)
{
	return index < sizeof(routines) / sizeof(routines[0]) ? routines[index] : NULL;
}

const char *copy_name(size_t index)
{
	const struct copy_ops *ops = copy_at(index);

	return ops ? ops->name : NULL;
}

const struct copy_ops *copy_find(const char *name)
{
	const struct copy_ops *ops;

	for (size_t i = 0; (ops = copy_at(i)) != NULL; i++) {
		if (strcmp(ops->name, name) == 0)
			return ops;
	}
	return NULL;
}

const char *copy_unsupported(const struct copy_ops *ops)
{
	return ops->unsupported ? ops->unsupported() : NULL;
}

void copy_elsewhere(void *dst, const void *src, size_t n)
{
	(void)dst;
	(void)src;
	(void)n;
	__builtin_trap();
}

const char *copy_unfit(
	const struct copy_ops *ops, size_t n, size_t src, size_t dst, char *text, size_t size)
{
	if (n < ops->min_bytes)
		snprintf(text, size, "%s needs at least %u bytes", ops->name, ops->min_bytes);
	else if (src % ops->src_align || dst % ops->dst_align)
		snprintf(text, size,
			"%s needs its source %u-aligned and its destination %u-aligned", ops->name,
			ops->src_align, ops->dst_align);
	else
		return NULL;
	return text;
}
