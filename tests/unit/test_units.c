/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>

#include "base/units.h"

#define K 1024ULL

static void size_good(void **state)
{
	static const struct {
		const char *text;
		uint64_t value;
	} rows[] = {
		{ "0", 0 },
		{ "1", 1 },
		{ "007", 7 },
		{ "4224", 4224 },
		{ "0x10000", 65536 },
		{ "0X1f", 31 },
		{ "0xABCDEF", 0xabcdef },
		{ "0x10K", 16 * K },
		{ "8K", 8 * K },
		{ "3M", 3 * K * K },
		{ "2G", 2 * K * K * K },
		{ "8Ki", 8 * K },
		{ "3Mi", 3 * K * K },
		{ "2Gi", 2 * K * K * K },
		{ "8KB", 8000 },
		{ "3MB", 3000000 },
		{ "2GB", 2000000000 },
		{ "18446744073709551615", UINT64_MAX },
		{ "0xffffffffffffffff", UINT64_MAX },
		{ "0000000000000000000000000000001", 1 },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct err err = { 0 };
		uint64_t value = 12345;
		int ret = units_size(rows[i].text, &value, &err);

		CHECK(ret == 0 && value == rows[i].value, "%s gave %d, %llu", rows[i].text, ret,
			(unsigned long long)value);
		CHECK(err.code == 0, "%s set err", rows[i].text);
	}
}

/* The message must quote the text: a person with a list of sizes has to find the bad one. */
static void expect_refusal(const char *text, int ret, int expected, const struct err *err)
{
	char quoted[128];

	snprintf(quoted, sizeof(quoted), "'%s'", text);
	CHECK(ret == expected && err->code == -expected, "'%s' gave %d with code %d", text, ret,
		err->code);
	CHECK(strstr(err->text, quoted), "'%s' is not named by: %s", text, err->text);
}

static void size_bad(void **state)
{
	static const struct {
		const char *text;
		int ret;
	} rows[] = {
		{ "", -EINVAL },
		{ "-1", -EINVAL },
		{ "+1", -EINVAL },
		{ "10x", -EINVAL },
		{ " 1", -EINVAL },
		{ "1 ", -EINVAL },
		{ "1\n", -EINVAL },
		{ "1e3", -EINVAL },
		{ "1.5K", -EINVAL },
		{ "0x", -EINVAL },
		{ "0xg", -EINVAL },
		{ "x10", -EINVAL },
		{ "K", -EINVAL },
		{ "1k", -EINVAL },
		{ "1KK", -EINVAL },
		{ "1KiB", -EINVAL },
		{ "1 K", -EINVAL },
		{ "1B", -EINVAL },
		{ "12a", -EINVAL },
		{ "many", -EINVAL },
		{ "99999999999999999999x", -EINVAL },
		{ "99999999999999999999", -ERANGE },
		{ "18446744073709551616", -ERANGE },
		{ "0x10000000000000000", -ERANGE },
		{ "18446744073709551615K", -ERANGE },
		{ "18014398509481984K", -ERANGE },
		{ "17179869184Gi", -ERANGE },
		{ "18446744073709552KB", -ERANGE },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct err err = { 0 };
		uint64_t value = 12345;
		int ret = units_size(rows[i].text, &value, &err);

		expect_refusal(rows[i].text, ret, rows[i].ret, &err);
		CHECK(value == 12345, "'%s' touched the result", rows[i].text);
	}
}

static void duration_good(void **state)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} rows[] = {
		{ "0s", 0 },
		{ "7ns", 7 },
		{ "7us", 7000 },
		{ "10ms", 10000000 },
		{ "10s", 10000000000 },
		{ "2m", 120000000000 },
		{ "0x10ms", 16000000 },
		{ "18446744073709551615ns", UINT64_MAX },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct err err = { 0 };
		uint64_t ns = 12345;
		int ret = units_duration(rows[i].text, &ns, &err);

		CHECK(ret == 0 && ns == rows[i].ns, "%s gave %d, %llu", rows[i].text, ret,
			(unsigned long long)ns);
	}
}

static void duration_bad(void **state)
{
	static const struct {
		const char *text;
		int ret;
	} rows[] = {
		{ "", -EINVAL },
		{ "10", -EINVAL },
		{ "s", -EINVAL },
		{ "-1s", -EINVAL },
		{ "1.5s", -EINVAL },
		{ "10 s", -EINVAL },
		{ "10sec", -EINVAL },
		{ "1h", -EINVAL },
		{ "1K", -EINVAL },
		{ "99999999999999999999s", -ERANGE },
		{ "18446744074s", -ERANGE },
		{ "307445735m", -ERANGE },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct err err = { 0 };
		uint64_t ns = 12345;
		int ret = units_duration(rows[i].text, &ns, &err);

		expect_refusal(rows[i].text, ret, rows[i].ret, &err);
		CHECK(ns == 12345, "'%s' touched the result", rows[i].text);
	}
}

