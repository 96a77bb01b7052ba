/* SPDX-License-Identifier: MIT */
#include "bench/end.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hot.h"
#include "base/pattern.h"
#include "base/random.h"

#define STRIDE_BYTES 1048576
#define STRIDE_MAX   64

/* What an end knows between commands. */
struct state {
	struct end *end;
	struct end_report report; /* being made */
	uint64_t key;             /* of the message that the buffers hold */
	uint64_t n_moved;         /* messages since the channel was opened */
};

static bool stopped(const struct end *end)
{
	return atomic_load_explicit(&end->shared->stop, memory_order_relaxed) != 0;
}

/* Without --verify all messages are alike, so that filling them is no part of the measurement. */
static uint64_t message_key(const struct end *end, uint64_t index)
{
	return random_mix(end->seed + (end->verify ? index : 0));
}

static int fail(struct state *s, int code, const char *what)
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

static int check_data(struct state *s, const struct window *w, const char *what, uint64_t index)
{
	struct pattern_difference diff;

	if (pattern_check(w->data, w->size, s->key, &diff) == 0)
		return 0;
	snprintf(s->report.text, sizeof(s->report.text),
		"%s: message %llu, byte %zu: expected 0x%02x, found 0x%02x", what,
		(unsigned long long)index, diff.at, diff.expected, diff.found);
	return fail(s, EBADMSG, what);
}

static int check_guards(struct state *s, const struct window *w, const char *what)
{
	uint8_t expected;
	uint8_t found;
	int64_t at;

	if (!w->start || window_check(w, s->end->seed, &at, &expected, &found) == 0)
		return 0;
	snprintf(s->report.text, sizeof(s->report.text),
		"%s: guard byte at %lld of the message: expected 0x%02x, found 0x%02x", what,
		(long long)at, expected, found);
	return fail(s, EBADMSG, what);
}

/*
 * All that a message needs, on the stack of the loop: not one page more than that is touched between
 * two calls. See base/hot.h.
 */
struct flow {
	struct channel ch;
	int (*send)(struct channel *ch, const void *buf, size_t n);
	int (*recv)(struct channel *ch, void *buf, size_t n);
	void (*copy)(void *dst, const void *src, size_t n);
	const void *from;
	void *from_stage; /* NULL: none */
	void *to;
	void *to_stage;
	size_t size;
};

static struct flow flow_of(const struct end *end)
{
	return (struct flow) {
		.ch = end->channel,
		.send = end->transport->send,
		.recv = end->transport->recv,
		.copy = end->copy->copy,
		.from = end->send.data,
		.from_stage = end->send_stage.data,
		.to = end->recv.data,
		.to_stage = end->recv_stage.data,
		.size = end->role == END_RECV ? end->recv.size : end->send.size,
	};
}

static inline int send_one(struct flow *f)
{
	if (!f->from_stage)
		return f->send(&f->ch, f->from, f->size);
	f->copy(f->from_stage, f->from, f->size);
	return f->send(&f->ch, f->from_stage, f->size);
}

static inline int recv_one(struct flow *f)
{
	int ret;

	if (!f->to_stage)
		return f->recv(&f->ch, f->to, f->size);
	ret = f->recv(&f->ch, f->to_stage, f->size);
	if (!ret)
		f->copy(f->to, f->to_stage, f->size);
	return ret;
}

/*
 * How many messages go between two looks at the stop flag, which also say how far the end has come:
 * a megabyte's worth and at most 64, and one where each is checked. A call that waits is ended by a signal in any case.
 */
static uint64_t stride_of(const struct end *end, size_t size)
{
	uint64_t stride = STRIDE_BYTES / size;

	return end->verify || stride == 0 ? 1 : stride < STRIDE_MAX ? stride : STRIDE_MAX;
}

static void fill(struct state *s, uint64_t index)
{
	s->key = message_key(s->end, index);
	pattern_fill(s->end->send.data, s->end->send.size, s->key);
}

/* n messages, of which `first` is the first; with verify n is 1. */
HOT static int send_some(struct state *s, struct flow *f, uint64_t first, uint64_t n)
{
	int ret = 0;

	if (s->end->verify)
		fill(s, first);
	for (uint64_t i = 0; !ret && i < n; i++)
		ret = send_one(f);
	return ret;
}

HOT static int recv_some(struct state *s, struct flow *f, uint64_t first, uint64_t n)
{
	int ret = 0;

	for (uint64_t i = 0; !ret && i < n; i++)
		ret = recv_one(f);
	if (ret || !s->end->verify)
		return ret;
	s->key = message_key(s->end, first);
	return check_data(s, &s->end->recv, "receiver", first);
}

/* The timed part of a sender and of a receiver. */
HOT static int move(struct state *s, const struct end_command *command,
	int (*some)(struct state *, struct flow *, uint64_t, uint64_t), atomic_ullong *moved)
{
	struct flow flow = flow_of(s->end);
	uint64_t stride = stride_of(s->end, flow.size);
	uint64_t last = command->first + command->n;
	int ret = 0;

	for (uint64_t i = command->first; !ret && i < last; i += stride) {
		if (stopped(s->end))
			return -EINTR;
		ret = some(s, &flow, i, last - i < stride ? last - i : stride);
		atomic_store_explicit(moved, i + stride, memory_order_relaxed);
	}
	return ret;
}

static int send_messages(struct state *s, const struct end_command *command)
{
	return move(s, command, send_some, &s->end->shared->n_sent);
}

static int recv_messages(struct state *s, const struct end_command *command)
{
	return move(s, command, recv_some, &s->end->shared->n_received);
}

