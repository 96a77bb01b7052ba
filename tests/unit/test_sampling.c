/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>
#include <stdlib.h>

#include "bench/sampling.h"

static const struct sampling steady = {
	.n_samples = 10, .n_invocations = 5, .n_warmup = WARMUP_STEADY
};

/* Samples of a warm-up, each as long as its value says, until it ends; how it ended and after how many. */
static enum warmup_state warm_up(
	const struct sampling *sampling, const double *values, size_t n_values, uint64_t *n)
{
	struct warmup w = { .begin_ns = 1000 };
	enum warmup_state state = WARMUP_GOES_ON;
	double now = 1000;

	while (state == WARMUP_GOES_ON) {
		double value = values[w.n < n_values ? w.n : n_values - 1];

		now += value;
		state = warmup_next(sampling, &w, value, (uint64_t)now);
	}
	*n = w.n;
	return state;
}

static void warmups(void **state)
{
	static const struct {
		const char *what;
		double values[24]; /* ns; the last one goes on for ever */
		size_t n_values;
		enum warmup_state end;
		uint64_t n;
	} cases[] = {
		{ "steady from the start: two windows", { 10e6 }, 1, WARMUP_DONE, 10 },
		{ "steady but short: 100 ms", { 2e6 }, 1, WARMUP_DONE, 50 },
		{ "two fast ones at the end move no median",
			{ 20e6, 20e6, 20e6, 20e6, 20e6, 20e6, 20e6, 20e6, 10e6 }, 9, WARMUP_DONE,
			10 },
		{ "a step of 3 % with no noise goes on until both windows have their middle behind "
		  "it",
			{ 10.3e6, 10.3e6, 10.3e6, 10.3e6, 10.3e6, 10e6 }, 6, WARMUP_DONE, 13 },
		{ "a step of 1 % is within 2 %", { 10.1e6, 10.1e6, 10.1e6, 10.1e6, 10.1e6, 10e6 },
			6, WARMUP_DONE, 10 },
		{ "a sample as long as the limit is enough", { 1500e6 }, 1, WARMUP_AT_LIMIT, 1 },
		{ "so are four of 300 ms", { 300e6 }, 1, WARMUP_AT_LIMIT, 4 },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(cases); i++) {
		uint64_t n;
		enum warmup_state end = warm_up(&steady, cases[i].values, cases[i].n_values, &n);

		CHECK(end == cases[i].end && n == cases[i].n, "%s: end %d after %llu",
			cases[i].what, (int)end, (unsigned long long)n);
	}
}

/* Ever faster by 3 % a sample: no two windows agree, and the limit of time ends it. */
static void warmup_that_never_ends(void **state)
{
	double values[200] = { 1e6 };
	uint64_t n;

	(void)state;
	for (size_t i = 1; i < N_OF(values); i++)
		values[i] = values[i - 1] * 1.03;
	assert_int_equal(warm_up(&steady, values, N_OF(values), &n), WARMUP_AT_LIMIT);
	assert_true(n > 100 && n < 120); /* the sum reaches 1 s there */
}

static void warmup_of_a_clock_that_stands(void **state)
{
	double zero = 0;
	uint64_t n;

	(void)state;
	assert_int_equal(warm_up(&steady, &zero, 1, &n), WARMUP_AT_LIMIT);
	assert_int_equal(n, WARMUP_MAX_SAMPLES);
}

static void warmup_of_a_fixed_length(void **state)
{
	struct sampling fixed = { .n_warmup = 3 };
	double value = 1e9;
	uint64_t n;

	(void)state;
	assert_int_equal(warm_up(&fixed, &value, 1, &n), WARMUP_DONE);
	assert_int_equal(n, 3);
	fixed.n_warmup = 0;
	assert_false(warmup_wanted(&fixed));
	assert_true(warmup_wanted(&steady));
}

