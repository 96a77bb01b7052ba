/* SPDX-License-Identifier: MIT */
#include "tests/unit/copyrecords.h"
#include "tests/unit/golden.h"

static const struct copy_writer_ops *find(const char *name)
{
	const struct copy_writer_ops *w;

	for (size_t i = 0; (w = copy_writer_at(i)) != NULL; i++) {
		if (strcmp(w->name, name) == 0)
			return w;
	}
	fail_msg("no format %s", name);
	return NULL;
}

static char *written(const char *format, const struct copy_run *run)
{
	const struct copy_writer_ops *w = find(format);
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	assert_non_null(f);
	w->begin(f, run);
	for (size_t i = 0; i < run->n_points; i++)
		w->point(f, run, &run->points[i]);
	w->end(f, run);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void expect_golden(const char *format, const char *name, struct copy_run *run)
{
	golden_expect(name, written(format, run));
	release(run);
}

/* Points of every kind; also what makes a line of netio2 and what does not. */
static size_t all_kinds(struct copy_point *points)
{
	size_t n = 0;

	points[n] = point_of(4096, 8, 0);
	points[n].copy = "empty";
	points[n++].is_harness = true;
	points[n++] = point_of(4096, 8, 1000);
	points[n] = point_of(4096, 8, 1000);
	count_cycles(&points[n++], 2);
	points[n] = point_of(4096, 8, 50000);
	points[n].src_offset_bytes = 1;
	points[n++].dst_offset_bytes = 8;
	points[n] = point_of(1048576, 8, 500000000);
	points[n++].state = "I/M";
	points[n] = point_of(4096, 8, 1000);
	points[n++].distance_bytes = 63; /* aliases */
	points[n] = point_of(4096, 8, 1000);
	points[n++].distance_bytes = 64; /* does not */
	points[n] = point_of(4096, 8, 1000);
	points[n].src_offset_bytes = 2048; /* nor does this: d = 0 */
	points[n++].distance_bytes = 2048;
	points[n++] = point_of(64, 1, 0);
	points[n++] = without_samples(POINT_SKIPPED, "avx512 needs at least 64 bytes");
	points[n++] = without_samples(POINT_FAILED, "killed by signal 11 (Segmentation fault)");
	return n;
}

static void table_of_all_kinds(void **state)
{
	struct copy_point points[16];
	struct copy_run run = run_of(points, all_kinds(points));

	(void)state;
	expect_golden("table", "copy-table", &run);
}

static void table_of_two_modes(void **state)
{
	struct copy_point points[] = { point_of(8192, 8, 1000) };
	struct copy_run run = run_of(points, N_OF(points));

	(void)state;
	for (size_t i = 5; i < 8; i++)
		points[0].samples[i].elapsed_ns *= 2;
	expect_golden("table", "copy-table-two-modes", &run);
}

static void table_on_one_cpu(void **state)
{
	struct copy_point points[] = { point_of(8192, 8, 1000),
		without_samples(POINT_SKIPPED,
			"it needs a second CPU, and this process may use one only") };
	struct copy_run run = run_of(points, N_OF(points));

	(void)state;
	points[1].state = "I/M";
	run.cpu[0] = '\0';
	run.cpu_b = -1;
	run.round_trip_ns = 0;
	run.order = "linear";
	run.pages = "2M";
	expect_golden("table", "copy-table-one-cpu", &run);
}

static void interrupted_run(struct copy_point *points, struct copy_run *run)
{
	points[0] = point_of(4096, 8, 1000);
	points[1] = point_of(4096, 7, 1000);
	points[1].status = POINT_INTERRUPTED;
	points[2] = point_of(4096, 3, 1000);
	points[2].status = POINT_INTERRUPTED;
	points[2].distance_bytes = 1;
	points[3] = point_of(4096, 6, 1000);
	points[3].status = POINT_FAILED;
	strcpy(points[3].reason, "did not return within 10.0 s");
	*run = run_of(points, 4);
	run->interrupted = true;
}

static void table_of_an_interrupted_run(void **state)
{
	struct copy_point points[4];
	struct copy_run run;

	(void)state;
	interrupted_run(points, &run);
	expect_golden("table", "copy-table-interrupted", &run);
}

static void netio2_of_all_kinds(void **state)
{
	struct copy_point points[16];
	struct copy_run run = run_of(points, all_kinds(points));

	(void)state;
	expect_golden("netio2", "copy-netio2", &run);
}

static void netio2_of_an_interrupted_run(void **state)
{
	struct copy_point points[4];
	struct copy_run run;

	(void)state;
	interrupted_run(points, &run);
	expect_golden("netio2", "copy-netio2-interrupted", &run);
}

/* Shape C of reference/README.md with any word for what moved the bytes. */
static const char shape[] = "^0x[0-9a-f]+\\+[0-9]+ -> 0x[0-9a-f]+\\+[0-9]+ [a-z0-9_/]+: "
			    "[0-9]+\\.[0-9]{6} seconds at [0-9]+\\.[0-9] Mbytes/sec$";

static void expect_shape(const regex_t *regex, const char *line)
{
	CHECK(regexec(regex, line, 0, NULL, 0) == 0, "not of shape C: %s", line);
}

static void netio2_has_shape_c(void **state)
{
	static const uint64_t elapsed[] = { 1, 1000, 123456789, 3600ULL * 1000000000 };
	struct copy_point points[N_OF(elapsed)];
	struct copy_run run = run_of(points, N_OF(points));
	size_t n_lines = 0;
	regex_t regex;
	char *text, *rest, *line;

	(void)state;
	assert_int_equal(regcomp(&regex, shape, REG_EXTENDED | REG_NOSUB), 0);
	expect_shape(&regex,
		"0x846e000+1 -> 0x804e000+1 send/recv: 0.043644 seconds at 91.7 Mbytes/sec");
	for (size_t i = 0; i < N_OF(points); i++) {
		points[i] = point_of(1ULL << (10 * i), 6, 0);
		points[i].dst_offset_bytes = i;
		for (size_t j = 0; j < 6; j++)
			points[i].samples[j].elapsed_ns = elapsed[i];
	}
	rest = text = written("netio2", &run);
	assert_int_equal(text[strlen(text) - 1], '\n');
	text[strlen(text) - 1] = '\0';
	while ((line = strsep(&rest, "\n")) != NULL) {
		expect_shape(&regex, line);
		n_lines++;
	}
	assert_int_equal(n_lines, N_OF(points));
	regfree(&regex);
	free(text);
	release(&run);
}

static void list_is_in_order(void **state)
{
	const struct copy_writer_ops *w;
	size_t n;

	(void)state;
	assert_string_equal(copy_writer_name(0), "table");
	assert_string_equal(copy_writer_name(1), "netio2");
	for (n = 0; (w = copy_writer_at(n)) != NULL; n++) {
		assert_string_equal(copy_writer_name(n), w->name);
		assert_true(w->begin && w->point && w->end);
	}
	assert_null(copy_writer_name(n));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_is_in_order),
		cmocka_unit_test(table_of_all_kinds),
		cmocka_unit_test(table_of_two_modes),
		cmocka_unit_test(table_on_one_cpu),
		cmocka_unit_test(table_of_an_interrupted_run),
		cmocka_unit_test(netio2_of_all_kinds),
		cmocka_unit_test(netio2_of_an_interrupted_run),
		cmocka_unit_test(netio2_has_shape_c),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
