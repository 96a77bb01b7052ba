/* SPDX-License-Identifier: MIT */
#include "tests/unit/sweeps.h"

#include <stdio.h>
#include <unistd.h>

/* sweep_run over everything that it can be asked for; what may go wrong is in test_sweep_faults.c. */

static void expect_sample(
	const struct trial *t, const struct point_record *p, const struct sample *s)
{
	CHECK(s->bytes == 20 * 4097 && s->elapsed_ns > 0, "%s: %d bytes in %d ns", p->transport,
		(int)s->bytes, (int)s->elapsed_ns);
	CHECK(s->send.n_faults < 10000 && s->recv.n_faults < 10000, "%s: page faults",
		p->transport);
	CHECK(s->send.run_delay_ns == SAMPLE_UNKNOWN || s->send.run_delay_ns < 60000000000,
		"%s: run-queue delay", p->transport);
	CHECK(p->moves_nothing || s->send.cpu_ns > 0, "%s: no CPU time of the sender",
		p->transport);
	if (t->config.lockstep) {
		CHECK(s->send_ns > 0 && s->recv_ns > 0 && s->recv.cpu_ns == 0, "%s", p->transport);
		CHECK(s->elapsed_ns == s->send_ns + s->recv_ns, "%s", p->transport);
	} else {
		CHECK(s->send_ns == 0 && s->recv_ns == 0, "%s", p->transport);
		CHECK(p->moves_nothing || s->recv.cpu_ns > 0, "%s: no CPU time of the receiver",
			p->transport);
	}
}

static void expect_point(const struct trial *t, const struct point_record *p)
{
	bool emulated = t->run.transports[0].skb.layout;
	bool skipped = t->run.transports[0].unavailable[0] ||
		       (p->moves_nothing && t->config.verify) ||
		       (emulated && strcmp(p->copy, "none") == 0);

	CHECK(p->status == (skipped ? POINT_SKIPPED : POINT_DONE),
		"%s, %s, lockstep %d, processes %d, verify %d: status %d: %s", p->transport,
		p->copy, t->config.lockstep, t->config.processes, t->config.verify, p->status,
		p->reason);
	CHECK(p->n_samples == (skipped ? 0 : p->n_samples_asked), "%s: %zu samples", p->transport,
		p->n_samples);
	CHECK(!p->reason[0] == !skipped, "%s: reason '%s'", p->transport, p->reason);
	for (size_t i = 0; i < p->n_samples; i++)
		expect_sample(t, p, &p->samples[i]);
	/* Two samples and one of warm-up. */
	assert_int_equal(p->flow.n_messages, emulated && !skipped ? 60 : 0);
}

/* Both routines, two offsets each side; flags are the bits of the loop below. */
static void measure(const char *transport, unsigned flags)
{
	struct trial *t = new_trial(transport, 2);

	t->offsets[1] = 63;
	t->transports[0].skb.l1_shift = SKB_SHIFT_DEFAULT;
	t->copies[1] = copy_find("memcpy");
	t->config.n_copies = 2;
	t->config.lockstep = flags & 1;
	t->config.processes = flags & 2;
	t->config.verify = flags & 4;
	t->config.linear = flags & 4;
	run_trial(t);
	CHECK(t->ret == 0, "%s: %s", transport, t->err.text);
	assert_int_equal(t->run.n_points, 4);
	for (size_t i = 0; i < 4; i++)
		expect_point(t, &t->run.points[i]);
	release_trial(t);
}

static void everything_in_every_way(void **state)
{
	(void)state;
	for (size_t i = 0; transport_name(i); i++) {
		for (unsigned flags = 0; flags < 8; flags++)
			measure(transport_name(i), flags);
	}
}

/*
 * Shifts 5 and 6 in one run: which of them lets a message of four full chunks in whole is the difference
 * that is looked for, and lockstep shows it without a scheduler.
 */
