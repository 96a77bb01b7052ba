/* SPDX-License-Identifier: MIT */
#include "tests/unit/golden.h"

#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

#include "results/writer.h"

/*
 * Fixed records through each writer, byte for byte against tests/golden/. UPDATE_GOLDEN=1 in the
 * environment writes the files anew: read the difference before it is committed.
 */

#define SAMPLES_MAX 10

/* n samples around 1000 MB/s: the i-th takes `spread` ns longer than the one before. */
static struct sample *samples_of(size_t n, uint64_t spread)
{
	struct sample *s = calloc(SAMPLES_MAX, sizeof(*s));

	assert_true(s && n <= SAMPLES_MAX);
	for (size_t i = 0; i < n; i++)
		s[i] = (struct sample) { .elapsed_ns = 6553600 + i * spread,
			.bytes = 6553600,
			.send = { 2000000 + i * 1000, 1, 0, 1250000 },
			.recv = { 4000000 + i * 1000, 2, i, 250000 } };
	return s;
}

static struct point_record point_of(uint64_t size, uint64_t offset, size_t n, uint64_t spread)
{
	return (struct point_record) { .transport = "unix",
		.copy = "none",
		.placement = "same",
		.cpu_send = 1,
		.cpu_recv = 1,
		.size_bytes = size,
		.send_offset_bytes = offset,
		.recv_offset_bytes = offset,
		.n_messages = 6553600 / size,
		.status = POINT_DONE,
		.samples = samples_of(n, spread),
		.n_samples = n,
		.n_samples_asked = 8 };
}

static struct point_record without_samples(enum point_status status, const char *reason)
{
	struct point_record p = point_of(65536, 0, 0, 0);

	p.status = status;
	snprintf(p.reason, sizeof(p.reason), "%s", reason);
	return p;
}

static struct run_record run_of(struct point_record *points, size_t n)
{
	return (struct run_record) { .version = "1.2.3",
		.cpu = "Some CPU @ 3.00GHz",
		.cpu_mhz = 1533.4,
		.kernel = "Linux 6.1.0",
		.seed = 4711,
		.mode = "pair",
		.ends = "threads",
		.order = "random",
		.n_invocations = 4,
		.n_samples = 2,
		.to_addr = 0x7f0000804000,
		.from_addr = 0x7f0000886000,
		.points = points,
		.n_points = n };
}

static char *written(const char *format, const struct run_record *run)
{
	const struct writer_ops *w = writer_find(format);
	const struct point_record *before = NULL;
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	assert_true(w && f);
	w->begin(f, run);
	for (size_t i = 0; i < run->n_points; i++) {
		if (!writer_shows(w, &run->points[i]))
			continue;
		w->point(f, run, &run->points[i], before);
		before = &run->points[i];
	}
	w->end(f, run);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void release(struct run_record *run)
{
	for (size_t i = 0; i < run->n_points; i++)
		free(run->points[i].samples);
}

static void expect_golden(const char *format, const char *name, struct run_record *run)
{
	golden_expect(name, written(format, run));
	release(run);
}

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
static struct run_record classic(struct point_record *points, size_t n)
{
	struct run_record run = run_of(points, n);

	run.classic_pass_bytes = 0x800000;
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < points[i].n_samples; j++) {
			points[i].samples[j].bytes = 5 * 0x800000;
			points[i].samples[j].elapsed_ns = 61000000 + 1000000 * (i + j);
		}
	}
	return run;
}

static void netio2_of_two_sizes(void **state)
{
	struct point_record points[] = {
		point_of(8192, 0, 6, 0),
		point_of(8192, 8, 6, 0),
		point_of(8192, 8, 6, 0),
		point_of(8192, 4224, 1, 0),
		point_of(65536, 0, 6, 0),
		without_samples(POINT_FAILED, "went wrong"),
		point_of(65536, 8, 6, 0),
	};
	struct run_record run = classic(points, N_OF(points));

	(void)state;
	expect_golden("netio2", "netio2", &run);
}

/*
 * Points that were not told, and lines that the shape has no word for, stand between those of one size
 * and of the next: a head is printed when the size of the line before was another.
 */
static void netio2_of_an_interrupted_run(void **state)
{
	struct point_record points[] = {
		point_of(8192, 0, 0, 0),
		point_of(8192, 8, 3, 0),
		point_of(65536, 0, 6, 0),
		point_of(65536, 8, 6, 0),
		point_of(8192, 16, 6, 0),
		point_of(3000, 8, 6, 0),
		point_of(8192, 24, 6, 0),
		point_of(8192, 32, 2, 0),
	};
	struct run_record run = classic(points, N_OF(points));

	(void)state;
	points[0].status = POINT_SKIPPED;
	points[1].status = POINT_INTERRUPTED;
	points[2].status = POINT_FAILED;
	points[3].status = POINT_CORRUPT;
	points[7].status = POINT_INTERRUPTED;
	for (size_t j = 0; j < 6; j++)
		points[5].samples[j].bytes = 5 * (uint64_t)(0x800000 / 3000 * 3000);
	run.interrupted = true;
	expect_golden("netio2", "netio2-interrupted", &run);
}

