/* SPDX-License-Identifier: MIT */
#include "bench/plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/arena.h"

uint64_t plan_product(const size_t *factors, size_t n_factors)
{
	uint64_t n = 1;

	for (size_t i = 0; i < n_factors; i++) {
		if (__builtin_mul_overflow(n, factors[i], &n))
			return UINT64_MAX;
	}
	return n;
}

uint64_t plan_count(const struct run_config *config)
{
	const size_t factors[] = { config->n_transports, config->n_copies, config->n_placements,
		config->sizes.n, config->send_offsets.n,
		config->offsets_alike ? 1 : config->recv_offsets.n };

	return plan_product(factors, sizeof(factors) / sizeof(factors[0]));
}

/* Less than this kind of channel grants for that request where no limit is in its way. */
static bool is_capped(const struct transport_ops *ops, uint64_t asked, uint64_t granted)
{
	return asked && granted && granted / (ops->caps & TRANSPORT_DOUBLES ? 2 : 1) < asked;
}

/* This process or machine is short of something: no property of a transport, and the run would fail. */
static bool is_shortage(int code)
{
	return code == EMFILE || code == ENFILE || code == ENOMEM || code == ENOSPC ||
	       code == EFBIG;
}

static void record_skb(const struct skb_geometry *g, struct skb_record *skb)
{
	*skb = (struct skb_record) {
		.layout = skb_layout_name(g->layout),
		.l1_shift = g->l1_shift,
		.header_bytes = g->header_bytes,
		.shinfo_bytes = g->shinfo_bytes,
		.descriptor_bytes = g->descriptor_bytes,
		.linear_bytes = g->linear_bytes,
		.alloc_bytes = g->alloc_bytes,
		.class_bytes = g->class_bytes,
		.truesize_bytes = g->truesize_bytes,
		.phase_bytes = g->phase_bytes,
		.full_chunks = g->full_chunks,
		.chunks_awake = g->chunks_awake,
	};
}

static int probe(const struct run_config *config, const struct run_transport *transport,
	struct transport_record *t, struct err *err)
{
	const struct transport_ops *ops = transport->ops;
	struct transport_options options = config->options;
	struct transport_facts facts;
	struct err why = { 0 };

	*t = (struct transport_record) {
		.sndbuf_asked_bytes = config->options.sndbuf_bytes,
		.rcvbuf_asked_bytes = config->options.rcvbuf_bytes,
	};
	if (ops->caps & TRANSPORT_COPIES)
		snprintf(t->name, sizeof(t->name), "%s:%u", ops->name, transport->skb.l1_shift);
	else
		snprintf(t->name, sizeof(t->name), "%s", ops->name);
	options.skb = &transport->skb;
	if (transport_probe(ops, &options, &facts, &why)) {
		if (is_shortage(why.code))
			return err_set(err, why.code, "%s", why.text);
		snprintf(t->unavailable, sizeof(t->unavailable), "%.255s", why.text);
		return 0;
	}
	t->sndbuf_granted_bytes = facts.sndbuf_bytes;
	t->rcvbuf_granted_bytes = facts.rcvbuf_bytes;
	t->sndbuf_capped = is_capped(ops, t->sndbuf_asked_bytes, facts.sndbuf_bytes);
	t->rcvbuf_capped = is_capped(ops, t->rcvbuf_asked_bytes, facts.rcvbuf_bytes);
	memcpy(t->congestion, facts.congestion, sizeof(t->congestion));
	if (facts.skb.line_bytes)
		record_skb(&facts.skb, &t->skb);
	return 0;
}

static void skip(struct point_record *p, const char *reason)
{
	p->status = POINT_SKIPPED;
	snprintf(p->reason, sizeof(p->reason), "%.255s", reason);
}

/* Whether messages of one size go in, as far as that was tried. */
struct fit {
	bool known;
	char reason[160]; /* empty: they do */
};

/* What is at hand while the points are made. */
struct plan {
	const struct run_config *config;
	struct run_record *run;
	struct fit *fits; /* a transport and size, the size's index last */
};

