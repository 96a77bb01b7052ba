/* SPDX-License-Identifier: MIT */
#include "results/csv_values.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES_MAX 64

static size_t count_digits(const char *text)
{
	return strspn(text, "0123456789");
}

const char *csv_integer(const char *text, uint64_t *value)
{
	size_t n = count_digits(text);
	uint64_t v = 0;

	if (text[0] == '-' && count_digits(text + 1) > 0)
		return "is negative";
	if (n == 0 || (text[n] != '\0' && strcmp(text + n, ".0") != 0))
		return "is no whole number";
	for (size_t i = 0; i < n; i++) {
		if (__builtin_mul_overflow(v, 10, &v) ||
			__builtin_add_overflow(v, (unsigned)(text[i] - '0'), &v))
			return "is too large";
	}
	*value = v;
	return NULL;
}

/* strtod takes more: hexadecimal, inf, nan, blanks before it. */
static bool is_decimal(const char *p)
{
	size_t n_before;
	size_t n_after = 0;
	size_t n_exponent = 1;

	p += *p == '-' || *p == '+';
	n_before = count_digits(p);
	p += n_before;
	if (*p == '.') {
		n_after = count_digits(p + 1);
		p += 1 + n_after;
	}
	if (*p == 'e' || *p == 'E') {
		p++;
		p += *p == '-' || *p == '+';
		n_exponent = count_digits(p);
		p += n_exponent;
	}
	return n_before + n_after > 0 && n_exponent > 0 && *p == '\0';
}

const char *csv_signed(const char *text, double *value)
{
	double v;

	if (!is_decimal(text) || strlen(text) > NUMBER_BYTES_MAX)
		return "is no number";
	v = strtod(text, NULL);
	if (!isfinite(v))
		return "is too large";
	*value = v;
	return NULL;
}

const char *csv_number(const char *text, double *value)
{
	double v;
	const char *wrong = csv_signed(text, &v);

	if (wrong)
		return wrong;
	if (signbit(v))
		return "is negative";
	*value = v;
	return NULL;
}

const char *csv_rate(const char *text, double *value)
{
	double v;
	const char *wrong = csv_number(text, &v);

	if (wrong)
		return wrong;
	if (v == 0)
		return "is no rate";
	*value = v;
	return NULL;
}

size_t csv_rates_room(const char *text)
{
	return strlen(text) / 2 + 1;
}

const char *csv_rates(const char *text, double *values, size_t *n)
{
	char one[NUMBER_BYTES_MAX + 1];

	*n = 0;
	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		size_t length = strcspn(text, " ");
		const char *wrong;

		if (length > NUMBER_BYTES_MAX)
			return "is no number";
		memcpy(one, text, length);
		one[length] = '\0';
		wrong = csv_rate(one, &values[*n]);
		if (wrong)
			return wrong;
		++*n;
		text += length;
	}
	return NULL;
}
