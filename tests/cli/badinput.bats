#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What is refused: one sentence on stderr that names the offending text, status 2, nothing on stdout, no
# file touched. And outputs that cannot take the results.

load helper

teardown() {
	tidy
}

bad_numbers=(0 -1 10x ' 1' 1e3 99999999999999999999 0x '' +1 1.5 1K1 2G)

@test "sizes that are none are refused and named" {
	for size in "${bad_numbers[@]}"; do
		refused_run "'$size'" "--size=$size"
		has_text "$ERR" 'netio: --size: '
	done
}

@test "a list with one bad size is refused whole" {
	refused_run "'10x'" --size=8K,10x,64K
	refused_run "'8K,,64K'" --size=8K,,64K
	refused_run "'8K,'" --size=8K,
	refused_run "','" --size=,
	refused_run "'0'" --size=8K,0
}

@test "offsets that are none are refused and named" {
	for offset in -1 10x 99999999999999999999 '' 2G; do
		refused_run "'$offset'" "--offset=$offset"
	done
	refused_run "'10x'" --send-offset=10x
	refused_run "'10x'" --recv-offset=10x
}

@test "an offset that overflows together with the size is refused" {
	refused_run "'18446744073709551615'" --offset=18446744073709551615 --size=1G
	refused_run "'0x7fffffffffffffff'" --offset=0x7fffffffffffffff --size=1G
	refused_run "'16E'" --offset=16E
	refused_run "'17179869184G'" --offset=17179869184G
}

@test "numbers of other options that are none are refused and named" {
	for option in samples invocations count bytes sndbuf rcvbuf; do
		for number in 0 10x; do
			refused_run "'$number'" "--$option=$number"
			has_text "$ERR" "netio: --$option: "
		done
	done
	for number in 1e3 18446744073709551616; do
		refused_run "'$number'" "--seed=$number"
	done
	refused_run "'-1'" --warmup=-1
}

@test "times that are none are refused and named" {
	for time in 0s -1s 5 1h 1.5s abc '' 99999999999999999999s; do
		refused_run "'$time'" "--timeout=$time"
		has_text "$ERR" 'netio: --timeout: '
	done
	refused_run "'5'" --batch-time=5
	refused_run "'1us'" --batch-time=1us
}

@test "ranges with step 0 or a factor that goes nowhere are refused" {
	refused_run "'0:128:0'" --offset=0:128:0
	refused_run "'1K:8K:x0'" --size=1K:8K:x0
	refused_run "'1K:8K:x1'" --size=1K:8K:x1
	refused_run "'0:8:x2'" --offset=0:8:x2
}

@test "ranges that run backwards are refused" {
	refused_run "'128:0:4'" --offset=128:0:4
	refused_run "'64K:8K:x2'" --size=64K:8K:x2
}

@test "ranges that are not complete are refused" {
	for range in 0: 0:8 0:8: :8:1 0:8:1:1 0:8:y2 0:8:x; do
		refused_run "'$range'" "--offset=$range"
	done
}

@test "ranges of more than 65536 points are refused with their count" {
	refused_run 65537 --offset=0:65536:1
	refused_run 80002 --offset=0:40000:1,0:40000:1
	refused_run 1073741824 --size=1:1G:1
	# 65536 are not too many.
	good run -n --offset=0:65535:1 --size=64
	has "$OUT" '^# 65536 points'
}

@test "sweeps of more points than a run may have are refused with their count" {
	refused_run 4294967296 --size=64 --send-offset=0:65535:1 --recv-offset=0:65535:1
}

