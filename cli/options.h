/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_OPTIONS_H
#define NETIO_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/*
 * The option table of a command: one row is the parser, the default, the range, the help and the
 * completion. Long options are taken in full only: an abbreviation that works today would mean
 * something else the day an option is added.
 */

enum opt_type {
	OPT_GROUP,    /* a heading of the help; no option */
	OPT_FLAG,     /* bool */
	OPT_NUMBER,   /* uint64_t, a size of base/units.h within min..max */
	OPT_DURATION, /* uint64_t, ns, within min..max */
	OPT_PERCENT,  /* double, per cent; min and max in thousandths of one */
	OPT_LIST,     /* struct units_list, values within min..max */
	OPT_WORD,     /* size_t, the index of one of `words` */
	OPT_WORDS,    /* struct opt_words, a comma list of `words` */
	OPT_TEXT,     /* const char *, not empty */
	OPT_TEXTS,    /* struct opt_texts, not empty; each time it is written it adds one */
	OPT_NAMES, /* struct opt_texts, a comma list; the command checks it, `words` are some of them */
};

/* A row; the array ends with one whose type is OPT_GROUP and whose help is NULL. */
struct opt {
	enum opt_type type;
	char letter; /* 0: none */
	const char *name;
	const char *arg; /* what --help calls the argument */
	size_t at;       /* offsetof the field in the command's struct */
	const char *def; /* through the same parser; NULL: the field stays 0 */
	uint64_t min;
	uint64_t max;
	const char *(*words)(size_t index); /* OPT_WORD, OPT_WORDS, OPT_NAMES */
	const char *help;
};

/* Indices in the order written, repeats kept; the heap's, released by opt_release. */
struct opt_words {
	size_t *index;
	size_t n;
};

/* The texts, in memory of the heap that opt_release frees with them. */
struct opt_texts {
	char **text;
	size_t n;
};

/*
 * Sets the defaults, then argv[1..argc-1], in fields of *config (zeroed by the caller). given, when not
 * NULL, has an element a row and is set true for the options that were written. 0; OPT_HELP when
 * --help or -h was among them; -EINVAL or -ERANGE with err, which names the text and what was expected. Call
 * opt_release in any case.
 */
#define OPT_HELP 1
int opt_parse(const struct opt *options, int argc, char **argv, void *config, bool *given,
	struct err *err);

/*
 * The same; *written gets each option that was written, in order, as "--name" or "--name=text", so that the words can be
 * given to another parser. Released by opt_texts_release.
 */
int opt_parse_keeping(const struct opt *options, int argc, char **argv, void *config, bool *given,
	struct opt_texts *written, struct err *err);
void opt_texts_release(struct opt_texts *texts);

void opt_release(const struct opt *options, void *config);

/* Whether this row ends the table. */
static inline bool opt_is_end(const struct opt *o)
{
	return o->type == OPT_GROUP && !o->help;
}

/* The words of a struct opt, for base/nearest.h. */
const char *opt_word(const void *opt, size_t index);

/* How many rows the table has; and the index of the option of that name (it must be there). */
size_t opt_count(const struct opt *options);
size_t opt_row(const struct opt *options, const char *name);

/* The table as --help shows it. */
void opt_help(FILE *f, const struct opt *options);

/* For the completion: "--name" or "--name=" a line; then, for one option, its words a line. */
void opt_complete(FILE *f, const struct opt *options);
int opt_complete_words(FILE *f, const struct opt *options, const char *name);

#endif
