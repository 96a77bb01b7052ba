/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/units.h"
#include "cli/options.h"

struct asked {
	bool quiet, verbose;
	uint64_t count, seed, limit_ns;
	double share;
	struct units_list sizes;
	size_t mode;
	struct opt_words kinds;
	const char *file;
	struct opt_texts files, names;
};

static const char *mode_name(size_t i)
{
	static const char *const names[] = { "pair", "lockstep", NULL };

	return names[i];
}

static const char *kind_name(size_t i)
{
	static const char *const names[] = { "unix", "tcp", "pipe", NULL };

	return names[i];
}

#define AT(field) offsetof(struct asked, field)

static const struct opt options[] = {
	{ OPT_GROUP, .help = "First" },
	{ OPT_FLAG, 'q', "quiet", .at = AT(quiet), .help = "says nothing" },
	{ OPT_FLAG, 'v', "verbose", .at = AT(verbose), .help = "says more" },
	{ OPT_NUMBER, 'n', "count", "N", AT(count), "8K", 1, 1 << 20, .help = "how many" },
	{ OPT_NUMBER, 0, "seed", "N", AT(seed), NULL, 5, 0, .help = "any from 5 on" },
	{ OPT_DURATION, 0, "limit", "T", AT(limit_ns), "10ms", 1000, 1000000000, .help = "time" },
	{ OPT_PERCENT, 0, "share", "PCT", AT(share), "2.5", 500, 50000, .help = "part" },
	{ OPT_GROUP, .help = "Second" },
	{ OPT_LIST, 's', "size", "LIST", AT(sizes), "1,2", 1, 1000, .help = "sizes" },
	{ OPT_WORD, 'm', "mode", "NAME", AT(mode), "lockstep", .words = mode_name,
		.help = "which of two" },
	{ OPT_WORDS, 't', "kind", "LIST", AT(kinds), "unix", .words = kind_name, .help = "some" },
	{ OPT_TEXT, 0, "file", "FILE", AT(file), NULL, .help = "where to" },
	{ OPT_TEXTS, 0, "add", "FILE", AT(files), NULL, .help = "more of them" },
	{ OPT_NAMES, 0, "names", "LIST", AT(names), "one,two", .words = kind_name,
		.help = "unchecked" },
	{ OPT_GROUP, .help = NULL },
};

#define ARGS_MAX 8

struct parsed {
	struct asked asked;
	bool given[N_OF(options)];
	struct err err;
	int ret;
};

/* NULL ends the arguments. Release with opt_release(). */
static struct parsed parse(const char *const *args)
{
	char *argv[ARGS_MAX + 2] = { (char *)"test" };
	struct parsed p = { 0 };
	int argc = 1;

	for (; *args; args++)
		argv[argc++] = (char *)*args;
	p.ret = opt_parse(options, argc, argv, &p.asked, p.given, &p.err);
	return p;
}

#define PARSE(...) parse((const char *const[]) { __VA_ARGS__, NULL })

static struct parsed parse_well(const char *const *args)
{
	struct parsed p = parse(args);

	CHECK(p.ret == 0 && p.err.code == 0, "%s ...: %s", args[0] ? args[0] : "nothing",
		p.err.text);
	return p;
}

#define PARSE_WELL(...) parse_well((const char *const[]) { __VA_ARGS__, NULL })

static void defaults(void **state)
{
	const char *const nothing[] = { NULL };
	struct parsed p = parse_well(nothing);

	(void)state;
	assert_false(p.asked.quiet);
	assert_int_equal(p.asked.count, 8192);
	assert_int_equal(p.asked.seed, 0);
	assert_int_equal(p.asked.limit_ns, 10000000);
	assert_true(p.asked.share == 2.5);
	assert_int_equal(p.asked.sizes.n, 2);
	assert_int_equal(p.asked.sizes.values[1], 2);
	assert_int_equal(p.asked.mode, 1);
	assert_int_equal(p.asked.kinds.n, 1);
	assert_int_equal(p.asked.kinds.index[0], 0);
	assert_null(p.asked.file);
	for (size_t i = 0; i < N_OF(options); i++)
		assert_false(p.given[i]);
	opt_release(options, &p.asked);
}

