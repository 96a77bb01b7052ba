/* SPDX-License-Identifier: MIT */
#include "results/copy_writer.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/csv.h"
#include "results/jsonl.h"
#include "results/noise_line.h"
#include "results/rates.h"

#define LEVEL 0.95
#define MBYTE 1048576.0

unsigned copy_page_distance(const struct copy_run *run, const struct copy_point *p)
{
	return (unsigned)((run->dst_addr + p->distance_bytes + p->dst_offset_bytes - run->src_addr -
				  p->src_offset_bytes) %
			  4096);
}

static double mb_per_s(const struct copy_point *p, const struct copy_sample *s)
{
	return rate_copy_mb_per_s(p, s);
}

static double call_ns(const struct copy_point *p, const struct copy_sample *s)
{
	(void)p;
	return rate_call_ns(s);
}

static double bytes_per_cycle(const struct copy_point *p, const struct copy_sample *s)
{
	return (double)(p->size_bytes * s->n_calls) / (double)s->cycles;
}

/* The values that can be said, in the order taken; how many. */
static size_t collect(const struct copy_point *p, double *values,
	double (*value)(const struct copy_point *, const struct copy_sample *))
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_samples; i++) {
		double v = value(p, &p->samples[i]);

		if (isfinite(v))
			values[n++] = v;
	}
	return n;
}

static struct estimate of(const struct copy_point *p, double *values,
	double (*value)(const struct copy_point *, const struct copy_sample *))
{
	return estimate_median(values, collect(p, values, value), LEVEL);
}

static double harmonic(const struct copy_point *p)
{
	double bytes = 0, ns = 0;

	for (size_t i = 0; i < p->n_samples; i++) {
		bytes += (double)(p->size_bytes * p->samples[i].n_calls);
		ns += (double)p->samples[i].elapsed_ns;
	}
	return ns > 0 ? bytes * 1e3 / ns : NAN;
}

int copy_estimates(const struct copy_point *p, struct copy_estimates *out)
{
	double *values = calloc(p->n_samples + 1, sizeof(*values));
	int ret = values ? spread_of(values, collect(p, values, mb_per_s), &out->spread) : -ENOMEM;

	if (!ret) {
		out->mb_per_s = of(p, values, mb_per_s);
		out->call_ns = of(p, values, call_ns);
		out->bytes_per_cycle = of(p, values, bytes_per_cycle);
		out->harmonic_mb_per_s = harmonic(p);
	}
	free(values);
	return ret;
}

static void put(FILE *f, int width, double value)
{
	if (!isfinite(value))
		fprintf(f, " %*s", width, "-");
	else
		fprintf(f, value < 1e8 ? " %*.1f" : " %*.2e", width, value);
}

static void table_begin(FILE *f, const struct copy_run *run)
{
	fprintf(f, "# netio %s copy, %s, %s, %s\n", run->version, run->kernel,
		run->cpu[0] ? run->cpu : "CPU model not known", run->libc);
	fprintf(f,
		"# one thread on CPU %d, %s pages, %s order, seed %" PRIu64 ", %" PRIu64
		" x %" PRIu64 " samples a point; MB/s = 10^6 bytes copied a second, median, +- "
		"half its 95 %% CI\n",
		run->cpu_a, run->pages, run->order, run->seed, run->n_invocations, run->n_samples);
	if (run->round_trip_ns > 0)
		fprintf(f,
			"# states A/B: A is CPU %d, B is CPU %d; core-to-core round trip %.0f ns\n",
			run->cpu_a, run->cpu_b, run->round_trip_ns);
	fprintf(f,
		"# a state can be forced from user space, not verified; d = (dst - src) mod 4096\n"
		"# empty copies nothing: its ns a call are the cost of the harness in that state, "
		"and "
		"are subtracted from nothing\n");
	fprintf(f, "%-16s %-5s %10s %10s %10s %5s %11s %6s %11s %11s %10s %8s\n", "copy", "state",
		"size", "src-off", "dst-off", "d", "MB/s", "+-%", "min", "max", "ns/call",
		"B/cycle");
}

