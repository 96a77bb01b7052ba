/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bench/worker.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/child.h"

/* How long an end may take to go after it was told to, before a process is killed. */
#define STOP_TICK_MS 10
#define STOP_TICKS   100

int worker_kick_signal(void)
{
	return SIGRTMIN;
}

static const char *worker_name(const struct worker *w)
{
	return w->end.role == END_SEND   ? "sender"
	       : w->end.role == END_RECV ? "receiver"
					 : "lockstep thread";
}

void worker_init(struct worker *w, enum end_role role)
{
	*w = (struct worker) { .control = -1, .end = { .control = -1, .role = role } };
	channel_init(&w->end.channel, NULL);
}

int worker_connect(struct worker *w, struct err *err)
{
	int fd[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fd))
		return err_set(err, errno, "no control socket: %s", strerror(errno));
	w->control = fd[0];
	w->end.control = fd[1];
	return 0;
}

static void *thread_main(void *arg)
{
	end_main(arg);
	return NULL;
}

int worker_start_thread(struct worker *w, struct err *err)
{
	sigset_t all;
	sigset_t old;
	int ret;

	/* All signals but the kick are the coordinator's. */
	sigfillset(&all);
	sigdelset(&all, worker_kick_signal());
	pthread_sigmask(SIG_SETMASK, &all, &old);
	ret = pthread_create(&w->thread, NULL, thread_main, &w->end);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (ret)
		return err_set(err, ret, "cannot start a thread: %s", strerror(ret));
	w->started = true;
	return 0;
}

/* The coordinator's copies, or, before an end runs, all there are. */
static void close_end(struct worker *w)
{
	if (w->end.control >= 0)
		close(w->end.control);
	w->end.control = -1;
	channel_close(&w->end.channel, SIDE_SEND);
	channel_close(&w->end.channel, SIDE_RECV);
}

static void close_from_to(unsigned first, unsigned last)
{
	long most = sysconf(_SC_OPEN_MAX);

	if (first > last || close_range(first, last, 0) == 0)
		return;
	/* Before Linux 5.9: one by one. */
	for (long fd = first; fd <= (long)last && fd < most; fd++)
		close((int)fd);
}

/*
 * A fork holds every descriptor of its parent, those of the other end and of other invocations too: the end of their
 * data, or of themselves, would not show while this process lives.
 */
static void close_all_but(const int *keep, size_t n_keep)
{
	unsigned next = STDERR_FILENO + 1;

	for (;;) {
		unsigned nearest = UINT_MAX;

		for (size_t i = 0; i < n_keep; i++) {
			if (keep[i] >= (int)next && (unsigned)keep[i] < nearest)
				nearest = (unsigned)keep[i];
		}
		close_from_to(next, nearest == UINT_MAX ? UINT_MAX : nearest - 1);
		if (nearest == UINT_MAX)
			return;
		next = nearest + 1;
	}
}

static _Noreturn void child(struct worker *w, struct worker *other, pid_t parent)
{
	const int keep[] = { w->end.control, w->end.channel.fd[SIDE_SEND],
		w->end.channel.fd[SIDE_RECV] };

	child_enter(parent);
	/* What a transport keeps beside its descriptors ends with the last of its channel's. */
	if (other)
		close_end(other);
	close_all_but(keep, sizeof(keep) / sizeof(keep[0]));
	end_main(&w->end);
	_exit(0);
}

int worker_start_process(struct worker *w, struct worker *other, struct err *err)
{
	pid_t parent = getpid();
	pid_t pid = fork();

	if (pid < 0)
		return err_set(err, errno, "cannot start a process: %s", strerror(errno));
	if (pid == 0)
		child(w, other, parent);
	w->pid = pid;
	w->started = true;
	close_end(w);
	return 0;
}

static int dead(struct worker *w, struct err *err)
{
	int status;

	close(w->control);
	w->control = -1;
	if (!w->pid)
		return err_set(err, EOWNERDEAD, "the %s ended unexpectedly", worker_name(w));
	if (child_reap(w->pid, &status))
		return err_set(err, EOWNERDEAD, "the %s (process %d) is gone", worker_name(w),
			(int)w->pid);
	w->started = false;
	if (WIFSIGNALED(status))
		return err_set(err, EOWNERDEAD, "the %s (process %d) was killed by signal %d (%s)",
			worker_name(w), (int)w->pid, WTERMSIG(status), strsignal(WTERMSIG(status)));
	return err_set(err, EOWNERDEAD, "the %s (process %d) exited with status %d", worker_name(w),
		(int)w->pid, WEXITSTATUS(status));
}

int worker_take(struct worker *w, struct err *err)
{
	ssize_t n;

	do
		n = recv(w->control, &w->report, sizeof(w->report), 0);
	while (n < 0 && errno == EINTR);
	if (n != sizeof(w->report))
		return dead(w, err);
	w->reported = true;
	if (w->report.code) {
		return err_set(err, w->report.code, "%s", w->report.text);
	}
	return 0;
}

int worker_command(struct worker *w, const struct end_command *command, struct err *err)
{
	if (send(w->control, command, sizeof(*command), MSG_NOSIGNAL) != sizeof(*command))
		return dead(w, err);
	return 0;
}

/* Reads what an end may still say until it closes its side. */
static void await_end_of_file(struct worker *w, int timeout_ms)
{
	struct pollfd fd = { w->control, POLLIN, 0 };
	struct end_report report;

	if (w->control < 0 || poll(&fd, 1, timeout_ms) <= 0)
		return;
	if (recv(w->control, &report, sizeof(report), MSG_DONTWAIT) == 0) {
		close(w->control);
		w->control = -1;
	}
}

static void kick(struct worker *w)
{
	if (w->pid)
		kill(w->pid, worker_kick_signal());
	else
		pthread_kill(w->thread, worker_kick_signal());
}

static void stop_process(struct worker *w)
{
	if (w->control >= 0)
		kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
}

/* A thread cannot be killed, but it has only calls that a kick ends. */
static void stop_thread(struct worker *w)
{
	while (w->control >= 0) {
		kick(w);
		await_end_of_file(w, STOP_TICK_MS);
	}
	pthread_join(w->thread, NULL);
}

void worker_stop(struct worker *w, bool hurry)
{
	if (!w->started && !w->pid)
		close_end(w);
	shutdown(w->control, SHUT_WR);
	/* Again and again: a kick may come just before the system call that it should interrupt. */
	for (int i = 0; w->started && w->control >= 0 && i < STOP_TICKS; i++) {
		if (hurry || i > 0)
			kick(w);
		await_end_of_file(w, STOP_TICK_MS);
	}
	if (w->started && w->pid)
		stop_process(w);
	else if (w->started)
		stop_thread(w);
	if (w->control >= 0)
		close(w->control);
	w->control = -1;
	w->started = false;
}
