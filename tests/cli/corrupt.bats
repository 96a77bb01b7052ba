#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Data damaged on their way: found, told with point, byte and both values, status 5. See corrupt.c.

load helper

# damaged HOW ARGUMENT...
damaged() {
	local how=$1

	shift
	need_preload
	with env "LD_PRELOAD=$CORRUPT" "NETIO_TEST_CORRUPT=$how" "$NETIO" run "${ONE[@]}" --offset=3 -q "$@"
}

# one_bit: the two values on stderr differ by the bit that was flipped.
one_bit() {
	local values

	values=$(sed -n 's/.*expected \(0x[0-9a-f]*\), found \(0x[0-9a-f]*\).*/\1 ^ \2/p' "$ERR")
	[ "$((values))" -eq 16 ] || fail "not one flipped bit: $values"
}

@test "--verify finds a flipped bit in any message" {
	for message in 1 2 5; do
		damaged $message --verify --size=4K --count=5
		expect_status 5
		one_line "$ERR"
		has "$ERR" "^netio: unix none, size 4096, offsets 3 and 3: .*message $((message - 1)), byte 2048: expected 0x.., found 0x.."
		one_bit
		has "$OUT" '^unix .* 4096 +3 +3 .*failed: .*byte 2048'
	done
}

@test "--verify finds it over TCP, with processes, in lockstep and behind a routine" {
	for options in '-t tcp' '--ends=processes' '-m lockstep' '--copy=memcpy' '-t tcp6'; do
		# shellcheck disable=SC2086 # words on purpose
		damaged 1:9 --verify --size=8K --count=2 $options
		! grep -q ' skipped: ' "$OUT" || continue
		expect_status 5
		one_line "$ERR"
		has_text "$ERR" 'message 0, byte 9: expected'
		one_bit
	done
}

@test "the other points are measured all the same" {
	damaged 1 --verify --size=4K,8K --count=2 --order=linear
	expect_status 5
	[ "$(rows | grep -c failed)" -eq 1 ]
	has "$OUT" '^unix .* 8192 .*[0-9]  few$'
}

@test "without --verify the last message is checked" {
	damaged 5:100 --size=4K --count=5
	expect_status 5
	one_line "$ERR"
	has "$ERR" '^netio: unix none, size 4096, offsets 3 and 3: .*receive buffer: message 4, byte 100: expected'
	one_bit
}

@test "a byte written before or behind the buffer is found without --verify" {
	damaged 2:4096 --size=4K --count=5
	expect_status 5
	one_line "$ERR"
	has_text "$ERR" 'receive buffer: guard byte at 4096'
	one_bit
	damaged 2:-1 --size=4K --count=5
	expect_status 5
	one_line "$ERR"
	has_text "$ERR" 'receive buffer: guard byte at -1'
	one_bit
}

@test "a routine's staging buffer is guarded as well" {
	damaged 2:4096 --size=4K --count=5 --copy=memcpy
	expect_status 5
	one_line "$ERR"
	has_text "$ERR" 'receive staging buffer: guard byte at 4096'
	one_bit
}

@test "a byte lost on the way ends the point after --timeout, and is no hang" {
	LIMIT=10 damaged 2:lose --size=4K --count=5 --timeout=100ms
	expect_status 3
	one_line "$ERR"
	has_text "$ERR" 'no message was moved for 0.1 s'
}

@test "the same calls without damage are status 0" {
	damaged 0 --verify --size=4K --count=5
	expect_status 0
	silent "$ERR"
}
