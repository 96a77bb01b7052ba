#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Prints the vectors of test_statistics.c, from scipy's binomial distribution: n, then the rank of the
# lower end of the median's order-statistic confidence interval at 95 and at 99 per cent, 0 for none.
# The rank is the largest k with 1 - 2 P(Binomial(n, 1/2) < k) >= level (David and Nagaraja, 7.1).

from scipy.stats import binom


def rank(n, level):
    k = 0
    while k < n and 1 - 2 * binom.cdf(k, n, 0.5) >= level:
        k += 1
    return k


for n in (0, 1, 2, 5, 6, 7, 8, 9, 10, 12, 20, 49, 50, 51, 100, 1000, 5000):
    print("\t\t{ %d, %d, %d }," % (n, rank(n, 0.95), rank(n, 0.99)))
