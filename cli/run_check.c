/* SPDX-License-Identifier: MIT */
#include "cli/run_check.h"

#include <errno.h>
#include <string.h>

#include "bench/plan.h"

bool run_option_given(const bool *given, const char *name)
{
	return given[opt_row(run_options, name)];
}

/* To stdout or to a file. */
static bool writes_netio2(const struct run_options *o)
{
	const struct writer_ops *classic = writer_find("netio2");
	bool found = o->writer == classic;

	for (size_t i = 0; i < o->outputs.n; i++)
		found |= writer_of(o->outputs.text[i]) == classic;
	return found;
}

/* The lines of 2002 have no place for a transport, a routine or two offsets. */
static int check_netio2(const struct run_options *o, struct err *err)
{
	const struct run_config *c = &o->config;

	if (!writes_netio2(o))
		return 0;
	if (o->explain)
		return err_set(err, EINVAL,
			"--explain: the lines of netio2 have no place for it: expected "
			"--format=table");
	if (c->n_transports > 1 || c->n_copies > 1 || c->n_placements > 1 || !c->offsets_alike)
		return err_set(err, EINVAL,
			"--format=netio2 has no column for it: expected one --transport, --copy, "
			"--l1-shift and --cpus, and --offset for both sides");
	return 0;
}

static int check_skb(const struct run_config *c, const bool *given, struct err *err)
{
	static const char *const names[] = { "l1-shift", "layout", "header", "shinfo" };

	for (size_t i = 0; i < c->n_transports; i++) {
		const struct run_transport *t = &c->transports[i];

		if (!(t->ops->caps & TRANSPORT_COPIES))
			continue;
		if (t->skb.layout == SKB_RAW && (t->skb.header_bytes || t->skb.shinfo_bytes))
			return err_set(err, EINVAL,
				"--layout=raw has neither: expected it without --header and "
				"--shinfo");
		return 0;
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (run_option_given(given, names[i]))
			return err_set(err, EINVAL,
				"--%s is of the emulated socket: expected it with --transport=skb",
				names[i]);
	}
	return 0;
}

int run_options_check(const struct run_options *o, const bool *given, struct err *err)
{
	const struct run_config *c = &o->config;
	uint64_t total;

	if (run_option_given(given, "count") + run_option_given(given, "bytes") +
			run_option_given(given, "batch-time") >
		1)
		return err_set(
			err, EINVAL, "expected only one of --count, --bytes and --batch-time");
	if (__builtin_mul_overflow(c->count, units_list_max(&c->sizes), &total))
		return err_set(err, ERANGE,
			"%llu messages of %llu bytes are more than 2^64 bytes a sample: expected "
			"a smaller --count",
			(unsigned long long)c->count,
			(unsigned long long)units_list_max(&c->sizes));
	for (size_t i = 0; c->bytes && i < c->sizes.n; i++) {
		if (c->bytes < c->sizes.values[i])
			return err_set(err, EINVAL,
				"a sample of %llu bytes is less than one message of --size %llu: "
				"expected a larger --bytes",
				(unsigned long long)c->bytes,
				(unsigned long long)c->sizes.values[i]);
	}
	if (sampling_check(&c->sampling, err))
		return -EINVAL;
	if (check_skb(c, given, err))
		return -EINVAL;
	if (plan_count(c) > PLAN_MAX)
		return err_set(err, ERANGE, "the sweep has %llu points: expected at most %d",
			(unsigned long long)plan_count(c), PLAN_MAX);
	return check_netio2(o, err);
}
