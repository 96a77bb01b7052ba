/* SPDX-License-Identifier: MIT */
#include "tests/unit/copytrials.h"

#include <stdio.h>
#include <sys/mman.h>

static int on_begin(void *arg)
{
	struct trial *t = arg;

	t->n_begun++;
	return t->begin_returns;
}

static void on_progress(void *arg, const struct passes_progress *progress)
{
	struct trial *t = arg;

	CHECK(progress->n_points == t->run.n_points, "%zu points", progress->n_points);
	if (++t->n_progress == t->interrupt_at_progress)
		interrupted = 1;
}

static int on_point(void *arg, const struct copy_point *point)
{
	struct trial *t = arg;

	/* In the order asked for; an interrupted run leaves out those that were not begun. */
	CHECK(point >= t->run.points + t->n_told && point < t->run.points + t->run.n_points,
		"point %zu", (size_t)(point - t->run.points));
	if (++t->n_told == t->interrupt_at_told)
		interrupted = 1;
	return t->n_told == t->cancel_at_told;
}

/* Runs it; afterwards no child, no thread and no descriptor of it may be left. */
static void run(struct trial *t)
{
	const struct copy_hooks hooks = {
		.arg = t, .begin = on_begin, .progress = on_progress, .point = on_point
	};
	size_t n_descriptors = count_descriptors();

	interrupted = 0;
	build(t);
	t->ret = copybench_run(&t->config, topology, &t->run, &hooks, &interrupted, &t->err);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	assert_int_equal(count_descriptors(), n_descriptors);
}

static void expect_done(const struct copy_point *p)
{
	CHECK(p->status == POINT_DONE, "%s, %s: status %d: %s", p->copy, p->state, p->status,
		p->reason);
	CHECK(p->n_samples == p->n_samples_asked && p->n_calls > 0, "%s, %s: %zu samples", p->copy,
		p->state, p->n_samples);
	for (size_t i = 0; i < p->n_samples; i++)
		CHECK(p->samples[i].elapsed_ns > 0 && p->samples[i].n_calls == p->n_calls,
			"%s, %s: sample %zu: %d ns, %d calls", p->copy, p->state, i,
			(int)p->samples[i].elapsed_ns, (int)p->samples[i].n_calls);
}

static void every_state(void **state)
{
	(void)state;
	for (int linear = 0; linear < 2; linear++) {
		struct trial *t = new_trial();
		bool b = false;
		size_t n = 0;

		for (size_t i = 0; state_at(i); i++) {
			if (!state_unsupported(state_at(i), cpu_b)) {
				t->states[n++] = state_at(i);
				b |= state_needs_b(state_at(i));
			}
		}
		t->config.n_states = n;
		t->config.linear = linear;
		run(t);
		CHECK(t->ret == 0, "%d: %s", t->ret, t->err.text);
		assert_int_equal(t->n_begun, 1);
		assert_int_equal(t->n_told, 2 * n);
		assert_int_equal(t->n_progress, 2 * 2 * n);
		for (size_t i = 0; i < t->run.n_points; i++)
			expect_done(&t->run.points[i]);
		assert_true(b ? t->run.round_trip_ns > 0 : t->run.round_trip_ns == 0);
		release_trial(t);
	}
}

/* The round trip is not measured for nothing. */
static void warm_needs_no_round_trip(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	run(t);
	assert_int_equal(t->ret, 0);
	assert_true(t->run.round_trip_ns == 0);
	release_trial(t);
}

static void skipped_points_are_told(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->copies[0] = &foreign;
	t->copies[1] = copy_find("memcpy");
	t->config.n_copies = 2;
	run(t);
	assert_int_equal(t->ret, 0);
	assert_int_equal(t->n_told, 3);
	assert_int_equal(t->run.points[1].status, POINT_SKIPPED);
	expect_done(&t->run.points[2]);
	release_trial(t);
}

