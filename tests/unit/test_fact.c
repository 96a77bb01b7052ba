/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <math.h>

#include "base/fact.h"

static const char *shown(const struct facts *facts, const char *name)
{
	static char text[64];
	const struct fact *fact = facts_find(facts, name);

	CHECK(fact, "there is no fact %s", name);
	return fact_show(fact, text, sizeof(text));
}

static void each_kind_is_kept_and_shown(void **state)
{
	struct facts facts = { 0 };

	(void)state;
	facts_integer(&facts, "l2_bytes", -1048576);
	facts_number(&facts, "load", 0.25);
	facts_text(&facts, "governor", "powersave");
	facts_flag(&facts, "boost", true);
	facts_flag(&facts, "smt", false);
	facts_unknown(&facts, "microcode");
	assert_int_equal(facts.n, 6);
	assert_false(facts.lost);
	assert_int_equal(facts_find(&facts, "l2_bytes")->type, FACT_INTEGER);
	assert_int_equal(facts_find(&facts, "boost")->type, FACT_FLAG);
	assert_string_equal(shown(&facts, "l2_bytes"), "-1048576");
	assert_string_equal(shown(&facts, "load"), "0.25");
	assert_string_equal(shown(&facts, "governor"), "powersave");
	assert_string_equal(shown(&facts, "boost"), "yes");
	assert_string_equal(shown(&facts, "smt"), "no");
	assert_string_equal(shown(&facts, "microcode"), "-");
	assert_null(facts_find(&facts, "l2"));
	facts_release(&facts);
	assert_int_equal(facts.n, 0);
	assert_null(facts.fact);
	facts_release(&facts);
}

static void what_is_no_value_is_unknown(void **state)
{
	struct facts facts = { 0 };

	(void)state;
	facts_number(&facts, "nan", NAN);
	facts_number(&facts, "infinite", INFINITY);
	facts_number(&facts, "minus", -INFINITY);
	facts_text(&facts, "none", NULL);
	for (size_t i = 0; i < facts.n; i++)
		CHECK(facts.fact[i].type == FACT_UNKNOWN, "%s is known", facts.fact[i].name);
	assert_int_equal(facts.n, 4);
	assert_false(facts.lost);
	facts_release(&facts);
}

/* The list copies its texts, and a text that does not fit is cut where it is shown, not where it is kept. */
static void texts_are_the_lists_own(void **state)
{
	struct facts facts = { 0 };
	char text[] = "performance";
	char small[5];

	(void)state;
	facts_text(&facts, "governor", text);
	memset(text, 'x', sizeof(text) - 1);
	assert_string_equal(shown(&facts, "governor"), "performance");
	assert_string_equal(fact_show(&facts.fact[0], small, sizeof(small)), "perf");
	facts_release(&facts);
}

static void a_remark_is_that_of_the_last(void **state)
{
	struct facts facts = { 0 };

	(void)state;
	facts_remark(&facts, "of nothing");
	assert_int_equal(facts.n, 0);
	facts_integer(&facts, "a", 1);
	facts_integer(&facts, "b", 2);
	facts_remark(&facts, "first");
	facts_remark(&facts, "limit of %d CPUs", 2);
	assert_null(facts_find(&facts, "a")->remark);
	assert_string_equal(facts_find(&facts, "b")->remark, "limit of 2 CPUs");
	facts_release(&facts);
}

static void equal_is_kind_and_value(void **state)
{
	static const struct {
		struct fact a, b;
		bool equal;
	} rows[] = {
		{ { .type = FACT_INTEGER, .integer = 1 }, { .type = FACT_INTEGER, .integer = 1 },
			true },
		{ { .type = FACT_INTEGER, .integer = 1 }, { .type = FACT_INTEGER, .integer = 2 },
			false },
		{ { .type = FACT_INTEGER, .integer = 1 }, { .type = FACT_FLAG, .integer = 1 },
			false },
		{ { .type = FACT_FLAG, .integer = 0 }, { .type = FACT_FLAG, .integer = 1 }, false },
		{ { .type = FACT_NUMBER, .number = 0.1 + 0.2 },
			{ .type = FACT_NUMBER, .number = 0.3 }, true },
		{ { .type = FACT_NUMBER, .number = -3 }, { .type = FACT_NUMBER, .number = -3.1 },
			false },
		{ { .type = FACT_NUMBER, .number = 0 }, { .type = FACT_NUMBER, .number = 0 },
			true },
		{ { .type = FACT_TEXT, .text = "a" }, { .type = FACT_TEXT, .text = "a" }, true },
		{ { .type = FACT_TEXT, .text = "a" }, { .type = FACT_TEXT, .text = "A" }, false },
		{ { .type = FACT_UNKNOWN }, { .type = FACT_UNKNOWN }, true },
		{ { .type = FACT_UNKNOWN }, { .type = FACT_TEXT, .text = "" }, false },
		{ { .type = FACT_FLAG, .remark = "why" }, { .type = FACT_FLAG }, true },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		CHECK(fact_equal(&rows[i].a, &rows[i].b) == rows[i].equal, "row %zu", i);
		CHECK(fact_equal(&rows[i].b, &rows[i].a) == rows[i].equal, "row %zu, turned", i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_is_kept_and_shown),
		cmocka_unit_test(what_is_no_value_is_unknown),
		cmocka_unit_test(texts_are_the_lists_own),
		cmocka_unit_test(a_remark_is_that_of_the_last),
		cmocka_unit_test(equal_is_kind_and_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
