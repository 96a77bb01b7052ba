/* SPDX-License-Identifier: MIT */
#include "results/jsonl_points.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/status.h"

/* The parts of a point that both kinds have, wherever they stand in it. */
#define AT(type, point, where) ((type *)(void *)((point) + p->kind->where))

int jsonl_points_init(struct jsonl_points *p, const struct jsonl_kind *kind, struct stored *out,
	size_t n_announced, struct err *err)
{
	*p = (struct jsonl_points) { .kind = kind, .out = out, .n_announced = n_announced };
	p->slots = calloc(n_announced + 1, sizeof(*p->slots));
	return p->slots ? 0 : err_set(err, ENOMEM, "%s: out of memory", out->path);
}

static int out_of_memory(struct err *why)
{
	return err_set(why, ENOMEM, "out of memory");
}

static int grow(struct jsonl_points *p, struct err *why)
{
	size_t room = p->room ? 2 * p->room : 8;
	char *points;

	if (p->n < p->room)
		return 0;
	points = realloc(p->points, room * p->kind->point_bytes);
	if (!points)
		return out_of_memory(why);
	p->points = points;
	p->room = room;
	return 0;
}

/* Which point the line is of. */
static int get_index(const struct jsonl_points *p, json_t *line, size_t *index, struct err *why)
{
	json_t *v = json_object_get(line, "point");

	if (!json_is_integer(v) || json_integer_value(v) < 0 ||
		(size_t)json_integer_value(v) >= p->n_announced)
		return err_set(why, EINVAL, "point: expected an index below %zu", p->n_announced);
	*index = (size_t)json_integer_value(v);
	return 0;
}

/* Lines of one point must agree on what it is; only what calibration finds may come later. */
static int agree(const struct jsonl_points *p, const char *known, const char *now, struct err *why)
{
	for (const struct jsonl_field *f = p->kind->point; f->type != JSONL_END; f++) {
		if (strcmp(f->name, p->kind->changing) != 0 && !jsonl_same(f, known, now))
			return err_set(why, EINVAL,
				"%s: not what an earlier line says of this point", f->name);
	}
	return 0;
}

/* The point of the line, met before or not, with what the line says of it. NULL with why. */
static char *find(struct jsonl_points *p, json_t *line, struct err *why)
{
	size_t index = 0;
	char *now;
	char *point;

	if (get_index(p, line, &index, why) || grow(p, why))
		return NULL;
	/* Read behind the last one, where there is room. */
	now = p->points + p->n * p->kind->point_bytes;
	memset(now, 0, p->kind->point_bytes);
	if (jsonl_get(line, p->kind->point, now, p->out, why))
		return NULL;
	if (p->slots[index] == 0) {
		*AT(enum point_status, now, status) = POINT_INTERRUPTED;
		p->slots[index] = (uint32_t)++p->n;
		return now;
	}
	point = p->points + (p->slots[index] - 1) * p->kind->point_bytes;
	if (agree(p, point, now, why))
		return NULL;
	/* What calibration found. */
	return jsonl_get(line, p->kind->point, point, p->out, why) ? NULL : point;
}

static int append(void **to, size_t *n_to, const void *from, size_t n, size_t size)
{
	char *more;

	if (n == 0)
		return 0;
	more = realloc(*to, (*n_to + n) * size);
	if (!more)
		return -ENOMEM;
	memcpy(more + *n_to * size, from, n * size);
	*to = more;
	*n_to += n;
	return 0;
}

/* How the invocation was, with n samples in all. */
static int get_invocation(json_t *line, size_t n, struct invocation_record *inv, struct err *why)
{
	json_t *n_warmup = json_object_get(line, "n_warmup");
	json_t *begin_ms = json_object_get(line, "begin_ms");
	json_t *steady = json_object_get(line, "steady");

	if (!json_is_integer(n_warmup) || json_integer_value(n_warmup) < 0 ||
		(size_t)json_integer_value(n_warmup) > n)
		return err_set(why, EINVAL, "n_warmup: expected a count of at most %zu", n);
	if (!json_is_integer(begin_ms) || json_integer_value(begin_ms) < 0)
		return err_set(why, EINVAL, "begin_ms: expected a count");
	if (!json_is_boolean(steady))
		return err_set(why, EINVAL, "steady: expected true or false");
	inv->n_warmup = (size_t)json_integer_value(n_warmup);
	inv->n_samples = n - inv->n_warmup;
	inv->begin_ms = (uint64_t)json_integer_value(begin_ms);
	inv->steady = json_is_true(steady);
	return 0;
}

