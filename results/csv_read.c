/* SPDX-License-Identifier: MIT */
#include "results/csv.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "results/csv_rows.h"
#include "results/csv_values.h"
#include "results/status.h"

#define FIELDS_MAX      4096
#define HEADER_LOOKS_AT 65536
#define NAMES_LEAST     3

enum kind { TEXT, STATUS, INTEGER, CPU, NUMBER, SIGNED, RATE, RATES, FLAG };

static const enum kind kinds[] = {
#define COLUMN(name, kind) kind,
#include "results/csv_list.h"
#undef COLUMN
};

/* That must be there; the texts and whole numbers of them in every row. */
static const enum csv_column required[] = { CSV_transport, CSV_copy, CSV_mode, CSV_size_bytes,
	CSV_send_offset_bytes, CSV_recv_offset_bytes, CSV_mb_per_s };
static const enum csv_column named_by[] = { CSV_transport, CSV_copy, CSV_mode, CSV_placement,
	CSV_state };

#define N_REQUIRED (sizeof(required) / sizeof(required[0]))
#define N_NAMED_BY (sizeof(named_by) / sizeof(named_by[0]))

struct reader {
	struct csv_rows rows;
	int at[N_CSV_COLUMNS]; /* the field of each column, -1: the file has none */
	size_t n_fields;
	size_t room;
	const char *kept[N_NAMED_BY]; /* texts of the row before */
	double *rates;                /* of the list read last */
	size_t room_rates;
	struct stored *out;
	FILE *csv;
	size_t n_csv;
};

static size_t find_column(const char *name, size_t n)
{
	const char *known;
	size_t i = 0;

	while ((known = csv_column_name(i)) != NULL &&
		(strlen(known) != n || strncmp(known, name, n) != 0))
		i++;
	return i;
}

bool csv_is_header(const char *text, size_t n)
{
	const char *end = text + (n < HEADER_LOOKS_AT ? n : HEADER_LOOKS_AT);
	size_t n_known = 0;

	while (text < end && *text != '\n') {
		const char *p = text;

		while (p < end && !strchr(",\r\n", *p))
			p++;
		if (p - text > 1 && text[0] == '"' && p[-1] == '"')
			n_known += find_column(text + 1, (size_t)(p - text) - 2) < N_CSV_COLUMNS;
		else
			n_known += find_column(text, (size_t)(p - text)) < N_CSV_COLUMNS;
		text = p + (p < end && *p != '\n');
	}
	return n_known >= NAMES_LEAST;
}

/* The field of a column in the row; "" where the file has none. */
static const char *field(const struct reader *r, enum csv_column column)
{
	return r->at[column] < 0 ? "" : csv_rows_field(&r->rows, (size_t)r->at[column]);
}

static int check_required(const struct reader *r, struct err *err)
{
	for (size_t i = 0; i < N_REQUIRED; i++) {
		if (r->at[required[i]] < 0)
			return err_set(err, EINVAL, "%s: the CSV has no column '%s'", r->out->path,
				csv_column_name(required[i]));
	}
	return 0;
}

static int read_header(struct reader *r, struct err *err)
{
	int ret = csv_rows_next(&r->rows);

	if (ret < 0)
		return ret;
	r->n_fields = r->rows.n_fields;
	if (r->n_fields > FIELDS_MAX)
		return err_set(err, EINVAL, "%s: the CSV has more than %d columns", r->out->path,
			FIELDS_MAX);
	for (size_t i = 0; i < N_CSV_COLUMNS; i++)
		r->at[i] = -1;
	for (size_t i = 0; i < r->n_fields; i++) {
		const char *name = csv_rows_field(&r->rows, i);
		size_t column = find_column(name, strlen(name));

		if (column == N_CSV_COLUMNS)
			continue;
		if (r->at[column] >= 0)
			return err_set(err, EINVAL, "%s: the CSV has two columns '%s'",
				r->out->path, name);
		r->at[column] = (int)i;
	}
	return check_required(r, err);
}

static int make_rates_room(struct reader *r, const char *text)
{
	size_t room = csv_rates_room(text);
	double *more;

	if (room <= r->room_rates)
		return 0;
	more = realloc(r->rates, room * sizeof(*more));
	if (!more)
		return -ENOMEM;
	r->rates = more;
	r->room_rates = room;
	return 0;
}

