/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/unit.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "machine/topology.h"

/* The machine is described to hwloc; what is allowed comes from the kernel, so the tests narrow it. */
static cpu_set_t at_start;

static int remember_cpus(void **state)
{
	(void)state;
	setenv("HWLOC_THISSYSTEM", "1", 1);
	return sched_getaffinity(0, sizeof(at_start), &at_start);
}

static int restore(void **state)
{
	(void)state;
	unsetenv("HWLOC_SYNTHETIC");
	return sched_setaffinity(0, sizeof(at_start), &at_start);
}

/* Allows CPUs 0..n-1 only; false where this machine does not have them. */
static bool allow_first(int n)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	for (int cpu = 0; cpu < n; cpu++) {
		if (!CPU_ISSET(cpu, &at_start))
			return false;
		CPU_SET(cpu, &set);
	}
	return sched_setaffinity(0, sizeof(set), &set) == 0;
}

static struct topology *described(const char *synthetic)
{
	struct err err = { 0 };
	struct topology *t;

	setenv("HWLOC_SYNTHETIC", synthetic, 1);
	t = topology_new(&err);
	CHECK(t, "%s: %s", synthetic, err.text);
	return t;
}

static struct placement resolve(const struct topology *t, const char *name)
{
	struct placement p = { .unavailable = "never filled in" };
	struct err err = { 0 };

	CHECK(placement_resolve(t, name, &p, &err) == 0, "%s: %s", name, err.text);
	CHECK(strcmp(p.name, name) == 0, "%s is called %s", name, p.name);
	return p;
}

/* NULL: unavailable, with a reason; else the pair that must come, in either order. */
static void expect_pair(
	const struct topology *t, const char *synthetic, const char *name, bool there)
{
	struct placement p = resolve(t, name);

	if (!there) {
		CHECK(p.unavailable[0], "%s: %s gave %d,%d", synthetic, name, p.cpu_send,
			p.cpu_recv);
		return;
	}
	CHECK(!p.unavailable[0], "%s: no %s: %s", synthetic, name, p.unavailable);
	CHECK(p.cpu_send + p.cpu_recv == 1 && p.cpu_send * p.cpu_recv == 0, "%s: %s gave %d,%d",
		synthetic, name, p.cpu_send, p.cpu_recv);
}

/* Which one placement CPUs 0 and 1 are on each machine; all the others have to say why not. */
static void closest_shared_thing(void **state)
{
	static const char *const names[] = { "smt", "l2", "l3", "package" };
	static const struct {
		const char *synthetic;
		const char *is;
	} rows[] = {
		{ "package:2 l3:2 l2:2 core:1 pu:2", "smt" },
		{ "package:1 core:1 pu:2", "smt" },
		{ "package:1 l3:1 l2:1 core:2 pu:1", "l2" },
		{ "package:1 l2:1 core:2 pu:1", "l2" },
		{ "package:2 l3:2 l2:2 core:1 pu:1", "l3" },
		{ "package:1 l3:1 core:2 pu:1", "l3" },
		{ "package:1 l3:2 l2:1 core:1 pu:1", "package" },
		{ "package:1 l3:2 core:1 pu:1", "package" },
		{ "package:1 l2:2 core:1 pu:1", "package" },
		{ "package:1 core:2 pu:1", "package" },
		{ "package:2 l3:1 l2:1 core:1 pu:1", "none" },
		{ "package:1 core:1 pu:1", "none" },
	};

	(void)state;
	if (!allow_first(2))
		SKIP("CPUs 0 and 1 are not both allowed");
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct topology *t = described(rows[i].synthetic);

		for (size_t j = 0; j < N_OF(names); j++)
			expect_pair(
				t, rows[i].synthetic, names[j], strcmp(names[j], rows[i].is) == 0);
		topology_free(t);
	}
}

static void one_cpu(void **state)
{
	static const char *const names[] = { "smt", "l2", "l3", "package" };
	struct topology *t;

	(void)state;
	if (!allow_first(1))
		SKIP("CPU 0 is not allowed");
	t = described("package:2 l3:2 l2:2 core:1 pu:2");
	for (size_t i = 0; i < N_OF(names); i++)
		expect_pair(t, "one CPU allowed", names[i], false);
	assert_int_equal(resolve(t, "same").cpu_send, 0);
	assert_int_equal(resolve(t, "same").cpu_recv, 0);
	topology_free(t);
}

