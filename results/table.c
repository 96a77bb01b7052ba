/* SPDX-License-Identifier: MIT */
#include "results/writer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "results/explain.h"
#include "results/noise_line.h"
#include "results/statistics.h"

/* Small rates keep their digits. More than 10^7 MB/s are no rate (null moves nothing): keep the width. */
static void put(FILE *f, int width, double value)
{
	if (!isfinite(value))
		fprintf(f, " %*s", width, "-");
	else
		fprintf(f, value < 10 ? " %*.3f" : value < 1e7 ? " %*.1f" : " %*.2e", width, value);
}

static void put_percent(FILE *f, double value)
{
	if (isfinite(value))
		fprintf(f, " %6.1f", value);
	else
		fprintf(f, " %6s", "-");
}

static void buffer_fact(FILE *f, const char *name, uint64_t asked, uint64_t granted)
{
	if (granted == 0)
		return;
	fprintf(f, ", %s %" PRIu64, name, granted);
	if (asked)
		fprintf(f, " (asked for %" PRIu64 ")", asked);
}

static void skb_head(FILE *f, const char *name, const struct skb_record *g)
{
	fprintf(f,
		"# %s: an emulated socket, layout %s, cache shift %u: chunks of %" PRIu64
		" in %" PRIu64 " allocated (header %" PRIu64 ", shinfo %" PRIu64
		"), size class %" PRIu64 ", truesize %" PRIu64 " (descriptor %" PRIu64 ")\n",
		name, g->layout, g->l1_shift, g->linear_bytes, g->alloc_bytes, g->header_bytes,
		g->shinfo_bytes, g->class_bytes, g->truesize_bytes, g->descriptor_bytes);
	fprintf(f,
		"# %s: the next chunk's source is at %" PRIu64 " mod 64; %" PRIu64
		" full chunks go in until the writer sleeps, %" PRIu64
		" are left when it is woken\n",
		name, g->phase_bytes, g->full_chunks, g->chunks_awake);
}

static void transport_head(FILE *f, const struct transport_record *t)
{
	fprintf(f, "# %s", t->name);
	if (t->unavailable[0]) {
		fprintf(f, ": not on this machine: %s\n", t->unavailable);
		return;
	}
	buffer_fact(f, "sndbuf", t->sndbuf_asked_bytes, t->sndbuf_granted_bytes);
	buffer_fact(f, "rcvbuf", t->rcvbuf_asked_bytes, t->rcvbuf_granted_bytes);
	if (t->congestion[0])
		fprintf(f, ", congestion control %s", t->congestion);
	fputc('\n', f);
	if (t->skb.layout)
		skb_head(f, t->name, &t->skb);
}

static bool all_on_one_cpu(const struct run_record *run)
{
	for (size_t i = 0; i < run->n_points; i++) {
		if (run->points[i].cpu_send != run->points[i].cpu_recv ||
			run->points[i].cpu_send < 0)
			return false;
	}
	return run->n_points > 0;
}

static void placement_head(FILE *f, const struct run_record *run)
{
	if (run_is_lockstep(run))
		fprintf(f, "# lockstep: one thread sends a message, then receives it; "
			   "send ns and recv ns are the two halves a message\n");
	else if (all_on_one_cpu(run))
		fprintf(f, "# both ends on one CPU, where the number is most repeatable; "
			   "for two CPUs: --cpus=S,R, or a name of netio list placements\n");
}

static void begin(FILE *f, const struct run_record *run)
{
	fprintf(f, "# netio %s, %s, %s\n", run->version, run->kernel,
		run->cpu[0] ? run->cpu : "CPU model not known");
	fprintf(f,
		"# %s, %s, %s order, seed %" PRIu64 ", %" PRIu64 " x %" PRIu64
		" samples a point; MB/s = 10^6 bytes a second, median, +- half its 95 %% CI\n",
		run->mode, run->ends, run->order, run->seed, run->n_invocations, run->n_samples);
	placement_head(f, run);
	if (run->verified && !run_is_lockstep(run))
		fprintf(f, "# verify: messages are made and checked inside the timed part: "
			   "not a measure of the transport\n");
	for (size_t i = 0; i < run->n_transports; i++)
		transport_head(f, &run->transports[i]);
	explain_head(f, run);
	fprintf(f, "%-14s %-15s %-7s %10s %10s %10s %10s %6s %10s %10s %10s", "transport", "copy",
		"cpus", "size", "send-off", "recv-off", "MB/s", "+-%", "min", "max", "MB/cpu-s");
	if (run_is_lockstep(run))
		fprintf(f, " %10s %6s %10s %6s", "send-ns", "+-%", "recv-ns", "+-%");
	fprintf(f, "\n");
}

static void coordinates(FILE *f, const struct point_record *p)
{
	char cpus[24];

	if (p->cpu_send < 0)
		snprintf(cpus, sizeof(cpus), "%s", p->placement[0] ? p->placement : "-");
	else
		snprintf(cpus, sizeof(cpus), "%d,%d", p->cpu_send, p->cpu_recv);
	fprintf(f, "%-14s %-15s %-7s %10" PRIu64 " %10" PRIu64 " %10" PRIu64, p->transport, p->copy,
		cpus, p->size_bytes, p->send_offset_bytes, p->recv_offset_bytes);
}

static void halves(FILE *f, const struct point_estimates *e)
{
	put(f, 10, e->send_ns.median);
	put_percent(f, estimate_half_width_percent(&e->send_ns));
	put(f, 10, e->recv_ns.median);
	put_percent(f, estimate_half_width_percent(&e->recv_ns));
}

