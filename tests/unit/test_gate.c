/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "results/gate.h"
#include "results/gate_tally.h"

#define POINTS_MAX 8

/* What pairs are made of: logarithms of B / A. */
struct effect {
	double wall;
	double cpu;
	double block; /* standard deviation of what the pairs of a block share */
	double pair;  /* and of what each has for itself */
};

struct trial {
	struct point_record a[POINTS_MAX], b[POINTS_MAX];
	struct duet_point points[POINTS_MAX];
	struct duet_record record;
};

/* About normal: the sum of twelve uniforms, less 6. */
static double normal(struct random *random)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += (double)(random_next(random) >> 11) / 9007199254740992.0;
	return sum;
}

static struct sample sample_of(double wall_ns, double cpu_ns)
{
	return (struct sample) { .bytes = 1000000,
		.elapsed_ns = (uint64_t)wall_ns,
		.send.cpu_ns = (uint64_t)(cpu_ns / 2),
		.recv.cpu_ns = (uint64_t)(cpu_ns / 2) };
}

static void fill(struct duet_point *p, size_t n_blocks, size_t n_pairs, const struct effect *e,
	struct random *random)
{
	p->pairs = calloc(n_blocks * n_pairs, sizeof(*p->pairs));
	p->blocks = calloc(n_blocks, sizeof(*p->blocks));
	for (; p->n_blocks < n_blocks; p->n_blocks++) {
		double shared = e->block * normal(random);

		p->blocks[p->n_blocks] =
			(struct duet_block) { p->n_blocks + 1, 0, p->n_pairs, n_pairs };
		for (size_t i = 0; i < n_pairs; i++) {
			double d = shared + e->pair * normal(random);

			p->pairs[p->n_pairs++] = (struct duet_pair) { sample_of(1e9, 2e9),
				sample_of(1e9 / exp(e->wall + d), 2e9 / exp(e->cpu + d)) };
		}
	}
}

static struct trial *new_trial(
	size_t n_points, size_t n_blocks, const struct effect *effects, uint64_t seed)
{
	struct trial *t = calloc(1, sizeof(*t));
	struct random random = { seed };

	assert_non_null(t);
	for (size_t i = 0; i < n_points; i++) {
		t->a[i] = t->b[i] = (struct point_record) { .transport = "unix",
			.copy = "none",
			.placement = "same",
			.size_bytes = i < 4 ? 4096 : 65536,
			.send_offset_bytes = i % 4,
			.recv_offset_bytes = i % 4,
			.cpu_send = 1,
			.cpu_recv = 1 };
		t->points[i] =
			(struct duet_point) { .a = &t->a[i], .b = &t->b[i], .status = POINT_DONE };
		fill(&t->points[i], n_blocks, 10, &effects[i], &random);
	}
	t->record = (struct duet_record) { .name_a = "a",
		.name_b = "b",
		.share_cpu = true,
		.points = t->points,
		.n_points = n_points };
	return t;
}

static void free_trial(struct trial *t)
{
	for (size_t i = 0; i < t->record.n_points; i++) {
		free(t->points[i].pairs);
		free(t->points[i].blocks);
	}
	free(t);
}

static struct judgement judged(const struct trial *t)
{
	struct gate_rules rules = gate_default_rules(&t->record);
	struct judgement j = { 0 };

	assert_int_equal(gate_judge(&t->record, &rules, &j), 0);
	return j;
}

static void one_point(void **state)
{
	static const struct {
		const char *what;
		struct effect e;
		size_t n_blocks;
		enum verdict verdict;
		const char *reason;
	} rows[] = {
		{ "nothing", { 0, 0, 0.002, 0.01 }, 12, VERDICT_SAME, "" },
		{ "10 % slower", { -0.1, -0.1, 0.002, 0.01 }, 12, VERDICT_REGRESSION, "" },
		{ "10 % faster", { 0.1, 0.1, 0.002, 0.01 }, 12, VERDICT_IMPROVEMENT, "" },
		{ "hidden from wall time", { 0, -0.1, 0.002, 0.01 }, 12, VERDICT_REGRESSION,
			"in MB per CPU-second" },
		{ "at the cost of CPU time", { 0.1, -0.1, 0.002, 0.01 }, 12, VERDICT_REGRESSION,
			"in MB per CPU-second" },
		{ "1 %: below the threshold", { -0.01, -0.01, 0.001, 0.002 }, 12, VERDICT_SAME,
			"" },
		{ "too noisy to say", { 0, 0, 0.1, 0.1 }, 12, VERDICT_INCONCLUSIVE, "" },
		{ "too few blocks", { -0.1, -0.1, 0.002, 0.01 }, 7, VERDICT_INCONCLUSIVE,
			"too few blocks for an interval" },
		{ "just enough blocks", { -0.1, -0.1, 0.002, 0.01 }, 8, VERDICT_REGRESSION, "" },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct trial *t = new_trial(1, rows[i].n_blocks, &rows[i].e, 3);
		struct judgement j = judged(t);

		CHECK(j.verdict == rows[i].verdict, "%s: %s", rows[i].what,
			verdict_name(j.verdict));
		CHECK(strcmp(j.rows[0].reason, rows[i].reason) == 0, "%s: '%s'", rows[i].what,
			j.rows[0].reason);
		judgement_release(&j);
		free_trial(t);
	}
}

