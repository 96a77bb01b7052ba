#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Signals, ends that die or stop, parents that die: partial results, no child left, no hang.

load helper

teardown() {
	tidy
}

# A point that takes hours, in short samples.
ENDLESS=(--size=64K --offset=0 --samples=1000000 --invocations=1 --warmup=0 --count=5)
# A long point and then a short one, each a single sample.
LONG_SHORT=("${ONE[@]}" --order=linear --offset=0 --count=30000 --ends=processes)

# start_busy OPTION...: in the background, until it has taken samples.
start_busy() {
	start run "$@"
	samples_taken "$PID" 6 || fail "it takes no samples"
}

# children: sets $SENDER and $RECEIVER, which are at work.
children() {
	until_true 10 two_children || fail "there are no two children"
	SENDER=$(pgrep -P "$PID" | sed -n 1p)
	RECEIVER=$(pgrep -P "$PID" | sed -n 2p)
	until_true 10 worked "$SENDER" 3
	until_true 10 worked "$RECEIVER" 3
}

two_children() {
	[ "$(pgrep -P "$PID" | wc -l)" -eq 2 ]
}

no_child() {
	until_true 1 gone "$SENDER" || fail "the sender is left"
	until_true 1 gone "$RECEIVER" || fail "the receiver is left"
}

@test "SIGINT, SIGTERM, SIGHUP: what was begun is printed and marked, then it dies of that signal" {
	for signal in INT TERM HUP; do
		start_busy "${ENDLESS[@]}" --offset=0,1,2
		kill -$signal "$PID"
		ends_with 2 "signal $(kill -l $signal)"
		rows | head -n 1 | grep -qE '^unix .* [0-9.]+ .*  interrupted after [0-9]+ of 1000000 samples$' ||
			fail "not marked"
		has "$OUT" '^# interrupted: 0 of 3 points complete, [1-3] in part$'
	done
}

@test "SIGINT: points that are finished are printed as finished" {
	start run --size=64 --offset=0:60000:1 "${ONE[@]}" --count=10 --order=linear
	until_true 10 grep -q '^unix .* few$' "$OUT"
	kill -INT "$PID"
	ends_with 2 'signal 2'
	finished=$(rows | grep -c '  few$')
	[ "$finished" -ge 1 ]
	has "$OUT" "^# interrupted: $finished of 60001 points complete, [01] in part\$"
}

@test "SIGINT in random order: points that are finished are printed" {
	start run --size=64 --offset=0:20:1 --samples=200 --invocations=1 --warmup=0 --count=200
	samples_taken "$PID" 6
	kill -INT "$PID"
	ends_with 2 'signal 2'
	has "$OUT" '^# interrupted: [0-9]+ of 21 points complete, '
	[ "$(rows | grep -cvE 'interrupted after')" -eq "$(sed -n 's/^# interrupted: \([0-9]*\) of.*/\1/p' "$OUT")" ]
}

@test "SIGINT: the file of --output has the same" {
	start_busy "${ENDLESS[@]}" "--output=$BATS_TEST_TMPDIR/file"
	kill -INT "$PID"
	ends_with 2 'signal 2'
	cmp "$OUT" "$BATS_TEST_TMPDIR/file"
	has "$BATS_TEST_TMPDIR/file" 'interrupted after'
}

@test "SIGINT with the lines of 2002: it is said somewhere that it was interrupted" {
	start_busy "${ENDLESS[@]}" -f netio2
	kill -INT "$PID"
	ends_with 2 'signal 2'
	has "$OUT" '^send/recv\(off:0, '
	cat "$OUT" "$ERR" >"$BATS_TEST_TMPDIR/all"
	has "$BATS_TEST_TMPDIR/all" interrupted
}

@test "SIGINT with the lines of 2002: each stands under the size that it is of" {
	start run --size=8K,64K --offset=0:40:1 --samples=100 --invocations=1 --warmup=0 --count=40 -f netio2
	samples_taken "$PID" 12
	kill -INT "$PID"
	ends_with 2 'signal 2'
	awk '/buffer size/ { split($4, at, ":"); size = at[2] + 0 }
		/^send\/recv/ { split($2, at, /[x)]/); if (at[2] != sprintf("%x", size * 40)) exit 1; n++ }
		END { exit n == 0 }' "$OUT" || fail "under a wrong size"
}

