/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <errno.h>
#include <string.h>

#include "base/nearest.h"

#define HELP_COLUMN 30
#define HELP_WIDTH  96

const char *opt_word(const void *opt, size_t index)
{
	const struct opt *o = opt;

	return o->words(index);
}

/* Prints words from column `at` on, broken at HELP_WIDTH. */
static void wrap(FILE *f, const char *text, int at)
{
	int column = at;

	while (*text) {
		int n = (int)strcspn(text, " ");

		if (column > at && column + n >= HELP_WIDTH) {
			fprintf(f, "\n%*s", at, "");
			column = at;
		}
		column += fprintf(f, "%s%.*s", column > at ? " " : "", n, text);
		text += n + (text[n] == ' ');
	}
	fputc('\n', f);
}

static void help_row(FILE *f, const struct opt *o)
{
	char words[512] = "";
	char text[1024];
	int n;

	n = o->letter ? fprintf(f, "  -%c, --%s", o->letter, o->name)
		      : fprintf(f, "      --%s", o->name);
	if (o->type != OPT_FLAG)
		n += fprintf(f, "=%s", o->arg);
	if (n >= HELP_COLUMN)
		n = fprintf(f, "\n") - 1;
	fprintf(f, "%*s", HELP_COLUMN - n, "");
	if (o->words)
		nearest_list(opt_word, o, words, sizeof(words));
	snprintf(text, sizeof(text), "%s%s%s%s%s%s", o->help, *words ? ": " : "", words,
		o->def ? " [" : "", o->def ? o->def : "", o->def ? "]" : "");
	wrap(f, text, HELP_COLUMN);
}

void opt_help(FILE *f, const struct opt *options)
{
	for (const struct opt *o = options; !opt_is_end(o); o++) {
		if (o->type == OPT_GROUP)
			fprintf(f, "\n%s\n", o->help);
		else
			help_row(f, o);
	}
	fprintf(f, "  -h, --help                  this text\n");
}

void opt_complete(FILE *f, const struct opt *options)
{
	for (const struct opt *o = options; !opt_is_end(o); o++) {
		if (o->type != OPT_GROUP)
			fprintf(f, "--%s%s\n", o->name, o->type == OPT_FLAG ? "" : "=");
	}
	fprintf(f, "--help\n");
}

int opt_complete_words(FILE *f, const struct opt *options, const char *name)
{
	const char *word;

	for (const struct opt *o = options; !opt_is_end(o); o++) {
		if (!o->name || strcmp(o->name, name) != 0)
			continue;
		for (size_t i = 0; o->words && (word = o->words(i)) != NULL; i++)
			fprintf(f, "%s\n", word);
		return 0;
	}
	return -ENOENT;
}
