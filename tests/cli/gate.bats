#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# netio gate: the options of both sides, the formats, two binaries, and what is refused. No speed is asserted
# but where extra copying makes B several times slower.

load helper

# Eight blocks of two short pairs: enough for an interval, whatever it is.
QUICK=(-s 64 --count=200 --pairs=2 --blocks=8 --max-blocks=8 --warmup=1 -q)

teardown() {
	tidy
}

# judged: the status is that of a judgement, and the last line its summary.
judged() {
	# shellcheck disable=SC2153 # set by the helper
	[[ $STATUS == 0 || $STATUS == 1 ]] || fail "status $STATUS"
	[[ $(tail -n 1 "$OUT") == 'netio: '*' same, '*' improvement, '*' regression, '*' inconclusive'* ]] ||
		fail "the last line is no summary"
}

@test "two routines, two options, two layouts, two offsets" {
	netio gate "${QUICK[@]}" --a copy=memcpy --b copy=word64
	judged
	has "$OUT" '^# gate: copy=memcpy \(A\) against copy=word64 \(B\)'
	has "$OUT" '^. unix memcpy\|word64 64 at 0,0'
	netio gate "${QUICK[@]}" --a sndbuf=64K --b sndbuf=256K --b nodelay
	judged
	has "$OUT" 'against sndbuf=256K nodelay \(B\)'
	netio gate "${QUICK[@]}" -t skb -c memcpy --a l1-shift=5 --b l1-shift=6
	judged
	has "$OUT" '^. skb:5\|skb:6 memcpy 64 at 0,0'
	netio gate "${QUICK[@]}" --a offset=0 --b offset=1
	judged
	has "$OUT" ' at 0,0\|1,1'
	netio gate "${QUICK[@]}" --b recv-offset=1 --send-offset=0
	judged
}

@test "several points: rows and the sweep stand above them" {
	netio gate "${QUICK[@]}" -s 64,128 -o 0,1 --a copy=memcpy --b copy=memcpy --all
	judged
	has "$OUT" '^. all points +8 '
	has "$OUT" '^. unix memcpy 64 +8 '
	has "$OUT" '^. unix memcpy 128 +8 '
	[ "$(grep -c '^. unix memcpy [0-9]* at ' "$OUT")" -eq 4 ]
}

@test "lockstep, processes, two CPUs" {
	netio gate "${QUICK[@]}" -m lockstep --a copy=none --b copy=memcpy
	judged
	netio gate "${QUICK[@]}" --ends=processes --a copy=none --b copy=memcpy
	judged
	netio gate "${QUICK[@]}" --ends=threads --a copy=none --b ends=processes
	judged
	mapfile -t cpu < <(cpus)
	[ "${#cpu[@]}" -ge 2 ] || skip "one CPU: the ends cannot be on two"
	netio gate "${QUICK[@]}" "--cpus=${cpu[0]},${cpu[1]}" --a copy=none --b copy=memcpy
	judged
	has_text "$OUT" '(of MB/s 5 %)'
}

@test "two binaries, each behind a pipe" {
	cp "$NETIO" "$BATS_TEST_TMPDIR/other"
	netio gate "${QUICK[@]}" "--b-binary=$BATS_TEST_TMPDIR/other"
	judged
	has "$OUT" "^# gate: this netio \(A\) against $BATS_TEST_TMPDIR/other \(B\)"
	netio gate "${QUICK[@]}" "--b-binary=$BATS_TEST_TMPDIR/other" -t skb -c memcpy -m lockstep
	judged
	[ -z "$(pgrep -f "$BATS_TEST_TMPDIR/other" || true)" ] || fail "the other netio is still there"
}

