/* SPDX-License-Identifier: MIT */
#include "tests/unit/stories.h"

#define MBYTE 1048576.0

/* A text and the one point in it. */
static const struct snippet {
	const char *text;
	const char *shape;
	const char *transport;
	const char *copy;
	uint64_t size;
	uint64_t send_offset;
	uint64_t recv_offset;
	double rate;
	uint64_t bytes;
} snippets[] = {
	/* Each shape by itself. */
	{ "send/recv(off:100, size:0x800000) send/recv: copied 40.0 Mbytes in 0.066 seconds at "
	  "602.5 Mbytes/sec\n",
		"A1", "send/recv", "none", 0x800000, 100, 100, 602.5, 41943040 },
	{ "(off:100, size:0x800000)\nsend/recv: copied 40.0 Mbytes in 0.117 seconds at 341.6 "
	  "Mbytes/sec\n",
		"A2", "send/recv", "none", 0x800000, 100, 100, 341.6, 41943040 },
	{ "0x846e000+1 -> 0x804e000+2 send/recv: 0.043644 seconds at 91.7 Mbytes/sec\n", "C",
		"send/recv", "none", 0, 1, 2, 91.7, 4196563 },
	{ "buf(0x886e001) copied 24.0 Mbytes in 0.129 seconds at 186.7 Mbytes/sec\n", "B", "buf",
		"none", 0, 1, 1, 186.7, 25165824 },
	{ "0x7f0000800000+0 -> 0x7f0000a00800+8 memcpy: 0.004271 seconds at 914.6 Mbytes/sec\n",
		"C", "memory", "memcpy", 0, 0, 8, 914.6, 4096007 },
	/* Heads give the size, and what an address is past. */
	{ "######################### buffer size (0x2000:8192) ######################\n"
	  "send/recv(off:1, size:0x800000) send/recv: copied 40.0 Mbytes in 0.068 seconds at 585.3 "
	  "Mbytes/sec\n",
		"A1", "send/recv", "none", 8192, 1, 1, 585.3, 41943040 },
	{ "################ to(0x804e000) from(0x886e000) ##############\n"
	  "buf(0x886f080) copied 24.0 Mbytes in 0.129 seconds at 186.7 Mbytes/sec\n",
		"B", "buf", "none", 0, 4224, 4224, 186.7, 25165824 },
	{ "# to(0x804e000) from(0x886e000) #\n"
	  "buf(0x804e008) copied 24.0 Mbytes in 0.129 seconds at 186.7 Mbytes/sec\n",
		"B", "buf", "none", 0, 8, 8, 186.7, 25165824 },
	{ "to(0x804e000) from(0x886e000)\n"
	  "buf(0x9999064) copied 24.0 Mbytes in 0.129 seconds at 186.7 Mbytes/sec\n",
		"B", "buf", "none", 0, 100, 100, 186.7, 25165824 },
	/* Quoted, at any depth. */
	{ "> buf(0x886e001) copied 24.0 Mbytes in 0.129 seconds at 186.7 Mbytes/sec\n", "B", "buf",
		"none", 0, 1, 1, 186.7, 25165824 },
	{ ">buf(0x886e001) copied 24.0 Mbytes in 0.129 seconds at 186.7 Mbytes/sec\n", "B", "buf",
		"none", 0, 1, 1, 186.7, 25165824 },
	{ "> > >> | buf(0x886e001) copied 24.0 Mbytes in 0.129 seconds\n>>>> | at 186.7 Mbytes/sec",
		"B", "buf", "none", 0, 1, 1, 186.7, 25165824 },
	{ "> > (off:100, size:0x800000)\n> > send/recv: copied 40.0 Mbytes in 0.117 seconds at "
	  "341.6 Mbytes/sec\n",
		"A2", "send/recv", "none", 0x800000, 100, 100, 341.6, 41943040 },
	/* Wrapped at any blank, the tail quoted or not. */
	{ "> send/recv(off:100, size:0x800000) send/recv: copied 40.0 Mbytes in 0.066\n"
	  "seconds at 602.5 Mbytes/sec\n",
		"A1", "send/recv", "none", 0x800000, 100, 100, 602.5, 41943040 },
	{ "> 0x846e000+1\n> -> 0x804e000+1 send/recv: 0.043644 seconds at 91.7\nMbytes/sec\n", "C",
		"send/recv", "none", 0, 1, 1, 91.7, 4196563 },
	{ "send/recv(off:100,\nsize:0x800000)\nsend/recv:\ncopied\n40.0\nMbytes\nin\n0.066\nseconds"
	  "\nat\n602.5\nMbytes/sec\n",
		"A1", "send/recv", "none", 0x800000, 100, 100, 602.5, 41943040 },
	{ "#### buffer\n> size\n> (0x2000:8192) ####\n(off:4, size:0x800000) send/recv: copied "
	  "40.0 Mbytes in 0.117 seconds at 341.6 Mbytes/sec\n",
		"A2", "send/recv", "none", 8192, 4, 4, 341.6, 41943040 },
	/* CRLF, tabs, no-break spaces, no end of line. */
	{ "(off:100,\tsize:0x800000)\r\nsend/recv:\tcopied\t40.0 Mbytes in 0.117 seconds at 341.6 "
	  "Mbytes/sec\r\n",
		"A2", "send/recv", "none", 0x800000, 100, 100, 341.6, 41943040 },
	{ "\xef\xbb\xbf(off:100,\xc2\xa0size:0x800000) send/recv: copied\xa0 40.0 Mbytes in 0.117 "
	  "seconds at 341.6 Mbytes/sec",
		"A2", "send/recv", "none", 0x800000, 100, 100, 341.6, 41943040 },
	/* Quoted-printable: cut anywhere, also in a word and behind a quote; blanks that are encoded. */
	{ "send/recv(off:100, size:0x800000) send/recv: copied 40.0 Mbytes in 0.066 sec=\nonds at "
	  "60=\r\n2.5 Mbytes/s=\nec\n",
		"A1", "send/recv", "none", 0x800000, 100, 100, 602.5, 41943040 },
	{ "(off:100, size:0x800000)=20\nsend/recv: copied 40.0 Mbytes in 0=2E117=20seconds at =\n"
	  "341.6 Mbytes/sec=20\n",
		"A2", "send/recv", "none", 0x800000, 100, 100, 341.6, 41943040 },
	{ "> send/recv(off:100, size:0x800000) send/recv: copied 40.0 Mbytes in 0.0=\n> 66 seconds "
	  "at =\n> 602.5 Mbytes/sec\n",
		"A1", "send/recv", "none", 0x800000, 100, 100, 602.5, 41943040 },
	{ "> 0x846e000+1 -=\n> 0x804e000+1 send/recv: 0.043644 seconds at 91.7 Mbytes/sec\n", "C",
		"send/recv", "none", 0, 1, 1, 91.7, 4196563 },
	/* A ruler of "=" joins nothing. */
	{ "==========\nbuf(0x886e001) copied 24.0 Mbytes in 0.129 seconds at 186.7 Mbytes/sec\n",
		"B", "buf", "none", 0, 1, 1, 186.7, 25165824 },
	/* Prose around it. */
	{ "Hi,\n\nwith your patch (see below) I get\n  buf(0x886e001) copied 24.0 Mbytes in 0.129 "
	  "seconds at 186.7 Mbytes/sec.\nwhich is slower. buffer size is 8192, to(me).\n-- \nX\n",
		"B", "buf", "none", 0, 1, 1, 186.7, 25165824 },
	/* Rates with few bytes keep their digits. */
	{ "(off:0, size:0x40) send/recv: copied 0.1 Mbytes in 0.001 seconds at 123456.7 "
	  "Mbytes/sec\n",
		"A2", "send/recv", "none", 64, 0, 0, 123456.7, 0 },
	{ "(off:0, size:0x40) send/recv: copied 0.1 Mbytes in 0.001 seconds at 999999999.9 "
	  "Mbytes/sec\n",
		"A2", "send/recv", "none", 64, 0, 0, 999999999.9, 0 },
	{ "(off:0, size:64) send/recv: copied 0.1 Mbytes in 1000 seconds at 0.0001 Mbytes/sec\n",
		"A2", "send/recv", "none", 64, 0, 0, 0.0001, 104858 },
};

