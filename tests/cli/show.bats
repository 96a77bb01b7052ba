#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# netio show: stored results are read whatever they are called, and printed in each format.

load helper

LOG=$ROOT/reference/athlon-mp1800-shift6.log
K7=$ROOT/reference/athlon-k7-shift5.log

@test "a log of 2002 as a table, and what was read on stderr" {
	good show "$LOG"
	[ "$(rows | wc -l)" -eq 339 ]
	one_line "$ERR"
	has_text "$ERR" "netio: 339 points from $LOG, shape A1"
	has "$OUT" '^send/recv +none +- +8192 +0 +0 +681\.7 '
	lacks "$OUT" 'context switches'
}

@test "a log of 2002 in its own format is what it was" {
	good show --format=netio2 --quiet "$LOG"
	silent "$ERR"
	cmp "$OUT" "$LOG"
}

@test "the way of a log through the mail changes nothing" {
	good show -q -f csv "$LOG"
	mv "$OUT" "$BATS_TEST_TMPDIR/expected"
	fold -s -w 72 "$LOG" | sed 's/^/> /; s/$/\r/' >"$BATS_TEST_TMPDIR/mail.csv"
	good show -q -f csv "$BATS_TEST_TMPDIR/mail.csv"
	cmp "$OUT" "$BATS_TEST_TMPDIR/expected"
}

@test "from a pipe and from standard input" {
	# shellcheck disable=SC2016 # the dollars are the inner shell's
	with bash -c '"$1" show -f netio2 - <"$2"' - "$NETIO" "$LOG"
	expect_status 0
	cmp "$OUT" "$LOG"
	has_text "$ERR" 'from standard input'
	# shellcheck disable=SC2016 # the dollars are the inner shell's
	with bash -c 'cat "$2" | "$1" show -f netio2 -' - "$NETIO" "$LOG"
	expect_status 0
	cmp "$OUT" "$LOG"
	# shellcheck disable=SC2016 # the dollars are the inner shell's
	with bash -c '"$1" show -f netio2 <(cat "$2")' - "$NETIO" "$LOG"
	expect_status 0
	cmp "$OUT" "$LOG"
}

@test "files and options in any order" {
	good show "$K7" -f csv
	mv "$OUT" "$BATS_TEST_TMPDIR/expected"
	for words in "-f csv $K7" "--format csv $K7" "$K7 --format=csv" "-fcsv $K7" "-qf csv $K7" "-f csv -- $K7"; do
		# shellcheck disable=SC2086 # words on purpose
		good show $words
		cmp "$OUT" "$BATS_TEST_TMPDIR/expected" || fail "differs: $words"
	done
	cd "$BATS_TEST_TMPDIR"
	cp "$K7" ./-f
	good show --format=csv -- -f
	cmp "$OUT" "$BATS_TEST_TMPDIR/expected"
}

@test "CSV of several files stands under one header" {
	good show --format=csv "$K7" "$LOG" "$K7"
	[ "$(wc -l <"$OUT")" -eq 350 ]
	[ "$(grep -c '^transport,' "$OUT")" -eq 1 ]
	[ "$(wc -l <"$ERR")" -eq 3 ]
	mv "$OUT" "$BATS_TEST_TMPDIR/all.csv"
	good show "$BATS_TEST_TMPDIR/all.csv"
	cmp "$OUT" "$BATS_TEST_TMPDIR/all.csv"
	has_text "$ERR" '349 points from '
}

@test "what run and copy write as CSV is read back, and shown as CSV alone" {
	file=$BATS_TEST_TMPDIR/new.csv
	good run "${ONE[@]}" --count=2 -s 64,8K -o 0,1 -q -f csv --output="$file"
	cmp "$OUT" "$file"
	good show "$file"
	cmp "$OUT" "$file"
	has_text "$ERR" "4 points from $file, shape CSV"
	good copy --samples=1 --invocations=1 --warmup=0 -s 64 -q -f csv --output="$file"
	good show "$file"
	cmp "$OUT" "$file"
	for format in table netio2; do
		refused 'holds no samples' show --format=$format "$file"
	done
}

