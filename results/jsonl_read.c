/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/jsonl.h"
#include "results/jsonl_points.h"
#include "results/status.h"

/* The file, as far as it is read. */
struct reader {
	struct stored *out;
	const struct jsonl_kind *kind; /* NULL: no header yet */
	struct jsonl_points points;
	size_t line;
	bool ended; /* by a trailer that says complete */
};

static const char *word(json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text ? text : "";
}

static int check_format(const struct reader *r, json_t *header, struct err *err)
{
	json_t *version = json_object_get(header, "format_version");

	if (strcmp(word(header, "type"), "header") != 0 ||
		strcmp(word(header, "format"), JSONL_FORMAT) != 0)
		return err_set(err, EINVAL,
			"%s: JSON, but not a result of netio: its first line is no header "
			"of " JSONL_FORMAT,
			r->out->path);
	if (!json_is_integer(version) || json_integer_value(version) != JSONL_VERSION)
		return err_set(err, ENOTSUP,
			"%s: results format version %lld: this netio reads version %d",
			r->out->path, (long long)json_integer_value(version), JSONL_VERSION);
	return 0;
}

static int wrong_header(const struct reader *r, const struct err *why, struct err *err)
{
	return err_set(err, why->code, "%s: its header is damaged: %s", r->out->path, why->text);
}

/* A transport of the header: its name is not looked up by anybody. */
static int add_transport(struct reader *r, json_t *object, struct err *err)
{
	struct run_record *run = r->out->run;
	struct transport_record *t = &run->transports[run->n_transports++];
	json_t *skb = json_object_get(object, "skb");
	int ret = jsonl_get(object, jsonl_transport, t, r->out, err);

	if (!ret && json_is_object(skb))
		ret = jsonl_get(skb, jsonl_skb, &t->skb, r->out, err);
	return ret;
}

static int add_transports(struct reader *r, json_t *header, struct err *err)
{
	json_t *array = json_object_get(header, "transports");
	size_t n = json_array_size(array);
	int ret = json_is_array(array) ? 0 : err_set(err, EINVAL, "transports: expected an array");

	r->out->run->transports = calloc(n + 1, sizeof(*r->out->run->transports));
	if (!r->out->run->transports)
		return err_set(err, ENOMEM, "out of memory");
	for (size_t i = 0; !ret && i < n; i++)
		ret = add_transport(r, json_array_get(array, i), err);
	return ret;
}

static int add_explanations(struct reader *r, json_t *header, struct err *err)
{
	struct run_record *run = r->out->run;
	json_t *array = json_object_get(header, "explanations");
	size_t n = json_array_size(array);

	run->explanations = calloc(n + 1, sizeof(*run->explanations));
	if (!run->explanations)
		return err_set(err, ENOMEM, "out of memory");
	for (size_t i = 0; i < n; i++) {
		const char *text = json_string_value(json_array_get(array, i));

		if (!text)
			return err_set(err, EINVAL, "explanations: expected texts");
		run->explanations[run->n_explanations] = (char *)stored_text(r->out, text);
		if (!run->explanations[run->n_explanations++])
			return err_set(err, ENOMEM, "out of memory");
	}
	return 0;
}

static int take_run(struct reader *r, json_t *header, struct err *err)
{
	int ret;

	r->out->run = calloc(1, sizeof(*r->out->run));
	if (!r->out->run)
		return err_set(err, ENOMEM, "out of memory");
	ret = jsonl_get(header, jsonl_run, r->out->run, r->out, err);
	/* Where it is not known it is 0. */
	if (isnan(r->out->run->cpu_mhz))
		r->out->run->cpu_mhz = 0;
	if (!ret)
		ret = add_transports(r, header, err);
	return ret ? ret : add_explanations(r, header, err);
}

static int take_copy(struct reader *r, json_t *header, struct err *err)
{
	int ret;

	r->out->copy = calloc(1, sizeof(*r->out->copy));
	if (!r->out->copy)
		return err_set(err, ENOMEM, "out of memory");
	ret = jsonl_get(header, jsonl_copy, r->out->copy, r->out, err);
	if (isnan(r->out->copy->round_trip_ns))
		r->out->copy->round_trip_ns = 0;
	return ret;
}

