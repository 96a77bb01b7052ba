/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bench/invocation.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/signals.h"
#include "bench/idle.h"
#include "bench/worker.h"

/* How long the other end may take to say why it went. */
#define CAUSE_MS 500

struct invocation {
	struct arena *arena;
	struct worker workers[2]; /* in lockstep only the first */
	int n_workers;
	uint64_t n_moved; /* messages so far */
	bool failed;
};

static int describe(
	struct arena *arena, struct worker *w, const struct point_record *point, struct err *err)
{
	struct end *end = &w->end;
	bool send = end->role != END_RECV;
	bool recv = end->role != END_SEND;
	size_t size = point->size_bytes;
	bool stage;
	int ret = 0;

	end->shared = arena->shared;
	end->topology = arena->topology;
	end->cpu = recv && !send ? point->cpu_recv : point->cpu_send;
	end->transport = arena->config->transports[point->transport_at].ops;
	end->copy = arena->config->copies[point->copy_at];
	end->verify = arena->config->verify;
	end->seed = arena->config->seed;
	end->inject_bytes = arena->config->inject_bytes;
	stage = end->copy->copy && !(end->transport->caps & TRANSPORT_COPIES);
	channel_init(&end->channel, &arena->shared->stop);
	if (send)
		ret = buffer_renew(&arena->from, point->send_offset_bytes, size, &end->send, err);
	if (!ret && recv)
		ret = buffer_renew(&arena->to, point->recv_offset_bytes, size, &end->recv, err);
	if (!ret && send && stage)
		ret = buffer_renew(
			&arena->from_stage, arena_stage_offset(), size, &end->send_stage, err);
	if (!ret && recv && stage)
		ret = buffer_renew(
			&arena->to_stage, arena_stage_offset(), size, &end->recv_stage, err);
	return ret;
}

static int open_channel(struct invocation *inv, const struct point_record *point, struct err *err)
{
	struct transport_options options = inv->arena->config->options;
	const struct run_transport *transport =
		&inv->arena->config->transports[point->transport_at];
	struct worker *w = inv->workers;
	struct channel ch;
	int ret;

	options.nonblocking_send = inv->n_workers == 1;
	options.skb = &transport->skb;
	options.copy = w[0].end.copy->copy;
	channel_init(&ch, &inv->arena->shared->stop);
	ret = transport->ops->open(&ch, &options, err);
	if (ret)
		return ret;
	w[0].end.channel = ch;
	if (inv->n_workers == 2) {
		w[0].end.channel.fd[SIDE_RECV] = -1;
		w[1].end.channel = ch;
		w[1].end.channel.fd[SIDE_SEND] = -1;
	}
	return 0;
}

static uint64_t progress(const struct end_shared *shared)
{
	return atomic_load_explicit(&shared->n_sent, memory_order_relaxed) +
	       atomic_load_explicit(&shared->n_received, memory_order_relaxed) +
	       atomic_load_explicit(&shared->n_prepared, memory_order_relaxed);
}

static int no_progress(struct invocation *inv, struct err *err)
{
	return err_set(err, ETIMEDOUT, "no message was moved for %.1f s",
		(double)inv->arena->config->timeout_ns / 1e9);
}

/* What an end says when the other one went first. */
static bool is_consequence(int code)
{
	return code == ENODATA || code == EPIPE || code == ECONNRESET || code == ECONNREFUSED;
}

/*
 * An end has failed. Where it only saw that the other one is gone, that one's own words are the cause:
 * they are here already or will be in a moment.
 */
static int cause_of(struct invocation *inv, int failed, const struct err *first, struct err *err)
{
	struct worker *other = inv->n_workers == 2 ? &inv->workers[1 - failed] : NULL;
	struct pollfd fd = { other ? other->control : -1, POLLIN, 0 };
	struct err second = { 0 };

	if (other && is_consequence(first->code) && poll(&fd, 1, CAUSE_MS) > 0 &&
		worker_take(other, &second) && !is_consequence(second.code))
		first = &second;
	return err_set(err, first->code, "%s", first->text);
}

