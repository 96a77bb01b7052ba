/* SPDX-License-Identifier: MIT */
#ifndef NETIO_TESTS_UNIT_MACHINES_H
#define NETIO_TESTS_UNIT_MACHINES_H

/* Made-up machines: the files by which they tell about themselves. */

#include "tests/unit/tree.h"

/* Two threads a core, turbo, a governor that saves power on one CPU, settings that disturb. */
static const struct tree_file laptop[] = {
	{ "/proc/cpuinfo", "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel\t\t: 1\n\n"
			   "processor\t: 1\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n"
			   "model\t\t: 142\nmodel name\t: Some(R) CPU @ 1.60GHz\nstepping\t: 10\n"
			   "microcode\t: 0xf4\nflags\t\t: fpu vme hypervisor_not sse2\n\n"
			   "processor\t: 2\nmodel\t\t: 2\n\n" },
	{ "/proc/self/status", "Name:\tnetio\nCpus_allowed_list:\t0-3\n" },
	{ "/proc/meminfo", "MemTotal:       16000000 kB\nMemFree: 1 kB\n" },
	{ "/proc/cmdline", "quiet mitigations=off mitigations=auto,nosmt splash\n" },
	{ "/proc/1/cgroup", "0::/init.scope\n" },
	{ "/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n" },
	{ "/proc/sys/kernel/version", "#1 SMP Debian\n" },
	{ "/proc/sys/kernel/randomize_va_space", "2\n" },
	{ "/proc/sys/kernel/sched_autogroup_enabled", "1\n" },
	{ "/proc/sys/kernel/perf_event_paranoid", "3\n" },
	{ "/proc/sys/net/core/wmem_default", "212992\n" },
	{ "/proc/sys/net/core/wmem_max", "131071\n" },
	{ "/proc/sys/net/core/rmem_max", "212992\n" },
	{ "/proc/sys/net/ipv4/tcp_wmem", "4096\t16384\t4194304\n" },
	{ "/proc/sys/net/ipv4/tcp_congestion_control", "bbr\n" },
	{ "/proc/sys/net/unix/max_dgram_qlen", "512\n" },
	{ "/sys/devices/system/cpu/online", "0-3\n" },
	{ "/sys/devices/system/cpu/isolated", "\n" },
	{ "/sys/devices/system/cpu/nohz_full", "(null)\n" },
	{ "/sys/devices/system/cpu/smt/active", "1\n" },
	{ "/sys/devices/system/cpu/intel_pstate/no_turbo", "0\n" },
	{ "/sys/devices/system/cpu/cpu1/topology/thread_siblings_list", "1,3\n" },
	{ "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n" },
	{ "/sys/devices/system/cpu/cpu1/cpufreq/scaling_driver", "intel_pstate\n" },
	{ "/sys/devices/system/cpu/cpu1/cpufreq/scaling_min_freq", "400000\n" },
	{ "/sys/devices/system/cpu/cpu1/cpufreq/scaling_max_freq", "3900000\n" },
	{ "/sys/devices/system/cpu/cpu2/topology/thread_siblings_list", "0,2\n" },
	{ "/sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "performance\n" },
	{ "/sys/devices/system/cpu/cpu2/cpufreq/scaling_driver", "intel_pstate\n" },
	{ "/sys/devices/system/cpu/cpu2/cpufreq/scaling_min_freq", "800000\n" },
	{ "/sys/devices/system/cpu/cpu2/cpufreq/scaling_max_freq", "3400000\n" },
	{ "/sys/devices/system/cpu/vulnerabilities/meltdown", "Mitigation: PTI\n" },
	{ "/sys/devices/system/cpu/vulnerabilities/l1tf", "Not affected\n" },
	{ "/sys/devices/system/cpu/vulnerabilities/mds", "Vulnerable; SMT vulnerable\n" },
	{ "/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n" },
	{ "/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n" },
	{ "/sys/kernel/mm/transparent_hugepage/shmem_enabled", "always advise [never]\n" },
	{ "/sys/class/dmi/id/sys_vendor", "LENOVO\n" },
	{ "/sys/class/dmi/id/product_name", "20L5\n" },
};

/* Arm: no name of the CPU, no DMI, one frequency. */
static const struct tree_file board[] = {
	{ "/proc/cpuinfo", "processor\t: 0\nBogoMIPS\t: 108.00\nFeatures\t: fp asimd\n"
			   "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x0\n"
			   "CPU part\t: 0xd08\nCPU revision\t: 3\n\nModel\t\t: Some Board\n" },
	{ "/proc/self/status", "Cpus_allowed_list:\t0\n" },
	{ "/proc/device-tree/model", "Some Board Rev 1.4" },
	{ "/sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0\n" },
	{ "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "ondemand\n" },
	{ "/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "cpufreq-dt\n" },
	{ "/sys/devices/system/cpu/cpu0/cpufreq/scaling_min_freq", "1500000\n" },
	{ "/sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq", "1500000\n" },
	{ "/sys/devices/system/clocksource/clocksource0/current_clocksource",
		"arch_sys_counter\n" },
};

/* A container in a virtual machine. */
static const struct tree_file guest[] = {
	{ "/proc/cpuinfo",
		"processor\t: 0\nmodel name\t: Some EPYC\nflags\t\t: fpu hypervisor lm" },
	{ "/proc/self/status", "Cpus_allowed_list:\t0-1\n" },
	{ "/proc/self/cgroup", "0::/a/b\n" },
	{ "/proc/1/cgroup", "12:cpu:/kubepods/besteffort\n" },
	{ "/sys/fs/cgroup/a/cpu.max", "150000 100000\n" },
	{ "/sys/fs/cgroup/a/b/cpu.max", "max 100000\n" },
	{ "/sys/devices/system/cpu/cpufreq/boost", "1\n" },
	{ "/sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0-1\n" },
	{ "/sys/devices/system/cpu/cpu1/topology/thread_siblings_list", "0-1\n" },
	{ "/sys/devices/system/clocksource/clocksource0/current_clocksource", "kvm-clock\n" },
};

#endif
