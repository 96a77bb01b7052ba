/* SPDX-License-Identifier: MIT */
#include "results/samples_csv.h"

#include <inttypes.h>

#include "results/csv.h"

/* A count that may not be known: then the field is empty. */
static void put_known(FILE *f, uint64_t value)
{
	if (value == SAMPLE_UNKNOWN)
		fputc(',', f);
	else
		fprintf(f, ",%" PRIu64, value);
}

static void begin(FILE *f, const struct run_record *run)
{
	(void)run;
	fputs("transport,copy,mode,size_bytes,send_offset_bytes,recv_offset_bytes,cpu_send,cpu_"
	      "recv,"
	      "placement,n_messages,invocation,sample,begin_ms,elapsed_ns,bytes,cpu_send_ns,cpu_"
	      "recv_ns,"
	      "send_ns,recv_ns,n_preempted_send,n_preempted_recv,n_faults_send,n_faults_recv,"
	      "run_delay_send_ns,run_delay_recv_ns,flags\n",
		f);
}

static void coordinates(FILE *f, const struct run_record *run, const struct point_record *p)
{
	csv_put_text(f, p->transport);
	fputc(',', f);
	csv_put_text(f, p->copy);
	fprintf(f, ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", run->mode, p->size_bytes,
		p->send_offset_bytes, p->recv_offset_bytes);
	if (p->cpu_send >= 0)
		fprintf(f, "%d,%d,", p->cpu_send, p->cpu_recv);
	else
		fputs(",,", f);
	csv_put_text(f, p->placement);
	fprintf(f, ",%" PRIu64, p->n_messages);
}

static void row(FILE *f, const struct run_record *run, const struct point_record *p, size_t number,
	const struct invocation_record *inv, size_t i)
{
	const struct sample *s = i < inv->n_warmup
					 ? &p->warmup[inv->first_warmup + i]
					 : &p->samples[inv->first_sample + i - inv->n_warmup];

	coordinates(f, run, p);
	fprintf(f, ",%zu,%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, number,
		i + 1, inv->begin_ms, s->elapsed_ns, s->bytes, s->send.cpu_ns, s->recv.cpu_ns);
	fprintf(f, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
		s->send_ns, s->recv_ns, s->send.n_preempted, s->recv.n_preempted, s->send.n_faults,
		s->recv.n_faults);
	put_known(f, s->send.run_delay_ns);
	put_known(f, s->recv.run_delay_ns);
	fprintf(f, ",%u\n", s->flags);
}

static void invocation(FILE *f, const struct run_record *run, const struct point_record *p,
	const struct invocation_record *inv)
{
	for (size_t i = 0; i < inv->n_warmup + inv->n_samples; i++)
		row(f, run, p, (size_t)(inv - p->invocations) + 1, inv, i);
}

static void point(FILE *f, const struct run_record *run, const struct point_record *p,
	const struct point_record *before)
{
	(void)f;
	(void)run;
	(void)p;
	(void)before;
}

static void end(FILE *f, const struct run_record *run)
{
	(void)f;
	(void)run;
}

const struct writer_ops samples_csv = {
	.name = "samples-csv",
	.desc = "a row a sample",
	.suffix = ".csv",
	.begin = begin,
	.point = point,
	.end = end,
	.invocation = invocation,
};

static void copy_begin(FILE *f, const struct copy_run *run)
{
	(void)run;
	fputs("copy,state,size_bytes,src_offset_bytes,dst_offset_bytes,distance_bytes,invocation,"
	      "sample,"
	      "begin_ms,elapsed_ns,n_calls,cycles,flags\n",
		f);
}

static void copy_row(FILE *f, const struct copy_point *p, size_t number,
	const struct invocation_record *inv, size_t i)
{
	const struct copy_sample *s = i < inv->n_warmup
					      ? &p->warmup[inv->first_warmup + i]
					      : &p->samples[inv->first_sample + i - inv->n_warmup];

	csv_put_text(f, p->copy);
	fprintf(f, ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, p->state, p->size_bytes,
		p->src_offset_bytes, p->dst_offset_bytes, p->distance_bytes);
	fprintf(f, ",%zu,%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", number, i + 1, inv->begin_ms,
		s->elapsed_ns, s->n_calls);
	/* 0: not counted. */
	if (s->cycles)
		fprintf(f, "%" PRIu64, s->cycles);
	fprintf(f, ",%u\n", s->flags);
}

static void copy_invocation(FILE *f, const struct copy_run *run, const struct copy_point *p,
	const struct invocation_record *inv)
{
	(void)run;
	for (size_t i = 0; i < inv->n_warmup + inv->n_samples; i++)
		copy_row(f, p, (size_t)(inv - p->invocations) + 1, inv, i);
}

static void copy_point(FILE *f, const struct copy_run *run, const struct copy_point *p)
{
	(void)f;
	(void)run;
	(void)p;
}

static void copy_end(FILE *f, const struct copy_run *run)
{
	(void)f;
	(void)run;
}

const struct copy_writer_ops copy_samples_csv = {
	.name = "samples-csv",
	.suffix = ".csv",
	.begin = copy_begin,
	.point = copy_point,
	.end = copy_end,
	.invocation = copy_invocation,
};
