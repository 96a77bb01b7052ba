/* SPDX-License-Identifier: MIT */
#include <jansson.h>

#include "results/copy_writer.h"
#include "results/invocations.h"
#include "results/jsonl.h"
#include "results/jsonl_columns.h"
#include "results/jsonl_fields.h"
#include "results/jsonl_lines.h"

void jsonl_copy_begin(FILE *f, const struct copy_run *run)
{
	json_t *header = jsonl_header("copy", run->n_points, &run->environment);

	jsonl_put(header, jsonl_copy, run);
	jsonl_write_line(f, header);
}

void jsonl_copy_invocation(FILE *f, const struct copy_run *run, const struct copy_point *p,
	const struct invocation_record *inv)
{
	json_t *line = jsonl_samples_line((size_t)(p - run->points), inv);

	jsonl_put(line, jsonl_copy_point, p);
	jsonl_put_columns(line, jsonl_copy_samples,
		inv->n_warmup ? p->warmup + inv->first_warmup : NULL, inv->n_warmup,
		inv->n_samples ? p->samples + inv->first_sample : NULL, inv->n_samples,
		sizeof(*p->samples));
	jsonl_write_line(f, line);
}

static void add_statistics(json_t *line, const struct copy_point *p)
{
	struct copy_estimates e;

	if (p->n_samples == 0 || copy_estimates(p, &e)) {
		json_object_set_new(line, "statistics", json_null());
		return;
	}
	json_object_set_new(line, "statistics",
		json_pack("{s:b, s:o, s:o, s:o, s:o, s:o, s:s}", "is_rate", copy_point_has_rate(p),
			"mb_per_s", jsonl_estimate(&e.mb_per_s), "call_ns",
			jsonl_estimate(&e.call_ns), "bytes_per_cycle",
			e.bytes_per_cycle.n ? jsonl_estimate(&e.bytes_per_cycle) : json_null(),
			"harmonic_mb_per_s", jsonl_number(e.harmonic_mb_per_s), "spread",
			jsonl_spread(&e.spread), "verdict", estimate_verdict(&e.call_ns)));
}

void jsonl_copy_point_done(FILE *f, const struct copy_run *run, const struct copy_point *p)
{
	json_t *line = jsonl_point_line((size_t)(p - run->points), p->status, p->reason, p->ended);

	jsonl_put(line, jsonl_copy_point, p);
	add_statistics(line, p);
	jsonl_write_line(f, line);
}

void jsonl_copy_end(FILE *f, const struct copy_run *run)
{
	jsonl_write_trailer(f, run->interrupted, &run->noise);
}
