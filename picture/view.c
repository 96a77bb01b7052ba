/* SPDX-License-Identifier: MIT */
#include "picture/view.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/copy_writer.h"
#include "results/invocations.h"
#include "results/statistics.h"

static const struct {
	const char *name;
	const char *label;
} metrics[] = {
	[VIEW_MB_PER_S] = { "mb_per_s", "MB/s" },
	[VIEW_MB_PER_CPU_S] = { "mb_per_cpu_s", "MB per CPU-second" },
	[VIEW_MESSAGE_NS] = { "message_ns", "ns a message" },
	[VIEW_SEND_NS] = { "send_ns", "ns a message, sending half" },
	[VIEW_RECV_NS] = { "recv_ns", "ns a message, receiving half" },
};

#define N_METRICS (sizeof(metrics) / sizeof(metrics[0]))

const char *view_metric_name(size_t index)
{
	return index < N_METRICS ? metrics[index].name : NULL;
}

const char *view_metric_label(enum view_metric metric)
{
	return metrics[metric].label;
}

static const struct estimate no_estimate = { .median = NAN, .ci_low = NAN, .ci_high = NAN };

static bool wants_number(const struct view_numbers *wanted, uint64_t value)
{
	size_t i = 0;

	while (i < wanted->n && wanted->value[i] != value)
		i++;
	return wanted->n == 0 || i < wanted->n;
}

static bool wants_text(const struct view_texts *wanted, const char *text)
{
	size_t i = 0;

	while (i < wanted->n && strcmp(wanted->text[i], text) != 0)
		i++;
	return wanted->n == 0 || i < wanted->n;
}

/* The conditions in the order in which they are told to have left nothing. */
static const char *const conditions[] = { "transport", "copy", "state", "cpus", "size", "offset",
	"send-offset", "recv-offset" };

#define N_CONDITIONS (sizeof(conditions) / sizeof(conditions[0]))

/* How many of the conditions the point meets before one that it does not. */
static size_t conditions_met(const struct view_choice *c, const struct stored_key *key)
{
	const bool met[N_CONDITIONS] = {
		wants_text(&c->transport, key->transport),
		wants_text(&c->copy, key->copy),
		wants_text(&c->state, key->state),
		wants_text(&c->placement, key->placement),
		wants_number(&c->size, key->size_bytes),
		wants_number(&c->offset, key->send_offset_bytes) &&
			wants_number(&c->offset, key->recv_offset_bytes),
		wants_number(&c->send_offset, key->send_offset_bytes),
		wants_number(&c->recv_offset, key->recv_offset_bytes),
	};
	size_t n = 0;

	while (n < N_CONDITIONS && met[n])
		n++;
	return n;
}

static struct estimate of_stored(const struct stored_point *p, enum view_metric metric)
{
	struct estimate e = no_estimate;

	if (metric == VIEW_MB_PER_S && isfinite(p->mb_per_s))
		e = (struct estimate) { .n = p->n_samples ? p->n_samples : 1,
			.median = p->mb_per_s,
			.ci_low = p->ci_low_mb_per_s,
			.ci_high = p->ci_high_mb_per_s };
	if (metric == VIEW_MB_PER_CPU_S && isfinite(p->mb_per_cpu_s))
		e = (struct estimate) {
			.n = 1, .median = p->mb_per_cpu_s, .ci_low = NAN, .ci_high = NAN
		};
	return e;
}

static int of_run(const struct stored *file, const struct point_record *p, enum view_metric metric,
	struct estimate *out)
{
	struct point_estimates e;

	if (!point_has_rate(p) || p->n_samples == 0)
		return 0;
	if (point_estimates(p, &e))
		return -ENOMEM;
	switch (metric) {
	case VIEW_MB_PER_S:
		*out = e.mb_per_s;
		break;
	case VIEW_MB_PER_CPU_S:
		*out = run_has_cpu_rate(file->run) ? e.mb_per_cpu_s : no_estimate;
		break;
	case VIEW_MESSAGE_NS:
		*out = e.message_ns;
		break;
	case VIEW_SEND_NS:
		*out = run_is_lockstep(file->run) ? e.send_ns : no_estimate;
		break;
	case VIEW_RECV_NS:
		*out = run_is_lockstep(file->run) ? e.recv_ns : no_estimate;
		break;
	}
	return 0;
}