@test "a binary that is no netio, or none at all, is refused" {
	cat >"$BATS_TEST_TMPDIR/old" <<'END'
#!/bin/sh
echo "netio: unknown command 'worker'" >&2
exit 2
END
	printf '#!/bin/sh\necho "{\\"netio_worker\\":99,\\"version\\":\\"9.9\\",\\"n_points\\":1}"; cat >/dev/null\n' >"$BATS_TEST_TMPDIR/newer"
	printf '#!/bin/sh\necho hello; cat >/dev/null\n' >"$BATS_TEST_TMPDIR/chatty"
	printf '#!/bin/sh\necho "{\\"netio_worker\\":1,\\"version\\":\\"9.9\\",\\"n_points\\":7}"; cat >/dev/null\n' >"$BATS_TEST_TMPDIR/other"
	chmod +x "$BATS_TEST_TMPDIR"/*
	netio gate "${QUICK[@]}" "--b-binary=$BATS_TEST_TMPDIR/old"
	expect_status 2
	silent "$OUT"
	has "$ERR" 'old ended with status 2 before it greeted'
	refused 'speaks version 99' gate "${QUICK[@]}" "--b-binary=$BATS_TEST_TMPDIR/newer"
	refused 'is no netio that can be gated' gate "${QUICK[@]}" "--b-binary=$BATS_TEST_TMPDIR/chatty"
	refused 'makes 7 points' gate "${QUICK[@]}" "--b-binary=$BATS_TEST_TMPDIR/other"
	refused 'No such file' gate "${QUICK[@]}" --b-binary=/nowhere/netio
	refused 'ermission' gate "${QUICK[@]}" "--b-binary=$ROOT/README.md"
	refused 'is no file' gate "${QUICK[@]}" "--b-binary=$BATS_TEST_TMPDIR"
}

@test "a worker that dies in the middle fails the points, and says so" {
	cat >"$BATS_TEST_TMPDIR/dying" <<'END'
#!/bin/sh
echo '{"netio_worker":1,"version":"9.9","n_points":1}'
read -r line
kill -9 $$
END
	chmod +x "$BATS_TEST_TMPDIR/dying"
	netio gate "${QUICK[@]}" "--b-binary=$BATS_TEST_TMPDIR/dying"
	expect_status 3
	has "$ERR" 'dying was killed by signal 9'
	has "$OUT" '^! unix none 64 at 0,0.* failed: .*killed by signal 9'
}

@test "injection that makes B three times slower is found" {
	netio gate -s 64 --inject=300% --pairs=2 --blocks=8 --max-blocks=8 --warmup=1 --batch-time=2ms -q
	expect_status 0
	has "$OUT" '^# found: 1 of 1 '
	has "$OUT" '^netio: 0 same, 0 improvement, 1 regression, 0 inconclusive \(1 gates\)'
}

@test "many gates of a thing against itself" {
	netio gate "${QUICK[@]}" --aa=30s --gates=3
	expect_status 0
	[ "$(grep -cE '^ +[0-9]+ +8 ' "$OUT")" -eq 3 ]
	has "$OUT" '^# called a regression: [0-3] of 3 '
	has "$OUT" '^# smallest change that shows: '
	has "$OUT" '\(3 gates\)$'
}

@test "every pair in a file" {
	netio gate "${QUICK[@]}" --a copy=memcpy --b copy=word64 "--pairs-csv=$BATS_TEST_TMPDIR/pairs.csv"
	judged
	[ "$(wc -l <"$BATS_TEST_TMPDIR/pairs.csv")" -eq 17 ]
	[ "$(awk -F, 'NR == 1 { n = NF } NF != n' "$BATS_TEST_TMPDIR/pairs.csv")" = '' ]
	has "$BATS_TEST_TMPDIR/pairs.csv" '^1,1,unix,memcpy,unix,word64,64,0,0,0,0,'
}

@test "all formats at once" {
	cd "$BATS_TEST_TMPDIR"
	netio gate "${QUICK[@]}" --a copy=memcpy --b copy=memcpy --output=a.xml --output=a.tap --output=a.md --output=a.jsonl
	judged
	has a.md '^### netio gate: '
	has a.tap '^1\.\.2$'
	[ "$(wc -l <a.jsonl)" -eq 3 ]
	command -v xmllint >/dev/null || skip "xmllint is not installed: JUnit was not checked by its schema"
	xmllint --noout --schema "$ROOT/tests/junit.xsd" a.xml
}

@test "what makes no sense is refused" {
	refused 'nothing to compare' gate
	refused 'nothing to compare' gate -s 64
	refused 'expected no --b' gate --aa=10s --b copy=memcpy
	refused 'expected no --b' gate --inject=10 --b-binary=/bin/true
	refused '--gates repeats' gate --a copy=memcpy --gates=3
	refused 'a line a gate' gate --aa=10s --output=x
	refused '--max-blocks: 9 is less' gate --a copy=memcpy --blocks=10 --max-blocks=9
	refused 'A: ' gate --a copy=nothing --b copy=memcpy
	refused 'B: ' gate --a copy=memcpy --b nonsense=1
	refused 'B: ' gate --a copy=memcpy --b size=
	refused 'same sizes' gate --a size=64 --b size=128
	refused 'expected as many' gate --a size=64 --b size=64,128
	refused "'0.05'" gate --a copy=memcpy --threshold=0.05
	refused "cannot write to '/nowhere/x.md'" gate "${QUICK[@]}" --a copy=memcpy --output=/nowhere/x.md
	refused "cannot write to '/nowhere/x.csv'" gate "${QUICK[@]}" --a copy=memcpy --pairs-csv=/nowhere/x.csv
}

@test "a routine that this machine lacks: nothing was measured" {
	missing=mops
	[ "$(uname -m)" = x86_64 ] || missing=avx2
	netio gate "${QUICK[@]}" --a copy=memcpy "--b=copy=$missing"
	expect_status 3
	has_text "$ERR" 'nothing was measured: B: '
}

@test "dry-run: the points of both, and nothing is measured" {
	good gate -n --a copy=memcpy --b copy=word64 -s 64,128
	[ "$(grep -c '^A unix ' "$OUT")" -eq 2 ]
	[ "$(grep -c '^B unix .*word64' "$OUT")" -eq 2 ]
}

@test "an interrupted gate says what it has and dies of the signal" {
	start gate -s 64 --count=200 --pairs=2 --blocks=100000 --max-blocks=100000 --warmup=1 --time=5m -q --a copy=memcpy --b copy=word64
	samples_taken "$PID" 40
	kill -INT "$PID"
	ends_with 20 'signal 2'
	has "$OUT" '^netio: '
}

@test "the time of a gate is kept" {
	SECONDS=0
	netio gate -s 64 --pairs=2 --blocks=100000 --max-blocks=100000 --time=1s -q --a copy=memcpy --b copy=memcpy
	judged
	[ "$SECONDS" -lt 15 ]
}

@test "output that cannot be written is status 3" {
	SINK=/dev/full netio gate "${QUICK[@]}" --a copy=memcpy --b copy=memcpy
	expect_status 3
	one_line "$ERR"
	netio gate "${QUICK[@]}" --a copy=memcpy --b copy=memcpy --pairs-csv=/dev/full
	expect_status 3
}
