/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_JUDGEMENTS_H
#define NETIO_TESTS_UNIT_JUDGEMENTS_H

/* A judgement with everything in it that a writer may meet, names that want to be markup among it. */

#include "tests/unit/unit.h"

#include <math.h>

#include "results/judgement.h"

#define UNKNOWN_CHANGE                                                                             \
	(struct change)                                                                            \
	{                                                                                          \
		NAN, NAN, NAN, NAN, NAN, NAN, NAN                                                  \
	}

static inline struct change change_of(double base, double ratio, double half)
{
	return (struct change) { base, base * ratio, ratio, ratio - half, ratio + half, 0.001,
		half * 100 };
}

static inline void add_row(struct judgement *j, enum judged_level level, const char *label,
	struct change wall, struct change cpu, enum verdict verdict, const char *reason)
{
	struct judged row = {
		.level = level, .n = 12, .wall = wall, .cpu = cpu, .verdict = verdict
	};

	snprintf(row.reason, sizeof(row.reason), "%s", reason);
	assert_int_equal(judgement_add(j, &row, label), 0);
}

static inline void make_judgement(struct judgement *j, const char *kind)
{
	*j = (struct judgement) { .kind = kind,
		.base_name = strdup("copy=<script>alert(1)</script> | `rm` & \"x\" 'y'"),
		.new_name = strdup("dir\\name #1 50% \xff\xfe\x01 \xc3\xa9\n::error::x"),
		.threshold_percent = 3,
		.wall_threshold_percent = 5,
		.level = 0.99 };
	judgement_differs(j, "kernel", "Linux 6.1 | old", "Linux 6.18 <new>");
	judgement_note(j, "BASE was interrupted: it is not %s", "whole");
	add_row(j, JUDGED_SWEEP, "all points", change_of(1000, 0.99, 0.005),
		change_of(900, 0.98, 0.02), VERDICT_INCONCLUSIVE, "");
	add_row(j, JUDGED_ROW, "unix none 4096", change_of(1000, 1.001, 0.005),
		change_of(900, 1.0, 0.002), VERDICT_SAME, "");
	add_row(j, JUDGED_POINT, "unix none 4096 at 0,0", change_of(1000, 1.001, 0.01),
		change_of(900, 1.0, 0.004), VERDICT_SAME, "");
	add_row(j, JUDGED_POINT, "unix a|b_*c*<d> 4096 at 1,1", change_of(1000, 0.9, 0.01),
		change_of(900, 0.91, 0.01), VERDICT_REGRESSION, "in MB/s");
	add_row(j, JUDGED_POINT, "unix none 4096 at 2,2", change_of(1000, 1.2, 0.01),
		UNKNOWN_CHANGE, VERDICT_IMPROVEMENT, "");
	add_row(j, JUDGED_POINT, "unix none 4096 at 3,3", change_of(1000, 0.95, 0.2),
		change_of(900, 0.97, 0.1), VERDICT_INCONCLUSIVE, "");
	add_row(j, JUDGED_POINT, "unix none 4096 at 4,4", UNKNOWN_CHANGE, UNKNOWN_CHANGE,
		VERDICT_NEW, "");
	add_row(j, JUDGED_POINT, "unix none 4096 at 5,5", UNKNOWN_CHANGE, UNKNOWN_CHANGE,
		VERDICT_MISSING, "without figures in NEW");
	add_row(j, JUDGED_POINT, "unix none 4096 at 6,6", UNKNOWN_CHANGE, UNKNOWN_CHANGE,
		VERDICT_FAILED, "killed by signal 9 (100 % \"Killed\") # ]]> \\");
	judgement_conclude(j);
}

#endif
