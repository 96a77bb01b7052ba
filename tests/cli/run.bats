#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What `netio run` prints: the table, the lines of 2002, what is skipped and why, placements, socket options.

load helper

teardown() {
	tidy
}

ONE_POINT=("${ONE[@]}" --count=3 --size=64 --offset=0)
REFERENCE=$ROOT/reference/athlon-mp1800-shift5.log

# two_cpus: sets $A and $B to two that may be used.
two_cpus() {
	A=$(cpus | sed -n 1p)
	B=$(cpus | sed -n 2p)
	[ -n "$B" ] || skip "this process may use one CPU only"
}

# all_transports: a comma list.
all_transports() {
	"$NETIO" complete run --transport | paste -sd,
}

# shape: what may differ from run to run is made alike; offsets and section heads stay.
shape() {
	sed -E -e 's/0x[0-9a-f]{5,12}\)/ADDRESS)/g' -e 's/^cpu: [0-9]+ MHz$/cpu: N MHz/' \
		-e 's/in [0-9]+\.[0-9]{3} seconds at [0-9]+\.[0-9] Mbytes/in S seconds at R Mbytes/'
}

# like_2002 FILE: all of its lines are those of the log of 2002, figures and addresses aside.
like_2002() {
	grep -q '^cpu MHz' /proc/cpuinfo && cpu='' || cpu='1d'
	sed "$cpu" "$REFERENCE" | shape >"$BATS_TEST_TMPDIR/expected"
	shape <"$1" | diff "$BATS_TEST_TMPDIR/expected" - || fail "it is not the shape of the log of 2002"
	[ "$(grep -cxE 'send/recv\(off:[0-9]+, size:0x800000\) send/recv: copied 40\.0 Mbytes in [0-9]+\.[0-9]{3} seconds at [0-9]+\.[0-9] Mbytes/sec' "$1")" -eq 339 ] ||
		fail "not 339 lines of shape A1"
	[ "$(grep -c '^##* buffer size' "$1")" -eq 3 ] || fail "not three section heads"
}

@test "the table has its columns, once, and a line a point" {
	good run "${ONE_POINT[@]}" --offset=0,1,2
	has "$OUT" '^transport +copy +cpus +size +send-off +recv-off +MB/s +\+-% +min +max +MB/cpu-s$'
	[ "$(grep -c '^transport ' "$OUT")" -eq 1 ]
	[ "$(rows | wc -l)" -eq 3 ]
	[ "$(column 5 | paste -sd' ')" = '0 1 2' ]
	[ "$(column 6 | paste -sd' ')" = '0 1 2' ]
	silent "$ERR"
}

@test "the columns are aligned" {
	good run "${ONE[@]}" --count=2 -t unix,unix-seqpacket,pipe --size=1,100,8K --offset=0,100
	awk '
		/^transport / { at = index($0, "MB/s") + 3 }
		/^#|^transport / { next }
		substr($0, at, 1) !~ /[0-9]/ || substr($0, at + 1, 1) != " " { print "not in its column: " $0; bad = 1 }
		END { exit bad }' "$OUT" || fail "not aligned"
}

@test "without a command it is run" {
	good "${ONE_POINT[@]}"
	[ "$(rows | wc -l)" -eq 1 ]
	good -n
	cp "$OUT" "$BATS_TEST_TMPDIR/plain"
	good run -n
	cmp "$OUT" "$BATS_TEST_TMPDIR/plain"
}

@test "the head tells how it was measured" {
	good run "${ONE_POINT[@]}" --seed=42
	has "$OUT" "^# netio [0-9.]+, Linux $(uname -r)"
	has "$OUT" 'pair, threads, random order, seed 42, 1 x 1 samples a point'
	has "$OUT" 'MB/s = 10\^6 bytes a second'
	has "$OUT" '^# unix, sndbuf [0-9]+, rcvbuf [0-9]+$'
}

