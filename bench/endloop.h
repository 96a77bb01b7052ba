/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_ENDLOOP_H
#define NETIO_BENCH_ENDLOOP_H

#include "bench/end.h"

/*
 * The timed part of an end, and what it shares with the rest of one (bench/end.c); only for these two
 * files. All of it runs in the end's own thread.
 */

/* What an end knows between commands. */
struct end_state {
	struct end *end;
	struct end_report report; /* being made */
	uint64_t key;             /* of the message that the buffers hold */
	uint64_t n_moved;         /* messages since the channel was opened */
	struct usage_meter meter;
};

/* As much of a buffer as is copied in vain at a time: it stays in the caches, as a message of its size does. */
#define END_SCRATCH_BYTES 65536

/* Moves the command's messages and fills in s->report: 0, or a negative errno with its text. */
int endloop_run(struct end_state *s, const struct end_command *command);

/* Puts the failure into s->report unless its text says more already. Returns -code. */
int end_fail(struct end_state *s, int code, const char *what);

/* Makes the message of that index in the send buffer. */
void end_fill(struct end_state *s, uint64_t index);

/* The key of the message of that index: all alike but with --verify. */
uint64_t end_message_key(const struct end *end, uint64_t index);

/* Whether the window holds the message of s->key; -EBADMSG with a text that names it as `index`. */
int end_check_data(struct end_state *s, const struct window *w, const char *what, uint64_t index);

/* "sender", "receiver" or "lockstep". */
const char *end_role_name(enum end_role role);

#endif
