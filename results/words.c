/* SPDX-License-Identifier: MIT */
#include "results/words.h"

void words_init(struct words *w, const char *text, size_t n)
{
	*w = (struct words) { .at = text, .end = text + n, .line = 1, .starts = true };
}

/* Also the no-break space, in UTF-8 or Latin-1, which mail programs put in the place of one of several blanks. */
static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\xa0' ||
	       c == '\xc2';
}

static bool is_mark(char c)
{
	return c == '>' || c == '|';
}

static void begin_line(struct words *w)
{
	w->line++;
	w->starts = true;
}

/* The marks of quoting that the line starts with. */
static void skip_marks(struct words *w)
{
	w->starts = false;
	w->quoted = false;
	while (w->at < w->end && (is_blank(*w->at) || is_mark(*w->at)))
		w->quoted |= is_mark(*w->at++);
}

static void skip_blanks(struct words *w)
{
	while (w->at < w->end) {
		if (w->starts)
			skip_marks(w);
		else if (*w->at == '\n')
			begin_line(w), w->at++;
		else if (is_blank(*w->at))
			w->at++;
		else
			return;
	}
}

static int hex_digit(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
				      : -1;
}

/* What "=XX" at p stands for, -1 when it is not of that form. */
static int encoded(const struct words *w, const char *p)
{
	int high;
	int low;

	if (w->end - p < 3)
		return -1;
	high = hex_digit(p[1]);
	low = hex_digit(p[2]);
	return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* Past the line's end that a "=" at ->at joins with the next line; NULL: it joins nothing. */
static const char *joined(const struct words *w, const struct word *word)
{
	const char *p = w->at + 1;

	if (word->n && word->text[word->n - 1] == '=')
		return NULL;
	while (p < w->end && is_blank(*p))
		p++;
	return p < w->end && *p == '\n' ? p + 1 : NULL;
}

/*
 * Within a word: the marks of a text that was quoted after it was encoded, each with its one blank. Behind "-" it is
 * the rest of an arrow.
 */
static void skip_inner_marks(struct words *w, const struct word *word)
{
	w->line++;
	if (!w->quoted || (word->n && word->text[word->n - 1] == '-'))
		return;
	while (w->at < w->end && is_mark(*w->at)) {
		w->at++;
		if (w->at < w->end && *w->at == ' ')
			w->at++;
	}
}

static void append(struct word *word, char c)
{
	if (word->n + 1 < sizeof(word->text))
		word->text[word->n++] = c;
	else
		word->cut = true;
}

/* A "=" at ->at; false when it ends the word. */
static bool take_equals(struct words *w, struct word *word)
{
	const char *next = joined(w, word);
	int c = encoded(w, w->at);

	if (next) {
		w->at = next;
		skip_inner_marks(w, word);
		return true;
	}
	w->at += c < 0 ? 1 : 3;
	if (c >= 0 && (c == '\n' || is_blank((char)c)))
		return false;
	append(word, c > ' ' && c < 127 ? (char)c : '=');
	return true;
}

bool words_next(struct words *w, struct word *word)
{
	word->n = 0;
	word->cut = false;
	while (word->n == 0) {
		skip_blanks(w);
		if (w->at == w->end)
			return false;
		word->line = w->line;
		while (w->at < w->end && *w->at != '\n' && !is_blank(*w->at)) {
			if (*w->at != '=')
				append(word, *w->at++);
			else if (!take_equals(w, word))
				break;
		}
	}
	word->text[word->n] = '\0';
	return true;
}
