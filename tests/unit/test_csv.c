/* SPDX-License-Identifier: MIT */
#include "tests/unit/stories.h"

#include "results/copy_writer.h"
#include "results/csv.h"
#include "results/writer.h"

static char *number_text(double value)
{
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	assert_non_null(f);
	csv_put_number(f, value);
	fclose(f);
	return text;
}

/* What is written is read back as the same double, so that it rounds as the table's own value does. */
static void expect_same_digits(double value)
{
	char *text = number_text(value);
	double back = strtod(text, NULL);
	char shown[2][400];

	CHECK(back == value, "%.17g was written as %s", value, text);
	CHECK(strlen(text) <= 24 && strspn(text, "0123456789.e+-") == strlen(text), "%s", text);
	for (int decimals = 1; decimals <= 3; decimals++) {
		snprintf(shown[0], sizeof(shown[0]), "%.*f", decimals, value);
		snprintf(shown[1], sizeof(shown[1]), "%.*f", decimals, back);
		assert_string_equal(shown[0], shown[1]);
	}
	free(text);
}

static void numbers_keep_every_digit(void **state)
{
	static const double known[] = { 0.1, 0.15, 0.25, 0.35, 1.0005, 2.675, 9.9995, 9.99949999999,
		10.05, 1999.25, 1999.95, 1e7, 99999999.95, 1e15, 1.7976931348623157e308,
		2.2250738585072014e-308, 5e-324, 1.0 / 3 };
	uint64_t seed = 1;

	(void)state;
	for (size_t i = 0; i < N_OF(known); i++)
		expect_same_digits(known[i]);
	/* Bytes over ns, as rates are made; and their neighbours on each side of a tie of the table's rounding. */
	for (int i = 0; i < 100000; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		expect_same_digits((double)(seed >> 34) * 1e3 / (double)((seed & 0xffffff) + 1));
		expect_same_digits(nextafter((double)(seed >> 44) / 20, (double)(seed & 1) * 1e9));
		expect_same_digits((double)(seed >> 44) / 2000);
	}
}

static void numbers_are_as_short_as_they_can_be(void **state)
{
	static const struct {
		double value;
		const char *text;
	} rows[] = { { 1000, "1000" }, { 0.1, "0.1" }, { 1985.4, "1985.4" }, { NAN, "" },
		{ INFINITY, "" }, { -INFINITY, "" }, { 1.0 / 3, "0.3333333333333333" },
		{ 0.1 + 0.2, "0.30000000000000004" } };

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		char *text = number_text(rows[i].value);

		assert_string_equal(text, rows[i].text);
		free(text);
	}
}

/* 2 invocations of 3 samples at 1000 MB/s and somewhat less. */
static struct sample samples[] = {
	{ .elapsed_ns = 65536,
		.bytes = 65536,
		.send = { .cpu_ns = 30000 },
		.recv = { .cpu_ns = 50000 } },
	{ .elapsed_ns = 65537,
		.bytes = 65536,
		.send = { .cpu_ns = 30001 },
		.recv = { .cpu_ns = 50000 } },
	{ .elapsed_ns = 65539,
		.bytes = 65536,
		.send = { .cpu_ns = 30002 },
		.recv = { .cpu_ns = 50000 } },
	{ .elapsed_ns = 65543,
		.bytes = 65536,
		.send = { .cpu_ns = 30003 },
		.recv = { .cpu_ns = 50000 } },
	{ .elapsed_ns = 65550,
		.bytes = 65536,
		.send = { .cpu_ns = 30004 },
		.recv = { .cpu_ns = 50000 } },
	{ .elapsed_ns = 65561,
		.bytes = 65536,
		.send = { .cpu_ns = 30005 },
		.recv = { .cpu_ns = 50000 } },
};
static struct invocation_record invocations[] = { { .n_samples = 3 },
	{ .first_sample = 3, .n_samples = 3 } };

static struct point_record point_of(const char *copy, enum point_status status)
{
	return (struct point_record) { .transport = "unix",
		.copy = copy,
		.placement = "same",
		.cpu_send = 1,
		.cpu_recv = 2,
		.size_bytes = 8192,
		.send_offset_bytes = 3,
		.recv_offset_bytes = 5,
		.n_messages = 8,
		.status = status,
		.samples = samples,
		.n_samples = N_OF(samples),
		.invocations = invocations,
		.n_invocations = N_OF(invocations) };
}

static struct run_record run_of(struct point_record *points, size_t n)
{
	return (struct run_record) { .version = "1.2.3",
		.mode = "pair",
		.ends = "threads",
		.order = "random",
		.points = points,
		.n_points = n };
}

