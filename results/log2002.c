/* SPDX-License-Identifier: MIT */
#include "results/log2002.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/log2002_figures.h"
#include "results/log2002_points.h"
#include "results/words.h"

/* More than a line of any shape has. */
#define WINDOW 16

struct reader {
	struct words words;
	struct word window[WINDOW]; /* a ring: the words that come next */
	size_t first;
	size_t n;
	struct log_points points;
	struct stored *out;
	bool broken; /* a result began and failed: a rate that follows is the rest of it */
};

/* The i-th word from here; NULL past the end. */
static const struct word *peek(struct reader *r, size_t i)
{
	while (r->n <= i) {
		if (!words_next(&r->words, &r->window[(r->first + r->n) % WINDOW]))
			return NULL;
		r->n++;
	}
	return &r->window[(r->first + i) % WINDOW];
}

/* The same as text; "" past the end. */
static const char *text_at(struct reader *r, size_t i)
{
	const struct word *word = peek(r, i);

	return word ? word->text : "";
}

static void advance(struct reader *r, size_t n)
{
	r->first = (r->first + n) % WINDOW;
	r->n -= n;
}

enum matched { MATCHED, FAILED, CUT };

/* "#" stands for a number. */
static const char *const copied[] = { "copied", "#", "Mbytes", "in", "#", "seconds", "at", "#",
	"Mbytes/sec", NULL };
static const char *const timed[] = { "#", "seconds", "at", "#", "Mbytes/sec", NULL };

/* The unit may end a sentence. */
static bool is_literal(const struct word *word, const char *literal)
{
	size_t n = strlen(literal);

	return strncmp(word->text, literal, n) == 0 &&
	       word->text[n + strspn(word->text + n, ".,;)")] == '\0';
}

/* A number in figures, or a word that must be there; *value is set by a number. */
static enum matched match_word(struct reader *r, size_t at, const char *pattern, double *value)
{
	const struct word *word = peek(r, at);
	bool is_last = !peek(r, at + 1);

	if (!word)
		return CUT;
	/* Of a number at the very end there may have been more. */
	if (pattern[0] == '#' && is_last)
		return CUT;
	if (pattern[0] == '#')
		return figure_number(word->text, value) ? MATCHED : FAILED;
	if (is_literal(word, pattern))
		return MATCHED;
	return is_last && strncmp(pattern, word->text, word->n) == 0 ? CUT : FAILED;
}

/* The words from `at` on against the pattern; values in their order. *n is where it failed, or how many there are. */
static enum matched match(
	struct reader *r, size_t at, const char *const *pattern, double *values, size_t *n)
{
	enum matched matched = MATCHED;

	for (*n = 0; pattern[*n]; ++*n) {
		matched = match_word(r, at + *n, pattern[*n], values);
		if (matched != MATCHED)
			break;
		values += pattern[*n][0] == '#';
	}
	return matched;
}

/* A line of `n_before` words and then the pattern, which began like a result. */
static int take_line(
	struct reader *r, struct log_line *line, size_t n_before, const char *const *pattern)
{
	double values[3] = { 0 };
	size_t n = 0;
	enum matched matched = match(r, n_before, pattern, values, &n);
	size_t number = peek(r, 0)->line;
	const char *wrong;

	if (matched == CUT) {
		r->out->interrupted = true;
		r->broken = true;
	} else if (matched == FAILED) {
		r->broken = true;
		stored_ignore(r->out, number, "expected %s, found '%.40s'",
			pattern[n][0] == '#' ? "a number" : pattern[n], text_at(r, n_before + n));
	}
	if (matched != MATCHED) {
		advance(r, 1);
		return 0;
	}
	line->mbytes = pattern == copied ? values[0] : values[0] * values[1];
	line->seconds = pattern == copied ? values[1] : values[0];
	line->rate = pattern == copied ? values[2] : values[1];
	advance(r, n_before + n);
	r->broken = false;
	wrong = log_line_wrong(line);
	if (!wrong)
		return log_points_add(&r->points, r->out, line);
	stored_ignore(r->out, number, "%s", wrong);
	return 0;
}

/* A line whose first `n` words could not be read. */
static int take_damaged(struct reader *r, size_t n)
{
	const struct word *next = peek(r, n);

	if (next) {
		stored_ignore(r->out, peek(r, 0)->line, "'%.40s' is not as a result begins",
			text_at(r, 0));
	} else {
		r->out->interrupted = true;
	}
	r->broken = true;
	advance(r, 1);
	return 0;
}

/* "send/recv(off:100, size:0x800000) send/recv: copied"; A2 begins with the parenthesis. */
static int take_a(struct reader *r)
{
	const char *first = text_at(r, 0);
	struct log_line line = { .shape = first[0] == '(' ? SHAPE_A2 : SHAPE_A1 };
	uint64_t offset;

	if (!figure_between(strstr(first, "(off:"), "(off:", ",", &offset) ||
		!figure_between(text_at(r, 1), "size:", ")", &line.pass_bytes) ||
		!figure_label(text_at(r, 2), line.label, sizeof(line.label)))
		return take_damaged(r, 3);
	line.send_offset = line.recv_offset = offset;
	return take_line(r, &line, 3, copied);
}

