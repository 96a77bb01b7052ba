/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_GATE_TALLY_H
#define NETIO_RESULTS_GATE_TALLY_H

#include <stdio.h>

#include "results/duet_record.h"
#include "results/judgement.h"

/*
 * Many gates of a thing against itself: how often that was called a change, and how small a change could have been told
 * from none. With extra copying in B: how often that was found.
 */
struct gate_tally {
	double inject_percent; /* 0: nothing is injected */
	uint64_t n_gates;
	uint64_t counts[N_VERDICTS]; /* of whole gates */
	uint64_t
		n_medians_regression; /* gates whose medians alone differ by more than 5 %, B slower */
	uint64_t n_medians_change;    /* in either direction */
	double *resolvable_percent; /* of each gate's sweep, the worse metric; the heap's */
	size_t n_resolvable;
};

/* The head, before the first gate. */
void gate_tally_begin(FILE *f, const struct gate_tally *tally, const struct judgement *j);

/* Counts a gate and prints its line. 0 or -ENOMEM. */
int gate_tally_add(FILE *f, struct gate_tally *tally, const struct duet_record *record,
	const struct judgement *j);

/* What they come to; the last line is "netio: 38 same, 0 improvement, ... (40 gates)". Sorts. */
void gate_tally_end(FILE *f, struct gate_tally *tally);

void gate_tally_release(struct gate_tally *tally);

/*
 * The exact interval of a proportion of k in n (Clopper and Pearson 1934, Biometrika 26), as shares.
 */
void proportion_interval(uint64_t k, uint64_t n, double level, double *low, double *high);

#endif
