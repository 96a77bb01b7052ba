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
#include <unistd.h>

#include "base/signals.h"
#include "bench/idle.h"

void child_enter(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1); /* it died before the line above */
	signals_ignore();
}

/* Until the pipe shows end of file, which is when the child is gone. */
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

static int verdict(int status, struct err *err)
{
	if (WIFSIGNALED(status))
		return err_set(err, EPIPE, "killed by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	return WEXITSTATUS(status) ? -ECHILD : 0;
}

int child_run(
	int (*function)(void *arg), void *arg, const struct child_limits *limits, struct err *err)
{
	pid_t parent = getpid();
	sigset_t old;
	int fd[2];
	int status;
	int ret;
	pid_t pid;

	if (pipe2(fd, O_CLOEXEC))
		return err_set(err, errno, "no pipe: %s", strerror(errno));
	signals_block(&old);
	pid = fork();
	if (pid == 0) {
		close(fd[0]);
		signals_restore(&old);
		child_enter(parent);
		_exit(function(arg) ? 1 : 0);
	}
	close(fd[1]);
	ret = pid < 0 ? err_set(err, errno, "cannot start a process: %s", strerror(errno))
		      : await(fd[0], limits, &old, err);
	close(fd[0]);
	if (pid > 0) {
		if (ret)
			kill(pid, SIGKILL);
		if (waitpid(pid, &status, 0) != pid)
			ret = ret ? ret
				  : err_set(err, EOWNERDEAD, "how it ended is not known: %s",
					    strerror(errno));
		else
			ret = ret ? ret : verdict(status, err);
	}
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