static void same_and_any(void **state)
{
	struct topology *t = described("package:1 core:2 pu:1");
	struct placement p = resolve(t, "same");

	(void)state;
	assert_int_equal(p.cpu_send, p.cpu_recv);
	assert_true(p.cpu_send >= 0 && CPU_ISSET(p.cpu_send, &at_start));
	assert_string_equal(p.unavailable, "");
	p = resolve(t, "any");
	assert_int_equal(p.cpu_send, CPU_ANY);
	assert_int_equal(p.cpu_recv, CPU_ANY);
	assert_string_equal(p.unavailable, "");
	topology_free(t);
}

/* hwloc binds nothing where its topology is a described one, and says that it did. */
static void a_described_topology_binds_too(void **state)
{
	struct topology *t = described("package:1 core:2 pu:1");
	struct placement p = resolve(t, "same");
	struct err err = { 0 };
	cpu_set_t now;

	(void)state;
	CHECK(topology_bind(t, p.cpu_send, &err) == 0, "%s", err.text);
	assert_int_equal(sched_getaffinity(0, sizeof(now), &now), 0);
	assert_int_equal(CPU_COUNT(&now), 1);
	assert_true(CPU_ISSET(p.cpu_send, &now));
	assert_int_equal(topology_bind(t, CPU_ANY, &err), 0);
	assert_int_equal(sched_getaffinity(0, sizeof(now), &now), 0);
	assert_true(CPU_EQUAL(&now, &at_start));
	topology_free(t);
}

/* As taskset -p would. */
static void a_binding_that_was_undone_is_seen(void **state)
{
	struct topology *t;
	struct placement p;
	struct err err = { 0 };

	(void)state;
	if (CPU_COUNT(&at_start) < 2)
		SKIP("there is one CPU");
	t = described("package:1 core:2 pu:1");
	p = resolve(t, "same");
	assert_int_equal(topology_bind(t, p.cpu_send, &err), 0);
	assert_int_equal(topology_check(t, p.cpu_send, &err), 0);
	assert_int_equal(sched_setaffinity(0, sizeof(at_start), &at_start), 0);
	assert_int_equal(topology_check(t, CPU_ANY, &err), 0);
	assert_int_equal(topology_check(t, p.cpu_send, &err), -EXDEV);
	topology_free(t);
}

static void names_are_described(void **state)
{
	static const char *const names[] = { "same", "smt", "l2", "l3", "package", "any" };
	size_t i;

	(void)state;
	for (i = 0; placement_name(i); i++) {
		assert_true(i < N_OF(names));
		assert_string_equal(placement_name(i), names[i]);
		assert_non_null(placement_desc(i));
	}
	assert_int_equal(i, N_OF(names));
	assert_null(placement_desc(i));
	assert_non_null(strstr(topology_library(), "hwloc"));
}

static void pairs(void **state)
{
	static const struct {
		const char *text;
		int send;
		int recv;
	} rows[] = {
		{ "0,1", 0, 1 },
		{ "1,0", 1, 0 },
		{ "1,1", 1, 1 },
		{ "0x1,00", 1, 0 },
	};
	struct topology *t;

	(void)state;
	if (!allow_first(2))
		SKIP("CPUs 0 and 1 are not both allowed");
	t = described("package:1 core:2 pu:1");
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct placement p = resolve(t, rows[i].text);

		CHECK(p.cpu_send == rows[i].send && p.cpu_recv == rows[i].recv, "%s gave %d,%d",
			rows[i].text, p.cpu_send, p.cpu_recv);
		CHECK(!p.unavailable[0], "%s: %s", rows[i].text, p.unavailable);
	}
	topology_free(t);
}

