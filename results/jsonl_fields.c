/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "results/jsonl_fields.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/clean_text.h"

json_t *jsonl_number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *jsonl_string(const char *text)
{
	json_t *string = text ? json_string(text) : json_null();
	char *clean = NULL;
	size_t n = 0;
	FILE *f = string ? NULL : open_memstream(&clean, &n);

	if (!f)
		return string ? string : json_null();
	clean_text_put(f, text, NULL);
	fclose(f);
	string = json_string(clean);
	free(clean);
	return string ? string : json_null();
}

static json_t *big(uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	return json_string(digits);
}

/* A count beyond what a JSON integer holds here is none that was counted. */
static json_t *count(uint64_t value)
{
	return value <= INT64_MAX ? json_integer((json_int_t)value) : json_null();
}

static json_t *value_of(const struct jsonl_field *f, const void *from)
{
	const void *at = (const char *)from + f->at;

	switch (f->type) {
	case JSONL_TEXT:
	case JSONL_WORD:
		return jsonl_string(*(const char *const *)at);
	case JSONL_CHARS:
		return jsonl_string(at);
	case JSONL_COUNT:
		return count(*(const uint64_t *)at);
	case JSONL_SIZE:
		return count(*(const size_t *)at);
	case JSONL_BIG:
		return big(*(const uint64_t *)at);
	case JSONL_UNSIGNED:
		return json_integer(*(const unsigned *)at);
	case JSONL_INT:
		return json_integer(*(const int *)at);
	case JSONL_FLAG:
		return json_boolean(*(const bool *)at);
	case JSONL_NUMBER:
		return jsonl_number(*(const double *)at);
	case JSONL_END:
		break;
	}
	return json_null();
}

void jsonl_put(json_t *object, const struct jsonl_field *fields, const void *from)
{
	for (const struct jsonl_field *f = fields; f->type != JSONL_END; f++)
		json_object_set_new(object, f->name, value_of(f, from));
}

/* Decimal digits that fit, and nothing else. */
static bool parse_big(const char *text, uint64_t *value)
{
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	*value = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0';
}

static int wrong(const struct jsonl_field *f, const char *expected, struct err *err)
{
	return err_set(err, EINVAL, "%s: expected %s", f->name, expected);
}

static int get_text(
	const struct jsonl_field *f, json_t *v, void *at, struct stored *owner, struct err *err)
{
	const char *text = json_string_value(v);

	if (f->type == JSONL_TEXT && json_is_null(v)) {
		*(const char **)at = NULL;
		return 0;
	}
	if (!text)
		return wrong(f, "a text", err);
	if (f->type == JSONL_CHARS) {
		snprintf(at, f->size, "%s", text);
		return 0;
	}
	*(const char **)at = stored_text(owner, text);
	return *(const char **)at ? 0 : err_set(err, ENOMEM, "out of memory");
}

static int get_integer(const struct jsonl_field *f, json_t *v, void *at, struct err *err)
{
	json_int_t n = json_integer_value(v);

	if (!json_is_integer(v))
		return wrong(f, "an integer", err);
	if (f->type == JSONL_INT) {
		if (n < -1 || n > INT_MAX)
			return wrong(f, "an integer from -1 on", err);
		*(int *)at = (int)n;
		return 0;
	}
	if (n < 0 || (f->type == JSONL_UNSIGNED && n > (json_int_t)UINT_MAX) ||
		(f->type == JSONL_SIZE && (uint64_t)n > SIZE_MAX))
		return wrong(f, "a count", err);
	if (f->type == JSONL_UNSIGNED)
		*(unsigned *)at = (unsigned)n;
	else if (f->type == JSONL_SIZE)
		*(size_t *)at = (size_t)n;
	else
		*(uint64_t *)at = (uint64_t)n;
	return 0;
}

