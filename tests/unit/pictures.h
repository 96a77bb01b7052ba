/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_PICTURES_H
#define NETIO_TESTS_PICTURES_H

#include <stdio.h>
#include <string.h>

#include "picture/draw.h"
#include "results/stored.h"
#include "tests/unit/unit.h"

/* Pictures of rows of CSV. What is returned is the caller's to release. */

#define HEADER                                                                                     \
	"transport,copy,mode,size_bytes,send_offset_bytes,recv_offset_bytes,mb_per_s,status,"      \
	"state\n"

static inline struct stored stored_of(const char *rows)
{
	struct stored s;
	struct err err = { 0 };
	char text[4096];

	snprintf(text, sizeof(text), HEADER "%s", rows);
	CHECK(stored_parse(text, strlen(text), "x.csv", &s, &err) == 0, "%s", err.text);
	return s;
}

/* Of the kind that suits them; everything is chosen. */
static inline struct picture picture_of(const char *rows, struct stored *s, struct view *view)
{
	const struct draw_wish wish = { .kind = DRAW_AUTO, .threshold_percent = 3 };
	struct picture picture;
	struct err err = { 0 };

	*s = stored_of(rows);
	CHECK(view_open(view, s, 1, &(struct view_choice) { 0 }, &err) == 0, "%s", err.text);
	CHECK(draw(&picture, view, &wish, &err) == 0, "%s", err.text);
	return picture;
}

#endif
