# SPDX-License-Identifier: MIT
# Two files of "GROUP KEY VALUE", paired by group and key. For each group, in the order of the first file:
#   GROUP n median-A median-B geometric-mean(B/A) median(B/A) low high
# low and high are the 95 % order-statistic interval of the median ratio: of n sorted ratios the k-th from
# either end, with the largest k for which the binomial tail sum(i < k) C(n, i) / 2^n is at most 0.025; "-"
# where n is too small for one. A last line has the group "all".
function sorted(values, n,    i, j, v) {
	for (i = 2; i <= n; i++) {
		v = values[i]
		for (j = i - 1; j > 0 && values[j] > v; j--)
			values[j + 1] = values[j]
		values[j + 1] = v
	}
}

function median(values, n) {
	return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
}

function rank(n,    k, p, tail) {
	p = exp(-n * log(2))
	tail = p
	for (k = 0; tail <= 0.025 && k < n; k++) {
		p = p * (n - k) / (k + 1)
		tail += p
	}
	return k
}

function show(name, n, a, b, r, logs,    k) {
	sorted(a, n)
	sorted(b, n)
	sorted(r, n)
	k = rank(n)
	printf "%s %d %.1f %.1f %.3f %.3f", name, n, median(a, n), median(b, n), exp(logs / n), median(r, n)
	if (k > 0)
		printf " %.3f %.3f\n", r[k], r[n + 1 - k]
	else
		printf " - -\n"
}

FNR == NR {
	if (!($1 in known)) {
		known[$1] = 1
		groups[++n_groups] = $1
	}
	keys[$1] = keys[$1] " " $2
	first[$1, $2] = $3
	next
}
{ second[$1, $2] = $3 }

END {
	for (g = 1; g <= n_groups; g++) {
		n = 0
		logs = 0
		n_keys = split(keys[groups[g]], key, " ")
		for (i = 1; i <= n_keys; i++) {
			if (!((groups[g], key[i]) in second))
				continue
			x = first[groups[g], key[i]]
			y = second[groups[g], key[i]]
			if (x <= 0 || y <= 0)
				continue
			n++
			a[n] = all_a[++n_all] = x + 0
			b[n] = all_b[n_all] = y + 0
			r[n] = all_r[n_all] = y / x
			logs += log(y / x)
		}
		all_logs += logs
		if (n > 0)
			show(groups[g], n, a, b, r, logs)
	}
	if (n_all > 0)
		show("all", n_all, all_a, all_b, all_r, all_logs)
}