static void percents(void **state)
{
	static const struct {
		const char *text;
		int ret;
		uint64_t thousandths;
	} rows[] = {
		{ "0", 0, 0 },
		{ "3", 0, 3000 },
		{ "3%", 0, 3000 },
		{ "2.5", 0, 2500 },
		{ "0.001%", 0, 1 },
		{ "007.10", 0, 7100 },
		{ "999999.999", 0, 999999999 },
		{ "", -EINVAL, 7 },
		{ "%", -EINVAL, 7 },
		{ ".5", -EINVAL, 7 },
		{ "1.", -EINVAL, 7 },
		{ "1.%", -EINVAL, 7 },
		{ "-1", -EINVAL, 7 },
		{ "+1", -EINVAL, 7 },
		{ " 1", -EINVAL, 7 },
		{ "1 %", -EINVAL, 7 },
		{ "1%%", -EINVAL, 7 },
		{ "1e1", -EINVAL, 7 },
		{ "0x1", -EINVAL, 7 },
		{ "1,5", -EINVAL, 7 },
		{ "1.0005", -EINVAL, 7 },
		{ "1000000", -EINVAL, 7 },
		{ "99999999999999999999", -EINVAL, 7 },
		{ "nan", -EINVAL, 7 },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct err err = { 0 };
		uint64_t value = 7;
		int ret = units_percent(rows[i].text, &value, &err);

		CHECK(ret == rows[i].ret && value == rows[i].thousandths, "'%s' gave %d, %llu",
			rows[i].text, ret, (unsigned long long)value);
		if (ret)
			expect_refusal(rows[i].text, ret, rows[i].ret, &err);
	}
}

static void list_good(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		uint64_t values[8];
	} rows[] = {
		{ "5", 1, { 5 } },
		{ "8K,64K,1M", 3, { 8 * K, 64 * K, K * K } },
		{ "3,1,2,1", 4, { 3, 1, 2, 1 } },
		{ "0:8:4", 3, { 0, 4, 8 } },
		{ "0:9:4", 3, { 0, 4, 8 } },
		{ "0:3:4", 1, { 0 } },
		{ "7:7:1", 1, { 7 } },
		{ "0x10:0x20:8", 3, { 16, 24, 32 } },
		{ "1K:2K:1K", 2, { K, 2 * K } },
		{ "4K:32K:x2", 4, { 4 * K, 8 * K, 16 * K, 32 * K } },
		{ "4K:31K:x2", 3, { 4 * K, 8 * K, 16 * K } },
		{ "1:100:x10", 3, { 1, 10, 100 } },
		{ "3:3:x2", 1, { 3 } },
		{ "1:100:x0x10", 2, { 1, 16 } },
		{ "0:2:1,2:4:2,9", 6, { 0, 1, 2, 2, 4, 9 } },
		{ "18446744073709551614:18446744073709551615:1", 2,
			{ UINT64_MAX - 1, UINT64_MAX } },
		{ "0x4000000000000000:0xffffffffffffffff:x2", 2, { 1ULL << 62, 1ULL << 63 } },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct units_list list = { 0 };
		struct err err = { 0 };
		int ret = units_list(rows[i].text, 0, UINT64_MAX, &list, &err);

		CHECK(ret == 0 && list.n == rows[i].n, "%s gave %d, %zu values: %s", rows[i].text,
			ret, list.n, err.text);
		for (size_t j = 0; j < list.n; j++)
			CHECK(list.values[j] == rows[i].values[j], "%s, value %zu: %llu",
				rows[i].text, j, (unsigned long long)list.values[j]);
		units_list_release(&list);
		assert_null(list.values);
		assert_int_equal(list.n, 0);
	}
}

