/* SPDX-License-Identifier: MIT */
#include "tests/unit/pointrecords.h"

#include <regex.h>

static struct run_record classic(struct point_record *points, size_t n)
{
	struct run_record run = run_of(points, n);

	run.classic_pass_bytes = 0x800000;
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < points[i].n_samples; j++) {
			points[i].samples[j].bytes = 5 * 0x800000;
			points[i].samples[j].elapsed_ns = 61000000 + 1000000 * (i + j);
		}
	}
	return run;
}

static void netio2_of_two_sizes(void **state)
{
	struct point_record points[] = {
		point_of(8192, 0, 6, 0),
		point_of(8192, 8, 6, 0),
		point_of(8192, 8, 6, 0),
		point_of(8192, 4224, 1, 0),
		point_of(65536, 0, 6, 0),
		without_samples(POINT_FAILED, "went wrong"),
		point_of(65536, 8, 6, 0),
	};
	struct run_record run = classic(points, N_OF(points));

	(void)state;
	expect_golden("netio2", "netio2", &run);
}

/*
 * Points that were not told, and lines that the shape has no word for, stand between those of one size
 * and of the next: a head is printed when the size of the line before was another.
 */
static void netio2_of_an_interrupted_run(void **state)
{
	struct point_record points[] = {
		point_of(8192, 0, 0, 0),
		point_of(8192, 8, 3, 0),
		point_of(65536, 0, 6, 0),
		point_of(65536, 8, 6, 0),
		point_of(8192, 16, 6, 0),
		point_of(3000, 8, 6, 0),
		point_of(8192, 24, 6, 0),
		point_of(8192, 32, 2, 0),
	};
	struct run_record run = classic(points, N_OF(points));

	(void)state;
	points[0].status = POINT_SKIPPED;
	points[1].status = POINT_INTERRUPTED;
	points[2].status = POINT_FAILED;
	points[3].status = POINT_CORRUPT;
	points[7].status = POINT_INTERRUPTED;
	for (size_t j = 0; j < 6; j++)
		points[5].samples[j].bytes = 5 * (uint64_t)(0x800000 / 3000 * 3000);
	run.interrupted = true;
	expect_golden("netio2", "netio2-interrupted", &run);
}

static void netio2_of_an_unknown_cpu(void **state)
{
	struct point_record points[] = {
		without_samples(POINT_SKIPPED, "no room"),
		point_of(8192, 1, 6, 0),
	};
	struct run_record run = classic(points, N_OF(points));

	(void)state;
	run.cpu_mhz = 0;
	run.classic_pass_bytes = 0;
	expect_golden("netio2", "netio2-no-cpu", &run);
}

/* The shapes that reference/README.md gives, as the log of 2002 has them. */
static const char *const shapes[] = {
	"^cpu: [0-9]+ MHz$",
	"^$",
	"^################ to\\(0x[0-9a-f]+\\) from\\(0x[0-9a-f]+\\) ##############$",
	"^######################### buffer size \\(0x[0-9a-f]+:[0-9]+\\) ######################$",
	("^send/recv\\(off:[0-9]+, size:0x[0-9a-f]+\\) send/recv: copied [0-9]+\\.[0-9] Mbytes in "
	 "[0-9]+\\.[0-9]{3} seconds at [0-9]+\\.[0-9] Mbytes/sec$"),
};

static size_t shape_of(const char *line)
{
	for (size_t i = 0; i < N_OF(shapes); i++) {
		regex_t regex;
		int ret;

		assert_int_equal(regcomp(&regex, shapes[i], REG_EXTENDED | REG_NOSUB), 0);
		ret = regexec(&regex, line, 0, NULL, 0);
		regfree(&regex);
		if (!ret)
			return i;
	}
	fail_msg("not a line of 2002: %s", line);
	return 0;
}

/* Counts the lines of each shape in a text that is cut up on the way. */
static void count_shapes(char *text, size_t *counts)
{
	char *line;

	assert_int_equal(text[strlen(text) - 1], '\n');
	text[strlen(text) - 1] = '\0';
	while ((line = strsep(&text, "\n")) != NULL)
		counts[shape_of(line)]++;
}

static void shapes_are_those_of_2002(void **state)
{
	const size_t expected[] = { 1, 1, 1, 3, 339 };
	size_t counts[N_OF(shapes)] = { 0 };
	char *text = content("reference/athlon-mp1800-shift5.log");

	(void)state;
	count_shapes(text, counts);
	assert_memory_equal(counts, expected, sizeof(counts));
	free(text);
}

static void netio2_has_those_shapes(void **state)
{
	static const uint64_t sizes[] = { 1, 8192, 65536, 1ULL << 30 };
	static const uint64_t offsets[] = { 0, 8, 4224, 1ULL << 30 };
	const size_t expected[] = { 1, 1, 1, N_OF(sizes), N_OF(sizes) * N_OF(offsets) };
	struct point_record points[N_OF(sizes) * N_OF(offsets)];
	size_t counts[N_OF(shapes)] = { 0 };
	struct run_record run;
	char *text;

	(void)state;
	for (size_t i = 0; i < N_OF(points); i++) {
		points[i] = point_of(sizes[i / N_OF(offsets)], offsets[i % N_OF(offsets)], 6, 0);
		points[i].cpu_send = (int)i;
	}
	run = classic(points, N_OF(points));
	/* Rates far from those of 2002 keep the shape. */
	for (size_t i = 0; i < 6; i++) {
		points[0].samples[i].elapsed_ns = 1;
		points[1].samples[i].elapsed_ns = 3600ULL * 1000000000;
	}
	text = written("netio2", &run);
	count_shapes(text, counts);
	assert_memory_equal(counts, expected, sizeof(counts));
	free(text);
	release(&run);
}

static void list_is_in_order(void **state)
{
	const struct writer_ops *w;
	size_t n;

	(void)state;
	assert_string_equal(writer_name(0), "table");
	for (n = 0; (w = writer_at(n)) != NULL; n++) {
		assert_ptr_equal(writer_find(w->name), w);
		assert_string_equal(writer_name(n), w->name);
		assert_true(w->desc && w->begin && w->point && w->end);
	}
	assert_null(writer_at(n));
	assert_null(writer_name(n));
	assert_null(writer_find("no-such-format"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_is_in_order),
		cmocka_unit_test(netio2_of_two_sizes),
		cmocka_unit_test(netio2_of_an_interrupted_run),
		cmocka_unit_test(netio2_of_an_unknown_cpu),
		cmocka_unit_test(shapes_are_those_of_2002),
		cmocka_unit_test(netio2_has_those_shapes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
