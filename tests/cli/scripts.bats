#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# scripts/athlon, kumon, gate-rates and pictures: whole, with a program that measures less, and their arithmetic.

load helper

setup() {
	[ -z "${NETIO_SANITIZED:-}" ] || skip "it is the same for every build"
	LIB=$ROOT/scripts/lib
}

# less OPTION...: makes $LESS, the program with these options behind all others: the last one wins.
less() {
	LESS=$BATS_TEST_TMPDIR/less
	{
		echo '#!/bin/sh'
		echo "exec '$NETIO' \"\$@\" $*"
	} >"$LESS"
	chmod +x "$LESS"
}

# ratios A B: two files with "GROUP KEY VALUE" lines.
ratios() {
	with awk -f "$LIB/ratios.awk" "$BATS_TEST_TMPDIR/$1" "$BATS_TEST_TMPDIR/$2"
	expect_status 0
}

@test "athlon: the ratios of the logs are those of 2002, and the rest is measured and judged" {
	less --offset=0:7:1 --size=8K,64K --bytes=64K --samples=1 --warmup=0
	LIMIT=60 with env NETIO="$LESS" sh "$ROOT/scripts/athlon" "$BATS_TEST_TMPDIR/kept"
	expect_status 0
	silent "$ERR"
	has "$OUT" '^Athlon MP 1800\+, 8192 +113 +586\.1 +657\.3 +1\.081 +1\.074 +1\.057 \.\. 1\.109$'
	has "$OUT" '^Athlon MP 1800\+, 65536 +113 +296\.6 +513\.1 +1\.730 '
	has "$OUT" '^Athlon MP 1800\+, 1048576 +113 +161\.4 +166\.2 +1\.033 '
	has "$OUT" '^Athlon K7, offsets 100\.\.116 +5 +345\.4 +458\.5 +1\.324 '
	[ "$(grep -cE '^(rep_movsl|intel_select|k7_block|memcpy), (8192|65536) +8 ' "$OUT")" -eq $((2 * 8 + 8)) ]
	has "$OUT" '^none, 65536 +8 '
	[ "$(grep -cE 'log 1\.730, here [0-9.]+ \([0-9.]+ \.\. [0-9.]+\): shift 5: ' "$OUT")" -eq 8 ]
	for table in lockstep pair unix; do
		has "$BATS_TEST_TMPDIR/kept/$table" '^# netio '
	done
	# Without a folder it says the same and leaves nothing.
	printed=$(wc -l <"$OUT")
	LIMIT=60 with env NETIO="$LESS" TMPDIR="$BATS_TEST_TMPDIR/kept" sh "$ROOT/scripts/athlon"
	expect_status 0
	[ "$(wc -l <"$OUT")" -eq "$printed" ]
	[ "$(find "$BATS_TEST_TMPDIR/kept" | wc -l)" -eq 4 ]
}

@test "kumon: a line for each routine and state that this machine has" {
	less --state=I/I,I/M --src-offset=0:6:1 --samples=1 --invocations=1 --warmup=0
	LIMIT=60 with env NETIO="$LESS" sh "$ROOT/scripts/kumon" "$BATS_TEST_TMPDIR/table"
	expect_status 0
	silent "$ERR"
	has "$OUT" '^I/I +csum_block +7 +[0-9.]+ +[0-9.]+ +[+-][0-9.]+% +[+-][0-9.]+ \.\. [+-][0-9.]+ %$'
	if [ "$(cpus | wc -l)" -ge 2 ]; then
		has "$OUT" '^I/M +csum_pf +7 '
	else
		has "$OUT" '^left out: '
	fi
}

@test "athlon and kumon refuse what they do not know, and a program that is not there" {
	for script in athlon kumon; do
		for words in --help -x 'a b'; do
			# shellcheck disable=SC2086 # words on purpose
			with env NETIO="$NETIO" sh "$ROOT/scripts/$script" $words
			expect_status 2
			has_text "$ERR" "usage: $script ["
		done
		with env NETIO=/no/such/program sh "$ROOT/scripts/$script"
		expect_status 2
		has_text "$ERR" "there is no program '/no/such/program'"
	done
}

