/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "base/fact.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fact *add(struct facts *facts, const char *name, enum fact_type type)
{
	struct fact *more = realloc(facts->fact, (facts->n + 1) * sizeof(*more));

	if (!more) {
		facts->lost = true;
		return NULL;
	}
	facts->fact = more;
	more[facts->n] = (struct fact) { .name = name, .type = type };
	return &more[facts->n++];
}

void facts_unknown(struct facts *facts, const char *name)
{
	add(facts, name, FACT_UNKNOWN);
}

void facts_integer(struct facts *facts, const char *name, int64_t value)
{
	struct fact *fact = add(facts, name, FACT_INTEGER);

	if (fact)
		fact->integer = value;
}

void facts_number(struct facts *facts, const char *name, double value)
{
	struct fact *fact = add(facts, name, isfinite(value) ? FACT_NUMBER : FACT_UNKNOWN);

	if (fact && isfinite(value))
		fact->number = value;
}

void facts_text(struct facts *facts, const char *name, const char *value)
{
	struct fact *fact = add(facts, name, value ? FACT_TEXT : FACT_UNKNOWN);

	if (!fact || !value)
		return;
	fact->text = strdup(value);
	if (!fact->text) {
		fact->type = FACT_UNKNOWN;
		facts->lost = true;
	}
}

void facts_flag(struct facts *facts, const char *name, bool value)
{
	struct fact *fact = add(facts, name, FACT_FLAG);

	if (fact)
		fact->integer = value;
}

void facts_remark(struct facts *facts, const char *format, ...)
{
	va_list ap;
	char *text;

	if (facts->n == 0)
		return;
	va_start(ap, format);
	if (vasprintf(&text, format, ap) < 0)
		text = NULL;
	va_end(ap);
	free(facts->fact[facts->n - 1].remark);
	facts->fact[facts->n - 1].remark = text;
	facts->lost |= !text;
}

const struct fact *facts_find(const struct facts *facts, const char *name)
{
	for (size_t i = 0; i < facts->n; i++) {
		if (strcmp(facts->fact[i].name, name) == 0)
			return &facts->fact[i];
	}
	return NULL;
}

const char *fact_show(const struct fact *fact, char *text, size_t size)
{
	switch (fact->type) {
	case FACT_INTEGER:
		snprintf(text, size, "%" PRId64, fact->integer);
		break;
	case FACT_NUMBER:
		snprintf(text, size, "%.6g", fact->number);
		break;
	case FACT_TEXT:
		snprintf(text, size, "%s", fact->text);
		break;
	case FACT_FLAG:
		snprintf(text, size, "%s", fact->integer ? "yes" : "no");
		break;
	case FACT_UNKNOWN:
		snprintf(text, size, "-");
		break;
	}
	return text;
}

bool fact_equal(const struct fact *a, const struct fact *b)
{
	if (a->type != b->type)
		return false;
	switch (a->type) {
	case FACT_INTEGER:
	case FACT_FLAG:
		return a->integer == b->integer;
	/* Told apart as far as both are shown. */
	case FACT_NUMBER:
		return fabs(a->number - b->number) <= 1e-9 * fabs(a->number);
	case FACT_TEXT:
		return strcmp(a->text, b->text) == 0;
	case FACT_UNKNOWN:
		break;
	}
	return true;
}

void facts_release(struct facts *facts)
{
	for (size_t i = 0; i < facts->n; i++) {
		free(facts->fact[i].text);
		free(facts->fact[i].remark);
	}
	free(facts->fact);
	*facts = (struct facts) { 0 };
}
