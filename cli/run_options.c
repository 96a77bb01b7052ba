/* SPDX-License-Identifier: MIT */
#include "cli/run_options.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bench/plan.h"
#include "cli/limits.h"
#include "cli/run_check.h"

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

static const char *mode_name(size_t i)
{
	static const char *const names[] = { "pair", "lockstep", NULL };

	return names[i];
}

static const char *ends_name(size_t i)
{
	static const char *const names[] = { "threads", "processes", NULL };

	return names[i];
}

static const char *layout_name(size_t i)
{
	return i <= SKB_RAW ? skb_layout_name((enum skb_layout)i) : NULL;
}

#define AT(field) offsetof(struct run_options, field)

const struct opt run_options[] = {
	{ OPT_GROUP,
		.help = "What to measure (LIST: 64,4K,0:128:4 with the end included,4K:8M:x2)" },
	{ OPT_WORD, 0, "sweep", "NAME", AT(sweep), "quick", .words = sweep_name,
		.help = "sizes, offsets and samples where no option gives them; netio2 is the "
			"sweep of 2002" },
	{ OPT_WORDS, 't', "transport", "LIST", AT(transports), "unix", .words = transport_name,
		.help = "how the bytes move" },
	{ OPT_NAMES, 'c', "copy", "LIST", AT(copies), "none", .words = copy_name,
		.help = "routine that copies to a staging buffer before a send and from one after "
			"a receive" },
	{ OPT_TEXTS, 0, "plugin", "FILE", AT(plugins),
		.help = "a shared object with more routines (netio/copy.h); may be given again" },
	{ OPT_LIST, 's', "size", "LIST", AT(config.sizes), NULL, 1, MESSAGE_MAX_BYTES,
		.help = "bytes a message" },
	{ OPT_LIST, 'o', "offset", "LIST", AT(offsets), NULL, 0, MESSAGE_MAX_BYTES,
		.help = "bytes past a page boundary, both buffers alike" },
	{ OPT_LIST, 0, "send-offset", "LIST", AT(config.send_offsets), NULL, 0, MESSAGE_MAX_BYTES,
		.help = "of the send buffer; every combination with --recv-offset" },
	{ OPT_LIST, 0, "recv-offset", "LIST", AT(config.recv_offsets), NULL, 0, MESSAGE_MAX_BYTES,
		.help = "of the receive buffer" },
	{ OPT_TEXT, 0, "cpus", "LIST", AT(cpus), "same",
		.help = "where the two ends run: same, smt, l2, l3, package, any or two CPU "
			"numbers S,R" },
	{ OPT_GROUP, .help = "How to measure" },
	{ OPT_WORD, 'm', "mode", "NAME", AT(mode), "pair", .words = mode_name,
		.help = "two ends at once, or one thread that sends and then receives, timed "
			"apart" },
	{ OPT_WORD, 0, "ends", "NAME", AT(ends), "threads", .words = ends_name,
		.help = "what the two ends are" },
	{ OPT_WORD, 0, "order", "NAME", AT(order), "random", .words = order_name,
		.help = "random: passes over all points; linear: one point after the other" },
	{ OPT_NUMBER, 0, "seed", "N", AT(config.seed), NULL, 0, 0,
		.help = "of the random order and the data; without it one is drawn and printed" },
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
	{ OPT_NUMBER, 0, "count", "N", AT(config.count), NULL, 1, 1ULL << 40,
		.help = "messages a sample, in place of --batch-time" },
	{ OPT_NUMBER, 0, "bytes", "N", AT(config.bytes), NULL, 1, 1ULL << 50,
		.help = "bytes a sample, cut to whole messages, in place of --batch-time" },
	{ OPT_DURATION, 0, "batch-time", "T", AT(config.sampling.batch_ns), "10ms", 1000000,
		60 * SECOND_NS, .help = "what the fastest sample should last" },
	{ OPT_FLAG, 0, "verify", .at = AT(config.verify),
		.help = "fill every message anew and check every byte; in pair mode inside the "
			"timed part" },
	{ OPT_DURATION, 0, "timeout", "T", AT(config.timeout_ns), "10s", 100000000,
		3600 * SECOND_NS, .help = "give a point up when no message moves for this long" },
	{ OPT_GROUP, .help = "Socket options (without them, the system's defaults)" },
	{ OPT_NUMBER, 0, "sndbuf", "N", AT(config.options.sndbuf_bytes), NULL, 1, INT_MAX,
		.help = "SO_SNDBUF of the sender; the capacity of a pipe" },
	{ OPT_NUMBER, 0, "rcvbuf", "N", AT(config.options.rcvbuf_bytes), NULL, 1, INT_MAX,
		.help = "SO_RCVBUF of the receiver" },
	{ OPT_FLAG, 0, "nodelay", .at = AT(config.options.nodelay), .help = "TCP_NODELAY" },
	{ OPT_TEXT, 0, "congestion", "NAME", AT(config.options.congestion),
		.help = "TCP_CONGESTION: cubic, reno, bbr, ..." },
	{ OPT_GROUP, .help = "The emulated socket (--transport=skb)" },
	{ OPT_LIST, 0, "l1-shift", "LIST", AT(l1_shifts), "6", SKB_SHIFT_MIN, SKB_SHIFT_MAX,
		.help = "cache lines of 1 << N bytes are assumed; several are compared in one "
			"run" },
	{ OPT_WORD, 0, "layout", "NAME", AT(layout), "unix", .words = layout_name,
		.help = "of its buffers: those of AF_UNIX or TCP in Linux 2.5, or bare chunks" },
	{ OPT_NUMBER, 0, "header", "N", AT(header_bytes), NULL, 1, 16384,
		.help = "bytes before the data; tcp: 160, else none" },
	{ OPT_NUMBER, 0, "shinfo", "N", AT(shinfo_bytes), NULL, 1, 16384,
		.help = "bytes behind the data; 160" },
	{ OPT_GROUP, .help = "Output" },
	{ OPT_WORD, 'f', "format", "NAME", AT(format), "table", .words = writer_name,
		.help = "how results look" },
	{ OPT_TEXT, 0, "output", "FILE", AT(output), .help = "write them to FILE as well" },
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
	free(o->config.transports);
	routines_release(&o->routines);
	free(o->config.placements);
}
