/* SPDX-License-Identifier: MIT */
#include "bench/plan.h"

/* What starting and ending an invocation cost, and how many batches calibration is worth: measured. */
#define INVOCATION_NS       1000000
#define CALIBRATION_BATCHES 8
/* A guess for --count and --bytes, where nothing was calibrated: 3 us a call, 5 GB/s a copy. */
#define CALL_NS 3000.0
#define BYTE_NS 0.2
/* A byte of the buffers costs so much more an invocation: pages faulted in, filled and checked. */
#define FRESH_BYTE_NS 2.0

/* Calibrated samples last the batch time, but no less than a message does. */
static double sample_ns(const struct run_config *config, const struct point_record *p)
{
	double message_ns = CALL_NS + BYTE_NS * (double)p->size_bytes;

	if (p->n_messages)
		return (double)p->n_messages * message_ns;
	return message_ns > (double)config->sampling.batch_ns ? message_ns
							      : (double)config->sampling.batch_ns;
}

static double warmup_ns(const struct run_config *config, const struct point_record *p)
{
	double samples_ns = WARMUP_MIN_SAMPLES * sample_ns(config, p);

	if (config->sampling.n_warmup != WARMUP_STEADY)
		return (double)config->sampling.n_warmup * sample_ns(config, p);
	samples_ns = samples_ns < WARMUP_MAX_NS ? samples_ns : WARMUP_MAX_NS;
	return samples_ns > WARMUP_MIN_NS ? samples_ns : WARMUP_MIN_NS;
}

/* One invocation of the point. */
static double invocation_ns(const struct run_config *config, const struct point_record *p)
{
	return warmup_ns(config, p) + (double)config->sampling.n_samples * sample_ns(config, p) +
	       INVOCATION_NS + FRESH_BYTE_NS * (double)p->size_bytes;
}

double plan_estimate_s(const struct run_config *config, const struct run_record *run)
{
	double total_ns = 0;

	for (size_t i = 0; i < run->n_points; i++) {
		const struct point_record *p = &run->points[i];

		if (p->status == POINT_SKIPPED)
			continue;
		total_ns += (double)config->sampling.n_invocations * invocation_ns(config, p);
		if (!p->n_messages)
			total_ns += CALIBRATION_BATCHES * sample_ns(config, p);
	}
	if (config->sampling.time_ns && total_ns > (double)config->sampling.time_ns)
		total_ns = (double)config->sampling.time_ns;
	return total_ns / 1e9;
}
