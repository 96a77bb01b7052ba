#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Prints tests/unit/vectors_spread.h: sets of values, and what numpy and scipy say of them. Seeded, so that the
# header can be made again. The rule for two modes is netio's own, computed here with numpy by its definition.

import warnings

import numpy as np
import scipy
from scipy import stats

rng = np.random.default_rng(20021102)
warnings.simplefilter("ignore")


def correlation(x):
    if len(x) < 3 or np.ptp(x[:-1]) == 0 or np.ptp(x[1:]) == 0:
        return np.nan
    return np.corrcoef(x[:-1], x[1:])[0, 1]


def modes(x, mad):
    s = np.sort(x)
    gaps = np.diff(s)
    if len(gaps) == 0 or gaps.max() == 0:
        return np.nan, np.nan, 0
    k = int(gaps.argmax()) + 1
    if gaps.max() <= 4 * mad or min(k, len(s) - k) < 0.15 * len(s):
        return np.nan, np.nan, 0
    return np.median(s[:k]), np.median(s[k:]), (len(s) - k) / len(s)


def c(value):
    return "NAN" if np.isnan(value) else repr(float(value))


sets = {
    "one value": [5.0],
    "two values": [4.0, 7.0],
    "three": [3.0, 1.0, 2.0],
    "constant": [2.0] * 9,
    "ties": [1, 2, 2, 3, 2, 2, 9, 2, 2, 1, 2],
    "normal": rng.normal(1000, 15, 50),
    "normal, even": rng.normal(7, 1, 8),
    "lognormal": rng.lognormal(3, 0.6, 101),
    "drift": 100 + np.arange(40) + rng.normal(0, 2, 40),
    "alternating": [10.0 + (i % 2) + i / 1000 for i in range(30)],
    "two modes": np.concatenate([rng.normal(800, 3, 35), rng.normal(1000, 3, 15)]),
    "two modes, one too small": np.concatenate([rng.normal(800, 3, 45), rng.normal(1000, 3, 5)]),
    "outliers": np.concatenate([rng.normal(100, 1, 30), [50, 60, 200]]),
    "thousand": np.round(rng.normal(5000, 200, 1000), 2),
}

print("/* SPDX-License-Identifier: MIT */")
print("/* Made by tests/unit/vectors_spread.py with numpy %s and scipy %s. */" % (np.__version__, scipy.__version__))
print("#ifndef NETIO_TESTS_UNIT_VECTORS_SPREAD_H\n#define NETIO_TESTS_UNIT_VECTORS_SPREAD_H\n")
print("#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n")
print("/* clang-format off */")
rows = []
for i, (name, values) in enumerate(sets.items()):
    x = np.array(values, dtype=float)
    mad = stats.median_abs_deviation(x) * 1.4826
    q1, q3 = np.percentile(x, [25, 75])
    low, high, share = modes(x, mad)
    print("static const double set_%d[] = {" % i)
    print("\n".join("\t%s," % ", ".join(repr(float(v)) for v in x[j : j + 8]) for j in range(0, len(x), 8)))
    print("};")
    rows.append(
        '\t{ "%s", set_%d, %d, %s, %s, %s, %s, %d, %d, %s, %s, %s, %s },'
        % (name, i, len(x), c(mad), c(np.percentile(x, 10)), c(np.percentile(x, 90)), c(correlation(x)),
           (x < q1 - 1.5 * (q3 - q1)).sum(), (x > q3 + 1.5 * (q3 - q1)).sum(), c(low), c(high), c(share),
           c(stats.hmean(x))))
print("\nstatic const struct {\n\tconst char *name;\n\tconst double *values;\n\tsize_t n;")
print("\tdouble mad, p10, p90, lag1;\n\tsize_t n_below, n_above;")
print("\tdouble mode_low, mode_high, share_high, harmonic;\n} spreads[] = {")
print("\n".join(rows))
print("};\n")

print("/* Fewer and more than the median: scipy.stats.binomtest, two-sided. */")
print("static const struct {\n\tsize_t n_below, n_above;\n\tdouble p;\n} signs[] = {")
for k, m in ((0, 1), (1, 1), (0, 8), (8, 0), (1, 9), (3, 12), (50, 50), (40, 60), (400, 520)):
    print("\t{ %d, %d, %s }," % (k, m, c(stats.binomtest(k, k + m).pvalue)))
print("};\n")

print("/* Which are rejected at q = 0.05, by the definition of Benjamini and Hochberg (1995). */")
print("static const struct {\n\tsize_t n;\n\tdouble p[12];\n\tbool rejected[12];\n} families[] = {")
for p in ([0.04], [0.06], [0.01, 0.04, 0.03, 0.9], [0.04, 0.045, 0.049, 0.05], [0.001] + [0.5] * 11,
          [0.012, 0.02, 0.06, 0.013, 0.8, 0.9], list(np.round(rng.uniform(0, 0.2, 12), 4)), []):
    order = np.sort(p)
    cut = max([v for k, v in enumerate(order, 1) if v <= 0.05 * k / len(p)], default=-1)
    print("\t{ %d, { %s }, { %s } }," % (len(p), ", ".join(repr(float(v)) for v in p) or "0",
                                       ", ".join("true" if v <= cut else "false" for v in p) or "false"))
print("};\n")

a = np.round(rng.normal(0, 1, 25), 4)
b = np.round(rng.normal(0.5, 2, 31), 4)
print("/* scipy.stats.bootstrap, percentile, 99,999 resamples: the mean of a, and median(b) - median(a), 95 and 99 %. */")
for name, x in (("a", a), ("b", b)):
    print("static const double boot_%s[] = {" % name)
    print("\n".join("\t%s," % ", ".join(repr(float(v)) for v in x[j : j + 8]) for j in range(0, len(x), 8)))
    print("};")
print("static const struct {\n\tbool of_medians;\n\tdouble level, low, high;\n} boots[] = {")
for level in (0.95, 0.99):
    for of_medians, data, statistic in (
            ("false", (a,), np.mean),
            ("true", (a, b), lambda x, y, axis: np.median(y, axis=axis) - np.median(x, axis=axis))):
        r = stats.bootstrap(data, statistic, n_resamples=99999, confidence_level=level, method="percentile",
                            random_state=1, batch=1000).confidence_interval
        print("\t{ %s, %s, %s, %s }," % (of_medians, level, c(r.low), c(r.high)))
print("};\n/* clang-format on */\n\n#endif")
