#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# netio copy: what it prints, refuses and leaves behind. No speed is asserted.

load helper

teardown() {
	tidy
}

TINY=("${ONE[@]}" --batch-time=1ms)
HEAD='copy +state +size +src-off +dst-off +d +MB/s +\+-% +min +max +ns/call +B/cycle'

# tiny OPTION...: a short run that works.
tiny() {
	good copy "${TINY[@]}" "$@"
	silent "$ERR"
}

# lines: those of the points, the harness among them.
lines() {
	grep -vE '^(#|copy  )' "$OUT"
}

# refused_copy TEXT OPTION...: and the file that --output names is not touched.
refused_copy() {
	local text=$1 kept=$BATS_TEST_TMPDIR/kept

	shift
	echo before >"$kept"
	refused "$text" copy "--output=$kept" "$@"
	[[ $(<"$kept") == before ]] || fail "--output's file was touched"
}

# two_cpus: skips where this process may use one only.
two_cpus() {
	[ "$(cpus | wc -l)" -ge 2 ] || skip "one CPU"
}

@test "the table has its head and a line for each point, the harness first" {
	tiny --size=64,4K --src-offset=0,3 --copy=memcpy,byte
	has "$OUT" '^# netio [^ ]+ copy, Linux .*, glibc [0-9.]+$'
	has "$OUT" '^# one thread on CPU [0-9]+, 4K pages, random order, seed [0-9]+, 1 x 1 samples a point; '
	has "$OUT" '^# noise: others used ([0-9.]+|-) % of a CPU, the host kept ([0-9.]+|-) % of the CPUs, a task waited for a CPU ([0-9.]+|-) % of the time'
	has "$OUT" "^$HEAD\$"
	[ "$(lines | wc -l)" -eq 9 ]
	lines | head -n 1 | grep -qE '^empty +warm +64 +0 +0 +2048 +- +- +- +- +[0-9.]+ +-  few$'
	[ "$(lines | awk '{ print $1, $2, $3, $4, $5, $6 }' | tail -n +2 | paste -sd,)" = \
		"$(for copy in memcpy byte; do for size in 64 4096; do for offset in 0 3; do
			echo "$copy warm $size $offset 0 $((2048 - offset))"; done; done; done | paste -sd,)" ]
	lines | tail -n +2 | awk '!($7 > 0 && $8 == "-" && $9 > 0 && $10 > 0 && $11 > 0) { exit 1 }'
}

@test "each state that can be has its own harness line" {
	tiny --size=64 --state=warm,I/I,E/I,M/I
	[ "$(lines | awk '$1 == "empty" { print $2 }' | paste -sd,)" = warm,I/I,E/I,M/I ]
	lacks "$OUT" 'skipped|failed'
}

@test "states of two CPUs come with the round trip between them" {
	two_cpus
	# Named: where the caches are not known, no two would be near.
	a=$(cpus | sed -n 1p)
	b=$(cpus | sed -n 2p)
	tiny --size=64 --state=I/M,I/E,S/S "--cpus=$a,$b"
	has "$OUT" "^# states A/B: A is CPU $a, B is CPU $b; core-to-core round trip [0-9]+ ns\$"
	lacks "$OUT" 'skipped|failed'
	[ "$(lines | wc -l)" -eq 6 ]
}

@test "on one CPU states that need another are skipped with the reason, status 0" {
	with taskset -c "$(cpus | head -n 1)" "$NETIO" copy "${TINY[@]}" --size=64 --state=warm,I/I,I/M,I/E,S/S
	expect_status 0
	silent "$ERR"
	[ "$(lines | grep -c 'skipped: .*second CPU')" -eq 6 ]
	for state in I/M I/E S/S; do
		has "$OUT" "^memcpy +$state .* -  skipped: "
	done
	for state in warm I/I; do
		has "$OUT" "^memcpy +$state +64 +0 +0 +2048 +[0-9.]+ "
	done
	lacks "$OUT" 'round trip'
}

@test "distances that alias are marked, others not" {
	tiny --size=64 --distance=0,1,63,64 --order=linear
	[ "$(lines | awk '$1 == "memcpy" { print $6, /aliases/ }' | paste -sd,)" = '0 0,1 1,63 1,64 0' ]
}

@test "pages of 2 MiB work, or it is said why not" {
	netio copy "${TINY[@]}" --size=64 --pages=2M
	has "$OUT" ', 2M pages, '
	if grep -q failed "$OUT"; then
		expect_status 3
		one_line "$ERR"
		has "$OUT" 'failed: .*pages'
	else
		expect_status 0
		silent "$ERR"
	fi
}

