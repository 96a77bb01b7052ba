#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What other benchmarks got wrong and their users reported: a test a row of the notes on our peers that
# concerns run, named after the row (4: defects reproduced, 5: what users reported). The rows without one:
#
#   4.3 4.5 (the address) 5.4 5.18 5.19 5.20 5.21 5.26 5.27 5.28 5.32  need a server or a wire protocol
#   4.11 4.12                     are about features of theirs, not about a rule to keep
#   5.8 5.9 5.31                  need counters of TCP or UDP, which run does not report
#   5.14                          needs JSON, which run does not print yet
#   4.4 5.16                      partial results, in part here; the rest in signals.bats
#   5.30                          every build has -fno-common, so every build is the test

load helper

teardown() {
	tidy
}

# traced OPTION...: leaves the calls of each thread in a file of its own, so that no line is cut in two.
traced() {
	need_strace
	rm -rf "$BATS_TEST_TMPDIR/trace"
	mkdir "$BATS_TEST_TMPDIR/trace"
	with strace -ff -ttt -T -s 0 -e trace=sendto,recvfrom -o "$BATS_TEST_TMPDIR/trace/t" "$NETIO" run --seed=1 "$@"
	expect_status 0
}

# moved CALL SIZE: the bytes that these calls moved on the descriptor that messages of SIZE went through. Sends
# that do not wait are those of the plan, which tries whether the size fits.
moved() {
	cat "$BATS_TEST_TMPDIR"/trace/t.* | grep -v MSG_DONTWAIT | sed -nE "s/^[0-9.]+ $1\(([0-9]+), .*, ([0-9]+), [^,]*(, NULL, [^)]*)?\) += ([0-9]+) .*/\1 \2 \4/p" |
		awk -v size="$2" '$2 == size { data[$1] = 1 } { sum[$1] += $3 } END { for (fd in data) total += sum[fd]; print total + 0 }'
}

@test "PEERS 4.1, 5.1: the time is that from the first send to the last byte received" {
	need_strace
	traced "${ONE[@]}" --size=4099 --offset=0 --count=2500 -f netio2
	said=$(sed -n 's/.* in \([0-9.]*\) seconds.*/\1/p' "$OUT")
	# By strace's clock, which a loaded machine makes late by what it takes to schedule strace.
	cat "$BATS_TEST_TMPDIR"/trace/t.* | grep -E ', 4099, .* = 4099 ' | sort -n | awk -v said="$said" '
		NR == 1 { first = $1 }
		/recvfrom/ { took = $NF; gsub(/[<>]/, "", took); if ($1 + took > last) last = $1 + took }
		END {
			seen = last - first
			print "said " said ", seen " seen
			exit !(seen > 0.01 && said > 0.7 * seen - 0.05 && said < 1.3 * seen + 0.05)
		}' || fail "another time"
}

@test "PEERS 4.2, 4.7: a number that is none is refused" {
	for option in --count=abc --bytes=abc --samples=abc --timeout=abc --batch-time=abc --size=abc --seed=abc; do
		refused_run "'abc'" $option
	done
}

@test "PEERS 4.4, 5.16: SIGINT in a run shows what was moved until then, and the status tells of it" {
	start run --size=64K --offset=0 --samples=1000000 --invocations=1 --warmup=0 --count=5
	samples_taken "$PID" 6
	kill -INT "$PID"
	ends_with 2 'signal 2'
	rows | awk '$7 + 0 > 0 { ok = 1 } END { exit !ok }' || fail "no rate"
}

@test "PEERS 4.5: messages of any size" {
	good run "${ONE[@]}" --count=2 --size=8M,16777217 --offset=0 -t unix,tcp,pipe --verify
	lacks "$OUT" 'failed|skipped'
}

@test "PEERS 4.6: datagrams of 64 KiB: no rate is negative or none" {
	good run --samples=6 --invocations=1 --warmup=0 --size=65536 --offset=0 -t unix-dgram,unix-seqpacket --count=500
	rows | awk '{ for (i = 7; i <= 11; i++) if ($i !~ /^[0-9]+\.[0-9]+$/) { print $i " in: " $0; bad = 1 } } END { exit bad }' || fail rates
	rows | awk '$7 + 0 <= 0 || $9 + 0 <= 0 { bad = 1 } END { exit bad || NR != 2 }' || fail "not above zero"
}

