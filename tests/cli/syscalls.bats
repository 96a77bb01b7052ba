#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What the timed part calls: nothing but the transport's own two calls.

load helper

# Calls that may come or go between two runs without belonging to a message: futexes and wake-ups.
SLACK=25

setup() {
	need_strace
}

# counted COUNT OPTION...: leaves "CALL NUMBER" lines in calls.COUNT.
counted() {
	local count=$1

	shift
	with strace -f -c -o "$BATS_TEST_TMPDIR/strace" "$NETIO" run "${ONE[@]}" --size=64 --offset=0 --seed=1 \
		"--count=$count" "$@"
	expect_status 0
	# The column of errors may be empty: the name is the last field in any case.
	awk '$1 ~ /^[0-9.]+$/ && $NF != "total" { print $NF, $4 }' "$BATS_TEST_TMPDIR/strace" >"$BATS_TEST_TMPDIR/calls.$count"
	[ -s "$BATS_TEST_TMPDIR/calls.$count" ] || fail "strace counted nothing"
}

# more CALLS OPTION...: with 1000 messages more, each of CALLS comes about 1000 times more (0: not even
# that), and no other call does.
more() {
	local calls=$1 each=${EACH:-1000}

	shift
	counted 200 "$@"
	counted 1200 "$@"
	awk -v own="$calls" -v each="$each" -v slack=$SLACK '
		BEGIN { n = split(own, name, " "); for (i = 1; i <= n; i++) expected[name[i]] = each }
		FNR == NR { before[$1] = $2; next }
		{ difference[$1] = $2 - before[$1] }
		END {
			for (call in difference) {
				over = difference[call] - expected[call]
				if (over > slack || over < -slack) {
					print call " came " difference[call] " times more, expected " expected[call] + 0
					bad = 1
				}
			}
			for (call in expected)
				if (each && !(call in difference)) {
					print call " was not seen"
					bad = 1
				}
			exit bad
		}' "$BATS_TEST_TMPDIR/calls.200" "$BATS_TEST_TMPDIR/calls.1200" || fail "calls a message"
}

@test "unix: a send and a receive a message, and nothing else" {
	more 'sendto recvfrom' -t unix
}

@test "tcp: a send and a receive a message, and nothing else" {
	# A receive may find part of a message: hence on one CPU, where the sender runs until the socket is full.
	more 'sendto recvfrom' -t tcp -q
}

@test "unix-seqpacket and unix-dgram: a send and a receive a message, and nothing else" {
	more 'sendto recvfrom' -t unix-seqpacket
	more 'sendto recvfrom' -t unix-dgram
}

@test "pipe: a write and a read a message, and nothing else" {
	more 'write read' -t pipe
}

@test "lockstep: a send and a receive a message, and nothing else" {
	more 'sendto recvfrom' -t unix -m lockstep
}

@test "processes: a send and a receive a message, and nothing else" {
	more 'sendto recvfrom' -t unix --ends=processes
}

@test "a routine adds no call" {
	more 'sendto recvfrom' -t unix --copy=memcpy
}

@test "null: no call at all" {
	EACH=0 more '' -t null
}

# clock_gettime() is no system call where the kernel maps its code into the program: counted by preloading.
@test "no clock is read a message; in lockstep two, or on x86 the counter in their place" {
	command -v cc >/dev/null || skip "cc is not installed"
	cc -shared -fPIC -o "$BATS_TEST_TMPDIR/clocks.so" "$BATS_TEST_DIRNAME/clocks.c" -ldl
	for mode in pair lockstep; do
		for count in 200 1200; do
			with env "LD_PRELOAD=$BATS_TEST_TMPDIR/clocks.so" "NETIO_TEST_CLOCKS=$BATS_TEST_TMPDIR/$mode.$count" \
				"$NETIO" run "${ONE[@]}" --size=64 --offset=0 "--count=$count" -m $mode
			expect_status 0
		done
	done
	cd "$BATS_TEST_TMPDIR"
	[ "$(cat pair.200)" -gt 0 ] || fail "no clock was seen at all"
	[ $(($(cat pair.1200) - $(cat pair.200))) -le 5 ] || fail "a pair: $(cat pair.200), then $(cat pair.1200)"
	difference=$(($(cat lockstep.1200) - $(cat lockstep.200)))
	case $(uname -m) in
	x86_64 | i?86) [ $difference -le 5 ] || fail "lockstep: $difference more for 1000 messages" ;;
	*) [ $difference -ge 1990 ] && [ $difference -le 2010 ] || fail "lockstep: $difference more for 1000 messages" ;;
	esac
}
