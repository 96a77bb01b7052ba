/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/machines.h"

#include "machine/environment.h"

/* Made-up machines, read as this one would be. */
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
	char text[512];

	CHECK(strcmp(fact_show(f, text, sizeof(text)), value) == 0, "%s is %s, expected %s", name,
		text, value);
	CHECK(!remark == !f->remark, "%s: remark %s", name, f->remark ? f->remark : "missing");
	CHECK(!remark || strstr(f->remark, remark), "%s: remark '%s' lacks '%s'", name, f->remark,
		remark);
}

static void a_laptop_that_saves_power(void **state)
{
	static const int cpus[] = { 2, 1 };

	(void)state;
	tree_put_all(&tree, laptop, N_OF(laptop));
	environment_read_below(tree.root, &facts, NULL, cpus, 2);
	expect("online_cpus", "0-3", NULL);
	expect("allowed_cpus", "0-3", NULL);
	expect("bound_cpus", "1-2", NULL);
	/* Of the first CPU that is meant, not of the machine's first. */
	expect("cpu_vendor", "GenuineIntel", NULL);
	expect("cpu_model", "Some(R) CPU @ 1.60GHz", NULL);
	expect("cpu_family", "6", NULL);
	expect("cpu_model_number", "142", NULL);
	expect("cpu_stepping", "10", NULL);
	expect("microcode", "0xf4", NULL);
	expect("governor", "powersave/performance", "cpupower frequency-set -g performance");
	expect("cpu_freq_driver", "intel_pstate", NULL);
	expect("cpu_min_khz", "400000", NULL);
	expect("cpu_max_khz", "3900000", NULL);
	expect("cpu_boost", "yes", "echo 1 >/sys/devices/system/cpu/intel_pstate/no_turbo");
	expect("smt_active", "yes", NULL);
	expect("smt_siblings", "0,3", "keep CPU 0,3 idle");
	expect("isolated_cpus", "none", NULL);
	expect("nohz_full_cpus", "none", NULL);
	expect("clock_source", "hpet", "system call");
}

static void a_laptops_kernel(void **state)
{
	static const int cpus[] = { 2, 2 };

	(void)state;
	tree_put_all(&tree, laptop, N_OF(laptop));
	environment_read_below(tree.root, &facts, NULL, cpus, 2);
	expect("bound_cpus", "2", NULL);
	/* CPU 2 alone has the steady governor. */
	expect("governor", "performance", NULL);
	expect("virtual_machine", "no", NULL);
	expect("hypervisor", "-", NULL);
	expect("container", "none", NULL);
	expect("machine_model", "LENOVO 20L5", NULL);
	expect("kernel", "6.1.0-18-amd64", NULL);
	expect("kernel_version", "#1 SMP Debian", NULL);
	expect("memory_bytes", "16384000000", NULL);
	expect("thp", "madvise", NULL);
	expect("thp_shmem", "never", NULL);
	expect("aslr", "2", NULL);
	expect("mitigations", "mds: Vulnerable; SMT vulnerable | meltdown: PTI", NULL);
	expect("mitigations_option", "auto,nosmt", NULL);
	expect("sched_autogroup", "yes", "sched_autogroup_enabled=0");
	expect("perf_event_paranoid", "3", "perf_event_paranoid=2");
	expect("wmem_default_bytes", "212992", NULL);
	expect("wmem_max_bytes", "131071", "sysctl net.core.wmem_max=212992");
	expect("rmem_default_bytes", "-", NULL);
	expect("rmem_max_bytes", "212992", NULL);
	expect("tcp_wmem_bytes", "4096 16384 4194304", NULL);
	expect("tcp_rmem_bytes", "-", NULL);
	expect("tcp_congestion_control", "bbr", "--congestion=cubic");
	expect("unix_max_dgram_qlen", "512", NULL);
	expect("cgroup_limit_cpus", "-", NULL);
}

/* One frequency alone: whatever the governor says, the clock stands. */
static void an_arm_board(void **state)
{
	(void)state;
	tree_put_all(&tree, board, N_OF(board));
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	expect("bound_cpus", "none", NULL);
	expect("cpu_model", "implementer 0x41, part 0xd08, variant 0x0, revision 3", NULL);
	expect("cpu_vendor", "-", NULL);
	expect("cpu_family", "-", NULL);
	expect("machine_model", "Some Board Rev 1.4", NULL);
	expect("virtual_machine", "no", NULL);
	expect("container", "-", NULL);
	expect("governor", "ondemand", NULL);
	expect("cpu_boost", "-", NULL);
	expect("smt_siblings", "none", NULL);
	expect("clock_source", "arch_sys_counter", NULL);
	expect("mitigations", "-", NULL);
	expect("mitigations_option", "-", NULL);
}

