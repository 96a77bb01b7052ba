/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_GATE_H
#define NETIO_RESULTS_GATE_H

#include <stdbool.h>
#include <stddef.h>

#include "results/duet_record.h"
#include "results/judgement.h"

/*
 * What pairs of samples say of A and B (METHOD.md section 4). Pure functions.
 *
 * d = ln B - ln A of a pair, for MB/s and for MB per CPU-second. The pairs of one block share what is particular to its
 * ends and buffers, and so are not independent: a block counts once, with the median of its d. A point's change is the
 * median over its blocks with its exact order-statistic interval at 99 %; a row's and the sweep's is that of the
 * means over points, a value a pass.
 *
 *   regression    interval below 0 and median beyond the threshold
 *   improvement   the mirror
 *   same          interval inside +- threshold
 *   inconclusive  otherwise
 *
 * of either metric: a regression of one is a regression, and both must be the same to be the same. Points are corrected
 * for their number by Benjamini and Hochberg, q = 0.05, with the sign test's p.
 */
struct gate_rules {
	double threshold_percent;
	double wall_threshold_percent; /* of MB/s */
	double level;                  /* of the intervals */
};

/* METHOD.md: 3 %, 5 % of MB/s where the ends are not on one CPU, 99 %. */
struct gate_rules gate_default_rules(const struct duet_record *record);

/*
 * Fills the rows of *out, which the caller zeroed and releases. 0 or -ENOMEM. Points without a block are failed, with
 * their reason, or left out where they were skipped.
 */
int gate_judge(
	const struct duet_record *record, const struct gate_rules *rules, struct judgement *out);

/*
 * Whether every point's interval, of both metrics, is at most this wide to each side of its median, per cent: the only
 * ground to end a gate early. False without an interval.
 */
bool gate_is_precise(const struct duet_record *record, double level, double percent);

/*
 * For comparison, what looking at the medians alone would have said: -1 when B's median MB/s over all samples of
 * the sweep is more than this per cent below A's in any point, 1 when above, else 0.
 */
int gate_by_medians(const struct duet_record *record, double percent);

#endif
