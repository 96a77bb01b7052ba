#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# scripts/ci-check: what a pipeline calls, with a real gate and with programs that end as they are told.

load helper

setup() {
	[ -z "${NETIO_SANITIZED:-}" ] || skip "it is the same for every build"
	CHECK=$ROOT/scripts/ci-check
	cd "$BATS_TEST_TMPDIR" || return
	unset GITHUB_ACTIONS NETIO_STRICT
}

# ends STATUS...: makes ./gate, which ends with the first status, then with the second, and so on; it keeps its words.
ends() {
	printf '%s\n' "$@" >statuses
	cat >gate <<-'END'
		#!/bin/sh
		echo "$*" >>words
		status=$(head -n 1 statuses)
		sed -i 1d statuses
		echo "netio: said"
		exit "$status"
	END
	chmod +x gate
	rm -f words
}

check() {
	with env NETIO="$PWD/gate" "$@"
}

@test "a real gate, with all its files" {
	with env NETIO="$NETIO" sh "$CHECK" -d kept -s 64 --count=200 --pairs=2 --blocks=8 --max-blocks=8 --warmup=1 -q \
		--a copy=memcpy --b copy=memcpy --threshold=50
	# shellcheck disable=SC2153 # set by the helper
	[[ $STATUS == 0 || $STATUS == 1 ]] || fail "status $STATUS"
	for suffix in txt md xml tap jsonl html; do
		[ -s "kept/netio-gate.$suffix" ] || fail "no netio-gate.$suffix"
	done
	[[ $(tail -n 1 "$OUT") == netio:* ]]
}

@test "the status of the gate is its own" {
	for status in 0 1 2 3 5; do
		ends $status
		check sh "$CHECK" --a copy=memcpy
		expect_status $status
		[ "$(wc -l <words)" -eq 1 ]
	done
	has words '^gate --a copy=memcpy --time=30s --strict --ci=none --output=netio-gate/netio-gate.txt '
	[ -d netio-gate ]
}

@test "inconclusive: once more with twice the time, and then no failure" {
	ends 4 0
	check sh "$CHECK" --a copy=memcpy
	expect_status 0
	has words '--time=60s '
	ends 4 1
	check sh "$CHECK" --a copy=memcpy
	expect_status 1
	ends 4 4
	check sh "$CHECK" --a copy=memcpy
	expect_status 0
	has_text "$ERR" 'not counted as a failure'
	ends 4 4
	check env NETIO_STRICT=1 sh "$CHECK" --a copy=memcpy
	expect_status 4
	ends 4 4 4 4 4
	check sh "$CHECK" -r 3 --a copy=memcpy
	[ "$(wc -l <words)" -eq 4 ]
	has words '--time=240s '
	ends 4
	check sh "$CHECK" -r 0 --a copy=memcpy
	[ "$(wc -l <words)" -eq 1 ]
}

@test "on GitHub it annotates" {
	ends 0
	check env GITHUB_ACTIONS=true sh "$CHECK" --a copy=memcpy
	has words '--ci=github '
}

@test "wrong usage is status 2, and nothing is run" {
	ends 0
	for words in '' '-d' '-r' '-r x' '-r -1 --a copy=memcpy' '--time=5s --a copy=memcpy' '--aa=5s' '--inject=10' '--help'; do
		# shellcheck disable=SC2086 # words on purpose
		check sh "$CHECK" $words
		expect_status 2
		[ ! -e words ] || fail "it ran with '$words'"
	done
	with env NETIO=/nowhere/netio sh "$CHECK" --a copy=memcpy
	expect_status 2
	has_text "$ERR" "there is no program '/nowhere/netio'"
}
