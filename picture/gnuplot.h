/* SPDX-License-Identifier: MIT */
#ifndef NETIO_PICTURE_GNUPLOT_H
#define NETIO_PICTURE_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"
#include "picture/picture.h"

/*
 * Pictures by gnuplot (5.2 or later), a program that is asked for only when a picture is made. A script is made with its
 * data in it, so that it needs no other file and can be kept, changed and run by hand.
 */

enum gnuplot_terminal { GNUPLOT_SVG, GNUPLOT_PNG, GNUPLOT_PDF, GNUPLOT_TEXT };

struct gnuplot_canvas {
	enum gnuplot_terminal terminal;
	unsigned width;     /* pixels, or columns of GNUPLOT_TEXT */
	unsigned rows;      /* GNUPLOT_TEXT: of the whole; others are as high as they need to be */
	const char *output; /* the file that the script itself names; NULL: its standard output */
};

#define GNUPLOT_WIDTH 800

/* The terminal of a file's suffix: svg, png or pdf; false when it is none of them. */
bool gnuplot_terminal_of(const char *path, enum gnuplot_terminal *terminal);

/*
 * The script. Every text of the picture comes out as text, whatever it holds: quotes, backslashes, backticks, braces and
 * per cent signs mean nothing, and control characters and bytes that are no UTF-8 become U+FFFD.
 */
void gnuplot_script(FILE *f, const struct picture *picture, const struct gnuplot_canvas *canvas);

/*
 * Has gnuplot draw what the canvas says, whatever its ->output; the n bytes of *out are the heap's. -ENOENT with err,
 * which says how to install it, where there is no gnuplot; another negative errno with err, in gnuplot's words, where it
 * failed. Settings of a person (~/.gnuplot) are not read.
 */
int gnuplot_draw(const struct picture *picture, const struct gnuplot_canvas *canvas, char **out,
	size_t *n, struct err *err);

#endif
