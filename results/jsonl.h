/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_JSONL_H
#define NETIO_RESULTS_JSONL_H

#include <stddef.h>

#include "results/stored.h"

/* Reads n bytes of JSON Lines into *out, whose ->path is set. 0, or a negative errno with err. */
int jsonl_parse(const char *text, size_t n, struct stored *out, struct err *err);

#endif
