/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "bench/child.h"

/* child_run over every way a child can end; nothing of it may be left afterwards. */

#define SECOND 1000000000ULL

struct shared {
	atomic_ullong progress;
	atomic_ullong value;
	atomic_int pid;
};

static struct shared *shared;
static volatile sig_atomic_t interrupted;

static int open_shared(void **state)
{
	struct err err = { 0 };

	(void)state;
	shared = child_share(sizeof(*shared), &err);
	return !shared;
}

static int close_shared(void **state)
{
	(void)state;
	child_unshare(shared, sizeof(*shared));
	child_unshare(NULL, 1);
	return 0;
}

static void nap(long ms)
{
	const struct timespec pause = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&pause, NULL);
}

/* Runs it; afterwards no child and no descriptor may be left, and the signal mask is as before. */
static int run(int (*function)(void *), void *arg, uint64_t timeout_ns, struct err *err)
{
	const struct child_limits limits = { timeout_ns, &shared->progress, &interrupted };
	size_t n_descriptors = count_descriptors();
	sigset_t before, after;
	int ret;

	atomic_store(&shared->pid, 0);
	pthread_sigmask(SIG_SETMASK, NULL, &before);
	ret = child_run(function, arg, &limits, err);
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	for (int s = 1; s < 32; s++)
		assert_int_equal(sigismember(&before, s), sigismember(&after, s));
	assert_int_equal(count_descriptors(), n_descriptors);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	return ret;
}

static void expect_gone(void)
{
	pid_t pid = atomic_load(&shared->pid);

	assert_true(pid > 0 && pid != getpid());
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(errno, ESRCH);
}

static int store(void *arg)
{
	atomic_store(&shared->pid, getpid());
	atomic_store(&shared->value, *(const unsigned *)arg);
	return 0;
}

static int return_minus(void *arg)
{
	(void)arg;
	atomic_store(&shared->value, 77);
	return -1;
}

/* As a program without a sanitizer would: those catch some signals to report them. */
static int die(void *arg)
{
	int number = *(const int *)arg;

	atomic_store(&shared->pid, getpid());
	signal(number, SIG_DFL);
	raise(number);
	return 0;
}

static int call_abort(void *arg)
{
	(void)arg;
	signal(SIGABRT, SIG_DFL);
	abort();
	return 0;
}

static int hang(void *arg)
{
	(void)arg;
	atomic_store(&shared->pid, getpid());
	for (;;)
		nap(1000);
	return 0;
}

/* Works for longer than the limit, but says so in between. */
static int plod(void *arg)
{
	atomic_store(&shared->pid, getpid());
	for (unsigned i = 0; i < *(const unsigned *)arg; i++) {
		nap(50);
		atomic_fetch_add(&shared->progress, 1);
	}
	return 0;
}

static int interrupt_parent(void *arg)
{
	atomic_store(&shared->pid, getpid());
	kill(getppid(), SIGINT);
	return hang(arg);
}

/* A Ctrl-C reaches the child as well. */
static int interrupt_itself(void *arg)
{
	(void)arg;
	raise(SIGINT);
	raise(SIGTERM);
	raise(SIGHUP);
	atomic_store(&shared->value, 99);
	return 0;
}

static void on_signal(int number)
{
	(void)number;
	interrupted = 1;
}

static void returns(void **state)
{
	struct err err = { 0 };
	unsigned value = 4711;

	(void)state;
	assert_int_equal(run(store, &value, 60 * SECOND, &err), 0);
	assert_int_equal(atomic_load(&shared->value), 4711);
	assert_int_equal(err.code, 0);
	expect_gone();
}

static void returns_something_else(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(run(return_minus, NULL, 60 * SECOND, &err), -ECHILD);
	assert_int_equal(atomic_load(&shared->value), 77);
}

static void death_is_named(void **state)
{
	static int numbers[] = { SIGSEGV, SIGILL, SIGBUS, SIGFPE, SIGKILL, SIGABRT };

	(void)state;
	for (size_t i = 0; i < N_OF(numbers); i++) {
		struct err err = { 0 };
		char number[16];
		int ret = run(die, &numbers[i], 60 * SECOND, &err);

		snprintf(number, sizeof(number), "signal %d", numbers[i]);
		CHECK(ret == -EPIPE && err.code == EPIPE, "%s: %d, %s", number, ret, err.text);
		CHECK(strstr(err.text, number) && strstr(err.text, strsignal(numbers[i])), "%s: %s",
			number, err.text);
		expect_gone();
	}
}

