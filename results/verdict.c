/* SPDX-License-Identifier: MIT */
#include "results/verdict.h"

#include <math.h>
#include <stdio.h>

enum verdict verdict_of_change(
	const struct change *c, double threshold_percent, double limit_percent)
{
	double threshold = threshold_percent / 100;
	double limit = limit_percent / 100;

	if (isnan(c->ci_low))
		return VERDICT_INCONCLUSIVE;
	if (c->ci_high < 1 && c->ratio < 1 - limit)
		return VERDICT_REGRESSION;
	if (c->ci_low > 1 && c->ratio > 1 + limit)
		return VERDICT_IMPROVEMENT;
	return c->ci_low >= 1 - threshold && c->ci_high <= 1 + threshold ? VERDICT_SAME
									 : VERDICT_INCONCLUSIVE;
}

bool verdict_is_change(enum verdict verdict)
{
	return verdict == VERDICT_REGRESSION || verdict == VERDICT_IMPROVEMENT;
}

void verdict_of_both(struct judged *row, enum verdict wall, enum verdict cpu)
{
	if (isnan(row->cpu.ratio))
		cpu = wall;
	if (wall == VERDICT_REGRESSION || cpu == VERDICT_REGRESSION)
		row->verdict = VERDICT_REGRESSION;
	else if (verdict_is_change(wall) || verdict_is_change(cpu))
		row->verdict = VERDICT_IMPROVEMENT;
	else
		row->verdict = wall == VERDICT_SAME && cpu == VERDICT_SAME ? VERDICT_SAME
									   : VERDICT_INCONCLUSIVE;
	if (verdict_is_change(row->verdict) && wall != cpu && !row->reason[0])
		snprintf(row->reason, sizeof(row->reason), "%s",
			wall == row->verdict ? "in MB/s" : "in MB per CPU-second");
}
