/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "results/compare.h"

#define N_INVOCATIONS 5
#define N_COMPARISONS 12

static const struct compare_options usual = { 3, 0.99, false };

/* About normal: the sum of twelve uniforms, less 6. */
static double normal(struct random *random)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += (double)(random_next(random) >> 11) / 9007199254740992.0;
	return sum;
}

/* A file of n_sizes x n_offsets points, whose rates scatter by `noise`, and run by run by `drift`, around `level`. */
static struct stored *make_stored(
	size_t n_sizes, size_t n_offsets, double level, double noise, double drift, uint64_t seed)
{
	struct stored *s = calloc(1, sizeof(*s));
	struct random random = { seed };
	double passes[N_INVOCATIONS];

	assert_non_null(s);
	s->path = strdup("file");
	s->points = calloc(n_sizes * n_offsets, sizeof(*s->points));
	for (size_t k = 0; k < N_INVOCATIONS; k++)
		passes[k] = drift * normal(&random);
	for (size_t i = 0; i < n_sizes * n_offsets; i++) {
		struct stored_point *p = &s->points[s->n_points++];

		p->key = (struct stored_key) { "unix", "none", "pair", "same", "",
			4096 << (i / n_offsets), i % n_offsets, i % n_offsets, 0, 0 };
		p->status = POINT_DONE;
		p->mb_per_cpu_s = NAN;
		p->wall.invocation = calloc(N_INVOCATIONS, sizeof(double));
		for (; p->wall.n < N_INVOCATIONS; p->wall.n++)
			p->wall.invocation[p->wall.n] =
				level * exp(passes[p->wall.n] + noise * normal(&random));
		p->mb_per_s = p->wall.invocation[N_INVOCATIONS / 2];
	}
	return s;
}

static void free_stored(struct stored *s)
{
	for (size_t i = 0; i < s->n_points; i++) {
		free(s->points[i].wall.invocation);
		free(s->points[i].cpu.invocation);
	}
	free(s->points);
	free(s->path);
	free(s);
}

static struct judgement compared(const struct stored *base, const struct stored *new)
{
	struct judgement j = { 0 };
	struct err err = { 0 };

	CHECK(compare_stored(base, new, &usual, &j, &err) == 0, "%s", err.text);
	return j;
}

static struct stored *log_of(const char *path)
{
	struct stored *s = calloc(1, sizeof(*s));
	struct err err = { 0 };

	assert_non_null(s);
	CHECK(stored_read(path, s, &err) == 0, "%s", err.text);
	return s;
}

/* The figures of reference/README.md, to three digits; all 339 lines count, also those that stand twice. */
static void logs_of_2002(void **state)
{
	static const double ratios[] = { 1.246, 1.081, 1.730, 1.033 };
	struct stored *shift6 = log_of("reference/athlon-mp1800-shift6.log");
	struct stored *shift5 = log_of("reference/athlon-mp1800-shift5.log");
	struct judgement j = compared(shift6, shift5);

	(void)state;
	assert_int_equal(j.n_rows, 4);
	for (size_t i = 0; i < 4; i++) {
		CHECK(fabs(j.rows[i].wall.ratio - ratios[i]) < 0.0006, "row %zu: %.4f", i,
			j.rows[i].wall.ratio);
		assert_int_equal(j.rows[i].verdict, VERDICT_IMPROVEMENT);
	}
	assert_int_equal(j.verdict, VERDICT_IMPROVEMENT);
	judgement_release(&j);
	j = compared(shift5, shift6);
	assert_int_equal(j.verdict, VERDICT_REGRESSION);
	judgement_release(&j);
	stored_release(shift5);
	stored_release(shift6);
	free(shift5);
	free(shift6);
}

static void logs_of_the_k7(void **state)
{
	struct stored *shift6 = log_of("reference/athlon-k7-shift6.log");
	struct stored *shift5 = log_of("reference/athlon-k7-shift5.log");
	struct judgement j = compared(shift6, shift5);

	(void)state;
	CHECK(fabs(j.rows[0].wall.ratio - 1.324) < 0.0005, "%.4f", j.rows[0].wall.ratio);
	judgement_release(&j);
	stored_release(shift5);
	stored_release(shift6);
	free(shift5);
	free(shift6);
}

/* How many of N_COMPARISONS comparisons, of files that differ by `ratio`, called the whole a regression. */
static int n_regressions(double ratio, double noise, double drift)
{
	int n = 0;

	for (uint64_t i = 0; i < N_COMPARISONS; i++) {
		struct stored *a = make_stored(2, 4, 1000, noise, drift, 2 * i);
		struct stored *b = make_stored(2, 4, 1000 * ratio, noise, drift, 2 * i + 1);
		struct judgement j = compared(a, b);

		n += j.verdict == VERDICT_REGRESSION;
		judgement_release(&j);
		free_stored(a);
		free_stored(b);
	}
	return n;
}