static void both_shifts_in_one_run(void **state)
{
	struct trial *t = new_trial("skb", 1);
	const struct run_transport first = t->transports[0];

	(void)state;
	t->transports[0].skb.l1_shift = 5;
	t->transports[1] = first;
	t->transports[1].skb.l1_shift = 6;
	t->config.n_transports = 2;
	t->copies[0] = copy_find("memcpy");
	t->sizes[0] = 65536;
	t->config.lockstep = true;
	run_trial(t);
	assert_int_equal(t->run.n_points, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct point_record *p = &t->run.points[i];

		CHECK(p->status == POINT_DONE, "%s", p->reason);
		assert_string_equal(p->transport, i == 0 ? "skb:5" : "skb:6");
		assert_int_equal(t->run.transports[i].skb.l1_shift, 5 + i);
		assert_int_equal(p->flow.send_sleeps, i == 0 ? p->flow.n_messages : 0);
		assert_int_equal(p->flow.send_wakes, p->flow.send_sleeps);
	}
	assert_int_equal(t->run.transports[0].skb.linear_bytes, 16224);
	assert_int_equal(t->run.transports[1].skb.linear_bytes, 16192);
	release_trial(t);
}

/* Ends on two CPUs, offsets apart, messages larger than the buffers. */
static void large_messages_between_two_cpus(void **state)
{
	struct trial *t = new_trial("unix", 2);
	struct units_list recv = { (uint64_t[]) { 5, 4095 }, 2 };

	(void)state;
	if (placement_resolve(topology, "0,1", &t->placement, &t->err)) {
		release_trial(t);
		SKIP("CPUs 0 and 1 are not both allowed");
	}
	t->sizes[0] = 3 << 20;
	t->config.recv_offsets = recv;
	t->config.offsets_alike = false;
	t->config.verify = true;
	t->config.count = 3;
	run_trial(t);
	for (size_t i = 0; i < t->run.n_points; i++)
		CHECK(t->run.points[i].status == POINT_DONE, "%s", t->run.points[i].reason);
	assert_int_equal(t->run.points[3].recv_offset_bytes, 4095);
	release_trial(t);
}

static void calibration_finds_a_count(void **state)
{
	(void)state;
	for (unsigned lockstep = 0; lockstep <= 1; lockstep++) {
		struct trial *t = new_trial("unix", 1);
		const struct point_record *p;

		t->config.count = 0;
		t->config.sampling.n_invocations = 2;
		t->config.lockstep = lockstep;
		t->config.sampling.batch_ns = 3000000;
		run_trial(t);
		p = t->run.points;
		CHECK(p->status == POINT_DONE, "%s", p->reason);
		assert_true(p->n_messages > 1);
		assert_int_equal(p->n_samples, 4);
		for (size_t i = 0; i < 4; i++)
			assert_int_equal(p->samples[i].bytes, p->n_messages * 4097);
		release_trial(t);
	}
}

static void buffers_start_at_pages(void **state)
{
	struct trial *t = new_trial("unix", 1);

	(void)state;
	run_trial(t);
	assert_int_equal(t->n_begun, 1);
	assert_true(t->run.from_addr && t->run.to_addr && t->run.from_addr != t->run.to_addr);
	assert_int_equal(t->run.from_addr % (uint64_t)sysconf(_SC_PAGESIZE), 0);
	assert_int_equal(t->run.to_addr % (uint64_t)sysconf(_SC_PAGESIZE), 0);
	release_trial(t);
}

/* 8 points, 3 passes. */
static struct trial *ordered(bool linear, uint64_t seed)
{
	struct trial *t = new_trial("unix", 8);

	t->config.linear = linear;
	t->config.seed = seed;
	t->config.sampling.n_invocations = 3;
	t->config.sampling.n_samples = 1;
	t->config.sampling.n_warmup = 0;
	run_trial(t);
	assert_int_equal(t->ret, 0);
	assert_int_equal(t->n_visits, 24);
	return t;
}

static void expect_told_in_order(const struct trial *t)
{
	assert_int_equal(t->n_told, t->run.n_points);
	for (size_t i = 0; i < t->n_told; i++)
		assert_int_equal(t->told[i], i);
}

static void random_order(void **state)
{
	struct trial *t = ordered(false, 42);

	(void)state;
	for (size_t pass = 0; pass < 3; pass++) {
		unsigned seen = 0;

		for (size_t i = 0; i < 8; i++)
			seen |= 1u << t->visits[8 * pass + i];
		CHECK(seen == 0xff, "pass %zu left a point out", pass);
	}
	assert_memory_not_equal(t->visits, t->visits + 8, 8 * sizeof(t->visits[0]));
	assert_memory_not_equal(t->visits + 8, t->visits + 16, 8 * sizeof(t->visits[0]));
	expect_told_in_order(t);
	release_trial(t);
}

