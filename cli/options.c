/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/units.h"

/* getopt_long returns this plus the row, so that it cannot be mistaken for a letter. */
#define ROW 256

size_t opt_count(const struct opt *options)
{
	size_t n = 0;

	while (!opt_is_end(&options[n]))
		n++;
	return n;
}

size_t opt_row(const struct opt *options, const char *name)
{
	for (size_t i = 0; !opt_is_end(&options[i]); i++) {
		if (options[i].name && strcmp(options[i].name, name) == 0)
			return i;
	}
	abort(); /* a name in our own source that is not in its table */
}

static void *field(const struct opt *o, void *config)
{
	return (char *)config + o->at;
}

static int set_number(const struct opt *o, const char *text, void *at, struct err *err)
{
	uint64_t value;
	int ret = o->type == OPT_DURATION ? units_duration(text, &value, err)
					  : units_size(text, &value, err);

	if (ret)
		return ret;
	if (value < o->min || (o->max && value > o->max)) {
		const char *unit = o->type == OPT_DURATION ? " ns" : "";

		if (!o->max)
			return err_set(err, ERANGE,
				"'%s' is out of range: expected at least %llu%s", text,
				(unsigned long long)o->min, unit);
		return err_set(err, ERANGE, "'%s' is out of range: expected %llu to %llu%s", text,
			(unsigned long long)o->min, (unsigned long long)o->max, unit);
	}
	*(uint64_t *)at = value;
	return 0;
}

static int set_percent(const struct opt *o, const char *text, void *at, struct err *err)
{
	uint64_t value;
	int ret = units_percent(text, &value, err);

	if (ret)
		return ret;
	if (value < o->min || (o->max && value > o->max))
		return err_set(err, ERANGE, "'%s' is out of range: expected %g%% to %g%%", text,
			(double)o->min / 1000, (double)o->max / 1000);
	*(double *)at = (double)value / 1000;
	return 0;
}

static int find_word(const struct opt *o, const char *text, size_t *index, struct err *err)
{
	const char *word;

	for (size_t i = 0; (word = o->words(i)) != NULL; i++) {
		if (strcmp(word, text) == 0) {
			*index = i;
			return 0;
		}
	}
	return nearest_unknown(text, opt_word, o, err);
}

static int set_words(
	const struct opt *o, const char *text, struct opt_words *words, struct err *err)
{
	char *copy = strdup(text);
	char *rest = copy;
	size_t *index = calloc(strlen(text) + 1, sizeof(*index)); /* more than there are commas */
	size_t n = 0;
	char *item;
	int ret = copy && index ? 0 : err_set(err, ENOMEM, "out of memory");

	while (!ret && (item = strsep(&rest, ",")) != NULL)
		ret = find_word(o, item, &index[n++], err);
	free(copy);
	if (ret) {
		free(index);
		return ret;
	}
	free(words->index);
	*words = (struct opt_words) { index, n };
	return 0;
}

void opt_texts_release(struct opt_texts *texts)
{
	for (size_t i = 0; i < texts->n; i++)
		free(texts->text[i]);
	free(texts->text);
	*texts = (struct opt_texts) { 0 };
}

static int add_text(struct opt_texts *texts, const char *text, struct err *err)
{
	char **more = realloc(texts->text, (texts->n + 1) * sizeof(*more));

	if (more)
		texts->text = more;
	if (!more || !(more[texts->n] = strdup(text)))
		return err_set(err, ENOMEM, "out of memory");
	texts->n++;
	return 0;
}

static int set_names(const char *text, struct opt_texts *names, struct err *err)
{
	char *copy = strdup(text);
	char *rest = copy;
	char *item;
	int ret = copy ? 0 : err_set(err, ENOMEM, "out of memory");

	opt_texts_release(names);
	while (!ret && (item = strsep(&rest, ",")) != NULL)
		ret = add_text(names, item, err);
	free(copy);
	return ret;
}

static int set_text(const struct opt *o, const char *text, void *at, struct err *err)
{
	if (!*text)
		return err_set(err, EINVAL, "'' is empty: expected %s", o->arg);
	if (o->type == OPT_TEXTS)
		return add_text(at, text, err);
	*(const char **)at = text;
	return 0;
}

static int set(const struct opt *o, const char *text, void *config, struct err *err)
{
	void *at = field(o, config);
	int ret = 0;

	switch (o->type) {
	case OPT_GROUP:
		break;
	case OPT_FLAG:
		*(bool *)at = true;
		break;
	case OPT_NUMBER:
	case OPT_DURATION:
		ret = set_number(o, text, at, err);
		break;
	case OPT_PERCENT:
		ret = set_percent(o, text, at, err);
		break;
	case OPT_LIST:
		ret = units_list(text, o->min, o->max ? o->max : UINT64_MAX, at, err);
		break;
	case OPT_WORD:
		ret = find_word(o, text, at, err);
		break;
	case OPT_WORDS:
		ret = set_words(o, text, at, err);
		break;
	case OPT_TEXT:
	case OPT_TEXTS:
		ret = set_text(o, text, at, err);
		break;
	case OPT_NAMES:
		ret = set_names(text, at, err);
		break;
	}
	if (ret)
		err_prefix(err, "--%s", o->name);
	return ret;
}

static const char *option_name(const void *options, size_t index)
{
	size_t seen = 0;

	for (const struct opt *o = options; !opt_is_end(o); o++) {
		if (o->type != OPT_GROUP && seen++ == index)
			return o->name;
	}
	return NULL;
}

