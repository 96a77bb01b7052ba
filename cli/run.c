/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "bench/explain.h"
#include "bench/plan.h"
#include "bench/sweep.h"
#include "cli/conditions.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/run_options.h"
#include "machine/cpu.h"
#include "machine/noise.h"
#include "results/explain.h"
#include "results/samples_csv.h"
#include "version.h"

/* What the hooks of the sweep need. */
struct session {
	struct output output;
	const struct writer_ops *writer;  /* of stdout */
	const struct point_record *point; /* the one being written */
	const struct invocation_record *invocation;
	const struct point_record *before; /* the last one with a number before it */
	struct run_record run;
	bool progress;
	bool quiet;
};

static void print_begin(FILE *f, const void *format, void *arg)
{
	const struct writer_ops *writer = format;
	const struct session *s = arg;

	writer->begin(f, &s->run);
}

static void print_point(FILE *f, const void *format, void *arg)
{
	const struct writer_ops *writer = format;
	const struct session *s = arg;

	if (writer_shows(writer, s->point))
		writer->point(f, &s->run, s->point, s->before);
}

static void print_invocation(FILE *f, const void *format, void *arg)
{
	const struct writer_ops *writer = format;
	const struct session *s = arg;

	if (writer->invocation)
		writer->invocation(f, &s->run, s->point, s->invocation);
}

static void print_end(FILE *f, const void *format, void *arg)
{
	const struct writer_ops *writer = format;
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
	struct session *s = arg;

	if (s->progress)
		progress_show(progress);
}

/* What the format has no words for. */
static void tell_unmeasured(const struct session *s, const struct point_record *p)
{
	if (s->quiet)
		return;
	fprintf(stderr,
		"netio: %s %s, size %" PRIu64 ", offsets %" PRIu64 " and %" PRIu64 ": %s: %s\n",
		p->transport, p->copy, p->size_bytes, p->send_offset_bytes, p->recv_offset_bytes,
		p->status == POINT_SKIPPED ? "skipped" : "failed", p->reason);
}

static int on_point(void *arg, const struct point_record *point)
{
	struct session *s = arg;
	int ret;

	if (s->progress)
		progress_clear();
	s->point = point;
	if (!writer_shows(s->writer, point))
		tell_unmeasured(s, point);
	ret = output_write(&s->output, true, print_point, s);
	/* Only the format that shows nothing but numbers asks. */
	if (writer_shows(writer_find("netio2"), point))
		s->before = point;
	return ret;
}

static int on_invocation(
	void *arg, const struct point_record *point, const struct invocation_record *invocation)
{
	struct session *s = arg;

	s->point = point;
	s->invocation = invocation;
	return output_write(&s->output, false, print_invocation, s);
}

static void describe_run(const struct run_options *o, struct run_record *run)
{
	const struct run_config *c = &o->config;
	struct machine machine;

	machine_read(&machine);
	*run = (struct run_record) {
		.version = NETIO_VERSION,
		.command_line = o->command_line,
		.cpu_mhz = machine.cpu_mhz,
		.seed = c->seed,
		.mode = c->lockstep ? "lockstep" : "pair",
		.ends = c->processes ? "processes" : "threads",
		.order = c->linear ? "linear" : "random",
		.verified = c->verify,
		.n_invocations = c->sampling.n_invocations,
		.n_samples = c->sampling.n_samples,
		.classic_pass_bytes = o->classic_pass_bytes,
	};
	memcpy(run->cpu, machine.cpu, sizeof(run->cpu));
	memcpy(run->kernel, machine.kernel, sizeof(run->kernel));
}

/* The kernel says nothing when it caps a buffer, at net.core.wmem_max for instance. */
static void warn_buffer(const char *transport, const char *option, uint64_t asked, uint64_t granted)
{
	fprintf(stderr,
		"netio: %s: --%s: asked for %" PRIu64 " bytes, granted %" PRIu64
		": a limit of the kernel\n",
		transport, option, asked, granted);
}

static void warn(const struct run_record *run)
{
	for (size_t i = 0; i < run->n_transports; i++) {
		const struct transport_record *t = &run->transports[i];

		if (t->sndbuf_capped)
			warn_buffer(
				t->name, "sndbuf", t->sndbuf_asked_bytes, t->sndbuf_granted_bytes);
		if (t->rcvbuf_capped)
			warn_buffer(
				t->name, "rcvbuf", t->rcvbuf_asked_bytes, t->rcvbuf_granted_bytes);
		if (strncmp(t->congestion, "bbr", 3) == 0)
			fprintf(stderr,
				"netio: %s: congestion control %s paces its sender and throttles "
				"loopback; "
				"--congestion=cubic does not\n",
				t->name, t->congestion);
	}
}

static void print_plan(FILE *f, const struct run_options *o, const struct run_record *run)
{
	size_t n_skipped = 0;

	fprintf(f, "%-14s %-15s %-8s %10s %10s %10s\n", "transport", "copy", "cpus", "size",
		"send-off", "recv-off");
	explain_head(f, run);
	for (size_t i = 0; i < run->n_points; i++) {
		const struct point_record *p = &run->points[i];

		fprintf(f, "%-14s %-15s %-8s %10" PRIu64 " %10" PRIu64 " %10" PRIu64, p->transport,
			p->copy, p->placement, p->size_bytes, p->send_offset_bytes,
			p->recv_offset_bytes);
		if (run->n_explanations)
			explain_point_remark(f, p);
		if (p->status == POINT_SKIPPED)
			fprintf(f, "  skipped: %s", p->reason);
		n_skipped += p->status == POINT_SKIPPED;
		fputc('\n', f);
	}
	fprintf(f, "# %zu points, %zu skipped; about %.1f s\n", run->n_points, n_skipped,
		plan_estimate_s(&o->config, run));
}