static void expect_snippet(const struct snippet *s)
{
	struct story story = read_text(s->text);
	const struct stored *got = &story.stored;
	const struct stored_point *p = got->points;

	CHECK(story.ret == 0, "%s of:\n%s", story.err.text, s->text);
	CHECK(got->n_points == 1 && strcmp(got->shape, s->shape) == 0,
		"%zu points, shape %s of:\n%s", got->n_points, got->shape, s->text);
	CHECK(!got->interrupted && got->n_ignored == 0, "%s of:\n%s", got->ignored_reason, s->text);
	CHECK(strcmp(p->key.transport, s->transport) == 0 && strcmp(p->key.copy, s->copy) == 0 &&
			strcmp(p->key.mode, "log") == 0,
		"%s %s %s of:\n%s", p->key.transport, p->key.copy, p->key.mode, s->text);
	CHECK(p->key.size_bytes == s->size && p->key.send_offset_bytes == s->send_offset &&
			p->key.recv_offset_bytes == s->recv_offset,
		"size %llu, offsets %llu, %llu of:\n%s", (unsigned long long)p->key.size_bytes,
		(unsigned long long)p->key.send_offset_bytes,
		(unsigned long long)p->key.recv_offset_bytes, s->text);
	CHECK(fabs(p->mb_per_s / (s->rate * MBYTE / 1e6) - 1) < 1e-6 && p->wall.n == 1 &&
			p->wall.invocation[0] == p->mb_per_s && p->cpu.n == 0,
		"%.12g MB/s of:\n%s", p->mb_per_s, s->text);
	CHECK(s->bytes == 0 || got->run->points[0].samples[0].bytes == s->bytes,
		"%llu bytes of:\n%s", (unsigned long long)got->run->points[0].samples[0].bytes,
		s->text);
	forget(&story);
}