static int of_copy(const struct copy_point *p, enum view_metric metric, struct estimate *out)
{
	struct copy_estimates e;

	if (!copy_point_has_rate(p) || p->n_samples == 0)
		return 0;
	if (copy_estimates(p, &e))
		return -ENOMEM;
	if (metric == VIEW_MB_PER_S)
		*out = e.mb_per_s;
	if (metric == VIEW_MESSAGE_NS)
		*out = e.call_ns;
	return 0;
}

/* What is predicted of the side that the metric is of; of the worse one where it is of both. */
static double slow_percent(const struct view_point *p, enum view_metric metric)
{
	if (!p->run || !p->file->run->n_explanations)
		return -1;
	if (metric == VIEW_SEND_NS)
		return p->run->slow_send_percent;
	if (metric == VIEW_RECV_NS)
		return p->run->slow_recv_percent;
	return fmax(p->run->slow_send_percent, p->run->slow_recv_percent);
}

/* What no machine does would only overflow what is computed of it. */
#define VALUE_MOST 1e100

static void drop_nonsense(struct view_point *p)
{
	struct estimate *e = &p->value;

	if (isfinite(e->median) && fmax(e->median, fmax(e->ci_low, e->ci_high)) > VALUE_MOST) {
		e->n = 0;
		p->reason = "its number is beyond 1e100";
	}
	if (!(isfinite(e->median) && e->median > 0))
		e->n = 0;
}

/* The points of a file stand in the order of its records (results/stored.h). */
static int describe(struct view *v, size_t file_at, size_t at, struct view_point *out)
{
	const struct stored *file = &v->files[file_at];
	size_t n_run = file->run ? file->run->n_points : 0;
	int ret = 0;

	*out = (struct view_point) { .file = file,
		.file_at = file_at,
		.key = &file->points[at].key,
		.run = at < n_run ? &file->run->points[at] : NULL,
		.copy = file->copy && at >= n_run ? &file->copy->points[at - n_run] : NULL,
		.value = no_estimate };
	if (out->run)
		ret = of_run(file, out->run, v->metric, &out->value);
	else if (out->copy)
		ret = of_copy(out->copy, v->metric, &out->value);
	else
		out->value = of_stored(&file->points[at], v->metric);
	out->verdict = estimate_verdict(&out->value);
	out->slow_percent = slow_percent(out, v->metric);
	out->reason = out->run ? out->run->reason : out->copy ? out->copy->reason : "";
	drop_nonsense(out);
	return ret;
}

/* What the point has where the condition asks. */
static const char *value_of(const struct stored_key *key, size_t condition, char *text, size_t size)
{
	const char *const texts[] = { key->transport, key->copy, key->state, key->placement };

	if (condition < sizeof(texts) / sizeof(texts[0]))
		return texts[condition][0] ? texts[condition] : "none that is known";
	if (condition == 5 && key->send_offset_bytes != key->recv_offset_bytes)
		snprintf(text, size, "%" PRIu64 " and %" PRIu64, key->send_offset_bytes,
			key->recv_offset_bytes);
	else
		snprintf(text, size, "%" PRIu64,
			condition == 4   ? key->size_bytes
			: condition == 7 ? key->recv_offset_bytes
					 : key->send_offset_bytes);
	return text;
}

/* A list in the making: ", 'a', 'b',", each once. */
struct list {
	char *text;
	size_t n;
	size_t size;
	bool is_full; /* then it ends in an ellipsis */
};

