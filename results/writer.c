/* SPDX-License-Identifier: MIT */
#include "results/writer.h"

#include <string.h>

#define WRITER(name) extern const struct writer_ops writer_ops_##name;
#include "results/writer_list.h"
#undef WRITER

static const struct writer_ops *const writers[] = {
#define WRITER(name) &writer_ops_##name,
#include "results/writer_list.h"
#undef WRITER
};

bool writer_shows(const struct writer_ops *ops, const struct point_record *p)
{
	bool measured = p->status == POINT_DONE || p->status == POINT_INTERRUPTED;

	return !ops->only_measured || (measured && p->n_samples > 0);
}

const struct writer_ops *writer_at(size_t index)
{
	return index < sizeof(writers) / sizeof(writers[0]) ? writers[index] : NULL;
}

const char *writer_name(size_t index)
{
	const struct writer_ops *ops = writer_at(index);

	return ops ? ops->name : NULL;
}

const struct writer_ops *writer_of(const char *path)
{
	const char *suffix = strrchr(path, '.');
	const struct writer_ops *ops;

	for (size_t i = 0; suffix && (ops = writer_at(i)) != NULL; i++) {
		if (strcmp(ops->suffix, suffix) == 0)
			return ops;
	}
	return NULL;
}

const struct writer_ops *writer_find(const char *name)
{
	const struct writer_ops *ops;

	for (size_t i = 0; (ops = writer_at(i)) != NULL; i++) {
		if (strcmp(ops->name, name) == 0)
			return ops;
	}
	return NULL;
}