/* Only CPU 0 is allowed. */
static void refused(void **state)
{
	static const struct {
		const char *text;
		const char *named;
	} rows[] = {
		{ "", "''" },
		{ "packge", "did you mean 'package'?" },
		{ "sam", "did you mean 'same'?" },
		{ "l4", "'l4'" },
		{ "elsewhere", "expected same, smt, l2, l3, package, any" },
		{ "0", "'0'" },
		{ "0,1", "CPU 1 " },
		{ "1,0", "CPU 1 " },
		{ "0,99999", "CPU 99999 " },
		{ "4294967296,0", "CPU 4294967296 " },
		{ "0,", "''" },
		{ ",0", "''" },
		{ ",", "''" },
		{ "0,-1", "'-1'" },
		{ "0, 0", "' 0'" },
		{ "0,0,0", "'0,0'" },
		{ "a,0", "'a'" },
		{ "0,0x", "'0x'" },
		{ "99999999999999999999,0", "'99999999999999999999'" },
		{ "0000000000000000000000000000000000000000,0", "'00000000000000000" },
		{ "0,000000000000000000000000000000000000000", "'0,000000000000000" },
	};
	struct topology *t;

	(void)state;
	if (!allow_first(1))
		SKIP("CPU 0 is not allowed");
	t = described("package:1 core:2 pu:1");
	for (size_t i = 0; i < N_OF(rows); i++) {
		struct placement p = { .name = "untouched" };
		struct err err = { 0 };
		int ret = placement_resolve(t, rows[i].text, &p, &err);

		CHECK(ret == -EINVAL && err.code > 0, "'%s' gave %d with code %d", rows[i].text,
			ret, err.code);
		CHECK(strstr(err.text, rows[i].named), "'%s': %s is not named by: %s", rows[i].text,
			rows[i].named, err.text);
		CHECK(strcmp(p.name, "untouched") == 0, "'%s' touched the result", rows[i].text);
	}
	topology_free(t);
}

static void far_name_has_no_suggestion(void **state)
{
	struct topology *t = described("package:1 core:1 pu:1");
	struct placement p;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(placement_resolve(t, "elsewhere", &p, &err), -EINVAL);
	assert_null(strstr(err.text, "did you mean"));
	topology_free(t);
}

/* A thread of its own, so that nothing else of the test is bound. */
static void *bind_everywhere(void *arg)
{
	struct topology *t = arg;
	cpu_set_t now;

	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		struct err err = { 0 };

		if (!CPU_ISSET(cpu, &at_start))
			continue;
		if (topology_bind(t, cpu, &err) || sched_getcpu() != cpu ||
			sched_getaffinity(0, sizeof(now), &now) || CPU_COUNT(&now) != 1 ||
			!CPU_ISSET(cpu, &now))
			return "binding to one CPU";
	}
	if (topology_bind(t, CPU_ANY, NULL) || sched_getaffinity(0, sizeof(now), &now) ||
		!CPU_EQUAL(&now, &at_start))
		return "CPU_ANY";
	return NULL;
}

static void bind_holds(void **state)
{
	struct err err = { 0 };
	struct topology *t;
	pthread_t thread;
	void *failed;

	(void)state;
	t = topology_new(&err);
	CHECK(t, "%s", err.text);
	assert_int_equal(pthread_create(&thread, NULL, bind_everywhere, t), 0);
	assert_int_equal(pthread_join(thread, &failed), 0);
	CHECK(!failed, "%s did not hold", (char *)failed);
	topology_free(t);
}

static int no_such_cpu(void)
{
	int cpu = CPU_SETSIZE - 1;

	while (CPU_ISSET(cpu, &at_start))
		cpu--;
	return cpu;
}

static void bind_fails_with_reason(void **state)
{
	struct err err = { 0 };
	struct topology *t = topology_new(&err);

	(void)state;
	assert_non_null(t);
	assert_true(topology_bind(t, no_such_cpu(), &err) < 0);
	assert_true(err.code > 0 && err.text[0]);
	topology_free(t);
}

static void free_of_none(void **state)
{
	(void)state;
	topology_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(closest_shared_thing, restore),
		cmocka_unit_test_teardown(one_cpu, restore),
		cmocka_unit_test_teardown(same_and_any, restore),
		cmocka_unit_test(names_are_described),
		cmocka_unit_test(a_described_topology_binds_too),
		cmocka_unit_test(a_binding_that_was_undone_is_seen),
		cmocka_unit_test_teardown(pairs, restore),
		cmocka_unit_test_teardown(refused, restore),
		cmocka_unit_test_teardown(far_name_has_no_suggestion, restore),
		cmocka_unit_test_teardown(bind_holds, restore),
		cmocka_unit_test_teardown(bind_fails_with_reason, restore),
		cmocka_unit_test(free_of_none),
	};

	return cmocka_run_group_tests(tests, remember_cpus, restore);
}
