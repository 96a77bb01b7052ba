/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_CSV_H
#define NETIO_RESULTS_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "results/copy_record.h"
#include "results/stored.h"

/*
 * CSV (RFC 4180, lines ended by a newline alone): a header of the columns of results/csv_list.h, then a row a point.
 * What is not known, or means nothing for this point, is an empty field: never NaN, never a 0 in its place. Points
 * that failed, and those that move nothing, have no rates.
 *
 * A number has the fewest of 15 to 17 significant digits from which the same double is read back, so that rounding
 * it gives what the table shows. Numbers are in the C locale, since the program sets no other.
 *
 * `netio copy`: transport "memory", mode "copy", both CPUs the one that copies, the offsets source and destination,
 * message_ns is that of a call.
 */

enum csv_column {
#define COLUMN(name, kind) CSV_##name,
#include "results/csv_list.h"
#undef COLUMN
	N_CSV_COLUMNS
};

/* "transport", ...; NULL past the last. */
const char *csv_column_name(size_t index);

/* A field of the value, the decimal point in any case a point; empty unless it is finite. */
void csv_put_number(FILE *f, double value);

/* A field, in quotes where it needs them. */
void csv_put_text(FILE *f, const char *text);

/* The first line, with its newline. */
void csv_put_header(FILE *f);

/* The hooks of a struct copy_writer_ops. */
void csv_copy_begin(FILE *f, const struct copy_run *run);
void csv_copy_point(FILE *f, const struct copy_run *run, const struct copy_point *point);
void csv_copy_end(FILE *f, const struct copy_run *run);

/* Whether the text starts with such a header: a row with three or more names of columns. */
bool csv_is_header(const char *text, size_t n);

/*
 * Reads what the above writes, or what a person made of it: the names in the header decide, in any order; columns
 * that are not known are passed over; those that name a point, and mb_per_s, must be there. Lines may end in CRLF, a quoted
 * field may hold newlines. A row with a number that is none, is negative, 0 where it is a rate, or too large, or with
 * more or fewer fields than the header, is counted in ->n_ignored.
 *
 * A last row without a line end was cut: it is left out, and the file is an interrupted one. So is one with a point
 * whose status is pending or interrupted.
 */
int csv_parse(const char *text, size_t n, struct stored *out, struct err *err);

#endif
