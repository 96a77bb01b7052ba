/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/skb.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>

#include "base/pattern.h"

#define SEED 77

/* More chunks than the ring has entries, in messages so small that the queue is long. */
static void many_small_messages(void **state)
{
	struct skb_options options = { .layout = SKB_RAW, .l1_shift = 4 };
	struct channel ch;
	struct pattern_difference diff;
	unsigned char from[5];
	unsigned char to[5];
	int sent = 0;

	(void)state;
	open_channel(&ch, &options, true);
	for (int i = 0; i < 5000; i++) {
		int ret = 0;

		for (; !ret && sent < 5000; sent += !ret) {
			pattern_fill(from, sizeof(from), (uint64_t)sent);
			ret = ops->send(&ch, from, sizeof(from));
			assert_true(ret == 0 || (ret == -EAGAIN && ch.sent_bytes == 0));
		}
		assert_int_equal(ops->recv(&ch, to, sizeof(to)), 0);
		assert_int_equal(pattern_check(to, sizeof(to), (uint64_t)i, &diff), 0);
	}
	close_channel(&ch);
}

/* A stream: what one message brought may be read by several calls, and several by one. */
static void reads_end_anywhere(void **state)
{
	struct skb_options options = { .layout = SKB_TCP, .l1_shift = 5 };
	struct pattern_difference diff;
	struct channel ch;
	unsigned char from[10000];
	unsigned char to[10000];
	size_t got = 0;

	(void)state;
	open_channel(&ch, &options, false);
	pattern_fill(from, sizeof(from), SEED);
	assert_int_equal(ops->send(&ch, from, 5000), 0);
	assert_int_equal(ops->send(&ch, from + 5000, 5000), 0);
	for (size_t n = 1; got < sizeof(to);
		n = n * 3 < sizeof(to) - got ? n * 3 : sizeof(to) - got) {
		assert_int_equal(ops->recv(&ch, to + got, n), 0);
		got += n;
	}
	assert_int_equal(pattern_check(to, sizeof(to), SEED, &diff), 0);
	close_channel(&ch);
}

static void full_says_how_much_went_in(void **state)
{
	static unsigned char buf[1 << 17];
	struct skb_options options = { .l1_shift = 5 };
	struct channel ch;

	(void)state;
	open_channel(&ch, &options, true);
	assert_int_equal(ops->send(&ch, buf, sizeof(buf)), -EAGAIN);
	assert_int_equal(ch.sent_bytes, 4 * 16224);
	/* Three read leave one, which is over a quarter of the buffer: but a writer awake is admitted. */
	assert_int_equal(ops->recv(&ch, buf, 16224), 0);
	assert_int_equal(ops->send(&ch, buf, 1), 0);
	close_channel(&ch);
}

static void drain_finds_more_bytes(void **state)
{
	struct skb_options options = { .l1_shift = 6 };
	struct channel ch;
	char buf[100] = { 0 };

	(void)state;
	open_channel(&ch, &options, false);
	assert_int_equal(ops->send(&ch, buf, sizeof(buf)), 0);
	assert_int_equal(ops->recv(&ch, buf, sizeof(buf) - 1), 0);
	assert_int_equal(ops->finish(&ch), 0);
	assert_int_equal(ops->drain(&ch), -EBADMSG);
	assert_int_equal(ops->recv(&ch, buf, 2), -ENODATA);
	close_channel(&ch);
}

static void exchange_wants_an_empty_channel(void **state)
{
	struct channel ch;
	char buf[2] = { 0 };
	uint64_t ticks = 0;

	(void)state;
	open_channel(&ch, NULL, false);
	assert_int_equal(ops->send(&ch, buf, 1), 0);
	assert_int_equal(ops->exchange(&ch, buf, buf + 1, 1, &ticks, &ticks), -EBADMSG);
	close_channel(&ch);
}

static void no_routine_no_transfer(void **state)
{
	struct transport_options options = { .sndbuf_bytes = 4096 };
	struct transport_facts facts;
	struct err err = { 0 };
	struct channel ch;
	uint64_t ticks = 0;
	char buf[2] = { 0 };

	(void)state;
	assert_int_equal(transport_probe(ops, &options, &facts, &err), 0);
	assert_int_equal(facts.skb.linear_bytes, 16192);
	assert_int_equal(facts.sndbuf_bytes, 4096);
	channel_init(&ch, &stop);
	assert_int_equal(ops->open(&ch, &options, &err), 0);
	assert_int_equal(ops->send(&ch, buf, 1), -EINVAL);
	assert_int_equal(ops->recv(&ch, buf, 1), -EINVAL);
	assert_int_equal(ops->exchange(&ch, buf, buf + 1, 1, &ticks, &ticks), -EINVAL);
	close_channel(&ch);
}

static void bad_options_leave_nothing_open(void **state)
{
	struct skb_options skb = { .l1_shift = 9 };
	struct transport_options options = { .skb = &skb, .copy = copy };
	size_t before = count_descriptors();
	struct channel ch;
	struct err err = { 0 };

	(void)state;
	channel_init(&ch, &stop);
	assert_int_equal(ops->open(&ch, &options, &err), -ERANGE);
	assert_int_equal(ch.fd[SIDE_SEND], -1);
	assert_null(ch.state);
	assert_int_equal(count_descriptors(), before);
}