# writing PID: within write(), whose number is 1 on x86-64 and 64 on arm64.
writing() {
	local number

	read -r number _ <"/proc/$1/syscall" && [[ $number == 1 || $number == 64 ]]
}

@test "SIGINT after the last sample, before the end: the results are whole, and it dies of it" {
	options=("${ONE[@]}" --seed=1 --size=64 --offset=0 --count=10)
	netio run "${options[@]}"
	head=$(sed '/^unix /,$d' "$OUT" | wc -c)
	mkfifo "$BATS_TEST_TMPDIR/fifo"
	exec 4<>"$BATS_TEST_TMPDIR/fifo"
	# Room for the head and no more: the line of the point has to wait.
	head -c $((65536 - head)) /dev/zero >&4
	SINK=$BATS_TEST_TMPDIR/fifo start run "${options[@]}"
	# The only write that waits is that of the line.
	until_true 30 writing "$PID"
	until_true 30 stuck "$PID"
	kill -INT "$PID"
	cat "$BATS_TEST_TMPDIR/fifo" >"$OUT" 4<&- &
	reader=$!
	exec 4<&-
	ends_with 5 'signal 2'
	wait "$reader"
	tr -d '\0' <"$OUT" | grep -q '^unix .*  few$' || fail "the line is missing"
}

@test "SIGINT with an --output that is full: what was lost is said" {
	start_busy "${ENDLESS[@]}" --output=/dev/full
	kill -INT "$PID"
	ends_with 2 'signal 2'
	has "$ERR" '^netio: cannot write to /dev/full: .*; lost: 1 of 1 points$'
}

@test "a point that failed and an --output that is full: both are said" {
	start run "${LONG_SHORT[@]}" --size=4M --output=/dev/full
	children
	kill -9 "$SENDER"
	ends_with 20 'exit 3'
	has "$ERR" '^netio: cannot write to /dev/full: '
	has "$ERR" 'was killed by signal 9'
}

@test "SIGCHLD ignored by whoever started it: children are waited for all the same" {
	with env --ignore-signal=CHLD "$NETIO" run "${ONE[@]}" --size=64 --offset=0 --count=10 --ends=processes
	expect_status 0
	with env --ignore-signal=CHLD "$NETIO" copy --verify --copy=byte
	expect_status 0
	has "$OUT" '^byte +right$'
}

@test "an end that is moved to another CPU under way is no measurement" {
	[ "$(cpus | wc -l)" -ge 2 ] || skip "there is one CPU"
	other=$(cpus | head -n 1)
	for victim in SENDER RECEIVER; do
		start run "${ONE[@]}" --size=4M --offset=0 --count=1500 --ends=processes --cpus="$(cpus | tail -n 1),$(cpus | tail -n 1)"
		children
		taskset -pc "$other" "${!victim}" >/dev/null
		ends_with 20 'exit 3'
		has "$OUT" 'failed: (sender|receiver): binding to CPU [0-9]+ did not hold'
	done
}

@test "SIGINT in the middle of one long sample ends it" {
	start_busy "${LONG_SHORT[@]}" --size=4M --ends=threads
	kill -INT "$PID"
	ends_with 2 'signal 2'
	has "$OUT" '^# interrupted: 0 of 1 points complete, 0 in part$'
}

@test "SIGINT in lockstep and with null" {
	for options in '-m lockstep' '-t null'; do
		# shellcheck disable=SC2086 # words on purpose
		start_busy "${ENDLESS[@]}" $options
		kill -INT "$PID"
		ends_with 2 'signal 2'
		has "$OUT" 'interrupted after'
	done
}

@test "Ctrl-C with processes: the whole group gets it, partial results come, no child is left" {
	start run "${ENDLESS[@]}" --ends=processes
	children
	kill -INT -- "-$PID"
	ends_with 2 'signal 2'
	no_child
	has "$OUT" 'interrupted after'
}

@test "SIGTERM to the parent alone with processes: no child is left" {
	start run "${ENDLESS[@]}" --ends=processes
	children
	kill -TERM "$PID"
	ends_with 2 'signal 15'
	no_child
	has "$OUT" 'interrupted after'
}

@test "two signals: it is dead at once" {
	start_busy "${ENDLESS[@]}"
	kill -INT "$PID"
	kill -INT "$PID" 2>/dev/null || true
	ends_with 2 'signal 2'
}

