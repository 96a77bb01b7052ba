/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_RATES_H
#define NETIO_RESULTS_RATES_H

#include "results/copy_record.h"
#include "results/record.h"

/*
 * What one sample comes to, in the units that are shown: 10^6 bytes a second, or ns. Not finite where a clock saw
 * nothing of it; who takes it looks. Counts are made double first, so that those of a damaged file cannot wrap.
 */

static inline double rate_mb_per_s(const struct sample *s)
{
	return (double)s->bytes * 1e3 / (double)s->elapsed_ns;
}

static inline double rate_mb_per_cpu_s(const struct sample *s)
{
	return (double)s->bytes * 1e3 / ((double)s->send.cpu_ns + (double)s->recv.cpu_ns);
}

static inline double rate_copy_mb_per_s(const struct copy_point *p, const struct copy_sample *s)
{
	return (double)p->size_bytes * (double)s->n_calls * 1e3 / (double)s->elapsed_ns;
}

static inline double rate_call_ns(const struct copy_sample *s)
{
	return (double)s->elapsed_ns / (double)s->n_calls;
}

/* ns of one half or the whole of a sample, a message. */
static inline double rate_message_ns(uint64_t ns, uint64_t n_messages)
{
	return (double)ns / (double)n_messages;
}

#endif
