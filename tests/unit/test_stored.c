/* SPDX-License-Identifier: MIT */
#include "tests/unit/stories.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define GOOD "buf(0x886e001) copied 24.0 Mbytes in 0.129 seconds at 186.7 Mbytes/sec\n"

static char path[64];

static int make_path(void **state)
{
	(void)state;
	snprintf(path, sizeof(path), "/tmp/netio-test-stored-%d", (int)getpid());
	return 0;
}

static int remove_path(void **state)
{
	(void)state;
	chmod(path, 0600);
	unlink(path);
	return 0;
}

static void write_file(const char *bytes, size_t n)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

/* One sentence that names the file. */
static void expect_unreadable(const char *name, const char *sentence)
{
	struct stored s;
	struct err err = { 0 };
	int ret = stored_read(name, &s, &err);

	CHECK(ret < 0 && err.code == -ret && s.n_points == 0, "%s: %d, %zu points", name, ret,
		s.n_points);
	CHECK(strstr(err.text, name) == err.text && strstr(err.text, sentence) &&
			!strchr(err.text, '\n'),
		"'%s', expected '%s'", err.text, sentence);
	stored_release(&s);
}

static void files_that_cannot_be_read_are_told(void **state)
{
	(void)state;
	expect_unreadable("/nonexistent/file", "cannot be opened: No such file");
	expect_unreadable("/tmp", "cannot be read: Is a directory");
	expect_unreadable("/dev/null", "the file is empty");
	expect_unreadable("/dev/zero", "binary, not a result of netio");
	write_file(" \n\t\r\n", 5);
	expect_unreadable(path, "empty but for blanks");
	write_file("\xef\xbb\xbf", 3);
	expect_unreadable(path, "empty");
	write_file(GOOD "\0", sizeof(GOOD));
	expect_unreadable(path, "binary");
	write_file("Hello\n", 6);
	expect_unreadable(path, "no result in it");
}

static void a_file_without_permission_is_told(void **state)
{
	(void)state;
	if (geteuid() == 0)
		SKIP("root may read every file");
	write_file(GOOD, strlen(GOOD));
	assert_int_equal(chmod(path, 0), 0);
	expect_unreadable(path, "cannot be opened: Permission denied");
	assert_int_equal(unlink(path), 0);
}

static void a_line_that_is_too_long_is_refused_where_it_is(void **state)
{
	static char chunk[1 << 20];
	FILE *f = fopen(path, "w");

	(void)state;
	assert_non_null(f);
	memset(chunk, 'x', sizeof(chunk));
	fputs(GOOD, f);
	for (int i = 0; i < 65; i++)
		assert_int_equal(fwrite(chunk, 1, sizeof(chunk), f), sizeof(chunk));
	assert_int_equal(fclose(f), 0);
	expect_unreadable(path, "a line of more than 64 MiB");
}

static void *feed(void *arg)
{
	static const char piece[] = "send/recv(off:1, size:0x800000) send/recv: copied 40.0 Mbytes "
				    "in 0.066 seconds at 602.5 Mbytes/sec\n";
	int fd = *(int *)arg;

	/* Pieces that end anywhere, one after the other. */
	for (size_t i = 0; i < 5000 * strlen(piece); i += 37) {
		size_t at = i % strlen(piece);
		size_t n = strlen(piece) - at < 37 ? strlen(piece) - at : 37;

		i -= 37 - n;
		if (write(fd, piece + at, n) < 0)
			break;
	}
	close(fd);
	return NULL;
}

static void standard_input_may_be_a_pipe(void **state)
{
	int kept = dup(STDIN_FILENO);
	struct err err = { 0 };
	struct stored s;
	pthread_t thread;
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	dup2(fds[0], STDIN_FILENO);
	close(fds[0]);
	assert_int_equal(pthread_create(&thread, NULL, feed, &fds[1]), 0);
	CHECK(stored_read("-", &s, &err) == 0, "%s", err.text);
	pthread_join(thread, NULL);
	dup2(kept, STDIN_FILENO);
	close(kept);
	assert_int_equal(s.n_points, 5000);
	assert_string_equal(s.path, "standard input");
	assert_int_equal(s.points[4999].key.occurrence, 4999);
	stored_release(&s);
}

