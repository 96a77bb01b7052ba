/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_UNIT_H
#define NETIO_TESTS_UNIT_UNIT_H

/* What every unit test needs: cmocka with the headers it wants first, and three small helpers. */

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

/* For a row of a table: cmocka's own assertions do not say which row it was. */
#define CHECK(condition, ...)                                                                      \
	do {                                                                                       \
		if (!(condition))                                                                  \
			fail_msg(__VA_ARGS__);                                                     \
	} while (0)

/* cmocka prints no reason. */
#define SKIP(...)                                                                                  \
	do {                                                                                       \
		print_message("# skip: ");                                                         \
		print_message(__VA_ARGS__);                                                        \
		print_message("\n");                                                               \
		skip();                                                                            \
	} while (0)

/* Entries of a folder of /proc/self: descriptors, or threads. */
static inline size_t count_entries(const char *path)
{
	DIR *dir = opendir(path);
	size_t n = 0;

	if (!dir)
		return 0;
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static inline size_t count_descriptors(void)
{
	return count_entries("/proc/self/fd");
}

#endif
