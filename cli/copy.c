/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <errno.h>
#include <gnu/libc-version.h>
#include <string.h>

#include "bench/verification.h"
#include "cli/conditions.h"
#include "cli/copy_options.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "machine/cpu.h"
#include "machine/noise.h"
#include "results/samples_csv.h"
#include "version.h"

/* What the hooks need. */
struct session {
	struct output output;
	struct copy_run run;
	const struct copy_point *point; /* the one being written */
	const struct invocation_record *invocation;
	bool progress;
};

static void print_begin(FILE *f, const void *format, void *arg)
{
	const struct copy_writer_ops *writer = format;
	const struct session *s = arg;

	writer->begin(f, &s->run);
}

static void print_point(FILE *f, const void *format, void *arg)
{
	const struct copy_writer_ops *writer = format;
	const struct session *s = arg;

	writer->point(f, &s->run, s->point);
}

static void print_invocation(FILE *f, const void *format, void *arg)
{
	const struct copy_writer_ops *writer = format;
	const struct session *s = arg;

	if (writer->invocation)
		writer->invocation(f, &s->run, s->point, s->invocation);
}

static void print_end(FILE *f, const void *format, void *arg)
{
	const struct copy_writer_ops *writer = format;
	const struct session *s = arg;

	writer->end(f, &s->run);
}

static int on_begin(void *arg)
{
	struct session *s = arg;

	return output_write(&s->output, false, print_begin, s);
}

static void on_progress(void *arg, const struct passes_progress *progress)
{
	const struct session *s = arg;

	if (s->progress)
		progress_show(progress);
}

static int on_point(void *arg, const struct copy_point *point)
{
	struct session *s = arg;

	if (s->progress)
		progress_clear();
	s->point = point;
	return output_write(&s->output, true, print_point, s);
}

static int on_invocation(
	void *arg, const struct copy_point *point, const struct invocation_record *invocation)
{
	struct session *s = arg;

	s->point = point;
	s->invocation = invocation;
	return output_write(&s->output, false, print_invocation, s);
}

static const void *format_of(const char *path)
{
	return copy_writer_of(path);
}

static void describe_run(const struct copy_options *o, struct copy_run *run, char *libc, size_t n)
{
	const struct copy_config *c = &o->config;
	struct machine machine;

	machine_read(&machine);
	snprintf(libc, n, "glibc %s", gnu_get_libc_version());
	*run = (struct copy_run) {
		.version = NETIO_VERSION,
		.command_line = o->command_line,
		.libc = libc,
		.seed = c->seed,
		.order = o->order_name,
		.pages = o->pages_name,
		.cpu_a = c->cpu_a,
		.cpu_b = c->cpu_b,
		.n_invocations = c->sampling.n_invocations,
		.n_samples = c->sampling.n_samples,
	};
	memcpy(run->cpu, machine.cpu, sizeof(run->cpu));
	memcpy(run->kernel, machine.kernel, sizeof(run->kernel));
}

static enum status judge(const struct copy_run *run, struct err *err)
{
	for (size_t i = 0; i < run->n_points; i++) {
		const struct copy_point *p = &run->points[i];

		if (p->status == POINT_FAILED) {
			err_set(err, EIO, "%s, state %s, size %llu: %s", p->copy, p->state,
				(unsigned long long)p->size_bytes, p->reason);
			return STATUS_FAILED;
		}
	}
	return STATUS_OK;
}

static bool nothing_measured(const struct copy_run *run)
{
	for (size_t i = 0; i < run->n_points; i++) {
		if (run->points[i].status != POINT_SKIPPED && !run->points[i].is_harness)
			return false;
	}
	return true;
}

static enum status print_plan(const struct copy_run *run, struct err *err)
{
	printf("%-16s %-5s %10s %10s %10s %10s\n", "copy", "state", "size", "src-off", "dst-off",
		"distance");
	for (size_t i = 0; i < run->n_points; i++) {
		const struct copy_point *p = &run->points[i];

		printf("%-16s %-5s %10llu %10llu %10llu %10llu", p->copy, p->state,
			(unsigned long long)p->size_bytes, (unsigned long long)p->src_offset_bytes,
			(unsigned long long)p->dst_offset_bytes,
			(unsigned long long)p->distance_bytes);
		if (p->status == POINT_SKIPPED)
			printf("  skipped: %s", p->reason);
		putchar('\n');
	}
	printf("# %zu points, the first of them for the cost of the harness\n", run->n_points);
	return output_flush_stdout(err) ? STATUS_FAILED : STATUS_OK;
}

