/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_FUZZ_WALK_H
#define NETIO_TESTS_FUZZ_WALK_H

/*
 * Reads bytes as a stored result, looks at all that came of it, and prints it in each format. Whatever does not hold
 * ends the program, with a sentence.
 */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/copy_writer.h"
#include "results/stored.h"
#include "results/writer.h"

#define MUST(condition)                                                                            \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);    \
			abort();                                                                   \
		}                                                                                  \
	} while (0)

static inline void walk_metric(const struct stored_metric *m)
{
	MUST((m->n == 0) == (m->invocation == NULL));
	for (size_t i = 0; i < m->n; i++)
		MUST(isfinite(m->invocation[i]) && m->invocation[i] > 0);
}

static inline bool is_rate(double value)
{
	return isnan(value) || (isfinite(value) && value > 0);
}

static inline size_t walk_point(const struct stored_point *p)
{
	const struct stored_key *k = &p->key;
	bool failed = p->status == POINT_SKIPPED || p->status == POINT_FAILED ||
		      p->status == POINT_CORRUPT;

	MUST(p->status <= POINT_INTERRUPTED && p->cpu_send >= -1 && p->cpu_recv >= -1);
	MUST(is_rate(p->mb_per_s) && is_rate(p->mb_per_cpu_s));
	MUST(!failed || (isnan(p->mb_per_s) && p->wall.n == 0 && p->cpu.n == 0));
	walk_metric(&p->wall);
	walk_metric(&p->cpu);
	return strlen(k->transport) + strlen(k->copy) + strlen(k->mode) + strlen(k->placement) +
	       strlen(k->state);
}

static inline void walk_facts(const struct facts *facts)
{
	char text[64];

	for (size_t i = 0; i < facts->n; i++) {
		MUST(strlen(fact_show(&facts->fact[i], text, sizeof(text))) < sizeof(text));
		MUST(facts_find(facts, facts->fact[i].name));
	}
}

static inline int walk_by_key(const void *a, const void *b)
{
	const struct stored_point *x = a;
	const struct stored_point *y = b;

	return stored_key_compare(&x->key, &y->key);
}

/* No two points have one key. */
static inline void walk_keys(const struct stored *s)
{
	struct stored_point *sorted = malloc((s->n_points + 1) * sizeof(*sorted));

	MUST(sorted);
	memcpy(sorted, s->points, s->n_points * sizeof(*sorted));
	qsort(sorted, s->n_points, sizeof(*sorted), walk_by_key);
	for (size_t i = 1; i < s->n_points; i++)
		MUST(walk_by_key(&sorted[i - 1], &sorted[i]) < 0);
	free(sorted);
}

static inline void print_run(FILE *f, const struct writer_ops *w, const struct run_record *run)
{
	const struct point_record *before = NULL;

	w->begin(f, run);
	for (size_t i = 0; i < run->n_points; i++) {
		const struct point_record *p = &run->points[i];

		for (size_t j = 0; w->invocation && j < p->n_invocations; j++)
			w->invocation(f, run, p, &p->invocations[j]);
		if (!writer_shows(w, p))
			continue;
		w->point(f, run, p, before);
		before = p;
	}
	w->end(f, run);
}

static inline void print_copy(FILE *f, const struct copy_writer_ops *w, const struct copy_run *run)
{
	w->begin(f, run);
	for (size_t i = 0; i < run->n_points; i++) {
		const struct copy_point *p = &run->points[i];

		for (size_t j = 0; w->invocation && j < p->n_invocations; j++)
			w->invocation(f, run, p, &p->invocations[j]);
		w->point(f, run, p);
	}
	w->end(f, run);
}

/* Each printed file, given to seen() with the format's name. */
static inline void walk_formats(const struct stored *s,
	void (*seen)(const struct stored *s, const char *format, const char *text, size_t n))
{
	for (size_t i = 0; writer_at(i) || copy_writer_at(i); i++) {
		const struct writer_ops *w = s->run ? writer_at(i) : NULL;
		const struct copy_writer_ops *c = s->copy ? copy_writer_at(i) : NULL;
		char *text = NULL;
		size_t n = 0;
		FILE *f = open_memstream(&text, &n);

		MUST(f);
		if (w)
			print_run(f, w, s->run);
		if (c)
			print_copy(f, c, s->copy);
		MUST(fclose(f) == 0);
		if (w || c)
			seen(s, w ? w->name : c->name, text, n);
		free(text);
	}
}

/* Whether every point has the names that a CSV must have. */
static inline bool is_named(const struct stored *s)
{
	for (size_t i = 0; i < s->n_points; i++) {
		const struct stored_key *k = &s->points[i].key;

		if (!*k->transport || !*k->copy || !*k->mode)
			return false;
	}
	return true;
}

/* A CSV that was printed is read back with the same keys and the same medians. */
static inline void read_csv_back(const struct stored *s, const char *text, size_t n)
{
	struct stored back;
	struct err err = { 0 };
	int ret;

	ret = stored_parse(text, n, "printed", &back, &err);
	MUST(ret == 0 && back.n_points == s->n_points && back.n_ignored == 0);
	for (size_t i = 0; i < s->n_points; i++) {
		const struct stored_point *a = &s->points[i];
		const struct stored_point *b = &back.points[i];

		MUST(stored_key_compare(&a->key, &b->key) == 0 && a->status == b->status);
		MUST(a->wall.n == b->wall.n || (a->wall.n == 0 && b->wall.n == 1));
		for (size_t j = 0; j < a->wall.n; j++)
			MUST(a->wall.invocation[j] == b->wall.invocation[j]);
	}
	stored_release(&back);
}

static inline void seen_format(
	const struct stored *s, const char *format, const char *text, size_t n)
{
	MUST(strlen(text) == n);
	if (strcmp(format, "csv") == 0 && is_named(s))
		read_csv_back(s, text, n);
}

static inline void read_and_walk(const char *bytes, size_t n)
{
	struct stored s;
	struct err err = { 0 };
	char text[512];
	int ret = stored_parse(bytes, n, "FILE", &s, &err);

	MUST((ret == 0) == (err.code == 0) && (ret != 0 || s.n_points > 0));
	MUST(ret == 0 || (ret == -err.code && strncmp(err.text, "FILE: ", 6) == 0));
	if (ret == 0) {
		for (size_t i = 0; i < s.n_points; i++)
			walk_point(&s.points[i]);
		walk_keys(&s);
		walk_facts(&s.environment);
		walk_facts(&s.noise);
		MUST(strlen(stored_describe(&s, text, sizeof(text))) > 0);
		MUST((s.n_ignored == 0) == (s.first_ignored == 0));
		walk_formats(&s, seen_format);
		if (s.csv)
			read_csv_back(&s, s.csv, strlen(s.csv));
	}
	stored_release(&s);
}

#endif
