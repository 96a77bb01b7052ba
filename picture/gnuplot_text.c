/* SPDX-License-Identifier: MIT */
#include "picture/gnuplot_text.h"

#include <math.h>
#include <stdbool.h>

#include "results/clean_text.h"

static const char *quote(unsigned char byte)
{
	return byte == '\'' ? "''" : NULL;
}

static const char *quote_tic(unsigned char byte)
{
	return byte == '%' ? "%%" : quote(byte);
}

static void put(FILE *f, const char *text, const char *(*escape)(unsigned char byte))
{
	fputc('\'', f);
	clean_text_put(f, text, escape);
	fputc('\'', f);
}

void gnuplot_quote(FILE *f, const char *text)
{
	put(f, text, quote);
}

void gnuplot_quote_tic(FILE *f, const char *text)
{
	put(f, text, quote_tic);
}

void gnuplot_quote_path(FILE *f, const char *path)
{
	fputs(path[0] == '/' ? "'" : "'./", f);
	for (; *path; path++) {
		if (*path == '\'')
			fputc('\'', f);
		fputc(*path, f);
	}
	fputc('\'', f);
}

void gnuplot_number(FILE *f, double value)
{
	if (isfinite(value))
		fprintf(f, "%.10g", value);
	else
		fputs("NaN", f);
}

static bool begins_character(char byte)
{
	return ((unsigned char)byte & 0xc0) != 0x80;
}

size_t gnuplot_length(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += begins_character(*text);
	return n;
}

/* The byte where the n-th character begins, counted from 0. */
static size_t character_at(const char *text, size_t n)
{
	size_t at = 0;

	while (text[at] && (n > 0 || !begins_character(text[at]))) {
		at++;
		n -= begins_character(text[at]) && n > 0;
	}
	return at;
}

const char *gnuplot_cut(const char *text, size_t n_characters, char *out, size_t size)
{
	size_t length = gnuplot_length(text);
	size_t tail = (n_characters - 1) / 2;

	if (length <= n_characters)
		snprintf(out, size, "%s", text);
	else
		snprintf(out, size, "%.*s\xe2\x80\xa6%s",
			(int)character_at(text, n_characters - 1 - tail), text,
			text + character_at(text, length - tail));
	return out;
}

size_t gnuplot_line(const char *text, size_t n_characters, const char **next)
{
	size_t n = 0;
	size_t blank = 0;
	size_t at = 0;

	for (; text[at]; at++) {
		n += begins_character(text[at]);
		if (n > n_characters)
			break;
		if (text[at] == ' ')
			blank = at;
	}
	if (!text[at]) {
		*next = text + at;
		return at;
	}
	at = blank ? blank : at;
	*next = text + at + (blank > 0);
	return at;
}