static void quiet_files(void **state)
{
	(void)state;
	assert_int_equal(n_regressions(1, 0.005, 0.005), 0);
	assert_int_equal(n_regressions(0.9, 0.005, 0.005), N_COMPARISONS);
	/* Less than the threshold is no change, however sure. */
	assert_int_equal(n_regressions(0.98, 0.001, 0.001), 0);
}

/* Where runs scatter by 10 %, neither is the same code a regression nor are 10 % found: they cannot be. */
static void restless_files(void **state)
{
	int n_false = n_regressions(1, 0.02, 0.1);
	int n_found = n_regressions(0.9, 0.02, 0.1);

	(void)state;
	CHECK(n_false <= 1, "%d false", n_false);
	CHECK(n_found <= N_COMPARISONS / 2, "%d found", n_found);
}

static const struct judged *row_of(const struct judgement *j, const char *label)
{
	for (size_t i = 0; i < j->n_rows; i++) {
		if (strcmp(j->rows[i].label, label) == 0)
			return &j->rows[i];
	}
	fail_msg("no row '%s'", label);
	return NULL;
}

/* What a side can resolve is told, and grows with its own spread. */
static void resolution_is_told(void **state)
{
	struct stored *a = make_stored(1, 4, 1000, 0.02, 0, 1);
	struct stored *b = make_stored(1, 4, 1000, 0.02, 0, 2);
	struct judgement j = compared(a, b);
	double point = row_of(&j, "unix none 4096 at 0,0")->wall.resolvable_percent;

	(void)state;
	CHECK(point > 4 && point < 12, "3 x 2 %% of a point: %.2f %%", point);
	CHECK(j.rows[0].wall.resolvable_percent < point, "all points: %.2f %%, one %.2f %%",
		j.rows[0].wall.resolvable_percent, point);
	judgement_release(&j);
	free_stored(a);
	free_stored(b);
}

/* One size slower by a third: the row, its points, and the whole because of them. */
static void one_row_is_slower(void **state)
{
	struct stored *a = make_stored(3, 4, 1000, 0.003, 0.001, 1);
	struct stored *b = make_stored(3, 4, 1000, 0.003, 0.001, 2);
	struct judgement j;

	(void)state;
	for (size_t i = 4; i < 8; i++) {
		for (size_t k = 0; k < N_INVOCATIONS; k++)
			b->points[i].wall.invocation[k] /= 1.5;
	}
	j = compared(a, b);
	assert_int_equal(row_of(&j, "unix none 8192")->verdict, VERDICT_REGRESSION);
	assert_int_equal(row_of(&j, "unix none 4096")->verdict, VERDICT_SAME);
	assert_int_equal(j.verdict, VERDICT_REGRESSION);
	judgement_release(&j);
	free_stored(a);
	free_stored(b);
}

/* A cost that wall time hides: only the CPU time shows it. */
static void either_metric_counts(void **state)
{
	struct stored *a = make_stored(1, 4, 1000, 0.002, 0, 1);
	struct stored *b = make_stored(1, 4, 1000, 0.002, 0, 2);
	struct judgement j;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct stored_point *p[2] = { &a->points[i], &b->points[i] };

		for (int side = 0; side < 2; side++) {
			p[side]->mb_per_cpu_s = side ? 450 : 500;
			p[side]->cpu.invocation = calloc(N_INVOCATIONS, sizeof(double));
			for (; p[side]->cpu.n < N_INVOCATIONS; p[side]->cpu.n++)
				p[side]->cpu.invocation[p[side]->cpu.n] =
					p[side]->wall.invocation[p[side]->cpu.n] *
					(side ? 0.45 : 0.5);
		}
	}
	j = compared(a, b);
	assert_int_equal(j.verdict, VERDICT_REGRESSION);
	assert_string_equal(j.rows[0].reason, "in MB per CPU-second");
	assert_true(fabs(j.rows[0].wall.ratio - 1) < 0.01);
	judgement_release(&j);
	free_stored(a);
	free_stored(b);
}

static void points_of_one_file_only(void **state)
{
	struct stored *a = make_stored(1, 4, 1000, 0.002, 0, 1);
	struct stored *b = make_stored(1, 5, 1000, 0.002, 0, 2);
	struct judgement j;

	(void)state;
	b->points[0].key.send_offset_bytes = 77; /* no longer a's first, and new */
	j = compared(a, b);
	assert_int_equal(j.counts[VERDICT_NEW], 2);
	assert_int_equal(j.counts[VERDICT_MISSING], 1);
	assert_int_equal(j.counts[VERDICT_SAME], 3);
	assert_int_equal(j.verdict, VERDICT_SAME);
	judgement_release(&j);
	free_stored(a);
	free_stored(b);
}

