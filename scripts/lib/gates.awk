# SPDX-License-Identifier: MIT
# Sums up the log of scripts/gate-rates: a line a configuration, in the order in which they first come.
# A line of a gate: number, blocks, ratio [low, high], the same of CPU time, resolvable % or -, mark, verdict.

/^## / {
	at = $2 == "inject" ? 4 : 3
	key = ($2 == "inject" ? sprintf("+%2d %%", $3) : "none ") sprintf(" %4s  %s", $at, $(at + 1) == "same" ? "one" : "two")
	if (!(key in n)) {
		order[++n_keys] = key
		n[key] = 0
	}
	next
}
/^ +[0-9]+ +[0-9]+ / {
	gsub(/\[[^]]*\]/, "") # intervals, which a gate of few blocks has not
	i = ++n[key]
	ratio[key, i] = $4
	if ($5 ~ /^[0-9]/)
		resolves[key, ++n_resolves[key]] = $5
	seen[key, $NF]++
	next
}
# Of medians alone, on the same samples.
/by medians that differ by more than/ {
	sub(/^.*more than 5 %: /, "")
	medians[key] += $1
}

function sorted(of, key, n,    i, j, x) {
	for (i = 1; i <= n; i++) {
		x = of[key, i]
		for (j = i - 1; j > 0 && list[j] + 0 > x + 0; j--)
			list[j + 1] = list[j]
		list[j + 1] = x
	}
}

function median(of, key, n) {
	sorted(of, key, n)
	return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}

END {
	print "injected  size  CPUs  gates  regression  improvement  same  inconclusive   medians > 5 %   CPU time, B over A   resolves"
	for (k = 1; k <= n_keys; k++) {
		key = order[k]
		if (!n[key])
			continue
		middle = median(resolves, key, n_resolves[key])
		printf "%-16s %9d %11d %12d %5d %13d %15d", key, n[key], seen[key, "regression"],
			seen[key, "improvement"], seen[key, "same"], seen[key, "inconclusive"], medians[key]
		m = median(ratio, key, n[key])
		printf "   %+5.1f (%+.1f..%+.1f) %%  %7.2f %%\n", (1 / m - 1) * 100, (1 / list[n[key]] - 1) * 100,
			(1 / list[1] - 1) * 100, middle
		if (key ~ /^none/) {
			gates += n[key]
			wrong += seen[key, "regression"]
			changed += seen[key, "improvement"]
			by_medians += medians[key]
		}
	}
	printf "\nnothing injected: %d of %d called a regression, %d an improvement; by medians %d a regression\n",
		wrong, gates, changed, by_medians
}