static int take_reports(struct invocation *inv, const struct pollfd *fds, struct err *err)
{
	for (int i = 0; i < inv->n_workers; i++) {
		struct err first = { 0 };

		if (fds[i].revents && worker_take(&inv->workers[i], &first))
			return cause_of(inv, i, &first, err);
	}
	return 0;
}

/*
 * Waits until `w` has reported. The other end is watched as well: when that one fails or dies, `w`
 * would wait for ever. An interruption is seen here because the signals are blocked except within
 * ppoll().
 */
static int wait_report(
	struct invocation *inv, struct worker *w, const sigset_t *unblocked, struct err *err)
{
	const struct run_config *config = inv->arena->config;
	struct idle idle = idle_start(config->timeout_ns, progress(inv->arena->shared));
	struct timespec tick = idle_tick(&idle);

	while (!w->reported) {
		struct pollfd fds[2] = { { inv->workers[0].control, POLLIN, 0 },
			{ inv->workers[1].control, POLLIN, 0 } };
		int n;
		int ret;

		if (*inv->arena->interrupted)
			return -EINTR;
		n = ppoll(fds, 2, &tick, unblocked);
		ret = n > 0 ? take_reports(inv, fds, err) : 0;
		if (ret)
			return ret;
		if (idle_over(&idle, progress(inv->arena->shared), n == 0))
			return no_progress(inv, err);
	}
	w->reported = false;
	return 0;
}

static int command(
	struct invocation *inv, int worker, enum end_command_kind kind, uint64_t n, struct err *err)
{
	struct end_command c = { kind, inv->n_moved, n };

	return worker_command(&inv->workers[worker], &c, err);
}

static int wait_ready(struct invocation *inv, struct err *err)
{
	sigset_t old;
	int ret = 0;

	signals_block(&old);
	for (int i = 0; !ret && i < inv->n_workers; i++)
		ret = wait_report(inv, &inv->workers[i], &old, err);
	signals_restore(&old);
	return ret;
}

static int start(struct invocation *inv, struct err *err)
{
	struct worker *w = inv->workers;
	int ret = 0;

	for (int i = 0; !ret && i < inv->n_workers; i++) {
		struct worker *other = inv->n_workers == 2 ? &w[1 - i] : NULL;

		ret = inv->arena->config->processes ? worker_start_process(&w[i], other, err)
						    : worker_start_thread(&w[i], err);
	}
	return ret ? ret : wait_ready(inv, err);
}

static int set_up(struct invocation *inv, const struct point_record *point, struct err *err)
{
	int ret = 0;

	for (int i = 0; !ret && i < inv->n_workers; i++) {
		ret = describe(inv->arena, &inv->workers[i], point, err);
		if (!ret)
			ret = worker_connect(&inv->workers[i], err);
	}
	if (!ret)
		ret = open_channel(inv, point, err);
	return ret ? ret : start(inv, err);
}

struct invocation *invocation_open(
	struct arena *arena, const struct point_record *point, struct err *err)
{
	bool lockstep = arena->config->lockstep;
	struct invocation *inv = calloc(1, sizeof(*inv));
	int ret;

	if (!inv) {
		err_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	inv->arena = arena;
	inv->n_workers = lockstep ? 1 : 2;
	atomic_store(&arena->shared->stop, 0);
	worker_init(&inv->workers[0], lockstep ? END_BOTH : END_SEND);
	worker_init(&inv->workers[1], END_RECV);
	ret = set_up(inv, point, err);
	if (!ret)
		return inv;
	if (ret == -EINTR)
		err_set(err, EINTR, "interrupted");
	inv->failed = true;
	invocation_close(inv);
	return NULL;
}

/* Ends that do not wait for each other would only share the CPU: one after the other. */
static int sample_apart(
	struct invocation *inv, uint64_t n, const sigset_t *unblocked, struct err *err)
{
	struct worker *w = inv->workers;
	int ret = command(inv, 0, END_SAMPLE, n, err);

