/* SPDX-License-Identifier: MIT */
#include "tests/unit/plans.h"

/* Messages and pieces that do not fit a transport or a routine. */

/* The number in a reason is the largest that fits: it must itself be accepted. */
static void expect_too_large(struct run_config *config, uint64_t size)
{
	struct run_record run;
	const char *last;
	uint64_t fits;

	config->sizes = (struct units_list) { &size, 1 };
	run = build(config);
	assert_int_equal(run.points[0].status, POINT_SKIPPED);
	CHECK(strstr(run.points[0].reason, "does not fit"), "%s", run.points[0].reason);
	last = strrchr(run.points[0].reason, ' ');
	fits = last ? strtoull(last, NULL, 10) : 0;
	CHECK(fits > 0 && fits < size, "%s", run.points[0].reason);
	plan_release(&run);
	config->sizes.values = &fits;
	run = build(config);
	CHECK(run.points[0].status == POINT_PENDING, "%d: %s", (int)fits, run.points[0].reason);
	plan_release(&run);
}

static void too_large_for_a_message(void **state)
{
	static const char *const names[] = { "unix-seqpacket", "unix-dgram" };

	(void)state;
	for (size_t i = 0; i < N_OF(names); i++) {
		struct run_transport ops = { .ops = transport_find(names[i]) };
		struct run_config config = config_of(1, 1, 1, 1, 1, 0);

		config.transports = &ops;
		expect_too_large(&config, 64 << 20);
	}
}

static void too_large_for_lockstep(void **state)
{
	static const char *const names[] = { "unix", "pipe", "tcp", "unix-seqpacket" };
	size_t n_descriptors = count_descriptors();

	(void)state;
	for (size_t i = 0; i < N_OF(names); i++) {
		struct run_transport ops = { .ops = transport_find(names[i]) };
		struct run_config config = config_of(1, 1, 1, 1, 1, 0);

		config.transports = &ops;
		config.lockstep = true;
		expect_too_large(&config, 128 << 20);
	}
	assert_int_equal(count_descriptors(), n_descriptors);
}

/* A stream's message may be larger than its buffers, in a pair; every offset of what fits goes. */
static void what_fits_is_not_skipped(void **state)
{
	uint64_t sizes[] = { 64 << 20, 100, 64 << 20, 200 };
	struct run_config config = config_of(1, 1, 1, 1, 4, 0);
	struct run_record run;

	(void)state;
	config.sizes = (struct units_list) { sizes, N_OF(sizes) };
	for (int lockstep = 0; lockstep <= 1; lockstep++) {
		config.lockstep = lockstep;
		run = build(&config);
		for (size_t i = 0; i < run.n_points; i++)
			assert_int_equal(run.points[i].status,
				lockstep && run.points[i].size_bytes > 200 ? POINT_SKIPPED
									   : POINT_PENDING);
		plan_release(&run);
	}
}

/* Pieces of an emulated socket are shorter than the message, and lie where its layout has them. */
static void routine_that_does_not_take_every_piece(void **state)
{
	static const struct {
		uint64_t size;
		enum skb_layout layout;
		bool fits; /* k7_block: 256 bytes at least */
	} rows[] = {
		{ 256, SKB_UNIX, true },
		{ 255, SKB_UNIX, false },
		{ 2 * 16192, SKB_UNIX, true },
		{ 2 * 16192 + 255, SKB_UNIX, false },
		{ 3776 + 256, SKB_TCP, true },
		{ 3776 + 1, SKB_TCP, false },
	};
	const struct copy_ops *k7 = copy_find("k7_block");

	(void)state;
	if (copy_unsupported(k7))
		SKIP("%s", copy_unsupported(k7));
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct run_transport skb = { transport_find("skb"),
			{ .l1_shift = 6, .layout = rows[i].layout } };
		struct run_config config = config_of(1, 1, 1, 1, 1, 0);
		uint64_t size = rows[i].size;
		struct run_record run;

		config.transports = &skb;
		config.copies = &k7;
		config.sizes = (struct units_list) { &size, 1 };
		run = build(&config);
		CHECK((run.points[0].status == POINT_PENDING) == rows[i].fits, "row %zu: %s", i,
			run.points[0].reason);
		plan_release(&run);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(too_large_for_a_message),
		cmocka_unit_test(too_large_for_lockstep),
		cmocka_unit_test(what_fits_is_not_skipped),
		cmocka_unit_test(routine_that_does_not_take_every_piece),
	};

	return cmocka_run_group_tests(tests, fill_lists, NULL);
}