/* The figures themselves: the median over blocks of the medians of their pairs, exactly. */
static void figures(void **state)
{
	const struct effect e = { log(0.95), log(0.9), 0, 0 };
	struct trial *t = new_trial(1, 8, &e, 1);
	struct judgement j = judged(t);
	const struct judged *row = &j.rows[0];

	(void)state;
	assert_true(fabs(row->wall.ratio - 0.95) < 1e-8);
	assert_true(fabs(row->cpu.ratio - 0.9) < 1e-8);
	assert_true(fabs(row->wall.base - 1000000 * 1e3 / 1e9) < 1e-9);
	assert_true(fabs(row->wall.new - 0.95) < 1e-7);
	assert_true(fabs(row->wall.p - 2.0 / 256) < 1e-12); /* 8 of 8 on one side */
	assert_true(row->wall.resolvable_percent < 1e-6);
	assert_int_equal(row->n, 8);
	judgement_release(&j);
	free_trial(t);
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

/* A third slower at one size: the sweep, that row and its points say so, the other row does not. */
static void rows_are_judged(void **state)
{
	struct effect e[8];
	struct trial *t;
	struct judgement j;

	(void)state;
	for (size_t i = 0; i < 8; i++)
		e[i] = (struct effect) { i < 4 ? 0 : -0.3, i < 4 ? 0 : -0.3, 0.002, 0.01 };
	t = new_trial(8, 12, e, 5);
	j = judged(t);
	assert_int_equal(j.n_rows, 1 + 2 + 8);
	assert_int_equal(j.rows[0].verdict, VERDICT_REGRESSION);
	assert_true(fabs(j.rows[0].wall.ratio - exp(-0.15)) < 0.01);
	assert_int_equal(row_of(&j, "unix none 4096")->verdict, VERDICT_SAME);
	assert_int_equal(row_of(&j, "unix none 65536")->verdict, VERDICT_REGRESSION);
	assert_int_equal(row_of(&j, "unix none 65536 at 1,1 on 1,1")->verdict, VERDICT_REGRESSION);
	assert_int_equal(j.counts[VERDICT_SAME], 4);
	assert_int_equal(j.counts[VERDICT_REGRESSION], 4);
	judgement_release(&j);
	free_trial(t);
}

static void points_that_failed_or_were_skipped(void **state)
{
	struct effect e[3] = { { 0, 0, 0.001, 0.01 }, { 0, 0, 0.001, 0.01 },
		{ 0, 0, 0.001, 0.01 } };
	struct trial *t = new_trial(3, 12, e, 5);
	struct judgement j;

	(void)state;
	t->points[1].status = POINT_FAILED;
	snprintf(t->points[1].reason, sizeof(t->points[1].reason), "it broke");
	t->points[2].status = POINT_SKIPPED;
	j = judged(t);
	assert_int_equal(j.verdict, VERDICT_FAILED);
	assert_int_equal(j.counts[VERDICT_FAILED], 1);
	assert_int_equal(j.counts[VERDICT_SAME], 1);
	assert_string_equal(row_of(&j, "unix none 4096 at 1,1 on 1,1")->reason, "it broke");
	assert_int_equal(j.n_rows, 3); /* the skipped one is left out */
	judgement_release(&j);
	free_trial(t);
}

/*
 * What a block shares is as large as what a pair has for itself: an interval over 120 pairs, taken as if each stood for
 * itself, would be three times too narrow. Of 300 gates of the same code none may be called a regression, and of
 * 100 that are 5 % slower most must.
 */
static void blocks_and_not_pairs_are_counted(void **state)
{
	int n_false = 0, n_found = 0, n_unsure = 0;

	(void)state;
	for (uint64_t i = 0; i < 300; i++) {
		const struct effect same = { 0, 0, 0.015, 0.015 };
		const struct effect slower = { log(0.92), log(0.92), 0.015, 0.015 };
		struct trial *t = new_trial(1, 16, i % 3 ? &same : &slower, i);
		struct judgement j = judged(t);

		n_false += i % 3 && j.verdict == VERDICT_REGRESSION;
		n_unsure += i % 3 && j.verdict == VERDICT_INCONCLUSIVE;
		n_found += i % 3 == 0 && j.verdict == VERDICT_REGRESSION;
		judgement_release(&j);
		free_trial(t);
	}
	assert_int_equal(n_false, 0);
	CHECK(n_found >= 90, "%d of 100 found", n_found);
	CHECK(n_unsure <= 20, "%d of 200 not decided", n_unsure);
}

static void thresholds_depend_on_the_placement(void **state)
{
	struct duet_record r = { .share_cpu = true };
	struct gate_rules rules = gate_default_rules(&r);

	(void)state;
	assert_true(rules.threshold_percent == 3 && rules.wall_threshold_percent == 3);
	r.share_cpu = false;
	rules = gate_default_rules(&r);
	assert_true(rules.threshold_percent == 3 && rules.wall_threshold_percent == 5);
	assert_true(rules.level == 0.99);
}

static void precision(void **state)
{
	const struct effect e = { -0.2, -0.2, 0.01, 0.01 };
	struct trial *t = new_trial(1, 30, &e, 3);

	(void)state;
	assert_true(gate_is_precise(&t->record, 0.99, 5));
	assert_false(gate_is_precise(&t->record, 0.99, 0.1));
	assert_false(gate_is_precise(&t->record, 0.99, 0));
	t->points[0].n_blocks = 7; /* no interval */
	assert_false(gate_is_precise(&t->record, 0.99, 1000));
	free_trial(t);
}

static void medians_alone(void **state)
{
	const struct effect rows[] = { { 0, 0, 0, 0 }, { -0.06, 0, 0, 0 }, { 0.06, 0, 0, 0 },
		{ -0.04, -0.5, 0, 0 } };
	static const int found[] = { 0, -1, 1, 0 };

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct trial *t = new_trial(1, 8, &rows[i], 3);

		CHECK(gate_by_medians(&t->record, 5) == found[i], "case %zu", i);
		free_trial(t);
	}
}

