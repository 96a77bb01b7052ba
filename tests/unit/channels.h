/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_CHANNELS_H
#define NETIO_TESTS_UNIT_CHANNELS_H

/* Channels for the tests of transport/. */

#include "tests/unit/unit.h"

#include "transport/transport.h"

/* More than any buffer of a socket or pipe here, also one that TCP enlarged. */
#define TOO_MUCH_BYTES (64u << 20)

/* 0 in these tests unless one sets it. */
static atomic_int stop_flag;

static inline bool moves(const struct transport_ops *ops)
{
	return !(ops->caps & TRANSPORT_EMPTY);
}

static inline bool keeps_messages(const struct transport_ops *ops)
{
	return ops->caps & TRANSPORT_MESSAGES;
}

/* What this machine lacks is passed over, and said. */
static inline bool available(const struct transport_ops *ops)
{
	const struct transport_options defaults = { 0 };
	struct transport_facts facts;
	struct err err = { 0 };

	if (transport_probe(ops, &defaults, &facts, &err) == 0)
		return true;
	print_message("# not run here: %s: %s\n", ops->name, err.text);
	return false;
}

static inline void move_bytes(void *dst, const void *src, size_t n)
{
	memcpy(dst, src, n);
}

/* With a routine, which some need to move anything. */
static inline struct channel open_with(
	const struct transport_ops *ops, const struct transport_options *asked)
{
	struct transport_options with_routine = *asked;
	const struct transport_options *options = &with_routine;
	struct err err = { 0 };
	struct channel ch;

	with_routine.copy = move_bytes;
	channel_init(&ch, &stop_flag);
	CHECK(ops->open(&ch, options, &err) == 0, "%s: %s", ops->name, err.text);
	return ch;
}

static inline struct channel open_plain(const struct transport_ops *ops)
{
	const struct transport_options defaults = { 0 };

	return open_with(ops, &defaults);
}

static inline struct channel open_nonblocking(const struct transport_ops *ops)
{
	const struct transport_options options = { .nonblocking_send = true };

	return open_with(ops, &options);
}

static inline void close_channel(struct channel *ch)
{
	channel_close(ch, SIDE_SEND);
	channel_close(ch, SIDE_RECV);
}

/* A test's teardown: whatever it opened, or failed to open, must be closed. */
static inline int remember_descriptors(void **state)
{
	*state = (void *)count_descriptors();
	return 0;
}

static inline int no_descriptor_left(void **state)
{
	size_t before = (size_t)*state;
	size_t now = count_descriptors();

	if (now != before)
		print_error("%zu descriptors before, %zu after\n", before, now);
	return now != before;
}

#define CHANNEL_TEST(test)                                                                         \
	cmocka_unit_test_setup_teardown(test, remember_descriptors, no_descriptor_left)

/* Every transport of the list that this machine has and that moves bytes. */
#define FOR_EACH_MOVING(ops)                                                                       \
	for (size_t ops##_index = 0; (ops = transport_at(ops##_index)); ops##_index++)             \
		if (moves(ops) && available(ops))

#endif
