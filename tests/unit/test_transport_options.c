/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/channels.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>

/* What the options of a transport do, and what fits its buffers. */

static struct transport_facts facts_with(
	const struct transport_ops *ops, const struct transport_options *options)
{
	struct transport_facts facts;
	struct err err = { 0 };

	memset(&facts, 0xee, sizeof(facts));
	CHECK(transport_probe(ops, options, &facts, &err) == 0, "%s: %s", ops->name, err.text);
	return facts;
}

/* The kernel doubles what a socket asks for (socket(7)) and rounds a pipe up to pages. */
static void send_buffer_is_read_back(void **state)
{
	const struct transport_options asked = { .sndbuf_bytes = 16384 };
	const struct transport_options defaults = { 0 };
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct transport_facts facts = facts_with(ops, &asked);
		struct transport_facts usual = facts_with(ops, &defaults);

		if (ops->caps & TRANSPORT_COPIES)
			CHECK(facts.sndbuf_bytes == 16384 && facts.rcvbuf_bytes == 0, "%s: %d",
				ops->name, (int)facts.sndbuf_bytes);
		else if (strcmp(ops->name, "pipe") == 0)
			CHECK(facts.sndbuf_bytes >= 16384 && facts.rcvbuf_bytes == 0, "pipe: %d",
				(int)facts.sndbuf_bytes);
		else
			CHECK(facts.sndbuf_bytes == 2 * 16384, "%s: %d", ops->name,
				(int)facts.sndbuf_bytes);
		CHECK(usual.sndbuf_bytes > 0 && facts.rcvbuf_bytes == usual.rcvbuf_bytes,
			"%s: defaults", ops->name);
	}
}

static void receive_buffer_is_read_back(void **state)
{
	const struct transport_options asked = { .rcvbuf_bytes = 20000 };
	const struct transport_options defaults = { 0 };
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct transport_facts facts = facts_with(ops, &asked);

		if (ops->caps & TRANSPORT_DOUBLES)
			CHECK(facts.rcvbuf_bytes == 2 * 20000, "%s: %d", ops->name,
				(int)facts.rcvbuf_bytes);
		CHECK(facts.sndbuf_bytes == facts_with(ops, &defaults).sndbuf_bytes,
			"%s: the send buffer changed", ops->name);
	}
}

static void pipe_capacity_is_set(void **state)
{
	const struct transport_ops *pipe_ops = transport_find("pipe");
	struct transport_options options = { .sndbuf_bytes = 131072 };

	(void)state;
	assert_non_null(pipe_ops);
	assert_int_equal(facts_with(pipe_ops, &options).sndbuf_bytes, 131072);
}

static void null_has_no_facts(void **state)
{
	const struct transport_options asked = { .sndbuf_bytes = 16384, .rcvbuf_bytes = 16384 };
	struct transport_facts facts = facts_with(transport_find("null"), &asked);

	(void)state;
	assert_int_equal(facts.sndbuf_bytes, 0);
	assert_int_equal(facts.rcvbuf_bytes, 0);
	assert_string_equal(facts.congestion, "");
}

static void congestion_control(void **state)
{
	/* reno is the one that every Linux has and lets anyone use. */
	const struct transport_options reno = { .congestion = "reno" };
	const struct transport_options defaults = { 0 };
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct transport_facts facts = facts_with(ops, &reno);

		if (ops->caps & TRANSPORT_TCP) {
			CHECK(strcmp(facts.congestion, "reno") == 0, "%s: '%s'", ops->name,
				facts.congestion);
			assert_true(facts_with(ops, &defaults).congestion[0]);
		} else {
			CHECK(!facts.congestion[0], "%s: '%s'", ops->name, facts.congestion);
		}
	}
}

static void unknown_congestion_control(void **state)
{
	const struct transport_options options = { .congestion = "no-such-one" };
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct err err = { 0 };
		struct channel ch;

		if (!(ops->caps & TRANSPORT_TCP))
			continue;
		channel_init(&ch, &stop_flag);
		CHECK(ops->open(&ch, &options, &err) < 0 && err.code > 0, "%s took it", ops->name);
		CHECK(strstr(err.text, "'no-such-one'"), "%s: %s", ops->name, err.text);
		CHECK(ch.fd[0] == -1 && ch.fd[1] == -1, "%s: left a descriptor", ops->name);
	}
}

static void nodelay_is_set(void **state)
{
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		for (int wanted = 0; wanted <= 1; wanted++) {
			const struct transport_options options = { .nodelay = wanted };
			struct channel ch;
			socklen_t n = sizeof(int);
			int now = -1;

			if (!(ops->caps & TRANSPORT_TCP))
				continue;
			ch = open_with(ops, &options);
			assert_int_equal(
				getsockopt(ch.fd[SIDE_SEND], IPPROTO_TCP, TCP_NODELAY, &now, &n),
				0);
			CHECK(!now == !wanted, "%s: wanted %d, is %d", ops->name, wanted, now);
			close_channel(&ch);
		}
	}
}

/* How much a full stream took is told, and exactly that arrives. */
static void full_stream_says_how_much(void **state)
{
	unsigned char *buf = calloc(1, TOO_MUCH_BYTES);
	const struct transport_ops *ops;

	(void)state;
	assert_non_null(buf);
	FOR_EACH_MOVING(ops)
	{
		struct channel ch;

		if (keeps_messages(ops))
			continue;
		ch = open_nonblocking(ops);
		CHECK(ops->send(&ch, buf, TOO_MUCH_BYTES) == -EAGAIN, "%s", ops->name);
		CHECK(ch.sent_bytes > 0 && ch.sent_bytes < TOO_MUCH_BYTES, "%s: %zu", ops->name,
			ch.sent_bytes);
		assert_int_equal(ops->finish(&ch), 0);
		CHECK(ops->recv(&ch, buf, ch.sent_bytes) == 0, "%s: fewer bytes", ops->name);
		CHECK(ops->drain(&ch) == 0, "%s: more bytes", ops->name);
		close_channel(&ch);
	}
	free(buf);
}

