/* SPDX-License-Identifier: MIT */
#include "bench/endloop.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/pattern.h"
#include "base/random.h"

/* Without --verify all messages are alike, so that filling them is no part of the measurement. */
uint64_t end_message_key(const struct end *end, uint64_t index)
{
	return random_mix(end->seed + (end->verify ? index : 0));
}

int end_fail(struct end_state *s, int code, const char *what)
{
	struct end_report *r = &s->report;

	r->code = code;
	if (code == ENODATA)
		snprintf(r->text, sizeof(r->text), "%s: the sender closed early", what);
	else if (code == EBADMSG && !r->text[0])
		snprintf(r->text, sizeof(r->text), "%s: a message of another size arrived", what);
	else if (!r->text[0])
		snprintf(r->text, sizeof(r->text), "%s: %s", what, strerror(code));
	return -code;
}

/* Filling or checking a large buffer takes its time before and after the messages: it is progress too. */
static void prepared(const struct end_state *s)
{
	atomic_fetch_add_explicit(&s->end->shared->n_prepared, 1, memory_order_relaxed);
}

int end_check_data(struct end_state *s, const struct window *w, const char *what, uint64_t index)
{
	struct pattern_difference diff;

	if (pattern_check(w->data, w->size, s->key, &diff) == 0)
		return 0;
	snprintf(s->report.text, sizeof(s->report.text),
		"%s: message %llu, byte %zu: expected 0x%02x, found 0x%02x", what,
		(unsigned long long)index, diff.at, diff.expected, diff.found);
	return end_fail(s, EBADMSG, what);
}

static int check_guards(struct end_state *s, const struct window *w, const char *what)
{
	uint8_t expected;
	uint8_t found;
	int64_t at;

	if (!w->start || window_check(w, s->end->seed, &at, &expected, &found) == 0)
		return 0;
	snprintf(s->report.text, sizeof(s->report.text),
		"%s: guard byte at %lld of the message: expected 0x%02x, found 0x%02x", what,
		(long long)at, expected, found);
	return end_fail(s, EBADMSG, what);
}

void end_fill(struct end_state *s, uint64_t index)
{
	s->key = end_message_key(s->end, index);
	pattern_fill(s->end->send.data, s->end->send.size, s->key);
}

const char *end_role_name(enum end_role role)
{
	return role == END_SEND ? "sender" : role == END_RECV ? "receiver" : "lockstep";
}

static int check_buffers(struct end_state *s)
{
	struct end *end = s->end;
	bool empty = end->transport->caps & TRANSPORT_EMPTY;
	int ret = 0;

	if (end->send.data)
		ret = end_check_data(s, &end->send, "send buffer", s->n_moved - 1);
	prepared(s);
	if (!ret && end->recv.data && !empty)
		ret = end_check_data(s, &end->recv, "receive buffer", s->n_moved - 1);
	prepared(s);
	if (!ret)
		ret = check_guards(s, &end->send, "send buffer");
	if (!ret)
		ret = check_guards(s, &end->recv, "receive buffer");
	if (!ret)
		ret = check_guards(s, &end->send_stage, "send staging buffer");
	if (!ret)
		ret = check_guards(s, &end->recv_stage, "receive staging buffer");
	return ret;
}

/*
 * After the last message: nothing more may be in the channel, the buffers must hold that message and
 * the guards must stand. The sender's own buffer is checked too: a routine may write where it should
 * only read. And the thread must still run where it was bound to.
 */
static int finish(struct end_state *s)
{
	struct end *end = s->end;
	const char *name = end_role_name(end->role);
	struct err err = { 0 };
	int ret = 0;

	if (end->role != END_RECV)
		ret = end->transport->finish(&end->channel);
	if (!ret && end->role != END_SEND)
		ret = end->transport->drain(&end->channel);
	if (ret == -EBADMSG)
		snprintf(s->report.text, sizeof(s->report.text),
			"%s: more bytes arrived than were sent", name);
	if (ret)
		return end_fail(s, -ret, name);
	if (end->transport->counts)
		end->transport->counts(&end->channel, &s->report.counts);
	if (s->n_moved > 0)
		ret = check_buffers(s);
	if (!ret && topology_check(end->topology, end->cpu, &err)) {
		snprintf(s->report.text, sizeof(s->report.text), "%s: %.160s", name, err.text);
		ret = end_fail(s, err.code, name);
	}
	return ret;
}

static int send_report(const struct end_state *s)
{
	ssize_t n = send(s->end->control, &s->report, sizeof(s->report), MSG_NOSIGNAL);

	return n == sizeof(s->report) ? 0 : -EPIPE;
}

/* 0, or -EPIPE when the coordinator wants no more (or is gone). */
static int read_command(const struct end *end, struct end_command *command)
{
	ssize_t n;

	do
		n = recv(end->control, command, sizeof(*command), 0);
	while (n < 0 && errno == EINTR);
	return n == sizeof(*command) ? 0 : -EPIPE;
}

/* The meter is read around the commands, so that its system calls stay out of every timed part. */
static int serve(struct end_state *s, const struct end_command *command)
{
	int ret = 0;

	switch (command->kind) {
	case END_SAMPLE:
		s->report = (struct end_report) { 0 };
		usage_begin(&s->meter);
		ret = endloop_run(s, command);
		if (!ret && s->end->role == END_SEND)
			return 0; /* the receiver may still be at work: stay off its CPU until END_COLLECT */
		usage_end(&s->meter, &s->report.used);
		return send_report(s);
	case END_COLLECT:
		usage_end(&s->meter, &s->report.used);
		return send_report(s);
	case END_FINISH:
		s->report = (struct end_report) { 0 };
		finish(s);
		return send_report(s);
	}
	return -EPIPE;
}

static void touch(const struct end_state *s, const struct window *w)
{
	size_t at = 0;

	if (!w->start)
		return;
	window_guard(w, s->end->seed);
	while (at < w->size && !atomic_load_explicit(&s->end->shared->stop, memory_order_relaxed)) {
		at = window_zero(w, at);
		prepared(s);
	}
}

static void make_scratch(struct end_state *s)
{
	s->end->scratch = malloc(END_SCRATCH_BYTES);
	if (!s->end->scratch)
		end_fail(s, ENOMEM, end_role_name(s->end->role));
	else
		memset(s->end->scratch, 0, END_SCRATCH_BYTES);
}

static int start(struct end_state *s)
{
	struct end *end = s->end;
	struct err err = { 0 };

	if (topology_bind(end->topology, end->cpu, &err)) {
		s->report.code = err.code;
		snprintf(s->report.text, sizeof(s->report.text), "%s: %.160s",
			end_role_name(end->role), err.text);
	}
	/* A page that was never written is one shared page of zeroes, and reading it costs less. */
	touch(s, &end->send);
	touch(s, &end->recv);
	touch(s, &end->send_stage);
	touch(s, &end->recv_stage);
	s->key = end_message_key(end, 0);
	if (end->send.data)
		end_fill(s, 0);
	if (end->inject_bytes && end->role != END_RECV)
		make_scratch(s);
	return send_report(s);
}

void end_main(struct end *end)
{
	struct end_state s = { .end = end };
	struct end_command command;
	int ret;

	usage_open(&s.meter);
	ret = start(&s);
	while (!ret && !s.report.code && read_command(end, &command) == 0)
		ret = serve(&s, &command);
	usage_close(&s.meter);
	channel_close(&end->channel, SIDE_SEND);
	channel_close(&end->channel, SIDE_RECV);
	free(end->scratch);
	close(end->control);
}