static char *written(const struct run_record *run)
{
	const struct writer_ops *w = writer_find("csv");
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	assert_true(w && f);
	w->begin(f, run);
	for (size_t i = 0; i < run->n_points; i++)
		w->point(f, run, &run->points[i], i ? &run->points[i - 1] : NULL);
	w->end(f, run);
	fclose(f);
	return text;
}

/* The field of that column in the row, 0 the first below the header; the caller frees it. Of texts without quotes. */
static char *cell(const char *text, size_t row, const char *column)
{
	size_t index = 0;
	const char *p = text;

	while (csv_column_name(index) && strcmp(csv_column_name(index), column) != 0)
		index++;
	assert_non_null(csv_column_name(index));
	for (size_t i = 0; i <= row; i++)
		p = strchr(p, '\n') + 1;
	for (size_t i = 0; i < index; i++)
		p = strchr(p, ',') + 1;
	return strndup(p, strcspn(p, ",\n"));
}

static void expect_cell(const char *text, size_t row, const char *column, const char *expected)
{
	char *got = cell(text, row, column);

	CHECK(strcmp(got, expected) == 0, "row %zu, %s: '%s', expected '%s' in\n%s", row, column,
		got, expected, text);
	free(got);
}

static void expect_rate(const char *text, size_t row, const char *column, double expected)
{
	char *got = cell(text, row, column);

	CHECK(isnan(expected) ? *got == '\0' : *got && strtod(got, NULL) == expected,
		"row %zu, %s: '%s', expected %.17g in\n%s", row, column, got, expected, text);
	free(got);
}

static void the_first_columns_are_those_that_scripts_know(void **state)
{
	static const char first[] =
		"transport,copy,mode,size_bytes,send_offset_bytes,recv_offset_bytes,cpu_send,"
		"cpu_recv,mb_per_s,ci_low_mb_per_s,ci_high_mb_per_s,min_mb_per_s,max_mb_per_s,"
		"mb_per_cpu_s,samples,verdict,";
	struct run_record run = run_of(NULL, 0);
	char *text = written(&run);

	(void)state;
	assert_int_equal(strncmp(text, first, strlen(first)), 0);
	free(text);
}

static void a_point_has_its_figures(void **state)
{
	struct point_record p = point_of("none", POINT_DONE);
	struct run_record run = run_of(&p, 1);
	struct point_estimates e = { .spread = { .mad = NAN } };
	char *text = written(&run);

	(void)state;
	assert_int_equal(point_estimates(&p, &e), 0);
	expect_cell(text, 0, "transport", "unix");
	expect_cell(text, 0, "copy", "none");
	expect_cell(text, 0, "mode", "pair");
	expect_cell(text, 0, "size_bytes", "8192");
	expect_cell(text, 0, "send_offset_bytes", "3");
	expect_cell(text, 0, "recv_offset_bytes", "5");
	expect_cell(text, 0, "cpu_send", "1");
	expect_cell(text, 0, "cpu_recv", "2");
	expect_rate(text, 0, "mb_per_s", e.mb_per_s.median);
	expect_rate(text, 0, "ci_low_mb_per_s", e.mb_per_s.ci_low);
	expect_rate(text, 0, "ci_high_mb_per_s", e.mb_per_s.ci_high);
	expect_rate(text, 0, "min_mb_per_s", 65536e3 / 65561);
	expect_rate(text, 0, "max_mb_per_s", 1000);
	expect_rate(text, 0, "mb_per_cpu_s", e.mb_per_cpu_s.median);
	expect_cell(text, 0, "samples", "6");
	expect_cell(text, 0, "verdict", "ok");
	expect_cell(text, 0, "placement", "same");
	expect_cell(text, 0, "status", "done");
	expect_cell(text, 0, "reason", "");
	expect_cell(text, 0, "n_messages", "8");
	expect_rate(text, 0, "message_ns", e.message_ns.median);
	expect_cell(text, 0, "send_ns", "");
	expect_cell(text, 0, "state", "");
	expect_cell(text, 0, "distance_bytes", "");
	free(text);
}

