/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/unit.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/plan.h"
#include "cli/run_options.h"

static struct topology *topology;
static bool has_cpu[2];

static int read_topology(void **state)
{
	struct err err = { 0 };
	cpu_set_t set;

	(void)state;
	if (sched_getaffinity(0, sizeof(set), &set))
		return -1;
	has_cpu[0] = CPU_ISSET(0, &set);
	has_cpu[1] = CPU_ISSET(1, &set);
	topology = topology_new(&err);
	return !topology;
}

static int free_topology(void **state)
{
	(void)state;
	topology_free(topology);
	return 0;
}

#define ARGS_MAX 12

struct parsed {
	struct run_options o;
	struct err err;
	int ret;
};

/* NULL ends the arguments. Release with run_options_release(). */
static struct parsed parse(const char *const *args)
{
	char *argv[ARGS_MAX + 2] = { (char *)"run" };
	struct parsed p = { 0 };
	int argc = 1;

	for (; *args; args++)
		argv[argc++] = (char *)*args;
	p.ret = run_options_parse(&p.o, topology, argc, argv, &p.err);
	return p;
}

static struct parsed parse_well(const char *const *args)
{
	struct parsed p = parse(args);

	CHECK(p.ret == 0, "%s ...: %d, %s", args[0] ? args[0] : "nothing", p.ret, p.err.text);
	return p;
}

#define PARSE_WELL(...) parse_well((const char *const[]) { __VA_ARGS__, NULL })

static void defaults(void **state)
{
	const char *const nothing[] = { NULL };
	struct parsed p = parse_well(nothing);
	const struct run_config *c = &p.o.config;

	(void)state;
	assert_int_equal(c->n_transports, 1);
	assert_string_equal(c->transports[0].ops->name, "unix");
	assert_int_equal(c->n_copies, 1);
	assert_string_equal(c->copies[0]->name, "none");
	assert_int_equal(c->n_placements, 1);
	assert_string_equal(c->placements[0].name, "same");
	assert_int_equal(c->sizes.n, 3);
	assert_int_equal(c->sizes.values[2], 1 << 20);
	assert_true(c->offsets_alike);
	assert_false(c->lockstep || c->processes || c->linear || c->verify);
	assert_true(c->count == 0 && c->bytes == 0);
	assert_int_equal(c->sampling.batch_ns, 10000000);
	assert_int_equal(c->timeout_ns, 10000000000);
	assert_string_equal(p.o.writer->name, "table");
	assert_int_equal(p.o.classic_pass_bytes, 0);
	run_options_release(&p.o);
}

/* Offsets of 2002: 0..8 by 1, 8..32 by 2, 32..128 by 4, 896..1152 by 8, 3968..4224 by 8. */
static void classic_sweep(void **state)
{
	static const struct {
		uint64_t start, end, step;
	} parts[] = { { 0, 8, 1 }, { 8, 32, 2 }, { 32, 128, 4 }, { 896, 1152, 8 },
		{ 3968, 4224, 8 } };
	struct parsed p = PARSE_WELL("--sweep=netio2", "--format=netio2");
	const struct units_list *offsets = &p.o.config.send_offsets;
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < N_OF(parts); i++) {
		for (uint64_t at = parts[i].start; at <= parts[i].end; at += parts[i].step, n++)
			CHECK(n < offsets->n && offsets->values[n] == at, "offset %zu", n);
	}
	assert_int_equal(n, 113);
	assert_int_equal(offsets->n, 113);
	assert_int_equal(plan_count(&p.o.config), 3 * 113);
	assert_int_equal(p.o.config.sizes.values[0], 8192);
	assert_int_equal(p.o.config.sizes.values[1], 65536);
	assert_int_equal(p.o.config.sizes.values[2], 1048576);
	assert_int_equal(p.o.config.bytes, 5 * 0x800000);
	assert_int_equal(p.o.classic_pass_bytes, 0x800000);
	assert_true(p.o.config.offsets_alike);
	run_options_release(&p.o);
}

/* The offsets where two ranges of 2002 meet were measured twice. */
static void classic_sweep_repeats(void **state)
{
	struct parsed p = PARSE_WELL("--sweep=netio2");
	const struct units_list *offsets = &p.o.config.send_offsets;

	(void)state;
	for (size_t i = 0; i < offsets->n; i++) {
		size_t seen = 0;

		for (size_t j = 0; j < offsets->n; j++)
			seen += offsets->values[j] == offsets->values[i];
		CHECK(seen == (offsets->values[i] == 8 || offsets->values[i] == 32 ? 2u : 1u),
			"offset %d comes %zu times", (int)offsets->values[i], seen);
	}
	run_options_release(&p.o);
}

