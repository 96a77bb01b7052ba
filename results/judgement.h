/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_JUDGEMENT_H
#define NETIO_RESULTS_JUDGEMENT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * What a comparison (`compare`) or a gate (`gate`) came to: plain data that both fill in and the writers of
 * results/judgement_writer.h show. The words and marks are fixed (METHOD.md section 4); scripts read them.
 */

enum verdict {
	VERDICT_SAME,         /* = */
	VERDICT_IMPROVEMENT,  /* + */
	VERDICT_REGRESSION,   /* - */
	VERDICT_INCONCLUSIVE, /* ? */
	VERDICT_NEW,          /* n: only in NEW */
	VERDICT_MISSING,      /* m: only in BASE */
	VERDICT_FAILED,       /* !: could not be measured */
};

#define N_VERDICTS 7

const char *verdict_name(enum verdict verdict);
char verdict_mark(enum verdict verdict);

/* How NEW differs from BASE in one metric. Ratios are new / base, so more than 1 is faster. NAN: not known. */
struct change {
	double base; /* medians, 10^6 bytes a second */
	double new;
	double ratio;
	double ci_low;
	double ci_high;
	double p;                  /* two-sided, that nothing changed */
	double resolvable_percent; /* the smallest change that these data could have shown */
};

enum judged_level {
	JUDGED_SWEEP, /* all points: geometric mean */
	JUDGED_ROW,   /* one size, all offsets pooled */
	JUDGED_POINT,
};

struct judged {
	enum judged_level level;
	char *label;        /* for a person, "unix none 64K at 0, 8"; the heap's */
	size_t n;           /* pairs, or points, that it rests on */
	struct change wall; /* MB/s */
	struct change cpu;  /* MB per CPU-second */
	enum verdict verdict;
	char reason[200]; /* what the verdict rests on, a clause; may be empty */
};

/* A fact that differs between the two sides. */
struct difference {
	const char *name;
	char *base; /* the heap's */
	char *new;
};

struct judgement {
	const char *kind; /* "compare" or "gate" */
	char *base_name;  /* the heap's, as all texts here */
	char *new_name;
	double threshold_percent;      /* less is no change */
	double wall_threshold_percent; /* for MB/s; larger where the ends are on two CPUs */
	double level;                  /* of the intervals, 0.99 */
	struct judged *rows;           /* the sweep, then the rows, then the points */
	size_t n_rows;
	struct difference *differences; /* of the environment */
	size_t n_differences;
	char **notes; /* sentences */
	size_t n_notes;
	enum verdict verdict;      /* of the whole */
	size_t counts[N_VERDICTS]; /* of the points; where points cannot be judged, of the rows */
};

/* Each copies its texts. 0 or -ENOMEM. */
int judgement_add(struct judgement *j, const struct judged *row, const char *label);
int judgement_differs(struct judgement *j, const char *name, const char *base, const char *new);
int judgement_note(struct judgement *j, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Counts the verdicts and sets the whole's: a regression at any level makes it one; else failed, if anything could not
 * be measured; else what the sweep came to.
 */
void judgement_conclude(struct judgement *j);

/* The whole sweep's row, NULL when there is none. */
const struct judged *judgement_sweep(const struct judgement *j);

/* Always the last line: "netio: 254 same, 1 improvement, 1 regression, 0 inconclusive (overall -0.1 % [-0.3, +0.1])". */
void judgement_print_summary(FILE *f, const struct judgement *j);

void judgement_release(struct judgement *j);

#endif
