/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_JSONL_FIELDS_H
#define NETIO_RESULTS_JSONL_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/fact.h"
#include "results/stored.h"

/*
 * Which members of which struct stand in a line of JSON, under their own names: one table is what writes and what reads
 * them, so that the two cannot come apart. Only for results/jsonl*.c.
 */

struct json_t;

enum jsonl_type {
	JSONL_END,
	JSONL_TEXT,     /* const char *; NULL is null */
	JSONL_WORD,     /* const char *, never NULL */
	JSONL_CHARS,    /* char[size] */
	JSONL_COUNT,    /* uint64_t, an integer */
	JSONL_SIZE,     /* size_t, an integer */
	JSONL_BIG,      /* uint64_t that may use all 64 bits: a text of decimal digits */
	JSONL_UNSIGNED, /* unsigned, an integer */
	JSONL_INT,      /* int, an integer */
	JSONL_FLAG,     /* bool */
	JSONL_NUMBER,   /* double; NAN is null */
};

struct jsonl_field {
	const char *name;
	enum jsonl_type type;
	size_t at;
	size_t size; /* JSONL_CHARS */
};

extern const struct jsonl_field jsonl_run[];
extern const struct jsonl_field jsonl_transport[];
extern const struct jsonl_field jsonl_skb[];
extern const struct jsonl_field jsonl_point[];
extern const struct jsonl_field jsonl_flow[];
extern const struct jsonl_field jsonl_copy[];
extern const struct jsonl_field jsonl_copy_point[];

/* A string, whatever the bytes: what is no UTF-8 becomes U+FFFD. NULL is null. */
struct json_t *jsonl_string(const char *text);

/* Never NaN: null. */
struct json_t *jsonl_number(double value);

/* Adds the fields of the struct at `from` to the object. A lost one shows when the object is read: it is missing. */
void jsonl_put(struct json_t *object, const struct jsonl_field *fields, const void *from);

/*
 * Sets the fields of the struct at `to`; texts become those of *owner. 0; -EINVAL with err, which names the field and
 * what was expected; -ENOMEM. Every field must be there; others are passed over.
 */
int jsonl_get(struct json_t *object, const struct jsonl_field *fields, void *to,
	struct stored *owner, struct err *err);

/* Whether both structs have the same word, count, size or int there; other types are not looked at. */
bool jsonl_same(const struct jsonl_field *field, const void *a, const void *b);

/* Facts as an object, and back; names become texts of *owner. */
struct json_t *jsonl_of_facts(const struct facts *facts);
int jsonl_to_facts(
	struct json_t *object, struct facts *facts, struct stored *owner, struct err *err);

#endif
