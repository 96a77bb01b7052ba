/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_CSV_ROWS_H
#define NETIO_RESULTS_CSV_ROWS_H

#include <stdbool.h>
#include <stddef.h>

/* The rows of a CSV and their fields, unquoted, one row at a time. For results/csv_read.c. */

struct csv_rows {
	const char *at;
	const char *end;
	size_t line; /* of the next row, 1-based */

	/* Of the row read last. */
	size_t row_line;
	size_t n_fields;
	bool cut;      /* the text ended before its line did */
	bool unclosed; /* within quotes */

	char *text;    /* the fields, each ended by NUL; the heap's */
	size_t *field; /* where each begins in it; the heap's */
	size_t n_text;
	size_t room_text;
	size_t room_fields;
};

/* Of n bytes, which must live as long as rows are read. Release with csv_rows_release. */
void csv_rows_init(struct csv_rows *rows, const char *text, size_t n);

/* 1 with a row that is not blank, 0 at the end, or -ENOMEM. */
int csv_rows_next(struct csv_rows *rows);

/* The i-th field of the row, i < ->n_fields. Valid until the next one is read. */
const char *csv_rows_field(const struct csv_rows *rows, size_t i);

void csv_rows_release(struct csv_rows *rows);

#endif
