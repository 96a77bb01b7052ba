/* SPDX-License-Identifier: MIT */
#include "results/jsonl_kinds.h"

#define WHERE(type)                                                                                \
	.status = offsetof(struct type, status), .reason = offsetof(struct type, reason),          \
	.reason_bytes = sizeof(((struct type *)0)->reason), .ended = offsetof(struct type, ended), \
	.samples = offsetof(struct type, samples), .n_samples = offsetof(struct type, n_samples),  \
	.warmup = offsetof(struct type, warmup), .n_warmup = offsetof(struct type, n_warmup),      \
	.invocations = offsetof(struct type, invocations),                                         \
	.n_invocations = offsetof(struct type, n_invocations)

const struct jsonl_kind jsonl_kind_run = {
	.name = "run",
	.header = jsonl_run,
	.point = jsonl_point,
	.columns = jsonl_samples,
	.changing = "n_messages",
	.point_bytes = sizeof(struct point_record),
	.sample_bytes = sizeof(struct sample),
	WHERE(point_record),
};

const struct jsonl_kind jsonl_kind_copy = {
	.name = "copy",
	.header = jsonl_copy,
	.point = jsonl_copy_point,
	.columns = jsonl_copy_samples,
	.changing = "n_calls",
	.point_bytes = sizeof(struct copy_point),
	.sample_bytes = sizeof(struct copy_sample),
	WHERE(copy_point),
};
