/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "cli/gate_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run_rows.h"
#include "results/judgement_writer.h"

#define AT(field)     offsetof(struct gate_options, field)
#define RUN_AT(field) AT(common.field)

/* What a gate measures where nothing else is asked for. */
#define DEFAULT_SIZES   "--size=4K,64K,1M"
#define DEFAULT_OFFSETS "--offset=0"

const struct opt gate_options[] = {
	{ OPT_GROUP, .help = "A against B" },
	{ OPT_TEXTS, 'a', "a", "OPTION", AT(set_a),
		.help = "an option of netio run that A has and B has not, without its --: "
			"copy=memcpy; may be given again" },
	{ OPT_TEXTS, 'b', "b", "OPTION", AT(set_b), .help = "the same of B" },
	{ OPT_TEXT, 0, "b-binary", "FILE", AT(b_binary),
		.help = "B is another netio, run over a pipe; A is this one, run likewise" },
	{ OPT_DURATION, 0, "aa", "T", AT(aa_ns), NULL, 1000000000, 24 * 3600 * SECOND_NS,
		.help = "compare A with itself for this long, gate after gate: how often that is "
			"called a change, and what change shows here" },
	{ OPT_PERCENT, 0, "inject", "PCT", AT(inject_percent), NULL, 100, 1000000,
		.help = "compare A with itself, slowed down by extra copying of this part of a "
			"message's CPU time, and say whether it was found" },
	{ OPT_NUMBER, 0, "gates", "N", AT(n_gates), NULL, 1, 1000000,
		.help = "that many gates with --inject or --aa; 1, or what --aa has time for" },
	{ OPT_GROUP,
		.help = "What to measure (LIST: 64,4K,0:128:4 with the end included,4K:8M:x2)" },
	RUN_ROWS_WHAT,
	{ OPT_GROUP, .help = "How to measure" },
	{ OPT_PERCENT, 0, "threshold", "PCT", AT(threshold_percent), NULL, 100, 50000,
		.help = "a smaller change is none; 3, and 5 of MB/s where the ends are on two "
			"CPUs" },
	{ OPT_PERCENT, 0, "precision", "PCT", AT(sampling.precision_percent), "1", 0, 100000,
		.help = "half-width of each point's 99 % interval that is precise enough to end "
			"early; 0: none is" },
	{ OPT_DURATION, 0, "time", "T", AT(sampling.time_ns), "30s", 1000000,
		7 * 24 * 3600 * SECOND_NS, .help = "of one gate, at most" },
	{ OPT_NUMBER, 0, "pairs", "N", AT(sampling.n_samples), "10", 1, 100000,
		.help = "pairs of samples a block, whose ends and buffers are fresh" },
	{ OPT_NUMBER, 0, "blocks", "N", AT(sampling.n_invocations), "10", 8, 100000,
		.help = "blocks a point, at least" },
	{ OPT_NUMBER, 0, "max-blocks", "N", AT(sampling.max_invocations), "1000", 8, 100000,
		.help = "at most" },
	{ OPT_NUMBER, 0, "warmup", "N", AT(sampling.n_warmup), NULL, 0, 1000000,
		.help = "samples that begin a block and do not count; without it, as many as it "
			"takes to be steady" },
	RUN_ROWS_ENDS,
	RUN_ROW_SEED,
	RUN_ROWS_SAMPLE_AND_SOCKET,
	{ OPT_GROUP, .help = "Output" },
	{ OPT_WORD, 'f', "format", "NAME", AT(verdicts.format), "table",
		.words = judgement_writer_name, .help = "how the result looks" },
	{ OPT_TEXTS, 0, "output", "FILE", AT(verdicts.outputs),
		.help = "write it to FILE as well, in the format of its suffix; may be given "
			"again" },
	{ OPT_WORD, 0, "ci", "NAME", AT(verdicts.ci), "none", .words = verdicts_ci_name,
		.help = "github: annotations, and Markdown in the job's summary" },
	{ OPT_TEXT, 0, "pairs-csv", "FILE", AT(pairs_csv),
		.help = "write every pair of samples to FILE, a row each" },
	{ OPT_FLAG, 0, "all", .at = AT(verdicts.all),
		.help = "show points that are the same, too" },
	{ OPT_FLAG, 0, "strict", .at = AT(verdicts.strict),
		.help = "exit 4 when it is inconclusive" },
	{ OPT_FLAG, 'n', "dry-run", .at = AT(dry_run),
		.help = "print the points, measure nothing" },
	{ OPT_FLAG, 'q', "quiet", .at = AT(quiet), .help = "no progress on stderr" },
	{ OPT_GROUP, .help = NULL },
};

static bool is_given(const bool *given, const char *name)
{
	return given[opt_row(gate_options, name)];
}

static int check(const struct gate_options *o, const bool *given, struct err *err)
{
	bool same = is_given(given, "aa") || is_given(given, "inject");

	if (same && (o->set_b.n || o->b_binary))
		return err_set(err, EINVAL,
			"--%s compares A with itself: expected no --b and no --b-binary",
			is_given(given, "aa") ? "aa" : "inject");
	if (!same && !o->set_a.n && !o->set_b.n && !o->b_binary)
		return err_set(err, EINVAL,
			"nothing to compare: expected --a and --b, --b-binary, --aa or --inject");
	if (is_given(given, "gates") && !same)
		return err_set(err, EINVAL,
			"--gates repeats a comparison of A with itself: expected --aa or --inject");
	if (same &&
		(is_given(given, "output") || is_given(given, "format") || is_given(given, "ci")))
		return err_set(err, EINVAL,
			"--%s prints a line a gate: expected no --output, --format and --ci",
			is_given(given, "aa") ? "aa" : "inject");
	if (o->sampling.max_invocations < o->sampling.n_invocations)
		return err_set(err, EINVAL, "--max-blocks: %llu is less than the %llu of --blocks",
			(unsigned long long)o->sampling.max_invocations,
			(unsigned long long)o->sampling.n_invocations);
	return 0;
}