static void a_virtual_machine(void **state)
{
	(void)state;
	tree_put_all(&tree, guest, N_OF(guest));
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	expect("cpu_model", "Some EPYC", NULL);
	expect("virtual_machine", "yes", "--invocations");
	expect("hypervisor", "-", NULL);
	expect("container", "kubepods", NULL);
	expect("cgroup_limit_cpus", "1.5", "control group without a CPU limit");
	expect("cpu_boost", "yes", "echo 0 >/sys/devices/system/cpu/cpufreq/boost");
	/* All of them are meant: none can be kept idle. */
	expect("smt_siblings", "0-1", "all but one of each core");
	expect("clock_source", "kvm-clock", NULL);
	expect("governor", "-", NULL);
}

static void who_runs_the_virtual_machine(void **state)
{
	(void)state;
	tree_put(&tree, "/sys/class/dmi/id/product_name", "Standard PC (Q35 + ICH9, 2009)\n");
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	expect("virtual_machine", "no", NULL);
	facts_release(&facts);
	tree_put(&tree, "/sys/class/dmi/id/sys_vendor", "QEMU\n");
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	expect("hypervisor", "QEMU Standard PC (Q35 + ICH9, 2009)", NULL);
	expect("virtual_machine", "yes", "the host");
	facts_release(&facts);
	tree_put(&tree, "/sys/hypervisor/type", "xen\n");
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	expect("hypervisor", "xen", NULL);
}

static void what_kind_of_container(void **state)
{
	(void)state;
	tree_put(&tree, "/.dockerenv", "");
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	expect("container", "docker", NULL);
	facts_release(&facts);
	tree_put(&tree, "/run/.containerenv", "");
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	expect("container", "podman", NULL);
	facts_release(&facts);
	tree_put(&tree, "/run/systemd/container", "lxc\n");
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	expect("container", "lxc", NULL);
}