static void abort_is_named(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(run(call_abort, NULL, 60 * SECOND, &err), -EPIPE);
	assert_non_null(strstr(err.text, strsignal(SIGABRT)));
}

static void a_hang_is_ended(void **state)
{
	struct err err = { 0 };
	uint64_t begin = clock_ns();

	(void)state;
	/* Not a tick's multiple: the limit may be passed by a tick and no more. */
	assert_int_equal(run(hang, NULL, SECOND / 2, &err), -ETIMEDOUT);
	assert_int_equal(err.code, ETIMEDOUT);
	assert_non_null(strstr(err.text, "0.5 s"));
	assert_true(clock_ns() - begin >= SECOND / 2);
	assert_true(clock_ns() - begin < 20 * SECOND); /* a loaded machine */
	expect_gone();
}

static void progress_keeps_it_alive(void **state)
{
	struct err err = { 0 };
	unsigned n = 60;

	(void)state;
	/* 3 s of work with a limit of 2: a loaded machine may hold one step up for as long. */
	assert_int_equal(run(plod, &n, 2 * SECOND, &err), 0);
	expect_gone();
}

static void interrupted_before(void **state)
{
	struct err err = { 0 };

	(void)state;
	interrupted = 1;
	assert_int_equal(run(hang, NULL, 60 * SECOND, &err), -EINTR);
	interrupted = 0;
}

static void interrupted_meanwhile(void **state)
{
	struct sigaction action = { .sa_handler = on_signal };
	struct sigaction old;
	struct err err = { 0 };
	uint64_t begin = clock_ns();

	(void)state;
	sigaction(SIGINT, &action, &old);
	assert_int_equal(run(interrupt_parent, NULL, 60 * SECOND, &err), -EINTR);
	sigaction(SIGINT, &old, NULL);
	interrupted = 0;
	assert_true(clock_ns() - begin < 20 * SECOND);
	expect_gone();
}

static void child_leaves_signals_to_its_parent(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(run(interrupt_itself, NULL, 60 * SECOND, &err), 0);
	assert_int_equal(atomic_load(&shared->value), 99);
}

static void many_leave_nothing(void **state)
{
	struct err err = { 0 };

	(void)state;
	for (unsigned i = 0; i < 50; i++) {
		assert_int_equal(run(store, &i, 60 * SECOND, &err), 0);
		assert_int_equal(atomic_load(&shared->value), i);
	}
}

static void shared_memory_is_zeroed(void **state)
{
	struct err err = { 0 };
	unsigned char *p = child_share(10000, &err);

	(void)state;
	assert_non_null(p);
	for (size_t i = 0; i < 10000; i++)
		CHECK(p[i] == 0, "byte %zu", i);
	child_unshare(p, 10000);
}

static void too_much_shared_memory(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_null(child_share(SIZE_MAX / 2, &err));
	assert_true(err.code > 0);
	assert_non_null(strstr(err.text, "memory"));
}

static int return_at_once(void *arg)
{
	(void)arg;
	return 0;
}

/* Then the kernel keeps no status to wait for. */
static void ignored_sigchld_is_an_error(void **state)
{
	struct err err = { 0 };

	(void)state;
	signal(SIGCHLD, SIG_IGN);
	assert_int_equal(run(return_at_once, NULL, 10 * SECOND, &err), -EOWNERDEAD);
	signal(SIGCHLD, SIG_DFL);
	assert_non_null(strstr(err.text, "not known"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(returns),
		cmocka_unit_test(returns_something_else),
		cmocka_unit_test(death_is_named),
		cmocka_unit_test(abort_is_named),
		cmocka_unit_test(a_hang_is_ended),
		cmocka_unit_test(progress_keeps_it_alive),
		cmocka_unit_test(interrupted_before),
		cmocka_unit_test(interrupted_meanwhile),
		cmocka_unit_test(child_leaves_signals_to_its_parent),
		cmocka_unit_test(many_leave_nothing),
		cmocka_unit_test(shared_memory_is_zeroed),
		cmocka_unit_test(too_much_shared_memory),
		cmocka_unit_test(ignored_sigchld_is_an_error),
	};

	return cmocka_run_group_tests(tests, open_shared, close_shared);
}