static void expect_all_types(struct parsed *p)
{
	assert_true(p->asked.quiet);
	assert_false(p->asked.verbose);
	assert_int_equal(p->asked.count, 65536);
	assert_int_equal(p->asked.seed, 7);
	assert_int_equal(p->asked.limit_ns, 5000);
	assert_int_equal(p->asked.sizes.n, 3);
	assert_int_equal(p->asked.sizes.values[2], 9);
	assert_int_equal(p->asked.mode, 0);
	assert_int_equal(p->asked.kinds.n, 3);
	assert_int_equal(p->asked.kinds.index[0], 2);
	assert_int_equal(p->asked.kinds.index[1], 0);
	assert_int_equal(p->asked.kinds.index[2], 2);
	assert_string_equal(p->asked.file, "-x");
	assert_true(p->given[opt_row(options, "quiet")]);
	assert_true(p->given[opt_row(options, "file")]);
	assert_false(p->given[opt_row(options, "verbose")]);
	opt_release(options, &p->asked);
}

static void every_type_with_equals_sign(void **state)
{
	struct parsed p = PARSE_WELL("--quiet", "--count=64K", "--seed=7", "--limit=5us",
		"--size=1:5:4,9", "--mode=pair", "--kind=pipe,unix,pipe", "--file=-x");

	(void)state;
	expect_all_types(&p);
}

static void every_type_with_letters(void **state)
{
	struct parsed p = PARSE_WELL("-qn64K", "--seed=7", "--limit=5us", "-s1:5:4,9", "-mpair",
		"-tpipe,unix,pipe", "--file", "-x");

	(void)state;
	expect_all_types(&p);
}

static void texts_add_up_and_names_replace(void **state)
{
	struct parsed p = PARSE_WELL("--add=a", "--add", "b,c", "--names=x,,y", "--names=z");

	(void)state;
	assert_int_equal(p.asked.files.n, 2);
	assert_string_equal(p.asked.files.text[0], "a");
	assert_string_equal(p.asked.files.text[1], "b,c");
	assert_int_equal(p.asked.names.n, 1);
	assert_string_equal(p.asked.names.text[0], "z");
	opt_release(options, &p.asked);
	assert_int_equal(p.asked.files.n, 0);
	p = PARSE_WELL("--names=x,,y");
	assert_int_equal(p.asked.names.n, 3);
	assert_string_equal(p.asked.names.text[1], "");
	opt_release(options, &p.asked);
	p = PARSE_WELL("--quiet");
	assert_int_equal(p.asked.names.n, 2);
	assert_string_equal(p.asked.names.text[1], "two");
	opt_release(options, &p.asked);
}

static void argument_as_next_word(void **state)
{
	struct parsed p = PARSE_WELL("--count", "3", "-m", "pair", "-n", "4", "--", NULL);

	(void)state;
	assert_int_equal(p.asked.count, 4);
	assert_int_equal(p.asked.mode, 0);
	opt_release(options, &p.asked);
}

static void letters_cluster(void **state)
{
	struct parsed p = PARSE_WELL("-qvn", "5");

	(void)state;
	assert_true(p.asked.quiet && p.asked.verbose);
	assert_int_equal(p.asked.count, 5);
	opt_release(options, &p.asked);
}

/* The sanitizer sees what the earlier ones leave behind. */
static void last_one_wins(void **state)
{
	struct parsed p = PARSE_WELL("--size=1,2,3", "-s4", "--kind=tcp,pipe", "-ttcp", "-n1",
		"--count=2", "--file=a", "--file=b");

	(void)state;
	assert_int_equal(p.asked.sizes.n, 1);
	assert_int_equal(p.asked.sizes.values[0], 4);
	assert_int_equal(p.asked.kinds.n, 1);
	assert_int_equal(p.asked.kinds.index[0], 1);
	assert_int_equal(p.asked.count, 2);
	assert_string_equal(p.asked.file, "b");
	opt_release(options, &p.asked);
	opt_release(options, &p.asked);
}