static void ends(void **state)
{
	static const struct {
		struct sampling s;
		uint64_t n_invocations;
		double step; /* the rates are 100, 100 + step, ... 50 of them */
		uint64_t now_ns;
		enum point_ended ended;
	} cases[] = {
		/* Ranks 18 and 33 of 50 at 95 %: half-width 7.5 steps of a median of 100 + 24.5 steps. */
		{ { .n_invocations = 5, .max_invocations = 10, .precision_percent = 1 }, 5, 0.1, 0,
			POINT_PRECISE },
		{ { .n_invocations = 5, .max_invocations = 10, .precision_percent = 1 }, 5, 0.2, 0,
			POINT_NOT_ENDED },
		{ { .n_invocations = 5, .max_invocations = 10, .precision_percent = 1 }, 4, 0.1, 0,
			POINT_NOT_ENDED },
		{ { .n_invocations = 5, .max_invocations = 10, .precision_percent = 1 }, 10, 0.2, 0,
			POINT_AT_MOST },
		{ { .n_invocations = 5, .precision_percent = 1 }, 5, 0.2, 0, POINT_AT_MOST },
		{ { .n_invocations = 5, .precision_percent = 0 }, 5, 0, 0, POINT_AT_MOST },
		{ { .n_invocations = 5, .max_invocations = 10 }, 5, 0, 0, POINT_NOT_ENDED },
		{ { .n_invocations = 5, .max_invocations = 10 }, 5, 0, 2000, POINT_OUT_OF_TIME },
		{ { .n_invocations = 5, .max_invocations = 10 }, 1, 0, 2000, POINT_OUT_OF_TIME },
		{ { .n_invocations = 5, .max_invocations = 10 }, 1, 0, 1999, POINT_NOT_ENDED },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(cases); i++) {
		double rates[50];
		enum point_ended ended;

		for (size_t j = 0; j < N_OF(rates); j++)
			rates[j] = 100 + (double)j * cases[i].step;
		ended = sampling_ended(&cases[i].s, cases[i].n_invocations, rates, N_OF(rates),
			2000, cases[i].now_ns);
		CHECK(ended == cases[i].ended, "case %zu: %d", i, (int)ended);
	}
}

/* Without an interval a point is not precise, and without a limit of time none is over. */
static void ends_without_samples(void **state)
{
	const struct sampling s = {
		.n_invocations = 1, .max_invocations = 2, .precision_percent = 1
	};

	(void)state;
	assert_int_equal(sampling_ended(&s, 1, NULL, 0, 0, UINT64_MAX), POINT_NOT_ENDED);
	assert_int_equal(sampling_ended(&s, 2, NULL, 0, 0, UINT64_MAX), POINT_AT_MOST);
	assert_int_equal(sampling_deadline_ns(&s, 77), 0);
}

static void flags(void **state)
{
	static const struct {
		const char *what;
		struct sample s;
		bool share_cpu;
		uint32_t flags;
	} cases[] = {
		{ "nothing", { .elapsed_ns = 1000 }, false, 0 },
		{ "preempted", { .elapsed_ns = 1000, .recv.n_preempted = 1 }, false,
			SAMPLE_PREEMPTED },
		{ "preempted by the other end", { .elapsed_ns = 1000, .recv.n_preempted = 1 }, true,
			0 },
		{ "waited 1 %", { .elapsed_ns = 1000, .send.run_delay_ns = 10 }, false, 0 },
		{ "waited more", { .elapsed_ns = 1000, .send.run_delay_ns = 11 }, false,
			SAMPLE_WAITED },
		{ "waited for each other",
			{ .elapsed_ns = 1000,
				.send = { .cpu_ns = 500, .run_delay_ns = 500 },
				.recv = { .cpu_ns = 500, .run_delay_ns = 500 } },
			true, 0 },
		{ "waited for a third",
			{ .elapsed_ns = 1000,
				.send = { .cpu_ns = 490, .run_delay_ns = 510 },
				.recv = { .cpu_ns = 490, .run_delay_ns = 510 } },
			true, SAMPLE_WAITED },
		{ "not counted here", { .elapsed_ns = 1000, .send.run_delay_ns = SAMPLE_UNKNOWN },
			false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(cases); i++) {
		uint32_t found = sampling_flags(&cases[i].s, cases[i].share_cpu);

		CHECK(found == cases[i].flags, "%s: %u", cases[i].what, found);
	}
}

static void appends(void **state)
{
	uint64_t *numbers = NULL;
	size_t n = 0;

	(void)state;
	for (uint64_t i = 0; i < 1000; i++)
		assert_int_equal(sampling_append((void **)&numbers, &n, &i, sizeof(i)), 0);
	assert_int_equal(n, 1000);
	for (uint64_t i = 0; i < 1000; i++)
		assert_int_equal(numbers[i], i);
	free(numbers);
}

static void numbers_that_disagree(void **state)
{
	struct sampling s = { .n_invocations = 5, .max_invocations = 4 };
	struct err err = { 0 };

	(void)state;
	assert_int_equal(sampling_check(&s, &err), -EINVAL);
	assert_string_equal(err.text, "--max-invocations: 4 is less than the 5 of --invocations");
	s.max_invocations = 5;
	assert_int_equal(sampling_check(&s, &err), 0);
	s.max_invocations = 0;
	assert_int_equal(sampling_check(&s, &err), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warmups),
		cmocka_unit_test(warmup_that_never_ends),
		cmocka_unit_test(warmup_of_a_clock_that_stands),
		cmocka_unit_test(warmup_of_a_fixed_length),
		cmocka_unit_test(ends),
		cmocka_unit_test(ends_without_samples),
		cmocka_unit_test(flags),
		cmocka_unit_test(appends),
		cmocka_unit_test(numbers_that_disagree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
