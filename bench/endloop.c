/* SPDX-License-Identifier: MIT */
#include "bench/endloop.h"

#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/hot.h"

#define STRIDE_BYTES 1048576
#define STRIDE_MAX   64

static bool stopped(const struct end *end)
{
	return atomic_load_explicit(&end->shared->stop, memory_order_relaxed) != 0;
}

/*
 * All that a message needs, on the stack of the loop: not one page more than that is touched between
 * two calls. See base/hot.h.
 */
struct flow {
	struct channel ch; /* first: see send_after_copying */
	int (*send)(struct channel *ch, const void *buf, size_t n);
	int (*recv)(struct channel *ch, void *buf, size_t n);
	void (*copy)(void *dst, const void *src, size_t n);
	const void *from;
	void *from_stage; /* NULL: none */
	void *to;
	void *to_stage;
	size_t size;
	int (*exchange)(struct channel *ch, const void *from, void *to, size_t n,
		uint64_t *send_ticks, uint64_t *recv_ticks);
	const struct end *end;
};

/* Real copies of the user buffer, as a slower kernel or routine would make: sleeping would free the CPU. */
static void copy_in_vain(const struct end *end)
{
	uint64_t rest = end->inject_bytes;

	while (rest > 0) {
		size_t n = rest < END_SCRATCH_BYTES ? rest : END_SCRATCH_BYTES;

		n = n < end->send.size ? n : end->send.size;
		memcpy(end->scratch, end->send.data, n);
		/* As if it were read: a copy that nobody reads may be left out. */
		__asm__ volatile("" : : "r"(end->scratch) : "memory");
		rest -= n;
	}
}

static int send_after_copying(struct channel *ch, const void *buf, size_t n)
{
	const struct end *end = ((struct flow *)ch)->end;

	copy_in_vain(end);
	return end->transport->send(ch, buf, n);
}

static int exchange_after_copying(struct channel *ch, const void *from, void *to, size_t n,
	uint64_t *send_ticks, uint64_t *recv_ticks)
{
	const struct end *end = ((struct flow *)ch)->end;
	uint64_t begin = clock_ticks();

	copy_in_vain(end);
	*send_ticks += clock_ticks() - begin;
	return end->transport->exchange(ch, from, to, n, send_ticks, recv_ticks);
}

static struct flow flow_of(const struct end *end)
{
	return (struct flow) {
		.ch = end->channel,
		.send = end->inject_bytes ? send_after_copying : end->transport->send,
		.exchange = end->inject_bytes ? exchange_after_copying : end->transport->exchange,
		.end = end,
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

/* n messages, of which `first` is the first; with verify n is 1. */
HOT static int send_some(struct end_state *s, struct flow *f, uint64_t first, uint64_t n)
{
	int ret = 0;

	if (s->end->verify)
		end_fill(s, first);
	for (uint64_t i = 0; !ret && i < n; i++)
		ret = send_one(f);
	return ret;
}

HOT static int recv_some(struct end_state *s, struct flow *f, uint64_t first, uint64_t n)
{
	int ret = 0;

	for (uint64_t i = 0; !ret && i < n; i++)
		ret = recv_one(f);
	if (ret || !s->end->verify)
		return ret;
	s->key = end_message_key(s->end, first);
	return end_check_data(s, &s->end->recv, "receiver", first);
}

/* The timed part of a sender and of a receiver. */
HOT static int move(struct end_state *s, const struct end_command *command,
	int (*some)(struct end_state *, struct flow *, uint64_t, uint64_t), atomic_ullong *moved)
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

static int send_messages(struct end_state *s, const struct end_command *command)
{
	return move(s, command, send_some, &s->end->shared->n_sent);
}

static int recv_messages(struct end_state *s, const struct end_command *command)
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

/* A transport that turns from writing to reading by itself, and times the halves. */
HOT static int exchange_in_lockstep(struct end_state *s, const struct end_command *command)
{
	struct end *end = s->end;
	struct flow flow = flow_of(end);
	uint64_t last = command->first + command->n;
	uint64_t begin_ns = clock_ns();
	uint64_t begin = clock_ticks();
	int ret = 0;

	for (uint64_t i = command->first; !ret && i < last; i++) {
		if (end->verify)
			end_fill(s, i);
		ret = stopped(end) ? -EINTR
				   : flow.exchange(&flow.ch, flow.from, flow.to, flow.size,
					     &s->report.send_ns, &s->report.recv_ns);
		if (!ret && end->verify)
			ret = end_check_data(s, &end->recv, "lockstep", i);
		atomic_store_explicit(&end->shared->n_received, i + 1, memory_order_relaxed);
	}
	scale_halves(&s->report, clock_ticks() - begin, clock_ns() - begin_ns);
	return ret;
}

/* Send, then receive; two reads of the counter a message: one ends a half and begins the next. */
HOT static int move_in_lockstep(struct end_state *s, const struct end_command *command)
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
			end_fill(s, i);
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
			ret = end_check_data(s, &end->recv, "lockstep", i);
		atomic_store_explicit(&end->shared->n_received, i + 1, memory_order_relaxed);
	}
	scale_halves(&s->report, clock_ticks() - first, clock_ns() - begin_ns);
	return ret;
}

int endloop_run(struct end_state *s, const struct end_command *command)
{
	static int (*const loops[])(struct end_state *, const struct end_command *) = {
		[END_SEND] = send_messages,
		[END_RECV] = recv_messages,
		[END_BOTH] = move_in_lockstep,
	};
	enum end_role role = s->end->role;
	bool exchanges = role == END_BOTH && s->end->transport->exchange;
	int ret;

	s->report.begin_ns = clock_ns();
	ret = exchanges ? exchange_in_lockstep(s, command) : loops[role](s, command);
	s->report.end_ns = clock_ns();
	s->n_moved += command->n;
	return ret ? end_fail(s, -ret, end_role_name(role)) : 0;
}
