/* SPDX-License-Identifier: MIT */
#include "results/log2002_points.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MBYTE            1048576.0
#define RATE_MAX         1e9
#define SECONDS_MAX      1e9
#define ELAPSED_LEAST_NS 1e6
#define PAGE_BYTES       4096
#define NEAR_BYTES       65536
#define TRANSPORTS_MAX   3 /* send/recv, buf and memory */

int log_points_init(struct log_points *p, struct stored *out)
{
	*p = (struct log_points) { .run = calloc(1, sizeof(*p->run)) };
	if (!p->run)
		return -ENOMEM;
	out->run = p->run;
	*p->run = (struct run_record) {
		.version = "log",
		.kernel = "kernel not known",
		.mode = "log",
		.ends = "ends not known",
		.order = "unknown",
		.n_invocations = 1,
		.n_samples = 1,
		.transports = calloc(TRANSPORTS_MAX, sizeof(*p->run->transports)),
	};
	return p->run->transports ? 0 : -ENOMEM;
}

const char *log_line_wrong(const struct log_line *line)
{
	if (!(line->seconds > 0))
		return "it took 0 seconds";
	if (!(line->rate > 0))
		return "its rate is 0";
	if (!(line->mbytes > 0))
		return "it copied nothing";
	if (line->rate > RATE_MAX)
		return "its rate is above 10^9 Mbytes/sec";
	if (line->seconds > SECONDS_MAX || line->mbytes / line->rate > SECONDS_MAX)
		return "it took more than 10^9 seconds";
	return line->mbytes > RATE_MAX ? "it copied more than 10^9 Mbytes" : NULL;
}

/* Bytes over ns is the rate to 5e-7 or better: the bytes are multiplied where the time has too few digits. */
static struct sample sample_of(const struct log_line *line)
{
	double bytes = round(fmax(line->mbytes * MBYTE, 1));
	double elapsed_ns = bytes / (line->rate * MBYTE) * 1e9;

	while (elapsed_ns < ELAPSED_LEAST_NS) {
		bytes *= 1000;
		elapsed_ns *= 1000;
	}
	return (struct sample) {
		.elapsed_ns = (uint64_t)llround(elapsed_ns),
		.bytes = (uint64_t)bytes,
		.send = { .run_delay_ns = SAMPLE_UNKNOWN },
		.recv = { .run_delay_ns = SAMPLE_UNKNOWN },
	};
}

static size_t transport_at(struct run_record *run, const char *name)
{
	size_t i = 0;

	while (i < run->n_transports && strcmp(run->transports[i].name, name) != 0)
		i++;
	if (i == run->n_transports) {
		snprintf(run->transports[i].name, sizeof(run->transports[i].name), "%s", name);
		run->n_transports++;
	}
	return i;
}

/* Lines that follow each other are of one routine mostly: its name is kept once. */
static int set_names(struct log_points *points, struct stored *out, const struct log_line *line,
	struct point_record *p)
{
	bool moves = strcmp(line->label, "send/recv") == 0 || strcmp(line->label, "buf") == 0;

	p->transport = "memory";
	if (moves)
		p->transport = line->label[0] == 's' ? "send/recv" : "buf";
	p->transport_at = transport_at(points->run, p->transport);
	if (!moves && (!points->routine || strcmp(points->routine, line->label) != 0))
		points->routine = stored_text(out, line->label);
	p->copy = moves ? "none" : points->routine;
	return p->copy ? 0 : -ENOMEM;
}

static int make_room(struct log_points *p)
{
	size_t room = p->room ? 2 * p->room : 64;
	struct point_record *more;

	if (p->run->n_points == STORED_MAX_POINTS)
		return -E2BIG;
	if (p->run->n_points < p->room)
		return 0;
	more = realloc(p->run->points, room * sizeof(*more));
	if (!more)
		return -ENOMEM;
	p->run->points = more;
	p->room = room;
	return 0;
}

static int measure(struct point_record *p, const struct log_line *line)
{
	p->samples = malloc(sizeof(*p->samples));
	p->invocations = malloc(sizeof(*p->invocations));
	if (!p->samples || !p->invocations)
		return -ENOMEM;
	p->samples[0] = sample_of(line);
	p->invocations[0] = (struct invocation_record) { .n_samples = 1 };
	p->n_samples = p->n_samples_asked = p->n_invocations = 1;
	return 0;
}

/* The addresses and the size of a pass of the first section stand for all. */
static void describe(struct log_points *points, const struct log_line *line)
{
	struct run_record *run = points->run;

	points->shapes |= 1u << line->shape;
	if (run->n_points > 0)
		return;
	run->classic_pass_bytes = line->pass_bytes;
	run->to_addr = points->to_addr;
	run->from_addr = points->from_addr;
}

int log_points_add(struct log_points *points, struct stored *out, const struct log_line *line)
{
	int ret = make_room(points);
	struct point_record *p;

	if (ret)
		return ret;
	describe(points, line);
	p = &points->run->points[points->run->n_points++];
	*p = (struct point_record) {
		.placement = "",
		.cpu_send = -1,
		.cpu_recv = -1,
		.size_bytes = points->size_bytes ? points->size_bytes : line->pass_bytes,
		.send_offset_bytes = line->send_offset,
		.recv_offset_bytes = line->recv_offset,
		.status = POINT_DONE,
		.slow_send_percent = -1,
		.slow_recv_percent = -1,
	};
	ret = set_names(points, out, line, p);
	if (!ret)
		ret = measure(p, line);
	if (!ret && points->size_bytes)
		p->n_messages = p->samples[0].bytes / points->size_bytes;
	return ret;
}

uint64_t log_points_offset(const struct log_points *p, uint64_t address)
{
	uint64_t past_to = p->to_addr ? address - p->to_addr : UINT64_MAX;
	uint64_t past_from = p->from_addr ? address - p->from_addr : UINT64_MAX;
	uint64_t past = past_to < past_from ? past_to : past_from;

	/* An address before a buffer wraps round to a large number. */
	return past < NEAR_BYTES ? past : address % PAGE_BYTES;
}

int log_points_finish(struct log_points *p, struct stored *out)
{
	static const char *const names[] = { "A1", "A2", "B", "C" };

	for (unsigned i = 0; i < 4; i++) {
		size_t n = strlen(out->shape);

		if (p->shapes & (1u << i))
			snprintf(out->shape + n, sizeof(out->shape) - n, "%s%s", n ? " and " : "",
				names[i]);
	}
	return stored_make_points(out);
}