static int take_b(struct reader *r)
{
	struct log_line line = { .shape = SHAPE_B, .label = "buf" };
	uint64_t address;

	if (!figure_between(text_at(r, 0), "buf(", ")", &address))
		return take_damaged(r, 1);
	line.send_offset = line.recv_offset = log_points_offset(&r->points, address);
	return take_line(r, &line, 1, copied);
}

/* "0x846e000+1 -> 0x804e000+1 send/recv:" */
static int take_c(struct reader *r)
{
	struct log_line line = { .shape = SHAPE_C };

	if (!figure_place(text_at(r, 0), &line.send_offset) ||
		!figure_place(text_at(r, 2), &line.recv_offset) ||
		!figure_label(text_at(r, 3), line.label, sizeof(line.label)))
		return take_damaged(r, 4);
	return take_line(r, &line, 4, timed);
}

/* A head that cannot be read would leave its lines to the section before. */
static int take_size(struct reader *r)
{
	uint64_t size;

	if (!figure_size(text_at(r, 2), &size)) {
		stored_ignore(r->out, peek(r, 0)->line, "'%.40s' is no buffer size", text_at(r, 2));
		size = 0;
	}
	r->points.size_bytes = size;
	advance(r, 3);
	return 0;
}

/* "to(0x804e000)" and "from(0x886e000)": true when it was one of them. */
static bool take_address(struct reader *r)
{
	struct log_points *p = &r->points;
	const char *word = text_at(r, 0);
	uint64_t address;

	if (figure_between(word, "to(", ")", &address))
		p->to_addr = address;
	else if (figure_between(word, "from(", ")", &address))
		p->from_addr = address;
	else
		return false;
	advance(r, 1);
	return true;
}

/* "cpu: 1533 MHz", and of /proc/cpuinfo "model name : AMD ..." up to the end of its line. */
static bool take_machine(struct reader *r)
{
	struct run_record *run = r->points.run;
	size_t line = peek(r, 0)->line;
	const struct word *word;
	double mhz;

	if (strcmp(text_at(r, 0), "cpu:") == 0 && figure_number(text_at(r, 1), &mhz) &&
		strcmp(text_at(r, 2), "MHz") == 0) {
		run->cpu_mhz = mhz;
		advance(r, 3);
		return true;
	}
	if (strcmp(text_at(r, 0), "model") != 0 || strcmp(text_at(r, 1), "name") != 0 ||
		strcmp(text_at(r, 2), ":") != 0)
		return false;
	run->cpu[0] = '\0';
	for (advance(r, 3); (word = peek(r, 0)) && word->line == line; advance(r, 1)) {
		size_t n = strlen(run->cpu);

		snprintf(run->cpu + n, sizeof(run->cpu) - n, "%s%s", n ? " " : "", word->text);
	}
	return true;
}

static bool is_interruption(struct reader *r)
{
	return strcmp(text_at(r, 0), "#") == 0 && strcmp(text_at(r, 1), "interrupted:") == 0;
}

/* What is no line of a result, a word at a time. */
static int take_other(struct reader *r)
{
	if (strcmp(text_at(r, 0), "buffer") == 0 && strcmp(text_at(r, 1), "size") == 0 &&
		strncmp(text_at(r, 2), "(0x", 3) == 0)
		return take_size(r);
	if (take_address(r) || take_machine(r))
		return 0;
	if (is_interruption(r))
		r->out->interrupted = true;
	if (is_literal(peek(r, 0), "Mbytes/sec")) {
		if (!r->broken)
			stored_ignore(r->out, peek(r, 0)->line,
				"a rate without what a result begins with");
		r->broken = false;
	}
	advance(r, 1);
	return 0;
}

static int take(struct reader *r)
{
	const char *first = text_at(r, 0);

	if (strstr(first, "(off:"))
		return take_a(r);
	if (strncmp(first, "buf(0x", 6) == 0)
		return take_b(r);
	if (strncmp(first, "0x", 2) == 0 && strchr(first, '+') && text_at(r, 1)[0] == '-')
		return take_c(r);
	return take_other(r);
}

/* Why there is nothing: what looked like a result first, if anything did. */
static int nothing(const struct stored *out, struct err *err)
{
	if (out->n_ignored)
		return err_set(err, EINVAL, "%s: none of its lines can be used; line %zu: %s",
			out->path, out->first_ignored, out->ignored_reason);
	return err_set(err, EINVAL,
		"%s: no result in it: neither JSON Lines or CSV of netio, nor a line like "
		"'send/recv(off:0, size:0x800000) ...'",
		out->path);
}

int log2002_parse(const char *text, size_t n, struct stored *out, struct err *err)
{
	struct reader r = { .out = out };
	int ret = log_points_init(&r.points, out);

	words_init(&r.words, text, n);
	while (!ret && peek(&r, 0))
		ret = take(&r);
	if (!ret && r.points.run->n_points == 0)
		return nothing(out, err);
	if (!ret)
		out->run->interrupted = out->interrupted;
	if (!ret)
		ret = log_points_finish(&r.points, out);
	if (ret == -E2BIG)
		return err_set(err, E2BIG, "%s: more than %d points", out->path, STORED_MAX_POINTS);
	return ret ? err_set(err, -ret, "%s: %s", out->path, strerror(-ret)) : 0;
}
