/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_EXPLAIN_H
#define NETIO_BENCH_EXPLAIN_H

#include "base/err.h"
#include "bench/config.h"
#include "results/record.h"

/*
 * What transport/segments.h predicts of a planned run: for each transport and size a few lines of text in
 * run->explanations (the heap's; explain_release frees them), and for each point the share of its bytes
 * that is copied where loads wait for stores. A point with a copy routine has its staging buffers beside
 * the kernel, so it is their offset that counts. 0 or -ENOMEM with err.
 */
int explain_run(const struct run_config *config, struct run_record *run, struct err *err);
void explain_release(struct run_record *run);

#endif
