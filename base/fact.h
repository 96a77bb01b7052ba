/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BASE_FACT_H
#define NETIO_BASE_FACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Named values that may be unknown: what the environment and the noise of a run are made of, from where
 * they are read (machine/) to where they are written, read back and compared (results/). Names are static
 * or as long-lived as the list, unit last, and become the keys of the result file.
 */

enum fact_type { FACT_UNKNOWN, FACT_INTEGER, FACT_NUMBER, FACT_TEXT, FACT_FLAG };

struct fact {
	const char *name;
	enum fact_type type;
	int64_t integer; /* FACT_INTEGER; FACT_FLAG: 0 or 1 */
	double number;   /* FACT_NUMBER, finite */
	char *text;      /* FACT_TEXT; the heap's */
	char *remark; /* why it disturbs a measurement here, and what a person could do; NULL: it does not */
};

/* Zeroed to begin with; released with facts_release, which leaves it empty. */
struct facts {
	struct fact *fact;
	size_t n;
	bool lost; /* memory ran out: the list is not whole */
};

/* Each adds one; a number that is not finite and a NULL text become unknown. */
void facts_unknown(struct facts *facts, const char *name);
void facts_integer(struct facts *facts, const char *name, int64_t value);
void facts_number(struct facts *facts, const char *name, double value);
void facts_text(struct facts *facts, const char *name, const char *value);
void facts_flag(struct facts *facts, const char *name, bool value);

/* The remark of the fact added last. */
void facts_remark(struct facts *facts, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The fact of that name, NULL when there is none. */
const struct fact *facts_find(const struct facts *facts, const char *name);

/* The value as words, "-" when unknown, "yes" or "no"; in `text`, which is returned. */
const char *fact_show(const struct fact *fact, char *text, size_t size);

/* Whether both are the same kind and value; the remark does not count. */
bool fact_equal(const struct fact *a, const struct fact *b);

void facts_release(struct facts *facts);

#endif
