/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/sweeps.h"

#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Data that arrive wrong. This program has its own recv(), which the transports then call; it spoils
 * one message. Reports on the control sockets have another size and pass.
 */

#define MESSAGE_BYTES 4097

/* Set before the sweep; a process has its own copy of the counter. */
static atomic_ulong n_received;
static unsigned long spoiled_message; /* counted from 1; 0: none */
static ptrdiff_t spoiled_byte;        /* may lie outside the message */

ssize_t recv(int fd, void *buf, size_t n, int flags)
{
	ssize_t got = syscall(SYS_recvfrom, fd, buf, n, flags, NULL, NULL);

	if (n == MESSAGE_BYTES && got == MESSAGE_BYTES &&
		atomic_fetch_add(&n_received, 1) + 1 == spoiled_message)
		((unsigned char *)buf)[spoiled_byte] ^= 0x10;
	return got;
}

/* 4 samples of 20 messages, one of them the warm-up. */
static struct trial *run_spoiled(
	const char *transport, unsigned flags, unsigned long message, ptrdiff_t byte)
{
	struct trial *t = new_trial(transport, 2);

	t->config.linear = true;
	t->config.lockstep = flags & 1;
	t->config.processes = flags & 2;
	t->config.verify = flags & 4;
	t->config.sampling.n_samples = 3;
	atomic_store(&n_received, 0);
	spoiled_message = message;
	spoiled_byte = byte;
	run_trial(t);
	assert_int_equal(t->ret, 0);
	assert_int_equal(t->n_told, 2);
	return t;
}

/* The first point is corrupt with this in its reason; the next is not touched by that. */
static void expect_corrupt(struct trial *t, size_t n_samples, const char *named)
{
	const struct point_record *p = &t->run.points[0];

	CHECK(p->status == POINT_CORRUPT, "status %d: %s", p->status, p->reason);
	CHECK(strstr(p->reason, named), "no \"%s\" in: %s", named, p->reason);
	CHECK(p->n_samples == n_samples, "%zu samples", p->n_samples);
	/* Processes count anew, so that there the next point is spoiled alike. */
	CHECK(t->config.processes || p[1].status == POINT_DONE, "status %d: %s", p[1].status,
		p[1].reason);
	release_trial(t);
}

static void verify_finds_a_byte_in_any_message(void **state)
{
	static const char *const transports[] = { "unix", "unix-seqpacket", "unix-dgram", "tcp" };

	(void)state;
	for (size_t i = 0; i < N_OF(transports); i++) {
		for (unsigned flags = 4; flags < 8; flags++) {
			/* The 66th is message 65 of the channel: in the third sample kept. */
			expect_corrupt(run_spoiled(transports[i], flags, 66, 1234), 2,
				"message 65, byte 1234: expected 0x");
			expect_corrupt(run_spoiled(transports[i], flags, 1, 0), 0,
				"message 0, byte 0: expected 0x");
			expect_corrupt(run_spoiled(transports[i], flags, 80, 4096), 2,
				"message 79, byte 4096: expected 0x");
		}
	}
}

/* Without --verify the last message is looked at in the end. */
static void last_message_is_always_checked(void **state)
{
	(void)state;
	for (unsigned flags = 0; flags < 4; flags++)
		expect_corrupt(run_spoiled("unix", flags, 80, 4096), 3, "receive buffer");
}

static void guards_are_always_checked(void **state)
{
	static const struct {
		ptrdiff_t byte;
		const char *named;
	} rows[] = {
		{ MESSAGE_BYTES, "guard byte at 4097 " },
		{ -1, "guard byte at -1 " },
		{ -100, "guard byte at -100 " },
		{ MESSAGE_BYTES + 200, "guard byte at 4297 " },
	};

	(void)state;
	for (unsigned flags = 0; flags < 8; flags++) {
		for (size_t i = 0; i < N_OF(rows); i++)
			expect_corrupt(
				run_spoiled("unix", flags, 3, rows[i].byte), 3, rows[i].named);
	}
}

static void nothing_is_found_where_nothing_is_wrong(void **state)
{
	(void)state;
	for (unsigned flags = 0; flags < 8; flags++) {
		struct trial *t = run_spoiled("unix", flags, 0, 0);

		for (size_t i = 0; i < 2; i++)
			CHECK(t->run.points[i].status == POINT_DONE, "%s", t->run.points[i].reason);
		release_trial(t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verify_finds_a_byte_in_any_message),
		cmocka_unit_test(last_message_is_always_checked),
		cmocka_unit_test(guards_are_always_checked),
		cmocka_unit_test(nothing_is_found_where_nothing_is_wrong),
	};

	return cmocka_run_group_tests(tests, open_topology, close_topology);
}
