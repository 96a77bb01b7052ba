/* SPDX-License-Identifier: MIT */
#ifndef NETIO_PICTURE_GNUPLOT_TEXT_H
#define NETIO_PICTURE_GNUPLOT_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* Texts in a gnuplot script. */

/* In single quotes, where only a quote means something. */
void gnuplot_quote(FILE *f, const char *text);

/* The same for the label of a tic, which gnuplot takes for a format of its position. */
void gnuplot_quote_tic(FILE *f, const char *text);

/*
 * The name of a file to be written, as it is: gnuplot would run one that begins with "|" and look for a home where one
 * begins with "~", so a name that is no absolute path gets "./" before it. It must hold no newline.
 */
void gnuplot_quote_path(FILE *f, const char *path);

/* The number, or the word that gnuplot takes for a missing one. */
void gnuplot_number(FILE *f, double value);

/*
 * The text, or as many characters of it as are asked for, an ellipsis in the middle: long names differ at their end. In
 * out, which is returned and has room for them.
 */
const char *gnuplot_cut(const char *text, size_t n_characters, char *out, size_t size);

/* How many characters, as far as it is UTF-8. */
size_t gnuplot_length(const char *text);

/*
 * How many bytes of the text stand on a line of so many characters: up to the last blank that fits, or as many as fit.
 * *next: where the next line begins.
 */
size_t gnuplot_line(const char *text, size_t n_characters, const char **next);

#endif