	if (!ret)
		ret = command(inv, 0, END_COLLECT, 0, err);
	if (!ret)
		ret = wait_report(inv, &w[0], unblocked, err);
	if (!ret)
		ret = command(inv, 1, END_SAMPLE, n, err);
	if (!ret)
		ret = wait_report(inv, &w[1], unblocked, err);
	return ret;
}

/* The receiver first, so that it is ready when the first message comes. */
static int sample_pair(
	struct invocation *inv, uint64_t n, const sigset_t *unblocked, struct err *err)
{
	struct worker *w = inv->workers;
	int ret = command(inv, 1, END_SAMPLE, n, err);

	if (!ret)
		ret = command(inv, 0, END_SAMPLE, n, err);
	if (!ret)
		ret = wait_report(inv, &w[1], unblocked, err);
	if (!ret)
		ret = command(inv, 0, END_COLLECT, 0, err);
	if (!ret)
		ret = wait_report(inv, &w[0], unblocked, err);
	return ret;
}

static int sample_lockstep(
	struct invocation *inv, uint64_t n, const sigset_t *unblocked, struct err *err)
{
	int ret = command(inv, 0, END_SAMPLE, n, err);

	return ret ? ret : wait_report(inv, inv->workers, unblocked, err);
}

static struct sample_side side_of(const struct usage *used)
{
	return (struct sample_side) { used->cpu_ns, used->n_preempted, used->n_faults,
		used->run_delay_ns };
}

int invocation_sample(struct invocation *inv, uint64_t n, struct sample *sample, struct err *err)
{
	bool apart = inv->workers[0].end.transport->caps & TRANSPORT_EMPTY;
	const struct end_report *send = &inv->workers[0].report;
	const struct end_report *recv = &inv->workers[1].report;
	sigset_t old;
	int ret;

	signals_block(&old);
	if (inv->n_workers == 1)
		ret = sample_lockstep(inv, n, &old, err);
	else if (apart)
		ret = sample_apart(inv, n, &old, err);
	else
		ret = sample_pair(inv, n, &old, err);
	signals_restore(&old);
	inv->failed = ret != 0;
	if (ret)
		return ret;
	inv->n_moved += n;
	*sample = (struct sample) {
		.bytes = n * inv->workers[0].end.send.size,
		.send = side_of(&send->used),
		.recv = side_of(&recv->used),
		.send_ns = send->send_ns,
		.recv_ns = send->recv_ns,
	};
	if (inv->n_workers == 1)
		sample->elapsed_ns = send->send_ns + send->recv_ns;
	else if (apart)
		sample->elapsed_ns = send->end_ns - send->begin_ns + recv->end_ns - recv->begin_ns;
	else
		sample->elapsed_ns = recv->end_ns - send->begin_ns;
	return 0;
}

static void add_flow(const struct invocation *inv, struct flow_record *flow)
{
	/* Lockstep's one end, else the receiver, which was the last to wait. */
	const struct transport_counts *c = &inv->workers[inv->n_workers - 1].report.counts;

	if (!inv->workers[0].end.transport->counts)
		return;
	flow->n_messages += inv->n_moved;
	flow->send_sleeps += c->send_sleeps;
	flow->send_wakes += c->send_wakes;
	flow->recv_sleeps += c->recv_sleeps;
	flow->recv_wakes += c->recv_wakes;
}

int invocation_finish(struct invocation *inv, struct flow_record *flow, struct err *err)
{
	sigset_t old;
	int ret = 0;

	signals_block(&old);
	for (int i = 0; !ret && i < inv->n_workers; i++)
		ret = command(inv, i, END_FINISH, 0, err);
	/* The receiver first: what it says of wrong data is the better cause. */
	for (int i = inv->n_workers - 1; !ret && i >= 0; i--)
		ret = wait_report(inv, &inv->workers[i], &old, err);
	signals_restore(&old);
	inv->failed = ret != 0;
	if (!ret)
		add_flow(inv, flow);
	return ret;
}

void invocation_close(struct invocation *inv)
{
	if (!inv)
		return;
	if (inv->failed)
		atomic_store(&inv->arena->shared->stop, 1);
	for (int i = 0; i < inv->n_workers; i++)
		worker_stop(&inv->workers[i], inv->failed);
	free(inv);
}
