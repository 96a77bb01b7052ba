#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# scripts/sweep-offsets: the kind of script that users write around netio.

load helper

teardown() {
	tidy
}

# sweep ARGUMENT...: the smallest sweep there is, in a folder of its own.
sweep() {
	with "$ROOT/scripts/sweep-offsets" "$@"
}

FEW=("${ONE[@]}" "--size=64,128" "--offset=0,1" --count=10 -q)

@test "options of netio need no -- before them, and a log a transport is kept" {
	sweep -d "$BATS_TEST_TMPDIR/logs" -t 'unix pipe' "${FEW[@]}"
	expect_status 0
	for transport in unix pipe; do
		log=$BATS_TEST_TMPDIR/logs/$(uname -r)-$transport.log
		[ "$(grep -c '^send/recv' "$log")" -eq 4 ]
		has_text "$OUT" "$log: 4 points"
	done
	# Without options of its own, short ones of netio as the first.
	cd "$BATS_TEST_TMPDIR"
	sweep -q "${FEW[@]}"
	expect_status 0
	[ -s "$(uname -r)-tcp.log" ]
}

@test "a log that is there is kept" {
	log=$BATS_TEST_TMPDIR/$(uname -r)-unix.log
	echo before >"$log"
	sweep -d "$BATS_TEST_TMPDIR" -t unix "${FEW[@]}"
	expect_status 2
	has_text "$ERR" "$log is there already"
	[[ $(<"$log") == before ]]
}

@test "an option without its value is refused" {
	for option in -d -t; do
		sweep $option
		expect_status 2
		has_text "$ERR" 'usage: '
	done
}

@test "what leaves no log is told: no transport, a dry run, another format" {
	sweep -t ''
	expect_status 2
	for option in -n --format=table; do
		sweep -d "$BATS_TEST_TMPDIR/logs" -t unix "${FEW[@]}" "$option"
		expect_status 2
		has_text "$ERR" 'no lines of netio2 came for unix'
		[ -z "$(ls -A "$BATS_TEST_TMPDIR/logs")" ] || fail "something is left"
	done
}

@test "a file more may be asked for" {
	sweep -d "$BATS_TEST_TMPDIR/logs" -t unix "${FEW[@]}" --output="$BATS_TEST_TMPDIR/more.csv"
	expect_status 0
	[ "$(grep -c '^unix,' "$BATS_TEST_TMPDIR/more.csv")" -eq 4 ]
	[ "$(cat "$BATS_TEST_TMPDIR"/logs/*.log | grep -c '^send/recv')" -eq 4 ]
}

@test "a sweep that fails leaves no log and nothing half done" {
	sweep -d "$BATS_TEST_TMPDIR/logs" -t unix --size=none
	expect_status 2
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/logs")" ] || fail "something is left"
}
