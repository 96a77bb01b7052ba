/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_WORKER_H
#define NETIO_BENCH_WORKER_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"
#include "bench/end.h"

/*
 * A running end as the coordinator sees it: a thread or a process, and the control socket to it. Only
 * the coordinator's thread calls these.
 */
struct worker {
	struct end end; /* filled in before the start; a thread then owns it */
	int control;    /* the coordinator's side; -1 once the end is gone */
	bool started;
	bool reported; /* report holds something that was not asked for yet */
	struct end_report report;
	pthread_t thread;
	pid_t pid; /* 0: a thread */
};

/* The signal that gets an end out of a system call; a handler without SA_RESTART must be installed. */
int worker_kick_signal(void);

/* Nothing open, nothing started. */
void worker_init(struct worker *w, enum end_role role);

/* Makes the control socket. */
int worker_connect(struct worker *w, struct err *err);

/*
 * Starts the end, which takes the descriptors in w->end with it. `other` is the worker at the far end
 * (NULL: none), whose descriptors a process must not keep open, or its death would not show. A process
 * dies with its parent and leaves SIGINT, SIGTERM and SIGHUP to it.
 */
int worker_start_thread(struct worker *w, struct err *err);
int worker_start_process(struct worker *w, struct worker *other, struct err *err);

/* Sends a command; -EOWNERDEAD with the cause of death when the end is gone. */
int worker_command(struct worker *w, const struct end_command *command, struct err *err);

/*
 * Takes the report of an end whose control socket is readable. 0, the negative of the code that it
 * reports with err, or -EOWNERDEAD as above.
 */
int worker_take(struct worker *w, struct err *err);

/*
 * Gets the end to go and reaps it, in whatever state it is; also one that was never started. With
 * `hurry` it may be inside a system call: the stop flag must be set.
 */
void worker_stop(struct worker *w, bool hurry);

#endif