@test "unknown names are refused, with the nearest one" {
	refused_run "'unx' is unknown" --transport=unx
	has_text "$ERR" "did you mean 'unix'?"
	refused_run "'unix-segpacket' is unknown" -t unix-segpacket
	has_text "$ERR" "did you mean 'unix-seqpacket'?"
	refused_run "'memcyp' is unknown" --copy=memcyp
	has_text "$ERR" "did you mean 'memcpy'?"
	refused_run "'tabel' is unknown" --format=tabel
	has_text "$ERR" "did you mean 'table'?"
	refused_run "'lokstep' is unknown" --mode=lokstep
	has_text "$ERR" "did you mean 'lockstep'?"
	refused_run "'quik' is unknown" --sweep=quik
	has_text "$ERR" "did you mean 'quick'?"
	refused_run "'proceses' is unknown" --ends=proceses
	has_text "$ERR" "did you mean 'processes'?"
	refused_run "'linaer' is unknown" --order=linaer
	has_text "$ERR" "did you mean 'linear'?"
	refused_run "'pakage'" --cpus=pakage
	has_text "$ERR" "did you mean 'package'?"
}

@test "unknown names that are near to none are refused, with all there are" {
	refused_run "'carrier-pigeon'" --transport=carrier-pigeon
	has_text "$ERR" "unix, unix-seqpacket, unix-dgram, tcp, tcp6, pipe, skb, null"
	lacks "$ERR" 'did you mean'
	refused_run "''" --transport=
	refused_run "''" --transport=unix,,tcp
	refused_run "'UNIX'" --transport=UNIX
	refused_run "'xyzzy'" --cpus=xyzzy
	has_text "$ERR" "same, smt, l2, l3, package, any"
	refused_run "'xyzzy'" --format=xyzzy
	has_text "$ERR" "table, netio2"
}

@test "CPUs that this process may not use are refused and named" {
	first=$(cpus | head -n 1)
	refused_run "CPU 4095 is not one this process may use" --cpus=4095,4095
	has "$ERR" "expected one of [0-9]"
	refused_run 4095 "--cpus=$first,4095"
	refused_run 4095 "--cpus=4095,$first"
	refused_run 4095 "--cpus=same,4095,$first"
}

@test "CPU lists that are none are refused" {
	first=$(cpus | head -n 1)
	refused_run "'$first'" "--cpus=$first"
	refused_run "''" --cpus=
	refused_run "''" --cpus=same,
	refused_run "'-1'" --cpus=-1
	refused_run "'$first'" "--cpus=$first,$first,$first"
	refused_run x "--cpus=$first,x"
	refused_run 99999999999999999999 "--cpus=$first,99999999999999999999"
}

@test "a congestion control that is none here is refused, with all there are" {
	[ -r /proc/sys/net/ipv4/tcp_available_congestion_control ] || skip "this kernel has no TCP"
	refused_run "'nonsense'" -t tcp,unix --congestion=nonsense
	has_text "$ERR" reno
}

@test "a congestion control that only root may have is refused, and not offered" {
	sysctl=/proc/sys/net/ipv4
	[ "$(id -u)" -ne 0 ] || skip "root may have any"
	roots=$(tr ' ' '\n' <$sysctl/tcp_available_congestion_control |
		grep -vxF "$(tr ' ' '\n' <$sysctl/tcp_allowed_congestion_control)" | head -n 1) || true
	[ -n "$roots" ] || skip "all may be had by anyone here"
	refused_run "'$roots'" -t tcp "--congestion=$roots"
	lacks "$ERR" "expected one of .*\b$roots\b"
}

@test "fewer bytes than one message are refused" {
	refused_run 4096 --bytes=4096 --size=8K
	has_text "$ERR" 8192
	refused_run 65536 --bytes=8K --size=4K,64K
}

@test "options that exclude each other are refused and named" {
	refused_run --count --count=10 --bytes=1M
	has_text "$ERR" --bytes
	refused_run --batch-time --count=10 --batch-time=1ms
	refused_run --bytes --bytes=1M --batch-time=1ms
	refused_run --offset --offset=0 --send-offset=1
	has_text "$ERR" --send-offset
	refused_run --offset --offset=0 --recv-offset=1
	has_text "$ERR" --recv-offset
}

