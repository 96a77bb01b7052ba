/* SPDX-License-Identifier: MIT */
#include "results/csv.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/copy_writer.h"
#include "results/invocations.h"
#include "results/status.h"
#include "results/writer.h"

static const char *const names[] = {
#define COLUMN(name, kind) #name,
#include "results/csv_list.h"
#undef COLUMN
};

const char *csv_column_name(size_t index)
{
	return index < N_CSV_COLUMNS ? names[index] : NULL;
}

static void print_number(FILE *f, double value)
{
	char text[40];

	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	fputs(text, f);
}

void csv_put_number(FILE *f, double value)
{
	if (isfinite(value))
		print_number(f, value);
}

void csv_put_text(FILE *f, const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, f);
		return;
	}
	fputc('"', f);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', f);
		fputc(*text, f);
	}
	fputc('"', f);
}

void csv_put_header(FILE *f)
{
	for (size_t i = 0; i < N_CSV_COLUMNS; i++)
		fprintf(f, "%s%s", i ? "," : "", names[i]);
	fputc('\n', f);
}

/* What a row shows of either kind of point; NAN where there is nothing to show. */
struct row {
	const char *transport, *copy, *mode, *placement, *state;
	uint64_t size_bytes, send_offset_bytes, recv_offset_bytes, distance_bytes;
	bool has_distance;
	int cpu_send, cpu_recv;
	enum point_status status;
	const char *reason;
	enum point_ended ended;
	size_t n_samples;
	uint64_t n_messages;
	const char *verdict;
	struct estimate mb_per_s;
	double mb_per_cpu_s, harmonic_mb_per_s, send_ns, recv_ns, message_ns;
	struct spread spread;
	const double *wall, *cpu; /* medians of the invocations */
	size_t n_wall, n_cpu;
};

static const struct spread no_spread = { .mad = NAN,
	.p10 = NAN,
	.p90 = NAN,
	.lag1 = NAN,
	.mode_low = NAN,
	.mode_high = NAN,
	.share_high = NAN };
static const struct estimate no_estimate = { 0, NAN, NAN, NAN, NAN, NAN };

static void text(FILE *f, const char *value)
{
	fputc(',', f);
	csv_put_text(f, value);
}

static void number(FILE *f, double value)
{
	fputc(',', f);
	csv_put_number(f, value);
}

/* Rates of 0 are none: nothing arrived. */
static void rate(FILE *f, double value)
{
	number(f, value > 0 ? value : NAN);
}

static void integer(FILE *f, uint64_t value, bool known)
{
	fputc(',', f);
	if (known)
		fprintf(f, "%" PRIu64, value);
}

static void rates(FILE *f, const double *values, size_t n)
{
	fputc(',', f);
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			fputc(' ', f);
		csv_put_number(f, values[i]);
	}
}

static void put_point(FILE *f, const struct row *r)
{
	csv_put_text(f, r->transport);
	text(f, r->copy);
	text(f, r->mode);
	integer(f, r->size_bytes, true);
	integer(f, r->send_offset_bytes, true);
	integer(f, r->recv_offset_bytes, true);
	integer(f, (uint64_t)r->cpu_send, r->cpu_send >= 0);
	integer(f, (uint64_t)r->cpu_recv, r->cpu_recv >= 0);
	rate(f, r->mb_per_s.median);
	rate(f, r->mb_per_s.ci_low);
	rate(f, r->mb_per_s.ci_high);
	rate(f, r->mb_per_s.min);
	rate(f, r->mb_per_s.max);
	rate(f, r->mb_per_cpu_s);
	integer(f, r->n_samples, true);
	text(f, r->verdict);
}

static void put_spread(FILE *f, const struct spread *s)
{
	bool known = isfinite(s->mad);

	number(f, s->mad);
	rate(f, s->p10);
	rate(f, s->p90);
	number(f, s->lag1);
	integer(f, s->n_below, known);
	integer(f, s->n_above, known);
	text(f, !known ? "" : s->bimodal ? "true" : "false");
	rate(f, s->bimodal ? s->mode_low : NAN);
	rate(f, s->bimodal ? s->mode_high : NAN);
}

static void put_row(FILE *f, const struct row *r)
{
	put_point(f, r);
	text(f, r->placement);
	text(f, status_name(r->status));
	text(f, r->reason);
	text(f, ended_name(r->ended));
	integer(f, r->n_messages, r->n_messages > 0);
	rate(f, r->harmonic_mb_per_s);
	put_spread(f, &r->spread);
	number(f, r->send_ns);
	number(f, r->recv_ns);
	number(f, r->message_ns);
	text(f, r->state);
	integer(f, r->distance_bytes, r->has_distance);
	rates(f, r->wall, r->n_wall);
	rates(f, r->cpu, r->n_cpu);
	fputc('\n', f);
}

static void run_begin(FILE *f, const struct run_record *run)
{
	(void)run;
	csv_put_header(f);
}