static void flow(FILE *f, const struct flow_record *w)
{
	double n = (double)w->n_messages;

	fprintf(f, "  sleeps/wakes a message: send %.3f/%.3f, recv %.3f/%.3f",
		(double)w->send_sleeps / n, (double)w->send_wakes / n, (double)w->recv_sleeps / n,
		(double)w->recv_wakes / n);
}

/* Why a line is not simply a good one. */
static void remark(FILE *f, const struct point_record *p, const struct point_estimates *e)
{
	const char *verdict = estimate_verdict(&e->mb_per_s);

	if (p->flow.n_messages)
		flow(f, &p->flow);
	if (p->moves_nothing)
		fprintf(f, "  moves nothing: %.1f ns a message", e->message_ns.median);
	if (p->status == POINT_INTERRUPTED)
		fprintf(f, "  interrupted after %zu of %zu samples", p->n_samples,
			p->n_samples_asked);
	else if (p->status == POINT_FAILED || p->status == POINT_CORRUPT)
		fprintf(f, "  failed: %s", p->reason);
	else if (strcmp(verdict, "ok") != 0)
		fprintf(f, "  %s", verdict);
	/* A sample or two are no mode, and what is not whole may yet change. */
	if (e->spread.bimodal && !p->moves_nothing && p->status == POINT_DONE &&
		strcmp(verdict, "few") != 0) {
		fputs("  two modes:", f);
		put(f, 1, e->spread.mode_low);
		fputs(" and", f);
		put(f, 1, e->spread.mode_high);
	}
}

static void point(FILE *f, const struct run_record *run, const struct point_record *p,
	const struct point_record *before)
{
	struct point_estimates e;

	(void)before;
	coordinates(f, p);
	if (p->n_samples == 0) {
		fprintf(f, " %10s  %s: %s\n", "-",
			p->status == POINT_SKIPPED ? "skipped" : "failed", p->reason);
		return;
	}
	if (point_estimates(p, &e)) {
		fprintf(f, "  failed: out of memory\n");
		return;
	}
	put(f, 10, e.mb_per_s.median);
	put_percent(f, estimate_half_width_percent(&e.mb_per_s));
	put(f, 10, e.mb_per_s.min);
	put(f, 10, e.mb_per_s.max);
	/* In lockstep the CPU time holds the filling and checking, which the wall time does not. */
	put(f, 10, run_is_lockstep(run) && run->verified ? NAN : e.mb_per_cpu_s.median);
	if (run_is_lockstep(run))
		halves(f, &e);
	if (run->n_explanations)
		explain_point_remark(f, p);
	remark(f, p, &e);
	fputc('\n', f);
}

static size_t count(const struct run_record *run, enum point_status status)
{
	size_t n = 0;

	for (size_t i = 0; i < run->n_points; i++)
		n += run->points[i].status == status;
	return n;
}

static void add(struct sample_side *sum, const struct sample_side *s)
{
	sum->n_preempted += s->n_preempted;
	sum->n_faults += s->n_faults;
	if (s->run_delay_ns == SAMPLE_UNKNOWN)
		sum->run_delay_ns = SAMPLE_UNKNOWN;
	if (sum->run_delay_ns != SAMPLE_UNKNOWN)
		sum->run_delay_ns += s->run_delay_ns;
}

/* What came between, summed over both ends in all samples. */
static void disturbances(FILE *f, const struct run_record *run)
{
	struct sample_side sum = { 0 };
	size_t n_outside = 0;
	uint64_t n = 0;

	for (size_t i = 0; i < run->n_points; i++) {
		const struct point_record *p = &run->points[i];
		struct point_estimates e;

		for (size_t j = 0; j < p->n_samples; j++) {
			add(&sum, &p->samples[j].send);
			add(&sum, &p->samples[j].recv);
		}
		n += p->n_samples;
		if (p->n_samples && !point_estimates(p, &e))
			n_outside += e.spread.n_below + e.spread.n_above;
	}
	if (n == 0)
		return;
	fprintf(f,
		"# in %" PRIu64 " samples: %zu outside Tukey's fences, none dropped; %" PRIu64
		" involuntary context switches, %" PRIu64 " minor page faults, ",
		n, n_outside, sum.n_preempted, sum.n_faults);
	if (sum.run_delay_ns == SAMPLE_UNKNOWN)
		fprintf(f, "run-queue delay not known\n");
	else
		fprintf(f, "%.1f ms of run-queue delay\n", (double)sum.run_delay_ns / 1e6);
}

/* A log of 2002 tells nothing beside its points, nor how many were asked for. */
static void end_of_log(FILE *f, const struct run_record *run)
{
	if (run->interrupted)
		fprintf(f, "# interrupted: the log ends before its run did\n");
}

static void end(FILE *f, const struct run_record *run)
{
	if (strcmp(run->mode, "log") == 0) {
		end_of_log(f, run);
		return;
	}
	disturbances(f, run);
	noise_line_write(f, &run->noise);
	if (run->n_explanations)
		explain_end(f, run);
	if (!run->interrupted)
		return;
	fprintf(f, "# interrupted: %zu of %zu points complete, %zu in part\n",
		count(run, POINT_DONE), run->n_points, count(run, POINT_INTERRUPTED));
}

extern const struct writer_ops writer_ops_table;
const struct writer_ops writer_ops_table = {
	.name = "table",
	.desc = "aligned columns, a line a point",
	.suffix = ".txt",
	.begin = begin,
	.point = point,
	.end = end,
};