@test "the head says that both ends share a CPU, and how to ask for two" {
	good run "${ONE_POINT[@]}"
	has "$OUT" '^# both ends on one CPU.*--cpus='
}

@test "the median lies between min and max, its interval is there from six samples on" {
	good run --samples=6 --invocations=1 --warmup=0 --count=3 --size=64 --offset=0
	rows | awk '$9 + 0 <= $7 + 0 && $7 + 0 <= $10 + 0 && $8 ~ /^[0-9.]+$/ { ok = 1 } END { exit !ok }' || fail order
	lacks "$OUT" '  few$'
	good run --samples=5 --invocations=1 --warmup=0 --count=3 --size=64 --offset=0
	has "$OUT" '^unix .*  few$'
	[ "$(column 8)" = - ]
}

@test "points in the order asked for, whatever order they were measured in" {
	for order in random linear; do
		good run "${ONE[@]}" --count=1 --size=64,1 --offset=5,0:4:2,5 --order=$order
		[ "$(rows | awk '{ print $4 ":" $5 }' | paste -sd' ')" = '64:5 64:0 64:2 64:4 64:5 1:5 1:0 1:2 1:4 1:5' ]
	done
}

@test "send and receive offsets make every combination" {
	good run "${ONE[@]}" --count=1 --size=64 --send-offset=0,3 --recv-offset=1,2
	[ "$(rows | awk '{ print $5 ":" $6 }' | paste -sd' ')" = '0:1 0:2 3:1 3:2' ]
	good run "${ONE[@]}" --count=1 --size=64 --recv-offset=7
	[ "$(rows | awk '{ print $5 ":" $6 }')" = 0:7 ]
}

@test "sizes: binary and decimal suffixes, hex, ranges with the end included" {
	good run -n --offset=0 --size=64K,64KB,0x10,1M,1Ki,1:7:3,1K:8K:x2
	[ "$(awk '/^unix/ { print $4 }' "$OUT" | paste -sd' ')" = '65536 64000 16 1048576 1024 1 4 7 1024 2048 4096 8192' ]
}

@test "a message too large for seqpacket is skipped with the size that fits, status 0" {
	good run "${ONE_POINT[@]}" -t unix-seqpacket --size=64,1M
	has "$OUT" '^unix-seqpacket .* 1048576 .* skipped: .*1048576 bytes does not fit.* [0-9]+$'
	rows | grep -v ' 1048576 ' | grep -q '[0-9]  few$' || fail "the small one was not measured"
	fits=$(grep -oE '[0-9]+$' <(grep 1048576 "$OUT"))
	good run "${ONE_POINT[@]}" -t unix-seqpacket --size="$fits,$((fits + 1))" --verify
	[ "$(grep -c skipped "$OUT")" -eq 1 ]
	has "$OUT" "^unix-seqpacket .* $((fits + 1)) .* skipped"
}

@test "lockstep of a message that the socket cannot hold is skipped with the size that fits, status 0" {
	# A TCP socket may hold 1 MiB.
	for transport in unix unix-dgram pipe; do
		good run "${ONE_POINT[@]}" -t $transport -m lockstep --size=1M
		has "$OUT" "^$transport .* skipped: .*1048576 bytes does not fit.* [0-9]+\$"
		fits=$(grep -oE '[0-9]+$' <(rows))
		good run "${ONE_POINT[@]}" -t $transport -m lockstep --size="$fits" --verify
		lacks "$OUT" skipped
	done
}

@test "a size that is skipped is no failure, but it is said that nothing was measured" {
	good run "${ONE_POINT[@]}" -t unix-seqpacket --size=1M
	one_line "$ERR"
	has_text "$ERR" 'nothing was measured'
	netio run "${ONE_POINT[@]}" -t unix-seqpacket --size=1M -q
	expect_status 0
	silent "$ERR"
}

@test "the lines of 2002: what was skipped is told, on stderr" {
	good run "${ONE_POINT[@]}" -t unix-seqpacket --size=64,1M -f netio2
	lacks "$OUT" skipped
	has "$ERR" 'skipped|does not fit'
}

