/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_CHILD_H
#define NETIO_BENCH_CHILD_H

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

/*
 * Runs a function in a process of its own, so that code which crashes or never returns - a plug-in -
 * costs that call and nothing else. What it has to say it writes to memory that the caller shared
 * before (MAP_SHARED).
 */
struct child_limits {
	uint64_t timeout_ns;                      /* without progress for so long it is killed */
	const atomic_ullong *progress;            /* shared; any change is progress */
	const volatile sig_atomic_t *interrupted; /* as in bench/arena.h */
};

/*
 * Forks, calls function(arg) in the child and waits for its end. 0 when the child returned 0; -EINTR
 * when interrupted, the child killed; -ETIMEDOUT; -EPIPE when it died, with err naming the signal, or
 * ended without returning from the function;
 * -EOWNERDEAD when it is gone and how is not known (SIGCHLD is ignored);
 * -ECHILD when it returned something else, which the function explains in its shared memory.
 */
int child_run(
	int (*function)(void *arg), void *arg, const struct child_limits *limits, struct err *err);

/*
 * For the first lines of any child of `parent`: it dies with it, and leaves the interrupting signals to
 * it (base/signals.h).
 */
void child_enter(pid_t parent);

/*
 * Waits for a child that ought to be gone: for a second, then it is killed, since whoever closed its
 * descriptors may be at large still. 0 with *status of waitpid(), or a negative errno.
 */
int child_reap(pid_t pid, int *status);

/* Zeroed memory that children share with their parent; NULL with err. */
void *child_share(size_t n, struct err *err);
void child_unshare(void *memory, size_t n);

#endif
