/* SPDX-License-Identifier: MIT */
#include "bench/duet.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_usable(const struct point_record *p)
{
	return p->status == POINT_PENDING;
}

static void pair(const struct point_record *a, const struct point_record *b, struct duet_point *p)
{
	const struct point_record *other = is_usable(a) ? b : a;

	*p = (struct duet_point) { .a = a, .b = b, .n_messages = a->n_messages };
	if (is_usable(other))
		return;
	p->status = other->status;
	snprintf(p->reason, sizeof(p->reason), "%s: %.250s", other == a ? "A" : "B", other->reason);
}

static bool shares_cpu(const struct point_record *p)
{
	return p->cpu_send >= 0 && p->cpu_send == p->cpu_recv;
}

int duet_points(const struct run_record *a, const struct run_record *b, struct duet_record *record,
	struct err *err)
{
	record->points = NULL;
	record->n_points = 0;
	if (a->n_points != b->n_points)
		return err_set(err, EINVAL,
			"A has %zu points and B has %zu: expected as many, to be paired in order",
			a->n_points, b->n_points);
	record->points = calloc(a->n_points + 1, sizeof(*record->points));
	if (!record->points)
		return err_set(err, ENOMEM, "out of memory");
	record->share_cpu = true;
	for (size_t i = 0; i < a->n_points; i++) {
		if (a->points[i].size_bytes != b->points[i].size_bytes)
			return err_set(err, EINVAL,
				"A's messages have %llu bytes where B's have %llu: expected the "
				"same sizes",
				(unsigned long long)a->points[i].size_bytes,
				(unsigned long long)b->points[i].size_bytes);
		pair(&a->points[i], &b->points[i], &record->points[record->n_points++]);
		if (!shares_cpu(&a->points[i]) || !shares_cpu(&b->points[i]))
			record->share_cpu = false;
	}
	return 0;
}

void duet_keep_calibration(struct duet_record *to, const struct duet_record *from)
{
	for (size_t i = 0; i < to->n_points && i < from->n_points; i++) {
		to->points[i].n_messages = from->points[i].n_messages;
		to->points[i].inject_bytes = from->points[i].inject_bytes;
	}
}

void duet_release(struct duet_record *record)
{
	for (size_t i = 0; i < record->n_points; i++) {
		free(record->points[i].pairs);
		free(record->points[i].blocks);
	}
	free(record->points);
	record->points = NULL;
	record->n_points = 0;
}