static void boost_of_each_cpu(void **state)
{
	static const int cpu = 5;
	static const char path[] = "/sys/devices/system/cpu/cpu5/cpufreq/boost";

	(void)state;
	tree_put(&tree, path, "0\n");
	environment_read_below(tree.root, &facts, NULL, &cpu, 1);
	expect("cpu_boost", "no", NULL);
	facts_release(&facts);
	tree_put(&tree, path, "1\n");
	environment_read_below(tree.root, &facts, NULL, &cpu, 1);
	expect("cpu_boost", "yes", path);
	facts_release(&facts);
	tree_put(&tree, "/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
	environment_read_below(tree.root, &facts, NULL, &cpu, 1);
	expect("cpu_boost", "no", NULL);
}

static void expect_limit(const char *value)
{
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	expect("cgroup_limit_cpus", value, strcmp(value, "-") == 0 ? NULL : "CPU limit");
	facts_release(&facts);
}

/* Version 1, where a container sees its own group at the top although it is told the whole path. */
static void limits_of_version_1(void **state)
{
	(void)state;
	tree_put(&tree, "/proc/self/cgroup", "5:cpuset:/\n4:cpu,cpuacct:/docker/abc\n0::/x\n");
	tree_put(&tree, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
	tree_put(&tree, "/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
	expect_limit("-");
	tree_put(&tree, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
	expect_limit("0.5");
	tree_put(&tree, "/sys/fs/cgroup/cpu/docker/abc/cpu.cfs_quota_us", "20000\n");
	tree_put(&tree, "/sys/fs/cgroup/cpu/docker/abc/cpu.cfs_period_us", "100000\n");
	expect_limit("0.2");
	/* A group of version 2 beside it. */
	tree_put(&tree, "/sys/fs/cgroup/unified/x/cpu.max", "10000 100000\n");
	expect_limit("0.1");
	tree_put(&tree, "/sys/fs/cgroup/unified/x/cpu.max", "10000 0\n");
	expect_limit("0.2");
}

static const char *const not_in_files[] = { "architecture", "bound_cpus", "page_bytes" };

static bool is_in_files(const char *name)
{
	for (size_t i = 0; i < N_OF(not_in_files); i++) {
		if (strcmp(name, not_in_files[i]) == 0)
			return false;
	}
	return true;
}

static void nothing_is_known_of_an_empty_tree(void **state)
{
	(void)state;
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	assert_true(facts.n > 40);
	assert_false(facts.lost);
	for (size_t i = 0; i < facts.n; i++) {
		const struct fact *f = &facts.fact[i];

		CHECK(is_in_files(f->name) == (f->type == FACT_UNKNOWN), "%s", f->name);
		CHECK(!f->remark, "%s: %s", f->name, f->remark);
	}
}

/* The same names in the same order whatever the machine, so that files of two machines can be compared. */
static void names_do_not_depend_on_the_machine(void **state)
{
	struct facts empty = { 0 };

	(void)state;
	environment_read_below(tree.root, &empty, NULL, NULL, 0);
	tree_put_all(&tree, laptop, N_OF(laptop));
	environment_read_below(tree.root, &facts, NULL, NULL, 0);
	assert_int_equal(facts.n, empty.n);
	for (size_t i = 0; i < facts.n; i++) {
		assert_string_equal(facts.fact[i].name, empty.fact[i].name);
		assert_ptr_equal(facts_find(&facts, facts.fact[i].name), &facts.fact[i]);
	}
	facts_release(&empty);
}

/* Files full of nonsense: no number comes of it. */
static void nonsense_is_unknown(void **state)
{
	static const char *const integers[] = { "cpu_family", "cpu_min_khz", "memory_bytes", "aslr",
		"wmem_max_bytes", "perf_event_paranoid", "cgroup_limit_cpus", "cpu_boost",
		"smt_active", "smt_siblings" };
	char nonsense[20000];

	(void)state;
	memset(nonsense, '\x80', sizeof(nonsense) - 1);
	nonsense[sizeof(nonsense) - 1] = '\0';
	for (size_t i = 0; i < N_OF(laptop); i++)
		tree_put(&tree, laptop[i].path, nonsense);
	environment_read_below(tree.root, &facts, NULL, (const int[]) { 1 }, 1);
	for (size_t i = 0; i < N_OF(integers); i++)
		expect(integers[i], "-", NULL);
}

static void caches_come_from_the_topology(void **state)
{
	struct err err = { 0 };
	struct topology *topology;
	static const int cpu = 1;

	(void)state;
	setenv("HWLOC_THISSYSTEM", "1", 1);
	setenv("HWLOC_SYNTHETIC",
		"numa:2 l3:1(size=8388608) l2:1(size=1048576) l1d:1(size=32768) core:1 pu:1", 1);
	topology = topology_new(&err);
	unsetenv("HWLOC_SYNTHETIC");
	CHECK(topology, "%s", err.text);
	environment_read_below(tree.root, &facts, topology, &cpu, 1);
	expect("l1d_bytes", "32768", NULL);
	expect("l2_bytes", "1048576", NULL);
	expect("l3_bytes", "8388608", NULL);
	expect("numa_nodes", "2", NULL);
	assert_int_equal(topology_cache_bytes(topology, 7, 1), 0);
	assert_int_equal(topology_cache_bytes(topology, 1, 4), 0);
	topology_free(topology);
}

static void this_machine(void **state)
{
	static const char *const known[] = { "architecture", "kernel", "kernel_version",
		"page_bytes", "memory_bytes", "allowed_cpus", "online_cpus" };
	size_t n_descriptors = count_descriptors();
	struct err err = { 0 };
	struct topology *topology = topology_new(&err);

	(void)state;
	CHECK(topology, "%s", err.text);
	environment_read(&facts, topology, NULL, 0);
	topology_free(topology);
	for (size_t i = 0; i < N_OF(known); i++)
		CHECK(fact(known[i])->type != FACT_UNKNOWN, "%s", known[i]);
	assert_true(fact("memory_bytes")->integer > 1 << 20);
	assert_int_equal(fact("page_bytes")->integer, sysconf(_SC_PAGESIZE));
	assert_int_equal(count_descriptors(), n_descriptors);
}

#define WITH_TREE(test) cmocka_unit_test_setup_teardown(test, make, drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_TREE(a_laptop_that_saves_power),
		WITH_TREE(a_laptops_kernel),
		WITH_TREE(an_arm_board),
		WITH_TREE(a_virtual_machine),
		WITH_TREE(who_runs_the_virtual_machine),
		WITH_TREE(what_kind_of_container),
		WITH_TREE(boost_of_each_cpu),
		WITH_TREE(limits_of_version_1),
		WITH_TREE(nothing_is_known_of_an_empty_tree),
		WITH_TREE(names_do_not_depend_on_the_machine),
		WITH_TREE(nonsense_is_unknown),
		WITH_TREE(caches_come_from_the_topology),
		WITH_TREE(this_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
