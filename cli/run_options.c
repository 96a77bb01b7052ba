/* SPDX-License-Identifier: MIT */
#include "cli/run_options.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bench/plan.h"
#include "cli/limits.h"
#include "cli/run_check.h"
#include "cli/run_rows.h"

/* A sweep is a set of defaults for the options that were not given. */
struct sweep_defaults {
	const char *name;
	const char *sizes;
	const char *offsets;
	uint64_t pass_bytes; /* 0: calibrated samples */
	uint64_t n_passes;
	uint64_t n_invocations;
	uint64_t max_invocations;
	uint64_t n_samples;
	uint64_t n_warmup;
};

/*
 * netio2: points and bytes a line as in 2002. A line was one run then; here it is the median of six,
 * the fewest that have a 95 % confidence interval.
 */
static const struct sweep_defaults sweeps[] = {
	{ "quick", "8K,64K,1M", "0,1,2,4,8,16,32,64,100", 0, 0, 5, 10, 10, WARMUP_STEADY },
	{ "netio2", "8K,64K,1M", "0:8:1,8:32:2,32:128:4,896:1152:8,3968:4224:8", 0x800000, 5, 3, 3,
		2, 1 },
};

static const char *sweep_name(size_t i)
{
	return i < sizeof(sweeps) / sizeof(sweeps[0]) ? sweeps[i].name : NULL;
}

const char *run_mode_name(size_t i)
{
	static const char *const names[] = { "pair", "lockstep", NULL };

	return names[i];
}

const char *run_ends_name(size_t i)
{
	static const char *const names[] = { "threads", "processes", NULL };

	return names[i];
}

const char *run_layout_name(size_t i)
{
	return i <= SKB_RAW ? skb_layout_name((enum skb_layout)i) : NULL;
}

#define AT(field) offsetof(struct run_options, field)
#define RUN_AT    AT

const struct opt run_options[] = {
	{ OPT_GROUP,
		.help = "What to measure (LIST: 64,4K,0:128:4 with the end included,4K:8M:x2)" },
	{ OPT_WORD, 0, "sweep", "NAME", AT(sweep), "quick", .words = sweep_name,
		.help = "sizes, offsets and samples where no option gives them; netio2 is the "
			"sweep of 2002" },
	RUN_ROWS_WHAT,
	{ OPT_GROUP, .help = "How to measure" },
	RUN_ROWS_ENDS,
	{ OPT_WORD, 0, "order", "NAME", AT(order), "random", .words = order_name,
		.help = "random: passes over all points; linear: one point after the other" },
	RUN_ROW_SEED,
	{ OPT_NUMBER, 0, "samples", "N", AT(config.sampling.n_samples), NULL, 1, 1000000,
		.help = "samples an invocation; quick: 10, netio2: 2" },
	{ OPT_NUMBER, 0, "invocations", "N", AT(config.sampling.n_invocations), NULL, 1, 10000,
		.help = "times a point is measured with fresh ends and buffers, at least; quick: "
			"5, netio2: 3" },
	{ OPT_NUMBER, 0, "max-invocations", "N", AT(config.sampling.max_invocations), NULL, 1,
		10000,
		.help = "at most, where the point is not precise before; quick: 10, or as many as "
			"--invocations says" },
	{ OPT_PERCENT, 0, "precision", "PCT", AT(config.sampling.precision_percent), "1", 0, 100000,
		.help = "half-width of the median's 95 % interval that is precise enough; 0: none "
			"is" },
	{ OPT_DURATION, 0, "time", "T", AT(config.sampling.time_ns), NULL, 1000000,
		7 * 24 * 3600 * SECOND_NS,
		.help = "end when the run has lasted this long, whatever was measured by then" },
	{ OPT_NUMBER, 0, "warmup", "N", AT(config.sampling.n_warmup), NULL, 0, 1000000,
		.help = "samples that begin an invocation and do not count; netio2: 1, else as "
			"many as it takes to be steady" },
	RUN_ROWS_SAMPLE_AND_SOCKET,
	{ OPT_GROUP, .help = "Output" },
	{ OPT_WORD, 'f', "format", "NAME", AT(format), "table", .words = writer_name,
		.help = "how results look" },
	{ OPT_TEXTS, 0, "output", "FILE", AT(outputs),
		.help = "write them to FILE as well, in the format of its suffix (.jsonl, .csv, "
			".txt, "
			".netio2), else in that of --format; may be given again" },
	{ OPT_TEXT, 0, "samples-csv", "FILE", AT(samples_csv),
		.help = "write every sample to FILE, a row each" },
	{ OPT_FLAG, 0, "explain", .at = AT(explain),
		.help = "predict from the kernel's layout which offsets are slow, and compare" },
	{ OPT_FLAG, 'q', "quiet", .at = AT(quiet),
		.help = "no progress and no warnings on stderr" },
	{ OPT_FLAG, 'n', "dry-run", .at = AT(dry_run),
		.help = "print the points and an estimate of the time, measure nothing" },
	{ OPT_GROUP, .help = NULL },
};

