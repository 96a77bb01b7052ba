/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "base/nearest.h"

static const char *name(size_t index)
{
	static const char *const names[] = { "unix", "unix-seqpacket", "unix-dgram", "tcp", "tcp6",
		"pipe", "null", "send-offset", "recv-offset",
		"a-name-of-exactly-sixty-four-letters-which-is-the-most-there-may" };

	return index < N_OF(names) ? names[index] : NULL;
}

static const char *no_name(size_t index)
{
	(void)index;
	return NULL;
}

static void finds_what_was_meant(void **state)
{
	static const struct {
		const char *text;
		const char *expected;
	} rows[] = {
		{ "unix", "unix" },
		{ "unx", "unix" },
		{ "uunix", "unix" },
		{ "unis", "unix" },
		{ "unxi", "unix" },
		{ "tpc", "tcp" },
		{ "tcp4", "tcp" },
		{ "tcp66", "tcp6" },
		{ "nul", "null" },
		{ "Pipe", "pipe" },
		{ "sendoffset", "send-offset" },
		{ "revc-offset", "recv-offset" },
		{ "rceoffset", "recv-offset" }, /* three of eleven letters */
		{ "unix-seq", NULL },           /* six of fourteen: too far */
		{ "unix-sepacke", "unix-seqpacket" },
		{ "xxpe", NULL }, /* two of four */
		{ "udp", NULL },
		{ "", NULL },
		{ "completely-different", NULL },
		{ "a-name-of-exactly-sixty-four-letters-which-is-the-most-there-myy",
			"a-name-of-exactly-sixty-four-letters-which-is-the-most-there-may" },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		const char *found = nearest_name(rows[i].text, name);

		CHECK(found == rows[i].expected ||
				(found && rows[i].expected && strcmp(found, rows[i].expected) == 0),
			"'%s' gave %s", rows[i].text, found ? found : "nothing");
	}
}

/* The sanitizer sees a table that is too small for them. */
static void long_texts_are_safe(void **state)
{
	char text[300];

	(void)state;
	for (size_t n = 0; n < sizeof(text); n++) {
		memset(text, 'x', n);
		text[n] = '\0';
		CHECK(!nearest_name(text, name), "%zu letters", n);
	}
}

static void no_names(void **state)
{
	(void)state;
	assert_null(nearest_name("unix", no_name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_what_was_meant),
		cmocka_unit_test(long_texts_are_safe),
		cmocka_unit_test(no_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
