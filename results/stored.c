/* SPDX-License-Identifier: MIT */
#include "results/stored.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/csv.h"
#include "results/jsonl.h"
#include "results/log2002.h"

const char *stored_text(struct stored *stored, const char *text)
{
	size_t n = stored->n_texts;
	char *copy;

	/* The array has room for the next power of two. */
	if ((n & (n - 1)) == 0) {
		char **more = realloc(stored->texts, (n ? 2 * n : 1) * sizeof(*more));

		if (!more)
			return NULL;
		stored->texts = more;
	}
	copy = strdup(text);
	if (copy)
		stored->texts[stored->n_texts++] = copy;
	return copy;
}

void stored_ignore(struct stored *stored, size_t line, const char *format, ...)
{
	char *text = stored->ignored_reason;
	va_list ap;

	if (stored->n_ignored++ > 0)
		return;
	stored->first_ignored = line;
	va_start(ap, format);
	vsnprintf(text, sizeof(stored->ignored_reason), format, ap);
	va_end(ap);
	for (; *text; text++) {
		if (*text < ' ' || *text > '~')
			*text = '?';
	}
}

/* What an editor may put before a text: the byte order mark of UTF-8. */
static size_t mark_bytes(const char *text, size_t n)
{
	return n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static int check_lines(const char *text, size_t n, const char *path, struct err *err)
{
	const char *at = text;
	const char *end = text + n;

	while (at < end) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		const char *stop = newline ? newline : end;

		if ((uint64_t)(stop - at) > STORED_MAX_LINE_BYTES)
			return err_set(err, EFBIG,
				"%s: a line of more than %llu MiB is no result of netio", path,
				(unsigned long long)(STORED_MAX_LINE_BYTES >> 20));
		at = stop + 1;
	}
	return 0;
}

static int check_text(const char *text, size_t n, const char *path, struct err *err)
{
	if (n == 0)
		return err_set(err, EINVAL, "%s: the file is empty", path);
	if (n > STORED_MAX_BYTES)
		return err_set(err, EFBIG, "%s: more than %llu GiB: too large to be read", path,
			(unsigned long long)(STORED_MAX_BYTES >> 30));
	if (memchr(text, '\0', n))
		return err_set(
			err, EINVAL, "%s: binary, not a result of netio: it has NUL bytes", path);
	return check_lines(text, n, path, err);
}

/* By what the first line that is not blank begins with. */
static int dispatch(const char *text, size_t n, struct stored *out, struct err *err)
{
	size_t blank = 0;

	while (blank < n && strchr(" \t\r\n", text[blank]))
		blank++;
	if (blank == n)
		return err_set(err, EINVAL, "%s: the file is empty but for blanks", out->path);
	if (text[blank] == '{')
		return jsonl_parse(text, n, out, err);
	if (csv_is_header(text + blank, n - blank))
		return csv_parse(text, n, out, err);
	return log2002_parse(text, n, out, err);
}

int stored_parse(const char *text, size_t n, const char *path, struct stored *out, struct err *err)
{
	size_t mark = mark_bytes(text, n);
	int ret;

	*out = (struct stored) { .path = strdup(path) };
	if (!out->path)
		return err_set(err, ENOMEM, "%s: out of memory", path);
	ret = check_text(text, n, path, err);
	if (!ret)
		ret = dispatch(text + mark, n - mark, out, err);
	if (!ret && out->n_points == 0)
		ret = err_set(err, EINVAL, "%s: there is no point in it", path);
	/* Whoever failed without a word ran out of memory. */
	return ret ? err_set(err, -ret, "%s: %s", path, strerror(-ret)) : 0;
}

static void release_run(struct run_record *run)
{
	for (size_t i = 0; run && i < run->n_points; i++) {
		free(run->points[i].samples);
		free(run->points[i].warmup);
		free(run->points[i].invocations);
	}
	if (run) {
		free(run->points);
		free(run->transports);
		free(run->explanations);
	}
	free(run);
}

static void release_copy(struct copy_run *run)
{
	for (size_t i = 0; run && i < run->n_points; i++) {
		free(run->points[i].samples);
		free(run->points[i].warmup);
		free(run->points[i].invocations);
	}
	if (run)
		free(run->points);
	free(run);
}

static void release_facts(struct facts *facts, const struct facts *released)
{
	if (facts->fact != released->fact)
		facts_release(facts);
}

static void release_records(struct stored *s)
{
	if (s->run) {
		release_facts(&s->run->environment, &s->environment);
		release_facts(&s->run->noise, &s->noise);
	}
	if (s->copy) {
		release_facts(&s->copy->environment, &s->environment);
		release_facts(&s->copy->noise, &s->noise);
	}
	release_run(s->run);
	release_copy(s->copy);
}

void stored_release(struct stored *s)
{
	for (size_t i = 0; i < s->n_points; i++) {
		free(s->points[i].wall.invocation);
		free(s->points[i].cpu.invocation);
	}
	free(s->points);
	release_records(s);
	facts_release(&s->environment);
	facts_release(&s->noise);
	for (size_t i = 0; i < s->n_texts; i++)
		free(s->texts[i]);
	free(s->texts);
	free(s->csv);
	free(s->path);
	*s = (struct stored) { 0 };
}

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

const char *stored_describe(const struct stored *s, char *text, size_t size)
{
	char ignored[256] = "";

	if (s->n_ignored)
		snprintf(ignored, sizeof(ignored),
			"; %zu line%s ignored, the first is line %zu: %s", s->n_ignored,
			plural(s->n_ignored), s->first_ignored,
			s->ignored_reason[0] ? s->ignored_reason : "not understood");
	snprintf(text, size, "%zu point%s from %s, shape %s%s%s", s->n_points, plural(s->n_points),
		s->path, s->shape, s->interrupted ? "; interrupted" : "", ignored);
	return text;
}