static int apply_sweep(struct run_options *o, const bool *given, struct err *err)
{
	const struct sweep_defaults *d = &sweeps[o->sweep];
	struct run_config *c = &o->config;
	int ret = 0;

	if (!run_option_given(given, "size"))
		ret = units_list(d->sizes, 1, MESSAGE_MAX_BYTES, &c->sizes, err);
	if (!ret && !run_option_given(given, "offset"))
		ret = units_list(d->offsets, 0, MESSAGE_MAX_BYTES, &o->offsets, err);
	if (!run_option_given(given, "samples"))
		c->sampling.n_samples = d->n_samples;
	if (!run_option_given(given, "invocations"))
		c->sampling.n_invocations = d->n_invocations;
	if (!run_option_given(given, "max-invocations") && !run_option_given(given, "invocations"))
		c->sampling.max_invocations = d->max_invocations;
	if (!run_option_given(given, "warmup"))
		c->sampling.n_warmup = d->n_warmup;
	if (d->pass_bytes && !run_option_given(given, "count") &&
		!run_option_given(given, "bytes") && !run_option_given(given, "batch-time")) {
		c->bytes = d->pass_bytes * d->n_passes;
		o->classic_pass_bytes = d->pass_bytes;
	}
	return ret;
}

/* --offset moves both sides; a side on its own leaves the other at 0. */
static int apply_offsets(struct run_options *o, const bool *given, struct err *err)
{
	struct run_config *c = &o->config;
	int ret = 0;

	if (!run_option_given(given, "send-offset") && !run_option_given(given, "recv-offset")) {
		c->offsets_alike = true;
		c->send_offsets = o->offsets;
		o->offsets = (struct units_list) { 0 };
		return 0;
	}
	if (run_option_given(given, "offset"))
		return err_set(err, EINVAL,
			"--offset moves both buffers alike: expected either it or --send-offset "
			"and --recv-offset");
	if (!run_option_given(given, "send-offset"))
		ret = units_list("0", 0, 0, &c->send_offsets, err);
	if (!ret && !run_option_given(given, "recv-offset"))
		ret = units_list("0", 0, 0, &c->recv_offsets, err);
	return ret;
}

/* The emulated socket once for each cache shift, which must make sense; any other transport once. */
static int add_transport(struct run_options *o, const struct transport_ops *ops, struct err *err)
{
	struct run_config *c = &o->config;
	size_t n = ops->caps & TRANSPORT_COPIES ? o->l1_shifts.n : 1;
	int ret = 0;

	for (size_t i = 0; !ret && i < n; i++) {
		struct run_transport *t = &c->transports[c->n_transports++];
		struct skb_geometry geometry;

		t->ops = ops;
		t->skb = (struct skb_options) { (unsigned)o->l1_shifts.values[i],
			(enum skb_layout)o->layout, o->header_bytes, o->shinfo_bytes,
			c->options.sndbuf_bytes };
		if (ops->caps & TRANSPORT_COPIES)
			ret = skb_geometry_make(&t->skb, &geometry, err);
	}
	return ret;
}

