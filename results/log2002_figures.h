/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_LOG2002_FIGURES_H
#define NETIO_RESULTS_LOG2002_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The parts of a line of 2002, each a whole word. All return false and leave the result when it is not of the form. */

/* Digits with at most one point, up to 18 of them: no sign, exponent, inf or nan. */
bool figure_number(const char *text, double *value);

/* Digits, or 0x and hexadecimal ones, within 64 bits; *end is past them. NULL when there is none. */
const char *figure_integer(const char *text, uint64_t *value);

/* The integer between `before` and `after`, which end the word; text may be NULL. */
bool figure_between(const char *text, const char *before, const char *after, uint64_t *value);

/* "0x846e000+1": the 1. */
bool figure_place(const char *text, uint64_t *offset);

/* "(0x2000:8192)": both are the same number, above 0. */
bool figure_size(const char *text, uint64_t *size);

/* "send/recv:" without the colon, printable, in label of n bytes. */
bool figure_label(const char *text, char *label, size_t n);

#endif