/* The status of the run by what became of its points; the first failed one is the cause that is told. */
static enum status judge(const struct run_record *run, struct err *err)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; i < run->n_points; i++) {
		const struct point_record *p = &run->points[i];

		if (p->status == POINT_CORRUPT && status != STATUS_CORRUPT) {
			*err = (struct err) { 0 };
			status = STATUS_CORRUPT;
			err_set(err, EBADMSG,
				"%s %s, size %" PRIu64 ", offsets %" PRIu64 " and %" PRIu64
				": wrong data: %s",
				p->transport, p->copy, p->size_bytes, p->send_offset_bytes,
				p->recv_offset_bytes, p->reason);
		}
		if (p->status == POINT_FAILED && status == STATUS_OK) {
			status = STATUS_FAILED;
			err_set(err, EIO,
				"%s %s, size %" PRIu64 ", offsets %" PRIu64 " and %" PRIu64 ": %s",
				p->transport, p->copy, p->size_bytes, p->send_offset_bytes,
				p->recv_offset_bytes, p->reason);
		}
	}
	return status;
}

static bool nothing_measured(const struct run_record *run)
{
	for (size_t i = 0; i < run->n_points; i++) {
		if (run->points[i].status != POINT_SKIPPED)
			return false;
	}
	return true;
}

static enum status measure(struct session *s, const struct run_options *o,
	const struct topology *topology, struct err *err)
{
	const struct sweep_hooks hooks = { .arg = s,
		.begin = on_begin,
		.progress = on_progress,
		.invocation = on_invocation,
		.point = on_point };
	const volatile sig_atomic_t *interrupted = interrupt_catch();
	struct noise noise;
	enum status status;
	int ret;

	s->quiet = o->quiet;
	s->progress = !o->quiet && progress_wanted();
	conditions_of_run(&s->run, topology);
	noise_begin(&noise);
	ret = sweep_run(&o->config, topology, &s->run, &hooks, interrupted, err);
	noise_end(&noise, &s->run.noise);
	if (s->progress)
		progress_clear();
	output_write(&s->output, false, print_end, s);
	status = ret && ret != -EINTR && ret != -ECANCELED ? STATUS_FAILED : judge(&s->run, err);
	status = output_close(&s->output, status, err);
	if (ret == -EINTR && s->writer->only_measured && !o->quiet)
		fprintf(stderr, "netio: interrupted: the lines are what was measured until then\n");
	interrupt_die();
	if (nothing_measured(&s->run) && !o->quiet)
		fprintf(stderr, "netio: nothing was measured: all points were skipped\n");
	return status;
}

/* A name of a congestion control that the kernel lacks would leave every TCP point out of a run. */
static int check_congestion(const struct run_options *o, struct err *err)
{
	const struct run_config *c = &o->config;

	for (size_t i = 0; c->options.congestion && i < c->n_transports; i++) {
		if (c->transports[i].ops->caps & TRANSPORT_TCP)
			return transport_check_congestion(c->options.congestion, err);
	}
	return 0;
}

static const void *format_of(const char *path)
{
	return writer_of(path);
}

static enum status plan_and_measure(
	const struct run_options *o, const struct topology *topology, struct err *err)
{
	const struct output_spec spec = { .format = o->writer,
		.paths = &o->outputs,
		.format_of = format_of,
		.samples_path = o->samples_csv,
		.samples_format = &samples_csv };
	struct session s = { .writer = o->writer };
	enum status status = STATUS_FAILED;

	if (check_congestion(o, err))
		return STATUS_USAGE;
	describe_run(o, &s.run);
	if (plan_build(&o->config, &s.run, err))
		goto out;
	if (o->explain && explain_run(&o->config, &s.run, err))
		goto out;
	if (o->dry_run) {
		print_plan(stdout, o, &s.run);
		status = output_flush_stdout(err) ? STATUS_FAILED : STATUS_OK;
		goto out;
	}
	if (output_open(&s.output, s.run.n_points, &spec, err)) {
		status = outfiles_is_wrong_name(err) ? STATUS_USAGE : STATUS_FAILED;
		goto out;
	}
	if (!o->quiet)
		warn(&s.run);
	status = measure(&s, o, topology, err);
out:
	facts_release(&s.run.environment);
	facts_release(&s.run.noise);
	explain_release(&s.run);
	plan_release(&s.run);
	return status;
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	struct topology *topology = topology_new(err);
	struct run_options o;
	enum status status;
	int ret;

	if (!topology)
		return STATUS_FAILED;
	ret = run_options_parse(&o, topology, argc, argv, err);
	o.command_line = conditions_command_line(argc, argv);
	if (ret == OPT_HELP)
		status = print_help(command, err);
	else if (ret)
		status = STATUS_USAGE;
	else
		status = o.dry_run ? STATUS_OK
				   : routines_admit(&o.routines, o.config.timeout_ns, err);
	if (!ret && status == STATUS_OK)
		status = plan_and_measure(&o, topology, err);
	run_options_release(&o);
	topology_free(topology);
	return status;
}

const struct command command_run = {
	.name = "run",
	.synopsis = "[options]",
	.summary = "sweep transport, size and offset over a sender/receiver pair and report MB/s",
	.options = run_options,
	.run = run,
};
