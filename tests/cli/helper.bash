# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What the command-line tests share. Every call of the program is bounded; $STATUS, and the files $OUT and
# $ERR, hold what the last one did. From outside come NETIO (the program), BUILD (its build folder) and
# NETIO_SANITIZED (set when it is an instrumented build).

ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
export ROOT
export NETIO=${NETIO:-$ROOT/build/netio}
export BUILD=${BUILD:-$(dirname "$NETIO")}
export OUT=${BATS_TEST_TMPDIR:-}/out ERR=${BATS_TEST_TMPDIR:-}/err
export STATUS='' PID='' ENDED='' CALL='' TICKS=''

# One sample a point: for tests to which the figures do not matter.
# shellcheck disable=SC2034 # for the tests
ONE=(--samples=1 --invocations=1 --warmup=0)

# with COMMAND...: runs it within $LIMIT seconds, stdout into $SINK where that is set.
with() {
	STATUS=0
	CALL=$*
	timeout -k 2 "${LIMIT:-30}" "$@" >"${SINK:-$OUT}" 2>"$ERR" || STATUS=$?
}

# netio ARGUMENT...
netio() {
	with "$NETIO" "$@"
}

# fail TEXT: with the start of what the program printed, for the reader of the log.
fail() {
	local file

	printf '%s\n' "$*" "after: ${CALL:0:500}"
	for file in "$OUT" "$ERR"; do
		[ ! -s "$file" ] || cut -c -500 "$file" | sed "s/^/${file##*/}: /; 20 q"
	done
	return 1
}

expect_status() {
	[ "$STATUS" = "$1" ] || fail "status $STATUS, expected $1"
}

# silent FILE: nothing was printed there.
silent() {
	[ ! -s "$1" ] || fail "${1##*/} is not empty"
}

# has FILE REGEX: a line matches. lacks FILE REGEX: none does.
has() {
	grep -qE -- "$2" "$1" || fail "no line of ${1##*/} matches: $2"
}

lacks() {
	! grep -qE -- "$2" "$1" || fail "a line of ${1##*/} matches: $2"
}

# has_text FILE TEXT: the text, taken as it is. No process is started here and below: these run hundreds
# of times.
has_text() {
	[[ $(<"$1") == *"$2"* ]] || fail "${1##*/} does not have the text: ${2:0:500}"
}

