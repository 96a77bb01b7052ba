/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bench/duet_wire.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/signals.h"
#include "bench/idle.h"

static int write_all(int fd, const char *text, size_t n)
{
	while (n > 0) {
		ssize_t done = write(fd, text, n);

		if (done < 0 && errno != EINTR)
			return -errno;
		if (done > 0) {
			text += done;
			n -= (size_t)done;
		}
	}
	return 0;
}

int duet_wire_put(struct duet_wire *wire, json_t *object)
{
	char *text = object ? json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
	int ret = text ? write_all(wire->out, text, strlen(text)) : -ENOMEM;

	if (!ret)
		ret = write_all(wire->out, "\n", 1);
	free(text);
	json_decref(object);
	return ret;
}

/* Until there is something to read. */
static int await(const struct duet_wire *wire, uint64_t timeout_ns,
	const volatile sig_atomic_t *interrupted, const sigset_t *unblocked, struct err *err)
{
	struct idle idle = idle_start(timeout_ns ? timeout_ns : 1000000000, 0);
	struct timespec tick = idle_tick(&idle);

	for (;;) {
		struct pollfd p = { wire->in, POLLIN, 0 };
		int n;

		if (interrupted && *interrupted)
			return -EINTR;
		n = ppoll(&p, 1, &tick, unblocked);
		if (n > 0)
			return 0;
		if (idle_over(&idle, 0, n == 0 && timeout_ns))
			return err_set(err, ETIMEDOUT,
				"the other netio did not answer within %.1f s",
				(double)timeout_ns / 1e9);
	}
}

static int parse(const char *line, size_t n, json_t **object, struct err *err)
{
	json_error_t why;

	*object = json_loadb(line, n, JSON_REJECT_DUPLICATES, &why);
	if (json_is_object(*object))
		return 0;
	json_decref(*object);
	return err_set(err, EPROTO, "expected a JSON object, found '%.60s'", line);
}

/* The first line of what was read, when it is whole: 0, -EAGAIN, or -EPROTO with err. */
static int take_line(struct duet_wire *wire, json_t **object, struct err *err)
{
	char *end = memchr(wire->text, '\n', wire->n);
	size_t n;
	int ret;

	if (!end)
		return wire->n < sizeof(wire->text)
			       ? -EAGAIN
			       : err_set(err, EPROTO, "expected lines of at most %d bytes",
					 DUET_WIRE_LINE_BYTES);
	*end = '\0';
	n = (size_t)(end - wire->text);
	ret = parse(wire->text, n, object, err);
	wire->n -= n + 1;
	memmove(wire->text, end + 1, wire->n);
	return ret;
}

int duet_wire_get(struct duet_wire *wire, uint64_t timeout_ns,
	const volatile sig_atomic_t *interrupted, json_t **object, struct err *err)
{
	sigset_t old;
	int ret = take_line(wire, object, err);

	signals_block(&old);
	while (ret == -EAGAIN) {
		ssize_t n;

		ret = await(wire, timeout_ns, interrupted, &old, err);
		if (ret)
			break;
		n = read(wire->in, wire->text + wire->n, sizeof(wire->text) - wire->n);
		if (n <= 0) {
			ret = -EPIPE;
			break;
		}
		wire->n += (size_t)n;
		ret = take_line(wire, object, err);
	}
	signals_restore(&old);
	return ret;
}

static json_t *delay(uint64_t ns)
{
	return ns == SAMPLE_UNKNOWN ? json_null() : json_integer((json_int_t)ns);
}

static json_t *of_side(const struct sample_side *s)
{
	return json_pack("{s:I, s:I, s:I, s:o}", "cpu_ns", (json_int_t)s->cpu_ns, "n_preempted",
		(json_int_t)s->n_preempted, "n_faults", (json_int_t)s->n_faults, "run_delay_ns",
		delay(s->run_delay_ns));
}

json_t *duet_wire_of_sample(const struct sample *s)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:o, s:o}", "elapsed_ns", (json_int_t)s->elapsed_ns,
		"bytes", (json_int_t)s->bytes, "send_ns", (json_int_t)s->send_ns, "recv_ns",
		(json_int_t)s->recv_ns, "send", of_side(&s->send), "recv", of_side(&s->recv));
}

static int take_count(json_t *object, const char *name, uint64_t *value, struct err *err)
{
	json_t *found = json_object_get(object, name);

	if (!json_is_integer(found) || json_integer_value(found) < 0)
		return err_set(err, EPROTO, "expected a count as '%s' of a sample", name);
	*value = (uint64_t)json_integer_value(found);
	return 0;
}

static int to_side(json_t *object, const char *name, struct sample_side *side, struct err *err)
{
	json_t *o = json_object_get(object, name);
	int ret = json_is_object(o) ? 0 : err_set(err, EPROTO, "expected '%s' of a sample", name);

	if (!ret)
		ret = take_count(o, "cpu_ns", &side->cpu_ns, err);
	if (!ret)
		ret = take_count(o, "n_preempted", &side->n_preempted, err);
	if (!ret)
		ret = take_count(o, "n_faults", &side->n_faults, err);
	side->run_delay_ns = SAMPLE_UNKNOWN;
	if (!ret && !json_is_null(json_object_get(o, "run_delay_ns")))
		ret = take_count(o, "run_delay_ns", &side->run_delay_ns, err);
	return ret;
}

int duet_wire_to_sample(json_t *object, struct sample *s, struct err *err)
{
	int ret;

	*s = (struct sample) { 0 };
	ret = take_count(object, "elapsed_ns", &s->elapsed_ns, err);
	if (!ret)
		ret = take_count(object, "bytes", &s->bytes, err);
	if (!ret)
		ret = take_count(object, "send_ns", &s->send_ns, err);
	if (!ret)
		ret = take_count(object, "recv_ns", &s->recv_ns, err);
	if (!ret)
		ret = to_side(object, "send", &s->send, err);
	return ret ? ret : to_side(object, "recv", &s->recv, err);
}
