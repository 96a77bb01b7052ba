/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "cli/outfiles.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* By name, or as one regular file behind both names. */
static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	if (strcmp(a, b) == 0)
		return true;
	return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

static int check(const struct outfile *files, size_t n, char *const *inputs, struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i; k++) {
			if (is_same_file(files[i].path, files[k].path))
				return err_set(err, EINVAL,
					"--%s: '%s' is there twice: expected another file",
					files[i].option, files[i].path);
		}
		for (size_t k = 0; inputs && inputs[k]; k++) {
			if (is_same_file(files[i].path, inputs[k]))
				return err_set(err, EINVAL,
					"--%s: '%s' is one of the files that are read: expected "
					"another",
					files[i].option, files[i].path);
		}
	}
	return 0;
}

/* As it is: what is in it goes when all are open. */
static int open_one(struct outfile *file, struct err *err)
{
	int fd = open(file->path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);

	if (fd >= 0)
		file->f = fdopen(fd, "w");
	if (file->f)
		return 0;
	err_set(err, errno, "--%s: cannot write to '%s': %s", file->option, file->path,
		strerror(errno));
	if (fd >= 0)
		close(fd);
	return -err->code;
}

static int empty(const struct outfile *file, struct err *err)
{
	struct stat st;

	if (fstat(fileno(file->f), &st) || !S_ISREG(st.st_mode))
		return 0;
	if (ftruncate(fileno(file->f), 0))
		return err_set(err, errno, "--%s: cannot empty '%s': %s", file->option, file->path,
			strerror(errno));
	return 0;
}

int outfiles_open(struct outfile *files, size_t n, char *const *inputs, struct err *err)
{
	int ret = check(files, n, inputs, err);

	for (size_t i = 0; i < n; i++)
		files[i].f = NULL;
	for (size_t i = 0; !ret && i < n; i++)
		ret = open_one(&files[i], err);
	for (size_t i = 0; !ret && i < n; i++)
		ret = empty(&files[i], err);
	for (size_t i = 0; ret && i < n; i++) {
		if (files[i].f)
			fclose(files[i].f);
		files[i].f = NULL;
	}
	return ret;
}

bool outfiles_is_wrong_name(const struct err *err)
{
	return err->code == EINVAL || err->code == EISDIR || err->code == ENOENT ||
	       err->code == ENOTDIR || err->code == ENAMETOOLONG;
}
