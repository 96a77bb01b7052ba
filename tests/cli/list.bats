#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The commands that tell about the program and the machine: list, help, --version, complete.

load helper

# names FILE: the first word of each indented line.
names() {
	sed -n 's/^  \([a-z0-9_-]*\) .*/\1/p' "$1"
}

@test "list shows three families" {
	good list
	silent "$ERR"
	[ "$(grep -cE '^(transports|routines|placements) ' "$OUT")" -eq 3 ]
}

@test "list transports shows each, with its buffers or why not" {
	good list transports
	[ "$(names "$OUT" | paste -sd' ')" = 'unix unix-seqpacket unix-dgram tcp tcp6 pipe skb null' ]
	has "$OUT" '^  unix +AF_UNIX stream.*sndbuf [0-9]+, rcvbuf [0-9]+$'
	has "$OUT" "^  tcp +(TCP .*, $(cat /proc/sys/net/ipv4/tcp_congestion_control)|not on this machine: .+)\$"
	has "$OUT" '^  null +moves nothing'
	lacks "$OUT" '^(routines|placements)'
}

@test "list routines shows each" {
	good list routines
	[ "$(names "$OUT" | head -n 3 | paste -sd' ')" = 'none empty memcpy' ]
	lacks "$OUT" '^(transports|placements)'
}

@test "list placements shows each, with its CPUs or why not" {
	good list placements
	[ "$(names "$OUT" | paste -sd' ')" = 'same smt l2 l3 package any' ]
	has "$OUT" '^  same .*: CPU [0-9]+ and [0-9]+$'
	for name in smt l2 l3 package; do
		has "$OUT" "^  $name .*(: CPU [0-9]+ and [0-9]+|; not on this machine: .+)\$"
	done
}

@test "list machine shows each fact, with what it disturbs below it" {
	good list machine
	silent "$ERR"
	[ "$(grep -cE '^(machine|noise) ' "$OUT")" -eq 2 ]
	lacks "$OUT" '^(transports|routines|placements)'
	has "$OUT" "^  kernel +$(uname -r | sed 's/[.+]/\\&/g')\$"
	has "$OUT" "^  architecture +$(uname -m)\$"
	has "$OUT" "^  allowed_cpus +[0-9]"
	has "$OUT" "^  page_bytes +$(getconf PAGESIZE)\$"
	has "$OUT" "^  wmem_max_bytes +($(cat /proc/sys/net/core/wmem_max 2>/dev/null || echo -)|-)\$"
	has "$OUT" '^  netio_version +[0-9]+\.[0-9]+\.[0-9]+$'
	has "$OUT" '^  compiler +[A-Za-z]'
	has "$OUT" '^  wall_s +0\.[2-9]'
	has "$OUT" '^  (others_cpu_percent|steal_percent) +[0-9-]'
	# Names, then values in one column, or a remark further in.
	lacks "$OUT" '^(  [a-z].{21}[^ ]|  [a-z][a-z0-9_]* *$|   [^ ])'
	grep -oE '^  [a-z][a-z0-9_]+' "$OUT" | sort | uniq -d >"$BATS_TEST_TMPDIR/twice"
	silent "$BATS_TEST_TMPDIR/twice"
	if grep -q '^flags.* hypervisor' /proc/cpuinfo; then
		grep -A 1 -E '^  virtual_machine +yes$' "$OUT" | grep -qE '^    the host decides'
	fi
}

@test "list machine within one CPU is about that one" {
	cpu=$(cpus | head -n 1)
	with taskset -c "$cpu" "$NETIO" list machine
	expect_status 0
	has "$OUT" "^  allowed_cpus +$cpu\$"
}

@test "the names are those that run takes" {
	for pair in transports:transport routines:copy; do
		good list "${pair%:*}"
		diff <(names "$OUT") <("$NETIO" complete run "--${pair#*:}")
	done
}

@test "list placements within one CPU tells why there are no two" {
	cpu=$(cpus | head -n 1)
	with taskset -c "$cpu" "$NETIO" list placements
	expect_status 0
	has "$OUT" "^  same .*: CPU $cpu and $cpu\$"
	[ "$(grep -cE '^  (smt|l2|l3|package) .*not on this machine: ' "$OUT")" -eq 4 ]
}

@test "list transports without a network tells why there is none" {
	unshare -rn true 2>/dev/null || skip "no network namespace of our own is permitted"
	with unshare -rn "$NETIO" list transports
	expect_status 0
	has "$OUT" '^  tcp +not on this machine: .+'
	has "$OUT" '^  tcp6 +not on this machine: .+'
	has "$OUT" '^  unix +AF_UNIX'
}

@test "--version: version, git id, compiler, libraries" {
	good --version
	silent "$ERR"
	has "$OUT" '^netio [0-9]+\.[0-9]+\.[0-9]+ \(git [^ ]+\)$'
	has "$OUT" '^compiler: .*[0-9]+\.[0-9]+'
	has "$OUT" '^libraries: glibc [0-9.]+, hwloc [0-9.]+'
}

@test "--version names the compiler" {
	good --version
	# 12.2.0 alone is gcc's __VERSION__; only clang's has its name.
	has "$OUT" '^compiler: .*([Gg][Cc][Cc]|GNU|[Cc]lang)'
}

@test "--help and help list the commands" {
	good --help
	silent "$ERR"
	for command in $("$NETIO" complete); do
		has "$OUT" "^  $command +[a-z]"
	done
	has "$OUT" '^  --version '
	cp "$OUT" "$BATS_TEST_TMPDIR/help"
	for words in help -h 'help --help'; do
		# shellcheck disable=SC2086 # words on purpose
		good $words
		cmp "$OUT" "$BATS_TEST_TMPDIR/help"
	done
}

@test "the examples of --help are right" {
	good --help
	sed -n '/^examples/,$ s/^  \(netio[^ ]*\( [^ ]\{1,\}\)*\).*/\1/p' "$OUT" >"$BATS_TEST_TMPDIR/examples"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/examples")" -ge 3 ]
	while read -r _ words; do
		# shellcheck disable=SC2086 # words on purpose
		good $words -n
	done <"$BATS_TEST_TMPDIR/examples"
}

@test "help COMMAND and COMMAND --help are the same, for every command but help" {
	good help help
	has "$OUT" '^usage: netio help '
	for command in $("$NETIO" complete | grep -vx help); do
		good help "$command"
		has "$OUT" "^usage: netio $command "
		cp "$OUT" "$BATS_TEST_TMPDIR/help"
		good "$command" --help
		silent "$ERR"
		cmp "$OUT" "$BATS_TEST_TMPDIR/help"
	done
	good run -h
}

@test "help run shows every option that complete offers" {
	good complete run
	sed 's/=$//' "$OUT" | sort >"$BATS_TEST_TMPDIR/complete"
	good help run
	grep -oE '^  (-[a-z], |    )--[a-z0-9-]+' "$OUT" | grep -oE -- '--[a-z0-9-]+' | sort | diff "$BATS_TEST_TMPDIR/complete" -
}

@test "help lines fit a terminal of 100 columns" {
	for command in run list help complete; do
		good help "$command"
		lacks "$OUT" '^.{101}'
	done
}

@test "complete: commands, options, words" {
	good complete
	[ "$(paste -sd' ' "$OUT")" = 'run copy show compare gate plot report worker list help complete' ]
	good complete run --mode
	[ "$(paste -sd' ' "$OUT")" = 'pair lockstep' ]
	good complete run format
	[ "$(paste -sd' ' "$OUT")" = 'table netio2 csv jsonl' ]
	netio complete run --size
	expect_status 0
	silent "$OUT"
}
