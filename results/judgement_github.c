/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "results/clean_text.h"
#include "results/judgement_writer.h"

/* The data of a workflow command ends with the line; % begins an escape. */
static const char *escape(unsigned char byte)
{
	switch (byte) {
	case '%':
		return "%25";
	case '\r':
		return "%0D";
	case '\n':
		return "%0A";
	default:
		return NULL;
	}
}

static void put_text(FILE *f, const char *text)
{
	clean_text_put(f, text, escape);
}

static void put_change(FILE *f, const char *metric, const struct change *c)
{
	if (!isnan(c->ratio))
		fprintf(f, "%s %+.1f %%25", metric, judgement_percent(c->ratio));
}

static void put_command(
	FILE *f, const char *command, const struct judgement *j, const struct judged *row)
{
	fprintf(f, "::%s title=netio %s::", command, j->kind);
	put_text(f, row->label);
	fprintf(f, ": %s", verdict_name(row->verdict));
	put_change(f, ", MB/s", &row->wall);
	put_change(f, ", MB per CPU-second", &row->cpu);
	if (row->reason[0]) {
		fputs(", ", f);
		put_text(f, row->reason);
	}
	fputc('\n', f);
}

static void one(FILE *f, const struct judgement *j)
{
	const struct judged *sweep = judgement_sweep(j);

	for (size_t i = 0; i < j->n_rows; i++) {
		if (j->rows[i].verdict == VERDICT_REGRESSION ||
			j->rows[i].verdict == VERDICT_FAILED)
			put_command(f, "error", j, &j->rows[i]);
	}
	if (sweep && sweep->verdict == VERDICT_INCONCLUSIVE)
		put_command(f, "warning", j, sweep);
}

void judgement_write_github(FILE *f, const struct judgement *j, size_t n)
{
	for (size_t i = 0; i < n; i++)
		one(f, &j[i]);
}
