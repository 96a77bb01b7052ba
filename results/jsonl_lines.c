/* SPDX-License-Identifier: MIT */
#include "results/jsonl_lines.h"

#include <jansson.h>

#include "results/jsonl.h"
#include "results/jsonl_fields.h"
#include "results/status.h"

void jsonl_write_line(FILE *f, json_t *object)
{
	if (object) {
		/* 17 digits: every number reads back as the same one. */
		json_dumpf(object, f, JSON_COMPACT | JSON_REAL_PRECISION(17));
		fputc('\n', f);
	}
	json_decref(object);
}

json_t *jsonl_header(const char *kind, size_t n_points, const struct facts *environment)
{
	return json_pack("{s:s, s:s, s:i, s:s, s:s, s:I, s:o}", "type", "header", "format",
		JSONL_FORMAT, "format_version", JSONL_VERSION, "tool", "netio", "kind", kind,
		"n_points", (json_int_t)n_points, "environment", jsonl_of_facts(environment));
}

json_t *jsonl_samples_line(size_t at, const struct invocation_record *inv)
{
	return json_pack("{s:s, s:I, s:I, s:b, s:I}", "type", "samples", "point", (json_int_t)at,
		"n_warmup", (json_int_t)inv->n_warmup, "steady", inv->steady, "begin_ms",
		(json_int_t)inv->begin_ms);
}

json_t *jsonl_point_line(
	size_t at, enum point_status status, const char *reason, enum point_ended ended)
{
	const char *why = ended_name(ended);

	return json_pack("{s:s, s:I, s:s, s:o, s:o}", "type", "point", "point", (json_int_t)at,
		"status", status_name(status), "reason", jsonl_string(reason[0] ? reason : NULL),
		"ended", jsonl_string(why[0] ? why : NULL));
}

void jsonl_write_trailer(FILE *f, bool interrupted, const struct facts *noise)
{
	jsonl_write_line(f,
		json_pack("{s:s, s:s, s:o}", "type", "trailer", "status",
			interrupted ? "interrupted" : "complete", "noise", jsonl_of_facts(noise)));
}

json_t *jsonl_estimate(const struct estimate *e)
{
	return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o}", "n", (json_int_t)e->n, "median",
		jsonl_number(e->median), "ci_low", jsonl_number(e->ci_low), "ci_high",
		jsonl_number(e->ci_high), "min", jsonl_number(e->min), "max", jsonl_number(e->max));
}

json_t *jsonl_spread(const struct spread *s)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:I, s:I, s:b, s:o, s:o, s:o}", "mad",
		jsonl_number(s->mad), "p10", jsonl_number(s->p10), "p90", jsonl_number(s->p90),
		"lag1", jsonl_number(s->lag1), "n_below", (json_int_t)s->n_below, "n_above",
		(json_int_t)s->n_above, "bimodal", s->bimodal, "mode_low",
		jsonl_number(s->mode_low), "mode_high", jsonl_number(s->mode_high), "share_high",
		s->bimodal ? jsonl_number(s->share_high) : json_null());
}
