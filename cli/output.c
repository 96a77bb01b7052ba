/* SPDX-License-Identifier: MIT */
#include "cli/output.h"

#include <errno.h>
#include <string.h>

#include "cli/interrupt.h"

int output_open(struct output *out, size_t n_points, const char *path, struct err *err)
{
	*out = (struct output) { .n_points = n_points };
	out->sinks[0] = (struct sink) { .name = "standard output", .f = stdout };
	if (!path)
		return 0;
	out->sinks[1] = (struct sink) { .name = path, .f = fopen(path, "we") };
	if (!out->sinks[1].f)
		return err_set(
			err, errno, "--output: cannot write to '%s': %s", path, strerror(errno));
	return 0;
}

bool output_is_wrong_name(const struct err *err)
{
	return err->code == EISDIR || err->code == ENOENT || err->code == ENOTDIR;
}

/* After something was printed to it. */
static void settle(struct sink *s)
{
	if (fflush(s->f) || ferror(s->f))
		s->code = errno ? errno : EIO;
}

static int result(const struct output *out)
{
	for (int i = 0; i < 2; i++) {
		if (out->sinks[i].f && !out->sinks[i].code)
			return 0;
	}
	return -EIO;
}

int output_write(struct output *out, bool is_point, void (*print)(FILE *f, void *arg), void *arg)
{
	for (int i = 0; i < 2; i++) {
		struct sink *s = &out->sinks[i];

		if (!s->f || s->code)
			continue;
		errno = 0;
		print(s->f, arg);
		settle(s);
		s->n_written += is_point && s->code == 0;
	}
	return result(out);
}

static int close_sinks(struct output *out, struct err *err)
{
	struct sink *file = &out->sinks[1];

	if (file->f && fclose(file->f) && !file->code)
		file->code = errno;
	file->f = NULL;
	for (int i = 0; i < 2; i++) {
		struct sink *s = &out->sinks[i];

		if (s->code)
			return err_set(err, s->code,
				"cannot write to %s: %s; lost: %zu of %zu points", s->name,
				strerror(s->code), out->n_points - s->n_written, out->n_points);
	}
	return 0;
}

enum status output_close(struct output *out, enum status status, struct err *err)
{
	struct err lost = { 0 };

	if (!close_sinks(out, &lost))
		return status;
	if (status == STATUS_OK && !interrupt_caught()) {
		*err = lost;
		return STATUS_FAILED;
	}
	fprintf(stderr, "netio: %s\n", lost.text);
	return status;
}

int output_flush_stdout(struct err *err)
{
	errno = 0;
	if (fflush(stdout) || ferror(stdout))
		return err_set(err, errno ? errno : EIO, "cannot write to standard output: %s",
			strerror(errno ? errno : EIO));
	return 0;
}