static int get_number(const struct jsonl_field *f, json_t *v, void *at, struct err *err)
{
	if (!json_is_number(v) && !json_is_null(v))
		return wrong(f, "a number or null", err);
	*(double *)at = json_is_null(v) ? NAN : json_number_value(v);
	return 0;
}

static int get(
	const struct jsonl_field *f, json_t *v, void *at, struct stored *owner, struct err *err)
{
	switch (f->type) {
	case JSONL_TEXT:
	case JSONL_WORD:
	case JSONL_CHARS:
		return get_text(f, v, at, owner, err);
	case JSONL_COUNT:
	case JSONL_SIZE:
	case JSONL_UNSIGNED:
	case JSONL_INT:
		return get_integer(f, v, at, err);
	case JSONL_BIG:
		if (json_is_string(v) && parse_big(json_string_value(v), at))
			return 0;
		return wrong(f, "a text of digits", err);
	case JSONL_FLAG:
		if (!json_is_boolean(v))
			return wrong(f, "true or false", err);
		*(bool *)at = json_is_true(v);
		return 0;
	case JSONL_NUMBER:
		return get_number(f, v, at, err);
	case JSONL_END:
		break;
	}
	return 0;
}

int jsonl_get(json_t *object, const struct jsonl_field *fields, void *to, struct stored *owner,
	struct err *err)
{
	int ret = 0;

	for (const struct jsonl_field *f = fields; !ret && f->type != JSONL_END; f++) {
		json_t *v = json_object_get(object, f->name);

		ret = v ? get(f, v, (char *)to + f->at, owner, err)
			: wrong(f, "it in the line", err);
	}
	return ret;
}

static json_t *of_fact(const struct fact *fact)
{
	switch (fact->type) {
	case FACT_INTEGER:
		return json_integer(fact->integer);
	case FACT_NUMBER:
		return jsonl_number(fact->number);
	case FACT_TEXT:
		return jsonl_string(fact->text);
	case FACT_FLAG:
		return json_boolean(fact->integer);
	case FACT_UNKNOWN:
		break;
	}
	return json_null();
}

json_t *jsonl_of_facts(const struct facts *facts)
{
	json_t *object = json_object();

	for (size_t i = 0; i < facts->n; i++)
		json_object_set_new(object, facts->fact[i].name, of_fact(&facts->fact[i]));
	return object;
}

static void add_fact(struct facts *facts, const char *name, json_t *v)
{
	switch (json_typeof(v)) {
	case JSON_INTEGER:
		facts_integer(facts, name, json_integer_value(v));
		break;
	case JSON_REAL:
		facts_number(facts, name, json_real_value(v));
		break;
	case JSON_STRING:
		facts_text(facts, name, json_string_value(v));
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		facts_flag(facts, name, json_is_true(v));
		break;
	default:
		facts_unknown(facts, name);
		break;
	}
}

int jsonl_to_facts(json_t *object, struct facts *facts, struct stored *owner, struct err *err)
{
	const char *key;
	json_t *v;

	if (!json_is_object(object))
		return err_set(err, EINVAL, "expected an object of facts");
	json_object_foreach(object, key, v)
	{
		const char *name = stored_text(owner, key);

		if (!name)
			return err_set(err, ENOMEM, "out of memory");
		add_fact(facts, name, v);
	}
	return facts->lost ? err_set(err, ENOMEM, "out of memory") : 0;
}

bool jsonl_same(const struct jsonl_field *f, const void *a, const void *b)
{
	const void *x = (const char *)a + f->at;
	const void *y = (const char *)b + f->at;

	switch (f->type) {
	case JSONL_WORD:
		return strcmp(*(const char *const *)x, *(const char *const *)y) == 0;
	case JSONL_COUNT:
		return *(const uint64_t *)x == *(const uint64_t *)y;
	case JSONL_SIZE:
		return *(const size_t *)x == *(const size_t *)y;
	case JSONL_INT:
		return *(const int *)x == *(const int *)y;
	default:
		return true;
	}
}
