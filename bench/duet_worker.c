/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <jansson.h>

#include "bench/duet_wire.h"

/* What is asked of it, before it is looked at closer. */
struct request {
	json_int_t point;
	json_int_t inject_bytes;
	json_int_t n;
};

static json_t *outcome(int ret, const struct err *err)
{
	json_t *text;

	if (!ret)
		return json_pack("{s:b}", "ok", 1);
	/* Words of the system may hold bytes that are no UTF-8. */
	text = json_string(err->text);
	if (!text)
		text = json_string("it failed, in words that are no UTF-8");
	return json_pack("{s:o, s:i}", "error", text, "code", -ret);
}

static json_t *do_open(struct duet_side *side, const struct request *r, size_t n_points)
{
	struct err err = { 0 };
	int ret;

	if (r->point < 0 || (uint64_t)r->point >= n_points || r->inject_bytes < 0)
		ret = err_set(&err, EPROTO, "there is no point %lld", (long long)r->point);
	else
		ret = side->ops->open(side, (size_t)r->point, (uint64_t)r->inject_bytes, &err);
	return outcome(ret, &err);
}

static json_t *do_sample(struct duet_side *side, const struct request *r)
{
	struct sample sample;
	struct err err = { 0 };
	int ret;

	if (r->n <= 0)
		return outcome(err_set(&err, EPROTO, "expected a count of messages"), &err);
	ret = side->ops->sample(side, (uint64_t)r->n, &sample, &err);
	return ret ? outcome(ret, &err) : duet_wire_of_sample(&sample);
}

static json_t *do_close(struct duet_side *side)
{
	struct err err = { 0 };

	return outcome(side->ops->close(side, &err), &err);
}

static json_t *answer(
	struct duet_side *side, json_t *request, size_t n_points, bool *is_open, struct err *err)
{
	struct request r = { 0 };
	int close = 0;
	bool was_open = *is_open;

	if (json_unpack(request, "{s:I, s:I}", "open", &r.point, "inject_bytes", &r.inject_bytes) ==
			0 &&
		!was_open) {
		*is_open = true;
		return do_open(side, &r, n_points);
	}
	if (was_open && json_unpack(request, "{s:I}", "sample", &r.n) == 0)
		return do_sample(side, &r);
	if (was_open && json_unpack(request, "{s:b}", "close", &close) == 0) {
		*is_open = false;
		return do_close(side);
	}
	err_set(err, EPROTO, "%s: expected open, and between open and close: sample or close",
		was_open ? "in a block" : "between blocks");
	return NULL;
}

int duet_serve(struct duet_wire *wire, struct duet_side *side, size_t n_points, const char *version,
	struct err *err)
{
	bool is_open = false;
	json_t *request;
	int ret =
		duet_wire_put(wire, json_pack("{s:i, s:s, s:I}", "netio_worker", DUET_WIRE_VERSION,
					    "version", version, "n_points", (json_int_t)n_points));

	while (!ret && (ret = duet_wire_get(wire, 0, NULL, &request, err)) == 0) {
		json_t *reply = answer(side, request, n_points, &is_open, err);

		json_decref(request);
		ret = reply ? duet_wire_put(wire, reply) : -EPROTO;
	}
	if (is_open) {
		struct err unused = { 0 };

		side->ops->close(side, &unused);
	}
	/* The gate is done, or gone: either way nobody is left to tell. */
	return ret == -EPIPE ? 0 : ret;
}
