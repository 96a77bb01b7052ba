/* SPDX-License-Identifier: MIT */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "results/clean_text.h"
#include "results/judgement_writer.h"

/*
 * JSON Lines, `netio-judgement` version 1: for each judgement a "judgement" line, then a "judged" line a row, the sweep
 * first, then rows, then points, all of them. What is not known is null.
 */
#define VERSION 1

/* Never NaN. */
static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* Whatever the bytes: what is no UTF-8 becomes U+FFFD. */
static json_t *text(const char *value)
{
	json_t *string = json_string(value);
	char *clean = NULL;
	size_t n = 0;
	FILE *f = string ? NULL : open_memstream(&clean, &n);

	if (!f)
		return string ? string : json_null();
	clean_text_put(f, value, NULL);
	fclose(f);
	string = json_string(clean);
	free(clean);
	return string ? string : json_null();
}

static void put(FILE *f, json_t *object)
{
	if (object) {
		json_dumpf(object, f, JSON_COMPACT | JSON_REAL_PRECISION(17));
		fputc('\n', f);
	}
	json_decref(object);
}

static json_t *change(const struct change *c)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "base", number(c->base), "new",
		number(c->new), "ratio", number(c->ratio), "ci_low", number(c->ci_low), "ci_high",
		number(c->ci_high), "p", number(c->p), "resolvable_percent",
		number(c->resolvable_percent));
}

static json_t *differences(const struct judgement *j)
{
	json_t *array = json_array();

	for (size_t i = 0; i < j->n_differences; i++)
		json_array_append_new(array,
			json_pack("{s:s, s:o, s:o}", "name", j->differences[i].name, "base",
				text(j->differences[i].base), "new", text(j->differences[i].new)));
	return array;
}

static json_t *notes(const struct judgement *j)
{
	json_t *array = json_array();

	for (size_t i = 0; i < j->n_notes; i++)
		json_array_append_new(array, text(j->notes[i]));
	return array;
}

static json_t *counts(const struct judgement *j)
{
	json_t *object = json_object();

	for (int i = 0; i < N_VERDICTS; i++)
		json_object_set_new(
			object, verdict_name(i), json_integer((json_int_t)j->counts[i]));
	return object;
}

static json_t *judgement(const struct judgement *j)
{
	return json_pack("{s:s, s:s, s:i, s:s, s:o, s:o, s:f, s:f, s:f, s:s, s:o, s:o, s:o}",
		"type", "judgement", "format", "netio-judgement", "version", VERSION, "kind",
		j->kind, "base_name", text(j->base_name), "new_name", text(j->new_name),
		"threshold_percent", j->threshold_percent, "wall_threshold_percent",
		j->wall_threshold_percent, "level", j->level, "verdict", verdict_name(j->verdict),
		"counts", counts(j), "differences", differences(j), "notes", notes(j));
}

static json_t *judged(const struct judged *row)
{
	static const char *const levels[] = { "sweep", "row", "point" };

	return json_pack("{s:s, s:s, s:o, s:I, s:o, s:o, s:s, s:o}", "type", "judged", "level",
		levels[row->level], "label", text(row->label), "n", (json_int_t)row->n, "mb_per_s",
		change(&row->wall), "mb_per_cpu_s", change(&row->cpu), "verdict",
		verdict_name(row->verdict), "reason", text(row->reason));
}

static void write_jsonl(FILE *f, const struct judgement *j, size_t n, bool all)
{
	(void)all;
	for (size_t i = 0; i < n; i++) {
		put(f, judgement(&j[i]));
		for (size_t k = 0; k < j[i].n_rows; k++)
			put(f, judged(&j[i].rows[k]));
	}
}

extern const struct judgement_writer judgement_writer_jsonl;
const struct judgement_writer judgement_writer_jsonl = {
	.name = "jsonl",
	.desc = "JSON Lines, netio-judgement version 1",
	.suffix = ".jsonl",
	.write = write_jsonl,
};
