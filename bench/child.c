/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bench/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/signals.h"
#include "bench/idle.h"

/* How long a child that has closed its pipe may take to end. */
#define REAP_TICK_NS 10000000
#define REAP_TICKS   100

void child_enter(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1); /* it died before the line above */
	signals_ignore();
}

/* Until the pipe shows that the child has returned, or is gone. */
static int await(
	int fd, const struct child_limits *limits, const sigset_t *unblocked, struct err *err)
{
	struct idle idle = idle_start(limits->timeout_ns, atomic_load(limits->progress));
	struct timespec tick = idle_tick(&idle);

	for (;;) {
		struct pollfd p = { fd, POLLIN, 0 };
		int n;

		if (*limits->interrupted)
			return -EINTR;
		n = ppoll(&p, 1, &tick, unblocked);
		if (n > 0)
			return 0;
		if (idle_over(&idle, atomic_load(limits->progress), n == 0))
			return err_set(err, ETIMEDOUT, "did not return within %.1f s",
				(double)limits->timeout_ns / 1e9);
	}
}

int child_reap(pid_t pid, int *status)
{
	const struct timespec tick = { .tv_nsec = REAP_TICK_NS };
	pid_t got = 0;

	for (int i = 0; got == 0 && i < REAP_TICKS; i++) {
		got = waitpid(pid, status, WNOHANG);
		if (got == 0)
			nanosleep(&tick, NULL);
	}
	if (got == 0) {
		kill(pid, SIGKILL);
		got = waitpid(pid, status, 0);
	}
	return got == pid ? 0 : -errno;
}

/* What the child had to say: that it returned, and whether it returned 0. */
static int verdict(int fd, pid_t pid, struct err *err)
{
	unsigned char returned;
	ssize_t n = read(fd, &returned, 1);
	int status;

	if (child_reap(pid, &status))
		return err_set(err, EOWNERDEAD, "how it ended is not known: %s", strerror(errno));
	if (n == 1)
		return returned ? -ECHILD : 0;
	if (WIFSIGNALED(status))
		return err_set(err, EPIPE, "killed by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	return err_set(err, EPIPE, "exited with status %d and did not return", WEXITSTATUS(status));
}

static _Noreturn void run_in_child(
	int (*function)(void *arg), void *arg, const int *fd, const sigset_t *old, pid_t parent)
{
	unsigned char returned;

	close(fd[0]);
	signals_restore(old);
	child_enter(parent);
	returned = function(arg) ? 1 : 0;
	_exit(write(fd[1], &returned, 1) == 1 ? 0 : 1);
}

int child_run(
	int (*function)(void *arg), void *arg, const struct child_limits *limits, struct err *err)
{
	pid_t parent = getpid();
	sigset_t old;
	int fd[2];
	int ret;
	pid_t pid;

	if (pipe2(fd, O_CLOEXEC))
		return err_set(err, errno, "no pipe: %s", strerror(errno));
	signals_block(&old);
	pid = fork();
	if (pid == 0)
		run_in_child(function, arg, fd, &old, parent);
	close(fd[1]);
	ret = pid < 0 ? err_set(err, errno, "cannot start a process: %s", strerror(errno))
		      : await(fd[0], limits, &old, err);
	if (pid > 0 && ret) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	} else if (pid > 0) {
		ret = verdict(fd[0], pid, err);
	}
	close(fd[0]);
	signals_restore(&old);
	return ret;
}

void *child_share(size_t n, struct err *err)
{
	void *memory = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory != MAP_FAILED)
		return memory;
	err_set(err, errno, "cannot share %zu bytes of memory: %s", n, strerror(errno));
	return NULL;
}

void child_unshare(void *memory, size_t n)
{
	if (memory)
		munmap(memory, n);
}
