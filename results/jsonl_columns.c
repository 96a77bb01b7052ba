/* SPDX-License-Identifier: MIT */
#include "results/jsonl_columns.h"

#include <errno.h>
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "results/copy_record.h"
#include "results/record.h"

#define SAMPLE(name)                                                                               \
	{                                                                                          \
#name, offsetof(struct sample, name), false, false                                 \
	}
#define SIDE(name, side, field)                                                                    \
	{                                                                                          \
		name, offsetof(struct sample, side.field), false, true                             \
	}

const struct jsonl_column jsonl_samples[] = {
	SAMPLE(elapsed_ns),
	SAMPLE(bytes),
	SIDE("cpu_send_ns", send, cpu_ns),
	SIDE("cpu_recv_ns", recv, cpu_ns),
	SAMPLE(send_ns),
	SAMPLE(recv_ns),
	SIDE("n_preempted_send", send, n_preempted),
	SIDE("n_preempted_recv", recv, n_preempted),
	SIDE("n_faults_send", send, n_faults),
	SIDE("n_faults_recv", recv, n_faults),
	SIDE("run_delay_send_ns", send, run_delay_ns),
	SIDE("run_delay_recv_ns", recv, run_delay_ns),
	{ "flags", offsetof(struct sample, flags), true, false },
	{ NULL, 0, false, false },
};

#define COPY_SAMPLE(name)                                                                          \
	{                                                                                          \
#name, offsetof(struct copy_sample, name), false, false                            \
	}

const struct jsonl_column jsonl_copy_samples[] = {
	COPY_SAMPLE(elapsed_ns),
	{ "calls", offsetof(struct copy_sample, n_calls), false, false },
	COPY_SAMPLE(cycles),
	{ "flags", offsetof(struct copy_sample, flags), true, false },
	{ NULL, 0, false, false },
};

static json_t *value_of(const struct jsonl_column *c, const char *element)
{
	uint64_t value;

	if (c->is_narrow)
		return json_integer(*(const uint32_t *)(element + c->at));
	value = *(const uint64_t *)(element + c->at);
	return value <= INT64_MAX ? json_integer((json_int_t)value) : json_null();
}

static void append(
	json_t *array, const struct jsonl_column *c, const char *elements, size_t n, size_t size)
{
	for (size_t i = 0; i < n; i++)
		json_array_append_new(array, value_of(c, elements + i * size));
}

void jsonl_put_columns(json_t *object, const struct jsonl_column *columns, const void *warmup,
	size_t n_warmup, const void *samples, size_t n_samples, size_t size)
{
	for (const struct jsonl_column *c = columns; c->name; c++) {
		json_t *array = json_array();

		append(array, c, warmup, n_warmup, size);
		append(array, c, samples, n_samples, size);
		json_object_set_new(object, c->name, array);
	}
}

static int take(const struct jsonl_column *c, json_t *value, char *element, struct err *err)
{
	json_int_t n = json_integer_value(value);

	if (c->is_nullable && json_is_null(value)) {
		*(uint64_t *)(element + c->at) = UINT64_MAX;
		return 0;
	}
	if (!json_is_integer(value) || n < 0 || (c->is_narrow && n > (json_int_t)UINT32_MAX))
		return err_set(err, EINVAL, "%s: expected counts", c->name);
	if (c->is_narrow)
		*(uint32_t *)(element + c->at) = (uint32_t)n;
	else
		*(uint64_t *)(element + c->at) = (uint64_t)n;
	return 0;
}

static int take_column(const struct jsonl_column *c, json_t *object, char *elements, size_t n,
	size_t size, struct err *err)
{
	json_t *array = json_object_get(object, c->name);
	int ret = 0;

	if (!json_is_array(array) || json_array_size(array) != n)
		return err_set(err, EINVAL, "%s: expected an array of %zu counts", c->name, n);
	for (size_t i = 0; !ret && i < n; i++)
		ret = take(c, json_array_get(array, i), elements + i * size, err);
	return ret;
}

int jsonl_get_columns(json_t *object, const struct jsonl_column *columns, size_t size,
	void **elements, size_t *n, struct err *err)
{
	json_t *first = json_object_get(object, columns->name);
	int ret = 0;

	*n = json_array_size(first);
	*elements = calloc(*n + 1, size);
	if (!*elements)
		return err_set(err, ENOMEM, "out of memory");
	for (const struct jsonl_column *c = columns; !ret && c->name; c++)
		ret = take_column(c, object, *elements, *n, size, err);
	if (!ret)
		return 0;
	free(*elements);
	*elements = NULL;
	return ret;
}