static enum status measure(
	const struct copy_options *o, const struct topology *topology, struct err *err)
{
	struct session s = { .progress = !o->quiet && progress_wanted() };
	const struct copy_hooks hooks = { .arg = &s,
		.begin = on_begin,
		.progress = on_progress,
		.invocation = on_invocation,
		.point = on_point };
	const struct output_spec spec = { .format = o->writer,
		.paths = &o->outputs,
		.format_of = format_of,
		.samples_path = o->samples_csv,
		.samples_format = &copy_samples_csv };
	enum status status = STATUS_FAILED;
	struct noise noise;
	char libc[32];
	int ret;

	describe_run(o, &s.run, libc, sizeof(libc));
	if (copy_plan_build(&o->config, &s.run, err)) {
		status = STATUS_USAGE;
		goto out;
	}
	if (o->dry_run) {
		status = print_plan(&s.run, err);
		goto out;
	}
	if (output_open(&s.output, s.run.n_points, &spec, err)) {
		status = outfiles_is_wrong_name(err) ? STATUS_USAGE : STATUS_FAILED;
		goto out;
	}
	conditions_of_copy(&s.run, topology);
	noise_begin(&noise);
	ret = copybench_run(&o->config, topology, &s.run, &hooks, interrupt_catch(), err);
	noise_end(&noise, &s.run.noise);
	if (s.progress)
		progress_clear();
	output_write(&s.output, false, print_end, &s);
	status = ret && ret != -EINTR && ret != -ECANCELED ? STATUS_FAILED : judge(&s.run, err);
	status = output_close(&s.output, status, err);
	interrupt_die();
	if (nothing_measured(&s.run) && !o->quiet)
		fprintf(stderr, "netio: nothing was measured: all points were skipped\n");
out:
	facts_release(&s.run.environment);
	facts_release(&s.run.noise);
	copy_plan_release(&s.run);
	return status;
}

/* Prints a line about the routine; STATUS_OK, STATUS_CORRUPT, or STATUS_FAILED when it died. */
static enum status verify_routine(const struct copy_options *o, const struct copy_ops *ops,
	const volatile sig_atomic_t *interrupted)
{
	const char *reason = copy_unsupported(ops);
	struct err err = { 0 };
	int ret;

	if (!reason && (!ops->copy || (ops->flags & COPY_EMPTY)))
		reason = "it copies nothing";
	if (reason) {
		printf("%-16s skipped: %s\n", ops->name, reason);
		return STATUS_OK;
	}
	ret = verification_run(ops, o->config.timeout_ns, interrupted, &err);
	if (ret == -EINTR) {
		fflush(stdout);
		interrupt_die();
	}
	if (ret == 0)
		printf("%-16s right\n", ops->name);
	else
		printf("%-16s %s: %s\n", ops->name, ret == -EBADMSG ? "wrong" : "failed", err.text);
	fflush(stdout);
	return ret == 0 ? STATUS_OK : ret == -EBADMSG ? STATUS_CORRUPT : STATUS_FAILED;
}

static enum status verify(const struct copy_options *o, struct err *err)
{
	const volatile sig_atomic_t *interrupted = interrupt_catch();
	enum status worst = STATUS_OK;

	for (size_t i = 0; i < o->config.n_copies; i++) {
		enum status status = verify_routine(o, o->config.copies[i], interrupted);

		worst = status > worst ? status : worst;
	}
	if (output_flush_stdout(err))
		return STATUS_FAILED;
	if (worst != STATUS_OK)
		err_set(err, EBADMSG, "not every routine is right");
	return worst;
}

static enum status admit_and_measure(
	struct copy_options *o, const struct topology *topology, struct err *err)
{
	enum status status = routines_admit(&o->routines, o->config.timeout_ns, err);

	return status == STATUS_OK ? measure(o, topology, err) : status;
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	struct topology *topology = topology_new(err);
	struct copy_options o = { 0 };
	enum status status;
	int ret;

	if (!topology)
		return STATUS_FAILED;
	ret = copy_options_parse(&o, topology, argc, argv, err);
	o.command_line = conditions_command_line(argc, argv);
	if (ret == OPT_HELP)
		status = print_help(command, err);
	else if (ret)
		status = STATUS_USAGE;
	else if (o.dry_run)
		status = measure(&o, topology, err);
	else if (o.verify)
		status = verify(&o, err);
	else
		status = admit_and_measure(&o, topology, err);
	copy_options_release(&o);
	topology_free(topology);
	return status;
}

const struct command command_copy = {
	.name = "copy",
	.synopsis = "[options]",
	.summary = "time the copy routines by themselves, by size, offset and cache state",
	.options = copy_options,
	.run = run,
};