@test "PEERS 4.8: an offset is what it says, 3 as well, down to the address given to the kernel" {
	need_strace
	with strace -f -e trace=sendto,recvfrom -e raw=sendto,recvfrom -o "$BATS_TEST_TMPDIR/raw" \
		"$NETIO" run "${ONE[@]}" --size=4099 --send-offset=3 --recv-offset=77 --count=5
	expect_status 0
	# 4099 is 0x1003; addresses end in the offset, the page they start on in 000.
	[ "$(grep -cE 'sendto\(0x[0-9a-f]+, 0x[0-9a-f]+003, 0x1003,' "$BATS_TEST_TMPDIR/raw")" -eq 5 ]
	[ "$(grep -cE 'recvfrom\(0x[0-9a-f]+, 0x[0-9a-f]+04d, 0x1003,' "$BATS_TEST_TMPDIR/raw")" -ge 1 ]
	has "$OUT" '^unix .* 4099 +3 +77 '
}

@test "PEERS 4.9, 5.22: every wait has a bound, also that for an end that does nothing" {
	start run "${ONE[@]}" --size=4M --offset=0 --count=30000 --ends=processes --timeout=1s
	until_true 10 pgrep -P "$PID"
	child=$(pgrep -P "$PID" | head -n 1)
	until_true 10 worked "$child" 3
	kill -STOP "$child"
	ends_with 8 'exit 3'
	one_line "$ERR"
	has_text "$ERR" 'no message was moved'
}

@test "PEERS 4.10, 5.6: as many bytes as are counted are really sent and received" {
	for transport in unix unix-seqpacket tcp; do
		traced "${ONE[@]}" -t $transport --size=4099 --offset=0 --count=50 -q
		[ "$(moved sendto 4099)" -eq $((50 * 4099)) ] || fail "$transport sent $(moved sendto 4099)"
		[ "$(moved recvfrom 4099)" -eq $((50 * 4099)) ] || fail "$transport received $(moved recvfrom 4099)"
	done
}

@test "PEERS 4.13, 5.25: MB are 10^6 and said to be; Mbytes are 2^20 as in 2002" {
	good run "${ONE[@]}" --count=1 --size=64 --offset=0
	has "$OUT" 'MB/s = 10\^6 bytes a second'
	good run "${ONE[@]}" --count=1 --size=10M --offset=0 -f netio2
	has "$OUT" 'copied 10\.0 Mbytes in '
	good run "${ONE[@]}" --count=1 --size=10MB --offset=0 -f netio2
	has "$OUT" 'copied 9\.5 Mbytes in '
}

@test "PEERS 5.2: the budget of bytes is never exceeded" {
	traced "${ONE[@]}" --size=4099 --offset=0 --bytes=100000
	[ "$(moved sendto 4099)" -eq $((24 * 4099)) ] || fail "sent $(moved sendto 4099)"
}

@test "PEERS 5.3: the receiver reads to the end of the data" {
	traced "${ONE[@]}" --size=4099 --offset=0 --count=5
	cat "$BATS_TEST_TMPDIR"/trace/t.* | grep -qE 'recvfrom\([0-9]+, "", 1, .* = 0 ' || fail "no read to the end"
}

@test "PEERS 5.5: what is moved to warm up is not counted" {
	traced --samples=1 --invocations=1 --warmup=3 --size=4099 --offset=0 --count=256 -f netio2
	[ "$(moved sendto 4099)" -eq $((4 * 256 * 4099)) ]
	has "$OUT" 'copied 1\.0 Mbytes in '
}

@test "PEERS 5.7: many samples: the statistics stay numbers" {
	good run --samples=20000 --invocations=1 --warmup=0 --count=1 --size=1 --offset=0 -m lockstep
	rows | awk '{ exit !($7 + 0 >= 0 && $8 ~ /^[0-9.]+$/ && $9 + 0 <= $10 + 0 && $12 + 0 > 0) }' || fail "statistics"
	lacks "$OUT" 'nan|inf|--?-[0-9]'
}

@test "PEERS 5.10: sizes of buffers, asked and granted, are shown" {
	good run "${ONE[@]}" --count=1 --size=64 --offset=0 -t unix,tcp --sndbuf=16K --rcvbuf=16K -q
	has "$OUT" '^# unix, sndbuf [0-9]+ \(asked for 16384\), rcvbuf [0-9]+ \(asked for 16384\)'
	has "$OUT" '^# tcp, sndbuf [0-9]+ \(asked for 16384\), rcvbuf [0-9]+ \(asked for 16384\)'
}

@test "PEERS 5.11, 5.33: no nan and no inf, however short the sample" {
	for format in table netio2; do
		for transport in null unix unix-dgram; do
			for mode in pair lockstep; do
				good run "${ONE[@]}" --count=1 --size=1 --offset=0 -t $transport -f $format -m $mode
				lacks "$OUT" '(^|[^a-zA-Z])-?(nan|inf)([^a-zA-Z]|$)'
			done
		done
	done
}

