/* SPDX-License-Identifier: MIT */
#include "tests/unit/golden.h"

#include "tests/fuzz/walk.h"

/* What `make fuzz` starts from, and what it once found, without a fuzzer. */

#define FOLDER "tests/fuzz/corpus"

static size_t read_file(const char *name, char *bytes, size_t room)
{
	char path[512];
	FILE *f;
	size_t n = 0;

	snprintf(path, sizeof(path), FOLDER "/%s", name);
	f = fopen(path, "r");
	CHECK(f, "%s: %s (the tests run in the top folder)", path, strerror(errno));
	if (f) {
		n = fread(bytes, 1, room, f);
		fclose(f);
	}
	CHECK(n < room, "%s is too large for a corpus", path);
	return n;
}

/* Each of its lengths too: a file may be cut anywhere. From the heap, so that a sanitizer sees a byte too far. */
static void walk_each_length(const char *bytes, size_t n)
{
	size_t step = n / 200 + 1;

	for (size_t length = 0; length <= n; length += step) {
		char *copy = malloc(length ? length : 1);

		assert_non_null(copy);
		memcpy(copy, bytes, length);
		read_and_walk(copy, length);
		free(copy);
	}
	read_and_walk(bytes, n);
}

static void every_file_is_read_or_refused(void **state)
{
	static char bytes[1 << 16];
	DIR *dir = opendir(FOLDER);
	struct dirent *entry;
	size_t n_files = 0;

	(void)state;
	CHECK(dir, FOLDER ": %s (the tests run in the top folder)", strerror(errno));
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		walk_each_length(bytes, read_file(entry->d_name, bytes, sizeof(bytes)));
		n_files++;
	}
	closedir(dir);
	assert_true(n_files >= 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_file_is_read_or_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
