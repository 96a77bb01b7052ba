#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# --plugin: routines from shared objects; what is refused, and that a crash or a hang costs only its points.

load helper

setup() {
	[ -z "${NETIO_SANITIZED:-}" ] || skip "a sanitizer catches what these plug-ins do"
	GOOD=$BUILD/examples/copy-plugin.so
	BAD=$BUILD/tests/plugin.so
}

teardown() {
	tidy
}

COPY=(--samples=1 --invocations=1 --warmup=0 --batch-time=1ms -q)

@test "the example's routines are verified, timed and used on sockets" {
	good copy --verify --plugin="$GOOD"
	[ "$(cat "$OUT")" = "two_at_once      right
backwards        right" ]
	good copy "${COPY[@]}" --plugin="$GOOD" -s 4K
	has "$OUT" '^two_at_once +warm +4096 .*  few$'
	has "$OUT" '^backwards +warm +4096 .*  few$'
	lacks "$OUT" '^memcpy'
	good run "${ONE[@]}" --count=10 --size=4K --offset=0 --plugin="$GOOD" -c memcpy,backwards -t unix,skb --verify
	has "$OUT" '^# pair, processes, '
	[ "$(rows | grep -c '  few$')" -eq 4 ]
}

@test "a plug-in without a slash is one of the current folder; several may be given" {
	cd "$(dirname "$GOOD")"
	good copy --verify --plugin=copy-plugin.so --plugin="$BAD" -c backwards,bytes
	[ "$(wc -l <"$OUT")" -eq 2 ]
}

@test "a routine that is wrong is not timed: one byte short, one over, wrong at one offset" {
	for name in short1 over1 offset1; do
		refused "routine '$name' is wrong" copy "${COPY[@]}" --plugin="$BAD" -c memcpy,$name -s 64
		refused_run "routine '$name' is wrong" --plugin="$BAD" -c none,$name --size=64 --offset=0
		netio copy --verify --plugin="$BAD" -c $name,bytes
		expect_status 5
		has "$OUT" "^$name +wrong: n [0-9]+, source \\+[0-9]+, destination \\+[0-9]+: "
		has "$OUT" '^bytes +right$'
	done
}

@test "a routine that crashes when it is timed costs its own points, and the signal is named" {
	for pair in segv:11 ill:4 bus:7; do
		name=late_${pair%:*}
		netio copy "${COPY[@]}" --plugin="$BAD" -c "$name,bytes" -s 30000,64
		expect_status 3
		has "$OUT" "^$name +warm +30000 .*failed: killed by signal ${pair#*:} "
		has "$OUT" "^$name +warm +64 .*  few\$"
		[ "$(grep -c '^bytes .*  few$' "$OUT")" -eq 2 ]
		netio run "${ONE[@]}" --count=10 --plugin="$BAD" -c "$name,none" --size=30000,64 --offset=0 -q
		expect_status 3
		has "$OUT" "^unix +$name .* 30000 .*failed: the [a-z]+ \\(process [0-9]+\\) was killed by signal ${pair#*:} "
		[ "$(rows | grep -c '  few$')" -eq 3 ]
	done
}

@test "a routine that ends its process is no right one, and its points fail" {
	netio copy --verify --plugin="$BAD" -c quits,bytes
	expect_status 3
	has "$OUT" '^quits +failed: exited with status 0 and did not return$'
	netio copy "${COPY[@]}" --plugin="$BAD" -c late_quits,bytes -s 30000,64
	expect_status 3
	has "$OUT" '^late_quits +warm +30000 .*failed: exited with status 0 and did not return'
	[ "$(grep -c '  few$' "$OUT")" -ge 4 ]
	netio run "${ONE[@]}" --count=10 --plugin="$BAD" -c late_quits,none --size=30000,64 --offset=0 -q
	expect_status 3
	has "$OUT" '^unix +late_quits .* 30000 .*failed: the [a-z]+ \(process [0-9]+\) exited with status 0'
}

@test "a routine that closes all descriptors and hangs is killed" {
	netio copy "${COPY[@]}" --plugin="$BAD" -c late_hides,bytes -s 30000,64
	expect_status 3
	has "$OUT" '^late_hides +warm +30000 .*failed: killed by signal 9 '
	netio run "${ONE[@]}" --count=10 --plugin="$BAD" -c late_hides,none --size=30000,64 --offset=0 -q
	expect_status 3
	has "$OUT" '^unix +late_hides .* 30000 .*failed: the [a-z]+ \(process [0-9]+\) was killed by signal 9 '
	[ "$(rows | grep -c '  few$')" -eq 3 ]
}

@test "alignments are kept, also towards the staging buffers: what cannot be so is skipped" {
	good copy "${COPY[@]}" --plugin="$BAD" -c aligned -s 64 --distance=0 --dst-offset=0,64
	[ "$(grep -c '^aligned .*  few$' "$OUT")" -eq 1 ]
	good run "${ONE[@]}" --count=10 --plugin="$BAD" -c aligned --size=4K --offset=0,16 -t unix,skb
	[ "$(rows | grep -c 'skipped: aligned needs its source 4096-aligned')" -eq 4 ]
}

@test "a routine that never returns costs its own points" {
	netio copy "${COPY[@]}" --plugin="$BAD" -c late_hang,bytes -s 30000,64 --timeout=2s
	expect_status 3
	has "$OUT" '^late_hang +warm +30000 .*failed: did not return within 2\.0 s'
	[ "$(grep -c '  few$' "$OUT")" -ge 3 ]
	netio run "${ONE[@]}" --count=10 --plugin="$BAD" -c late_hang,none --size=30000,64 --offset=0 --timeout=2s -q
	expect_status 3
	has "$OUT" '^unix +late_hang .* 30000 .*failed: no message was moved for 2\.0 s'
	[ "$(rows | grep -c '  few$')" -eq 3 ]
}

@test "one that crashes or hangs when it is verified: its points fail untried, the rest is measured" {
	netio copy "${COPY[@]}" --plugin="$BAD" -c segv,hang,bytes -s 64 --timeout=2s
	expect_status 3
	has "$OUT" '^segv +warm +64 .*failed: verification: killed by signal 11 '
	has "$OUT" '^hang +warm +64 .*failed: verification: did not return within 2\.0 s'
	has "$OUT" '^bytes +warm +64 .*  few$'
	netio run "${ONE[@]}" --count=10 --plugin="$BAD" -c segv,none --size=64 --offset=0 -q
	expect_status 3
	has "$OUT" '^unix +segv .*failed: verification: killed by signal 11 '
	has "$OUT" '^unix +none .*  few$'
	netio copy --verify --plugin="$BAD" -c segv,bytes
	expect_status 3
	has "$OUT" '^segv +failed: killed by signal 11 '
	has "$OUT" '^bytes +right$'
}

@test "a shared object that is none, or not as copy.h has it, is refused" {
	echo text >"$BATS_TEST_TMPDIR/text.so"
	refused_run "cannot load '/no/such.so'" --plugin=/no/such.so
	refused_run "cannot load 'no-such.so'" --plugin=no-such.so
	refused_run "cannot load '$BATS_TEST_TMPDIR/text.so'" "--plugin=$BATS_TEST_TMPDIR/text.so"
	refused_run "cannot load '/'" --plugin=/
	refused_run '--plugin' --plugin=
	refused_run 'was made for version 7 of copy.h: expected 1' --plugin="$BUILD/tests/plugin-1.so"
	refused_run 'has 0 routines' --plugin="$BUILD/tests/plugin-2.so"
	refused_run "there is a routine 'memcpy' already" --plugin="$BUILD/tests/plugin-3.so"
	refused_run "is 'no name': expected 1 to 15 letters" --plugin="$BUILD/tests/plugin-4.so"
	refused_run "is '': expected 1 to 15 letters" --plugin="$BUILD/tests/plugin-5.so"
	refused_run "routine 'mine': expected a desc" --plugin="$BUILD/tests/plugin-6.so"
	refused_run "routine 'mine': expected no flag but" --plugin="$BUILD/tests/plugin-7.so"
	refused_run "routine 'mine': expected min_bytes" --plugin="$BUILD/tests/plugin-8.so"
	refused_run "routine 'mine': expected alignments" --plugin="$BUILD/tests/plugin-9.so"
	refused_run "routine 'mine': expected a copy function" --plugin="$BUILD/tests/plugin-10.so"
	refused_run 'exports no netio_copy_plugin' --plugin="$BUILD/tests/plugin-11.so"
	refused_run "there is a routine 'bytes' already" --plugin="$BAD" --plugin="$BAD"
	refused 'exports no netio_copy_plugin' copy --plugin="$BUILD/tests/plugin-11.so"
}

@test "names of plug-ins are offered where one is misspelt, and threads are refused" {
	refused_run "did you mean 'backwards'" --plugin="$GOOD" -c backward
	refused_run '--ends=threads' --plugin="$GOOD" -c backwards --ends=threads
	good run -n --plugin="$GOOD" -c memcpy --ends=threads --size=64 --offset=0
}

@test "the example builds against the header alone, as its first lines say" {
	command -v cc >/dev/null || skip "no compiler by the name cc"
	cd "$BATS_TEST_TMPDIR"
	cc -O2 -fPIC -shared -I "$BUILD/include" -o my.so "$ROOT/examples/copy-plugin.c"
	good copy --verify --plugin=my.so
}