static void netio2_of_an_unknown_cpu(void **state)
{
	struct point_record points[] = {
		without_samples(POINT_SKIPPED, "no room"),
		point_of(8192, 1, 6, 0),
	};
	struct run_record run = classic(points, N_OF(points));

	(void)state;
	run.cpu_mhz = 0;
	run.classic_pass_bytes = 0;
	expect_golden("netio2", "netio2-no-cpu", &run);
}

/* The shapes that reference/README.md gives, as the log of 2002 has them. */
static const char *const shapes[] = {
	"^cpu: [0-9]+ MHz$",
	"^$",
	"^################ to\\(0x[0-9a-f]+\\) from\\(0x[0-9a-f]+\\) ##############$",
	"^######################### buffer size \\(0x[0-9a-f]+:[0-9]+\\) ######################$",
	("^send/recv\\(off:[0-9]+, size:0x[0-9a-f]+\\) send/recv: copied [0-9]+\\.[0-9] Mbytes in "
	 "[0-9]+\\.[0-9]{3} seconds at [0-9]+\\.[0-9] Mbytes/sec$"),
};

static size_t shape_of(const char *line)
{
	for (size_t i = 0; i < N_OF(shapes); i++) {
		regex_t regex;
		int ret;

		assert_int_equal(regcomp(&regex, shapes[i], REG_EXTENDED | REG_NOSUB), 0);
		ret = regexec(&regex, line, 0, NULL, 0);
		regfree(&regex);
		if (!ret)
			return i;
	}
	fail_msg("not a line of 2002: %s", line);
	return 0;
}

/* Counts the lines of each shape in a text that is cut up on the way. */
static void count_shapes(char *text, size_t *counts)
{
	char *line;

	assert_int_equal(text[strlen(text) - 1], '\n');
	text[strlen(text) - 1] = '\0';
	while ((line = strsep(&text, "\n")) != NULL)
		counts[shape_of(line)]++;
}

static void shapes_are_those_of_2002(void **state)
{
	const size_t expected[] = { 1, 1, 1, 3, 339 };
	size_t counts[N_OF(shapes)] = { 0 };
	char *text = content("reference/athlon-mp1800-shift5.log");

	(void)state;
	count_shapes(text, counts);
	assert_memory_equal(counts, expected, sizeof(counts));
	free(text);
}

static void netio2_has_those_shapes(void **state)
{
	static const uint64_t sizes[] = { 1, 8192, 65536, 1ULL << 30 };
	static const uint64_t offsets[] = { 0, 8, 4224, 1ULL << 30 };
	const size_t expected[] = { 1, 1, 1, N_OF(sizes), N_OF(sizes) * N_OF(offsets) };
	struct point_record points[N_OF(sizes) * N_OF(offsets)];
	size_t counts[N_OF(shapes)] = { 0 };
	struct run_record run;
	char *text;

	(void)state;
	for (size_t i = 0; i < N_OF(points); i++) {
		points[i] = point_of(sizes[i / N_OF(offsets)], offsets[i % N_OF(offsets)], 6, 0);
		points[i].cpu_send = (int)i;
	}
	run = classic(points, N_OF(points));
	/* Rates far from those of 2002 keep the shape. */
	for (size_t i = 0; i < 6; i++) {
		points[0].samples[i].elapsed_ns = 1;
		points[1].samples[i].elapsed_ns = 3600ULL * 1000000000;
	}
	text = written("netio2", &run);
	count_shapes(text, counts);
	assert_memory_equal(counts, expected, sizeof(counts));
	free(text);
	release(&run);
}

static void list_is_in_order(void **state)
{
	const struct writer_ops *w;
	size_t n;

	(void)state;
	assert_string_equal(writer_name(0), "table");
	for (n = 0; (w = writer_at(n)) != NULL; n++) {
		assert_ptr_equal(writer_find(w->name), w);
		assert_string_equal(writer_name(n), w->name);
		assert_true(w->desc && w->begin && w->point && w->end);
	}
	assert_null(writer_at(n));
	assert_null(writer_name(n));
	assert_null(writer_find("no-such-format"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_is_in_order),
		cmocka_unit_test(table_of_a_pair),
		cmocka_unit_test(table_on_one_cpu),
		cmocka_unit_test(table_of_lockstep),
		cmocka_unit_test(table_of_an_interrupted_run),
		cmocka_unit_test(netio2_of_two_sizes),
		cmocka_unit_test(netio2_of_an_interrupted_run),
		cmocka_unit_test(netio2_of_an_unknown_cpu),
		cmocka_unit_test(shapes_are_those_of_2002),
		cmocka_unit_test(netio2_has_those_shapes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
