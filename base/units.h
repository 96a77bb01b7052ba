/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BASE_UNITS_H
#define NETIO_BASE_UNITS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Sizes, ranges and durations as a person writes them. Every parser takes the whole text or nothing:
 * on failure the result is untouched, err names the offending text and what was expected, and the
 * return is -EINVAL (not of the form) or -ERANGE (of the form, but too large or too many).
 */

/* The most values a list may have: a sweep of more is a slip of the pen. */
#define UNITS_LIST_MAX 65536

/* Values in the order written, repeats kept. `values` is the heap's; release with units_list_release. */
struct units_list {
	uint64_t *values;
	size_t n;
};

/*
 * A number of bytes (or of anything): decimal or 0x hexadecimal digits, then at most one suffix:
 * K M G or Ki Mi Gi (1024), KB MB GB (1000). No sign, space, point or exponent.
 */
int units_size(const char *text, uint64_t *value, struct err *err);

/* The shortest text that units_size reads as this number: "64K", "4100". In text, which is returned. */
const char *units_size_text(uint64_t value, char *text, size_t size);

/*
 * A comma list of sizes and ranges, each number written within min..max, also an END that is never hit.
 * START:END:STEP adds STEP while not
 * beyond END, which is included when hit; START:END:xFACTOR multiplies.
 */
int units_list(
	const char *text, uint64_t min, uint64_t max, struct units_list *list, struct err *err);

/* The largest value; 0 of an empty list. */
uint64_t units_list_max(const struct units_list *list);

void units_list_release(struct units_list *list);

/* For qsort() of uint64_t, ascending. */
int units_by_value(const void *a, const void *b);

/*
 * Per cent: digits, then at most a point and up to three digits, then at most a % sign; below 10^6. The result is in
 * thousandths of a per cent.
 */
int units_percent(const char *text, uint64_t *thousandths, struct err *err);

/* Whole nanoseconds from digits and one of the suffixes ns us ms s m. */
int units_duration(const char *text, uint64_t *ns, struct err *err);

#endif