# one_line FILE: exactly one line, ended by a newline, in the program's name.
one_line() {
	local lines

	mapfile lines <"$1"
	[[ ${#lines[@]} -eq 1 && ${lines[0]} == 'netio: '?*$'\n' ]] ||
		fail "${1##*/} is not one line of the program"
}

# good ARGUMENT...: status 0, something on stdout.
good() {
	netio "$@"
	expect_status 0
	[ -s "$OUT" ] || fail "nothing on stdout"
}

# refused TEXT ARGUMENT...: one sentence that names TEXT, status 2, nothing on stdout.
refused() {
	local text=$1

	shift
	netio "$@"
	expect_status 2
	silent "$OUT"
	one_line "$ERR"
	has_text "$ERR" "$text"
}

# refused_run TEXT OPTION...: and the file that --output names is not touched.
refused_run() {
	local text=$1 kept=$BATS_TEST_TMPDIR/kept

	shift
	echo before >"$kept"
	refused "$text" run "--output=$kept" "$@"
	[[ $(<"$kept") == before ]] || fail "--output's file was touched"
}

# rows: the lines of the points in a table.
rows() {
	grep -vE '^(#|transport )' "$OUT"
}

# column N: that column of the points, a line each.
column() {
	rows | awk -v n="$1" '{ print $n }'
}

# cpus: those this process may use, a line each.
cpus() {
	local range

	for range in $(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status | tr , ' '); do
		seq "${range%-*}" "${range#*-}"
	done
}

# until_true SECONDS COMMAND...
until_true() {
	local end=$((${EPOCHREALTIME/[.,]/} + $1 * 1000000))

	shift
	until "$@" >/dev/null 2>&1; do
		[ "${EPOCHREALTIME/[.,]/}" -lt "$end" ] || return 1
		sleep 0.02
	done
}

# Runs a command as a shell at a terminal would: default signals, a process group of its own. A shell cannot
# tell death by a signal from exit status 128 + n; this says "signal N" or "exit N", and kills what hangs.
# shellcheck disable=SC2016 # the dollars are perl's
LAUNCHER='
	my ($dir, @command) = @ARGV;
	my $pid = fork;
	if (!$pid) {
		setpgrp;
		$SIG{$_} = "DEFAULT" for qw(INT QUIT TERM HUP PIPE);
		$SIG{$_} = "IGNORE" for split / /, $ENV{IGNORED} // "";
		exec @command or exit 127;
	}
	sub say_it { open my $f, ">", "$dir/new"; print $f $_[1]; close $f; rename "$dir/new", "$dir/$_[0]" }
	$SIG{ALRM} = sub { kill "KILL", $pid };
	alarm 40;
	say_it("pid", $pid);
	waitpid $pid, 0;
	say_it("ended", $? & 127 ? "signal " . ($? & 127) : "exit " . ($? >> 8));
'

# start ARGUMENT...: the program in the background, as process $PID; its stdout goes to $SINK or $OUT.
start() {
	rm -f "$BATS_TEST_TMPDIR/pid" "$BATS_TEST_TMPDIR/ended"
	perl -e "$LAUNCHER" "$BATS_TEST_TMPDIR" "$NETIO" "$@" >"${SINK:-$OUT}" 2>"$ERR" 3>&- &
	until_true 10 test -s "$BATS_TEST_TMPDIR/pid" || fail "it did not start"
	PID=$(cat "$BATS_TEST_TMPDIR/pid")
}

# ends_with SECONDS HOW: it ends in that time, as "signal N" or "exit N" says.
ends_with() {
	until_true "$1" test -s "$BATS_TEST_TMPDIR/ended" || fail "it did not end in $1 s"
	ENDED=$(cat "$BATS_TEST_TMPDIR/ended")
	[ "$ENDED" = "$2" ] || fail "it ended with $ENDED, expected $2"
}

# alive PID: a zombie, which only waits for its parent, is not.
alive() {
	local line

	{ read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
	line=${line##*) }
	[ "${line%% *}" != Z ]
}

gone() {
	! alive "$1"
}

# ticks PID: sets $TICKS, the CPU time that it has used.
ticks() {
	local line

	{ read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
	line=${line##*) }
	# shellcheck disable=SC2086 # words on purpose
	set -- $line
	TICKS=$((${12} + ${13}))
}

# worked PID TICKS: it has used that much CPU time.
worked() {
	ticks "$1" && [ "$TICKS" -ge "$2" ]
}

# has_ends PID: its ends are there, as threads or as processes.
has_ends() {
	[ "$(find "/proc/$1/task" -mindepth 1 -maxdepth 1 2>/dev/null | wc -l)" -ge 2 ] || pgrep -P "$1" >/dev/null
}

# samples_taken PID TICKS: waits until it has used that much CPU time more than when its ends were there.
# What a build needs to start, an instrumented one above all, is no sample.
samples_taken() {
	until_true 20 has_ends "$1" && ticks "$1" && until_true 20 worked "$1" $((TICKS + $2))
}

# tidy: for teardown; nothing that a test started outlives it. Only ever processes of our own.
tidy() {
	local child

	[ -n "$PID" ] && [ ! -s "$BATS_TEST_TMPDIR/ended" ] || return 0
	for child in $(pgrep -P "$PID"); do
		kill -9 "$child" 2>/dev/null || true
	done
	kill -9 "$PID" 2>/dev/null || true
}

need_strace() {
	[ -z "${NETIO_SANITIZED:-}" ] || skip "an instrumented program makes calls of its own"
	command -v strace >/dev/null || skip "strace is not installed"
	strace -o /dev/null true 2>/dev/null || skip "ptrace is not permitted here"
}

# need_preload: sets $CORRUPT to the library that damages data.
need_preload() {
	[ -z "${NETIO_SANITIZED:-}" ] || skip "a sanitizer wants to be the first library"
	CORRUPT=$BUILD/tests/corrupt.so
	[ -e "$CORRUPT" ] || env -u MAKEFLAGS -u MAKELEVEL make -s -C "$ROOT" "BUILD=$BUILD" "$CORRUPT"
}
