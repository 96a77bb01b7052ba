/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "transport/segments.h"

#define SNDBUF 212992u /* what an AF_UNIX socket has by default */
#define MAX    64

static const struct transport_ops *find(const char *name)
{
	const struct transport_ops *ops = transport_find(name);

	assert_non_null(ops);
	return ops;
}

struct expected {
	size_t start;
	size_t n;
	int phase;
};

static void expect(const char *transport, size_t size, uint64_t before,
	const struct expected *expected, size_t n)
{
	struct segment s[MAX];
	size_t got = segments_of(find(transport), SNDBUF, size, before, s, MAX);

	CHECK(got == n, "%s %zu: %zu segments", transport, size, got);
	for (size_t i = 0; i < n; i++)
		CHECK(s[i].start == expected[i].start && s[i].n == expected[i].n &&
				s[i].phase == expected[i].phase,
			"%s %zu, segment %zu: %zu + %zu at %d", transport, size, i, s[i].start,
			s[i].n, s[i].phase);
}

#define EXPECT(transport, size, before, ...)                                                       \
	do {                                                                                       \
		const struct expected rows[] = { __VA_ARGS__ };                                    \
		expect(transport, size, before, rows, N_OF(rows));                                 \
	} while (0)

/* 3776 linear bytes at most, the rest in whole pages; chunks of 36544. */
static void unix_stream(void **state)
{
	(void)state;
	EXPECT("unix", 100, 0, { 0, 100, -1 });
	EXPECT("unix", 2000, 0, { 0, 2000, 0 });
	EXPECT("unix", 3776, 0, { 0, 3776, 0 });
	/* A page for the 224 bytes too many: it takes all. */
	EXPECT("unix", 4000, 0, { 0, 4000, 0 });
	EXPECT("unix", 4200, 0, { 0, 104, -1 }, { 104, 4096, 0 });
	EXPECT("unix", 32768, 0, { 0, 32768, 0 });
	EXPECT("unix", 36544, 0, { 0, 3776, 0 }, { 3776, 32768, 0 });
	EXPECT("unix", 65536, 0, { 0, 3776, 0 }, { 3776, 32768, 0 }, { 36544, 320, -1 },
		{ 36864, 28672, 0 });
}

/* A small send buffer makes the chunks smaller: sndbuf / 2 - 64. */
static void small_send_buffer(void **state)
{
	struct segment s[MAX];

	(void)state;
	assert_int_equal(segments_of(find("unix"), 8192, 8064, 0, s, MAX), 2);
	assert_int_equal(s[0].n, 4032);
	assert_int_equal(s[1].start, 4032);
	assert_int_equal(segments_of(find("unix"), 200, 8064, 0, s, MAX), 0);
}

static void messages(void **state)
{
	(void)state;
	EXPECT("unix-seqpacket", 16064, 0, { 0, 16064, 0 });
	EXPECT("unix-dgram", 32768, 0, { 0, 12288, 0 }, { 12288, 20480, 0 });
}

static void tcp_runs_on(void **state)
{
	(void)state;
	EXPECT("tcp", 1000, 0, { 0, 1000, 0 });
	EXPECT("tcp6", 1000, 5000, { 0, 1000, 904 });
	EXPECT("pipe", 1000, 5000, { 0, 1000, 0 });
}

static void no_model(void **state)
{
	struct slow_share share = segments_slow_share(find("null"), 0, 4096, 1, 1);

	(void)state;
	assert_int_equal(segments_of(find("null"), 0, 4096, 0, NULL, 0), 0);
	assert_int_equal(segments_of(find("skb"), 65535, 4096, 0, NULL, 0), 0);
	assert_true(share.send_percent < 0 && share.recv_percent < 0);
}

/* Whatever the size, the segments follow each other and hold the message. */
static void segments_cover_the_message(void **state)
{
	static const char *const names[] = { "unix", "unix-seqpacket", "unix-dgram", "tcp",
		"pipe" };

	(void)state;
	for (size_t i = 0; i < N_OF(names); i++) {
		for (size_t size = 1; size < 200000; size += size < 9000 ? 1 : 977) {
			struct segment s[MAX];
			size_t n = segments_of(find(names[i]), SNDBUF, size, 0, s, MAX);
			size_t at = 0;

			CHECK(n > 0 && n <= MAX, "%s %zu: %zu", names[i], size, n);
			for (size_t j = 0; j < n; at += s[j++].n)
				CHECK(s[j].start == at && s[j].n > 0, "%s %zu: %zu", names[i], size,
					j);
			CHECK(at == size, "%s %zu: %zu bytes", names[i], size, at);
		}
	}
}

/* The window in which most of the bytes are slow, on one side. */
static void expect_window(const char *transport, size_t size, bool send, size_t first, size_t last)
{
	for (size_t offset = 0; offset < SEGMENTS_PAGE; offset++) {
		struct slow_share s = segments_slow_share(
			find(transport), SNDBUF, size, send ? offset : 0, send ? 0 : offset);
		double percent = send ? s.send_percent : s.recv_percent;
		bool inside = offset >= first && offset <= last;

		CHECK((percent > 50) == inside, "%s %zu, %s offset %zu: %.1f %%", transport, size,
			send ? "send" : "receive", offset, percent);
	}
}

/* Those that were measured on Linux 6.18, within 15 bytes of their ends. */
static void slow_windows(void **state)
{
	(void)state;
	expect_window("unix", 36544, false, 321, 383);
	expect_window("unix", 36544, true, 257, 319);
	expect_window("unix", 32768, false, 1, 63);
	expect_window("unix", 32768, true, 4033, 4095);
	expect_window("tcp", 65536, false, 1, 63);
}

/* 1000-byte messages start at every multiple of 8: half a per cent or so is slow wherever the buffer is. */
static void tcp_of_odd_sizes_is_an_average(void **state)
{
	struct slow_share s = segments_slow_share(find("tcp"), SNDBUF, 1000, 0, 0);

	(void)state;
	CHECK(s.recv_percent > 0 && s.recv_percent < 5, "%.2f %%", s.recv_percent);
	CHECK(s.send_percent > 0 && s.send_percent < 5, "%.2f %%", s.send_percent);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unix_stream),
		cmocka_unit_test(small_send_buffer),
		cmocka_unit_test(messages),
		cmocka_unit_test(tcp_runs_on),
		cmocka_unit_test(no_model),
		cmocka_unit_test(segments_cover_the_message),
		cmocka_unit_test(slow_windows),
		cmocka_unit_test(tcp_of_odd_sizes_is_an_average),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
