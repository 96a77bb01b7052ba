/* SPDX-License-Identifier: MIT */
#include "results/log2002_figures.h"

#include <string.h>

#define DIGITS_MAX 18 /* that fit in 64 bits */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool figure_number(const char *text, double *value)
{
	static const double powers[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18 };
	const char *p = text;
	uint64_t digits = 0;
	size_t n = 0;
	size_t n_after = 0;
	bool point = false;

	for (; is_digit(*p) || (*p == '.' && !point && n > 0); p++) {
		if (*p == '.') {
			point = true;
			continue;
		}
		if (++n > DIGITS_MAX)
			return false;
		digits = digits * 10 + (uint64_t)(*p - '0');
		n_after += point;
	}
	if (*p || n == 0 || p[-1] == '.')
		return false;
	/* Both exact below 2^53 and 10^22: the quotient is the nearest double. */
	*value = (double)digits / powers[n_after];
	return true;
}

static int digit(char c, unsigned base)
{
	int d = is_digit(c)            ? c - '0'
		: c >= 'a' && c <= 'f' ? c - 'a' + 10
		: c >= 'A' && c <= 'F' ? c - 'A' + 10
				       : 16;

	return d < (int)base ? d : -1;
}

const char *figure_integer(const char *text, uint64_t *value)
{
	unsigned base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
	const char *begin = base == 16 ? text + 2 : text;
	const char *p = begin;
	uint64_t v = 0;

	for (int d; (d = digit(*p, base)) >= 0; p++) {
		if (__builtin_mul_overflow(v, base, &v) || __builtin_add_overflow(v, d, &v))
			return NULL;
	}
	if (p == begin)
		return NULL;
	*value = v;
	return p;
}

bool figure_between(const char *text, const char *before, const char *after, uint64_t *value)
{
	size_t n = strlen(before);
	const char *end;
	uint64_t v;

	if (!text || strncmp(text, before, n) != 0)
		return false;
	end = figure_integer(text + n, &v);
	if (!end || strcmp(end, after) != 0)
		return false;
	*value = v;
	return true;
}

bool figure_place(const char *text, uint64_t *offset)
{
	uint64_t address;
	const char *end = figure_integer(text, &address);

	return end && figure_between(end, "+", "", offset);
}

bool figure_size(const char *text, uint64_t *size)
{
	uint64_t hex;
	uint64_t decimal;
	const char *end = text[0] == '(' ? figure_integer(text + 1, &hex) : NULL;

	if (!end || !figure_between(end, ":", ")", &decimal) || hex != decimal || hex == 0)
		return false;
	*size = hex;
	return true;
}

bool figure_label(const char *text, char *label, size_t n)
{
	size_t length = strlen(text);

	if (length < 2 || length > n || text[length - 1] != ':')
		return false;
	for (size_t i = 0; i < length; i++) {
		if (text[i] <= ' ' || text[i] > '~')
			return false;
	}
	memcpy(label, text, length - 1);
	label[length - 1] = '\0';
	return true;
}