@test "what the lines of 2002 have no place for is refused" {
	refused_run --format=netio2 --format=netio2 --transport=unix,tcp
	has_text "$ERR" --transport
	refused_run --format=netio2 --format=netio2 --copy=none,memcpy
	refused_run --format=netio2 --format=netio2 --cpus=same,any
	refused_run --format=netio2 --format=netio2 --send-offset=1
	has_text "$ERR" --offset
	refused_run --format=netio2 --format=netio2 --recv-offset=1
}

@test "abbreviated long options are refused" {
	for option in --sample=1 --s=1 --send=1 --out=x --verif --verif=1 --hel --h; do
		refused_run "${option%%=*}" "$option"
	done
	# Nor with the argument in a word of its own.
	refused_run --samp --samp 1
	# In full they work.
	good run -n --samples=1 --size 64 --offset 0
}

@test "unknown options are refused, with the nearest one" {
	refused_run "'--ofset=1'" --ofset=1
	has_text "$ERR" 'did you mean --offset?'
	refused_run "'--transports=unix'" --transports=unix
	has_text "$ERR" 'did you mean --transport?'
	refused_run "'--frobnicate'" --frobnicate
	refused_run "'-z'" -z
	refused_run "'-qz'" -qz
	refused "'--frobnicate'" --frobnicate
	refused "'--frobnicate'" list --frobnicate
	refused "'-q'" list -q
}

@test "missing arguments are refused" {
	for option in --size --transport --format --output; do
		refused "$option" run "$option"
	done
	refused --size run -s
	refused --transport run --verify -t
	refused_run --output --output=
	refused_run --congestion --congestion=
}

@test "arguments of options that take none are refused" {
	for option in verify dry-run; do
		refused_run "--$option" "--$option=yes"
	done
}

@test "operands are refused and named" {
	refused_run "'8K'" 8K
	refused_run "'8K'" --verify 8K
	refused_run "'8K'" -- 8K
	refused_run "''" ''
	refused_run "'-'" -
	refused "'more'" list transports more
	refused "'more'" help run more
}

@test "operands behind --version, --help and complete are refused" {
	refused "'more'" --version more
	refused "'more'" --help more
	refused "'more'" complete run --transport more
}

@test "unknown commands are refused, with the nearest one" {
	refused "'rnu'" rnu
	has_text "$ERR" "did you mean 'run'?"
	refused "'lst'" lst
	has_text "$ERR" "did you mean 'list'?"
	refused "'hlep'" hlep
	has_text "$ERR" "did you mean 'help'?"
	refused "'frobnicate'" frobnicate
	lacks "$ERR" 'did you mean'
	refused "''" ''
	refused "'rnu'" help rnu
	has_text "$ERR" "did you mean 'run'?"
	refused "'rnu'" complete rnu
	refused "'--nope'" complete run --nope
	refused "'transport'" list transport
	has_text "$ERR" "did you mean 'transports'?"
	refused "'sizes'" list sizes
}

@test "--output to a folder, or into one that is not there, is refused" {
	mkdir "$BATS_TEST_TMPDIR/folder"
	for path in "$BATS_TEST_TMPDIR/folder" "$BATS_TEST_TMPDIR/missing/file" /dev/null/file; do
		refused "'$path'" run "${ONE[@]}" --count=1 "--output=$path"
	done
	[ ! -e "$BATS_TEST_TMPDIR/missing" ]
}

@test "--output to a file that may not be written is status 3" {
	[ "$(id -u)" -ne 0 ] || skip "root may write any file"
	touch "$BATS_TEST_TMPDIR/file"
	chmod a-w "$BATS_TEST_TMPDIR/file"
	netio run "${ONE[@]}" --count=1 "--output=$BATS_TEST_TMPDIR/file"
	expect_status 3
	one_line "$ERR"
	has_text "$ERR" "$BATS_TEST_TMPDIR/file"
}

