/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_CSV_VALUES_H
#define NETIO_RESULTS_CSV_VALUES_H

#include <stddef.h>
#include <stdint.h>

/* The values in the fields of a CSV: NULL, or why the text is none, a clause that follows it. */

/* Digits; a program that knows only real numbers may have put ".0" behind them. */
const char *csv_integer(const char *text, uint64_t *value);

/* A finite decimal number, with or without an exponent. */
const char *csv_signed(const char *text, double *value);

/* The same, not below 0; and above 0. */
const char *csv_number(const char *text, double *value);
const char *csv_rate(const char *text, double *value);

/* Rates with blanks between. values, with room for csv_rates_room(text), gets them. */
const char *csv_rates(const char *text, double *values, size_t *n);
size_t csv_rates_room(const char *text);

#endif
