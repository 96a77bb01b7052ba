/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_DUET_WIRE_H
#define NETIO_BENCH_DUET_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "bench/duet.h"
#include "results/record.h"

/*
 * What a gate and the other netio say to each other over a pipe: JSON, a line each, the gate first but for the
 * greeting. Everything that is read is checked: the other binary may be of any age.
 *
 *   worker: {"netio_worker":1,"version":TEXT,"n_points":N}
 *   gate:   {"open":POINT,"inject_bytes":N}   {"sample":N}   {"close":true}
 *   worker: {"ok":true}   a sample's fields   {"error":TEXT,"code":ERRNO}
 *
 * One thread a side. Lines are at most DUET_WIRE_LINE_BYTES long.
 */

#define DUET_WIRE_VERSION    1
#define DUET_WIRE_LINE_BYTES 65536

/* One side's end: a descriptor for each direction, and what was read beyond the last line. */
struct duet_wire {
	int in;
	int out;
	size_t n;
	char text[DUET_WIRE_LINE_BYTES];
};

struct json_t;

/* Writes one line and releases the object: 0, or a negative errno. NULL: -ENOMEM. */
int duet_wire_put(struct duet_wire *wire, struct json_t *object);

/*
 * Waits for a line and parses it into a new object. 0; -EPIPE at the end of the data; -EPROTO with err for what is no
 * JSON object; -ETIMEDOUT after timeout_ns (0: none); -EINTR when *interrupted (NULL: nobody asks) was set.
 */
int duet_wire_get(struct duet_wire *wire, uint64_t timeout_ns,
	const volatile sig_atomic_t *interrupted, struct json_t **object, struct err *err);

/* A sample as an object, and back: 0, or -EPROTO with err. */
struct json_t *duet_wire_of_sample(const struct sample *sample);
int duet_wire_to_sample(struct json_t *object, struct sample *sample, struct err *err);

/*
 * The worker's side, until the gate closes its end: greets, then does as it is told with `side`. 0, or a negative errno
 * with err when the gate says what cannot be understood.
 */
int duet_serve(struct duet_wire *wire, struct duet_side *side, size_t n_points, const char *version,
	struct err *err);

#endif