@test "all transports in one run, verified" {
	good run "${ONE[@]}" --count=20 -t "$(all_transports)" --size=1,4097 --offset=0,3 --verify
	for transport in unix unix-seqpacket unix-dgram tcp pipe; do
		[ "$(rows | grep -cE "^$transport .*[0-9]  few\$")" -eq 4 ] || fail "of $transport"
	done
	[ "$(rows | grep -c '^null .*  skipped: ')" -eq 4 ]
	[ "$(rows | grep -c '^tcp6 ')" -eq 4 ]
	lacks "$OUT" 'failed'
}

@test "all transports with processes for ends, verified" {
	good run "${ONE[@]}" --count=5 -t "$(all_transports)" --size=4097 --offset=1 --verify --ends=processes
	[ "$(rows | grep -c '  few$')" -ge 5 ]
	has "$OUT" 'pair, processes, '
	lacks "$OUT" 'failed'
}

@test "all transports in lockstep, verified" {
	good run "${ONE[@]}" --count=5 -t "$(all_transports)" --size=4097 --offset=1 --verify -m lockstep
	[ "$(rows | grep -c '  few$')" -ge 5 ]
	has "$OUT" 'MB/cpu-s +send-ns +\+-% +recv-ns +\+-%$'
	lacks "$OUT" 'failed'
}

@test "both routines, verified" {
	good run "${ONE[@]}" --count=5 -t unix,tcp,pipe --copy=none,memcpy --size=1,5000 --offset=0,1 --verify
	[ "$(column 2 | sort | uniq -c | awk '{ print $1 $2 }' | paste -sd' ')" = '12memcpy 12none' ]
	lacks "$OUT" 'failed|skipped'
}

@test "messages of odd sizes and of one byte, verified" {
	good run "${ONE[@]}" --count=9 -t unix,unix-seqpacket,unix-dgram,tcp,pipe --size=1,3,63,4095,4097,65537 --offset=0,1,4095 --verify
	[ "$(rows | wc -l)" -eq 90 ]
	lacks "$OUT" 'failed|skipped'
}

@test "null tells its cost a message" {
	good run "${ONE_POINT[@]}" -t null
	has "$OUT" '^null .* moves nothing: [0-9.]+ ns a message'
}

@test "verify says that it is inside the timed part of a pair" {
	good run "${ONE_POINT[@]}" --verify
	has "$OUT" '^# verify: .*inside the timed part'
	good run "${ONE_POINT[@]}" --verify -m lockstep
	lacks "$OUT" 'inside the timed part'
}

# This one in random order, the next in linear order: the lines are in the order asked for either way.
@test "the sweep of 2002 on unix, whole, is the shape of its log" {
	LIMIT=120 good run --sweep=netio2 --format=netio2 "${ONE[@]}"
	like_2002 "$OUT"
	silent "$ERR"
}

@test "the sweep of 2002 on tcp, whole, is the shape of its log" {
	[ -z "${NETIO_SANITIZED:-}" ] || skip "once is enough for an instrumented build"
	LIMIT=120 good run --sweep=netio2 --format=netio2 -t tcp "${ONE[@]}" --order=linear --congestion=reno
	like_2002 "$OUT"
	silent "$ERR"
}

@test "the sweep of 2002 takes 40 MiB a line in samples of a pass of 8 MiB, five times" {
	good run --sweep=netio2 --format=netio2 "${ONE[@]}" --size=1M --offset=0
	has "$OUT" '^send/recv\(off:0, size:0x800000\) send/recv: copied 40\.0 Mbytes in '
}

@test "cpu: N MHz comes first where it is known" {
	good run "${ONE_POINT[@]}" -f netio2
	if grep -q '^cpu MHz' /proc/cpuinfo; then
		head -n 1 "$OUT" | grep -qxE 'cpu: [1-9][0-9]* MHz' || fail "no cpu: line"
	else
		lacks "$OUT" '^cpu:'
	fi
	has "$OUT" '^################ to\(0x[0-9a-f]+000\) from\(0x[0-9a-f]+000\) ##############$'
}