@test "--output=/dev/full: status 3, what was lost is said, stdout is complete" {
	netio run "${ONE[@]}" --count=1 --size=64 --offset=0,1,2 --output=/dev/full
	expect_status 3
	one_line "$ERR"
	has_text "$ERR" /dev/full
	has_text "$ERR" 'No space left on device'
	has_text "$ERR" 'lost: 3 of 3 points'
	[ "$(rows | wc -l)" -eq 3 ]
}

@test "a limit on the size of files: status 3, what was lost is said" {
	# shellcheck disable=SC2016 # for the inner shell
	with bash -c 'ulimit -f 2; "$@" >/dev/null' - "$NETIO" run "${ONE[@]}" --count=1 --size=64 --offset=0:100:1 \
		"--output=$BATS_TEST_TMPDIR/limited"
	expect_status 3
	one_line "$ERR"
	has "$ERR" 'lost: [0-9]+ of 101 points'
}

@test "points that a format does not show are not among those lost" {
	# shellcheck disable=SC2016 # for the inner shell
	with bash -c 'ulimit -f 2; "$@" >/dev/null' - "$NETIO" run "${ONE[@]}" --count=1 -t unix-seqpacket -f netio2 -q \
		--order=linear --size=64M,64 --offset=0:100:1 "--output=$BATS_TEST_TMPDIR/limited"
	expect_status 3
	lost=$(sed -n 's/.*lost: \([0-9]*\) of 202 points$/\1/p' "$ERR")
	[ "$lost" -gt 0 ] && [ "$lost" -le 101 ] || fail "of 101 that were skipped and 101 others, $lost"
}

@test "descriptors that are used up are an error, not a property of the transports" {
	for n in 6 8 10 12 14 16; do
		# shellcheck disable=SC2016 # for the inner shell
		with bash -c 'ulimit -n "$1"; shift; "$@"' - $n "$NETIO" run -n -t unix,tcp,pipe --size=64K --offset=0 -m lockstep
		lacks "$OUT" 'skipped: .*open files'
		lacks "$OUT" 'not on this machine: .*open files'
		[ -s "$OUT" ] || one_line "$ERR"
	done
}

@test "the emulated socket: what makes no geometry is refused, and its options without it" {
	for shift in 3 8 x 5: ''; do
		refused_run '--l1-shift' -t skb "--l1-shift=$shift"
	done
	refused_run 'leave no room' -t skb --header=16000 --shinfo=400
	refused_run 'leave no room' -t skb --layout=tcp --header=4000
	refused_run '1048577' -t skb --sndbuf=1048577
	refused_run '--layout=raw has neither' -t skb --layout=raw --header=8
	refused_run '--layout=raw has neither' -t skb --layout=raw --shinfo=8
	refused_run "did you mean 'unix'" -t skb --layout=unx
	for option in --l1-shift=5 --layout=tcp --header=64 --shinfo=64; do
		refused_run "${option%=*} is of the emulated socket" -t unix "$option"
	done
	refused_run '--format=netio2 has no column' -t skb --l1-shift=5,6 -f netio2
}

@test "--count: a sample of more than 2^64 bytes is refused" {
	refused_run '--count' "${ONE[@]}" -t null --count=1099511627776 --size=1G --offset=0
	good run -n -t null --count=17179869183 --size=1G --offset=0
}

@test "a size that does not fit is tried once, not once for each offset" {
	LIMIT=20 good run -n -m lockstep --size=1G --offset=0:65535:1
	has "$OUT" '^# 65536 points, 65536 skipped; '
}

@test "stdout=/dev/full: status 3, what was lost is said" {
	for order in linear random; do
		SINK=/dev/full netio run "${ONE[@]}" --count=1 --size=64 --offset=0,1,2 --order=$order
		expect_status 3
		one_line "$ERR"
		has_text "$ERR" 'standard output'
		has_text "$ERR" 'No space left on device'
		has_text "$ERR" '3 of 3 points'
	done
}