static const char *cpu_wrong(const char *text)
{
	uint64_t value;
	const char *wrong = csv_integer(text, &value);

	return wrong || value <= INT_MAX ? wrong : "is too large";
}

/* Why a field that is not empty is not of its kind. */
static const char *kind_wrong(struct reader *r, enum kind kind, const char *text)
{
	enum point_status status;
	uint64_t integer;
	double number;
	size_t n;

	switch (kind) {
	case STATUS:
		return status_find(text, &status) ? NULL : "is no status";
	case INTEGER:
		return csv_integer(text, &integer);
	case CPU:
		return cpu_wrong(text);
	case NUMBER:
		return csv_number(text, &number);
	case SIGNED:
		return csv_signed(text, &number);
	case RATE:
		return csv_rate(text, &number);
	case RATES:
		return csv_rates(text, r->rates, &n);
	case FLAG:
		return !strcasecmp(text, "true") || !strcasecmp(text, "false")
			       ? NULL
			       : "is not true or false";
	case TEXT:
		break;
	}
	return NULL;
}

static bool is_required(enum csv_column column)
{
	for (size_t i = 0; i < N_REQUIRED; i++) {
		if (required[i] == column)
			return column != CSV_mb_per_s;
	}
	return false;
}

/* Whether the row can be used; if not, it is counted. Without memory *ret is set. */
static bool is_usable(struct reader *r, int *ret)
{
	if (r->rows.n_fields != r->n_fields) {
		stored_ignore(r->out, r->rows.row_line, "%zu fields, expected %zu",
			r->rows.n_fields, r->n_fields);
		return false;
	}
	for (size_t i = 0; i < N_CSV_COLUMNS; i++) {
		const char *text = field(r, (enum csv_column)i);
		const char *wrong = NULL;

		if (kinds[i] == RATES && (*ret = make_rates_room(r, text)) != 0)
			return false;
		if (*text)
			wrong = kind_wrong(r, kinds[i], text);
		else if (is_required((enum csv_column)i))
			wrong = "is empty";
		if (wrong) {
			stored_ignore(r->out, r->rows.row_line, "%s: '%.40s' %s",
				csv_column_name(i), text, wrong);
			return false;
		}
	}
	return true;
}

static uint64_t integer_of(const struct reader *r, enum csv_column column)
{
	uint64_t value = 0;

	csv_integer(field(r, column), &value);
	return value;
}

static int cpu_of(const struct reader *r, enum csv_column column)
{
	return *field(r, column) ? (int)integer_of(r, column) : -1;
}

static double rate_of(const struct reader *r, enum csv_column column)
{
	double value = NAN;

	csv_rate(field(r, column), &value);
	return value;
}

/* Neighbouring rows have most of their texts in common: each is kept once. */
static int keep_names(struct reader *r)
{
	for (size_t i = 0; i < N_NAMED_BY; i++) {
		const char *text = field(r, named_by[i]);

		if (r->kept[i] && strcmp(r->kept[i], text) == 0)
			continue;
		r->kept[i] = stored_text(r->out, text);
		if (!r->kept[i])
			return -ENOMEM;
	}
	return 0;
}

/* The list of invocations; without one the point's own rate stands for it. */
static int set_metric(
	struct reader *r, enum csv_column list, double rate, struct stored_metric *metric)
{
	size_t n = 0;

	csv_rates(field(r, list), r->rates, &n);
	if (n == 0 && isfinite(rate))
		r->rates[n++] = rate;
	if (n == 0)
		return 0;
	metric->invocation = malloc(n * sizeof(*r->rates));
	if (!metric->invocation)
		return -ENOMEM;
	memcpy(metric->invocation, r->rates, n * sizeof(*r->rates));
	metric->n = n;
	return 0;
}