static int keep(const struct jsonl_points *p, char *point, const char *samples,
	struct invocation_record *inv, struct err *why)
{
	size_t size = p->kind->sample_bytes;

	inv->first_warmup = *AT(size_t, point, n_warmup);
	inv->first_sample = *AT(size_t, point, n_samples);
	if (append(AT(void *, point, warmup), AT(size_t, point, n_warmup), samples, inv->n_warmup,
		    size) ||
		append(AT(void *, point, samples), AT(size_t, point, n_samples),
			samples + inv->n_warmup * size, inv->n_samples, size) ||
		append(AT(void *, point, invocations), AT(size_t, point, n_invocations), inv, 1,
			sizeof(*inv)))
		return out_of_memory(why);
	return 0;
}

int jsonl_points_take_samples(struct jsonl_points *p, json_t *line, struct err *why)
{
	struct invocation_record inv = { 0 };
	void *samples = NULL;
	size_t n = 0;
	char *point = NULL;
	int ret =
		jsonl_get_columns(line, p->kind->columns, p->kind->sample_bytes, &samples, &n, why);

	if (!ret)
		ret = get_invocation(line, n, &inv, why);
	if (!ret) {
		point = find(p, line, why);
		ret = point ? keep(p, point, samples, &inv, why) : -why->code;
	}
	free(samples);
	return ret;
}

/* A number, or null, of the reason why the point ended. */
static bool find_ended(const char *text, enum point_ended *ended)
{
	for (int i = POINT_NOT_ENDED; i <= POINT_OUT_OF_TIME; i++) {
		if (strcmp(text, ended_name((enum point_ended)i)) == 0) {
			*ended = (enum point_ended)i;
			return true;
		}
	}
	return false;
}

static const char *text_or_nothing(json_t *line, const char *name)
{
	const char *text = json_string_value(json_object_get(line, name));

	return text ? text : "";
}

static int get_flow(const struct jsonl_points *p, char *point, json_t *line, struct err *why)
{
	json_t *flow = json_object_get(line, "flow");

	if (p->kind != &jsonl_kind_run || !json_is_object(flow))
		return 0;
	return jsonl_get(
		flow, jsonl_flow, point + offsetof(struct point_record, flow), p->out, why);
}

int jsonl_points_take_point(struct jsonl_points *p, json_t *line, struct err *why)
{
	enum point_status status;
	enum point_ended ended;
	char *point;

	if (!status_find(text_or_nothing(line, "status"), &status))
		return err_set(why, EINVAL, "status: '%.40s' is not known",
			text_or_nothing(line, "status"));
	if (!find_ended(text_or_nothing(line, "ended"), &ended))
		return err_set(
			why, EINVAL, "ended: '%.40s' is not known", text_or_nothing(line, "ended"));
	point = find(p, line, why);
	if (!point)
		return -why->code;
	*AT(enum point_status, point, status) = status;
	*AT(enum point_ended, point, ended) = ended;
	snprintf(AT(char, point, reason), p->kind->reason_bytes, "%s",
		text_or_nothing(line, "reason"));
	return get_flow(p, point, line, why);
}

/* In the order of the run: the slots say where each is. */
static char *in_order(const struct jsonl_points *p)
{
	char *sorted = calloc(p->n + 1, p->kind->point_bytes);
	size_t n = 0;

	for (size_t i = 0; sorted && i < p->n_announced; i++) {
		if (p->slots[i])
			memcpy(sorted + n++ * p->kind->point_bytes,
				p->points + (p->slots[i] - 1) * p->kind->point_bytes,
				p->kind->point_bytes);
	}
	return sorted;
}

void jsonl_points_finish(struct jsonl_points *p)
{
	char *points;

	if (!p->kind)
		return;
	points = in_order(p);
	/* Without memory for it they stay in the order met. */
	if (points)
		free(p->points);
	else
		points = p->points;
	if (p->kind == &jsonl_kind_run) {
		p->out->run->points = (void *)points;
		p->out->run->n_points = p->n;
	} else {
		p->out->copy->points = (void *)points;
		p->out->copy->n_points = p->n;
	}
	free(p->slots);
	*p = (struct jsonl_points) { 0 };
}