static struct row named(const struct run_record *run, const struct point_record *p)
{
	return (struct row) {
		.transport = p->transport,
		.copy = p->copy,
		.mode = run->mode,
		.placement = p->placement,
		.state = "",
		.size_bytes = p->size_bytes,
		.send_offset_bytes = p->send_offset_bytes,
		.recv_offset_bytes = p->recv_offset_bytes,
		.cpu_send = p->cpu_send,
		.cpu_recv = p->cpu_recv,
		.status = p->status,
		.reason = p->moves_nothing && !p->reason[0] ? "moves nothing" : p->reason,
		.ended = p->ended,
		.n_samples = p->n_samples,
		.n_messages = p->n_messages,
		.verdict = "",
		.mb_per_s = no_estimate,
		.mb_per_cpu_s = NAN,
		.harmonic_mb_per_s = NAN,
		.send_ns = NAN,
		.recv_ns = NAN,
		.message_ns = NAN,
		.spread = no_spread,
	};
}

static void set_rates(struct row *r, const struct run_record *run, const struct point_estimates *e)
{
	r->mb_per_s = e->mb_per_s;
	r->harmonic_mb_per_s = e->harmonic_mb_per_s;
	r->spread = e->spread;
	if (run_has_cpu_rate(run))
		r->mb_per_cpu_s = e->mb_per_cpu_s.median;
}

/* Points that failed have no figures at all; one that moves nothing has those that are no rates. */
static int measured(struct row *r, const struct run_record *run, const struct point_record *p)
{
	struct point_estimates e = { .spread = no_spread, .harmonic_mb_per_s = NAN };

	if (p->n_samples == 0 || (!point_has_rate(p) && !p->moves_nothing))
		return 0;
	if (point_estimates(p, &e))
		return -1;
	r->verdict = estimate_verdict(&e.mb_per_s);
	r->message_ns = e.message_ns.median;
	if (run_is_lockstep(run)) {
		r->send_ns = e.send_ns.median;
		r->recv_ns = e.recv_ns.median;
	}
	if (point_has_rate(p))
		set_rates(r, run, &e);
	return 0;
}

static void run_point(FILE *f, const struct run_record *run, const struct point_record *p,
	const struct point_record *before)
{
	double *wall = calloc(2 * p->n_invocations + 1, sizeof(*wall));
	double *cpu = wall ? wall + p->n_invocations : NULL;
	struct row r = named(run, p);

	(void)before;
	r.wall = wall;
	r.cpu = cpu;
	if (!wall || measured(&r, run, p) || invocation_rates(run, p, false, wall, &r.n_wall) ||
		invocation_rates(run, p, true, cpu, &r.n_cpu)) {
		r = named(run, p);
		r.status = POINT_FAILED;
		r.reason = "out of memory";
	}
	put_row(f, &r);
	free(wall);
}

static void run_end(FILE *f, const struct run_record *run)
{
	(void)f;
	(void)run;
}

extern const struct writer_ops writer_ops_csv;
const struct writer_ops writer_ops_csv = {
	.name = "csv",
	.desc = "comma-separated values, a row a point",
	.suffix = ".csv",
	.begin = run_begin,
	.point = run_point,
	.end = run_end,
};

void csv_copy_begin(FILE *f, const struct copy_run *run)
{
	(void)run;
	csv_put_header(f);
}

static struct row named_copy(const struct copy_run *run, const struct copy_point *p)
{
	return (struct row) {
		.transport = "memory",
		.copy = p->copy,
		.mode = "copy",
		.placement = "",
		.state = p->state,
		.size_bytes = p->size_bytes,
		.send_offset_bytes = p->src_offset_bytes,
		.recv_offset_bytes = p->dst_offset_bytes,
		.distance_bytes = p->distance_bytes,
		.has_distance = true,
		.cpu_send = run->cpu_a,
		.cpu_recv = run->cpu_a,
		.status = p->status,
		.reason = p->is_harness && !p->reason[0] ? "copies nothing" : p->reason,
		.ended = p->ended,
		.n_samples = p->n_samples,
		.n_messages = p->n_calls,
		.verdict = "",
		.mb_per_s = no_estimate,
		.mb_per_cpu_s = NAN,
		.harmonic_mb_per_s = NAN,
		.send_ns = NAN,
		.recv_ns = NAN,
		.message_ns = NAN,
		.spread = no_spread,
	};
}

static int measured_copy(struct row *r, const struct copy_point *p)
{
	struct copy_estimates e = { .spread = no_spread, .harmonic_mb_per_s = NAN };

	if (p->n_samples == 0 || (!copy_point_has_rate(p) && !p->is_harness))
		return 0;
	if (copy_estimates(p, &e))
		return -1;
	/* That of the time, as in the table. */
	r->verdict = estimate_verdict(&e.call_ns);
	r->message_ns = e.call_ns.median;
	if (!copy_point_has_rate(p))
		return 0;
	r->mb_per_s = e.mb_per_s;
	r->harmonic_mb_per_s = e.harmonic_mb_per_s;
	r->spread = e.spread;
	return 0;
}

void csv_copy_point(FILE *f, const struct copy_run *run, const struct copy_point *p)
{
	double *wall = calloc(p->n_invocations + 1, sizeof(*wall));
	struct row r = named_copy(run, p);

	r.wall = wall;
	if (!wall || measured_copy(&r, p) || copy_invocation_rates(p, wall, &r.n_wall)) {
		r = named_copy(run, p);
		r.status = POINT_FAILED;
		r.reason = "out of memory";
	}
	put_row(f, &r);
	free(wall);
}

void csv_copy_end(FILE *f, const struct copy_run *run)
{
	(void)f;
	(void)run;
}
