/* SPDX-License-Identifier: MIT */
#include "tests/unit/golden.h"

#include <math.h>

#include "results/copy_writer.h"
#include "results/noise_line.h"
#include "results/writer.h"

/* Runs without a point: what their ends say of the noise. Other tests have runs whose noise is not known. */

static void some_noise(struct facts *noise)
{
	facts_number(noise, "wall_s", 25);
	facts_number(noise, "others_cpu_percent", 3.14);
	facts_number(noise, "steal_percent", 0);
	facts_number(noise, "psi_cpu_some_percent", 12.5);
	facts_integer(noise, "thermal_throttles", 0);
	facts_unknown(noise, "cgroup_throttles");
}

static char *line_of(const struct facts *noise)
{
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	assert_non_null(f);
	noise_line_write(f, noise);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void no_facts_no_line(void **state)
{
	const struct facts none = { 0 };
	char *text = line_of(&none);

	(void)state;
	assert_string_equal(text, "");
	free(text);
}

static void what_is_not_known_is_no_number(void **state)
{
	struct facts noise = { 0 };
	char *text;

	(void)state;
	facts_number(&noise, "others_cpu_percent", NAN);
	facts_unknown(&noise, "psi_cpu_some_percent");
	text = line_of(&noise);
	assert_non_null(strstr(text, "# noise: others used - % of a CPU, the host kept - % of"));
	assert_non_null(strstr(text, "waited for a CPU - % of the time"));
	assert_null(strstr(text, "nan"));
	free(text);
	facts_release(&noise);
}

static void throttling_is_told_when_there_was_any(void **state)
{
	static const struct {
		const char *name, *words;
	} rows[] = {
		{ "thermal_throttles", ", slowed down for heat\n" },
		{ "cgroup_throttles", ", stopped by a CPU limit\n" },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		for (int64_t n = 0; n < 2; n++) {
			struct facts noise = { 0 };
			char *text;

			facts_integer(&noise, rows[i].name, n);
			text = line_of(&noise);
			CHECK(!strstr(text, rows[i].words) == (n == 0), "%s: %s", rows[i].name,
				text);
			free(text);
			facts_release(&noise);
		}
	}
}

static char *end_of_run(const char *format, struct run_record *run)
{
	const struct writer_ops *w = writer_find(format);
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	assert_true(w && f);
	w->end(f, run);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void a_run_ends_with_its_noise(void **state)
{
	struct run_record run = { .mode = "pair", .interrupted = true };
	char *text;

	(void)state;
	some_noise(&run.noise);
	golden_expect("table-end-noise", end_of_run("table", &run));
	/* The lines of 2002 have no word for it. */
	text = end_of_run("netio2", &run);
	assert_string_equal(text, "");
	free(text);
	facts_release(&run.noise);
}

static char *end_of_copy(size_t format, const struct copy_run *run)
{
	const struct copy_writer_ops *w = copy_writer_at(format);
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	assert_true(w && f);
	w->end(f, run);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void a_run_of_copy_ends_with_its_noise(void **state)
{
	struct copy_run run = { .interrupted = true };
	char *text;

	(void)state;
	some_noise(&run.noise);
	golden_expect("copy-table-end-noise", end_of_copy(0, &run));
	text = end_of_copy(1, &run);
	assert_string_equal(text, "# interrupted: 0 of 0 points complete, 0 in part\n");
	free(text);
	facts_release(&run.noise);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_facts_no_line),
		cmocka_unit_test(what_is_not_known_is_no_number),
		cmocka_unit_test(throttling_is_told_when_there_was_any),
		cmocka_unit_test(a_run_ends_with_its_noise),
		cmocka_unit_test(a_run_of_copy_ends_with_its_noise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
