/* SPDX-License-Identifier: MIT */
#ifndef NETIO_PICTURE_REPORT_H
#define NETIO_PICTURE_REPORT_H

#include <stdio.h>

#include "base/err.h"
#include "picture/view.h"

/*
 * A page about stored results (results/html.h): first what they are worth, then pictures with their numbers beneath, then
 * how and where they were taken.
 */

/* The most rows of a table of numbers; beyond them the page says so. */
#define REPORT_ROWS_MOST 2000

/*
 * Of the points that are chosen of n files. Where a picture cannot be drawn its place says why; *undrawn, when not NULL,
 * gets the first reason that is not the points' own (there is no gnuplot), else stays empty. 0; or as view_open.
 */
int report_write(FILE *f, const struct stored *files, size_t n, const struct view_choice *choice,
	const char *title, struct err *undrawn, struct err *err);

#endif
