/* SPDX-License-Identifier: MIT */
#include "tests/unit/skb.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/pattern.h"

#define SEED       77
#define N_MESSAGES 3
#define MESSAGE    65536

/* One end of a transfer. */
struct transfer {
	struct channel ch;
	size_t size;
	size_t offset;
	int ret;
};

static unsigned char *make_buffer(const struct transfer *t)
{
	unsigned char *buf = malloc(t->size + t->offset);

	if (!buf)
		abort();
	return buf;
}

static void *send_all(void *arg)
{
	struct transfer *t = arg;
	unsigned char *buf = make_buffer(t);

	for (uint64_t i = 0; !t->ret && i < N_MESSAGES; i++) {
		pattern_fill(buf + t->offset, t->size, SEED + i);
		t->ret = ops->send(&t->ch, buf + t->offset, t->size);
	}
	if (!t->ret)
		t->ret = ops->finish(&t->ch);
	free(buf);
	close_channel(&t->ch);
	return NULL;
}

static void recv_all(struct transfer *t)
{
	unsigned char *buf = make_buffer(t);
	struct pattern_difference diff;

	for (uint64_t i = 0; !t->ret && i < N_MESSAGES; i++) {
		t->ret = ops->recv(&t->ch, buf + t->offset, t->size);
		if (!t->ret)
			t->ret = pattern_check(buf + t->offset, t->size, SEED + i, &diff);
	}
	if (!t->ret)
		t->ret = ops->drain(&t->ch);
	free(buf);
	close_channel(&t->ch);
}

static void split(const struct channel *ch, struct transfer *send, struct transfer *recv)
{
	send->ch = recv->ch = *ch;
	send->ch.fd[SIDE_RECV] = recv->ch.fd[SIDE_SEND] = -1;
}

static void move_by_threads(const struct channel *ch, size_t size, size_t offset)
{
	struct transfer send = { .size = size, .offset = offset };
	struct transfer recv = { .size = size, .offset = offset ? 64 - offset : 0 };
	pthread_t thread;

	split(ch, &send, &recv);
	assert_int_equal(pthread_create(&thread, NULL, send_all, &send), 0);
	recv_all(&recv);
	pthread_join(thread, NULL);
	CHECK(send.ret == 0 && recv.ret == 0, "threads, %zu bytes: send %d, recv %d", size,
		send.ret, recv.ret);
}

/* Two children, as bench/ does it; the parent has closed both sides before they are done. */
static void move_by_processes(const struct channel *ch, size_t size, size_t offset)
{
	struct transfer end[2] = { { .size = size, .offset = offset },
		{ .size = size, .offset = offset ? 64 - offset : 0 } };
	int status;

	split(ch, &end[SIDE_SEND], &end[SIDE_RECV]);
	for (int side = SIDE_SEND; side <= SIDE_RECV; side++) {
		pid_t pid = fork();

		assert_true(pid >= 0);
		if (pid == 0) {
			close_channel(&end[!side].ch);
			if (side == SIDE_SEND)
				send_all(&end[side]);
			else
				recv_all(&end[side]);
			_exit(end[side].ret ? 1 : 0);
		}
		close_channel(&end[side].ch);
	}
	for (int i = 0; i < 2; i++) {
		assert_true(wait(&status) > 0);
		CHECK(status == 0, "processes, %zu bytes: status 0x%x", size, status);
	}
}

static void exchange_all(struct channel *ch, size_t size, size_t offset)
{
	struct transfer t = { .size = size, .offset = offset };
	unsigned char *from = make_buffer(&t);
	unsigned char *to = make_buffer(&t);
	struct pattern_difference diff;
	uint64_t send_ticks = 0;
	uint64_t recv_ticks = 0;

	for (uint64_t i = 0; i < N_MESSAGES; i++) {
		pattern_fill(from + offset, size, SEED + i);
		assert_int_equal(ops->exchange(ch, from + offset, to + offset, size, &send_ticks,
					 &recv_ticks),
			0);
		assert_int_equal(pattern_check(to + offset, size, SEED + i, &diff), 0);
	}
	assert_true(send_ticks > 0 && recv_ticks > 0);
	assert_int_equal(ops->finish(ch), 0);
	assert_int_equal(ops->drain(ch), 0);
	close_channel(ch);
	free(from);
	free(to);
}

enum way { THREADS, PROCESSES, EXCHANGE };

static void move(enum way way, const struct skb_options *options, size_t size, size_t offset)
{
	struct channel ch;

	open_channel(&ch, options, false);
	if (way == THREADS)
		move_by_threads(&ch, size, offset);
	else if (way == PROCESSES)
		move_by_processes(&ch, size, offset);
	else
		exchange_all(&ch, size, offset);
}

static void all_sizes(enum way way, const struct skb_options *options)
{
	static const size_t sizes[] = { 1, 3777, 16191, 16225, 65536, 70001, 1 << 20 };

	for (size_t i = 0; i < N_OF(sizes); i++)
		move(way, options, sizes[i], i % 2 ? 13 : 0);
}

static void all_layouts(enum way way)
{
	for (enum skb_layout layout = SKB_UNIX; layout <= SKB_RAW; layout++) {
		for (unsigned shift = 4; shift <= 7; shift++)
			all_sizes(
				way, &(struct skb_options) { .layout = layout, .l1_shift = shift });
	}
	/* A send buffer of one byte admits one chunk at a time; odd numbers everywhere. */
	all_sizes(way, &(struct skb_options) { .sndbuf_bytes = 1 });
	all_sizes(way, &(struct skb_options) { .layout = SKB_TCP,
			       .header_bytes = 33,
			       .shinfo_bytes = 3000,
			       .sndbuf_bytes = 4097 });
}

static void threads_move_all(void **state)
{
	(void)state;
	all_layouts(THREADS);
}

static void processes_move_all(void **state)
{
	(void)state;
	all_layouts(PROCESSES);
}

static void one_thread_exchanges_all(void **state)
{
	(void)state;
	all_layouts(EXCHANGE);
}

/* Mappings of the emulated socket's own kind; malloc() and the sanitizers map as they like. */
static size_t count_maps(void)
{
	FILE *file = fopen("/proc/self/maps", "r");
	char line[512];
	size_t n = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		n += strstr(line, "netio-skb") != NULL;
	fclose(file);
	return n;
}

static void nothing_leaks(void **state)
{
	struct skb_options options = { .layout = SKB_TCP };
	size_t descriptors = count_descriptors();
	size_t maps = count_maps();
	struct channel ch;

	(void)state;
	open_channel(&ch, &options, false);
	assert_int_equal(count_maps(), maps + 1);
	channel_close(&ch, SIDE_RECV);
	assert_int_equal(count_maps(), maps + 1);
	channel_close(&ch, SIDE_SEND);
	for (enum way way = THREADS; way <= EXCHANGE; way++)
		move(way, &options, MESSAGE, 1);
	assert_int_equal(count_maps(), maps);
	assert_int_equal(count_descriptors(), descriptors);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_move_all),
		cmocka_unit_test(processes_move_all),
		cmocka_unit_test(one_thread_exchanges_all),
		cmocka_unit_test(nothing_leaks),
	};

	return cmocka_run_group_tests(tests, find_skb, NULL);
}
