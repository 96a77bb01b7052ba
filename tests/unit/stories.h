/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_STORIES_H
#define NETIO_TESTS_UNIT_STORIES_H

/* Texts read as stored results, for the tests of the readers. */

#include "tests/unit/unit.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "results/stored.h"

struct story {
	struct stored stored;
	struct err err;
	int ret;
};

/* Which a caller releases with forget(). */
static inline struct story read_text(const char *text)
{
	struct story s = { .ret = 0 };

	s.ret = stored_parse(text, strlen(text), "FILE", &s.stored, &s.err);
	CHECK((s.ret == 0) == (s.stored.n_points > 0 && s.err.code == 0),
		"%d with %zu points and '%s' of:\n%s", s.ret, s.stored.n_points, s.err.text, text);
	return s;
}

static inline void forget(struct story *s)
{
	stored_release(&s->stored);
	assert_null(s->stored.points);
}

static inline void expect_refused(const char *text, const char *sentence)
{
	struct story s = read_text(text);

	CHECK(s.ret < 0 && strstr(s.err.text, sentence), "%d '%s', expected '%s' of:\n%s", s.ret,
		s.err.text, sentence, text);
	forget(&s);
}

/* The output of a shell's command; the caller frees it. */
static inline char *output_of(const char *command)
{
	FILE *f = popen(command, "r");
	char *text = NULL;
	size_t room = 0;

	assert_non_null(f);
	CHECK(getdelim(&text, &room, '\0', f) >= 0, "no output of: %s", command);
	CHECK(pclose(f) == 0, "failed: %s", command);
	return text;
}

#endif