@test "stdout=/dev/full: the file of --output is complete" {
	SINK=/dev/full netio run "${ONE[@]}" --count=1 --size=64 --offset=0,1,2 "--output=$OUT"
	expect_status 3
	one_line "$ERR"
	[ "$(rows | wc -l)" -eq 3 ]
}

# texts: the commands that print something that is no result.
texts() {
	printf '%s\n' --help --version list 'list placements' help 'help run' 'run --help' complete 'complete run' 'run -n -s 64'
}

@test "stdout=/dev/full: status 3 for help, version, list and plan" {
	while read -r words; do
		# shellcheck disable=SC2086 # words on purpose
		SINK=/dev/full netio $words
		expect_status 3
		one_line "$ERR"
		has_text "$ERR" 'standard output'
	done < <(texts)
}

# closed REDIRECTION ARGUMENT...: the program with descriptors closed.
closed() {
	local redirection=$1

	shift
	with sh -c "exec \"\$0\" \"\$@\" $redirection" "$NETIO" "$@"
}

@test "stdout closed: status 3 for help, version, list and plan" {
	while read -r words; do
		# shellcheck disable=SC2086 # words on purpose
		closed '>&-' $words
		expect_status 3
		one_line "$ERR"
		has_text "$ERR" 'standard output'
	done < <(texts)
}

@test "stdout closed: a run is status 3" {
	closed '>&-' run "${ONE[@]}" --count=1 --size=64 --offset=0
	expect_status 3
	one_line "$ERR"
	has_text "$ERR" 'standard output'
}

@test "stdout closed: no socket gets its number, the file is complete" {
	closed '>&-' run --count=1 --size=64 --offset=0,1,2 --order=linear --invocations=1 --samples=3000 --warmup=0 \
		"--output=$OUT" 3>&- &
	waiter=$!
	until_true 10 pgrep -xP "$(pgrep -P $waiter timeout)" netio
	child=$(pgrep -xP "$(pgrep -P $waiter timeout)" netio)
	until_true 10 worked "$child" 2
	link=$(readlink "/proc/$child/fd/1")
	wait $waiter
	case $link in socket:* | pipe:* | "$OUT" | '') fail "descriptor 1 is $link" ;; esac
	[ "$(rows | wc -l)" -eq 3 ]
	one_line "$ERR"
	has_text "$ERR" 'standard output'
}

@test "stdin closed: a run works" {
	closed '<&-' run "${ONE[@]}" --count=1 --size=64 --offset=0 --verify
	expect_status 0
	[ "$(rows | wc -l)" -eq 1 ]
}

@test "stderr closed: a run works, and what is wrong is still told by the status" {
	closed '2>&-' run "${ONE[@]}" --count=1 --size=64 --offset=0 --sndbuf=1G
	expect_status 0
	[ "$(rows | wc -l)" -eq 1 ]
	lacks "$OUT" '^netio:'
	closed '2>&-' run --size=0
	expect_status 2
	silent "$OUT"
}

@test "all three closed: a run ends, with status 3" {
	closed '<&- >&- 2>&-' run "${ONE[@]}" --count=1 --size=64 --offset=0
	expect_status 3
}

@test "the reader gone: status 3 long before the sweep would end" {
	mkfifo "$BATS_TEST_TMPDIR/fifo"
	head -n 1 "$BATS_TEST_TMPDIR/fifo" >"$OUT" &
	SINK=$BATS_TEST_TMPDIR/fifo netio run --count=100 --size=64 --offset=0:60000:1 --order=linear
	expect_status 3
	has "$OUT" '^# netio '
	one_line "$ERR"
	has_text "$ERR" 'standard output'
	has_text "$ERR" 'Broken pipe'
}

@test "arguments without end are refused in bounds" {
	long=$(printf '%0100000d' 7 | tr 0 1)
	for option in size transport format cpus timeout; do
		LIMIT=10 netio run "--$option=$long"
		expect_status 2
		silent "$OUT"
		one_line "$ERR"
	done
	LIMIT=10 refused unknown run "--$long"
	LIMIT=10 refused unknown "$long"
}