/* In one thread the model is followed exactly: 64 KiB fit whole with shift 6, and do not with 5. */
static void exchange_counts_as_the_model(void **state)
{
	static const struct {
		unsigned l1_shift;
		size_t size;
		uint64_t sleeps; /* a message */
	} rows[] = {
		{ 5, 8192, 0 },
		{ 6, 8192, 0 },
		{ 5, 65536, 1 },
		{ 6, 65536, 0 },
		{ 7, 65536, 0 },
		{ 5, 1 << 20, 16 },
		{ 6, 1 << 20, 15 }, /* 5 chunks, then 4 at a time */
		{ 7, 1 << 20, 16 },
	};
	static unsigned char from[1 << 20];
	static unsigned char to[1 << 20];

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct skb_options options = { .l1_shift = rows[i].l1_shift };
		struct transport_counts counts;
		struct channel ch;
		uint64_t ticks = 0;

		for (size_t k = 0; k < sizeof(from); k++)
			from[k] = (unsigned char)(k * 7 + k / 251 + i);
		memset(to, 0, sizeof(to));
		open_channel(&ch, &options, false);
		for (int k = 0; k < 3; k++)
			assert_int_equal(
				ops->exchange(&ch, from, to, rows[i].size, &ticks, &ticks), 0);
		assert_memory_equal(to, from, rows[i].size);
		ops->counts(&ch, &counts);
		CHECK(counts.send_sleeps == 3 * rows[i].sleeps, "row %zu: %d sleeps", i,
			(int)counts.send_sleeps);
		CHECK(counts.send_wakes == counts.send_sleeps, "row %zu: wakes", i);
		CHECK(counts.recv_sleeps + counts.recv_wakes == 0, "row %zu: reader", i);
		close_channel(&ch);
	}
}

/* Where the blocks were, as the routine sees it. */
static const void *seen[16];
static size_t n_seen;

static void record(void *dst, const void *src, size_t n)
{
	memcpy(dst, src, n);
	if (n_seen < N_OF(seen))
		seen[n_seen++] = dst;
}

static void blocks_are_aligned_and_reused_last_first(void **state)
{
	static unsigned char buf[3 * 3776];
	struct skb_options skb = { .layout = SKB_TCP, .l1_shift = 6 };
	struct transport_options options = { .skb = &skb, .copy = record };
	struct channel ch;
	struct err err = { 0 };

	(void)state;
	channel_init(&ch, &stop);
	assert_int_equal(ops->open(&ch, &options, &err), 0);
	n_seen = 0;
	assert_int_equal(ops->send(&ch, buf, sizeof(buf)), 0);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal((uintptr_t)seen[i] % 8192, 160);
		assert_int_equal((uintptr_t)seen[i] - (uintptr_t)seen[0], i * 8192);
	}
	assert_int_equal(ops->recv(&ch, buf, 2 * 3776), 0);
	assert_int_equal(ops->send(&ch, buf, 3 * 3776), 0);
	/* seen[3] and [4] were the two reads. The second block was freed last. */
	assert_ptr_equal(seen[5], seen[1]);
	assert_ptr_equal(seen[6], seen[0]);
	assert_int_equal((uintptr_t)seen[7] - (uintptr_t)seen[2], 8192);
	close_channel(&ch);
}

static void on_kick(int number)
{
	(void)number;
}

/* A thread in a call that has nothing to do. */
struct blocked {
	struct channel ch;
	int ret;
};

static void *block_in_recv(void *arg)
{
	struct blocked *t = arg;
	char byte;

	t->ret = ops->recv(&t->ch, &byte, 1);
	return NULL;
}

static void *block_in_send(void *arg)
{
	static char buf[1 << 17];
	struct blocked *t = arg;

	t->ret = ops->send(&t->ch, buf, sizeof(buf));
	return NULL;
}

static void nap(void)
{
	nanosleep(&(struct timespec) { .tv_nsec = 5000000 }, NULL);
}

static uint64_t sleeps(const struct channel *ch)
{
	struct transport_counts counts;

	ops->counts(ch, &counts);
	return counts.send_sleeps + counts.recv_sleeps;
}

static void kick_ends(void *(*main_of_thread)(void *))
{
	struct sigaction action = { .sa_handler = on_kick };
	struct blocked t = { .ret = 1 };
	pthread_t thread;

	sigaction(SIGRTMIN, &action, NULL);
	open_channel(&t.ch, NULL, false);
	assert_int_equal(pthread_create(&thread, NULL, main_of_thread, &t), 0);
	while (sleeps(&t.ch) == 0)
		nap();
	/* Without *stop a signal is nothing. */
	pthread_kill(thread, SIGRTMIN);
	nap();
	assert_int_equal(pthread_tryjoin_np(thread, NULL), EBUSY);
	atomic_store(&stop, 1);
	/* Again and again: a kick may come just before the system call that it should interrupt. */
	do {
		pthread_kill(thread, SIGRTMIN);
		nap();
	} while (pthread_tryjoin_np(thread, NULL));
	assert_int_equal(t.ret, -EINTR);
	close_channel(&t.ch);
}

static void kick_ends_a_receiver(void **state)
{
	(void)state;
	kick_ends(block_in_recv);
}

static void kick_ends_a_sender(void **state)
{
	(void)state;
	kick_ends(block_in_send);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_small_messages),
		cmocka_unit_test(reads_end_anywhere),
		cmocka_unit_test(full_says_how_much_went_in),
		cmocka_unit_test(drain_finds_more_bytes),
		cmocka_unit_test(exchange_wants_an_empty_channel),
		cmocka_unit_test(no_routine_no_transfer),
		cmocka_unit_test(bad_options_leave_nothing_open),
		cmocka_unit_test(exchange_counts_as_the_model),
		cmocka_unit_test(blocks_are_aligned_and_reused_last_first),
		cmocka_unit_test(kick_ends_a_receiver),
		cmocka_unit_test(kick_ends_a_sender),
	};

	return cmocka_run_group_tests(tests, find_skb, NULL);
}