static void nobody_asks_what_was_given(void **state)
{
	char *argv[] = { (char *)"test", (char *)"-q", NULL };
	struct asked asked = { 0 };
	struct err err = { 0 };

	(void)state;
	assert_int_equal(opt_parse(options, 2, argv, &asked, NULL, &err), 0);
	assert_true(asked.quiet);
	opt_release(options, &asked);
}

static void refused(void **state)
{
	static const struct {
		const char *args[3];
		int ret;
		const char *named;
	} rows[] = {
		{ { "--siz=4" }, -EINVAL, "unknown option '--siz=4'; did you mean --size?" },
		{ { "--siz", "4" }, -EINVAL, "'--siz'" },
		{ { "--s=4" }, -EINVAL, "unknown option '--s=4'" },
		{ { "--qui" }, -EINVAL, "unknown option '--qui'" },
		{ { "--hel" }, -EINVAL, "unknown option '--hel'" },
		{ { "--cuont=3" }, -EINVAL, "did you mean --count?" },
		{ { "--Quiet" }, -EINVAL, "did you mean --quiet?" },
		{ { "--nonsense" }, -EINVAL, "unknown option '--nonsense'" },
		{ { "-x" }, -EINVAL, "unknown option '-x'" },
		{ { "-qx" }, -EINVAL, "unknown option '-qx'" },
		{ { "-size=4" }, -EINVAL, "--size: 'ize=4'" },
		{ { "--count" }, -EINVAL, "--count: expected N" },
		{ { "-q", "-n" }, -EINVAL, "--count: expected N" },
		{ { "-qs" }, -EINVAL, "--size: expected LIST" },
		{ { "--file=" }, -EINVAL, "--file: '' is empty: expected FILE" },
		{ { "--file" }, -EINVAL, "--file: expected FILE" },
		{ { "--size=" }, -EINVAL, "--size: ''" },
		{ { "--quiet=1" }, -EINVAL, "--quiet takes no argument" },
		{ { "operand" }, -EINVAL, "'operand'" },
		{ { "-q", "operand", "-v" }, -EINVAL, "'operand'" },
		{ { "-q", "-" }, -EINVAL, "'-'" },
		{ { "", "-q" }, -EINVAL, "''" },
		{ { "--", "-q" }, -EINVAL, "'-q'" },
		{ { "--count=0" }, -ERANGE, "--count: '0' is out of range: expected 1 to 1048576" },
		{ { "--count=1048577" }, -ERANGE, "--count: '1048577'" },
		{ { "--count=10x" }, -EINVAL, "--count: '10x'" },
		{ { "--count=-1" }, -EINVAL, "--count: '-1'" },
		{ { "--seed=4" }, -ERANGE, "--seed: '4' is out of range: expected at least 5" },
		{ { "--limit=999ns" }, -ERANGE, "--limit: '999ns' is out of range" },
		{ { "--limit=2s" }, -ERANGE, "--limit: '2s' is out of range" },
		{ { "--limit=2" }, -EINVAL, "--limit: '2' is not a time" },
		{ { "--share=0.499" }, -ERANGE,
			"--share: '0.499' is out of range: expected 0.5% to 50%" },
		{ { "--share=51%" }, -ERANGE, "--share: '51%' is out of range" },
		{ { "--share=half" }, -EINVAL, "--share: 'half' is not a percentage" },
		{ { "--size=0" }, -ERANGE, "--size: '0' is out of range: expected 1 to 1000" },
		{ { "--size=1,,2" }, -EINVAL, "--size: '1,,2'" },
		{ { "-s1,1001" }, -ERANGE, "--size: '1001'" },
		{ { "--mode=par" }, -EINVAL,
			"--mode: 'par' is unknown: expected pair, lockstep; did you mean 'pair'?" },
		{ { "--mode=lock" }, -EINVAL,
			"--mode: 'lock' is unknown: expected pair, lockstep" },
		{ { "--mode=pair,pair" }, -EINVAL, "--mode: 'pair,pair'" },
		{ { "--mode=" }, -EINVAL, "--mode: ''" },
		{ { "--kind=tcp,upd,pipe" }, -EINVAL,
			"--kind: 'upd' is unknown: expected unix, tcp" },
		{ { "--kind=tcp," }, -EINVAL, "--kind: ''" },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		const char *const args[] = { rows[i].args[0], rows[i].args[1], rows[i].args[2],
			NULL };
		struct parsed p = parse(args);

		CHECK(p.ret == rows[i].ret && p.err.code == -p.ret, "'%s' gave %d with code %d: %s",
			args[0], p.ret, p.err.code, p.err.text);
		CHECK(strstr(p.err.text, rows[i].named), "'%s': no \"%s\" in: %s", args[0],
			rows[i].named, p.err.text);
		opt_release(options, &p.asked);
	}
}

