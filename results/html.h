/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_HTML_H
#define NETIO_RESULTS_HTML_H

#include <stdio.h>

/*
 * Pages that stand by themselves: no script, no address, nothing to fetch; light or dark as the reader's system is, from
 * 360 pixels wide, and on paper. Well-formed as XML, too, so that tests can check them.
 */

/* Up to the first heading, which is the title. */
void html_begin(FILE *f, const char *title);
void html_end(FILE *f);

/* As text, whatever it holds, also within the quotes of an attribute. */
void html_text(FILE *f, const char *text);

/* <TAG>text</TAG> */
void html_element(FILE *f, const char *tag, const char *text);

/* A table that may be wider than the page and then is moved by itself. Columns end with NULL. */
void html_table_begin(FILE *f, const char *const *columns);
void html_table_end(FILE *f);

/* Cells: a text; a number with so many digits behind the point, "-" for NAN. */
void html_cell(FILE *f, const char *text);
void html_number(FILE *f, int digits, double value);

/* The picture as an image that is part of the page. */
void html_svg(FILE *f, const char *svg, size_t n, const char *description);

#endif