@test "what a routine cannot do is skipped with the reason, status 0" {
	tiny --size=64 --copy=none,memcpy
	has "$OUT" '^none .*skipped: it copies nothing'
	has "$OUT" '^memcpy +warm +64 .* [0-9.]+ '
	tiny --size=255,256 --copy=k7_block
	if ! grep -q 'skipped: needs x86' "$OUT"; then
		has "$OUT" '^k7_block +warm +255 .*skipped: k7_block needs at least 256 bytes$'
		lacks "$OUT" '^k7_block +warm +256 .*skipped'
	fi
}

@test "every routine of this machine can be measured" {
	tiny --size=4K "--copy=$("$NETIO" list routines | sed -n 's/^  \([a-z0-9_]*\) .*/\1/p' | paste -sd,)"
	lacks "$OUT" failed
}

@test "the same seed is printed and accepted" {
	tiny --size=64 --seed=4711
	has "$OUT" ', seed 4711, '
	tiny --size=64 --order=linear
	has "$OUT" ', linear order, '
}

@test "netio2: the lines have shape C, with the routine in the place of send/recv" {
	tiny --format=netio2 --size=64,4K --src-offset=0,8 --copy=memcpy,byte
	[ "$(wc -l <"$OUT")" -eq 8 ]
	shape='^0x[0-9a-f]+\+[0-9]+ -> 0x[0-9a-f]+\+[0-9]+ [a-z0-9_/]+: [0-9]+\.[0-9]{6} seconds at [0-9]+\.[0-9] Mbytes/sec$'
	[ "$(grep -cE "$shape" "$OUT")" -eq 8 ]
	sed -n 's/^C *//p' "$ROOT/reference/README.md" | grep -qE "$shape"
}

@test "--output: the file has what stdout has" {
	tiny --size=64,4K "--output=$BATS_TEST_TMPDIR/file"
	cmp "$OUT" "$BATS_TEST_TMPDIR/file"
}

@test "--output=/dev/full and stdout=/dev/full: status 3, what was lost is said" {
	netio copy "${TINY[@]}" --size=64,128 --output=/dev/full
	expect_status 3
	one_line "$ERR"
	has_text "$ERR" '/dev/full: No space left on device; lost: 3 of 3 points'
	[ "$(lines | wc -l)" -eq 3 ]
	for format in table netio2; do
		SINK=/dev/full netio copy "${TINY[@]}" --size=64,128 --format=$format
		expect_status 3
		one_line "$ERR"
		has_text "$ERR" 'standard output: No space left on device'
	done
	SINK=/dev/full netio copy --verify
	expect_status 3
	one_line "$ERR"
}

@test "--verify: a line for each routine" {
	good copy --verify --copy=memcpy,byte,none,empty
	silent "$ERR"
	has "$OUT" '^memcpy +right$'
	has "$OUT" '^byte +right$'
	has "$OUT" '^none +skipped: it copies nothing$'
	has "$OUT" '^empty +skipped: it copies nothing$'
	[ "$(wc -l <"$OUT")" -eq 4 ]
}

@test "--verify: every routine is right, or not for this machine" {
	LIMIT=200 netio copy --verify --timeout=60s \
		"--copy=$("$NETIO" list routines | sed -n 's/^  \([a-z0-9_]*\) .*/\1/p' | paste -sd,)"
	expect_status 0
	! grep -vE '^[a-z0-9_]+ +(right|skipped: .+)$' "$OUT" || fail "not every routine is right"
}

@test "numbers and lists that are none are refused and named" {
	for text in 0 -1 10x '' 1e3 2G 64,,4K; do
		refused_copy "'$text'" "--size=$text"
		has_text "$ERR" 'netio: --size: '
	done
	for option in src-offset dst-offset distance; do
		for text in -1 10x '' 2G; do
			refused_copy "'$text'" "--$option=$text"
		done
	done
	for option in samples invocations; do
		for text in 0 10x 99999999999999999999; do
			refused_copy "'$text'" "--$option=$text"
			has_text "$ERR" "netio: --$option: "
		done
	done
	refused_copy "'-1'" --warmup=-1
	refused_copy "'x'" --seed=x
	for text in 0s 5 abc ''; do
		refused_copy "'$text'" "--batch-time=$text"
		refused_copy "'$text'" "--timeout=$text"
	done
}

@test "unknown words are refused, with the nearest one" {
	refused_copy "'memcpi' is unknown" --copy=memcpi
	has_text "$ERR" "did you mean 'memcpy'?"
	refused_copy "'avx2nt' is unknown" --copy=memcpy,avx2nt
	has_text "$ERR" "did you mean 'avx2_nt'?"
	refused_copy "'wram' is unknown" --state=wram
	has_text "$ERR" "did you mean 'warm'?"
	refused_copy "'I/X' is unknown" --state=warm,I/X
	refused_copy "'linaer' is unknown" --order=linaer
	has_text "$ERR" "did you mean 'linear'?"
	refused_copy "'tabel' is unknown" --format=tabel
	refused_copy "'1G' is unknown" --pages=1G
	refused_copy "''" --copy=
	refused_copy "''" --state=warm,,I/I
}

