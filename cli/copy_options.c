/* SPDX-License-Identifier: MIT */
#include "cli/copy_options.h"

#include <errno.h>
#include <stdlib.h>

#include "cli/limits.h"

static const char *pages_name(size_t i)
{
	static const char *const names[] = { "4K", "2M", NULL };

	return names[i];
}

#define AT(field) offsetof(struct copy_options, field)

const struct opt copy_options[] = {
	{ OPT_GROUP,
		.help = "What to measure (LIST: 64,4K,0:128:4 with the end included,4K:8M:x2)" },
	{ OPT_NAMES, 'c', "copy", "LIST", AT(copies), "memcpy", .words = copy_name,
		.help = "the routines" },
	{ OPT_TEXTS, 0, "plugin", "FILE", AT(plugins),
		.help = "a shared object with more routines (netio/copy.h); may be given again" },
	{ OPT_LIST, 's', "size", "LIST", AT(config.sizes), "2K,64K,1M,8M", 1, MESSAGE_MAX_BYTES,
		.help = "bytes a call" },
	{ OPT_LIST, 0, "src-offset", "LIST", AT(config.src_offsets), "0", 0, MESSAGE_MAX_BYTES,
		.help = "bytes past a page at which the source starts" },
	{ OPT_LIST, 0, "dst-offset", "LIST", AT(config.dst_offsets), "0", 0, MESSAGE_MAX_BYTES,
		.help = "the same for the destination, on top of --distance" },
	{ OPT_LIST, 0, "distance", "LIST", AT(config.distances), "2K", 0, MESSAGE_MAX_BYTES,
		.help = "bytes past a page from which the destination's offset counts" },
	{ OPT_WORDS, 0, "state", "LIST", AT(states), "warm", .words = state_name,
		.help = "of the source's lines in the caches of the copying CPU and of the other "
			"one" },
	{ OPT_WORD, 0, "pages", "SIZE", AT(pages), "4K", .words = pages_name,
		.help = "the pages of both buffers" },
	{ OPT_TEXT, 0, "cpus", "A,B", AT(cpus),
		.help = "the CPU that copies and the other one; without it the last one and the "
			"nearest to it" },
	{ OPT_FLAG, 0, "verify", .at = AT(verify),
		.help = "instead of measuring, try each routine at every offset and length" },
	{ OPT_GROUP, .help = "How to measure" },
	{ OPT_WORD, 0, "order", "NAME", AT(order), "random", .words = order_name,
		.help = "random: passes over all points; linear: one point after the other" },
	{ OPT_NUMBER, 0, "seed", "N", AT(config.seed), NULL, 0, 0,
		.help = "of the random order; without it one is drawn and printed" },
	{ OPT_NUMBER, 0, "samples", "N", AT(config.sampling.n_samples), "10", 1, 1000000,
		.help = "samples an invocation" },
	{ OPT_NUMBER, 0, "invocations", "N", AT(config.sampling.n_invocations), "5", 1, 10000,
		.help = "times a point is measured in a fresh process with fresh buffers, at "
			"least" },
	{ OPT_NUMBER, 0, "max-invocations", "N", AT(config.sampling.max_invocations), NULL, 1,
		10000,
		.help = "at most, where the point is not precise before; 10, or as many as "
			"--invocations says" },
	{ OPT_PERCENT, 0, "precision", "PCT", AT(config.sampling.precision_percent), "1", 0, 100000,
		.help = "half-width of the median's 95 % interval that is precise enough; 0: none "
			"is" },
	{ OPT_DURATION, 0, "time", "T", AT(config.sampling.time_ns), NULL, 1000000,
		7 * 24 * 3600 * SECOND_NS,
		.help = "end when the run has lasted this long, whatever was measured by then" },
	{ OPT_NUMBER, 0, "warmup", "N", AT(config.sampling.n_warmup), NULL, 0, 1000000,
		.help = "samples that begin an invocation and do not count; without it, as many as "
			"it takes to be steady" },
	{ OPT_DURATION, 0, "batch-time", "T", AT(config.sampling.batch_ns), "5ms", 1000000,
		60 * SECOND_NS, .help = "what the fastest sample should last" },
	{ OPT_DURATION, 0, "timeout", "T", AT(config.timeout_ns), "10s", 100000000,
		3600 * SECOND_NS, .help = "give a point up when a sample takes longer than this" },
	{ OPT_GROUP, .help = "Output" },
	{ OPT_WORD, 'f', "format", "NAME", AT(format), "table", .words = copy_writer_name,
		.help = "how results look" },
	{ OPT_TEXTS, 0, "output", "FILE", AT(outputs),
		.help = "write them to FILE as well, in the format of its suffix (.jsonl, .csv, "
			".txt, "
			".netio2), else in that of --format; may be given again" },
	{ OPT_TEXT, 0, "samples-csv", "FILE", AT(samples_csv),
		.help = "write every sample to FILE, a row each" },
	{ OPT_FLAG, 'q', "quiet", .at = AT(quiet), .help = "no progress on stderr" },
	{ OPT_FLAG, 'n', "dry-run", .at = AT(dry_run),
		.help = "print the points, measure nothing" },
	{ OPT_GROUP, .help = NULL },
};