/* Written and read again: the medians of the invocations, to the last bit. */
static void a_file_is_read_back_as_it_was(void **state)
{
	struct point_record points[] = { point_of("a,\"b\"\nc", POINT_DONE),
		point_of("none", POINT_SKIPPED), point_of("none", POINT_FAILED),
		point_of("none", POINT_CORRUPT), point_of("null", POINT_DONE),
		point_of("none", POINT_DONE), point_of("none", POINT_DONE) };
	struct run_record run = run_of(points, N_OF(points));
	struct story s;
	char *text;

	(void)state;
	points[1].n_samples = 0;
	strcpy(points[1].reason, "no two cores, \"here\"");
	points[4].moves_nothing = true;
	points[5].cpu_send = points[5].cpu_recv = -1;
	text = written(&run);
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf"));
	s = read_text(text);
	CHECK(s.ret == 0, "%s of\n%s", s.err.text, text);
	assert_int_equal(s.stored.n_points, N_OF(points));
	assert_int_equal(s.stored.n_ignored, 0);
	assert_false(s.stored.interrupted);
	for (size_t i = 0; i < N_OF(points); i++) {
		const struct stored_point *p = &s.stored.points[i];
		bool rated = i == 0 || i >= 5;

		assert_string_equal(p->key.copy, points[i].copy);
		assert_int_equal(p->status, points[i].status);
		assert_int_equal(p->cpu_send, points[i].cpu_send);
		assert_int_equal(p->wall.n, rated ? 2 : 0);
		assert_int_equal(p->cpu.n, rated ? 2 : 0);
		assert_true(rated == (isfinite(p->mb_per_s) != 0));
		if (!rated)
			continue;
		assert_true(p->wall.invocation[0] == 65536e3 / 65537);
		assert_true(p->wall.invocation[1] == 65536e3 / 65550);
		assert_true(p->cpu.invocation[1] == 65536e3 / 80004);
	}
	assert_int_equal(s.stored.points[2].key.occurrence, 1);
	assert_int_equal(s.stored.points[6].key.occurrence, 4);
	assert_string_equal(s.stored.csv, text);
	forget(&s);
	free(text);
}

static void lockstep_has_halves_and_verified_no_cpu_rate(void **state)
{
	struct point_record p = point_of("none", POINT_DONE);
	struct run_record run = run_of(&p, 1);
	char *text;

	(void)state;
	run.mode = "lockstep";
	run.verified = true;
	text = written(&run);
	expect_cell(text, 0, "send_ns", "0");
	expect_cell(text, 0, "mb_per_cpu_s", "");
	expect_cell(text, 0, "invocation_mb_per_cpu_s", "");
	free(text);
}

static struct copy_sample copy_samples[] = { { .elapsed_ns = 4096000, .n_calls = 1000 },
	{ .elapsed_ns = 4096500, .n_calls = 1000 } };

static void rows_of_netio_copy(void **state)
{
	struct invocation_record one = { .n_samples = 2 };
	struct copy_point points[2] = { { .copy = "memcpy",
		.state = "I/M",
		.size_bytes = 4096,
		.src_offset_bytes = 1,
		.dst_offset_bytes = 8,
		.distance_bytes = 2048,
		.n_calls = 1000,
		.status = POINT_DONE,
		.samples = copy_samples,
		.n_samples = 2,
		.invocations = &one,
		.n_invocations = 1 } };
	struct copy_run run = { .cpu_a = 3, .cpu_b = 2, .points = points, .n_points = 2 };
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct story s;

	(void)state;
	points[1] = points[0];
	points[1].is_harness = true;
	csv_copy_begin(f, &run);
	csv_copy_point(f, &run, &points[0]);
	csv_copy_point(f, &run, &points[1]);
	csv_copy_end(f, &run);
	fclose(f);
	expect_cell(text, 0, "transport", "memory");
	expect_cell(text, 0, "mode", "copy");
	expect_cell(text, 0, "send_offset_bytes", "1");
	expect_cell(text, 0, "recv_offset_bytes", "8");
	expect_cell(text, 0, "cpu_send", "3");
	expect_cell(text, 0, "cpu_recv", "3");
	expect_cell(text, 0, "mb_per_cpu_s", "");
	expect_cell(text, 0, "state", "I/M");
	expect_cell(text, 0, "distance_bytes", "2048");
	expect_cell(text, 1, "mb_per_s", "");
	expect_cell(text, 1, "reason", "copies nothing");
	expect_cell(text, 1, "message_ns", "4096.25");
	s = read_text(text);
	assert_int_equal(s.ret, 0);
	assert_int_equal(s.stored.points[0].wall.n, 1);
	assert_int_equal(s.stored.points[1].wall.n, 0);
	assert_string_equal(s.stored.points[0].key.state, "I/M");
	forget(&s);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_keep_every_digit),
		cmocka_unit_test(numbers_are_as_short_as_they_can_be),
		cmocka_unit_test(the_first_columns_are_those_that_scripts_know),
		cmocka_unit_test(a_point_has_its_figures),
		cmocka_unit_test(a_file_is_read_back_as_it_was),
		cmocka_unit_test(lockstep_has_halves_and_verified_no_cpu_rate),
		cmocka_unit_test(rows_of_netio_copy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