static void linear_order(void **state)
{
	struct trial *t = ordered(true, 42);

	(void)state;
	for (size_t i = 0; i < 24; i++)
		assert_int_equal(t->visits[i], i / 3);
	expect_told_in_order(t);
	release_trial(t);
}

static void same_seed_same_order(void **state)
{
	struct trial *a = ordered(false, 7);
	struct trial *b = ordered(false, 7);
	struct trial *c = ordered(false, 8);

	(void)state;
	assert_memory_equal(a->visits, b->visits, sizeof(a->visits));
	assert_memory_not_equal(a->visits, c->visits, sizeof(a->visits));
	release_trial(a);
	release_trial(b);
	release_trial(c);
}

static void progress_is_told(void **state)
{
	struct trial *t = ordered(false, 7);

	(void)state;
	assert_int_equal(t->n_progress, 24);
	assert_int_equal(t->last.pass, 3);
	assert_int_equal(t->last.n_passes, 3);
	assert_int_equal(t->last.point, 8);
	assert_int_equal(t->last.n_points, 8);
	assert_true(t->last.done > 22.5 / 24 && t->last.done < 23.5 / 24);
	assert_true(t->last.elapsed_ns > 0);
	release_trial(t);
}

static void nobody_wants_progress(void **state)
{
	struct trial *t = new_trial("unix", 2);
	const struct sweep_hooks hooks = {
		.arg = t, .begin = on_begin, .progress = NULL, .point = on_point
	};

	(void)state;
	interrupted = 0;
	assert_int_equal(plan_build(&t->config, &t->run, &t->err), 0);
	assert_int_equal(
		sweep_run(&t->config, topology, &t->run, &hooks, &interrupted, &t->err), 0);
	expect_told_in_order(t);
	release_trial(t);
}

/* The points before a skipped one and after it are measured; it is told in its place. */
static void skipped_points_keep_their_place(void **state)
{
	struct trial *t = new_trial("unix-seqpacket", 2);

	(void)state;
	t->sizes[1] = t->sizes[0];
	t->sizes[0] = 64 << 20;
	t->config.sizes.n = 2;
	run_trial(t);
	assert_int_equal(t->ret, 0);
	expect_told_in_order(t);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(t->run.points[i].status, i < 2 ? POINT_SKIPPED : POINT_DONE);
	release_trial(t);
}

static void begin_hook_cancels(void **state)
{
	struct trial *t = new_trial("unix", 2);

	(void)state;
	t->begin_returns = 1;
	run_trial(t);
	assert_int_equal(t->ret, -ECANCELED);
	assert_int_equal(t->n_told, 0);
	assert_int_equal(t->n_visits, 0);
	release_trial(t);
}

static void point_hook_cancels(void **state)
{
	(void)state;
	for (int linear = 0; linear <= 1; linear++) {
		struct trial *t = new_trial("unix", 4);

		t->config.linear = linear;
		t->cancel_at_told = 2;
		run_trial(t);
		assert_int_equal(t->ret, -ECANCELED);
		assert_int_equal(t->n_told, 2);
		assert_int_equal(t->told[1], 1);
		CHECK(!linear || t->n_visits == 2, "went on to %zu points", t->n_visits);
		release_trial(t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_in_every_way),
		cmocka_unit_test(both_shifts_in_one_run),
		cmocka_unit_test(large_messages_between_two_cpus),
		cmocka_unit_test(calibration_finds_a_count),
		cmocka_unit_test(buffers_start_at_pages),
		cmocka_unit_test(random_order),
		cmocka_unit_test(linear_order),
		cmocka_unit_test(same_seed_same_order),
		cmocka_unit_test(progress_is_told),
		cmocka_unit_test(nobody_wants_progress),
		cmocka_unit_test(skipped_points_keep_their_place),
		cmocka_unit_test(begin_hook_cancels),
		cmocka_unit_test(point_hook_cancels),
	};

	return cmocka_run_group_tests(tests, open_topology, close_topology);
}