/* Every row within 1..1000; `named` is what the message has to quote. */
static void list_bad(void **state)
{
	static const struct {
		const char *text;
		int ret;
		const char *named;
	} rows[] = {
		{ "", -EINVAL, "''" },
		{ "1,,2", -EINVAL, "'1,,2'" },
		{ ",1", -EINVAL, "',1'" },
		{ "1,2,", -EINVAL, "'1,2,'" },
		{ ",", -EINVAL, "','" },
		{ "0", -ERANGE, "'0'" },
		{ "1,1001", -ERANGE, "'1001'" },
		{ "-1", -EINVAL, "'-1'" },
		{ "1,10x,2", -EINVAL, "'10x'" },
		{ " 1", -EINVAL, "' 1'" },
		{ "1 ", -EINVAL, "'1 '" },
		{ "1, 2", -EINVAL, "' 2'" },
		{ "1e3", -EINVAL, "'1e3'" },
		{ "0x", -EINVAL, "'0x'" },
		{ "99999999999999999999", -ERANGE, "'99999999999999999999'" },
		{ "18014398509481984K", -ERANGE, "'18014398509481984K'" },
		{ "1:2", -EINVAL, "'1:2'" },
		{ "1:2:3:4", -EINVAL, "'1:2:3:4'" },
		{ ":2:3", -EINVAL, "':2:3'" },
		{ "1::3", -EINVAL, "'1::3'" },
		{ "1:2:", -EINVAL, "'1:2:'" },
		{ "1:2:x", -EINVAL, "'1:2:x'" },
		{ "1:2:y2", -EINVAL, "'1:2:y2'" },
		{ "1:2:-1", -EINVAL, "'1:2:-1'" },
		{ "1:2:0", -EINVAL, "'1:2:0'" },
		{ "1:1:0", -EINVAL, "'1:1:0'" },
		{ "2:1:1", -EINVAL, "'2:1:1'" },
		{ "2:1:x2", -EINVAL, "'2:1:x2'" },
		{ "1:2:x0", -EINVAL, "'1:2:x0'" },
		{ "1:2:x1", -EINVAL, "'1:2:x1'" },
		{ "0:8:x2", -EINVAL, "'0:8:x2'" },
		{ "0:8:4", -ERANGE, "'0:8:4'" },
		{ "996:1004:4", -ERANGE, "'996:1004:4'" },
		{ "3,1:99999999999999999999:1", -ERANGE, "'1:99999999999999999999:1'" },
		{ "3,1:2:0,0", -EINVAL, "'1:2:0'" },
	};
	uint64_t old[] = { 42 };

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct units_list list = { old, 1 };
		struct err err = { 0 };
		int ret = units_list(rows[i].text, 1, 1000, &list, &err);

		CHECK(ret == rows[i].ret && err.code == -ret, "'%s' gave %d with code %d: %s",
			rows[i].text, ret, err.code, err.text);
		CHECK(strstr(err.text, rows[i].named), "'%s': %s is not named by: %s", rows[i].text,
			rows[i].named, err.text);
		CHECK(list.values == old && list.n == 1 && old[0] == 42, "'%s' touched the result",
			rows[i].text);
	}
}

static void list_too_long(void **state)
{
	static const struct {
		const char *text;
		const char *count;
	} rows[] = {
		{ "0:65536:1", "65537" },
		{ "0:65535:1,9", "65537" },
		{ "9,0:65535:1", "65537" },
		{ "0:1M:1", "1048577" },
		{ "1:0xffffffffffffffff:1", "18446744073709551615" },
		{ "0:0xffffffffffffffff:1", "1844674407370955161" }, /* 2^64 does not fit 64 bits */
		{ "0,1:0xffffffffffffffff:1", "1844674407370955161" },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct units_list list = { 0 };
		struct err err = { 0 };
		int ret = units_list(rows[i].text, 0, UINT64_MAX, &list, &err);

		CHECK(ret == -ERANGE && !list.values, "'%s' gave %d, %zu values: %s", rows[i].text,
			ret, list.n, err.text);
		CHECK(strstr(err.text, rows[i].count), "'%s': %s is not counted by: %s",
			rows[i].text, rows[i].count, err.text);
	}
}

static void list_longest(void **state)
{
	struct units_list list = { 0 };
	struct err err = { 0 };

	(void)state;
	assert_int_equal(units_list("0:65535:1", 0, 65535, &list, &err), 0);
	assert_int_equal(list.n, UNITS_LIST_MAX);
	for (size_t i = 0; i < list.n; i++)
		CHECK(list.values[i] == i, "value %zu", i);
	units_list_release(&list);
}

/* A default is parsed first, then what was asked for into the same list. The sanitizer sees a leak. */
static void list_replaces(void **state)
{
	struct units_list list = { 0 };
	struct err err = { 0 };

	(void)state;
	assert_int_equal(units_list("1,2,3", 0, 9, &list, &err), 0);
	assert_int_equal(units_list("4", 0, 9, &list, &err), 0);
	assert_int_equal(list.n, 1);
	assert_int_equal(list.values[0], 4);
	units_list_release(&list);
	units_list_release(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(size_good),
		cmocka_unit_test(size_bad),
		cmocka_unit_test(duration_good),
		cmocka_unit_test(duration_bad),
		cmocka_unit_test(percents),
		cmocka_unit_test(list_good),
		cmocka_unit_test(list_bad),
		cmocka_unit_test(list_too_long),
		cmocka_unit_test(list_longest),
		cmocka_unit_test(list_replaces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