/* Against scipy.stats.binomtest(k, n).proportion_ci(method="exact"), scipy 1.10.1. */
static void proportions(void **state)
{
	static const struct {
		uint64_t k, n;
		double low, high;
	} rows[] = {
		{ 0, 200, 0, 0.018275 },
		{ 1, 200, 0.000127, 0.027542 },
		{ 95, 100, 0.887165, 0.983568 },
		{ 100, 100, 0.963783, 1 },
		{ 5, 10, 0.187086, 0.812914 },
		{ 0, 1, 0, 0.975 },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		double low, high;

		proportion_interval(rows[i].k, rows[i].n, 0.95, &low, &high);
		CHECK(fabs(low - rows[i].low) < 1e-6 && fabs(high - rows[i].high) < 1e-6,
			"%d of %d: %.6f to %.6f", (int)rows[i].k, (int)rows[i].n, low, high);
	}
}

static void tallies(void **state)
{
	struct gate_tally tally = { .inject_percent = 10 };
	const struct effect slower = { -0.1, -0.1, 0.002, 0.01 };
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	(void)state;
	for (uint64_t i = 0; i < 4; i++) {
		struct trial *t = new_trial(1, i == 3 ? 4 : 12, &slower, i);
		struct judgement j = judged(t);

		j.base_name = strdup("x");
		if (i == 0)
			gate_tally_begin(f, &tally, &j);
		assert_int_equal(gate_tally_add(f, &tally, &t->record, &j), 0);
		judgement_release(&j);
		free_trial(t);
	}
	gate_tally_end(f, &tally);
	fclose(f);
	assert_int_equal(tally.counts[VERDICT_REGRESSION], 3);
	assert_int_equal(tally.n_resolvable, 3);
	assert_non_null(strstr(text, "# found: 3 of 4 (75.0 %; 95 % interval 19.4 to 99.4 %)\n"));
	assert_non_null(strstr(text, "# by medians that differ by more than 5 %: 4 of 4"));
	assert_non_null(strstr(
		text, "\nnetio: 0 same, 0 improvement, 3 regression, 1 inconclusive (4 gates)\n"));
	free(text);
	gate_tally_release(&tally);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_point),
		cmocka_unit_test(figures),
		cmocka_unit_test(rows_are_judged),
		cmocka_unit_test(points_that_failed_or_were_skipped),
		cmocka_unit_test(blocks_and_not_pairs_are_counted),
		cmocka_unit_test(thresholds_depend_on_the_placement),
		cmocka_unit_test(precision),
		cmocka_unit_test(medians_alone),
		cmocka_unit_test(proportions),
		cmocka_unit_test(tallies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