static void each_snippet_is_one_point(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(snippets); i++)
		expect_snippet(&snippets[i]);
}

#define GOOD       "buf(0x886e001) copied 24.0 Mbytes in 0.129 seconds at 186.7 Mbytes/sec\n"
#define A(figures) GOOD "(off:1, size:0x800000) send/recv: copied " figures "\n" GOOD

/* Lines that are counted: how many, which is the first, and why. */
static const struct {
	const char *text;
	size_t n_points;
	size_t n_ignored;
	size_t first;
	const char *reason;
} damaged[] = {
	{ A("40.0 Mbytes in 0.000 seconds at 341.6 Mbytes/sec"), 2, 1, 2, "0 seconds" },
	{ A("40.0 Mbytes in 0.117 seconds at 0.0 Mbytes/sec"), 2, 1, 2, "rate is 0" },
	{ A("0.0 Mbytes in 0.117 seconds at 341.6 Mbytes/sec"), 2, 1, 2, "copied nothing" },
	{ A("40.0 Mbytes in 0.117 seconds at inf Mbytes/sec"), 2, 1, 2, "a number, found 'inf'" },
	{ A("40.0 Mbytes in 0.117 seconds at nan Mbytes/sec"), 2, 1, 2, "a number, found 'nan'" },
	{ A("40.0 Mbytes in -0.117 seconds at 341.6 Mbytes/sec"), 2, 1, 2, "found '-0.117'" },
	{ A("40.0 Mbytes in 0.117 seconds at 1e3 Mbytes/sec"), 2, 1, 2, "found '1e3'" },
	{ A("40.0 Mbytes in 0.117 seconds at 1.2.3 Mbytes/sec"), 2, 1, 2, "found '1.2.3'" },
	{ A("40.0 Mbytes in 0.117 seconds at .5 Mbytes/sec"), 2, 1, 2, "found '.5'" },
	{ A("40.0 Mbytes in 0.117 seconds at 1000000001.0 Mbytes/sec"), 2, 1, 2, "above 10^9" },
	{ A("40.0 Mbytes in 0.117 seconds at 12345678901234567890 Mbytes/sec"), 2, 1, 2,
		"a number" },
	{ A("40.0 Mbytes in 1000000001 seconds at 1.0 Mbytes/sec"), 2, 1, 2, "10^9 seconds" },
	{ A("40.0 Mbytes in 1 seconds at 0.00000000000001 Mbytes/sec"), 2, 1, 2, "10^9 seconds" },
	{ A("40.0 Mbits in 0.117 seconds at 341.6 Mbytes/sec"), 2, 1, 2, "expected Mbytes" },
	{ A("40.0 Mbytes in 0.117 seconds at 341.6 Mbits/sec"), 2, 1, 2, "expected Mbytes/sec" },
	{ A("40.0 Mbytes"), 2, 1, 2, "expected in, found 'buf(" },
	{ GOOD "(off:x, size:0x800000) send/recv: copied 40.0 Mbytes in 0.1 seconds at 1.0 "
	       "Mbytes/sec\n" GOOD,
		2, 1, 2, "'(off:x,'" },
	{ GOOD "(off:99999999999999999999, size:0x8) send/recv: copied 4.0 Mbytes in 0.1 seconds "
	       "at 1.0 Mbytes/sec\n" GOOD,
		2, 1, 2, "not as a result begins" },
	{ GOOD "\nbuf(0x) copied 24.0 Mbytes in 0.129 seconds at 186.7 Mbytes/sec\n" GOOD, 2, 1, 3,
		"'buf(0x)'" },
	{ GOOD "0x10+1 -> 0x20 send/recv: 0.04 seconds at 91.7 Mbytes/sec\n" GOOD, 2, 1, 2,
		"'0x10+1'" },
	{ GOOD "of about 1.0 Mbytes/sec\n", 1, 1, 2, "a rate without" },
	{ GOOD "buffer size (0x2000:8193) ####\n" GOOD, 2, 1, 2, "no buffer size" },
	{ "(off:\x1b[1m, size:0x8) x\n" GOOD, 1, 1, 1, "'(off:?[1m,'" },
	{ A("0.0 Mbytes in 0.1 seconds at 1.0 Mbytes/sec\nx 1 Mbytes/sec"), 2, 2, 2, "nothing" },
};