static void help_is_asked_for(void **state)
{
	static const char *const rows[][3] = {
		{ "--help" },
		{ "-h" },
		{ "-qh" },
		{ "--count=3", "--help" },
		{ "--help", "--nonsense" },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		const char *const args[] = { rows[i][0], rows[i][1], rows[i][2], NULL };
		struct parsed p = parse(args);

		CHECK(p.ret == OPT_HELP, "row %zu gave %d: %s", i, p.ret, p.err.text);
		opt_release(options, &p.asked);
	}
}

static void rows_are_counted(void **state)
{
	(void)state;
	assert_int_equal(opt_count(options), N_OF(options) - 1);
	assert_int_equal(opt_row(options, "quiet"), 1);
	assert_int_equal(opt_row(options, "names"), N_OF(options) - 2);
}

/* What `print` writes for our table; the caller frees it. */
static char *printed(void (*print)(FILE *, const struct opt *))
{
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	assert_non_null(f);
	print(f, options);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void help_shows_every_row(void **state)
{
	static const char *const wanted[] = { "\nFirst\n", "\nSecond\n", "  -q, --quiet  ",
		"  -n, --count=N  ", "      --seed=N  ", "how many [8K]", "  -m, --mode=NAME  ",
		"which of two: pair, lockstep [lockstep]", "some: unix, tcp, pipe [unix]",
		"  -h, --help " };
	char *text = printed(opt_help);

	(void)state;
	for (size_t i = 0; i < N_OF(wanted); i++)
		CHECK(strstr(text, wanted[i]), "no \"%s\" in:\n%s", wanted[i], text);
	free(text);
}

static void completion(void **state)
{
	char *text = printed(opt_complete);

	(void)state;
	assert_string_equal(text,
		"--quiet\n--verbose\n--count=\n--seed=\n--limit=\n--share=\n--size=\n--mode=\n"
		"--kind=\n--file=\n--add=\n--names=\n--help\n");
	free(text);
}

static void completion_of_words(void **state)
{
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	(void)state;
	assert_non_null(f);
	assert_int_equal(opt_complete_words(f, options, "mode"), 0);
	assert_int_equal(opt_complete_words(f, options, "count"), 0);
	assert_true(opt_complete_words(f, options, "nonsense") < 0);
	assert_int_equal(fclose(f), 0);
	assert_string_equal(text, "pair\nlockstep\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults),
		cmocka_unit_test(every_type_with_equals_sign),
		cmocka_unit_test(every_type_with_letters),
		cmocka_unit_test(argument_as_next_word),
		cmocka_unit_test(texts_add_up_and_names_replace),
		cmocka_unit_test(letters_cluster),
		cmocka_unit_test(last_one_wins),
		cmocka_unit_test(nobody_asks_what_was_given),
		cmocka_unit_test(refused),
		cmocka_unit_test(help_is_asked_for),
		cmocka_unit_test(rows_are_counted),
		cmocka_unit_test(help_shows_every_row),
		cmocka_unit_test(completion),
		cmocka_unit_test(completion_of_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
