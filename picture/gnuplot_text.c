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

const char *gnuplot_cut(const char *text, size_t n_characters, char *out, size_t size)
{
	size_t n = 0;
	size_t at = 0;

	if (gnuplot_length(text) <= n_characters) {
		snprintf(out, size, "%s", text);
		return out;
	}
	for (; text[at]; at++) {
		n += begins_character(text[at]);
		if (n == n_characters)
			break;
	}
	snprintf(out, size, "%.*s\xe2\x80\xa6", (int)at, text);
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