/* Whether nothing but routines moves the bytes. */
static bool all_copy(const struct run_config *c)
{
	for (size_t i = 0; i < c->n_transports; i++) {
		if (!(c->transports[i].ops->caps & TRANSPORT_COPIES))
			return false;
	}
	return true;
}

/* A routine that crashes must not take the results with it. */
static int isolate(struct run_options *o, const bool *given, struct err *err)
{
	if (!routines_foreign(&o->routines))
		return 0;
	if (run_option_given(given, "ends") && !o->config.processes)
		return err_set(err, EINVAL,
			"--ends=threads: a plug-in that crashed would end the run: expected "
			"processes, or no --plugin");
	o->config.processes = true;
	return 0;
}

static int apply_families(struct run_options *o, const bool *given, struct err *err)
{
	struct run_config *c = &o->config;
	int ret = routines_choose(
		&o->routines, &o->plugins, &o->copies, run_option_given(given, "copy"), err);

	if (ret)
		return ret;
	c->copies = o->routines.chosen;
	c->n_copies = o->routines.n_chosen;
	c->broken = o->routines.broken;
	c->transports = calloc(o->transports.n * o->l1_shifts.n, sizeof(*c->transports));
	if (!c->transports)
		return err_set(err, ENOMEM, "out of memory");
	for (size_t i = 0; !ret && i < o->transports.n; i++)
		ret = add_transport(o, transport_at(o->transports.index[i]), err);
	/* The default copies nothing, and the emulated socket has nothing else to move bytes by. */
	if (!run_option_given(given, "copy") && o->plugins.n == 0 && all_copy(c))
		c->copies[0] = copy_find("memcpy");
	return ret ? ret : isolate(o, given, err);
}

/* Where the next placement ends: a word, or two numbers with a comma between. */
static char *placement_end(char *text)
{
	char *comma = strchr(text, ',');

	if (comma && text[0] >= '0' && text[0] <= '9')
		comma = strchr(comma + 1, ',');
	return comma;
}

static int apply_placements(struct run_options *o, const struct topology *topology, struct err *err)
{
	struct run_config *c = &o->config;
	char *text = strdup(o->cpus);
	char *next = text;
	int ret = 0;

	c->placements = calloc(strlen(o->cpus) + 1, sizeof(*c->placements));
	if (!text || !c->placements)
		ret = err_set(err, ENOMEM, "out of memory");
	while (!ret && next) {
		char *item = next;
		char *end = placement_end(item);

		next = end ? end + 1 : NULL;
		if (end)
			*end = '\0';
		if (item[0] >= '0' && item[0] <= '9' && !strchr(item, ','))
			ret = err_set(
				err, EINVAL, "'%s' is one CPU: expected two numbers S,R", item);
		else
			ret = placement_resolve(
				topology, item, &c->placements[c->n_placements], err);
		c->n_placements++;
	}
	free(text);
	if (ret)
		err_prefix(err, "--cpus");
	return ret;
}

int run_options_parse(struct run_options *o, const struct topology *topology, int argc, char **argv,
	struct err *err)
{
	bool *given = calloc(opt_count(run_options), sizeof(*given));
	int ret;

	*o = (struct run_options) { 0 };
	if (!given)
		return err_set(err, ENOMEM, "out of memory");
	ret = opt_parse(run_options, argc, argv, o, given, err);
	if (ret)
		goto out;
	o->config.lockstep = o->mode == 1;
	o->config.processes = o->ends == 1;
	o->config.linear = o->order == 1;
	o->writer = writer_at(o->format);
	if (!run_option_given(given, "seed"))
		o->config.seed = draw_seed();
	ret = apply_sweep(o, given, err);
	if (!ret)
		ret = apply_offsets(o, given, err);
	if (!ret)
		ret = apply_families(o, given, err);
	if (!ret)
		ret = apply_placements(o, topology, err);
	if (!ret)
		ret = run_options_check(o, given, err);
out:
	free(given);
	return ret;
}

void run_options_release(struct run_options *o)
{
	opt_release(run_options, o);
	free(o->command_line);
	free(o->config.transports);
	routines_release(&o->routines);
	free(o->config.placements);
}