@test "the CSV has the table's figures" {
	good show -q "$LOG"
	rows | awk '{ print $7, $9, $10 }' >"$BATS_TEST_TMPDIR/table"
	good show -q -f csv "$LOG"
	awk -F, 'NR > 1 { printf "%.1f %.1f %.1f\n", $9, $12, $13 }' "$OUT" | diff "$BATS_TEST_TMPDIR/table" -
}

@test "what netio2 prints is read back" {
	file=$BATS_TEST_TMPDIR/new.log
	good run "${ONE[@]}" --bytes=8M -s 8K,64K -o 0,8,8 -q -f netio2 --output="$file"
	good show -f netio2 "$file"
	has_text "$ERR" "6 points from $file, shape A1"
	grep '^send' "$file" | diff - <(grep '^send' "$OUT")
	good copy --samples=1 --invocations=1 --warmup=0 -s 64K --src-offset=0,1 -q -f netio2 --output="$file"
	good show -f csv "$file"
	has_text "$ERR" "2 points from $file, shape C"
	has "$OUT" '^memory,memcpy,log,0,1,0,'
}

@test "a file that is cut is told as interrupted" {
	head -c 3000 "$LOG" >"$BATS_TEST_TMPDIR/cut"
	good show "$BATS_TEST_TMPDIR/cut"
	has "$ERR" 'points from .*, shape A1; interrupted$'
	has "$OUT" '^# interrupted: the log ends before its run did$'
	good show -q -f csv "$K7"
	head -c -5 "$OUT" >"$BATS_TEST_TMPDIR/cut"
	good show "$BATS_TEST_TMPDIR/cut"
	has "$ERR" '4 points from .*, shape CSV; interrupted$'
}

@test "--output has the same, and is not touched when a file cannot be read" {
	good show "$K7" --output="$BATS_TEST_TMPDIR/out2"
	cmp "$OUT" "$BATS_TEST_TMPDIR/out2"
	refused 'No such file' show "$K7" /nonexistent --quiet --output="$BATS_TEST_TMPDIR/out2"
	cmp -s "$BATS_TEST_TMPDIR/out2" /dev/null && fail "it was emptied"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/out2")" -gt 5 ]
	netio show "$K7" --output=/dev/full
	expect_status 3
}

@test "what is no result is refused in one sentence" {
	cd "$BATS_TEST_TMPDIR"
	: >empty
	printf 'a\0b' >binary
	echo hello >prose
	echo transport,copy,mode >half
	refused 'empty: the file is empty' show empty
	refused 'binary: binary' show binary
	refused 'prose: no result in it' show prose
	refused "no column 'size_bytes'" show half
	refused '/: cannot be read: Is a directory' show /
	refused '/nonexistent: cannot be opened' show /nonexistent
	refused 'expected a file' show
	refused "unknown option '--frmat" show --frmat=csv "$K7"
	refused "'xyzzy'" show --format=xyzzy "$K7"
	refused 'expected NAME' show "$K7" -f
}

@test "a gigabyte of one line is refused at once" {
	# shellcheck disable=SC2016 # the dollars are the inner shell's
	LIMIT=20 with bash -c 'head -c 1G /dev/zero | tr "\0" x | "$1" show -' - "$NETIO"
	expect_status 2
	silent "$OUT"
	has_text "$ERR" 'a line of more than 64 MiB'
}

@test "a file without permission fails" {
	[ "$(id -u)" -ne 0 ] || skip "root may read every file"
	cp "$K7" "$BATS_TEST_TMPDIR/secret"
	chmod 0 "$BATS_TEST_TMPDIR/secret"
	netio show "$BATS_TEST_TMPDIR/secret"
	expect_status 3
	one_line "$ERR"
}