static void options_win_over_the_sweep(void **state)
{
	struct parsed p = PARSE_WELL("--sweep=netio2", "-s4K", "-o3", "--samples=7",
		"--invocations=9", "--warmup=0", "--count=11");
	const struct run_config *c = &p.o.config;

	(void)state;
	assert_int_equal(c->sizes.n, 1);
	assert_int_equal(c->sizes.values[0], 4096);
	assert_int_equal(c->send_offsets.n, 1);
	assert_int_equal(c->send_offsets.values[0], 3);
	assert_int_equal(c->sampling.n_samples, 7);
	assert_int_equal(c->sampling.n_invocations, 9);
	assert_int_equal(c->sampling.n_warmup, 0);
	assert_int_equal(c->count, 11);
	assert_int_equal(c->bytes, 0);
	assert_int_equal(p.o.classic_pass_bytes, 0);
	run_options_release(&p.o);
}

static void everything_else(void **state)
{
	struct parsed p = PARSE_WELL("-ttcp,pipe", "-cmemcpy,none", "-mlockstep",
		"--ends=processes", "--order=linear", "--seed=5", "--verify", "--timeout=200ms",
		"--sndbuf=64K", "--nodelay", "--congestion=reno", "-qn");
	const struct run_config *c = &p.o.config;

	(void)state;
	assert_int_equal(c->n_transports, 2);
	assert_string_equal(c->transports[1].ops->name, "pipe");
	assert_string_equal(c->copies[0]->name, "memcpy");
	assert_true(c->lockstep && c->processes && c->linear && c->verify);
	assert_int_equal(c->seed, 5);
	assert_int_equal(c->timeout_ns, 200000000);
	assert_int_equal(c->options.sndbuf_bytes, 65536);
	assert_true(c->options.nodelay);
	assert_string_equal(c->options.congestion, "reno");
	assert_true(p.o.quiet && p.o.dry_run);
	run_options_release(&p.o);
}

static void offsets_apart(void **state)
{
	struct parsed p = PARSE_WELL("--send-offset=1,2");

	(void)state;
	assert_false(p.o.config.offsets_alike);
	assert_int_equal(p.o.config.send_offsets.n, 2);
	assert_int_equal(p.o.config.recv_offsets.n, 1);
	assert_int_equal(p.o.config.recv_offsets.values[0], 0);
	run_options_release(&p.o);
	p = PARSE_WELL("--recv-offset=0:4:1", "--send-offset=7");
	assert_int_equal(plan_count(&p.o.config), 3 * 5);
	run_options_release(&p.o);
}

static void lists_of_cpus(void **state)
{
	static const struct {
		const char *option;
		size_t n;
		const char *names[4];
	} rows[] = {
		{ "--cpus=same,0,1", 2, { "same", "0,1" } },
		{ "--cpus=0,1,same", 2, { "0,1", "same" } },
		{ "--cpus=0,1,1,0,any", 3, { "0,1", "1,0", "any" } },
		{ "--cpus=any,same,0,0,l3", 4, { "any", "same", "0,0", "l3" } },
		{ "--cpus=0,0", 1, { "0,0" } },
	};

	(void)state;
	if (!has_cpu[0] || !has_cpu[1])
		SKIP("CPUs 0 and 1 are not both allowed");
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct parsed p = PARSE_WELL(rows[i].option);
		const struct run_config *c = &p.o.config;

		CHECK(c->n_placements == rows[i].n, "%s gave %zu", rows[i].option, c->n_placements);
		for (size_t j = 0; j < rows[i].n; j++)
			CHECK(strcmp(c->placements[j].name, rows[i].names[j]) == 0, "%s: %zu is %s",
				rows[i].option, j, c->placements[j].name);
		run_options_release(&p.o);
	}
}

