/* SPDX-License-Identifier: MIT */
#include "tests/unit/pointrecords.h"

static void table_of_a_pair(void **state)
{
	struct transport_record transports[] = {
		{ .name = "unix",
			.sndbuf_asked_bytes = 65536,
			.sndbuf_granted_bytes = 131072,
			.rcvbuf_granted_bytes = 212992 },
		{ .name = "tcp",
			.sndbuf_granted_bytes = 2626560,
			.rcvbuf_granted_bytes = 131072,
			.congestion = "cubic" },
		{ .name = "tcp6", .unavailable = "no TCP over IPv6: not supported" },
		{ .name = "null" },
	};
	struct point_record points[] = {
		point_of(8192, 0, 8, 1000),
		point_of(8192, 4224, 8, 200000),
		point_of(65536, 1, 8, 900000),
		point_of(1048576, 8, 5, 1000),
		point_of(65536, 2, 8, 1000),
		point_of(1, 0, 8, 0),
		point_of(1, 1, 8, 0),
		without_samples(POINT_SKIPPED, "no two usable cores share an L2 cache"),
		without_samples(POINT_FAILED, "cannot start a thread: no room"),
		without_samples(POINT_CORRUPT, "receiver: message 3, byte 7: expected 0x12"),
	};
	struct run_record run = run_of(points, N_OF(points));

	(void)state;
	points[4].transport = "unix-seqpacket";
	points[4].cpu_send = points[4].cpu_recv = -1;
	points[4].placement = "any";
	points[4].recv_offset_bytes = 63;
	points[5].transport = "null";
	points[5].moves_nothing = true;
	points[5].size_bytes = 1 << 20;
	for (size_t i = 0; i < 8; i++) {
		points[5].samples[i].bytes = 6553600ULL << 20;
		points[5].samples[i].elapsed_ns = 50000000 + i * 100000;
		points[6].samples[i].elapsed_ns = 1000;
	}
	run.transports = transports;
	run.n_transports = N_OF(transports);
	expect_golden("table", "table-pair", &run);
}

static void table_on_one_cpu(void **state)
{
	struct point_record points[] = { point_of(8192, 0, 8, 1000), point_of(8192, 1, 8, 1000) };
	struct run_record run = run_of(points, N_OF(points));

	(void)state;
	run.cpu[0] = '\0';
	run.ends = "processes";
	run.order = "linear";
	run.verified = true;
	expect_golden("table", "table-one-cpu", &run);
}

static void table_of_two_modes(void **state)
{
	struct point_record points[] = { point_of(8192, 0, 10, 1000), point_of(8192, 1, 10, 1000) };
	struct run_record run = run_of(points, N_OF(points));

	(void)state;
	for (size_t i = 6; i < 10; i++)
		points[1].samples[i].elapsed_ns += 1500000;
	expect_golden("table", "table-two-modes", &run);
}

static void table_of_lockstep(void **state)
{
	struct point_record points[] = {
		point_of(4096, 0, 8, 1000),
		point_of(4096, 1, 2, 1000),
		without_samples(POINT_SKIPPED, "a message of 1048576 bytes does not fit"),
	};
	struct run_record run = run_of(points, N_OF(points));

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		for (size_t j = 0; j < points[i].n_samples; j++) {
			points[i].samples[j].send_ns = 3000000 + j * 400000;
			points[i].samples[j].recv_ns = 3553600 + j * 1000;
			points[i].samples[j].recv.cpu_ns = 0;
		}
	}
	run.mode = "lockstep";
	run.verified = true;
	expect_golden("table", "table-lockstep", &run);
}

static void table_of_an_interrupted_run(void **state)
{
	struct point_record points[] = {
		point_of(8192, 0, 8, 1000),
		point_of(8192, 1, 7, 1000),
		point_of(8192, 2, 3, 1000),
		point_of(8192, 3, 6, 1000),
		point_of(8192, 4, 6, 1000),
	};
	struct run_record run = run_of(points, N_OF(points));

	(void)state;
	points[1].status = POINT_INTERRUPTED;
	points[2].status = POINT_INTERRUPTED;
	points[3].status = POINT_FAILED;
	strcpy(points[3].reason, "the sender (process 12) was killed by signal 9 (Killed)");
	points[4].status = POINT_CORRUPT;
	strcpy(points[4].reason, "receiver: message 3, byte 7: expected 0x12, found 0x13");
	run.interrupted = true;
	expect_golden("table", "table-interrupted", &run);
}

/* 5 passes of 0x800000 bytes are the 40.0 Mbytes of 2002. */

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_of_a_pair),
		cmocka_unit_test(table_on_one_cpu),
		cmocka_unit_test(table_of_two_modes),
		cmocka_unit_test(table_of_lockstep),
		cmocka_unit_test(table_of_an_interrupted_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
