/* SPDX-License-Identifier: MIT */
#include "base/estimate.h"

#include <math.h>
#include <stdlib.h>

#define MAD_TO_SIGMA 1.4826

int estimate_by_value(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

size_t order_statistic_rank(size_t n, double level)
{
	double tail = (1 - level) / 2;
	double below = 0; /* P(Binomial(n, 1/2) < k) */
	size_t k = 0;

	/* In logarithms: 2^-n underflows beyond n = 1074. */
	for (size_t i = 0; i < n; i++) {
		below += exp(lgamma((double)n + 1) - lgamma((double)i + 1) -
			     lgamma((double)(n - i) + 1) - (double)n * M_LN2);
		if (below > tail)
			break;
		k = i + 1;
	}
	return k;
}

double estimate_middle(const double *sorted, size_t n)
{
	if (n == 0)
		return NAN;
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

struct estimate estimate_median(double *values, size_t n, double level)
{
	struct estimate e = { n, NAN, NAN, NAN, NAN, NAN };
	size_t k = order_statistic_rank(n, level);

	if (n == 0)
		return e;
	qsort(values, n, sizeof(*values), estimate_by_value);
	e.median = estimate_middle(values, n);
	e.min = values[0];
	e.max = values[n - 1];
	if (k > 0) {
		e.ci_low = values[k - 1];
		e.ci_high = values[n - k];
	}
	return e;
}

double estimate_half_width_percent(const struct estimate *e)
{
	return (e->ci_high - e->ci_low) / 2 / e->median * 100;
}

double estimate_mad(double *values, size_t n, double center)
{
	for (size_t i = 0; i < n; i++)
		values[i] = fabs(values[i] - center);
	qsort(values, n, sizeof(*values), estimate_by_value);
	return estimate_middle(values, n) * MAD_TO_SIGMA;
}
