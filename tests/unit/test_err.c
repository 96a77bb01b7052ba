/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>
#include <stdlib.h>

#include "base/err.h"

static void set_formats(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(err_set(&err, ERANGE, "--%s: %d is out of range", "size", 7), -ERANGE);
	assert_int_equal(err.code, ERANGE);
	assert_string_equal(err.text, "--size: 7 is out of range");
}

static void first_cause_wins(void **state)
{
	struct err err = { 0 };

	(void)state;
	err_set(&err, EPIPE, "the cause");
	/* Its own code all the same: the caller returns it. */
	assert_int_equal(err_set(&err, EINVAL, "a consequence"), -EINVAL);
	assert_int_equal(err.code, EPIPE);
	assert_string_equal(err.text, "the cause");
}

static void nobody_asked(void **state)
{
	(void)state;
	assert_int_equal(err_set(NULL, EIO, "for nobody"), -EIO);
}

static void prefix(void **state)
{
	struct err err = { 0 };

	(void)state;
	err_set(&err, EINVAL, "'x' is not a number");
	err_prefix(&err, "range '%s'", "x:1:1");
	err_prefix(&err, "--%s", "size");
	assert_string_equal(err.text, "--size: range 'x:1:1': 'x' is not a number");
	assert_int_equal(err.code, EINVAL);
}

/* On the heap, where the sanitizer sees a write past the end. */
static struct err *new_err(void)
{
	struct err *err = calloc(1, sizeof(*err));

	assert_non_null(err);
	return err;
}

static void long_text_is_cut(void **state)
{
	struct err *err = new_err();
	char text[2 * ERR_TEXT_BYTES];

	(void)state;
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	err_set(err, EINVAL, "%s", text);
	assert_int_equal(strlen(err->text), ERR_TEXT_BYTES - 1);
	free(err);
}

/* Around every length at which prefix and text together reach the end. */
static void long_prefix_is_cut(void **state)
{
	char text[ERR_TEXT_BYTES];
	char context[200];

	(void)state;
	for (size_t n = ERR_TEXT_BYTES - 140; n < ERR_TEXT_BYTES; n++) {
		for (size_t m = 0; m < sizeof(context); m++) {
			struct err *err = new_err();
			size_t kept = (m < 125 ? m : 125) + 2;
			size_t all = n + kept < ERR_TEXT_BYTES ? n + kept : ERR_TEXT_BYTES - 1;

			memset(text, 't', n);
			text[n] = '\0';
			memset(context, 'c', m);
			context[m] = '\0';
			err_set(err, EINVAL, "%s", text);
			err_prefix(err, "%s", context);
			CHECK(strlen(err->text) == all, "text %zu, context %zu: %zu", n, m,
				strlen(err->text));
			CHECK(memcmp(err->text + kept - 2, ": t", 3) == 0, "context %zu", m);
			CHECK(strspn(err->text, "c") == kept - 2, "context %zu", m);
			free(err);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(set_formats),
		cmocka_unit_test(first_cause_wins),
		cmocka_unit_test(nobody_asked),
		cmocka_unit_test(prefix),
		cmocka_unit_test(long_text_is_cut),
		cmocka_unit_test(long_prefix_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
