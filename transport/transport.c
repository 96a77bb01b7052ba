/* SPDX-License-Identifier: MIT */
#include "transport/transport.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define TRANSPORT(name) extern const struct transport_ops transport_ops_##name;
#include "transport/transport_list.h"
#undef TRANSPORT

static const struct transport_ops *const transports[] = {
#define TRANSPORT(name) &transport_ops_##name,
#include "transport/transport_list.h"
#undef TRANSPORT
};

const struct transport_ops *transport_at(size_t index)
{
	return index < sizeof(transports) / sizeof(transports[0]) ? transports[index] : NULL;
}

const char *transport_name(size_t index)
{
	const struct transport_ops *ops = transport_at(index);

	return ops ? ops->name : NULL;
}

const struct transport_ops *transport_find(const char *name)
{
	const struct transport_ops *ops;

	for (size_t i = 0; (ops = transport_at(i)) != NULL; i++) {
		if (strcmp(ops->name, name) == 0)
			return ops;
	}
	return NULL;
}

void channel_init(struct channel *ch, const atomic_int *stop)
{
	*ch = (struct channel) { .fd = { -1, -1 }, .stop = stop };
}

void channel_close(struct channel *ch, enum side side)
{
	if (ch->fd[side] < 0)
		return;
	close(ch->fd[side]);
	ch->fd[side] = -1;
	if (ch->release)
		ch->release(ch->state);
}

static void close_both(struct channel *ch)
{
	channel_close(ch, SIDE_SEND);
	channel_close(ch, SIDE_RECV);
}

int transport_probe(const struct transport_ops *ops, const struct transport_options *options,
	struct transport_facts *facts, struct err *err)
{
	atomic_int stop = 0;
	struct channel ch;
	int ret;

	*facts = (struct transport_facts) { 0 };
	channel_init(&ch, &stop);
	ret = ops->open(&ch, options, err);
	if (ret)
		return ret;
	if (ops->facts)
		ops->facts(&ch, facts);
	close_both(&ch);
	return 0;
}

/* Offers one message to a fresh channel. *fits: how much went in; 0 when refused for its size. */
static int offer(const struct transport_ops *ops, const struct transport_options *options,
	const void *buf, size_t size, size_t *fits, struct err *err)
{
	struct transport_options nonblocking = *options;
	atomic_int stop = 0;
	struct channel ch;
	int ret;

	nonblocking.nonblocking_send = true;
	channel_init(&ch, &stop);
	ret = ops->open(&ch, &nonblocking, err);
	if (ret)
		return ret;
	ret = ops->send(&ch, buf, size);
	*fits = ret == 0 ? size : ch.sent_bytes;
	close_both(&ch);
	if (ret && ret != -EAGAIN && ret != -EMSGSIZE && ret != -ENOBUFS)
		return err_set(err, -ret, "%s: cannot send %zu bytes: %s", ops->name, size,
			strerror(-ret));
	return 0;
}

/* How often a size must go in to count as one that does: TCP takes a little more or less each time. */
#define OFFERS 5

/* The least that went in. */
static int offer_repeatedly(const struct transport_ops *ops,
	const struct transport_options *options, const void *buf, size_t size, size_t *fits,
	struct err *err)
{
	size_t took;
	int ret = 0;

	*fits = size;
	for (int i = 0; !ret && i < OFFERS && *fits == size; i++) {
		ret = offer(ops, options, buf, size, &took, err);
		*fits = ret ? 0 : took;
	}
	return ret;
}

/* A stream takes part of a message: what it took, offered again, until that goes in whole. */
static int shrink(const struct transport_ops *ops, const struct transport_options *options,
	const void *buf, size_t size, size_t *fits, struct err *err)
{
	size_t took = size;
	int ret;

	do {
		*fits = took;
		ret = took ? offer_repeatedly(ops, options, buf, took, &took, err) : 0;
	} while (!ret && took < *fits);
	return ret;
}

/* A message goes in whole or not at all: bisect between what did and what did not. */
static int bisect(const struct transport_ops *ops, const struct transport_options *options,
	const void *buf, size_t size, size_t *fits, struct err *err)
{
	size_t good = 0;
	size_t bad = size + 1;
	size_t took = 0;
	int ret = 0;

	for (size_t at = size; !ret && bad - good > 1; at = good + (bad - good) / 2) {
		ret = offer(ops, options, buf, at, &took, err);
		if (took == at)
			good = at;
		else
			bad = at;
	}
	*fits = good;
	return ret;
}

int transport_capacity(const struct transport_ops *ops, const struct transport_options *options,
	size_t size, size_t *fits_bytes, struct err *err)
{
	void *buf;
	int ret;

	*fits_bytes = size;
	if (ops->caps & TRANSPORT_EMPTY)
		return 0;
	/* Never written: one shared zero page will do here, where nothing is timed. */
	buf = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (buf == MAP_FAILED)
		return err_set(err, ENOMEM, "cannot map %zu bytes: %s", size, strerror(errno));
	if (ops->caps & TRANSPORT_MESSAGES)
		ret = bisect(ops, options, buf, size, fits_bytes, err);
	else
		ret = shrink(ops, options, buf, size, fits_bytes, err);
	munmap(buf, size);
	return ret;
}
