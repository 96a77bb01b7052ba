/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/flows.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

/* The contract of transport/transport.h, held against every transport of the list. */

static void move_messages(const struct transport_ops *ops, size_t size)
{
	struct flow f = { .ops = ops, .ch = open_plain(ops), .size = size, .n = 20 };
	struct flow receiver = f;
	pthread_t thread;
	int ret;

	/* As the ends of a run: each has a channel of its own with its side only. */
	f.ch.fd[SIDE_RECV] = -1;
	receiver.ch.fd[SIDE_SEND] = -1;
	assert_int_equal(pthread_create(&thread, NULL, receive_flow, &receiver), 0);
	ret = send_flow(&f);
	if (ret)
		channel_close(&f.ch, SIDE_SEND);
	pthread_join(thread, NULL);
	CHECK(ret == 0 && receiver.ret == 0, "%s, %zu bytes: send %s, receive %s", ops->name, size,
		strerror(-ret), strerror(-receiver.ret));
	channel_close(&f.ch, SIDE_SEND);
	channel_close(&receiver.ch, SIDE_RECV);
}

static void messages_arrive_whole(void **state)
{
	static const size_t sizes[] = { 1, 3, 4096, 65535, 65536, 65537, 1 << 20 };
	const struct transport_options defaults = { .copy = move_bytes };
	const struct transport_ops *ops;
	size_t fits;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		for (size_t i = 0; i < N_OF(sizes); i++) {
			assert_int_equal(
				transport_capacity(ops, &defaults, sizes[i], &fits, NULL), 0);
			if (!keeps_messages(ops) || fits == sizes[i])
				move_messages(ops, sizes[i]);
		}
	}
}

static void drain_finds_what_is_left(void **state)
{
	static const size_t extra[] = { 1, 2, 200 };
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		for (size_t i = 0; i < N_OF(extra); i++) {
			struct channel ch = open_plain(ops);

			send_small(ops, &ch, 100);
			send_small(ops, &ch, extra[i]);
			assert_int_equal(ops->finish(&ch), 0);
			assert_int_equal(recv_small(ops, &ch, 100), 0);
			CHECK(ops->drain(&ch) == -EBADMSG, "%s: %zu bytes more", ops->name,
				extra[i]);
			close_channel(&ch);
		}
	}
}

static void early_finish_is_end_of_data(void **state)
{
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct channel ch = open_plain(ops);

		send_small(ops, &ch, 100);
		assert_int_equal(ops->finish(&ch), 0);
		assert_int_equal(recv_small(ops, &ch, 100), 0);
		CHECK(recv_small(ops, &ch, 100) == -ENODATA, "%s: after the finish", ops->name);
		close_channel(&ch);
	}
}

static void finish_within_a_message(void **state)
{
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct channel ch = open_plain(ops);

		send_small(ops, &ch, 100);
		assert_int_equal(ops->finish(&ch), 0);
		CHECK(recv_small(ops, &ch, 200) == (keeps_messages(ops) ? -EBADMSG : -ENODATA),
			"%s: half a message", ops->name);
		close_channel(&ch);
	}
}

static void message_of_another_size(void **state)
{
	static const size_t wrong[] = { 1, 99, 101, 200 };
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		for (size_t i = 0; keeps_messages(ops) && i < N_OF(wrong); i++) {
			struct channel ch = open_plain(ops);

			send_small(ops, &ch, 100);
			send_small(ops, &ch, 100);
			CHECK(recv_small(ops, &ch, wrong[i]) == -EBADMSG,
				"%s: 100 bytes passed for %zu", ops->name, wrong[i]);
			/* What is left of it must not come as the next one. */
			assert_int_equal(recv_small(ops, &ch, 100), 0);
			close_channel(&ch);
		}
	}
}

static int send_until_it_fails(const struct transport_ops *ops, struct channel *ch)
{
	unsigned char buf[64] = { 0 };
	int ret = 0;

	/* The kernel's own buffers take a few before TCP's reset has come back. */
	for (int i = 0; !ret && i < 100000; i++)
		ret = ops->send(ch, buf, sizeof(buf));
	return ret;
}

static void send_to_nobody(void **state)
{
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct channel ch;
		int ret;

		if (ops->caps & TRANSPORT_COPIES)
			continue; /* no kernel that would tell: whoever watches the ends does */
		ch = open_plain(ops);
		/* write() to a pipe knows no MSG_NOSIGNAL: main() ignores the signal for it. */
		handle_signal(SIGPIPE);
		if (strcmp(ops->name, "pipe") == 0)
			signal(SIGPIPE, SIG_IGN);
		channel_close(&ch, SIDE_RECV);
		ret = send_until_it_fails(ops, &ch);
		CHECK(ret == -EPIPE || ret == -ECONNRESET || ret == -ECONNREFUSED, "%s: %s",
			ops->name, strerror(-ret));
		CHECK(atomic_load(&n_signals) == 0, "%s raised SIGPIPE", ops->name);
		close_channel(&ch);
		signal(SIGPIPE, SIG_DFL);
	}
}

/* No end waits for the other, and nothing arrives. */
static void empty_transports_do_nothing(void **state)
{
	const struct transport_ops *ops;
	unsigned char buf[100] = { 0 };

	(void)state;
	for (size_t i = 0; (ops = transport_at(i)) != NULL; i++) {
		struct channel ch;

		if (moves(ops))
			continue;
		ch = open_plain(ops);
		assert_int_equal(ops->recv(&ch, buf, sizeof(buf)), 0);
		assert_int_equal(ops->send(&ch, buf, sizeof(buf)), 0);
		assert_int_equal(ops->finish(&ch), 0);
		assert_int_equal(ops->drain(&ch), 0);
		close_channel(&ch);
	}
}

static void list_is_in_order(void **state)
{
	const struct transport_ops *ops;
	size_t n;

	(void)state;
	for (n = 0; (ops = transport_at(n)) != NULL; n++) {
		assert_ptr_equal(
			transport_find(ops->name), ops); /* fails for a second of the name */
		assert_string_equal(transport_name(n), ops->name);
		assert_true(ops->desc && ops->desc[0]);
		CHECK(ops->desc[strlen(ops->desc) - 1] != '.', "%s: a full stop", ops->name);
		assert_true(ops->open && ops->send && ops->recv && ops->finish && ops->drain);
	}
	assert_true(n >= 7);
	assert_null(transport_at(n));
	assert_null(transport_name(n));
	assert_null(transport_find("no-such-transport"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_is_in_order),
		CHANNEL_TEST(messages_arrive_whole),
		CHANNEL_TEST(drain_finds_what_is_left),
		CHANNEL_TEST(early_finish_is_end_of_data),
		CHANNEL_TEST(finish_within_a_message),
		CHANNEL_TEST(message_of_another_size),
		CHANNEL_TEST(send_to_nobody),
		CHANNEL_TEST(empty_transports_do_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
