/* SPDX-License-Identifier: MIT */
#include "results/jsonl.h"

#include <errno.h>

int jsonl_parse(const char *text, size_t n, struct stored *out, struct err *err)
{
	(void)text;
	(void)n;
	return err_set(err, ENOTSUP, "%s: JSON Lines cannot be read by this version", out->path);
}
