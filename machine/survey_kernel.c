/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/survey.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/sysfile.h"

#define VULNERABILITIES "/sys/devices/system/cpu/vulnerabilities"

/* "always [madvise] never": the choice in brackets. */
static void chosen_word(struct survey *s, const char *name, const char *path)
{
	char text[128];
	char *word = NULL;

	if (sysfile_line(s->root, text, sizeof(text), "%s", path))
		word = strchr(text, '[');
	if (word)
		word[strcspn(word, "]")] = '\0';
	facts_text(s->facts, name, word ? word + 1 : NULL);
}

/* The words after "mitigations=" on the command line, "none" without. */
static void mitigations_option(struct survey *s)
{
	static const char key[] = "mitigations=";
	char line[4096];
	const char *word = NULL;

	if (!sysfile_read(s->root, "/proc/cmdline", line, sizeof(line)) || !line[0]) {
		facts_unknown(s->facts, "mitigations_option");
		return;
	}
	/* The kernel takes the last. */
	for (char *w = strtok(line, " \t\n"); w; w = strtok(NULL, " \t\n")) {
		if (strncmp(w, key, sizeof(key) - 1) == 0)
			word = w + sizeof(key) - 1;
	}
	facts_text(s->facts, "mitigations_option", word ? word : "none");
}

/* What the kernel says of one vulnerability, without the word that all have; "" where it does not apply. */
static void state_of(const struct survey *s, const char *name, char *text, size_t size)
{
	static const char common[] = "Mitigation: ";
	const size_t n_common = sizeof(common) - 1;
	char line[256];
	bool applies = sysfile_line(s->root, line, sizeof(line), VULNERABILITIES "/%s", name) &&
		       strcmp(line, "Not affected") != 0;

	snprintf(text, size, "%s",
		!applies                               ? ""
		: strncmp(line, common, n_common) == 0 ? line + n_common
						       : line);
}

static void add_state(const struct survey *s, const char *name, FILE *joined, bool *any)
{
	char text[256];

	state_of(s, name, text, sizeof(text));
	if (!text[0])
		return;
	fprintf(joined, "%s%s: %s", *any ? " | " : "", name, text);
	*any = true;
}

static int is_file_of_state(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* "meltdown: PTI | spectre_v1: ..." in alphabetical order, so that two machines' texts can be compared. */
static char *join_states(const struct survey *s)
{
	char path[SYSFILE_PATH_BYTES];
	struct dirent **entries;
	char *text = NULL;
	size_t size;
	bool any = false;
	FILE *f;
	int n;

	snprintf(path, sizeof(path), "%s" VULNERABILITIES, s->root);
	n = scandir(path, &entries, is_file_of_state, alphasort);
	if (n < 0)
		return NULL;
	f = open_memstream(&text, &size);
	for (int i = 0; i < n; i++) {
		if (f)
			add_state(s, entries[i]->d_name, f, &any);
		free(entries[i]);
	}
	free(entries);
	if (f && !any)
		fputs("none", f);
	if (f)
		fclose(f);
	return text;
}

static void mitigations(struct survey *s)
{
	char *text = join_states(s);

	facts_text(s->facts, "mitigations", text);
	free(text);
	mitigations_option(s);
}

static void scheduling(struct survey *s)
{
	if (survey_flag(s, "sched_autogroup", "/proc/sys/kernel/sched_autogroup_enabled") &&
		survey_last_is(s, "yes"))
		facts_remark(s->facts, "each session gets an equal share of a CPU, whatever the "
				       "nice values in it: "
				       "sysctl kernel.sched_autogroup_enabled=0");
	if (survey_integer(s, "perf_event_paranoid", "/proc/sys/kernel/perf_event_paranoid") &&
		s->facts->fact[s->facts->n - 1].integer > 2)
		facts_remark(s->facts, "without CAP_PERFMON no cycles are counted: sysctl "
				       "kernel.perf_event_paranoid=2");
}

static void memory(struct survey *s)
{
	char meminfo[4096];
	int64_t kib;

	if (sysfile_read(s->root, "/proc/meminfo", meminfo, sizeof(meminfo)) &&
		sysfile_number(meminfo, "MemTotal", ':', &kib) && kib < INT64_MAX / 1024)
		facts_integer(s->facts, "memory_bytes", kib * 1024);
	else
		facts_unknown(s->facts, "memory_bytes");
	facts_integer(s->facts, "page_bytes", sysconf(_SC_PAGESIZE));
	/* No remark: the buffers that are measured are mapped without huge pages, or with them on purpose. */
	chosen_word(s, "thp", "/sys/kernel/mm/transparent_hugepage/enabled");
	chosen_word(s, "thp_shmem", "/sys/kernel/mm/transparent_hugepage/shmem_enabled");
	survey_integer(s, "aslr", "/proc/sys/kernel/randomize_va_space");
}

void survey_kernel(struct survey *s)
{
	survey_text(s, "kernel", "/proc/sys/kernel/osrelease");
	survey_text(s, "kernel_version", "/proc/sys/kernel/version");
	memory(s);
	mitigations(s);
	scheduling(s);
}