/* A message that does not go in whole: too large for a datagram, or for lockstep to hold. */
static int try_size(const struct run_config *config, const struct transport_ops *ops, uint64_t size,
	struct fit *fit, struct err *err)
{
	struct err why = { 0 };
	size_t fits;

	fit->known = true;
	if ((!config->lockstep || ops->exchange) && !(ops->caps & TRANSPORT_MESSAGES))
		return 0;
	if (transport_capacity(ops, &config->options, size, &fits, &why)) {
		if (is_shortage(why.code))
			return err_set(err, why.code, "%s", why.text);
		snprintf(fit->reason, sizeof(fit->reason), "%.159s", why.text);
	} else if (fits < size) {
		snprintf(fit->reason, sizeof(fit->reason),
			"a message of %llu bytes does not fit its buffers; the largest that does "
			"has %zu",
			(unsigned long long)size, fits);
	}
	return 0;
}

/* Tried once for each transport and size, whatever the number of offsets: it moves real bytes. */
static int check_size(const struct plan *plan, size_t transport, size_t size,
	struct point_record *p, struct err *err)
{
	struct fit *fit = &plan->fits[transport * plan->config->sizes.n + size];
	int ret = fit->known ? 0
			     : try_size(plan->config, plan->config->transports[transport].ops,
				       p->size_bytes, fit, err);

	if (!ret && fit->reason[0])
		skip(p, fit->reason);
	return ret;
}

/* The emulated socket calls the routine piece by piece: the shortest and the least aligned count. */
static const char *check_pieces(const struct copy_ops *ops, const struct run_transport *transport,
	const struct point_record *p, char *text, size_t size)
{
	struct skb_geometry g;
	struct err err = { 0 };
	uint64_t align;

	if (!ops->copy)
		return "it moves the bytes by a copy routine: name one with --copy";
	if (skb_geometry_make(&transport->skb, &g, &err))
		return NULL; /* the transport is unavailable, which is told */
	align = skb_piece_align(&g);
	return copy_unfit(ops, skb_shortest_piece(&g, p->size_bytes), p->send_offset_bytes | align,
		p->recv_offset_bytes | align, text, size);
}

/* To a staging buffer before each send, and from one after each receive. */
static const char *check_staging(
	const struct copy_ops *ops, const struct point_record *p, char *text, size_t size)
{
	size_t stage = arena_stage_offset();
	const char *reason =
		copy_unfit(ops, p->size_bytes, p->send_offset_bytes, stage, text, size);

	return reason ? reason
		      : copy_unfit(ops, p->size_bytes, stage, p->recv_offset_bytes, text, size);
}

static void check_copy(
	const struct copy_ops *ops, const struct run_transport *transport, struct point_record *p)
{
	const char *reason = copy_unsupported(ops);
	char text[128];

	if (!reason && (ops->flags & COPY_EMPTY))
		reason = "it copies nothing, so there would be nothing to send";
	if (!reason && (transport->ops->caps & TRANSPORT_COPIES))
		reason = check_pieces(ops, transport, p, text, sizeof(text));
	else if (!reason && ops->copy)
		reason = check_staging(ops, p, text, sizeof(text));
	if (reason)
		skip(p, reason);
}

static void check_placement(
	const struct run_config *config, const struct placement *placement, struct point_record *p)
{
	if (placement->unavailable[0])
		skip(p, placement->unavailable);
	else if (config->lockstep && placement->cpu_send != placement->cpu_recv)
		skip(p, "lockstep is one thread: it takes one CPU, not two");
}

/* Its indices in the lists of the configuration. */
struct place {
	size_t transport;
	size_t copy;
	size_t placement;
	size_t size;
	size_t send;
	size_t recv;
};

static int check(
	const struct plan *plan, const struct place *at, struct point_record *p, struct err *err)
{
	const struct run_config *config = plan->config;
	const struct transport_record *t = &plan->run->transports[at->transport];

	if (config->broken && config->broken[at->copy]) {
		p->status = POINT_FAILED;
		snprintf(p->reason, sizeof(p->reason), "%.255s", config->broken[at->copy]);
		return 0;
	}
	check_placement(config, &config->placements[at->placement], p);
	if (p->status != POINT_SKIPPED)
		check_copy(config->copies[at->copy], &config->transports[at->transport], p);
	if (p->status == POINT_SKIPPED)
		return 0;
	if (t->unavailable[0])
		skip(p, t->unavailable);
	else if (config->verify && p->moves_nothing)
		skip(p, "it moves nothing that could be verified");
	else
		return check_size(plan, at->transport, at->size, p, err);
	return 0;
}

