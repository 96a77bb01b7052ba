/* SPDX-License-Identifier: MIT */
#include "tests/unit/duets.h"

#include <jansson.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/duet_wire.h"

/* The worker's side of a gate, spoken to in every wrong way; duet_side_remote is in tests/cli/gate.bats. */

struct talk {
	struct trial *trial;
	struct duet_wire gate, worker;
	pthread_t thread;
	int ret;
	struct err err;
};

static void *serve(void *arg)
{
	struct talk *talk = arg;

	talk->ret = duet_serve(&talk->worker, &talk->trial->a.side, 2, "1.2", &talk->err);
	shutdown(talk->worker.in, SHUT_RDWR);
	return NULL;
}

static struct talk *begin(void)
{
	struct talk *talk = calloc(1, sizeof(*talk));
	int fd[2];

	assert_non_null(talk);
	talk->trial = new_trial(2);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
	talk->gate.in = talk->gate.out = fd[0];
	talk->worker.in = talk->worker.out = fd[1];
	assert_int_equal(pthread_create(&talk->thread, NULL, serve, talk), 0);
	return talk;
}

/* Ends the talk; what duet_serve returned. */
static int end(struct talk *talk)
{
	int ret;

	shutdown(talk->gate.in, SHUT_WR);
	pthread_join(talk->thread, NULL);
	ret = talk->ret;
	close(talk->gate.in);
	close(talk->worker.in);
	free_trial(talk->trial);
	free(talk);
	return ret;
}

static json_t *read_line(struct talk *talk)
{
	struct err err = { 0 };
	json_t *line = NULL;

	CHECK(duet_wire_get(&talk->gate, 10000000000, NULL, &line, &err) == 0, "%s", err.text);
	return line;
}

static json_t *ask(struct talk *talk, const char *words)
{
	assert_int_equal(write(talk->gate.out, words, strlen(words)), (ssize_t)strlen(words));
	return read_line(talk);
}

static void expect_ok(struct talk *talk, const char *words)
{
	json_t *reply = ask(talk, words);

	CHECK(json_is_true(json_object_get(reply, "ok")), "no ok to %s", words);
	json_decref(reply);
}

static void a_block(void **state)
{
	struct talk *talk = begin();
	json_t *hello = read_line(talk);
	struct err err = { 0 };
	struct sample s;
	json_t *reply;

	(void)state;
	assert_int_equal(json_integer_value(json_object_get(hello, "netio_worker")), 1);
	assert_int_equal(json_integer_value(json_object_get(hello, "n_points")), 2);
	json_decref(hello);
	expect_ok(talk, "{\"open\":1,\"inject_bytes\":7}\n");
	reply = ask(talk, "{\"sample\":3}\n");
	assert_int_equal(duet_wire_to_sample(reply, &s, &err), 0);
	assert_int_equal(s.bytes, 300);
	assert_int_equal(s.elapsed_ns, 3 * 1007 + 1);
	json_decref(reply);
	expect_ok(talk, "{\"close\":true}\n");
	expect_ok(talk, "{\"open\":0,\"inject_bytes\":0}\n");
	/* The gate goes without a word: the ends are closed all the same. */
	assert_int_equal(end(talk), 0);
}

static void failures_are_told_in_words(void **state)
{
	struct talk *talk = begin();
	json_t *reply = read_line(talk);

	(void)state;
	json_decref(reply);
	reply = ask(talk, "{\"open\":2,\"inject_bytes\":0}\n");
	assert_string_equal(
		json_string_value(json_object_get(reply, "error")), "there is no point 2");
	json_decref(reply);
	reply = ask(talk, "{\"sample\":0}\n");
	assert_non_null(json_object_get(reply, "error"));
	json_decref(reply);
	assert_int_equal(end(talk), 0);
}

static void nonsense_ends_the_worker(void **state)
{
	static const char *const lines[] = {
		"\n",
		"[1]\n",
		"nothing\n",
		"{\"sample\":1}\n",
		"{\"close\":true}\n",
		"{\"open\":\"x\",\"inject_bytes\":0}\n",
		"{\"open\":0}\n",
		"{\"open\":0.5,\"inject_bytes\":0}\n",
		"{\"open\":0,\"open\":0,\"inject_bytes\":0}\n",
		"{}\n",
		"\xff\xfe\n",
	};

	(void)state;
	for (size_t i = 0; i < N_OF(lines); i++) {
		struct talk *talk = begin();
		struct err err = { 0 };
		json_t *reply = read_line(talk);
		ssize_t n = (ssize_t)strlen(lines[i]);
		int ret;

		json_decref(reply);
		assert_int_equal(write(talk->gate.out, lines[i], (size_t)n), n);
		CHECK(duet_wire_get(&talk->gate, 10000000000, NULL, &reply, &err) == -EPIPE,
			"line %zu was answered", i);
		ret = end(talk);
		CHECK(ret == -EPROTO, "line %zu: %d", i, ret);
	}
}

/* Half a line, and then the end. */
static void a_cut_line(void **state)
{
	struct talk *talk = begin();

	(void)state;
	json_decref(read_line(talk));
	assert_int_equal(write(talk->gate.out, "{\"open\"", 7), 7);
	assert_int_equal(end(talk), 0);
}

static void a_line_without_end(void **state)
{
	struct talk *talk = begin();
	char *text = malloc(2 * DUET_WIRE_LINE_BYTES);
	size_t done = 0;

	(void)state;
	assert_non_null(text);
	memset(text, ' ', 2 * DUET_WIRE_LINE_BYTES);
	json_decref(read_line(talk));
	/* The worker ends in the middle: how much it takes is its own affair. */
	while (done < 2 * DUET_WIRE_LINE_BYTES) {
		ssize_t n =
			send(talk->gate.out, text, 2 * DUET_WIRE_LINE_BYTES - done, MSG_NOSIGNAL);

		if (n < 0)
			break;
		done += (size_t)n;
	}
	free(text);
	assert_int_equal(end(talk), -EPROTO);
}

static void no_answer_in_time(void **state)
{
	struct duet_wire wire = { 0 };
	struct err err = { 0 };
	json_t *line;
	int fd[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
	wire.in = wire.out = fd[0];
	assert_int_equal(duet_wire_get(&wire, 20000000, NULL, &line, &err), -ETIMEDOUT);
	assert_non_null(strstr(err.text, "did not answer"));
	close(fd[0]);
	close(fd[1]);
}

static void samples_survive_the_wire(void **state)
{
	const struct sample s = { 1, 2, 3, 4, { 5, 6, 7, SAMPLE_UNKNOWN }, { 8, 9, 10, 11 }, 0 };
	struct sample back;
	struct err err = { 0 };
	json_t *object = duet_wire_of_sample(&s);

	(void)state;
	assert_int_equal(duet_wire_to_sample(object, &back, &err), 0);
	/* What is behind the flags is padding. */
	assert_memory_equal(&s, &back, offsetof(struct sample, flags));
	json_object_set_new(object, "bytes", json_integer(-1));
	assert_int_equal(duet_wire_to_sample(object, &back, &err), -EPROTO);
	assert_non_null(strstr(err.text, "'bytes'"));
	json_decref(object);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_block),
		cmocka_unit_test(failures_are_told_in_words),
		cmocka_unit_test(nonsense_ends_the_worker),
		cmocka_unit_test(a_cut_line),
		cmocka_unit_test(a_line_without_end),
		cmocka_unit_test(no_answer_in_time),
		cmocka_unit_test(samples_survive_the_wire),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