static void remark(FILE *f, const struct copy_point *p, const struct copy_estimates *e, unsigned d)
{
	const char *verdict = estimate_verdict(&e->call_ns);

	if (d > 0 && d < 64 && !p->is_harness)
		fprintf(f, "  aliases (0 < d < 64)");
	if (p->status == POINT_INTERRUPTED)
		fprintf(f, "  interrupted after %zu of %zu samples", p->n_samples,
			p->n_samples_asked);
	else if (p->status == POINT_FAILED)
		fprintf(f, "  failed: %s", p->reason);
	else if (strcmp(verdict, "ok") != 0)
		fprintf(f, "  %s", verdict);
	/* A sample or two are no mode, and what is not whole may yet change. */
	if (e->spread.bimodal && !p->is_harness && p->status == POINT_DONE &&
		strcmp(verdict, "few") != 0) {
		fputs("  two modes:", f);
		put(f, 1, e->spread.mode_low);
		fputs(" and", f);
		put(f, 1, e->spread.mode_high);
	}
}

static void table_point(FILE *f, const struct copy_run *run, const struct copy_point *p)
{
	unsigned d = copy_page_distance(run, p);
	struct copy_estimates e;

	fprintf(f, "%-16s %-5s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %5u", p->copy, p->state,
		p->size_bytes, p->src_offset_bytes, p->dst_offset_bytes, d);
	if (p->n_samples == 0 || copy_estimates(p, &e)) {
		fprintf(f, " %11s  %s: %s\n", "-",
			p->status == POINT_SKIPPED ? "skipped" : "failed",
			p->n_samples ? "out of memory" : p->reason);
		return;
	}
	/* The rate of a routine that copies nothing would be a number without a meaning. */
	put(f, 11, p->is_harness ? NAN : e.mb_per_s.median);
	put(f, 6, estimate_half_width_percent(&e.call_ns));
	put(f, 11, p->is_harness ? NAN : e.mb_per_s.min);
	put(f, 11, p->is_harness ? NAN : e.mb_per_s.max);
	put(f, 10, e.call_ns.median);
	put(f, 8, p->is_harness ? NAN : e.bytes_per_cycle.median);
	remark(f, p, &e, d);
	fputc('\n', f);
}

static void interruption(FILE *f, const struct copy_run *run)
{
	size_t n_done = 0;
	size_t n_part = 0;

	if (!run->interrupted)
		return;
	for (size_t i = 0; i < run->n_points; i++) {
		n_done += run->points[i].status == POINT_DONE;
		n_part += run->points[i].status == POINT_INTERRUPTED;
	}
	fprintf(f, "# interrupted: %zu of %zu points complete, %zu in part\n", n_done,
		run->n_points, n_part);
}

static void table_end(FILE *f, const struct copy_run *run)
{
	noise_line_write(f, &run->noise);
	interruption(f, run);
}

/* Shape C of reference/README.md, with the word for what moved the bytes in its place. */
static void netio2_begin(FILE *f, const struct copy_run *run)
{
	(void)f;
	(void)run;
}

static void netio2_point(FILE *f, const struct copy_run *run, const struct copy_point *p)
{
	struct copy_estimates e;
	double seconds;

	if (p->is_harness || p->n_samples == 0 || copy_estimates(p, &e))
		return;
	seconds = e.call_ns.median * (double)p->n_calls / 1e9;
	fprintf(f,
		"0x%" PRIx64 "+%" PRIu64 " -> 0x%" PRIx64 "+%" PRIu64
		" %s: %.6f seconds at %.1f Mbytes/sec\n",
		run->src_addr, p->src_offset_bytes, run->dst_addr + p->distance_bytes,
		p->dst_offset_bytes, p->copy, seconds,
		(double)(p->size_bytes * p->n_calls) / MBYTE / seconds);
}

static const struct copy_writer_ops writers[] = {
	{ "table", ".txt", table_begin, table_point, table_end, NULL },
	{ "netio2", ".netio2", netio2_begin, netio2_point, interruption, NULL },
	{ "csv", ".csv", csv_copy_begin, csv_copy_point, csv_copy_end, NULL },
	{ "jsonl", ".jsonl", jsonl_copy_begin, jsonl_copy_point_done, jsonl_copy_end,
		jsonl_copy_invocation },
};

const struct copy_writer_ops *copy_writer_at(size_t index)
{
	return index < sizeof(writers) / sizeof(writers[0]) ? &writers[index] : NULL;
}

const char *copy_writer_name(size_t index)
{
	const struct copy_writer_ops *ops = copy_writer_at(index);

	return ops ? ops->name : NULL;
}

const struct copy_writer_ops *copy_writer_of(const char *path)
{
	const char *suffix = strrchr(path, '.');
	const struct copy_writer_ops *ops;

	for (size_t i = 0; suffix && (ops = copy_writer_at(i)) != NULL; i++) {
		if (strcmp(ops->suffix, suffix) == 0)
			return ops;
	}
	return NULL;
}