static int set_rates(struct reader *r, struct stored_point *p)
{
	int ret;

	p->mb_per_s = p->mb_per_cpu_s = p->ci_low_mb_per_s = p->ci_high_mb_per_s = NAN;
	if (p->status == POINT_SKIPPED || p->status == POINT_FAILED || p->status == POINT_CORRUPT)
		return 0;
	p->mb_per_s = rate_of(r, CSV_mb_per_s);
	p->ci_low_mb_per_s = rate_of(r, CSV_ci_low_mb_per_s);
	p->ci_high_mb_per_s = rate_of(r, CSV_ci_high_mb_per_s);
	p->mb_per_cpu_s = rate_of(r, CSV_mb_per_cpu_s);
	ret = set_metric(r, CSV_invocation_mb_per_s, p->mb_per_s, &p->wall);
	return ret ? ret : set_metric(r, CSV_invocation_mb_per_cpu_s, p->mb_per_cpu_s, &p->cpu);
}

static int make_room(struct reader *r)
{
	size_t room = r->room ? 2 * r->room : 64;
	struct stored_point *more;

	if (r->out->n_points == STORED_MAX_POINTS)
		return -E2BIG;
	if (r->out->n_points < r->room)
		return 0;
	more = realloc(r->out->points, room * sizeof(*more));
	if (!more)
		return -ENOMEM;
	r->out->points = more;
	r->room = room;
	return 0;
}

static int add_point(struct reader *r)
{
	int ret = make_room(r);
	struct stored_point *p;

	if (!ret)
		ret = keep_names(r);
	if (ret)
		return ret;
	p = &r->out->points[r->out->n_points++];
	*p = (struct stored_point) {
		.key = { r->kept[0], r->kept[1], r->kept[2], r->kept[3], r->kept[4],
			integer_of(r, CSV_size_bytes), integer_of(r, CSV_send_offset_bytes),
			integer_of(r, CSV_recv_offset_bytes), integer_of(r, CSV_distance_bytes),
			0 },
		.status = POINT_DONE,
		.cpu_send = cpu_of(r, CSV_cpu_send),
		.cpu_recv = cpu_of(r, CSV_cpu_recv),
		.n_samples = integer_of(r, CSV_samples),
	};
	status_find(field(r, CSV_status), &p->status);
	if (p->status == POINT_PENDING || p->status == POINT_INTERRUPTED)
		r->out->interrupted = true;
	return set_rates(r, p);
}

static void put_row(struct reader *r)
{
	for (size_t i = 0; i < N_CSV_COLUMNS; i++) {
		if (i > 0)
			fputc(',', r->csv);
		csv_put_text(r->csv, field(r, (enum csv_column)i));
	}
	fputc('\n', r->csv);
}

static int read_rows(struct reader *r)
{
	int more = 0;
	int ret = 0;

	while (!ret && (more = csv_rows_next(&r->rows)) > 0) {
		if (r->rows.unclosed)
			stored_ignore(r->out, r->rows.row_line, "a quote is not closed");
		if (r->rows.cut) {
			r->out->interrupted = true;
			break;
		}
		if (!is_usable(r, &ret))
			continue;
		ret = add_point(r);
		put_row(r);
	}
	return ret ? ret : more < 0 ? more : 0;
}

static int nothing(const struct stored *out, struct err *err)
{
	if (out->n_ignored)
		return err_set(err, EINVAL, "%s: none of its rows can be used; line %zu: %s",
			out->path, out->first_ignored, out->ignored_reason);
	return err_set(err, EINVAL, "%s: the CSV has no whole row", out->path);
}

static int read_all(struct reader *r, struct err *err)
{
	int ret = read_header(r, err);

	if (ret)
		return ret;
	csv_put_header(r->csv);
	/* Room for the one rate of a point without a list. */
	ret = make_rates_room(r, "");
	if (!ret)
		ret = read_rows(r);
	if (ret == -E2BIG)
		return err_set(
			err, E2BIG, "%s: more than %d points", r->out->path, STORED_MAX_POINTS);
	if (!ret && r->out->n_points == 0)
		return nothing(r->out, err);
	return ret ? ret : stored_number_occurrences(r->out);
}

int csv_parse(const char *text, size_t n, struct stored *out, struct err *err)
{
	struct reader r = { .out = out };
	int ret;

	strcpy(out->shape, "CSV");
	csv_rows_init(&r.rows, text, n);
	r.csv = open_memstream(&out->csv, &r.n_csv);
	ret = r.csv ? read_all(&r, err) : -ENOMEM;
	if (r.csv && fclose(r.csv) && !ret)
		ret = -ENOMEM;
	csv_rows_release(&r.rows);
	free(r.rates);
	return ret;
}
