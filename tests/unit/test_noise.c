/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/tree.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "machine/noise.h"

static struct tree tree;
static struct facts facts;

static int make(void **state)
{
	(void)state;
	tree_make(&tree);
	return 0;
}

static int drop(void **state)
{
	(void)state;
	facts_release(&facts);
	tree_remove(&tree);
	return 0;
}

static const struct tree_file before[] = {
	{ "/proc/stat", "cpu  1000 50 500 8000 100 10 20 5 300 0\ncpu0 1 1 1\n" },
	{ "/proc/pressure/cpu", "some avg10=0.10 avg60=0.00 avg300=0.00 total=1000000\n"
				"full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n" },
	{ "/proc/loadavg", "0.50 0.10 0.05 1/100 4242\n" },
	{ "/proc/self/sched", "netio (1, #threads: 1)\n---\nse.exec_start : 1.5\n"
			      "se.nr_migrations   :      7\n" },
	{ "/proc/self/cgroup", "0::/a/b\n" },
	{ "/sys/fs/cgroup/a/cpu.stat", "usage_usec 9\nnr_throttled 2\nthrottled_usec 3000\n" },
	{ "/sys/fs/cgroup/a/b/cpu.stat", "usage_usec 9\nnr_throttled 1\nthrottled_usec 500\n" },
	{ "/sys/devices/system/cpu/online", "0-1\n" },
	{ "/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "3\n" },
	{ "/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count", "4\n" },
	{ "/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "5\n" },
};

/* Busy: 60 ticks more; stolen 8 of 400. */
static const struct tree_file after[] = {
	{ "/proc/stat", "cpu  1030 52 520 8322 110 12 26 13 310 0\n" },
	{ "/proc/pressure/cpu", "some avg10=9.00 avg60=0.00 avg300=0.00 total=1200000\n" },
	{ "/proc/loadavg", "1.25 0.10 0.05 1/100 4243\n" },
	{ "/proc/self/sched", "se.nr_migrations   :      9\n" },
	{ "/sys/fs/cgroup/a/cpu.stat", "nr_throttled 4\nthrottled_usec 8000\n" },
	{ "/sys/fs/cgroup/a/b/cpu.stat", "nr_throttled 2\nthrottled_usec 900\n" },
	{ "/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "6\n" },
};

/* Two readings of files like these, 2 s apart, in which this process used 0.3 s. */
static void read_both(struct noise *begin, struct noise *end)
{
	tree_put_all(&tree, before, N_OF(before));
	noise_read(begin, tree.root);
	tree_put_all(&tree, after, N_OF(after));
	noise_read(end, tree.root);
	begin->tick_ns = end->tick_ns = 10000000;
	end->wall_ns = begin->wall_ns + 2000000000;
	end->own_cpu_ns = begin->own_cpu_ns + 300000000;
}

static const struct fact *fact(const char *name)
{
	const struct fact *found = facts_find(&facts, name);

	CHECK(found, "there is no fact %s", name);
	return found;
}

/* The value as shown; `remark` is a part of the remark, NULL: there is none. */
static void expect(const char *name, const char *value, const char *remark)
{
	const struct fact *f = fact(name);
	char text[64];

	CHECK(strcmp(fact_show(f, text, sizeof(text)), value) == 0, "%s is %s, expected %s", name,
		text, value);
	CHECK(!remark == !f->remark, "%s: remark %s", name, f->remark ? f->remark : "missing");
	CHECK(!remark || strstr(f->remark, remark), "%s: remark '%s' lacks '%s'", name, f->remark,
		remark);
}

static void a_noisy_run(void **state)
{
	struct noise begin, end;

	(void)state;
	read_both(&begin, &end);
	end.n_switches = begin.n_switches + 11;
	end.n_minor_faults = begin.n_minor_faults + 12;
	end.n_major_faults = begin.n_major_faults + 13;
	noise_between(&begin, &end, &facts);
	expect("wall_s", "2", NULL);
	expect("own_cpu_s", "0.3", NULL);
	/* 0.6 s less 0.3 s of 2 s. */
	expect("others_cpu_percent", "15", "stop them");
	expect("steal_percent", "2", "the host");
	expect("psi_cpu_some_percent", "10", "more to run than CPUs");
	expect("load_begin", "0.5", NULL);
	expect("load_end", "1.25", NULL);
	expect("main_thread_migrations", "2", NULL);
	expect("involuntary_switches", "11", NULL);
	expect("minor_faults", "12", NULL);
	expect("major_faults", "13", NULL);
	expect("thermal_throttles", "1", "heat");
	expect("cgroup_throttles", "3", "CPU limit");
	expect("cgroup_throttled_us", "5400", NULL);
}

/* The run itself used what was used: its own threads that wait for each other are no disturbance. */
static void waiting_for_itself_is_not_told(void **state)
{
	struct noise begin, end;

	(void)state;
	read_both(&begin, &end);
	end.own_cpu_ns = begin.own_cpu_ns + 590000000;
	end.ticks.steal = begin.ticks.steal;
	end.cgroup = begin.cgroup;
	end.thermal = begin.thermal;
	noise_between(&begin, &end, &facts);
	expect("others_cpu_percent", "0.5", NULL);
	expect("steal_percent", "0", NULL);
	expect("psi_cpu_some_percent", "10", NULL);
	expect("cgroup_throttles", "0", NULL);
	expect("cgroup_throttled_us", "0", NULL);
	expect("thermal_throttles", "0", NULL);
}

/* Ticks are counted late: that others used less than nothing is nothing. */
static void others_are_not_below_zero(void **state)
{
	struct noise begin, end;

	(void)state;
	read_both(&begin, &end);
	end.own_cpu_ns = begin.own_cpu_ns + 610000000;
	noise_between(&begin, &end, &facts);
	expect("others_cpu_percent", "0", NULL);
}

/* A tick is half of 20 ms: no share can be told; nor in no time at all. */
static void shares_of_a_short_run_are_unknown(void **state)
{
	static const uint64_t walls[] = { 20000000, 0 };
	static const char *const psi[] = { "100", "-" };
	struct noise begin, end;

	(void)state;
	for (size_t i = 0; i < N_OF(walls); i++) {
		read_both(&begin, &end);
		end.wall_ns = begin.wall_ns + walls[i];
		noise_between(&begin, &end, &facts);
		expect("others_cpu_percent", "-", NULL);
		expect("steal_percent", "-", NULL);
		/* Counted in microseconds, but not more than there were. */
		expect("psi_cpu_some_percent", psi[i], walls[i] ? "own threads" : NULL);
		facts_release(&facts);
	}
}

/* A CPU that went offline takes its ticks with it, another control group begins anew. */
static void counts_that_went_back_are_unknown(void **state)
{
	static const char *const names[] = { "others_cpu_percent", "steal_percent",
		"psi_cpu_some_percent", "main_thread_migrations", "thermal_throttles",
		"cgroup_throttles", "cgroup_throttled_us" };
	struct noise begin, end, swapped;

	(void)state;
	read_both(&begin, &end);
	swapped = begin;
	swapped.wall_ns = end.wall_ns + 2000000000;
	swapped.own_cpu_ns = end.own_cpu_ns;
	swapped.n_minor_faults = end.n_minor_faults;
	swapped.n_major_faults = end.n_major_faults;
	swapped.n_switches = end.n_switches;
	noise_between(&end, &swapped, &facts);
	for (size_t i = 0; i < N_OF(names); i++)
		expect(names[i], "-", NULL);
}

static void version_1_counts_nanoseconds(void **state)
{
	struct cgroup_throttle throttle;

	(void)state;
	tree_put(&tree, "/proc/self/cgroup", "4:cpuset:/x\n3:cpuacct,cpu:/\n");
	tree_put(&tree, "/sys/fs/cgroup/cpu/cpu.stat",
		"nr_periods 9\nnr_throttled 5\nthrottled_time 7000999\n");
	cgroup_read_throttle(tree.root, &throttle);
	assert_true(throttle.known);
	assert_int_equal(throttle.n, 5);
	assert_int_equal(throttle.us, 7000);
}

static const char *const always_known[] = { "wall_s", "own_cpu_s", "involuntary_switches",
	"minor_faults", "major_faults" };

static bool is_always_known(const char *name)
{
	for (size_t i = 0; i < N_OF(always_known); i++) {
		if (strcmp(name, always_known[i]) == 0)
			return true;
	}
	return false;
}

static void expect_unknown(void)
{
	struct noise begin, end;

	noise_read(&begin, tree.root);
	noise_read(&end, tree.root);
	end.wall_ns = begin.wall_ns + 2000000000;
	noise_between(&begin, &end, &facts);
	for (size_t i = 0; i < facts.n; i++) {
		const struct fact *f = &facts.fact[i];

		CHECK(is_always_known(f->name) == (f->type != FACT_UNKNOWN), "%s", f->name);
		CHECK(!f->remark, "%s: %s", f->name, f->remark);
	}
	facts_release(&facts);
}

static void nothing_is_known_of_an_empty_tree(void **state)
{
	(void)state;
	expect_unknown();
}

static void nonsense_is_unknown(void **state)
{
	static const char *const texts[] = { "", "\n", "cpu\n", "cpu  1 2 3 4 5 6 7\n",
		"some total=\n", "some total=-1\n", "-\n", "99999999999999999999999\n",
		"se.nr_migrations : -1\n", "nr_throttled x\n" };

	(void)state;
	for (size_t i = 0; i < N_OF(texts); i++) {
		for (size_t j = 0; j < N_OF(before); j++)
			tree_put(&tree, before[j].path, texts[i]);
		expect_unknown();
	}
}

static void burn(uint64_t ns)
{
	uint64_t begin = clock_cpu_ns();

	while (clock_cpu_ns() - begin < ns)
		;
}

/* On this machine: what the process and a child that it waited for used is theirs. */
static void own_time_is_that_of_children_too(void **state)
{
	struct noise begin;
	pid_t child;
	int status;

	(void)state;
	noise_begin(&begin);
	child = fork();
	if (child == 0) {
		burn(150000000);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	burn(50000000);
	noise_end(&begin, &facts);
	CHECK(fact("own_cpu_s")->number >= 0.19, "%g s", fact("own_cpu_s")->number);
	CHECK(fact("wall_s")->number >= 0.19, "%g s", fact("wall_s")->number);
	assert_true(fact("others_cpu_percent")->type == FACT_NUMBER);
	assert_true(fact("steal_percent")->type == FACT_NUMBER);
}

/* A child that is not waited for is one of the others: it shows, less the ticks that may be lost. */
static void others_show(void **state)
{
	struct noise begin;
	pid_t child;

	(void)state;
	noise_begin(&begin);
	child = fork();
	if (child == 0) {
		burn(300000000);
		_exit(0);
	}
	/* Until it has ended, without taking its time for ours. */
	assert_int_equal(waitid(P_PID, (id_t)child, &(siginfo_t) { 0 }, WEXITED | WNOWAIT), 0);
	noise_end(&begin, &facts);
	waitpid(child, NULL, 0);
	CHECK(fact("others_cpu_percent")->number / 100 * fact("wall_s")->number > 0.2,
		"%g %% in %g s", fact("others_cpu_percent")->number, fact("wall_s")->number);
}

static void nothing_is_left_open(void **state)
{
	size_t n = count_descriptors();
	struct noise begin;

	(void)state;
	noise_begin(&begin);
	noise_end(&begin, &facts);
	assert_int_equal(count_descriptors(), n);
}

#define WITH_TREE(test) cmocka_unit_test_setup_teardown(test, make, drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_TREE(a_noisy_run),
		WITH_TREE(waiting_for_itself_is_not_told),
		WITH_TREE(others_are_not_below_zero),
		WITH_TREE(shares_of_a_short_run_are_unknown),
		WITH_TREE(counts_that_went_back_are_unknown),
		WITH_TREE(version_1_counts_nanoseconds),
		WITH_TREE(nothing_is_known_of_an_empty_tree),
		WITH_TREE(nonsense_is_unknown),
		WITH_TREE(own_time_is_that_of_children_too),
		WITH_TREE(others_show),
		WITH_TREE(nothing_is_left_open),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
