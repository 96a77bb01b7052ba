/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "picture/gnuplot.h"

extern char **environ;

/* What gnuplot reads and writes, in memory. */
struct files {
	int script, out, complaints;
};

static void close_files(struct files *f)
{
	int *const all[] = { &f->script, &f->out, &f->complaints };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (*all[i] >= 0)
			close(*all[i]);
		*all[i] = -1;
	}
}

static int open_files(struct files *f, struct err *err)
{
	f->script = memfd_create("netio script", MFD_CLOEXEC);
	f->out = memfd_create("netio picture", MFD_CLOEXEC);
	f->complaints = memfd_create("netio complaints", MFD_CLOEXEC);
	if (f->script >= 0 && f->out >= 0 && f->complaints >= 0)
		return 0;
	return err_set(err, errno, "a file in memory for gnuplot: %s", strerror(errno));
}

static int write_script(
	int fd, const struct picture *picture, const struct gnuplot_canvas *canvas, struct err *err)
{
	struct gnuplot_canvas plain = *canvas;
	int copy = dup(fd);
	FILE *f = copy < 0 ? NULL : fdopen(copy, "w");
	int failed;

	if (!f) {
		if (copy >= 0)
			close(copy);
		return err_set(err, errno, "the script for gnuplot: %s", strerror(errno));
	}
	plain.output = NULL;
	gnuplot_script(f, picture, &plain);
	failed = ferror(f);
	if (fclose(f) || failed || lseek(fd, 0, SEEK_SET) < 0)
		return err_set(err, EIO, "the script for gnuplot could not be written");
	return 0;
}

/* The whole of a file, with a 0 behind it; the heap's. NULL when it cannot be had. */
static char *content(int fd, size_t *n)
{
	struct stat st;
	char *text;

	*n = 0;
	if (fstat(fd, &st))
		return NULL;
	text = calloc(1, (size_t)st.st_size + 1);
	while (text && *n < (size_t)st.st_size) {
		ssize_t got = pread(fd, text + *n, (size_t)st.st_size - *n, (off_t)*n);

		if (got <= 0)
			break;
		*n += (size_t)got;
	}
	return text;
}

/* Its first line with a letter in it. */
static int complain(const struct files *f, int status, struct err *err)
{
	size_t n;
	char *text = content(f->complaints, &n);
	char *line = text;

	while (line && *line) {
		char *end = line + strcspn(line, "\n");
		bool has_letter = false;

		for (char *c = line; c < end; c++)
			has_letter |= isalpha((unsigned char)*c) != 0;
		if (has_letter) {
			*end = '\0';
			for (char *c = line; *c; c++)
				*c = iscntrl((unsigned char)*c) && *c != '\t' ? '?' : *c;
			break;
		}
		line = *end ? end + 1 : end;
	}
	line += line ? strspn(line, " \t") : 0;
	if (WIFSIGNALED(status))
		err_set(err, EIO, "gnuplot was ended by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	else
		err_set(err, EIO, "gnuplot failed: %.300s",
			line && *line ? line : "it drew nothing");
	free(text);
	return -EIO;
}

/* With the signals as they are by default, whatever this process does with them. */
static int start(const struct files *f, pid_t *pid)
{
	char *const argv[] = { "gnuplot", "-d", "-", NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t signals;
	int ret = posix_spawn_file_actions_init(&actions);

	if (ret)
		return ret;
	ret = posix_spawnattr_init(&attributes);
	if (ret) {
		posix_spawn_file_actions_destroy(&actions);
		return ret;
	}
	sigemptyset(&signals);
	sigaddset(&signals, SIGPIPE);
	sigaddset(&signals, SIGXFSZ);
	posix_spawnattr_setsigdefault(&attributes, &signals);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	ret = posix_spawn_file_actions_adddup2(&actions, f->script, STDIN_FILENO);
	if (!ret)
		ret = posix_spawn_file_actions_adddup2(&actions, f->out, STDOUT_FILENO);
	if (!ret)
		ret = posix_spawn_file_actions_adddup2(&actions, f->complaints, STDERR_FILENO);
	if (!ret)
		ret = posix_spawnp(pid, "gnuplot", &actions, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return ret;
}

static int run(const struct files *f, struct err *err)
{
	pid_t pid;
	int status;
	int ret = start(f, &pid);

	if (ret == ENOENT)
		return err_set(err, ENOENT,
			"there is no gnuplot, which draws: install it (Debian: apt install "
			"gnuplot-nox), or keep its script with --script");
	if (ret)
		return err_set(err, ret, "gnuplot could not be started: %s", strerror(ret));
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return err_set(err, errno, "waiting for gnuplot: %s", strerror(errno));
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : complain(f, status, err);
}

int gnuplot_draw(const struct picture *picture, const struct gnuplot_canvas *canvas, char **out,
	size_t *n, struct err *err)
{
	struct files f = { -1, -1, -1 };
	int ret = open_files(&f, err);

	*out = NULL;
	*n = 0;
	if (!ret)
		ret = write_script(f.script, picture, canvas, err);
	if (!ret)
		ret = run(&f, err);
	if (!ret) {
		*out = content(f.out, n);
		if (!*out)
			ret = err_set(err, ENOMEM, "out of memory");
		else if (*n == 0)
			ret = complain(&f, 0, err);
	}
	close_files(&f);
	if (ret) {
		free(*out);
		*out = NULL;
	}
	return ret;
}