@test "a dry run lists all points with an estimate and measures nothing" {
	echo before >"$BATS_TEST_TMPDIR/file"
	LIMIT=10 good run -n --sweep=netio2 --samples=1000000 "--output=$BATS_TEST_TMPDIR/file"
	[ "$(grep -c '^unix ' "$OUT")" -eq 339 ]
	diff <(grep -oE 'off:[0-9]+' "$REFERENCE" | cut -d: -f2) <(awk '/^unix / { print $5 }' "$OUT")
	has "$OUT" '^# 339 points, 0 skipped; about [0-9.]+ s$'
	[ "$(cat "$BATS_TEST_TMPDIR/file")" = before ]
	silent "$ERR"
}

@test "the default sweep: three sizes, nine offsets, under 30 seconds" {
	good run -n
	[ "$(awk '/^unix / { print $4 ":" $5 }' "$OUT" | paste -sd' ')" = "$(for size in 8192 65536 1048576; do
		printf "$size:%s " 0 1 2 4 8 16 32 64 100
	done | sed 's/ $//')" ]
	sed -n 's/^# 27 points, 0 skipped; about \([0-9.]*\) s$/\1/p' "$OUT" | awk '{ exit !($1 > 5 && $1 < 30) }' ||
		fail "not an estimate of less than 30 s"
}

@test "a dry run shows what would be skipped" {
	good run -n -t unix-seqpacket --size=64,1M --offset=0
	has "$OUT" ' 1048576 .*  skipped: '
	has "$OUT" '^# 2 points, 1 skipped; '
}

@test "--output holds what stdout shows, in both formats" {
	file=$BATS_TEST_TMPDIR/file
	seq 100000 >"$file"
	for format in table netio2; do
		good run "${ONE_POINT[@]}" --offset=0,1 -f $format --output="$file"
		cmp "$OUT" "$file"
	done
}

@test "-q is silent on stderr, where there would be warnings" {
	netio run "${ONE_POINT[@]}" -t unix,tcp --sndbuf=1G --rcvbuf=1G
	expect_status 0
	[ -s "$ERR" ]
	netio run "${ONE_POINT[@]}" -t unix,tcp --sndbuf=1G --rcvbuf=1G -q
	expect_status 0
	silent "$ERR"
}

@test "progress is shown on a terminal only" {
	command -v script >/dev/null || skip "script is not installed"
	script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "no pseudo-terminal is to be had here"
	command="'$NETIO' run ${ONE_POINT[*]} --invocations=2 >'$OUT'"
	timeout 30 script -qec "$command" /dev/null </dev/null >"$BATS_TEST_TMPDIR/terminal"
	has "$BATS_TEST_TMPDIR/terminal" 'pass 2 of 2, point 1 of 1, [0-9]+ s left'
	[ "$(rows | wc -l)" -eq 1 ]
	timeout 30 script -qec "$command -q" /dev/null </dev/null >"$BATS_TEST_TMPDIR/terminal"
	silent "$BATS_TEST_TMPDIR/terminal"
	good run "${ONE_POINT[@]}"
	silent "$ERR"
}

@test "a seed given is the seed shown, one drawn is shown too" {
	for seed in 0 1 18446744073709551615; do
		good run "${ONE_POINT[@]}" --seed=$seed
		has "$OUT" ", seed $seed,"
	done
	good run "${ONE_POINT[@]}" --seed=0x10
	has "$OUT" ', seed 16,'
	good run "${ONE_POINT[@]}"
	first=$(grep -oE 'seed [0-9]+' "$OUT")
	good run "${ONE_POINT[@]}"
	[ "$first" != "$(grep -oE 'seed [0-9]+' "$OUT")" ] || fail "drawn twice alike"
}

