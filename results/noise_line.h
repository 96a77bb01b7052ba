/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_NOISE_LINE_H
#define NETIO_RESULTS_NOISE_LINE_H

#include <stdio.h>

#include "base/fact.h"

/*
 * One line "# noise: ..." for the end of a table: of the facts of a run's noise (their names are those of
 * machine/noise.h) the few that say whether its numbers can be trusted. Nothing when there is no fact.
 */
void noise_line_write(FILE *f, const struct facts *noise);

#endif
