/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tests/unit/unit.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "machine/usage.h"

#define PAGES 64

static void burn(uint64_t ns)
{
	uint64_t begin = clock_cpu_ns();

	while (clock_cpu_ns() - begin < ns)
		;
}

static void cpu_time_is_that_of_the_stretch(void **state)
{
	struct usage_meter meter;
	struct usage used;

	(void)state;
	usage_open(&meter);
	burn(30000000);
	usage_begin(&meter);
	burn(5000000);
	usage_end(&meter, &used);
	burn(30000000);
	usage_close(&meter);
	CHECK(used.cpu_ns >= 5000000 && used.cpu_ns < 30000000, "%llu ns",
		(unsigned long long)used.cpu_ns);
}

/* Each fresh page is one minor fault; those before the beginning do not count. */
static void faults_are_counted(void **state)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *p = mmap(
		NULL, 2 * PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct usage_meter meter;
	struct usage used;

	(void)state;
	assert_true(p != MAP_FAILED);
	madvise(p, 2 * PAGES * page, MADV_NOHUGEPAGE);
	usage_open(&meter);
	for (size_t i = PAGES; i < 2 * PAGES; i++)
		((volatile char *)p)[i * page] = 1;
	usage_begin(&meter);
	for (size_t i = 0; i < PAGES; i++)
		((volatile char *)p)[i * page] = 1;
	usage_end(&meter, &used);
	usage_close(&meter);
	munmap(p, 2 * PAGES * page);
	CHECK(used.n_faults >= PAGES && used.n_faults < 2 * PAGES, "%llu faults",
		(unsigned long long)used.n_faults);
}

static atomic_int go_on;

static void *spin(void *arg)
{
	while (atomic_load(&go_on))
		;
	return arg;
}

/* Two threads that both want one CPU all the time: each must wait for it and is put off it. */
static void a_rival_on_the_same_cpu_shows(void **state)
{
	struct usage_meter meter;
	cpu_set_t old;
	cpu_set_t one;
	struct usage used;
	pthread_t thread;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(old), &old), 0);
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	atomic_store(&go_on, 1);
	assert_int_equal(pthread_create(&thread, NULL, spin, NULL), 0);
	usage_open(&meter);
	usage_begin(&meter);
	burn(60000000);
	usage_end(&meter, &used);
	atomic_store(&go_on, 0);
	pthread_join(thread, NULL);
	assert_int_equal(sched_setaffinity(0, sizeof(old), &old), 0);
	if (used.run_delay_ns == USAGE_UNKNOWN) {
		usage_close(&meter);
		SKIP("this kernel does not count the run-queue delay");
	}
	usage_close(&meter);
	CHECK(used.n_preempted >= 1, "%llu times preempted", (unsigned long long)used.n_preempted);
	CHECK(used.run_delay_ns > 0, "%llu ns of delay", (unsigned long long)used.run_delay_ns);
}

static void without_schedstat_the_delay_is_unknown(void **state)
{
	struct usage_meter meter;
	struct usage used;

	(void)state;
	usage_open(&meter);
	usage_close(&meter);
	usage_begin(&meter);
	usage_end(&meter, &used);
	assert_true(used.run_delay_ns == USAGE_UNKNOWN);
	assert_true(used.cpu_ns > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cpu_time_is_that_of_the_stretch),
		cmocka_unit_test(faults_are_counted),
		cmocka_unit_test(a_rival_on_the_same_cpu_shows),
		cmocka_unit_test(without_schedstat_the_delay_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