static void lines_that_cannot_be_used_are_counted(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(damaged); i++) {
		struct story s = read_text(damaged[i].text);
		const struct stored *got = &s.stored;

		CHECK(got->n_points == damaged[i].n_points && !got->interrupted,
			"%zu points, interrupted %d of:\n%s", got->n_points, got->interrupted,
			damaged[i].text);
		CHECK(got->n_ignored == damaged[i].n_ignored &&
				got->first_ignored == damaged[i].first &&
				strstr(got->ignored_reason, damaged[i].reason),
			"%zu ignored, line %zu, '%s' of:\n%s", got->n_ignored, got->first_ignored,
			got->ignored_reason, damaged[i].text);
		forget(&s);
	}
}

/* Wherever the last line is cut, the points before it stand, and no other is made of the rest. */
static void a_log_that_is_cut_is_interrupted(void **state)
{
	static const char *const lines[] = {
		"send/recv(off:100, size:0x800000) send/recv: copied 40.0 Mbytes in 0.066 seconds "
		"at "
		"602.5 Mbytes/sec",
		GOOD,
		"0x846e000+1 -> 0x804e000+1 send/recv: 0.043644 seconds at 91.7 Mbytes/sec",
	};
	char text[400];

	(void)state;
	for (size_t i = 0; i < N_OF(lines); i++) {
		for (size_t n = 16; lines[i][n] && lines[i][n] != '\n'; n++) {
			struct story s;

			snprintf(text, sizeof(text), GOOD "%.*s", (int)n, lines[i]);
			s = read_text(text);
			CHECK(s.stored.n_points == 1 && s.stored.interrupted &&
					s.stored.n_ignored == 0,
				"%zu points, interrupted %d, %s of:\n%s", s.stored.n_points,
				s.stored.interrupted, s.stored.ignored_reason, text);
			forget(&s);
		}
	}
}

static void the_remark_of_an_interrupted_run_is_understood(void **state)
{
	struct story s = read_text(GOOD "# interrupted: 1 of 4 points complete, 2 in part\n");

	(void)state;
	assert_true(s.stored.interrupted);
	forget(&s);
}

static void sections_follow_each_other(void **state)
{
	struct story s = read_text("cpu: 1533 MHz\nmodel name\t: AMD Athlon(tm) MP  1800+\n"
				   "to(0x1000) from(0x2000)\nbuffer size (0x2000:8192) #\n" GOOD
				   "buffer size (0x10000:65536) #\n" GOOD GOOD
				   "buffer size (bad) #\nbuffer size (0x1:2) #\n" GOOD);
	const struct stored_point *p = s.stored.points;

	(void)state;
	assert_int_equal(s.stored.n_points, 4);
	assert_int_equal(p[0].key.size_bytes, 8192);
	assert_int_equal(p[1].key.size_bytes, 65536);
	assert_int_equal(p[1].key.occurrence, 0);
	assert_int_equal(p[2].key.occurrence, 1);
	assert_int_equal(p[3].key.size_bytes, 0); /* not that of the section before */
	assert_int_equal(s.stored.n_ignored, 1);
	assert_true(s.stored.run->cpu_mhz == 1533);
	assert_string_equal(s.stored.run->cpu, "AMD Athlon(tm) MP 1800+");
	assert_int_equal(s.stored.run->to_addr, 0x1000);
	assert_int_equal(s.stored.run->from_addr, 0x2000);
	forget(&s);
}

static void shapes_are_named_together(void **state)
{
	struct story s = read_text(GOOD "0x1+1 -> 0x2+1 x: 0.04 seconds at 91.7 Mbytes/sec\n");

	(void)state;
	assert_string_equal(s.stored.shape, "B and C");
	forget(&s);
}

static void a_text_without_a_result_is_refused(void **state)
{
	(void)state;
	expect_refused("Hello,\nworld\n", "no result in it");
	expect_refused("(off:1, size:0x800000) send/recv: copied 40.0 Mbytes in 0.0 seconds at 1 "
		       "Mbytes/sec\n",
		"line 1: it took 0 seconds");
	expect_refused("send/recv(off:1, size:0x8", "no result in it");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_snippet_is_one_point),
		cmocka_unit_test(lines_that_cannot_be_used_are_counted),
		cmocka_unit_test(a_log_that_is_cut_is_interrupted),
		cmocka_unit_test(the_remark_of_an_interrupted_run_is_understood),
		cmocka_unit_test(sections_follow_each_other),
		cmocka_unit_test(shapes_are_named_together),
		cmocka_unit_test(a_text_without_a_result_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