static void formats_are_told_by_their_text(void **state)
{
	struct story s =
		read_text("\n transport,copy,mode,size_bytes,send_offset_bytes,recv_offset_bytes,"
			  "mb_per_s\nunix,none,pair,1,0,0,7\n");

	(void)state;
	/* A blank in front makes another name of the first column. */
	assert_true(s.ret < 0);
	assert_non_null(strstr(s.err.text, "no column 'transport'"));
	forget(&s);
	s = read_text("transport and copy, mode\n" GOOD);
	assert_string_equal(s.stored.shape, "B");
	forget(&s);
	s = read_text("\n  {\"type\":");
	assert_true(s.ret < 0);
	assert_null(strstr(s.err.text, "no result in it"));
	forget(&s);
}

static void what_was_read_is_described(void **state)
{
	static const struct {
		const char *text;
		const char *words;
	} rows[] = {
		{ GOOD, "1 point from FILE, shape B" },
		{ GOOD GOOD, "2 points from FILE, shape B" },
		{ GOOD "buf(0x1) copied 2", "1 point from FILE, shape B; interrupted" },
		{ GOOD "\nbuf(0x1) copied x\n" GOOD,
			"2 points from FILE, shape B; 1 line ignored, the first is line 3: "
			"expected a number, found 'x'" },
		{ GOOD "buf(0x1) x\nbuf(0x1) y\nbuf(0x1)",
			"1 point from FILE, shape B; interrupted; 2 lines ignored, the first is "
			"line 2: expected copied, found 'x'" },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct story s = read_text(rows[i].text);
		char text[400];

		assert_ptr_equal(stored_describe(&s.stored, text, sizeof(text)), text);
		assert_string_equal(text, rows[i].words);
		stored_describe(&s.stored, text, 8);
		assert_int_equal(strlen(text), 7);
		forget(&s);
	}
}

static const struct stored_key plain = { "b", "b", "b", "b", "b", 5, 5, 5, 5, 5 };

static void keys_are_ordered_by_each_part_in_turn(void **state)
{
	struct stored_key smaller[10];

	(void)state;
	assert_int_equal(stored_key_compare(&plain, &plain), 0);
	for (size_t i = 0; i < N_OF(smaller); i++)
		smaller[i] = plain;
	smaller[0].transport = smaller[1].copy = smaller[2].mode = "a";
	smaller[3].placement = smaller[4].state = "a";
	smaller[5].size_bytes = smaller[6].send_offset_bytes = smaller[7].recv_offset_bytes = 4;
	smaller[8].distance_bytes = smaller[9].occurrence = 4;
	for (size_t i = 0; i < N_OF(smaller); i++) {
		assert_true(stored_key_compare(&smaller[i], &plain) < 0);
		assert_true(stored_key_compare(&plain, &smaller[i]) > 0);
		/* What comes first in the list decides. */
		assert_true(i == 0 || stored_key_compare(&smaller[i - 1], &smaller[i]) < 0);
	}
}

/* So many that a search for each point would take hours. */
static void equal_keys_are_numbered_in_the_order_of_the_file(void **state)
{
	static struct stored_point points[300000];
	struct stored s = { .points = points, .n_points = N_OF(points) };

	(void)state;
	for (size_t i = 0; i < N_OF(points); i++) {
		points[i].key = plain;
		points[i].key.size_bytes = i % 3;
	}
	assert_int_equal(stored_number_occurrences(&s), 0);
	for (size_t i = 0; i < N_OF(points); i++)
		assert_int_equal(points[i].key.occurrence, i / 3);
}

static void more_texts_than_one_are_kept(void **state)
{
	struct stored s = { 0 };
	const char *texts[100];
	char text[16];

	(void)state;
	for (int i = 0; i < 100; i++) {
		snprintf(text, sizeof(text), "%d", i);
		texts[i] = stored_text(&s, text);
	}
	for (int i = 0; i < 100; i++)
		assert_int_equal(atoi(texts[i]), i);
	stored_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_that_cannot_be_read_are_told),
		cmocka_unit_test(a_file_without_permission_is_told),
		cmocka_unit_test(a_line_that_is_too_long_is_refused_where_it_is),
		cmocka_unit_test(standard_input_may_be_a_pipe),
		cmocka_unit_test(formats_are_told_by_their_text),
		cmocka_unit_test(what_was_read_is_described),
		cmocka_unit_test(keys_are_ordered_by_each_part_in_turn),
		cmocka_unit_test(equal_keys_are_numbered_in_the_order_of_the_file),
		cmocka_unit_test(more_texts_than_one_are_kept),
	};

	return cmocka_run_group_tests(tests, make_path, remove_path);
}