static int samples_asked(const struct run_config *config, size_t *n)
{
	return __builtin_mul_overflow(config->sampling.n_samples, config->sampling.n_invocations, n)
		       ? -ERANGE
		       : 0;
}

/* The i-th point: its coordinates are the digits of i, the receive offset's last. */
static struct place place_of(const struct run_config *config, size_t i)
{
	size_t n_recv = config->offsets_alike ? 1 : config->recv_offsets.n;
	struct place at;

	at.recv = i % n_recv;
	at.send = (i /= n_recv) % config->send_offsets.n;
	at.size = (i /= config->send_offsets.n) % config->sizes.n;
	at.placement = (i /= config->sizes.n) % config->n_placements;
	at.copy = (i /= config->n_placements) % config->n_copies;
	at.transport = i / config->n_copies;
	return at;
}

static int make_point(const struct plan *plan, size_t i, struct err *err)
{
	const struct run_config *config = plan->config;
	struct point_record *p = &plan->run->points[i];
	struct place at = place_of(config, i);
	const struct placement *placement = &config->placements[at.placement];

	*p = (struct point_record) {
		.transport = plan->run->transports[at.transport].name,
		.transport_at = at.transport,
		.copy = config->copies[at.copy]->name,
		.copy_at = at.copy,
		.placement = placement->name,
		.cpu_send = placement->cpu_send,
		.cpu_recv = placement->cpu_recv,
		.size_bytes = config->sizes.values[at.size],
		.send_offset_bytes = config->send_offsets.values[at.send],
		.moves_nothing = config->transports[at.transport].ops->caps & TRANSPORT_EMPTY,
		.n_messages = config->count,
	};
	p->recv_offset_bytes =
		config->offsets_alike ? p->send_offset_bytes : config->recv_offsets.values[at.recv];
	if (config->bytes)
		p->n_messages = config->bytes / p->size_bytes;
	if (samples_asked(config, &p->n_samples_asked))
		p->n_samples_asked = SIZE_MAX;
	return check(plan, &at, p, err);
}

static int make_points(struct plan *plan, struct err *err)
{
	const struct run_config *config = plan->config;
	struct run_record *run = plan->run;
	int ret = 0;

	for (size_t i = 0; !ret && i < config->n_transports; i++)
		ret = probe(config, &config->transports[i], &run->transports[i], err);
	for (size_t i = 0; !ret && i < run->n_points; i++)
		ret = make_point(plan, i, err);
	return ret;
}

int plan_build(const struct run_config *config, struct run_record *run, struct err *err)
{
	struct plan plan = { .config = config, .run = run };
	uint64_t n = plan_count(config);
	int ret;

	run->points = NULL;
	run->n_points = 0;
	run->transports = calloc(config->n_transports, sizeof(*run->transports));
	run->n_transports = config->n_transports;
	if (!run->transports)
		return err_set(err, ENOMEM, "out of memory");
	if (n > PLAN_MAX)
		return err_set(err, ERANGE, "the sweep has %llu points: expected at most %d",
			(unsigned long long)n, PLAN_MAX);
	run->points = calloc(n, sizeof(*run->points));
	plan.fits = calloc(config->n_transports * config->sizes.n, sizeof(*plan.fits));
	if (!run->points || !plan.fits) {
		free(plan.fits);
		return err_set(err, ENOMEM, "out of memory");
	}
	run->n_points = n;
	ret = make_points(&plan, err);
	free(plan.fits);
	return ret;
}

static void release_point(struct point_record *p)
{
	free(p->samples);
	free(p->warmup);
	free(p->invocations);
}

void plan_release(struct run_record *run)
{
	for (size_t i = 0; i < run->n_points; i++)
		release_point(&run->points[i]);
	free(run->points);
	free(run->transports);
	run->points = NULL;
	run->transports = NULL;
	run->n_points = run->n_transports = 0;
}
