/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_FLOWS_H
#define NETIO_TESTS_UNIT_FLOWS_H

/* Messages through a channel, and signals to those who move them. */

#include "tests/unit/channels.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "base/pattern.h"

struct flow {
	const struct transport_ops *ops;
	struct channel ch;
	size_t size;
	unsigned n;
	int ret; /* of the receiving thread */
};

static inline void *receive_flow(void *arg)
{
	struct flow *f = arg;
	unsigned char *buf = malloc(f->size);
	struct pattern_difference diff;

	f->ret = buf ? 0 : -ENOMEM;
	for (unsigned i = 0; !f->ret && i < f->n; i++) {
		f->ret = f->ops->recv(&f->ch, buf, f->size);
		if (!f->ret && pattern_check(buf, f->size, i, &diff))
			f->ret = -EILSEQ;
	}
	if (!f->ret)
		f->ret = f->ops->drain(&f->ch);
	free(buf);
	return NULL;
}

static inline int send_flow(struct flow *f)
{
	unsigned char *buf = malloc(f->size);
	int ret = buf ? 0 : -ENOMEM;

	for (unsigned i = 0; !ret && i < f->n; i++) {
		pattern_fill(buf, f->size, i);
		ret = f->ops->send(&f->ch, buf, f->size);
	}
	free(buf);
	return ret ? ret : f->ops->finish(&f->ch);
}

/* One thread can do it all with what fits: that is what lockstep does. */
static inline void send_small(const struct transport_ops *ops, struct channel *ch, size_t n)
{
	unsigned char buf[256];

	assert_true(n <= sizeof(buf));
	pattern_fill(buf, n, 0);
	CHECK(ops->send(ch, buf, n) == 0, "%s: send of %zu", ops->name, n);
}

static inline int recv_small(const struct transport_ops *ops, struct channel *ch, size_t n)
{
	unsigned char buf[256];

	assert_true(n <= sizeof(buf));
	return ops->recv(ch, buf, n);
}

static atomic_int n_signals;

static inline void count_signal(int number)
{
	(void)number;
	atomic_fetch_add(&n_signals, 1);
}

/* Without SA_RESTART, as the measurement's own kick. */
static inline void handle_signal(int number)
{
	struct sigaction action = { .sa_handler = count_signal };

	assert_int_equal(sigaction(number, &action, NULL), 0);
	atomic_store(&n_signals, 0);
}

#endif