/* The two CPUs: those asked for, else the last one and the one nearest to it that there is. */
static int apply_cpus(struct copy_options *o, const struct topology *topology, struct err *err)
{
	static const char *const nearest[] = { "l3", "l2", "package", "smt" };
	struct placement p;
	int ret = placement_resolve(topology, o->cpus ? o->cpus : "same", &p, err);

	if (ret) {
		err_prefix(err, "--cpus");
		return ret;
	}
	o->config.cpu_a = p.cpu_send;
	o->config.cpu_b = p.cpu_recv == p.cpu_send ? CPU_ANY : p.cpu_recv;
	if (p.unavailable[0])
		return err_set(
			err, EINVAL, "--cpus: no '%s' on this machine: %s", o->cpus, p.unavailable);
	if (p.cpu_send == CPU_ANY)
		return err_set(err, EINVAL,
			"--cpus: 'any' names no CPU to copy on: expected two CPU numbers A,B");
	for (size_t i = 0; !o->cpus && i < 4 && o->config.cpu_b == CPU_ANY; i++) {
		if (!placement_resolve(topology, nearest[i], &p, err) && !p.unavailable[0]) {
			o->config.cpu_a = p.cpu_recv;
			o->config.cpu_b = p.cpu_send;
		}
	}
	return 0;
}

static int apply_families(struct copy_options *o, bool copy_given, struct err *err)
{
	struct copy_config *c = &o->config;
	int ret = routines_choose(&o->routines, &o->plugins, &o->copies, copy_given, err);

	if (ret)
		return ret;
	c->copies = o->routines.chosen;
	c->n_copies = o->routines.n_chosen;
	c->broken = o->routines.broken;
	c->states = calloc(o->states.n, sizeof(*c->states));
	if (!c->states)
		return err_set(err, ENOMEM, "out of memory");
	for (size_t i = 0; i < o->states.n; i++)
		c->states[c->n_states++] = state_at(o->states.index[i]);
	return 0;
}

static int check_together(const struct copy_options *o, const bool *given, struct err *err)
{
	if (o->config.sampling.batch_ns >= o->config.timeout_ns)
		return err_set(err, EINVAL,
			"--batch-time: a sample would reach --timeout: expected less than that");
	if (o->verify &&
		(given[opt_row(copy_options, "output")] || given[opt_row(copy_options, "format")] ||
			given[opt_row(copy_options, "samples-csv")]))
		return err_set(err, EINVAL,
			"--verify prints to standard output in its own words: expected it without "
			"--output, --samples-csv and --format");
	return sampling_check(&o->config.sampling, err);
}

int copy_options_parse(struct copy_options *o, const struct topology *topology, int argc,
	char **argv, struct err *err)
{
	bool *given = calloc(opt_count(copy_options), sizeof(*given));
	int ret = given ? opt_parse(copy_options, argc, argv, o, given, err) : -ENOMEM;
	bool copy_given = given && given[opt_row(copy_options, "copy")];

	if (!ret && !given[opt_row(copy_options, "seed")])
		o->config.seed = draw_seed();
	if (!ret && !given[opt_row(copy_options, "warmup")])
		o->config.sampling.n_warmup = WARMUP_STEADY;
	if (!ret && !given[opt_row(copy_options, "invocations")] &&
		!given[opt_row(copy_options, "max-invocations")])
		o->config.sampling.max_invocations = 10;
	if (!ret)
		ret = check_together(o, given, err);
	free(given);
	o->config.linear = o->order == 1;
	o->order_name = order_name(o->order);
	o->pages_name = pages_name(o->pages);
	o->config.huge_pages = o->pages == 1;
	o->writer = copy_writer_at(o->format);
	if (!ret)
		ret = apply_cpus(o, topology, err);
	return ret ? ret : apply_families(o, copy_given, err);
}

void copy_options_release(struct copy_options *o)
{
	opt_release(copy_options, o);
	free(o->command_line);
	routines_release(&o->routines);
	free(o->config.states);
}