static void list_value(struct list *list, const char *value)
{
	char item[80];

	snprintf(item, sizeof(item), ", '%.70s',", value);
	if (list->is_full || strstr(list->text, item + 1))
		return;
	list->is_full = list->n + strlen(item) + 8 > list->size;
	list->n += (size_t)snprintf(list->text + list->n, list->size - list->n, "%s%s",
		list->n ? "" : ",", list->is_full ? " ...," : item + 1);
}

/* What the points have that only this condition keeps out, as many as fit. */
static void list_values(const struct view *v, const struct view_choice *choice, size_t condition,
	char *text, size_t size)
{
	struct list list = { .text = text, .size = size };
	char value[64];

	text[0] = '\0';
	for (size_t i = 0; i < v->n_files; i++) {
		for (size_t j = 0; j < v->files[i].n_points; j++) {
			const struct stored_key *key = &v->files[i].points[j].key;

			if (conditions_met(choice, key) == condition)
				list_value(&list, value_of(key, condition, value, sizeof(value)));
		}
	}
}

/* "expected one of a, b": the list without the commas around it. */
static int nothing_chosen(const struct view *v, const struct view_choice *choice, size_t condition,
	size_t n, struct err *err)
{
	char list[300];
	size_t end;

	list_values(v, choice, condition, list, sizeof(list));
	end = strlen(list);
	if (end > 2)
		list[end - 1] = '\0';
	return err_set(err, ENOENT, "--%s leaves none of %zu points of %s%s: they have %s",
		conditions[condition], n, v->files[0].path, v->n_files > 1 ? " and others" : "",
		end > 2 ? list + 2 : "something else");
}

static int nothing_to_draw(const struct view *v, const char *reason, struct err *err)
{
	const char *path = v->files[0].path;
	const char *others = v->n_files > 1 ? " and others" : "";

	if (v->metric == VIEW_MB_PER_S || reason)
		return err_set(err, ENOENT, "%s%s: none of the %zu points chosen has a number%s%s",
			path, others, v->n_without, reason ? ": " : "", reason ? reason : "");
	return err_set(err, ENOENT, "%s%s: none of the %zu points chosen has %s", path, others,
		v->n_without, metrics[v->metric].name);
}

static size_t count_points(const struct stored *files, size_t n)
{
	size_t n_points = 0;

	for (size_t i = 0; i < n; i++)
		n_points += files[i].n_points;
	return n_points;
}

/* What was seen while choosing. */
struct choosing {
	const struct view_choice *choice;
	size_t furthest; /* condition that a point came to */
	const char *reason;
};

static int choose_point(struct view *v, size_t file, size_t at, struct choosing *c)
{
	size_t met = conditions_met(c->choice, &v->files[file].points[at].key);
	struct view_point *p = &v->points[v->n];

	c->furthest = met > c->furthest ? met : c->furthest;
	if (met < N_CONDITIONS)
		return 0;
	if (describe(v, file, at, p))
		return -ENOMEM;
	v->n += p->value.n > 0;
	v->n_without += p->value.n == 0;
	if (p->value.n == 0 && !c->reason && p->reason[0])
		c->reason = p->reason;
	return 0;
}

int view_open(struct view *v, const struct stored *files, size_t n,
	const struct view_choice *choice, struct err *err)
{
	size_t n_points = count_points(files, n);
	struct choosing c = { .choice = choice };
	int ret = 0;

	*v = (struct view) { .metric = choice->metric, .files = files, .n_files = n };
	v->points = calloc(n_points + 1, sizeof(*v->points));
	if (!v->points)
		return err_set(err, ENOMEM, "out of memory");
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; !ret && j < files[i].n_points; j++)
			ret = choose_point(v, i, j, &c);
	}
	if (ret)
		return err_set(err, ENOMEM, "out of memory");
	if (v->n > 0)
		return 0;
	return v->n_without ? nothing_to_draw(v, c.reason, err)
			    : nothing_chosen(v, choice, c.furthest, n_points, err);
}

void view_release(struct view *v)
{
	free(v->points);
	*v = (struct view) { 0 };
}