@test "asked and granted buffer sizes are shown" {
	good run "${ONE_POINT[@]}" --sndbuf=16K --rcvbuf=20000
	has "$OUT" '^# unix, sndbuf 32768 \(asked for 16384\), rcvbuf 40000 \(asked for 20000\)$'
	silent "$ERR"
	good run "${ONE_POINT[@]}" -t pipe --sndbuf=128K
	has "$OUT" '^# pipe, sndbuf 131072 \(asked for 131072\)$'
}

@test "a buffer that the kernel caps is shown with a warning" {
	wmem=$(cat /proc/sys/net/core/wmem_max)
	rmem=$(cat /proc/sys/net/core/rmem_max)
	[ "$wmem" -lt 536870912 ] && [ "$rmem" -lt 536870912 ] || skip "this machine grants 1G"
	good run "${ONE_POINT[@]}" --sndbuf=1G --rcvbuf=1G
	has "$OUT" "sndbuf $((2 * wmem)) \(asked for 1073741824\), rcvbuf $((2 * rmem)) \(asked for 1073741824\)"
	has "$ERR" "^netio: unix: --sndbuf: asked for 1073741824 bytes, granted $((2 * wmem)): a limit of the kernel\$"
	has "$ERR" "^netio: unix: --rcvbuf: asked for 1073741824 bytes, granted $((2 * rmem)): a limit of the kernel\$"
	# More than asked for is still capped, where twice that is what the kernel grants.
	good run "${ONE_POINT[@]}" -t unix,tcp --sndbuf=$((wmem + 1000))
	has "$ERR" "^netio: unix: --sndbuf: asked for $((wmem + 1000)) bytes, granted $((2 * wmem)): "
	has "$ERR" "^netio: tcp: --sndbuf: asked for $((wmem + 1000)) bytes, granted $((2 * wmem)): "
}

@test "what came between is summed up under the table" {
	good run "${ONE[@]}" --samples=3 --offset=0,1 --size=64K --count=10
	has "$OUT" "^# in 6 samples: [0-9]+ outside Tukey's fences, none dropped; [0-9]+ involuntary context switches, [0-9]+ minor page faults, ([0-9.]+ ms of run-queue delay|run-queue delay not known)\$"
	has "$OUT" '^# noise: others used ([0-9.]+|-) % of a CPU, the host kept ([0-9.]+|-) % of the CPUs, a task waited for a CPU ([0-9.]+|-) % of the time'
	good run "${ONE[@]}" --offset=0 --size=64 --count=1 -f netio2
	lacks "$OUT" 'context switches'
}

@test "lockstep with --verify gives no MB/cpu-s: the CPU time holds the filling and checking" {
	good run "${ONE[@]}" -m lockstep --verify --size=4K --offset=0 --count=10
	[ "$(column 11)" = - ]
	good run "${ONE[@]}" -m lockstep --size=4K --offset=0 --count=10
	[ "$(column 11)" != - ]
}

@test "netio2: the size of a pass is only given where a sample is made of whole ones" {
	good run "${ONE[@]}" --sweep=netio2 -f netio2 --size=8K,3000 --offset=0 -q
	has "$OUT" '^send/recv\(off:0, size:0x800000\) .* copied 40\.0 Mbytes '
	[ "$(grep -c '^send/recv' "$OUT")" -eq 2 ]
	[ "$(grep -c 'size:0x800000' "$OUT")" -eq 1 ]
}

@test "tcp shows the congestion control in force" {
	good run "${ONE_POINT[@]}" -t tcp,unix
	has "$OUT" "^# tcp, .*congestion control $(cat /proc/sys/net/ipv4/tcp_congestion_control)\$"
	lacks "$OUT" '^# unix.*congestion'
	good run "${ONE_POINT[@]}" -t tcp --congestion=reno
	has "$OUT" '^# tcp, .*congestion control reno$'
	silent "$ERR"
}

