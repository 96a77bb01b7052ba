/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/survey.h"

#include <stdio.h>
#include <string.h>

#include "machine/cgroup.h"
#include "machine/sysfile.h"

#define DMI "/sys/class/dmi/id/"

static bool has_any(const char *text, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strcasestr(text, words[i]))
			return true;
	}
	return false;
}

/* What the firmware calls this machine; "" where there is none. */
static void read_product(const struct survey *s, char *product, size_t size)
{
	char vendor[128];
	char name[128];

	if (sysfile_line(s->root, name, sizeof(name), DMI "product_name") && name[0]) {
		sysfile_line(s->root, vendor, sizeof(vendor), DMI "sys_vendor");
		snprintf(product, size, "%s%s%s", vendor, vendor[0] ? " " : "", name);
		return;
	}
	/* Boards without DMI. Ended by a NUL, not a newline. */
	sysfile_line(s->root, product, size, "/proc/device-tree/model");
}

/* Names under which virtual machines show themselves to their firmware. */
static bool is_virtual_product(const char *product)
{
	static const char *const words[] = { "KVM", "QEMU", "VMware", "VirtualBox",
		"Virtual Machine", "HVM domU", "Google Compute Engine", "OpenStack", "Bochs",
		"BHYVE" };

	return has_any(product, words, sizeof(words) / sizeof(words[0]));
}

/* "hypervisor" among the flags of an x86 CPU. */
static bool has_flag(const struct survey *s, bool *known)
{
	char flags[4096];
	char *rest = flags;
	char *word;

	*known = sysfile_value(s->cpuinfo, "flags", ':', flags, sizeof(flags)) && flags[0];
	while (*known && (word = strsep(&rest, " ")) != NULL) {
		if (strcmp(word, "hypervisor") == 0)
			return true;
	}
	return false;
}

/* Who runs the virtual machine, where the kernel or the firmware says so. */
static bool read_hypervisor(const struct survey *s, const char *product, char *text, size_t size)
{
	if (sysfile_line(s->root, text, size, "/sys/hypervisor/type") && text[0])
		return true;
	if (sysfile_line(s->root, text, size, "/proc/device-tree/hypervisor/compatible") && text[0])
		return true;
	snprintf(text, size, "%s", is_virtual_product(product) ? product : "");
	return text[0];
}

static void virtual_machine(struct survey *s)
{
	char product[256];
	char hypervisor[256];
	bool known;
	bool named;
	bool flagged = has_flag(s, &known);

	read_product(s, product, sizeof(product));
	named = read_hypervisor(s, product, hypervisor, sizeof(hypervisor));
	facts_text(s->facts, "machine_model", product[0] ? product : NULL);
	facts_text(s->facts, "hypervisor", named ? hypervisor : NULL);
	if (!flagged && !named && !known && !product[0]) {
		facts_unknown(s->facts, "virtual_machine");
		return;
	}
	facts_flag(s->facts, "virtual_machine", flagged || named);
	if (flagged || named)
		facts_remark(s->facts,
			"the host decides the clock and when a CPU runs: take more --invocations, "
			"and compare within one run (netio gate) rather than with a stored result");
}

/* A container's manager leaves a word, or a file, or its name in the groups of the first process. */
static bool read_container(const struct survey *s, char *text, size_t size)
{
	static const char *const managers[] = { "kubepods", "docker", "containerd", "libpod",
		"lxc" };
	char groups[4096];

	if (sysfile_line(s->root, text, size, "/run/systemd/container") && text[0])
		return true;
	snprintf(text, size, "%s",
		sysfile_exists(s->root, "/run/.containerenv") ? "podman"
		: sysfile_exists(s->root, "/.dockerenv")      ? "docker"
							      : "");
	if (text[0])
		return true;
	if (!sysfile_read(s->root, "/proc/1/cgroup", groups, sizeof(groups)) || !groups[0])
		return false;
	for (size_t i = 0; i < sizeof(managers) / sizeof(managers[0]); i++) {
		if (strstr(groups, managers[i])) {
			snprintf(text, size, "%s", managers[i]);
			return true;
		}
	}
	snprintf(text, size, "none");
	return true;
}

static void limit(struct survey *s)
{
	double cpus = cgroup_limit_cpus(s->root);

	if (!(cpus > 0)) {
		facts_unknown(s->facts, "cgroup_limit_cpus");
		return;
	}
	facts_number(s->facts, "cgroup_limit_cpus", cpus);
	facts_remark(s->facts,
		"once a period's %.3g CPUs of time are used the kernel stops every thread until "
		"the "
		"next: measure in a control group without a CPU limit",
		cpus);
}

void survey_host(struct survey *s)
{
	char container[64];

	virtual_machine(s);
	facts_text(s->facts, "container",
		read_container(s, container, sizeof(container)) ? container : NULL);
	limit(s);
}
