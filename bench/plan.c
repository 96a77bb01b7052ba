/* SPDX-License-Identifier: MIT */
#include "bench/plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What starting and ending an invocation cost, and how many batches calibration is worth: measured. */
#define INVOCATION_NS       1000000
#define CALIBRATION_BATCHES 8
/* A guess for --count and --bytes, where nothing was calibrated: 3 us a call, 5 GB/s a copy. */
#define CALL_NS 3000.0
#define BYTE_NS 0.2

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

static void probe(const struct run_config *config, const struct transport_ops *ops,
	struct transport_record *t)
{
	struct transport_facts facts;
	struct err err = { 0 };

	*t = (struct transport_record) {
		.name = ops->name,
		.is_tcp = ops->caps & TRANSPORT_TCP,
		.sndbuf_asked_bytes = config->options.sndbuf_bytes,
		.rcvbuf_asked_bytes = config->options.rcvbuf_bytes,
	};
	if (transport_probe(ops, &config->options, &facts, &err)) {
		snprintf(t->unavailable, sizeof(t->unavailable), "%.255s", err.text);
		return;
	}
	t->sndbuf_granted_bytes = facts.sndbuf_bytes;
	t->rcvbuf_granted_bytes = facts.rcvbuf_bytes;
	memcpy(t->congestion, facts.congestion, sizeof(t->congestion));
}

static void skip(struct point_record *p, const char *reason)
{
	p->status = POINT_SKIPPED;
	snprintf(p->reason, sizeof(p->reason), "%.255s", reason);
}

/* A message that does not go in whole: too large for a datagram, or for lockstep to hold. */
static void check_size(
	const struct run_config *config, const struct transport_ops *ops, struct point_record *p)
{
	struct err err = { 0 };
	char text[160];
	size_t fits;

	if (!config->lockstep && !(ops->caps & TRANSPORT_MESSAGES))
		return;
	if (transport_capacity(ops, &config->options, p->size_bytes, &fits, &err)) {
		skip(p, err.text);
	} else if (fits < p->size_bytes) {
		snprintf(text, sizeof(text),
			"a message of %llu bytes does not fit its buffers; the largest that does "
			"has %zu",
			(unsigned long long)p->size_bytes, fits);
		skip(p, text);
	}
}

static void check_copy(const struct copy_ops *ops, struct point_record *p)
{
	const char *reason = copy_unsupported(ops);
	char text[128];

	if (!reason && (ops->flags & COPY_EMPTY))
		reason = "it copies nothing, so there would be nothing to send";
	if (!reason)
		reason = copy_unfit(ops, p->size_bytes, p->send_offset_bytes, p->recv_offset_bytes,
			text, sizeof(text));
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

static bool same_but_offsets(const struct point_record *a, const struct point_record *b)
{
	return a->transport == b->transport && a->size_bytes == b->size_bytes;
}

static void check(const struct run_config *config, const struct run_record *run,
	struct point_record *p, const struct transport_record *t, const struct transport_ops *ops,
	const struct copy_ops *copy, const struct placement *placement)
{
	check_placement(config, placement, p);
	if (p->status != POINT_SKIPPED)
		check_copy(copy, p);
	if (p->status == POINT_SKIPPED)
		return;
	if (t->unavailable[0])
		skip(p, t->unavailable);
	else if (config->verify && (ops->caps & TRANSPORT_EMPTY))
		skip(p, "it moves nothing that could be verified");
	else if (p > run->points && same_but_offsets(p, p - 1) && p[-1].status == POINT_PENDING)
		return; /* the size was tried for the point before */
	else
		check_size(config, ops, p);
}

static int samples_asked(const struct run_config *config, size_t *n)
{
	return __builtin_mul_overflow(config->n_samples, config->n_invocations, n) ? -ERANGE : 0;
}

/* The i-th point: its coordinates are the digits of i, the receive offset's last. */
static void make_point(const struct run_config *config, struct run_record *run, size_t i)
{
	struct point_record *p = &run->points[i];
	size_t n_recv = config->offsets_alike ? 1 : config->recv_offsets.n;
	size_t recv = i % n_recv;
	size_t send = (i /= n_recv) % config->send_offsets.n;
	size_t size = (i /= config->send_offsets.n) % config->sizes.n;
	size_t placement = (i /= config->sizes.n) % config->n_placements;
	size_t copy = (i /= config->n_placements) % config->n_copies;
	size_t transport = i / config->n_copies;
	const struct transport_ops *ops = config->transports[transport];

	*p = (struct point_record) {
		.transport = ops->name,
		.copy = config->copies[copy]->name,
		.placement = config->placements[placement].name,
		.cpu_send = config->placements[placement].cpu_send,
		.cpu_recv = config->placements[placement].cpu_recv,
		.size_bytes = config->sizes.values[size],
		.send_offset_bytes = config->send_offsets.values[send],
		.moves_nothing = ops->caps & TRANSPORT_EMPTY,
		.n_messages = config->count,
	};
	p->recv_offset_bytes =
		config->offsets_alike ? p->send_offset_bytes : config->recv_offsets.values[recv];
	if (config->bytes)
		p->n_messages = config->bytes / p->size_bytes;
	if (samples_asked(config, &p->n_samples_asked))
		p->n_samples_asked = SIZE_MAX;
	check(config, run, p, &run->transports[transport], ops, config->copies[copy],
		&config->placements[placement]);
}

int plan_build(const struct run_config *config, struct run_record *run, struct err *err)
{
	uint64_t n = plan_count(config);

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
	if (!run->points)
		return err_set(err, ENOMEM, "out of memory");
	run->n_points = n;
	for (size_t i = 0; i < config->n_transports; i++)
		probe(config, config->transports[i], &run->transports[i]);
	for (size_t i = 0; i < n; i++)
		make_point(config, run, i);
	return 0;
}

void plan_release(struct run_record *run)
{
	for (size_t i = 0; i < run->n_points; i++)
		free(run->points[i].samples);
	free(run->points);
	free(run->transports);
	run->points = NULL;
	run->transports = NULL;
	run->n_points = run->n_transports = 0;
}

static double sample_ns(const struct run_config *config, const struct point_record *p)
{
	if (!p->n_messages)
		return (double)config->batch_ns;
	return (double)p->n_messages * (CALL_NS + BYTE_NS * (double)p->size_bytes);
}

double plan_estimate_s(const struct run_config *config, const struct run_record *run)
{
	double n_samples =
		(double)config->n_invocations * (double)(config->n_samples + config->n_warmup);
	double total_ns = 0;

	for (size_t i = 0; i < run->n_points; i++) {
		const struct point_record *p = &run->points[i];

		if (p->status == POINT_SKIPPED)
			continue;
		total_ns += n_samples * sample_ns(config, p) +
			    (double)config->n_invocations * INVOCATION_NS;
		if (!p->n_messages)
			total_ns += CALIBRATION_BATCHES * (double)config->batch_ns;
	}
	return total_ns / 1e9;
}