# stuck PID: asleep, and nothing that the kernel counts of it changes.
stuck() {
	local before

	before=$(cat "/proc/$1/stat")
	sleep 0.3
	[[ $before == *') S '* && $before == $(cat "/proc/$1/stat") ]]
}

@test "a reader that does not read: a second signal ends it at once" {
	mkfifo "$BATS_TEST_TMPDIR/fifo"
	# Opened for both ends, so that neither side waits for the other to open it.
	exec 4<>"$BATS_TEST_TMPDIR/fifo"
	SINK=$BATS_TEST_TMPDIR/fifo start run --size=1 --offset=0:60000:1 "${ONE[@]}" --count=1 --order=linear
	until_true 30 stuck "$PID"
	kill -INT "$PID"
	sleep 0.2
	alive "$PID" || fail "the first signal should have left it writing"
	kill -INT "$PID"
	ends_with 1 'signal 2'
	exec 4<&-
}

@test "a signal that was ignored at the start stays ignored" {
	IGNORED=HUP start run --size=64K --offset=0 --samples=1500 --invocations=1 --warmup=0 --count=20
	samples_taken "$PID" 4
	kill -HUP "$PID"
	ends_with 20 'exit 0'
	lacks "$OUT" interrupted
}

# killed END: kill -9 for one of two processes.
killed() {
	start run "${LONG_SHORT[@]}" --size=4M,1
	children
	[ "$1" = sender ] && victim=$SENDER || victim=$RECEIVER
	kill -9 "$victim"
	until_true 1 grep -q "^unix .* 4194304 .* failed: the $1 (process $victim) was killed by signal 9" "$OUT" ||
		fail "not told within a second"
	no_child
	ends_with 20 'exit 3'
	one_line "$ERR"
	has_text "$ERR" "size 4194304, offsets 0 and 0: the $1 (process $victim) was killed by signal 9"
	has "$OUT" '^unix .* 1 +0 +0 .*[0-9]  few$'
}

@test "kill -9 of the sender: the point fails within a second and names it, the next is measured" {
	killed sender
}

@test "kill -9 of the receiver: the point fails within a second and names it, the next is measured" {
	killed receiver
}

@test "kill -9 of an end over tcp and over a pipe: no hang either" {
	for transport in tcp pipe; do
		start run "${LONG_SHORT[@]}" --size=4M -t "$transport" -q
		children
		kill -9 "$RECEIVER"
		ends_with 2 'exit 3'
		no_child
		has "$OUT" "^$transport .*failed: the receiver \\(process $RECEIVER\\) was killed by signal 9"
	done
}

@test "kill -9 of the lockstep process is told" {
	start run "${ONE[@]}" --offset=0 --count=10000000 --size=64 --ends=processes -m lockstep
	until_true 10 pgrep -P "$PID"
	child=$(pgrep -P "$PID")
	until_true 10 worked "$child" 3
	kill -9 "$child"
	ends_with 2 'exit 3'
	has "$OUT" "failed: the lockstep [a-z]+ \\(process $child\\) was killed by signal 9"
}

@test "kill -9 of the parent leaves no child" {
	start run "${ENDLESS[@]}" --ends=processes
	children
	kill -9 "$PID"
	no_child
	ends_with 2 'signal 9'
}

# The other end is stopped in peers.bats.
@test "an end that stops is given up after --timeout and reaped, the next point is measured" {
	start run "${LONG_SHORT[@]}" --size=4M,1 --timeout=1s
	children
	kill -STOP "$RECEIVER"
	until_true 6 grep -q '^unix .* 4194304 .* failed: no message was moved for 1.0 s' "$OUT" || fail "not given up"
	no_child
	ends_with 20 'exit 3'
	has "$OUT" '^unix .* 1 +0 +0 .*[0-9]  few$'
}

@test "Ctrl-Z of the whole run does not use up --timeout" {
	start run --size=4M --offset=0 --samples=15 --invocations=1 --warmup=0 --count=300 --ends=processes --timeout=1s
	children
	kill -STOP "$PID" "$SENDER" "$RECEIVER"
	sleep 1.3
	kill -CONT "$SENDER" "$RECEIVER" "$PID"
	ends_with 20 'exit 0'
	lacks "$OUT" failed
}