static void full_message_queue(void **state)
{
	unsigned char buf[1000] = { 0 };
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct channel ch;
		int sent = 0;
		int ret;

		if (!keeps_messages(ops))
			continue;
		ch = open_nonblocking(ops);
		while ((ret = ops->send(&ch, buf, sizeof(buf))) == 0)
			sent++;
		CHECK(ret == -EAGAIN && ch.sent_bytes == 0, "%s: %s, %zu bytes", ops->name,
			strerror(-ret), ch.sent_bytes);
		while (sent-- > 0)
			assert_int_equal(ops->recv(&ch, buf, sizeof(buf)), 0);
		close_channel(&ch);
	}
}

static size_t capacity(
	const struct transport_ops *ops, const struct transport_options *asked, size_t size)
{
	struct transport_options with_routine = *asked;
	const struct transport_options *options = &with_routine;
	struct err err = { 0 };
	size_t fits = SIZE_MAX;

	with_routine.copy = move_bytes;
	CHECK(transport_capacity(ops, options, size, &fits, &err) == 0, "%s, %zu: %s", ops->name,
		size, err.text);
	return fits;
}

/* Whether a message goes into a fresh channel and comes out of it: one thread, as in lockstep. */
static bool goes_through(
	const struct transport_ops *ops, const struct transport_options *options, size_t size)
{
	struct transport_options nonblocking = *options;
	unsigned char *buf = calloc(1, size);
	struct channel ch;
	int ret;

	assert_non_null(buf);
	nonblocking.nonblocking_send = true;
	ch = open_with(ops, &nonblocking);
	ret = ops->send(&ch, buf, size);
	if (!ret)
		CHECK(ops->recv(&ch, buf, size) == 0, "%s: %zu not received", ops->name, size);
	close_channel(&ch);
	free(buf);
	return ret == 0;
}

static void largest_that_fits_does_fit(void **state)
{
	static const struct transport_options options[] = {
		{ 0 },
		{ .sndbuf_bytes = 16384 },
		{ .rcvbuf_bytes = 16384 },
	};
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		for (size_t i = 0; i < N_OF(options); i++) {
			size_t fits = capacity(ops, &options[i], TOO_MUCH_BYTES);

			CHECK(fits >= 4096 && fits < TOO_MUCH_BYTES, "%s, %zu: %zu", ops->name, i,
				fits);
			for (int again = 0; again < 10; again++)
				CHECK(goes_through(ops, &options[i], fits), "%s, %zu: %zu",
					ops->name, i, fits);
			if (keeps_messages(ops))
				CHECK(!goes_through(ops, &options[i], fits + 1),
					"%s, %zu: %zu is not the largest", ops->name, i, fits);
		}
	}
}

static void what_fits_is_said_to_fit(void **state)
{
	static const size_t sizes[] = { 1, 2, 100, 4096 };
	const struct transport_options defaults = { 0 };
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		for (size_t i = 0; i < N_OF(sizes); i++)
			CHECK(capacity(ops, &defaults, sizes[i]) == sizes[i], "%s: %zu", ops->name,
				sizes[i]);
		if (keeps_messages(ops)) {
			size_t largest = capacity(ops, &defaults, TOO_MUCH_BYTES);

			CHECK(capacity(ops, &defaults, largest) == largest, "%s", ops->name);
			CHECK(capacity(ops, &defaults, largest + 1) == largest, "%s", ops->name);
			CHECK(capacity(ops, &defaults, largest - 1) == largest - 1, "%s",
				ops->name);
		}
	}
	assert_int_equal(capacity(transport_find("null"), &defaults, SIZE_MAX / 2), SIZE_MAX / 2);
}

/* An option that the kernel refuses is an error of the capacity, not a size of 0. */
static void capacity_of_what_cannot_open(void **state)
{
	const struct transport_options options = { .congestion = "no-such-one" };
	const struct transport_ops *ops;
	size_t fits;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct err err = { 0 };

		if (!(ops->caps & TRANSPORT_TCP))
			continue;
		CHECK(transport_capacity(ops, &options, 100, &fits, &err) == -err.code && err.code,
			"%s", ops->name);
		CHECK(strstr(err.text, "'no-such-one'"), "%s: %s", ops->name, err.text);
	}
}

static void closing_twice_is_fine(void **state)
{
	struct channel ch;

	(void)state;
	channel_init(&ch, &stop_flag);
	assert_ptr_equal(ch.stop, &stop_flag);
	close_channel(&ch);
	ch = open_plain(transport_find("pipe"));
	close_channel(&ch);
	assert_int_equal(ch.fd[SIDE_SEND], -1);
	assert_int_equal(ch.fd[SIDE_RECV], -1);
	close_channel(&ch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHANNEL_TEST(send_buffer_is_read_back),
		CHANNEL_TEST(receive_buffer_is_read_back),
		CHANNEL_TEST(pipe_capacity_is_set),
		CHANNEL_TEST(null_has_no_facts),
		CHANNEL_TEST(congestion_control),
		CHANNEL_TEST(unknown_congestion_control),
		CHANNEL_TEST(nodelay_is_set),
		CHANNEL_TEST(full_stream_says_how_much),
		CHANNEL_TEST(full_message_queue),
		CHANNEL_TEST(largest_that_fits_does_fit),
		CHANNEL_TEST(what_fits_is_said_to_fit),
		CHANNEL_TEST(capacity_of_what_cannot_open),
		CHANNEL_TEST(closing_twice_is_fine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