# comma_locale: sets LC_ALL and LOCPATH to a language made for the test, which writes 1,5.
comma_locale() {
	cd "$BATS_TEST_TMPDIR" || return
	printf '%s\n' LC_CTYPE 'copy "POSIX"' 'END LC_CTYPE' LC_NUMERIC 'decimal_point ","' 'thousands_sep ""' 'grouping -1' \
		'END LC_NUMERIC' >comma
	mkdir locales
	# Its status tells of the categories that are not defined, too.
	localedef -c -i ./comma -f ANSI_X3.4-1968 locales/comma >/dev/null 2>&1 || true
	export LOCPATH=$BATS_TEST_TMPDIR/locales LC_ALL=comma
	[ "$(locale decimal_point 2>/dev/null)" = , ] || skip "no language with commas can be made here"
}

@test "PEERS 5.12: numbers have points whatever the language" {
	comma_locale
	good run "${ONE[@]}" --count=50 --size=64 --offset=0
	rows | grep -qE ' [0-9]+\.[0-9]+ ' || fail "no point"
	rows | awk '{ $3 = "" } 1' | grep -q , && fail "a comma"
	good run "${ONE[@]}" --count=50 --size=64 --offset=0 -f netio2
	has "$OUT" 'copied [0-9]+\.[0-9] Mbytes in [0-9]+\.[0-9]{3} seconds at [0-9]+\.[0-9] Mbytes/sec$'
	good run -n
	has "$OUT" 'about [0-9]+\.[0-9] s'
}

@test "PEERS 5.13: results on stdout, what went wrong on stderr" {
	netio run "${ONE[@]}" --count=1 --size=64 --offset=0 --sndbuf=1G --output=/dev/full
	expect_status 3
	lacks "$OUT" '^netio:'
	lacks "$ERR" '^(#|unix )'
}

@test "PEERS 5.15: the status tells what went wrong" {
	netio run --size=0
	expect_status 2
	netio run "${ONE[@]}" --count=1 --size=64 --offset=0 --output=/dev/full
	expect_status 3
	netio run "${ONE[@]}" --count=1 --size=64 --offset=0
	expect_status 0
}

@test "PEERS 5.17: in linear order a line comes as soon as its point is finished" {
	start run --size=64 --offset=0:60000:1 "${ONE[@]}" --count=10 --order=linear
	until_true 10 grep -q '^unix .*few$' "$OUT" || fail "no line"
	alive "$PID"
	# Whole lines only, so that a killed run leaves no half of one.
	kill -9 "$PID"
	ends_with 2 'signal 9'
	[ "$(tail -n 1 "$OUT" | wc -l)" -eq 1 ]
	tail -n 1 "$OUT" | grep -qE '^unix .*few$' || fail "half a line"
}

# bound_to LIST: some thread, or child, of $PID may use just these CPUs.
bound_to() {
	local pids

	pids="$PID $(pgrep -P "$PID" | paste -sd' ')"
	for pid in $pids; do
		cat "/proc/$pid"/task/*/status
	done 2>/dev/null | grep -qxE "Cpus_allowed_list:[[:space:]]+$1"
}

@test "PEERS 5.23: ends run on the CPUs asked for" {
	a=$(cpus | sed -n 1p)
	b=$(cpus | sed -n 2p)
	[ -n "$b" ] || skip "this process may use one CPU only"
	for ends in threads processes; do
		start run "--cpus=$b,$a" --ends=$ends --size=64K --offset=0 --samples=1000000 --invocations=1 --warmup=0 --count=50
		until_true 10 bound_to "$a" || fail "none on $a"
		until_true 10 bound_to "$b" || fail "none on $b"
		kill -TERM "$PID"
		ends_with 2 'signal 15'
		has "$OUT" "^unix +none +$b,$a "
	done
}

@test "PEERS 5.23: no argument is swallowed" {
	refused_run "'-u'" --cpus -u
	refused_run "'--verify'" --size --verify
	refused_run 8K 8K
}

@test "PEERS 5.24: no call but the transport's own a message" {
	traced "${ONE[@]}" --size=4099 --offset=0 --count=10
	with strace -f -c -o "$BATS_TEST_TMPDIR/calls" "$NETIO" run "${ONE[@]}" --size=4099 --offset=0 --count=3000
	expect_status 0
	# The rest, clocks as well, is in syscalls.bats.
	awk '$1 ~ /^[0-9.]+$/ && $NF !~ /^(sendto|recvfrom|total)$/ && $4 > 1000 { print; bad = 1 } END { exit bad }' \
		"$BATS_TEST_TMPDIR/calls" || fail "calls"
}

@test "PEERS 5.29: no argument is too long to be refused" {
	refused_run "'0x'" "--offset=$(printf '0,%.0s' {1..3000})0x"
	refused_run "'-'" "--cpus=$(printf 'same,%.0s' {1..3000})-"
}