@test "bbr is warned of" {
	sysctl=/proc/sys/net/ipv4
	grep -qw bbr $sysctl/tcp_available_congestion_control || skip "this kernel has no bbr"
	grep -qw bbr $sysctl/tcp_allowed_congestion_control || [ "$(id -u)" -eq 0 ] || skip "bbr is root's"
	good run "${ONE_POINT[@]}" -t tcp --congestion=bbr
	has "$OUT" 'congestion control bbr'
	one_line "$ERR"
	has "$ERR" '^netio: tcp: .*bbr.*throttles loopback'
}

@test "--nodelay is accepted on every transport" {
	good run "${ONE_POINT[@]}" -t "$(all_transports)" --nodelay
	lacks "$OUT" 'failed'
}

@test "a transport that this machine lacks is skipped with the reason, the others are measured" {
	unshare -rn true 2>/dev/null || skip "no network namespace of our own is permitted"
	with unshare -rn "$NETIO" run "${ONE_POINT[@]}" -t tcp,unix,tcp6
	expect_status 0
	has "$OUT" '^# tcp: not on this machine: .'
	has "$OUT" '^tcp .* skipped: .*loopback'
	has "$OUT" '^tcp6 .* skipped: .'
	has "$OUT" '^unix .*[0-9]  few$'
}

@test "placements: a name, numbers, and several in one run" {
	two_cpus
	good run "${ONE_POINT[@]}" "--cpus=same,$A,$A,any,$B,$A"
	last=$(cpus | tail -n 1)
	[ "$(column 3 | paste -sd' ')" = "$last,$last $A,$A any $B,$A" ]
	lacks "$OUT" '^# both ends on one CPU'
}

@test "one CPU by affinity: the default runs there" {
	cpu=$(cpus | head -n 1)
	for ends in threads processes; do
			with taskset -c "$cpu" "$NETIO" run "${ONE_POINT[@]}" --ends=$ends
		expect_status 0
		[ "$(column 3)" = "$cpu,$cpu" ]
	done
}

@test "one CPU by affinity: another one is refused and named" {
	two_cpus
	with taskset -c "$A" "$NETIO" run "${ONE_POINT[@]}" "--cpus=$B,$B"
	expect_status 2
	silent "$OUT"
	one_line "$ERR"
	has_text "$ERR" "CPU $B is not one this process may use: expected one of $A"
}

@test "one CPU by affinity: placements of two are skipped with the reason" {
	cpu=$(cpus | head -n 1)
	for placement in smt l2 l3 package; do
			with taskset -c "$cpu" "$NETIO" run "${ONE_POINT[@]}" --cpus=$placement
		expect_status 0
		has "$OUT" "^unix +none +$placement .* skipped: no .*"
	done
}

@test "lockstep takes one CPU: two are skipped with the reason" {
	two_cpus
	good run "${ONE_POINT[@]}" -m lockstep "--cpus=$A,$B"
	has "$OUT" 'skipped: lockstep is one thread'
}

# peak_rss PID FILE: keeps the highest VmHWM, in KiB, until the process ends.
peak_rss() {
	while grep -s '^VmHWM' "/proc/$1/status" >"$2.new"; do
		mv "$2.new" "$2"
		sleep 0.01
	done
}

@test "resident memory stays under two buffers and 16 MiB" {
	[ -z "${NETIO_SANITIZED:-}" ] || skip "a sanitizer keeps memory of its own"
	start run "${ONE[@]}" --count=2 --size=64M,64 --offset=0,100 --ends=threads
	peak_rss "$PID" "$BATS_TEST_TMPDIR/rss"
	ends_with 30 'exit 0'
	peak=$(awk '{ print $2 }' "$BATS_TEST_TMPDIR/rss")
	# Below both buffers it would have been read too early.
	[ "$peak" -ge 131072 ] && [ "$peak" -lt $((131072 + 16384)) ] || fail "peak of $peak KiB"
}
