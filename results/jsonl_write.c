/* SPDX-License-Identifier: MIT */
#include <jansson.h>

#include "results/invocations.h"
#include "results/jsonl.h"
#include "results/jsonl_columns.h"
#include "results/jsonl_fields.h"
#include "results/jsonl_lines.h"
#include "results/writer.h"

static json_t *transport(const struct transport_record *t)
{
	json_t *object = json_object();
	json_t *skb = t->skb.layout ? json_object() : json_null();

	jsonl_put(object, jsonl_transport, t);
	if (t->skb.layout)
		jsonl_put(skb, jsonl_skb, &t->skb);
	json_object_set_new(object, "skb", skb);
	return object;
}

static void begin(FILE *f, const struct run_record *run)
{
	json_t *header = jsonl_header("run", run->n_points, &run->environment);
	json_t *transports = json_array();
	json_t *explanations = json_array();

	jsonl_put(header, jsonl_run, run);
	for (size_t i = 0; i < run->n_transports; i++)
		json_array_append_new(transports, transport(&run->transports[i]));
	for (size_t i = 0; i < run->n_explanations; i++)
		json_array_append_new(explanations, jsonl_string(run->explanations[i]));
	json_object_set_new(header, "transports", transports);
	json_object_set_new(header, "explanations", explanations);
	jsonl_write_line(f, header);
}

static void invocation(FILE *f, const struct run_record *run, const struct point_record *p,
	const struct invocation_record *inv)
{
	json_t *line = jsonl_samples_line((size_t)(p - run->points), inv);

	jsonl_put(line, jsonl_point, p);
	jsonl_put_columns(line, jsonl_samples, inv->n_warmup ? p->warmup + inv->first_warmup : NULL,
		inv->n_warmup, inv->n_samples ? p->samples + inv->first_sample : NULL,
		inv->n_samples, sizeof(*p->samples));
	jsonl_write_line(f, line);
}

/* Rates only where they are rates: not of what failed, nor of what moved nothing. */
static void add_statistics(json_t *line, const struct run_record *run, const struct point_record *p)
{
	struct point_estimates e;
	const char *verdict;

	if (p->n_samples == 0 || point_estimates(p, &e)) {
		json_object_set_new(line, "statistics", json_null());
		return;
	}
	verdict = estimate_verdict(&e.mb_per_s);
	json_object_set_new(line, "statistics",
		json_pack("{s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s}", "is_rate",
			point_has_rate(p), "mb_per_s", jsonl_estimate(&e.mb_per_s), "mb_per_cpu_s",
			run_has_cpu_rate(run) ? jsonl_estimate(&e.mb_per_cpu_s) : json_null(),
			"harmonic_mb_per_s", jsonl_number(e.harmonic_mb_per_s), "spread",
			jsonl_spread(&e.spread), "message_ns", jsonl_estimate(&e.message_ns),
			"send_ns", run_is_lockstep(run) ? jsonl_estimate(&e.send_ns) : json_null(),
			"recv_ns", run_is_lockstep(run) ? jsonl_estimate(&e.recv_ns) : json_null(),
			"verdict", verdict));
}

static void point(FILE *f, const struct run_record *run, const struct point_record *p,
	const struct point_record *before)
{
	json_t *line = jsonl_point_line((size_t)(p - run->points), p->status, p->reason, p->ended);
	json_t *flow = p->flow.n_messages ? json_object() : json_null();

	(void)before;
	jsonl_put(line, jsonl_point, p);
	if (p->flow.n_messages)
		jsonl_put(flow, jsonl_flow, &p->flow);
	json_object_set_new(line, "flow", flow);
	add_statistics(line, run, p);
	jsonl_write_line(f, line);
}

static void end(FILE *f, const struct run_record *run)
{
	jsonl_write_trailer(f, run->interrupted, &run->noise);
}

extern const struct writer_ops writer_ops_jsonl;
const struct writer_ops writer_ops_jsonl = {
	.name = "jsonl",
	.desc = "JSON Lines with every sample, netio-results(5)",
	.suffix = ".jsonl",
	.begin = begin,
	.point = point,
	.end = end,
	.invocation = invocation,
};