static int take_header(struct reader *r, json_t *header, struct err *err)
{
	struct err why = { 0 };
	json_t *n_points = json_object_get(header, "n_points");
	bool copy = strcmp(word(header, "kind"), "copy") == 0;
	int ret = check_format(r, header, err);

	if (ret)
		return ret;
	if (!copy && strcmp(word(header, "kind"), "run") != 0)
		return err_set(err, ENOTSUP,
			"%s: a result of kind '%.40s', which this netio does not know",
			r->out->path, word(header, "kind"));
	r->kind = copy ? &jsonl_kind_copy : &jsonl_kind_run;
	ret = copy ? take_copy(r, header, &why) : take_run(r, header, &why);
	if (!ret && (!json_is_integer(n_points) || json_integer_value(n_points) < 0 ||
			    json_integer_value(n_points) > 2 * STORED_MAX_POINTS))
		ret = err_set(&why, EINVAL, "n_points: expected a count of at most %d",
			2 * STORED_MAX_POINTS);
	if (!ret)
		ret = jsonl_to_facts(
			json_object_get(header, "environment"), &r->out->environment, r->out, &why);
	if (ret)
		return wrong_header(r, &why, err);
	return jsonl_points_init(
		&r->points, r->kind, r->out, (size_t)json_integer_value(n_points), err);
}

static int take_trailer(struct reader *r, json_t *line, struct err *why)
{
	r->ended = strcmp(word(line, "status"), "complete") == 0;
	facts_release(&r->out->noise);
	return jsonl_to_facts(json_object_get(line, "noise"), &r->out->noise, r->out, why);
}

/* A line behind the header. 0; -EINVAL with why: it is not understood; another negative errno: it is over. */
static int take_line(struct reader *r, json_t *line, struct err *why)
{
	const char *type = word(line, "type");

	if (strcmp(type, "samples") == 0)
		return jsonl_points_take_samples(&r->points, line, why);
	if (strcmp(type, "point") == 0)
		return jsonl_points_take_point(&r->points, line, why);
	if (strcmp(type, "trailer") == 0)
		return take_trailer(r, line, why);
	if (strcmp(type, "header") == 0)
		return err_set(why, EEXIST, "a second header: one file is one result");
	return err_set(why, EINVAL, "type '%.40s' is not known", type);
}

static int take(struct reader *r, const char *text, size_t n, struct err *err)
{
	struct err why = { 0 };
	json_error_t json;
	json_t *line = json_loadb(text, n, JSON_REJECT_DUPLICATES, &json);
	int ret;

	if (!line && !r->kind)
		return err_set(err, EINVAL, "%s: begins like JSON, and is none: %s", r->out->path,
			json.text);
	if (!line) {
		stored_ignore(r->out, r->line, "no JSON: %s", json.text);
		return 0;
	}
	ret = r->kind ? take_line(r, line, &why) : take_header(r, line, err);
	json_decref(line);
	if (ret == -EINVAL && r->kind && why.code) {
		stored_ignore(r->out, r->line, "%s", why.text);
		return 0;
	}
	return ret && why.code
		       ? err_set(err, why.code, "%s: line %zu: %s", r->out->path, r->line, why.text)
		       : ret;
}

static bool is_blank(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!strchr(" \t\r", text[i]))
			return false;
	}
	return true;
}

/* Whole lines; what follows the last line end was cut. */
static int take_all(struct reader *r, const char *text, size_t n, struct err *err)
{
	const char *at = text;
	const char *end = text + n;
	int ret = 0;

	while (!ret && at < end) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		size_t length = newline ? (size_t)(newline - at) : (size_t)(end - at);

		r->line++;
		if (!newline && r->kind)
			break;
		if (!is_blank(at, length))
			ret = take(r, at, length, err);
		at += length + 1;
	}
	if (!ret && !r->kind)
		ret = err_set(err, EINVAL, "%s: there is no whole line in it", r->out->path);
	return ret;
}

static void finish(struct reader *r)
{
	struct stored *out = r->out;

	out->interrupted = !r->ended;
	if (out->run) {
		out->run->interrupted = out->interrupted;
		out->run->environment = out->environment;
		out->run->noise = out->noise;
	}
	if (out->copy) {
		out->copy->interrupted = out->interrupted;
		out->copy->environment = out->environment;
		out->copy->noise = out->noise;
	}
	snprintf(out->shape, sizeof(out->shape), "%s %d", JSONL_FORMAT, JSONL_VERSION);
}

int jsonl_parse(const char *text, size_t n, struct stored *out, struct err *err)
{
	struct reader r = { .out = out };
	int ret = take_all(&r, text, n, err);

	/* In any case: what was read is released with *out. */
	jsonl_points_finish(&r.points);
	finish(&r);
	return ret ? ret : stored_make_points(out);
}