@test "unknown options, options of run and operands are refused" {
	refused_copy "'--frobnicate'" --frobnicate
	refused_copy "'--transport=unix'" --transport=unix
	refused_copy "'--bytes=1M'" --bytes=1M
	refused_copy "'8K'" 8K
	refused_copy --verify --verify=yes
	refused_copy --output --output=
	refused --size copy --size
	refused "'$BATS_TEST_TMPDIR'" copy "${TINY[@]}" "--output=$BATS_TEST_TMPDIR"
}

@test "CPUs on which nothing can be copied are refused" {
	first=$(cpus | head -n 1)
	refused_copy "'$first'" "--cpus=$first"
	refused_copy "'any'" --cpus=any
	refused_copy "''" --cpus=
	refused_copy "'xyzzy'" --cpus=xyzzy
	refused_copy 4095 "--cpus=$first,4095"
	refused_copy 4095 "--cpus=4095,$first"
	# On one CPU no placement of two can be.
	with taskset -c "$first" "$NETIO" copy --cpus=smt
	expect_status 2
	silent "$OUT"
	one_line "$ERR"
	has_text "$ERR" "'smt'"
}

@test "more points than a sweep may have are refused" {
	refused_copy 3600060000 --size=1:60000:1 --src-offset=0:60000:1
}

@test "help names the command and each state" {
	good help copy
	for word in warm I/I I/M I/E E/I M/I S/S --distance --verify; do
		has_text "$OUT" "$word"
	done
}


# The parent sleeps; its child works.
child_works() {
	CHILD=$(pgrep -P "$PID" | head -n 1)
	[ -n "$CHILD" ] && worked "$CHILD" 6
}

@test "SIGINT, SIGTERM, SIGHUP: it dies of them with what it has, and no child is left" {
	for signal in INT TERM HUP; do
		start copy --size=64 --samples=1000000 --invocations=1 --warmup=0 --batch-time=1ms
		until_true 20 child_works || fail "it takes no samples"
		child=$(pgrep -P "$PID")
		kill -$signal "$PID"
		ends_with 5 "signal $(kill -l $signal)"
		until_true 2 gone "$child" || fail "the child is left"
		lines | head -n 1 | grep -qE '^(empty|memcpy) .*  interrupted after [0-9]+ of 1000000 samples$' ||
			fail "not marked"
		has "$OUT" '^# interrupted'
	done
}

@test "Ctrl-C: the whole group gets it, what is finished comes, no child is left" {
	start copy --size=64,128 --order=linear --samples=1000000 --invocations=1 --warmup=0 --batch-time=1ms
	until_true 20 child_works || fail "it takes no samples"
	child=$(pgrep -P "$PID")
	kill -INT -- "-$PID"
	ends_with 5 'signal 2'
	until_true 2 gone "$child" || fail "the child is left"
	has "$OUT" 'interrupted after'
}

@test "SIGINT with --output: the file has the same" {
	start copy --size=64 --samples=1000000 --invocations=1 --warmup=0 --batch-time=1ms "--output=$BATS_TEST_TMPDIR/file"
	until_true 20 child_works || fail "it takes no samples"
	kill -INT "$PID"
	ends_with 5 'signal 2'
	cmp "$OUT" "$BATS_TEST_TMPDIR/file"
}

@test "a parent that is killed leaves no child" {
	start copy --size=64 --samples=1000000 --invocations=1 --warmup=0 --batch-time=1ms
	until_true 20 child_works || fail "it takes no samples"
	child=$(pgrep -P "$PID")
	kill -KILL "$PID"
	ends_with 5 'signal 9'
	until_true 2 gone "$child" || fail "the child is left"
}

@test "a --batch-time that a sample could not reach within --timeout is refused" {
	refused '--batch-time' copy --batch-time=20s --timeout=100ms
}

@test "--verify does not take what it would ignore" {
	refused '--verify' copy --verify --output="$BATS_TEST_TMPDIR/none"
	[ ! -e "$BATS_TEST_TMPDIR/none" ]
	refused '--verify' copy --verify --format=netio2
}

@test "--dry-run prints the points and measures nothing" {
	netio copy -n -c memcpy,none -s 64,128
	expect_status 0
	silent "$ERR"
	has "$OUT" '^memcpy +warm +128 '
	has "$OUT" '^none .* skipped: '
	has "$OUT" '^# 5 points'
}
