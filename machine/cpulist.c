/* SPDX-License-Identifier: MIT */
#include "machine/cpulist.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *parse_cpu(const char *text, int *cpu)
{
	char *end;
	unsigned long n;

	if (!isdigit((unsigned char)*text))
		return NULL;
	n = strtoul(text, &end, 10);
	if (n > INT_MAX)
		return NULL;
	*cpu = (int)n;
	return end;
}

/* "3" or "0-3". */
static const char *parse_range(const char *text, int *first, int *last)
{
	text = parse_cpu(text, first);
	*last = *first;
	if (text && *text == '-')
		text = parse_cpu(text + 1, last);
	return text && *last >= *first ? text : NULL;
}

size_t cpulist_parse(const char *text, int *cpus, size_t max)
{
	size_t n = 0;
	int first = 0, last = 0;

	do {
		text = parse_range(text, &first, &last);
		if (!text || (*text && *text != ','))
			return 0;
		for (; first <= last && n < max; first++)
			cpus[n++] = first;
	} while (*text++ == ',');
	return n;
}

static int by_number(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* Where the run of consecutive numbers that starts at i ends. */
static size_t run_end(const int *cpus, size_t n, size_t i)
{
	while (i + 1 < n && cpus[i + 1] <= cpus[i] + 1)
		i++;
	return i;
}

void cpulist_write(int *cpus, size_t n, char *text, size_t size)
{
	size_t used = 0;
	size_t end;
	char range[32];
	int wrote;

	text[0] = '\0';
	qsort(cpus, n, sizeof(*cpus), by_number);
	for (size_t i = 0; i < n; i = end + 1) {
		end = run_end(cpus, n, i);
		wrote = snprintf(range, sizeof(range), "%s%d", used ? "," : "", cpus[i]);
		if (cpus[end] > cpus[i])
			wrote += snprintf(
				range + wrote, sizeof(range) - (size_t)wrote, "-%d", cpus[end]);
		if (used + (size_t)wrote >= size)
			return;
		memcpy(text + used, range, (size_t)wrote + 1);
		used += (size_t)wrote;
	}
}

bool cpulist_has(const int *cpus, size_t n, int cpu)
{
	for (size_t i = 0; i < n; i++) {
		if (cpus[i] == cpu)
			return true;
	}
	return false;
}
