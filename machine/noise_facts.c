/* SPDX-License-Identifier: MIT */
#include "machine/noise.h"

#include <math.h>

/* From these on a remark says so. */
#define OTHERS_MUCH_PERCENT 5
#define STEAL_MUCH_PERCENT  1
#define PSI_MUCH_PERCENT    5

/* Shares are not told where a tick is more of the wall time than this. */
#define TICK_MOST_PERCENT 10

/* The two readings, and what every share needs of them. */
struct stretch {
	const struct noise *begin;
	const struct noise *end;
	double wall_ns;
	double tick_percent; /* a tick in the wall time */
};

/* NAN where ticks are not counted, too coarse, or went backwards, as a CPU that goes offline makes them. */
static double others_percent(const struct stretch *s)
{
	const struct noise_ticks *a = &s->begin->ticks, *b = &s->end->ticks;
	double busy_ns, own_ns;

	if (!a->known || !b->known || b->busy < a->busy || !(s->tick_percent <= TICK_MOST_PERCENT))
		return NAN;
	busy_ns = (double)(b->busy - a->busy) * (double)s->end->tick_ns;
	own_ns = (double)(s->end->own_cpu_ns - s->begin->own_cpu_ns);
	return busy_ns > own_ns ? (busy_ns - own_ns) / s->wall_ns * 100 : 0;
}

static double steal_percent(const struct stretch *s)
{
	const struct noise_ticks *a = &s->begin->ticks, *b = &s->end->ticks;

	if (!a->known || !b->known || b->steal < a->steal || b->all <= a->all ||
		!(s->tick_percent <= TICK_MOST_PERCENT))
		return NAN;
	return (double)(b->steal - a->steal) / (double)(b->all - a->all) * 100;
}

static double psi_percent(const struct stretch *s)
{
	const struct noise_count *a = &s->begin->psi_us, *b = &s->end->psi_us;

	if (!a->known || !b->known || b->n < a->n || !(s->wall_ns > 0))
		return NAN;
	/* Read a moment before the clock: not more than all of it. */
	return fmin((double)(b->n - a->n) * 1e3 / s->wall_ns * 100, 100);
}

static void add_count(struct facts *facts, const char *name, const struct noise_count *begin,
	const struct noise_count *end)
{
	if (begin->known && end->known && end->n >= begin->n)
		facts_integer(facts, name, (int64_t)(end->n - begin->n));
	else
		facts_unknown(facts, name);
}

static bool last_is_positive(const struct facts *facts)
{
	return facts->n > 0 && facts->fact[facts->n - 1].integer > 0;
}

static void cpu_shares(const struct stretch *s, struct facts *facts)
{
	double others = others_percent(s);
	double steal = steal_percent(s);
	double psi = psi_percent(s);

	facts_number(facts, "others_cpu_percent", others);
	if (others > OTHERS_MUCH_PERCENT + s->tick_percent)
		facts_remark(facts,
			"others used the CPUs meanwhile: stop them, or measure on CPUs where they "
			"do not run");
	facts_number(facts, "steal_percent", steal);
	if (steal > STEAL_MUCH_PERCENT && s->end->ticks.steal > s->begin->ticks.steal + 1)
		facts_remark(facts, "the host gave the CPUs to others: repeat when it is less "
				    "busy, and compare "
				    "within one run only (netio gate)");
	facts_number(facts, "psi_cpu_some_percent", psi);
	/* Without others it is the run's own threads that waited, as two ends on one CPU must. */
	if (psi > PSI_MUCH_PERCENT && !(others <= OTHERS_MUCH_PERCENT + s->tick_percent))
		facts_remark(facts, "there was more to run than CPUs to run it, own threads "
				    "included: stop what else runs");
}

static void load(const struct noise *noise, const char *name, struct facts *facts)
{
	if (noise->load_known)
		facts_number(facts, name, noise->load);
	else
		facts_unknown(facts, name);
}

static void throttling(const struct stretch *s, struct facts *facts)
{
	const struct cgroup_throttle *a = &s->begin->cgroup, *b = &s->end->cgroup;
	const struct noise_count n[] = { { a->known, a->n }, { b->known, b->n } };
	const struct noise_count us[] = { { a->known, a->us }, { b->known, b->us } };

	add_count(facts, "thermal_throttles", &s->begin->thermal, &s->end->thermal);
	if (last_is_positive(facts))
		facts_remark(facts, "CPUs were slowed down for heat: cool the machine, or hold the "
				    "clock low enough to last");
	add_count(facts, "cgroup_throttles", &n[0], &n[1]);
	if (last_is_positive(facts))
		facts_remark(facts, "the CPU limit of the control group stopped the run: measure "
				    "without a limit");
	add_count(facts, "cgroup_throttled_us", &us[0], &us[1]);
}

void noise_between(const struct noise *begin, const struct noise *end, struct facts *facts)
{
	const double wall_ns = (double)(end->wall_ns - begin->wall_ns);
	const struct stretch s = { begin, end, wall_ns, (double)end->tick_ns / wall_ns * 100 };

	facts_number(facts, "wall_s", wall_ns / 1e9);
	facts_number(facts, "own_cpu_s", (double)(end->own_cpu_ns - begin->own_cpu_ns) / 1e9);
	cpu_shares(&s, facts);
	load(begin, "load_begin", facts);
	load(end, "load_end", facts);
	add_count(facts, "main_thread_migrations", &begin->migrations, &end->migrations);
	facts_integer(
		facts, "involuntary_switches", (int64_t)(end->n_switches - begin->n_switches));
	facts_integer(
		facts, "minor_faults", (int64_t)(end->n_minor_faults - begin->n_minor_faults));
	facts_integer(
		facts, "major_faults", (int64_t)(end->n_major_faults - begin->n_major_faults));
	throttling(&s, facts);
}
