/* SPDX-License-Identifier: MIT */
#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"

static size_t list_files(const struct output_spec *spec, struct outfile *files)
{
	size_t n = 0;

	for (size_t i = 0; i < spec->paths->n; i++)
		files[n++] = (struct outfile) { "output", spec->paths->text[i], NULL };
	if (spec->samples_path)
		files[n++] = (struct outfile) { "samples-csv", spec->samples_path, NULL };
	return n;
}

static const void *format_of(const struct output_spec *spec, size_t file)
{
	const void *format;

	if (file >= spec->paths->n)
		return spec->samples_format;
	format = spec->format_of ? spec->format_of(spec->paths->text[file]) : NULL;
	return format ? format : spec->format;
}

int output_open(
	struct output *out, size_t n_points, const struct output_spec *spec, struct err *err)
{
	struct outfile *files = calloc(spec->paths->n + 2, sizeof(*files));
	size_t n = files ? list_files(spec, files) : 0;
	int ret;

	*out = (struct output) { .n_points = n_points };
	out->sinks = calloc(n + 1, sizeof(*out->sinks));
	ret = files && out->sinks ? outfiles_open(files, n, spec->inputs, err)
				  : err_set(err, ENOMEM, "out of memory");
	if (!ret)
		out->sinks[out->n_sinks++] = (struct sink) {
			.name = "standard output", .f = stdout, .format = spec->format
		};
	for (size_t i = 0; !ret && i < n; i++)
		out->sinks[out->n_sinks++] = (struct sink) {
			.name = files[i].path, .f = files[i].f, .format = format_of(spec, i)
		};
	free(files);
	if (ret) {
		free(out->sinks);
		out->sinks = NULL;
	}
	return ret;
}

/* After something was printed to it. */
static void settle(struct sink *s)
{
	if (fflush(s->f) || ferror(s->f))
		s->code = errno ? errno : EIO;
}

static int result(const struct output *out)
{
	for (size_t i = 0; i < out->n_sinks; i++) {
		if (!out->sinks[i].code)
			return 0;
	}
	return -EIO;
}

int output_write(struct output *out, bool is_point,
	void (*print)(FILE *f, const void *format, void *arg), void *arg)
{
	for (size_t i = 0; i < out->n_sinks; i++) {
		struct sink *s = &out->sinks[i];

		if (s->code)
			continue;
		errno = 0;
		print(s->f, s->format, arg);
		settle(s);
		s->n_written += is_point && s->code == 0;
	}
	return result(out);
}

/* All but stdout. 0, or the first loss with err. */
static int close_sinks(struct output *out, struct err *err)
{
	for (size_t i = 1; i < out->n_sinks; i++) {
		struct sink *file = &out->sinks[i];

		if (fclose(file->f) && !file->code)
			file->code = errno;
	}
	for (size_t i = 0; i < out->n_sinks; i++) {
		const struct sink *s = &out->sinks[i];

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
	int ret = close_sinks(out, &lost);

	free(out->sinks);
	*out = (struct output) { 0 };
	if (!ret)
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

enum status output_whole(
	const char *path, const char *text, size_t n, char *const *inputs, struct err *err)
{
	struct outfile file = { .option = "output", .path = path };
	bool failed;

	if (!path) {
		fwrite(text, 1, n, stdout);
		return output_flush_stdout(err) ? STATUS_FAILED : STATUS_OK;
	}
	if (outfiles_open(&file, 1, inputs, err))
		return outfiles_is_wrong_name(err) ? STATUS_USAGE : STATUS_FAILED;
	failed = fwrite(text, 1, n, file.f) != n;
	if (fclose(file.f) == 0 && !failed)
		return STATUS_OK;
	err_set(err, EIO, "%s: cannot be written whole: %s", path, strerror(errno));
	return STATUS_FAILED;
}