static void points_that_failed(void **state)
{
	struct stored *a = make_stored(1, 3, 1000, 0.002, 0, 1);
	struct stored *b = make_stored(1, 3, 1000, 0.002, 0, 2);
	struct judgement j;

	(void)state;
	b->points[1].status = POINT_CORRUPT;
	b->points[1].wall.n = 0;
	a->points[2].status = b->points[2].status = POINT_SKIPPED;
	a->points[2].wall.n = b->points[2].wall.n = 0;
	j = compared(a, b);
	assert_int_equal(j.verdict, VERDICT_FAILED);
	assert_int_equal(j.counts[VERDICT_FAILED], 1);
	assert_int_equal(j.counts[VERDICT_SAME], 1);
	assert_int_equal(j.counts[VERDICT_MISSING] + j.counts[VERDICT_NEW], 0);
	judgement_release(&j);
	free_stored(a);
	free_stored(b);
}

static void what_is_not_comparable(void **state)
{
	struct compare_options force = { 3, 0.99, true };
	struct stored *a = make_stored(1, 4, 1000, 0.002, 0, 1);
	struct stored *b = make_stored(1, 4, 1000, 0.002, 0, 2);
	struct judgement j = { 0 };
	struct err err = { 0 };

	(void)state;
	for (size_t i = 0; i < 4; i++)
		b->points[i].key.mode = "lockstep";
	assert_int_equal(compare_stored(a, b, &usual, &j, &err), -EXDEV);
	assert_non_null(strstr(err.text, "mode 'pair' against 'lockstep'"));
	judgement_release(&j);
	assert_int_equal(compare_stored(a, b, &force, &j, &err), 0);
	assert_int_equal(j.counts[VERDICT_SAME], 4);
	judgement_release(&j);
	err = (struct err) { 0 };
	for (size_t i = 0; i < 4; i++) {
		b->points[i].key.mode = "pair";
		b->points[i].key.size_bytes = 1;
	}
	assert_int_equal(compare_stored(a, b, &usual, &j, &err), -EXDEV);
	assert_non_null(strstr(err.text, "no point in common"));
	judgement_release(&j);
	assert_int_equal(compare_stored(a, b, &force, &j, &err), -EXDEV);
	judgement_release(&j);
	free_stored(a);
	free_stored(b);
}

/* The same points twice in a file: the first is compared with the first, the second with the second. */
static void repeated_points(void **state)
{
	struct stored *a = make_stored(1, 2, 1000, 0.001, 0, 1);
	struct stored *b = make_stored(1, 2, 1000, 0.001, 0, 2);
	struct judgement j;

	(void)state;
	a->points[1].key = a->points[0].key;
	b->points[1].key = b->points[0].key;
	a->points[1].key.occurrence = b->points[1].key.occurrence = 1;
	for (size_t k = 0; k < N_INVOCATIONS; k++) {
		a->points[1].wall.invocation[k] *= 2;
		b->points[1].wall.invocation[k] *= 2;
	}
	j = compared(a, b);
	assert_int_equal(j.counts[VERDICT_SAME], 2);
	row_of(&j, "unix none 4096 at 0,0 (2)");
	judgement_release(&j);
	free_stored(a);
	free_stored(b);
}

static void environments_that_differ(void **state)
{
	struct stored *a = make_stored(1, 2, 1000, 0.001, 0, 1);
	struct stored *b = make_stored(1, 2, 1000, 0.001, 0, 2);
	struct judgement j;

	(void)state;
	facts_text(&a->environment, "governor", "powersave");
	facts_text(&b->environment, "governor", "performance");
	facts_integer(&a->environment, "cpus", 2);
	facts_integer(&b->environment, "cpus", 2);
	facts_unknown(&b->environment, "only here");
	j = compared(a, b);
	assert_int_equal(j.n_differences, 1);
	assert_string_equal(j.differences[0].name, "governor");
	assert_string_equal(j.differences[0].base, "powersave");
	assert_string_equal(j.differences[0].new, "performance");
	judgement_release(&j);
	facts_release(&a->environment);
	facts_release(&b->environment);
	free_stored(a);
	free_stored(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(logs_of_2002),
		cmocka_unit_test(logs_of_the_k7),
		cmocka_unit_test(quiet_files),
		cmocka_unit_test(restless_files),
		cmocka_unit_test(resolution_is_told),
		cmocka_unit_test(one_row_is_slower),
		cmocka_unit_test(either_metric_counts),
		cmocka_unit_test(points_of_one_file_only),
		cmocka_unit_test(points_that_failed),
		cmocka_unit_test(what_is_not_comparable),
		cmocka_unit_test(repeated_points),
		cmocka_unit_test(environments_that_differ),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