@test "gate-rates: what each configuration came to, of gates that are run and of a log that is kept" {
	less --pairs=2 --blocks=8 --max-blocks=8 --warmup=1 --count=20 --cpus=same
	LIMIT=120 with env NETIO="$LESS" ROUNDS=1 GATES=1 INJECTED=0 sh "$ROOT/scripts/gate-rates" "$BATS_TEST_TMPDIR/log"
	expect_status 0
	[ "$(grep -c '^## ' "$BATS_TEST_TMPDIR/log")" -eq 6 ]
	has "$OUT" '^nothing injected: [0-6] of 6 called a regression'
	cat >"$BATS_TEST_TMPDIR/log" <<-'END'
		## aa 4K same 30s
		  gate blocks     MB/s                   MB/cpu-s                    resolves  verdict
		     1     12   0.9999 [0.9925, 1.0052]   0.9998 [0.9925, 1.0052]    0.64 %  = same
		     2     15   0.9000 [0.8900, 0.9100]   0.9000 [0.8900, 0.9100]    1.00 %  - regression
		     3     15   1.1000 [1.0900, 1.1100]   1.2500 [1.0900, 1.1100]    2.00 %  + improvement
		# called a regression: 1 of 3 (33.3 %; 95 % interval 0.0 to 33.6 %)
		# called a regression by medians that differ by more than 5 %: 2 of 3 (0.0 %; 95 % interval 0.0 to 33.6 %)
		## inject 10 64K 0,1 15s
		     1     12   0.8000 [0.7925, 0.8052]   0.8000 [0.7925, 0.8052]    0.64 %  ? inconclusive
		# found: 0 of 1 (100.0 %; 95 % interval 39.8 to 100.0 %)
		# by medians that differ by more than 5 %: 1 of 1 (100.0 %; 95 % interval 39.8 to 100.0 %)
	END
	with env NETIO="$LESS" sh "$ROOT/scripts/gate-rates" "$BATS_TEST_TMPDIR/log"
	expect_status 0
	has "$OUT" '^none +4K +one +3 +1 +1 +1 +0 +2 +\+0\.0 \(-20\.0\.\.\+11\.1\) % +1\.00 %$'
	has "$OUT" '^\+10 % +64K +two +1 +0 +0 +0 +1 +1 +\+25\.0 .* 0\.64 %$'
	has_text "$OUT" 'nothing injected: 1 of 3 called a regression, 1 an improvement; by medians 2 a regression'
}

@test "pictures: both of README.md" {
	command -v gnuplot || skip "there is no gnuplot"
	less --recv-offset=0:8:4 --size=4K --count=10 --samples=2 --invocations=1 --warmup=1
	# shellcheck disable=SC2016 # the dollars are the script's
	printf '%s\n' '#!/bin/sh' 'case $1 in run) exec "'"$LESS"'" "$@" ;; esac' "exec '$NETIO' \"\$@\"" >"$BATS_TEST_TMPDIR/some"
	chmod +x "$BATS_TEST_TMPDIR/some"
	with env NETIO="$BATS_TEST_TMPDIR/some" sh "$ROOT/scripts/pictures" "$BATS_TEST_TMPDIR/made"
	expect_status 0
	xmllint --noout "$BATS_TEST_TMPDIR/made/athlon.svg" "$BATS_TEST_TMPDIR/made/recv.svg"
	with env NETIO="$NETIO" sh "$ROOT/scripts/pictures" -x
	expect_status 2
	for picture in athlon recv; do
		xmllint --noout "$ROOT/reference/$picture.svg"
	done
}

@test "ratios: pairs by key, in the order of the first file; the interval is the binomial one" {
	printf '%s\n' 'g a/1 10' 'g b/1 20' 'g c/1 40' 'h a/1 1' >"$BATS_TEST_TMPDIR/a"
	printf '%s\n' 'h a/1 3' 'g c/1 40' 'g b/1 40' 'g a/1 40' 'g d/1 9' >"$BATS_TEST_TMPDIR/b"
	ratios a b
	[ "$(cat "$OUT")" = "g 3 20.0 40.0 2.000 2.000 - -
h 1 1.0 3.0 3.000 3.000 - -
all 4 15.0 40.0 2.213 2.500 - -" ]
	# Of 5 no interval, of 6 the extremes, of 9 and 10 the second, of 113 the 46th (scipy 1.10, binom).
	for pair in 5:-:- 6:1:6 9:2:8 10:2:9 113:46:68; do
		IFS=: read -r n low high <<<"$pair"
		for i in $(seq "$n"); do
			echo "g $i 1"
		done >"$BATS_TEST_TMPDIR/a"
		for i in $(seq "$n" -1 1); do
			echo "g $i $i"
		done >"$BATS_TEST_TMPDIR/b"
		ratios a b
		read -r _ _ _ _ _ _ got_low got_high <"$OUT"
		[ "${got_low%.*} ${got_high%.*}" = "$low $high" ] || fail "of $n: $got_low $got_high"
	done
}
