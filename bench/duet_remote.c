/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/child.h"
#include "bench/duet_wire.h"

struct remote {
	struct duet_side side; /* first */
	char *name;
	pid_t pid; /* 0: none */
	uint64_t timeout_ns;
	const volatile sig_atomic_t *interrupted;
	struct duet_wire wire;
	bool is_open;
};

/* How it ended, for a person; it is reaped. */
static int ended(struct remote *r, struct err *err)
{
	int status = 0;

	if (!r->pid || child_reap(r->pid, &status))
		return err_set(err, EOWNERDEAD, "%s is gone", r->name);
	r->pid = 0;
	if (WIFSIGNALED(status))
		return err_set(err, EOWNERDEAD, "%s was killed by signal %d (%s)", r->name,
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	return err_set(err, EOWNERDEAD, "%s ended with status %d", r->name, WEXITSTATUS(status));
}

static int get(struct remote *r, json_t **reply, struct err *err)
{
	int ret = duet_wire_get(&r->wire, r->timeout_ns, r->interrupted, reply, err);

	if (ret == -EPIPE)
		return ended(r, err);
	if (ret && ret != -EINTR)
		err_prefix(err, "%s", r->name);
	return ret;
}

static int ask(struct remote *r, json_t *request, json_t **reply, struct err *err)
{
	const char *text;
	int code;
	int ret = duet_wire_put(&r->wire, request);

	if (ret)
		return ret == -ENOMEM ? err_set(err, ENOMEM, "out of memory") : ended(r, err);
	ret = get(r, reply, err);
	if (ret || json_unpack(*reply, "{s:s, s:i}", "error", &text, "code", &code))
		return ret;
	ret = err_set(err, code > 0 ? code : EPROTO, "%s: %s", r->name, text);
	json_decref(*reply);
	return ret;
}

/* A request that is only done or not. */
static int order(struct remote *r, json_t *request, struct err *err)
{
	json_t *reply;
	int ret = ask(r, request, &reply, err);

	if (!ret)
		json_decref(reply);
	return ret;
}

static int remote_open(struct duet_side *side, size_t point, uint64_t inject_bytes, struct err *err)
{
	struct remote *r = (struct remote *)side;

	r->is_open = true;
	return order(r,
		json_pack("{s:I, s:I}", "open", (json_int_t)point, "inject_bytes",
			(json_int_t)inject_bytes),
		err);
}

static int remote_sample(struct duet_side *side, uint64_t n, struct sample *sample, struct err *err)
{
	struct remote *r = (struct remote *)side;
	json_t *reply;
	int ret = ask(r, json_pack("{s:I}", "sample", (json_int_t)n), &reply, err);

	if (ret)
		return ret;
	ret = duet_wire_to_sample(reply, sample, err);
	if (ret)
		err_prefix(err, "%s", r->name);
	json_decref(reply);
	return ret;
}

static int remote_close(struct duet_side *side, struct err *err)
{
	struct remote *r = (struct remote *)side;

	if (!r->is_open || !r->pid || (r->interrupted && *r->interrupted))
		return 0;
	r->is_open = false;
	return order(r, json_pack("{s:b}", "close", 1), err);
}

static void remote_free(struct duet_side *side)
{
	struct remote *r = (struct remote *)side;
	int status;

	if (!r)
		return;
	/* At the end of its input it goes by itself; else it is killed. */
	if (r->wire.in >= 0)
		close(r->wire.in);
	if (r->pid)
		child_reap(r->pid, &status);
	free(r->name);
	free(r);
}

static const struct duet_side_ops remote_ops = {
	.open = remote_open,
	.sample = remote_sample,
	.close = remote_close,
	.free = remote_free,
};

static _Noreturn void exec_worker(int fd, char *const *argv, pid_t parent)
{
	child_enter(parent);
	if (dup2(fd, STDIN_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0)
		_exit(127);
	/* A later child of ours must not hold it open; close-on-exec is what the descriptors are made with. */
	execv(argv[0], argv);
	_exit(127);
}

static int start(struct remote *r, char *const *argv, struct err *err)
{
	pid_t parent = getpid();
	struct stat st;
	int fd[2];

	if (stat(argv[0], &st) == 0 && !S_ISREG(st.st_mode))
		return err_set(err, EACCES, "cannot run '%s': it is no file", argv[0]);
	if (access(argv[0], X_OK))
		return err_set(err, errno, "cannot run '%s': %s", argv[0], strerror(errno));
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd))
		return err_set(err, errno, "no socket to the other netio: %s", strerror(errno));
	r->pid = fork();
	if (r->pid == 0)
		exec_worker(fd[1], argv, parent);
	close(fd[1]);
	r->wire.in = r->wire.out = fd[0];
	if (r->pid < 0) {
		r->pid = 0;
		return err_set(err, errno, "cannot start a process: %s", strerror(errno));
	}
	return 0;
}

static int check_greeting(
	struct remote *r, json_t *hello, size_t n_points, char **version, struct err *err)
{
	json_int_t protocol = 0;
	json_int_t n = -1;
	const char *text = "";

	if (json_unpack(hello, "{s:I, s:s, s:I}", "netio_worker", &protocol, "version", &text,
		    "n_points", &n))
		return err_set(err, EPROTO,
			"'%s' is no netio that can be gated: expected its greeting", r->name);
	if (protocol != DUET_WIRE_VERSION)
		return err_set(err, EPROTO,
			"'%s' (netio %s) speaks version %lld of the gate's protocol: expected "
			"version %d",
			r->name, text, (long long)protocol, DUET_WIRE_VERSION);
	if (n != (json_int_t)n_points)
		return err_set(err, EPROTO,
			"'%s' (netio %s) makes %lld points of this sweep: expected %zu", r->name,
			text, (long long)n, n_points);
	if (version) {
		*version = strdup(text);
		if (!*version)
			return err_set(err, ENOMEM, "out of memory");
	}
	return 0;
}

static int greet(struct remote *r, size_t n_points, char **version, struct err *err)
{
	struct err why = { 0 };
	json_t *hello;
	int ret = duet_wire_get(&r->wire, r->timeout_ns, r->interrupted, &hello, &why);

	if (ret == -EPIPE) {
		ended(r, &why);
		return err_set(err, EPROTO,
			"%s before it greeted: is it a netio that has 'worker'?", why.text);
	}
	if (ret == -EPROTO)
		return err_set(err, EPROTO,
			"'%s' is no netio that can be gated: expected its greeting", r->name);
	if (ret)
		return err_set(err, -ret, "%s", why.text);
	ret = check_greeting(r, hello, n_points, version, err);
	json_decref(hello);
	return ret;
}

struct duet_side *duet_side_remote(char *const *argv, size_t n_points, uint64_t timeout_ns,
	const volatile sig_atomic_t *interrupted, char **version, struct err *err)
{
	struct remote *r = calloc(1, sizeof(*r));
	int ret;

	if (!r || !(r->name = strdup(argv[0]))) {
		free(r);
		err_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	r->side.ops = &remote_ops;
	r->wire.in = r->wire.out = -1;
	/* The other end gives a point up after timeout_ns, and is then to say so. */
	r->timeout_ns = 2 * timeout_ns + 5000000000u;
	r->interrupted = interrupted;
	ret = start(r, argv, err);
	if (!ret)
		ret = greet(r, n_points, version, err);
	if (!ret)
		return &r->side;
	remote_free(&r->side);
	return NULL;
}