static void refused(void **state)
{
	static const struct {
		const char *args[4];
		int ret;
		const char *named;
	} rows[] = {
		{ { "--offset=1", "--send-offset=2" }, -EINVAL, "--offset" },
		{ { "--offset=1", "--recv-offset=2" }, -EINVAL, "--offset" },
		{ { "--count=1", "--bytes=1M" }, -EINVAL, "--count, --bytes and --batch-time" },
		{ { "--count=1", "--batch-time=1s" }, -EINVAL,
			"--count, --bytes and --batch-time" },
		{ { "--bytes=1M", "--batch-time=1s" }, -EINVAL,
			"--count, --bytes and --batch-time" },
		{ { "--bytes=4095", "--size=64,4K" }, -EINVAL, "4095" },
		{ { "--size=1:65536:1", "--offset=0:99:1" }, -ERANGE, "6553600 points" },
		{ { "--format=netio2", "--transport=unix,tcp" }, -EINVAL, "--format=netio2" },
		{ { "--format=netio2", "--copy=none,memcpy" }, -EINVAL, "--format=netio2" },
		{ { "--format=netio2", "--cpus=same,any" }, -EINVAL, "--format=netio2" },
		{ { "--format=netio2", "--send-offset=1" }, -EINVAL, "--format=netio2" },
		{ { "--cpus=packge" }, -EINVAL, "--cpus: 'packge'" },
		{ { "--cpus=packge" }, -EINVAL, "did you mean 'package'?" },
		{ { "--cpus=0" }, -EINVAL, "--cpus: '0'" },
		{ { "--cpus=same,0" }, -EINVAL, "--cpus: '0'" },
		{ { "--cpus=same," }, -EINVAL, "--cpus: ''" },
		{ { "--cpus=,same" }, -EINVAL, "--cpus: ''" },
		{ { "--cpus=99999,99999" }, -EINVAL, "--cpus: CPU 99999" },
		{ { "--cpus=" }, -EINVAL, "--cpus" },
		{ { "--transport=udp" }, -EINVAL, "--transport: 'udp'" },
		{ { "--copy=memcopy" }, -EINVAL, "did you mean 'memcpy'?" },
		{ { "--size=0" }, -ERANGE, "--size: '0'" },
		{ { "--size=2G" }, -ERANGE, "--size: '2G'" },
		{ { "--offset=10x" }, -EINVAL, "--offset: '10x'" },
		{ { "--samples=0" }, -ERANGE, "--samples: '0'" },
		{ { "--count=0" }, -ERANGE, "--count: '0'" },
		{ { "--timeout=0s" }, -ERANGE, "--timeout: '0s'" },
		{ { "--sndbuf=4G" }, -ERANGE, "--sndbuf: '4G'" },
		{ { "--output=" }, -EINVAL, "--output: ''" },
		{ { "somewhere" }, -EINVAL, "'somewhere'" },
	};

	(void)state;
	for (size_t i = 0; i < N_OF(rows); i++) {
		const char *const args[] = { rows[i].args[0], rows[i].args[1], rows[i].args[2],
			NULL };
		struct parsed p = parse(args);

		CHECK(p.ret == rows[i].ret && p.err.code == -p.ret, "%s %s gave %d, code %d: %s",
			args[0], args[1] ? args[1] : "", p.ret, p.err.code, p.err.text);
		CHECK(strstr(p.err.text, rows[i].named), "%s: no \"%s\" in: %s", args[0],
			rows[i].named, p.err.text);
		run_options_release(&p.o);
	}
}

static void help(void **state)
{
	const char *const args[] = { "--size=4K", "--help", NULL };
	struct parsed p = parse(args);

	(void)state;
	assert_int_equal(p.ret, OPT_HELP);
	run_options_release(&p.o);
}

/* One is drawn where none is given: two runs differ, and it is not the 0 that stands for nothing. */
static void seeds_are_drawn(void **state)
{
	uint64_t seeds[3];

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct parsed p = PARSE_WELL("--size=1");

		seeds[i] = p.o.config.seed;
		run_options_release(&p.o);
	}
	assert_true(seeds[0] != seeds[1] || seeds[1] != seeds[2]);
}

/* Every default in the table must pass the table's own parser: a run would fail at once otherwise. */
static void table_is_sound(void **state)
{
	(void)state;
	for (size_t i = 0; i < opt_count(run_options); i++) {
		const struct opt *o = &run_options[i];

		CHECK(o->help && o->help[0], "row %zu has no help", i);
		if (o->type == OPT_GROUP)
			continue;
		CHECK(opt_row(run_options, o->name) == i, "--%s is there twice", o->name);
		CHECK(o->type == OPT_FLAG || o->arg, "--%s: no name for its argument", o->name);
		CHECK(o->max == 0 || o->min <= o->max, "--%s: range", o->name);
		for (size_t j = 0; o->letter && j < i; j++)
			CHECK(run_options[j].letter != o->letter, "-%c is there twice", o->letter);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults),
		cmocka_unit_test(classic_sweep),
		cmocka_unit_test(classic_sweep_repeats),
		cmocka_unit_test(options_win_over_the_sweep),
		cmocka_unit_test(everything_else),
		cmocka_unit_test(offsets_apart),
		cmocka_unit_test(lists_of_cpus),
		cmocka_unit_test(refused),
		cmocka_unit_test(help),
		cmocka_unit_test(seeds_are_drawn),
		cmocka_unit_test(table_is_sound),
	};

	return cmocka_run_group_tests(tests, read_topology, free_topology);
}
