/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "cli/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "bench/duet.h"
#include "bench/plan.h"
#include "cli/gate_options.h"
#include "cli/interrupt.h"
#include "cli/outfiles.h"
#include "cli/output.h"
#include "cli/pairs_csv.h"
#include "cli/progress.h"
#include "results/gate.h"
#include "results/gate_tally.h"

/* Sides and plans live for all gates of the command; the record is of the one under way. */
struct session {
	const struct gate_options *o;
	const struct topology *topology;
	const volatile sig_atomic_t *interrupted;
	struct run_record run_a, run_b;
	struct duet_side *a, *b;
	char *version_a, *version_b; /* NULL: both are this program */
	struct duet_record record;
	struct duet_record before; /* of the gate before it */
	struct gate_rules rules;
	struct gate_tally tally;
	FILE *pairs; /* NULL: nobody wants them */
	bool progress;
};

static void on_progress(void *arg, const struct passes_progress *progress)
{
	const struct session *s = arg;

	if (s->progress)
		progress_show(progress);
}

static bool on_precise(void *arg)
{
	const struct session *s = arg;

	return gate_is_precise(&s->record, s->rules.level, s->o->sampling.precision_percent);
}

/* A process of its own, also for this netio where the other one is: both then are alike but for the program. */
static struct duet_side *remote(const struct contestant *c, const char *program, size_t n_points,
	const struct session *s, char **version, struct err *err)
{
	char **argv = calloc(c->argc + 2, sizeof(*argv));
	struct duet_side *side;

	if (!argv) {
		err_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	argv[0] = (char *)program;
	argv[1] = (char *)"worker";
	memcpy(argv + 2, c->argv + 1, (c->argc - 1) * sizeof(*argv));
	side = duet_side_remote(
		argv, n_points, c->run.config.timeout_ns, s->interrupted, version, err);
	free(argv);
	return side;
}

static int open_sides(struct session *s, struct err *err)
{
	const struct gate_options *o = s->o;

	if (o->b_binary) {
		s->a = remote(&o->a, "/proc/self/exe", s->run_a.n_points, s, &s->version_a, err);
		if (s->a)
			s->b = remote(&o->b, o->b_binary, s->run_b.n_points, s, &s->version_b, err);
	} else {
		s->a = duet_side_local(
			&o->a.run.config, s->topology, &s->run_a, s->interrupted, err);
		if (s->a)
			s->b = duet_side_local(
				&o->b.run.config, s->topology, &s->run_b, s->interrupted, err);
	}
	return s->a && s->b ? 0 : -err->code;
}

/* Whether what --b-binary names is at fault, not the machine. */
static bool is_wrong_binary(const struct gate_options *o, const struct err *err)
{
	return o->b_binary && (err->code == ENOENT || err->code == EACCES || err->code == ENOTDIR ||
				      err->code == EPROTO);
}

static int plan(struct session *s, struct err *err)
{
	int ret = plan_build(&s->o->a.run.config, &s->run_a, err);

	return ret ? ret : plan_build(&s->o->b.run.config, &s->run_b, err);
}

/* In reverse: each local side puts back the signal handler that it found. */
static void close_all(struct session *s)
{
	if (s->b)
		s->b->ops->free(s->b);
	if (s->a)
		s->a->ops->free(s->a);
	free(s->version_a);
	free(s->version_b);
	plan_release(&s->run_a);
	plan_release(&s->run_b);
}

static void set_rules(struct session *s)
{
	s->rules = gate_default_rules(&s->record);
	if (s->o->threshold_percent > 0)
		s->rules.threshold_percent = s->rules.wall_threshold_percent =
			s->o->threshold_percent;
}

static int run_gate(struct session *s, uint64_t seed, struct err *err)
{
	const struct duet_config config = { s->a, s->b, s->o->sampling, seed, s->interrupted,
		s->o->inject_percent };
	const struct duet_hooks hooks = { s, on_progress, NULL, on_precise };
	int ret = duet_points(&s->run_a, &s->run_b, &s->record, err);

	duet_keep_calibration(&s->record, &s->before);
	s->record.name_a = s->o->a.name;
	s->record.name_b = s->o->b.name;
	set_rules(s);
	if (!ret)
		ret = duet_run(&config, &s->record, &hooks, err);
	if (s->progress)
		progress_clear();
	return ret;
}

static int judge_gate(struct session *s, struct judgement *j, struct err *err)
{
	j->base_name = strdup(s->o->a.name);
	j->new_name = strdup(s->o->b.name);
	if (!j->base_name || !j->new_name || gate_judge(&s->record, &s->rules, j))
		return err_set(err, ENOMEM, "out of memory");
	return 0;
}

/* What went wrong in a point is told in its own words, and wrong data by its own status. */
static enum status failed_status(const struct session *s, enum status status, struct err *err)
{
	for (size_t i = 0; i < s->record.n_points; i++) {
		const struct duet_point *p = &s->record.points[i];

		if (p->status != POINT_CORRUPT && p->status != POINT_FAILED)
			continue;
		*err = (struct err) { 0 };
		err_set(err, EIO, "%s %s, size %" PRIu64 ": %s", p->a->transport, p->a->copy,
			p->a->size_bytes, p->reason);
		return p->status == POINT_CORRUPT ? STATUS_CORRUPT : STATUS_FAILED;
	}
	return status;
}

static bool nothing_measured(const struct duet_record *record)
{
	for (size_t i = 0; i < record->n_points; i++) {
		if (record->points[i].status != POINT_SKIPPED)
			return false;
	}
	return true;
}

/* One gate: its judgement is the result. */
static enum status gate_once(struct session *s, struct verdicts *verdicts, struct err *err)
{
	struct judgement j = { 0 };
	int ret = run_gate(s, s->o->common.config.seed, err);
	enum status status = STATUS_FAILED;
	bool judged = (ret == 0 || ret == -EINTR) && judge_gate(s, &j, err) == 0;

	if (judged && nothing_measured(&s->record) && ret == 0)
		judged = err_set(err, ENODATA, "nothing was measured: %s",
				 s->record.points[0].reason) == 0;
	pairs_csv_write(s->pairs, 1, &s->record);
	status = verdicts_close(verdicts, judged ? &j : NULL, 1, STATUS_FAILED, err);
	if (status == STATUS_FAILED && judged)
		status = failed_status(s, status, err);
	judgement_release(&j);
	return status;
}

static enum status tally_one(struct session *s, uint64_t seed, struct err *err)
{
	struct judgement j = { 0 };
	int ret = run_gate(s, seed, err);
	enum status status = STATUS_FAILED;

	if (!ret && !judge_gate(s, &j, err)) {
		if (s->tally.n_gates == 0)
			gate_tally_begin(stdout, &s->tally, &j);
		if (!gate_tally_add(stdout, &s->tally, &s->record, &j))
			status = failed_status(s, STATUS_OK, err);
		pairs_csv_write(s->pairs, s->tally.n_gates, &s->record);
	}
	judgement_release(&j);
	duet_release(&s->before);
	s->before = s->record;
	s->record = (struct duet_record) { 0 };
	return ret == -EINTR ? STATUS_OK : status;
}

/* Many, of A against itself. */
static enum status gate_many(struct session *s, struct err *err)
{
	const struct gate_options *o = s->o;
	struct random random = { o->common.config.seed };
	uint64_t end_ns = o->aa_ns ? clock_ns() + o->aa_ns : UINT64_MAX;
	enum status status = STATUS_OK;

	s->tally.inject_percent = o->inject_percent;
	while (status == STATUS_OK && !*s->interrupted && clock_ns() < end_ns &&
		(!o->n_gates || s->tally.n_gates < o->n_gates))
		status = tally_one(s, random_next(&random), err);
	gate_tally_end(stdout, &s->tally);
	gate_tally_release(&s->tally);
	return status;
}

/* Files are opened before anything is measured: a wrong name must not cost a gate. */
static enum status open_and_gate(struct session *s, struct err *err)
{
	struct verdicts *verdicts;

	if (s->o->same)
		return gate_many(s, err);
	verdicts = verdicts_open(&s->o->verdicts, NULL, err);
	if (!verdicts)
		return outfiles_is_wrong_name(err) ? STATUS_USAGE : STATUS_FAILED;
	return gate_once(s, verdicts, err);
}

static void print_side(FILE *f, char letter, const struct point_record *p)
{
	fprintf(f, "%c %-14s %-15s %-8s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 "\n", letter,
		p->transport, p->copy, p->placement, p->size_bytes, p->send_offset_bytes,
		p->recv_offset_bytes);
}

static void print_plan(FILE *f, const struct duet_record *record)
{
	fprintf(f, "  %-14s %-15s %-8s %10s %10s %10s\n", "transport", "copy", "cpus", "size",
		"send-off", "recv-off");
	for (size_t i = 0; i < record->n_points; i++) {
		const struct duet_point *p = &record->points[i];

		print_side(f, 'A', p->a);
		print_side(f, 'B', p->b);
		if (p->status == POINT_SKIPPED || p->status == POINT_FAILED)
			fprintf(f, "# %s: %s\n", p->status == POINT_SKIPPED ? "skipped" : "failed",
				p->reason);
	}
}

static enum status plan_and_gate(struct session *s, struct err *err)
{
	enum status status = STATUS_FAILED;

	if (plan(s, err))
		goto out;
	if (duet_points(&s->run_a, &s->run_b, &s->record, err)) {
		status = STATUS_USAGE;
		goto out;
	}
	if (s->o->dry_run) {
		print_plan(stdout, &s->record);
		status = STATUS_OK;
		goto out;
	}
	duet_release(&s->record);
	if (open_sides(s, err)) {
		status = is_wrong_binary(s->o, err) ? STATUS_USAGE : STATUS_FAILED;
		goto out;
	}
	status = open_and_gate(s, err);
out:
	duet_release(&s->record);
	duet_release(&s->before);
	close_all(s);
	interrupt_die();
	if (status == STATUS_OK)
		status = output_flush_stdout(err) ? STATUS_FAILED : status;
	return status;
}

static enum status gate(
	const struct gate_options *o, const struct topology *topology, struct err *err)
{
	struct session s = { .o = o, .topology = topology, .interrupted = interrupt_catch() };
	enum status status = STATUS_FAILED;

	s.progress = !o->quiet && progress_wanted();
	if (o->pairs_csv && !(s.pairs = pairs_csv_open(o->pairs_csv, err)))
		return outfiles_is_wrong_name(err) ? STATUS_USAGE : STATUS_FAILED;
	status = plan_and_gate(&s, err);
	return pairs_csv_close(s.pairs, o->pairs_csv, status, err);
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	struct topology *topology = topology_new(err);
	struct gate_options o;
	enum status status;
	int ret;

	if (!topology)
		return STATUS_FAILED;
	ret = gate_options_parse(&o, topology, argc, argv, err);
	if (ret == OPT_HELP)
		status = print_help(command, err);
	else if (ret)
		status = STATUS_USAGE;
	else
		status = routines_admit(&o.a.run.routines, o.a.run.config.timeout_ns, err);
	if (!ret && status == STATUS_OK)
		status = routines_admit(&o.b.run.routines, o.b.run.config.timeout_ns, err);
	if (!ret && status == STATUS_OK)
		status = gate(&o, topology, err);
	gate_options_release(&o);
	topology_free(topology);
	return status;
}

const struct command command_gate = {
	.name = "gate",
	.synopsis = "--a OPTION --b OPTION [options]",
	.summary = "judge A against B, interleaved in one run: regression, same, improvement or "
		   "inconclusive",
	.options = gate_options,
	.run = run,
};
