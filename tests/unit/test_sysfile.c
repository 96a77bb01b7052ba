/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/tree.h"

#include "machine/cpulist.h"
#include "machine/sysfile.h"

static struct tree tree;

static int make(void **state)
{
	(void)state;
	tree_make(&tree);
	return 0;
}

static int drop(void **state)
{
	(void)state;
	tree_remove(&tree);
	return 0;
}

static void lines_are_trimmed_and_printable(void **state)
{
	static const struct {
		const char *content, *expected;
	} rows[] = {
		{ "tsc\n", "tsc" },
		{ "4096\t16384\t4194304\n", "4096 16384 4194304" },
		{ "  a b  \nsecond\n", "a b" },
		{ "no newline", "no newline" },
		{ "\n", "" },
		{ "", "" },
		{ "Gr\xc3\xb6\x01te\n", "Gr???te" },
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		tree_put(&tree, "/proc/f", rows[i].content);
		CHECK(sysfile_line(tree.root, text, sizeof(text), "/proc/%c", 'f'), "row %zu", i);
		CHECK(strcmp(text, rows[i].expected) == 0, "row %zu: '%s'", i, text);
	}
}

static void reading_is_bounded(void **state)
{
	char small[4] = "xxx";
	char raw[8];

	(void)state;
	tree_put(&tree, "/sys/long", "0123456789\n");
	assert_true(sysfile_line(tree.root, small, sizeof(small), "/sys/long"));
	assert_string_equal(small, "012");
	assert_true(sysfile_read(tree.root, "/sys/long", raw, sizeof(raw)));
	assert_string_equal(raw, "0123456");
}

/* A folder, a pipe that nobody writes to, and a path too long. */
static void what_cannot_be_read_is_none(void **state)
{
	char text[16] = "before";
	char path[SYSFILE_PATH_BYTES + 8];
	int64_t value = 7;

	(void)state;
	memset(path, 'x', sizeof(path) - 1);
	path[0] = '/';
	path[sizeof(path) - 1] = '\0';
	tree_put(&tree, "/sys/folder/file", "");
	assert_false(sysfile_line(tree.root, text, sizeof(text), "/sys/none"));
	assert_string_equal(text, "");
	assert_false(sysfile_line(tree.root, text, sizeof(text), "/sys/folder"));
	assert_false(sysfile_line(tree.root, text, sizeof(text), "%s", path));
	assert_false(sysfile_read(tree.root, path, text, sizeof(text)));
	assert_false(sysfile_integer(tree.root, &value, "/sys/none"));
	assert_int_equal(value, 7);
	assert_true(sysfile_exists(tree.root, "/sys/folder"));
	assert_false(sysfile_exists(tree.root, "/sys/none"));
	snprintf(path, sizeof(path), "%s/sys/pipe", tree.root);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_true(sysfile_line(tree.root, text, sizeof(text), "/sys/pipe"));
	assert_string_equal(text, "");
}

static void integers_are_whole(void **state)
{
	static const struct {
		const char *content;
		bool good;
		int64_t value;
	} rows[] = {
		{ "0\n", true, 0 },
		{ "-1\n", true, -1 },
		{ "100000 100000\n", true, 100000 },
		{ "9223372036854775807", true, INT64_MAX },
		{ "9223372036854775808", false, 0 },
		{ "max 100000\n", false, 0 },
		{ "12a\n", false, 0 },
		{ "\n", false, 0 },
	};
	int64_t value;

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		value = 0;
		tree_put(&tree, "/proc/n", rows[i].content);
		CHECK(sysfile_integer(tree.root, &value, "/proc/n") == rows[i].good, "row %zu", i);
		CHECK(value == rows[i].value, "row %zu: %lld", i, (long long)value);
	}
}

static void values_have_their_key_alone(void **state)
{
	static const char text[] = "model\t\t: 42\nmodel name\t: Some CPU\nMemTotal:  8000 kB\n"
				   "nr_throttled 3\nempty :\nmodel\t: 43\n";
	char value[32];
	int64_t n = 0;

	(void)state;
	assert_true(sysfile_value(text, "model", ':', value, sizeof(value)));
	assert_string_equal(value, "42");
	assert_true(sysfile_value(text, "model name", ':', value, sizeof(value)));
	assert_string_equal(value, "Some CPU");
	assert_true(sysfile_value(text, "empty", ':', value, sizeof(value)));
	assert_string_equal(value, "");
	assert_false(sysfile_value(text, "name", ':', value, sizeof(value)));
	assert_false(sysfile_value(text, "nr_throttled", ':', value, sizeof(value)));
	assert_true(sysfile_number(text, "MemTotal", ':', &n));
	assert_int_equal(n, 8000);
	assert_true(sysfile_number(text, "nr_throttled", ' ', &n));
	assert_int_equal(n, 3);
	assert_false(sysfile_number(text, "model name", ':', &n));
	assert_false(sysfile_number(text, "nr", ' ', &n));
}

static void cpu_lists(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		const char *again;
	} rows[] = {
		{ "0", 1, "0" },
		{ "0-3,8", 5, "0-3,8" },
		{ "0,1,2,5", 4, "0-2,5" },
		{ "5,1", 2, "1,5" },
		{ "2,2,3", 3, "2-3" },
		{ "", 0, "" },
		{ "3-1", 0, "" },
		{ "0-", 0, "" },
		{ "0,", 0, "" },
		{ "a", 0, "" },
		{ "0 1", 0, "" },
		{ "-1", 0, "" },
		{ "4294967296", 0, "" },
		{ "0-4000000", 8, "0-7" },
	};
	int cpus[8];
	char text[32];

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		size_t n = cpulist_parse(rows[i].text, cpus, N_OF(cpus));

		CHECK(n == rows[i].n, "'%s': %zu", rows[i].text, n);
		cpulist_write(cpus, n, text, sizeof(text));
		CHECK(strcmp(text, rows[i].again) == 0, "'%s' became '%s'", rows[i].text, text);
	}
}

static void a_cpu_list_is_cut_at_a_comma(void **state)
{
	int cpus[] = { 10, 12, 14 };
	char text[8];

	(void)state;
	cpulist_write(cpus, N_OF(cpus), text, sizeof(text));
	assert_string_equal(text, "10,12");
	assert_true(cpulist_has(cpus, N_OF(cpus), 14));
	assert_false(cpulist_has(cpus, N_OF(cpus), 11));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(lines_are_trimmed_and_printable, make, drop),
		cmocka_unit_test_setup_teardown(reading_is_bounded, make, drop),
		cmocka_unit_test_setup_teardown(what_cannot_be_read_is_none, make, drop),
		cmocka_unit_test_setup_teardown(integers_are_whole, make, drop),
		cmocka_unit_test(values_have_their_key_alone),
		cmocka_unit_test(cpu_lists),
		cmocka_unit_test(a_cpu_list_is_cut_at_a_comma),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