/* Whether the kernel gives them, found in another way than the program's: the sum over the process. */
static bool huge_pages_to_be_had(void)
{
	size_t huge = (size_t)1 << 21;
	char *map =
		mmap(NULL, 3 * huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	FILE *f;
	char line[256];
	unsigned long kb = 0;

	if (map == MAP_FAILED)
		return false;
	if (madvise(map, 3 * huge, MADV_HUGEPAGE) == 0)
		memset(map, 1, 3 * huge);
	f = fopen("/proc/self/smaps_rollup", "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (strncmp(line, "AnonHugePages:", 14) == 0)
			kb = strtoul(line + 14, NULL, 10);
	}
	if (f)
		fclose(f);
	munmap(map, 3 * huge);
	return kb >= 4096;
}

static void huge_pages(void **state)
{
	struct trial *t = new_trial();
	bool to_be_had = huge_pages_to_be_had();

	(void)state;
	t->config.huge_pages = true;
	run(t);
	assert_int_equal(t->ret, 0);
	for (size_t i = 0; i < t->run.n_points; i++) {
		const struct copy_point *p = &t->run.points[i];

		CHECK(!to_be_had || p->status != POINT_FAILED, "there are some: %s", p->reason);
		if (p->status == POINT_FAILED)
			CHECK(strstr(p->reason, "pages"), "%s", p->reason);
		else
			expect_done(p);
	}
	release_trial(t);
}

/* By the addresses that the run tells, for offsets beyond a page too. */
static void distances_are_kept(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->sizes[1] = 5000000; /* more than a huge page */
	t->src[1] = 4097;
	t->dst[1] = 3;
	t->distances[0] = 0;
	t->distances[1] = 63;
	t->distances[2] = 10000;
	t->config.sizes.n = t->config.src_offsets.n = t->config.dst_offsets.n = 2;
	t->config.distances.n = 3;
	t->config.sampling.n_samples = t->config.sampling.n_invocations = 1;
	run(t);
	assert_int_equal(t->ret, 0);
	assert_int_equal((t->run.dst_addr - t->run.src_addr) % 4096, 0);
	assert_int_equal(t->run.src_addr % 4096, 0);
	for (size_t i = 0; i < t->run.n_points; i++) {
		const struct copy_point *p = &t->run.points[i];

		expect_done(p);
		assert_int_equal(copy_page_distance(&t->run, p),
			(p->distance_bytes + p->dst_offset_bytes + 8192 - p->src_offset_bytes) %
				4096);
	}
	release_trial(t);
}

struct seen {
	atomic_uintptr_t dst, src;
	atomic_ullong n, n_calls;
};

static struct seen *seen;

static void notice(void *dst, const void *src, size_t n)
{
	atomic_store(&seen->dst, (uintptr_t)dst);
	atomic_store(&seen->src, (uintptr_t)src);
	atomic_store(&seen->n, n);
	atomic_fetch_add(&seen->n_calls, 1);
}

/* What the routine itself is given, by the loop alone. */
static void loop_calls_with_the_addresses(void **state)
{
	static const struct copy_ops noticing = {
		.name = "noticing", .min_bytes = 1, .dst_align = 1, .src_align = 1, .copy = notice
	};
	struct trial *t = new_trial();
	size_t shared_bytes = sizeof(struct copy_shared) + 2 * sizeof(struct copy_sample);
	struct copy_shared *shared = child_share(shared_bytes, &t->err);
	const struct child_limits limits = { 60000000000, &shared->progress, &interrupted };
	unsigned char *maps = child_share(2 << 21, &t->err); /* only their place */
	struct copy_job job = { .config = &t->config,
		.topology = topology,
		.copy = &noticing,
		.state = named_state("I/I"),
		.size_bytes = 1000,
		.src_map = maps,
		/* cppcheck-suppress nullPointerArithmeticRedundantCheck */
		.dst_map = maps + (1 << 21),
		.map_bytes = 1 << 21,
		.src_at = 5,
		.dst_at = 2048 + 9,
		.shared = shared };

	(void)state;
	seen = child_share(sizeof(*seen), &t->err);
	assert_true(shared && maps && seen);
	interrupted = 0;
	shared->n_calls = 10;
	CHECK(child_run(copyloop_run, &job, &limits, &t->err) == 0, "%s %s", t->err.text,
		shared->text);
	assert_int_equal(shared->n_kept, 2);
	assert_int_equal(shared->n_calls, 10);
	assert_int_equal(atomic_load(&seen->n_calls), 10 * 3); /* with the warmup */
	assert_int_equal(atomic_load(&seen->n), 1000);
	assert_true(atomic_load(&seen->src) == (uintptr_t)job.src_map + 5);
	assert_true(atomic_load(&seen->dst) == (uintptr_t)job.dst_map + 2048 + 9);
	child_unshare(seen, sizeof(*seen));
	child_unshare(maps, 2 << 21);
	child_unshare(shared, shared_bytes);
	release_trial(t);
}

static void interrupted_at_a_visit(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->config.linear = true;
	t->interrupt_at_progress = 4; /* the second visit of the second point */
	run(t);
	assert_int_equal(t->ret, -EINTR);
	assert_true(t->run.interrupted);
	assert_int_equal(t->n_told, 2);
	expect_done(&t->run.points[0]);
	assert_int_equal(t->run.points[1].status, POINT_INTERRUPTED);
	assert_int_equal(t->run.points[1].n_samples, 2);
	release_trial(t);
}

/* Points that were not begun are not told. */
static void interrupted_by_a_hook(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->config.linear = true;
	t->interrupt_at_told = 1;
	run(t);
	assert_int_equal(t->ret, -EINTR);
	assert_int_equal(t->n_told, 1);
	assert_int_equal(t->run.points[1].status, POINT_PENDING);
	release_trial(t);
}

static void cancelled(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->config.linear = true;
	t->cancel_at_told = 1;
	run(t);
	assert_int_equal(t->ret, -ECANCELED);
	assert_int_equal(t->n_told, 1);
	assert_false(t->run.interrupted);
	assert_int_equal(t->run.points[1].n_samples, 0);
	release_trial(t);
}

static void cancelled_at_begin(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->begin_returns = -EIO;
	run(t);
	assert_int_equal(t->ret, -ECANCELED);
	assert_int_equal(t->n_begun, 1);
	assert_int_equal(t->n_told + t->n_progress, 0);
	release_trial(t);
}

/* Batches that take longer than the limit: the point fails, those after it are measured. */
static void too_slow_a_sample(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->config.sampling.batch_ns = 60000000000;
	t->config.timeout_ns = 100000000;
	t->config.sampling.n_invocations = 1;
	run(t);
	assert_int_equal(t->ret, 0);
	for (size_t i = 0; i < t->run.n_points; i++) {
		const struct copy_point *p = &t->run.points[i];

		CHECK(p->status == POINT_FAILED && strstr(p->reason, "did not return"), "%d: %s",
			p->status, p->reason);
	}
	assert_int_equal(t->n_told, 2);
	release_trial(t);
}

static void cpu_that_is_none(void **state)
{
	struct trial *t = new_trial();

	(void)state;
	t->config.cpu_a = 100000;
	run(t);
	assert_int_equal(t->ret, 0);
	for (size_t i = 0; i < t->run.n_points; i++)
		CHECK(t->run.points[i].status == POINT_FAILED &&
				strstr(t->run.points[i].reason, "100000"),
			"%d: %s", t->run.points[i].status, t->run.points[i].reason);
	release_trial(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_state),
		cmocka_unit_test(warm_needs_no_round_trip),
		cmocka_unit_test(skipped_points_are_told),
		cmocka_unit_test(huge_pages),
		cmocka_unit_test(distances_are_kept),
		cmocka_unit_test(loop_calls_with_the_addresses),
		cmocka_unit_test(interrupted_at_a_visit),
		cmocka_unit_test(interrupted_by_a_hook),
		cmocka_unit_test(cancelled),
		cmocka_unit_test(cancelled_at_begin),
		cmocka_unit_test(too_slow_a_sample),
		cmocka_unit_test(cpu_that_is_none),
	};

	return cmocka_run_group_tests(tests, open_topology, close_topology);
}
