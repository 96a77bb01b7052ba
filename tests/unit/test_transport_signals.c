/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/flows.h"

#include <pthread.h>
#include <time.h>

/* Calls that a signal interrupts: they go on, unless the stop flag is set. */

/* A thread in a call that waits, and what came of it. */
struct waiter {
	const struct transport_ops *ops;
	struct channel *ch;
	enum side side;
	size_t size;
	unsigned char *buf;
	atomic_int ret; /* 1: still in the call */
	pthread_t thread;
};

/* Sends until nothing goes in any more, or receives one message. */
static void *wait_in_call(void *arg)
{
	struct waiter *w = arg;
	int ret = 0;

	if (w->side == SIDE_RECV)
		ret = w->ops->recv(w->ch, w->buf, w->size);
	while (w->side == SIDE_SEND && !ret)
		ret = w->ops->send(w->ch, w->buf, w->size);
	atomic_store(&w->ret, ret);
	return NULL;
}

static struct waiter *start_waiter(
	const struct transport_ops *ops, struct channel *ch, enum side side, size_t size)
{
	struct waiter *w = calloc(1, sizeof(*w));

	assert_non_null(w);
	*w = (struct waiter) { ops, ch, side, size, calloc(1, size), 1, 0 };
	assert_non_null(w->buf);
	handle_signal(SIGUSR1);
	assert_int_equal(pthread_create(&w->thread, NULL, wait_in_call, w), 0);
	return w;
}

/* Signals until it has returned, or the handler has run `most` times. */
static void signal_waiter(struct waiter *w, int most)
{
	const struct timespec pause = { .tv_nsec = 1000000 };

	for (int i = 0; atomic_load(&w->ret) == 1 && atomic_load(&n_signals) < most; i++) {
		pthread_kill(w->thread, SIGUSR1);
		nanosleep(&pause, NULL);
	}
}

static int stop_waiter(struct waiter *w)
{
	int ret;

	pthread_join(w->thread, NULL);
	ret = atomic_load(&w->ret);
	free(w->buf);
	free(w);
	signal(SIGUSR1, SIG_DFL);
	return ret;
}

static void stopped_call_returns(void **state)
{
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		for (enum side side = SIDE_SEND; side <= SIDE_RECV; side++) {
			struct channel ch = open_plain(ops);
			struct waiter *w = start_waiter(ops, &ch, side, 1000);
			int ret;

			atomic_store(&stop_flag, 1);
			signal_waiter(w, 5000);
			CHECK(atomic_load(&w->ret) != 1, "%s: side %d hangs", ops->name, side);
			ret = stop_waiter(w);
			CHECK(ret == -EINTR, "%s: side %d: %s", ops->name, side, strerror(-ret));
			atomic_store(&stop_flag, 0);
			close_channel(&ch);
		}
	}
}

/* A profiler's signal, say, must not cost a message. */
static void interrupted_recv_goes_on(void **state)
{
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct channel ch = open_plain(ops);
		struct waiter *w = start_waiter(ops, &ch, SIDE_RECV, 200);
		int ret;

		signal_waiter(w, 10);
		CHECK(atomic_load(&w->ret) == 1, "%s: %s", ops->name, strerror(-w->ret));
		if (!keeps_messages(ops)) {
			send_small(ops, &ch, 100);
			signal_waiter(w, 20);
		}
		send_small(ops, &ch, keeps_messages(ops) ? 200 : 100);
		ret = stop_waiter(w);
		CHECK(ret == 0, "%s: %s", ops->name, strerror(-ret));
		close_channel(&ch);
	}
}

static void *send_flow_thread(void *arg)
{
	struct flow *f = arg;

	f->ret = send_flow(f);
	return NULL;
}

/* A sender blocked in the middle of what is far more than the buffers is signalled, then received from. */
static void interrupted_send_goes_on(void **state)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	const struct transport_ops *ops;

	(void)state;
	FOR_EACH_MOVING(ops)
	{
		struct flow sender = { .ops = ops, .ch = open_plain(ops) };
		struct flow receiver;
		pthread_t thread;

		sender.size = keeps_messages(ops) ? 30000 : 5 << 20;
		sender.n = keeps_messages(ops) ? 40 : 6;
		receiver = sender;
		receiver.ch.fd[SIDE_SEND] = -1;
		sender.ch.fd[SIDE_RECV] = -1;
		handle_signal(SIGUSR1);
		assert_int_equal(pthread_create(&thread, NULL, send_flow_thread, &sender), 0);
		while (atomic_load(&n_signals) < 20) {
			pthread_kill(thread, SIGUSR1);
			nanosleep(&pause, NULL);
		}
		receive_flow(&receiver);
		channel_close(&receiver.ch, SIDE_RECV); /* lets a sender go that still waits */
		pthread_join(thread, NULL);
		CHECK(sender.ret == 0 && receiver.ret == 0, "%s: send %s, receive %s", ops->name,
			strerror(-sender.ret), strerror(-receiver.ret));
		signal(SIGUSR1, SIG_DFL);
		channel_close(&sender.ch, SIDE_SEND);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHANNEL_TEST(stopped_call_returns),
		CHANNEL_TEST(interrupted_recv_goes_on),
		CHANNEL_TEST(interrupted_send_goes_on),
	};

	/* As main() does: a receiver that gave up must fail the test, not end the program. */
	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
