/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BASE_SIGNALS_H
#define NETIO_BASE_SIGNALS_H

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

/*
 * The signals by which a person ends a run. The set is here once: the program catches them, whoever
 * waits with ppoll() blocks them in between, and the processes of a measurement leave them to their
 * parent.
 */
static inline void signals_interrupting(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
}

/* Blocks them in the calling thread; *old is the mask to put back, and to give to ppoll(). */
static inline void signals_block(sigset_t *old)
{
	sigset_t set;

	signals_interrupting(&set);
	pthread_sigmask(SIG_BLOCK, &set, old);
}

static inline void signals_restore(const sigset_t *old)
{
	pthread_sigmask(SIG_SETMASK, old, NULL);
}

/* Ignores them, in a child process: a Ctrl-C reaches the whole group, and the parent decides. */
static inline void signals_ignore(void)
{
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
}

#endif
