/* SPDX-License-Identifier: MIT */
#include "results/csv_rows.h"

#include <errno.h>
#include <stdlib.h>

void csv_rows_init(struct csv_rows *rows, const char *text, size_t n)
{
	*rows = (struct csv_rows) { .at = text, .end = text + n, .line = 1 };
}

void csv_rows_release(struct csv_rows *rows)
{
	free(rows->text);
	free(rows->field);
	*rows = (struct csv_rows) { 0 };
}

const char *csv_rows_field(const struct csv_rows *rows, size_t i)
{
	return rows->text + rows->field[i];
}

static int append(struct csv_rows *rows, char c)
{
	if (rows->n_text == rows->room_text) {
		size_t room = rows->room_text ? 2 * rows->room_text : 4096;
		char *more = realloc(rows->text, room);

		if (!more)
			return -ENOMEM;
		rows->text = more;
		rows->room_text = room;
	}
	rows->text[rows->n_text++] = c;
	return 0;
}

static int begin_field(struct csv_rows *rows)
{
	if (rows->n_fields == rows->room_fields) {
		size_t room = rows->room_fields ? 2 * rows->room_fields : 64;
		size_t *more = realloc(rows->field, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		rows->field = more;
		rows->room_fields = room;
	}
	rows->field[rows->n_fields++] = rows->n_text;
	return 0;
}

/* Behind an opening quote, up to and with the closing one. */
static int read_quoted(struct csv_rows *rows)
{
	int ret = 0;

	while (!ret && rows->at < rows->end) {
		char c = *rows->at++;

		rows->line += c == '\n';
		if (c == '"' && (rows->at == rows->end || *rows->at != '"'))
			return 0;
		if (c == '"')
			rows->at++;
		ret = append(rows, c);
	}
	rows->unclosed = true;
	return ret;
}

static bool ends_field(const struct csv_rows *rows)
{
	const char *p = rows->at;

	return p == rows->end || *p == ',' || *p == '\n' ||
	       (*p == '\r' && p + 1 < rows->end && p[1] == '\n');
}

static int read_field(struct csv_rows *rows)
{
	int ret = begin_field(rows);

	if (!ret && rows->at < rows->end && *rows->at == '"') {
		rows->at++;
		ret = read_quoted(rows);
	}
	while (!ret && !ends_field(rows))
		ret = append(rows, *rows->at++);
	return ret ? ret : append(rows, '\0');
}

/* Up to and with the end of the line. */
static int read_row(struct csv_rows *rows)
{
	int ret;

	rows->n_fields = rows->n_text = 0;
	rows->row_line = rows->line;
	for (;;) {
		ret = read_field(rows);
		if (ret || rows->at == rows->end || *rows->at != ',')
			break;
		rows->at++;
	}
	rows->cut = rows->at == rows->end;
	if (!rows->cut && *rows->at == '\r')
		rows->at++;
	if (!rows->cut)
		rows->at++;
	rows->line += !rows->cut;
	return ret;
}

int csv_rows_next(struct csv_rows *rows)
{
	while (rows->at < rows->end) {
		int ret = read_row(rows);

		if (ret)
			return ret;
		if (rows->n_fields > 1 || rows->n_text > 1)
			return 1;
	}
	return 0;
}