static int unknown(const struct opt *options, const char *arg, struct err *err)
{
	const char *near = NULL;
	char name[64];

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(arg, "="), arg);
	if (strncmp(name, "--", 2) == 0)
		near = nearest_in(name + 2, option_name, options);
	return err_set(err, EINVAL, "unknown option '%.80s'%s%s%s", arg,
		near ? "; did you mean --" : ": --help lists them", near ? near : "",
		near ? "?" : "");
}

/* getopt's own tables, made from ours. */
struct tables {
	struct option *longs;
	char *shorts;
};

static int make_tables(const struct opt *options, struct tables *t, struct err *err)
{
	size_t n = opt_count(options);
	size_t used = 0;
	char *s;

	t->longs = calloc(n + 2, sizeof(*t->longs));
	t->shorts = calloc(2 * n + 8, 1);
	if (!t->longs || !t->shorts)
		return err_set(err, ENOMEM, "out of memory");
	/* '-': words that are no options come as 1, in place; ':': a missing argument comes as ':'. */
	s = stpcpy(t->shorts, "-:h");
	for (size_t i = 0; i < n; i++) {
		const struct opt *o = &options[i];

		if (o->type == OPT_GROUP)
			continue;
		t->longs[used++] =
			(struct option) { o->name, o->type != OPT_FLAG, NULL, ROW + (int)i };
		if (o->letter)
			*s++ = o->letter;
		if (o->letter && o->type != OPT_FLAG)
			*s++ = ':';
	}
	t->longs[used] = (struct option) { "help", no_argument, NULL, 'h' };
	return 0;
}

static const struct opt *row_of(const struct opt *options, int c)
{
	if (c >= ROW)
		return &options[c - ROW];
	for (const struct opt *o = options; !opt_is_end(o); o++) {
		if (o->letter == c)
			return o;
	}
	return NULL;
}

/* Whether the word names the option in full; a short letter always does. */
static bool in_full(const char *word, const char *name)
{
	size_t n = strcspn(word, "=");

	return strncmp(word, "--", 2) != 0 ||
	       (n == strlen(name) + 2 && memcmp(word + 2, name, n - 2) == 0);
}

/* "--name=text", or the flag alone. */
static int keep(struct opt_texts *written, const struct opt *o, const char *text, struct err *err)
{
	char *word;
	int ret;

	if (asprintf(&word, "--%s%s%s", o->name, text ? "=" : "", text ? text : "") < 0)
		return err_set(err, ENOMEM, "out of memory");
	ret = add_text(written, word, err);
	free(word);
	return ret;
}

/* Where what was parsed goes. */
struct parse {
	const struct opt *options;
	void *config;
	bool *given;               /* NULL: nobody asks */
	struct opt_texts *written; /* NULL: nobody asks */
};

static int take(const struct parse *p, int c, const char *word, struct err *err)
{
	const struct opt *options = p->options;
	const struct opt *o = c == '?' || c == ':' || c == 1 ? NULL : row_of(options, c);

	if (c == 'h' && in_full(word, "help"))
		return OPT_HELP;
	if (c == 1)
		return err_set(
			err, EINVAL, "unexpected argument '%s': expected options only", word);
	if (c == ':' && row_of(options, optopt))
		return err_set(err, EINVAL, "--%s: expected %s after it",
			row_of(options, optopt)->name, row_of(options, optopt)->arg);
	if (c == '?' && optopt >= ROW)
		return err_set(err, EINVAL, "--%s takes no argument", options[optopt - ROW].name);
	if (!o || !in_full(word, o->name))
		return unknown(options, word, err);
	if (p->given)
		p->given[o - options] = true;
	if (p->written && keep(p->written, o, o->type == OPT_FLAG ? NULL : optarg, err))
		return -ENOMEM;
	return set(o, optarg, p->config, err);
}

int opt_parse(const struct opt *options, int argc, char **argv, void *config, bool *given,
	struct err *err)
{
	return opt_parse_keeping(options, argc, argv, config, given, NULL, err);
}

int opt_parse_keeping(const struct opt *options, int argc, char **argv, void *config, bool *given,
	struct opt_texts *written, struct err *err)
{
	const struct parse p = { options, config, given, written };
	struct tables t = { 0 };
	int ret = make_tables(options, &t, err);

	for (const struct opt *o = options; !ret && !opt_is_end(o); o++) {
		if (o->def)
			ret = set(o, o->def, config, err);
	}
	optind = 0; /* glibc: start afresh */
	opterr = 0;
	while (!ret) {
		int at = optind ? optind : 1;
		int c = getopt_long(argc, argv, t.shorts, t.longs, NULL);

		if (c == -1)
			break;
		ret = take(&p, c, argv[at], err);
	}
	if (!ret && optind < argc)
		ret = err_set(err, EINVAL, "unexpected argument '%s': expected options only",
			argv[optind]);
	free(t.longs);
	free(t.shorts);
	return ret;
}

void opt_release(const struct opt *options, void *config)
{
	for (const struct opt *o = options; !opt_is_end(o); o++) {
		if (o->type == OPT_LIST)
			units_list_release(field(o, config));
		if (o->type == OPT_TEXTS || o->type == OPT_NAMES)
			opt_texts_release(field(o, config));
		if (o->type == OPT_WORDS) {
			free(((struct opt_words *)field(o, config))->index);
			*(struct opt_words *)field(o, config) = (struct opt_words) { 0 };
		}
	}
}
