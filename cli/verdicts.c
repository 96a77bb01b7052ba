/* SPDX-License-Identifier: MIT */
#include "cli/verdicts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/outfiles.h"
#include "cli/output.h"
#include "results/judgement_writer.h"

struct verdicts {
	const struct verdicts_options *options;
	struct outfile *files; /* as many as outputs */
};

const char *verdicts_ci_name(size_t index)
{
	static const char *const names[] = { "none", "github", NULL };

	return names[index];
}

static void release(struct verdicts *v)
{
	for (size_t i = 0; v->files && i < v->options->outputs.n; i++) {
		if (v->files[i].f)
			fclose(v->files[i].f);
	}
	free(v->files);
	free(v);
}

struct verdicts *verdicts_open(
	const struct verdicts_options *options, char *const *inputs, struct err *err)
{
	size_t n = options->outputs.n;
	struct verdicts *v = calloc(1, sizeof(*v));

	if (v) {
		v->options = options;
		v->files = calloc(n + 1, sizeof(*v->files));
	}
	if (!v || !v->files) {
		err_set(err, ENOMEM, "out of memory");
		free(v);
		return NULL;
	}
	for (size_t i = 0; i < n; i++)
		v->files[i] = (struct outfile) { "output", options->outputs.text[i], NULL };
	if (outfiles_open(v->files, n, inputs, err) == 0)
		return v;
	release(v);
	return NULL;
}

enum status verdicts_status(const struct judgement *j, bool strict)
{
	switch (j->verdict) {
	case VERDICT_REGRESSION:
		return STATUS_REGRESSION;
	case VERDICT_FAILED:
		return STATUS_FAILED;
	case VERDICT_INCONCLUSIVE:
		return strict ? STATUS_INCONCLUSIVE : STATUS_OK;
	default:
		return STATUS_OK;
	}
}

/* What could not be measured before a regression, that before what is not known. */
static enum status worse(enum status a, enum status b)
{
	static const enum status order[] = { STATUS_FAILED, STATUS_REGRESSION,
		STATUS_INCONCLUSIVE };

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (a == order[i] || b == order[i])
			return order[i];
	}
	return a;
}

static int write_files(struct verdicts *v, const struct judgement *j, size_t n, struct err *err)
{
	const struct verdicts_options *o = v->options;

	for (size_t i = 0; i < o->outputs.n; i++) {
		const struct judgement_writer *w = judgement_writer_of(o->outputs.text[i]);
		FILE *f = v->files[i].f;
		bool lost;

		(w ? w : judgement_writer_at(o->format))->write(f, j, n, o->all);
		v->files[i].f = NULL;
		lost = ferror(f);
		if (fclose(f) || lost)
			return err_set(err, EIO, "--output: cannot write to '%s': %s",
				o->outputs.text[i], strerror(errno ? errno : EIO));
	}
	return 0;
}

/* A job's summary on GitHub is the Markdown that is appended to a file of the runner's. */
static int write_github(
	const struct verdicts_options *o, const struct judgement *j, size_t n, struct err *err)
{
	const char *path = getenv("GITHUB_STEP_SUMMARY");
	FILE *f;
	bool lost;

	judgement_write_github(stdout, j, n);
	if (!path || !path[0])
		return 0;
	f = fopen(path, "ae");
	if (!f)
		return err_set(err, errno, "GITHUB_STEP_SUMMARY: cannot write to '%s': %s", path,
			strerror(errno));
	judgement_writer_of("x.md")->write(f, j, n, o->all);
	lost = ferror(f);
	if (fclose(f) || lost)
		return err_set(err, EIO, "GITHUB_STEP_SUMMARY: cannot write to '%s'", path);
	return 0;
}

static int write_all(struct verdicts *v, const struct judgement *j, size_t n, struct err *err)
{
	const struct verdicts_options *o = v->options;
	int ret = 0;

	/* Before the table, whose last line is to be the last. */
	if (o->ci == 1)
		ret = write_github(o, j, n, err);
	judgement_writer_at(o->format)->write(stdout, j, n, o->all);
	if (!ret)
		ret = output_flush_stdout(err);
	return ret ? ret : write_files(v, j, n, err);
}

enum status verdicts_close(struct verdicts *v, const struct judgement *j, size_t n,
	enum status status, struct err *err)
{
	if (j) {
		status = verdicts_status(j, v->options->strict);
		for (size_t i = 1; i < n; i++)
			status = worse(status, verdicts_status(&j[i], v->options->strict));
		if (write_all(v, j, n, err))
			status = STATUS_FAILED;
		else if (status == STATUS_FAILED)
			err_set(err, EIO, "some points could not be measured");
	}
	release(v);
	return status;
}