/* Whether the option is one of a run, and so for both contestants. */
static bool is_of_run(const char *written)
{
	size_t n = strcspn(written + 2, "=");

	for (const struct opt *row = gate_options; !opt_is_end(row); row++) {
		if (row->type != OPT_GROUP && strlen(row->name) == n &&
			strncmp(row->name, written + 2, n) == 0)
			return row->at >= AT(common) &&
			       row->at < AT(common) + sizeof(struct run_options);
	}
	return false;
}

static int add(struct contestant *c, const char *prefix, const char *text, struct err *err)
{
	char **more = realloc(c->argv, (c->argc + 2) * sizeof(*more));

	if (more)
		c->argv = more;
	if (!more || asprintf(&c->argv[c->argc], "%s%s", prefix, text) < 0)
		return err_set(err, ENOMEM, "out of memory");
	c->argv[++c->argc] = NULL;
	return 0;
}

/* "copy=memcpy sndbuf=64K". */
static int name(
	struct contestant *c, const struct opt_texts *set, const char *otherwise, struct err *err)
{
	c->name = strdup(set->n ? set->text[0] : otherwise);
	for (size_t i = 1; c->name && i < set->n; i++) {
		char *longer;

		if (asprintf(&longer, "%s %s", c->name, set->text[i]) < 0)
			longer = NULL;
		free(c->name);
		c->name = longer;
	}
	return c->name ? 0 : err_set(err, ENOMEM, "out of memory");
}

/* The seed is drawn once and is that of both. */
static int add_defaults(
	struct contestant *c, const struct gate_options *o, const bool *given, struct err *err)
{
	char seed[32];
	int ret = 0;

	if (!is_given(given, "size"))
		ret = add(c, "", DEFAULT_SIZES, err);
	if (!ret && !is_given(given, "offset") && !is_given(given, "send-offset") &&
		!is_given(given, "recv-offset"))
		ret = add(c, "", DEFAULT_OFFSETS, err);
	snprintf(seed, sizeof(seed), "%llu", (unsigned long long)o->common.config.seed);
	if (!ret)
		ret = add(c, "--seed=", seed, err);
	return ret;
}

/* Defaults first, then what both have, then its own, so that the last word is the most particular one. */
static int make(struct contestant *c, const struct gate_options *o, const bool *given,
	const struct opt_texts *set, const char *otherwise, struct err *err)
{
	int ret = name(c, set, otherwise, err);

	if (!ret)
		ret = add(c, "", "run", err);
	if (!ret)
		ret = add_defaults(c, o, given, err);
	for (size_t i = 0; !ret && i < o->written.n; i++) {
		if (is_of_run(o->written.text[i]))
			ret = add(c, "", o->written.text[i], err);
	}
	for (size_t i = 0; !ret && i < set->n; i++)
		ret = add(c, "--", set->text[i], err);
	return ret;
}

static int parse(
	struct contestant *c, const char *letter, const struct topology *topology, struct err *err)
{
	int ret = run_options_parse(&c->run, topology, (int)c->argc, c->argv, err);

	if (ret == OPT_HELP)
		return err_set(err, EINVAL, "--%s: 'help' is no option to compare", letter);
	if (ret)
		err_prefix(err, "%s", letter);
	return ret;
}

static int make_both(
	struct gate_options *o, const struct topology *topology, const bool *given, struct err *err)
{
	const struct opt_texts *set_b = o->same ? &o->set_a : &o->set_b;
	int ret = make(&o->a, o, given, &o->set_a, o->b_binary ? "this netio" : "as it is", err);

	if (!ret)
		ret = make(&o->b, o, given, set_b, o->b_binary ? o->b_binary : "as it is", err);
	if (!ret)
		ret = parse(&o->a, "A", topology, err);
	return ret ? ret : parse(&o->b, "B", topology, err);
}

int gate_options_parse(struct gate_options *o, const struct topology *topology, int argc,
	char **argv, struct err *err)
{
	bool *given = calloc(opt_count(gate_options), sizeof(*given));
	int ret;

	*o = (struct gate_options) { 0 };
	if (!given)
		return err_set(err, ENOMEM, "out of memory");
	ret = opt_parse_keeping(gate_options, argc, argv, o, given, &o->written, err);
	if (ret)
		goto out;
	if (!is_given(given, "seed"))
		o->common.config.seed = draw_seed();
	if (!is_given(given, "warmup"))
		o->sampling.n_warmup = WARMUP_STEADY;
	o->sampling.batch_ns = o->common.config.sampling.batch_ns;
	o->same = is_given(given, "aa") || is_given(given, "inject");
	if (o->same && !o->n_gates && !is_given(given, "aa"))
		o->n_gates = 1;
	ret = check(o, given, err);
	if (!ret)
		ret = make_both(o, topology, given, err);
out:
	free(given);
	return ret;
}

static void release(struct contestant *c)
{
	run_options_release(&c->run);
	for (size_t i = 0; i < c->argc; i++)
		free(c->argv[i]);
	free(c->argv);
	free(c->name);
}

void gate_options_release(struct gate_options *o)
{
	opt_release(gate_options, o);
	opt_texts_release(&o->written);
	release(&o->a);
	release(&o->b);
}
