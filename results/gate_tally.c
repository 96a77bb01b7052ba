/* SPDX-License-Identifier: MIT */
#include "results/gate_tally.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/estimate.h"
#include "results/gate.h"

/* The usual rule, to be compared with. */
#define BY_MEDIANS_PERCENT 5
#define LEVEL              0.95

/* P(Binomial(n, p) <= k). */
static double binomial_below(uint64_t k, uint64_t n, double p)
{
	double sum = 0;

	for (uint64_t i = 0; i <= k; i++)
		sum += exp(lgamma((double)n + 1) - lgamma((double)i + 1) -
			   lgamma((double)(n - i) + 1) + (double)i * log(p) +
			   (double)(n - i) * log1p(-p));
	return sum;
}

/* The p at which P(Binomial(n, p) <= k) is `tail`: it falls as p grows. */
static double proportion_at(uint64_t k, uint64_t n, double tail)
{
	double low = 0, high = 1;

	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;

		if (binomial_below(k, n, middle) > tail)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

void proportion_interval(uint64_t k, uint64_t n, double level, double *low, double *high)
{
	double tail = (1 - level) / 2;

	*high = k < n ? proportion_at(k, n, tail) : 1;
	*low = k > 0 ? proportion_at(k - 1, n, 1 - tail) : 0;
}

void gate_tally_begin(FILE *f, const struct gate_tally *tally, const struct judgement *j)
{
	fprintf(f, "# %s against itself", j->base_name);
	if (tally->inject_percent > 0)
		fprintf(f, ", B slowed down by extra copying of %g %% of a message's CPU time",
			tally->inject_percent);
	fprintf(f, "\n# B / A of the whole sweep with its %g %% interval; threshold %g %%",
		j->level * 100, j->threshold_percent);
	if (j->wall_threshold_percent != j->threshold_percent)
		fprintf(f, ", of MB/s %g %%", j->wall_threshold_percent);
	fprintf(f, "\n%6s %6s %8s %17s %8s %17s %9s  %s\n", "gate", "blocks", "MB/s", "",
		"MB/cpu-s", "", "resolves", "verdict");
}

static void put_change(FILE *f, const struct change *c)
{
	if (isnan(c->ratio))
		fprintf(f, " %8s %17s", "-", "");
	else if (isnan(c->ci_low))
		fprintf(f, " %8.4f %17s", c->ratio, "");
	else
		fprintf(f, " %8.4f [%.4f, %.4f]", c->ratio, c->ci_low, c->ci_high);
}

/* Of the worse metric, as both must be the same to be the same. */
static double resolvable(const struct judged *sweep)
{
	double wall = sweep->wall.resolvable_percent;
	double cpu = sweep->cpu.resolvable_percent;

	return isnan(cpu) || wall > cpu ? wall : cpu;
}

static int keep(struct gate_tally *tally, double percent)
{
	double *more;

	if (isnan(percent))
		return 0;
	more = realloc(tally->resolvable_percent, (tally->n_resolvable + 1) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	tally->resolvable_percent = more;
	more[tally->n_resolvable++] = percent;
	return 0;
}

int gate_tally_add(FILE *f, struct gate_tally *tally, const struct duet_record *record,
	const struct judgement *j)
{
	const struct judged *sweep = judgement_sweep(j);
	int by_medians = gate_by_medians(record, BY_MEDIANS_PERCENT);

	tally->n_gates++;
	tally->counts[j->verdict]++;
	tally->n_medians_regression += by_medians < 0;
	tally->n_medians_change += by_medians != 0;
	fprintf(f, "%6" PRIu64, tally->n_gates);
	if (sweep) {
		fprintf(f, " %6zu", sweep->n);
		put_change(f, &sweep->wall);
		put_change(f, &sweep->cpu);
		if (isnan(resolvable(sweep)))
			fprintf(f, " %9s", "-");
		else
			fprintf(f, " %7.2f %%", resolvable(sweep));
	}
	fprintf(f, "  %c %s\n", verdict_mark(j->verdict), verdict_name(j->verdict));
	return sweep ? keep(tally, resolvable(sweep)) : 0;
}

static void put_share(FILE *f, const char *what, uint64_t k, uint64_t n)
{
	double low, high;

	if (n == 0)
		return;
	proportion_interval(k, n, LEVEL, &low, &high);
	fprintf(f, "# %s: %" PRIu64 " of %" PRIu64 " (%.1f %%; %g %% interval %.1f to %.1f %%)\n",
		what, k, n, (double)k / (double)n * 100, LEVEL * 100, low * 100, high * 100);
}

void gate_tally_end(FILE *f, struct gate_tally *tally)
{
	uint64_t n = tally->n_gates - tally->counts[VERDICT_FAILED];
	uint64_t n_change = tally->counts[VERDICT_REGRESSION] + tally->counts[VERDICT_IMPROVEMENT];
	struct estimate e = estimate_median(tally->resolvable_percent, tally->n_resolvable, LEVEL);

	if (tally->inject_percent > 0) {
		put_share(f, "found", tally->counts[VERDICT_REGRESSION], n);
		put_share(f, "by medians that differ by more than 5 %", tally->n_medians_regression,
			n);
	} else {
		put_share(f, "called a regression", tally->counts[VERDICT_REGRESSION], n);
		put_share(f, "called a change of either kind", n_change, n);
		put_share(f, "called a regression by medians that differ by more than 5 %",
			tally->n_medians_regression, n);
	}
	if (e.n)
		fprintf(f,
			"# smallest change that shows: %.2f %% in the median gate, %.2f %% at "
			"best, "
			"%.2f %% at worst\n",
			e.median, e.min, e.max);
	fprintf(f,
		"netio: %" PRIu64 " same, %" PRIu64 " improvement, %" PRIu64 " regression, %" PRIu64
		" inconclusive",
		tally->counts[VERDICT_SAME], tally->counts[VERDICT_IMPROVEMENT],
		tally->counts[VERDICT_REGRESSION], tally->counts[VERDICT_INCONCLUSIVE]);
	if (tally->counts[VERDICT_FAILED])
		fprintf(f, ", %" PRIu64 " failed", tally->counts[VERDICT_FAILED]);
	fprintf(f, " (%" PRIu64 " gates)\n", tally->n_gates);
}

void gate_tally_release(struct gate_tally *tally)
{
	free(tally->resolvable_percent);
	tally->resolvable_percent = NULL;
	tally->n_resolvable = 0;
}
