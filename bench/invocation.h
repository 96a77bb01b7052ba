/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_INVOCATION_H
#define NETIO_BENCH_INVOCATION_H

#include <stdint.h>

#include "base/err.h"
#include "bench/arena.h"
#include "results/record.h"

/*
 * An invocation: a fresh channel, fresh buffers and fresh ends, which move samples until it is closed.
 * This is the coordinator's side; it sleeps while a sample runs. Every wait is bounded: an end that
 * dies is seen at once, one that moves no message for config->timeout_ns is given up.
 *
 * One thread, the same from arena_init on. Errors leave the invocation to be closed all the same.
 */

struct invocation;

/* Starts the ends for the point and waits until both are bound and their buffers touched. */
struct invocation *invocation_open(
	struct arena *arena, const struct point_record *point, struct err *err);

/*
 * Moves n messages. 0 with *sample; -EINTR when interrupted; -EBADMSG when data differ; another
 * negative errno when an end failed or died. After a failure only invocation_close may follow.
 */
int invocation_sample(struct invocation *inv, uint64_t n, struct sample *sample, struct err *err);

/*
 * Ends the data and checks buffers, guards and bindings: 0, -EBADMSG, or as above. What the transport
 * counted is added to *flow.
 */
int invocation_finish(struct invocation *inv, struct flow_record *flow, struct err *err);

/* Stops and reaps both ends, whatever state they are in, and frees. NULL is fine. */
void invocation_close(struct invocation *inv);

#endif