/* Turns the ticks of both halves into ns by the ns and the ticks that the whole loop took. */
static void scale_halves(struct end_report *r, uint64_t ticks, uint64_t ns)
{
	double ns_per_tick = ticks ? (double)ns / (double)ticks : 0;

	r->send_ns = (uint64_t)((double)r->send_ns * ns_per_tick);
	r->recv_ns = (uint64_t)((double)r->recv_ns * ns_per_tick);
}

/* Send, then receive; two reads of the counter a message: one ends a half and begins the next. */
HOT static int move_in_lockstep(struct state *s, const struct end_command *command)
{
	struct end *end = s->end;
	struct flow flow = flow_of(end);
	uint64_t begin_ns = clock_ns();
	uint64_t first = clock_ticks();
	uint64_t begin = first;
	uint64_t middle;
	uint64_t done;
	int ret = 0;

	for (uint64_t i = command->first; !ret && i < command->first + command->n; i++) {
		if (end->verify) {
			fill(s, i);
			begin = clock_ticks();
		}
		ret = stopped(end) ? -EINTR : send_one(&flow);
		middle = clock_ticks();
		if (!ret)
			ret = recv_one(&flow);
		done = clock_ticks();
		s->report.send_ns += middle - begin;
		s->report.recv_ns += done - middle;
		begin = done;
		if (!ret && end->verify)
			ret = check_data(s, &end->recv, "lockstep", i);
		atomic_store_explicit(&end->shared->n_received, i + 1, memory_order_relaxed);
	}
	scale_halves(&s->report, clock_ticks() - first, clock_ns() - begin_ns);
	return ret;
}

static const char *role_name(enum end_role role)
{
	return role == END_SEND ? "sender" : role == END_RECV ? "receiver" : "lockstep";
}

static int run_sample(struct state *s, const struct end_command *command)
{
	static int (*const loops[])(struct state *, const struct end_command *) = {
		[END_SEND] = send_messages,
		[END_RECV] = recv_messages,
		[END_BOTH] = move_in_lockstep,
	};
	enum end_role role = s->end->role;
	int ret;

	s->report.begin_ns = clock_ns();
	ret = loops[role](s, command);
	s->report.end_ns = clock_ns();
	s->n_moved += command->n;
	return ret ? fail(s, -ret, role_name(role)) : 0;
}

/*
 * After the last message: nothing more may be in the channel, the buffers must hold that message and
 * the guards must stand. The sender's own buffer is checked too: a routine may write where it should
 * only read.
 */
static int finish(struct state *s)
{
	struct end *end = s->end;
	const char *name = role_name(end->role);
	bool empty = end->transport->caps & TRANSPORT_EMPTY;
	int ret = 0;

	if (end->role != END_RECV)
		ret = end->transport->finish(&end->channel);
	if (!ret && end->role != END_SEND)
		ret = end->transport->drain(&end->channel);
	if (ret == -EBADMSG)
		snprintf(s->report.text, sizeof(s->report.text),
			"%s: more bytes arrived than were sent", name);
	if (ret)
		return fail(s, -ret, name);
	if (s->n_moved == 0)
		return 0;
	if (end->send.data)
		ret = check_data(s, &end->send, "send buffer", s->n_moved - 1);
	if (!ret && end->recv.data && !empty)
		ret = check_data(s, &end->recv, "receive buffer", s->n_moved - 1);
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

static int send_report(const struct state *s)
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

/* CPU time is read around the commands, so that its system call stays out of every timed part. */
static int serve(struct state *s, const struct end_command *command, uint64_t *cpu_ns)
{
	int ret = 0;

	switch (command->kind) {
	case END_SAMPLE:
		s->report = (struct end_report) { 0 };
		*cpu_ns = clock_cpu_ns();
		ret = run_sample(s, command);
		if (!ret && s->end->role == END_SEND)
			return 0; /* the receiver may still be at work: stay off its CPU until END_COLLECT */
		s->report.cpu_ns = clock_cpu_ns() - *cpu_ns;
		return send_report(s);
	case END_COLLECT:
		s->report.cpu_ns = clock_cpu_ns() - *cpu_ns;
		return send_report(s);
	case END_FINISH:
		s->report = (struct end_report) { 0 };
		finish(s);
		return send_report(s);
	}
	return -EPIPE;
}

static void touch(const struct window *w, uint64_t seed)
{
	if (w->start)
		window_touch(w, seed);
}

static int start(struct state *s)
{
	struct end *end = s->end;
	struct err err = { 0 };

	if (topology_bind(end->topology, end->cpu, &err)) {
		s->report.code = err.code;
		snprintf(s->report.text, sizeof(s->report.text), "%s: %.160s", role_name(end->role),
			err.text);
	}
	/* A page that was never written is one shared page of zeroes, and reading it costs less. */
	touch(&end->send, end->seed);
	touch(&end->recv, end->seed);
	touch(&end->send_stage, end->seed);
	touch(&end->recv_stage, end->seed);
	s->key = message_key(end, 0);
	if (end->send.data)
		fill(s, 0);
	return send_report(s);
}

void end_main(struct end *end)
{
	struct state s = { .end = end };
	struct end_command command;
	uint64_t cpu_ns = 0;
	int ret = start(&s);

	while (!ret && !s.report.code && read_command(end, &command) == 0)
		ret = serve(&s, &command, &cpu_ns);
	channel_close(&end->channel, SIDE_SEND);
	channel_close(&end->channel, SIDE_RECV);
	close(end->control);
}
