#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# netio compare: the logs of 2002, however they came, what is refused, and the formats that CI systems read.

load helper

SHIFT6=$ROOT/reference/athlon-mp1800-shift6.log
SHIFT5=$ROOT/reference/athlon-mp1800-shift5.log
K7_6=$ROOT/reference/athlon-k7-shift6.log
K7_5=$ROOT/reference/athlon-k7-shift5.log

# athlon BASE NEW: the ratios of the Athlon logs stand in the table.
athlon() {
	netio compare "$@"
	expect_status 0
	has "$OUT" '^\+ all points +339 .* 1\.246 '
	has "$OUT" '^\+ send/recv none 8192 +113 .* 1\.081 '
	has "$OUT" '^\+ send/recv none 65536 +113 .* 1\.730 '
	has "$OUT" '^\+ send/recv none 1048576 +113 .* 1\.033 '
	[[ $(tail -n 1 "$OUT") == 'netio: 0 same, 3 improvement, 0 regression, 0 inconclusive (overall +24.6 %'* ]] ||
		fail "the last line is no summary"
}

@test "shift 5 is an improvement over shift 6, and the other way round a regression" {
	athlon "$SHIFT6" "$SHIFT5"
	has_text "$ERR" "339 points from $SHIFT6, shape A1"
	has_text "$OUT" 'one run a side cannot separate the luck of a boot from the change'
	netio compare -q "$SHIFT5" "$SHIFT6"
	expect_status 1
	silent "$ERR"
	has "$OUT" '^- all points '
	netio compare -q "$K7_6" "$K7_5"
	expect_status 0
	has "$OUT" '^\+ all points .* 1\.324 '
}

@test "the same from copies that were quoted, wrapped, or made quoted-printable" {
	cd "$BATS_TEST_TMPDIR"
	for shift in 5 6; do
		log=$ROOT/reference/athlon-mp1800-shift$shift.log
		sed 's/^/> /' "$log" >"quoted$shift"
		fold -s -w 72 "$log" | sed 's/^/> > /; s/$/\r/' >"wrapped$shift"
		{
			echo 'Content-Transfer-Encoding: quoted-printable'
			echo
			perl -pe 's/\n//; s/=/=3D/g; s/(.{60})(?=.)/$1=\n/g; $_ .= "\n"' "$log"
		} >"printable$shift"
	done
	athlon quoted6 quoted5
	athlon wrapped6 wrapped5
	athlon printable6 printable5
	athlon quoted6 printable5
}

@test "the same from what show makes of them" {
	cd "$BATS_TEST_TMPDIR"
	good show -q -f csv "$SHIFT6"
	mv "$OUT" six.csv
	good show -q -f csv "$SHIFT5"
	mv "$OUT" five.csv
	athlon six.csv five.csv
	netio compare -q six.csv "$SHIFT5"
	expect_status 0
}

@test "JUnit is valid by its schema, TAP passes prove and fails it where it should" {
	cd "$BATS_TEST_TMPDIR"
	good compare -q "$SHIFT6" "$SHIFT5" --output=a.xml --output=a.tap --output=a.md --output=a.jsonl
	has_text "$OUT" 'netio: 0 same, 3 improvement'
	netio compare -q "$SHIFT5" "$SHIFT6" --output=b.xml --output=b.tap -f markdown
	expect_status 1
	has "$OUT" '^\| \*\*-\*\* \| send/recv none 65536 \|'
	has a.md '^### netio compare: improvement'
	[ "$(wc -l <a.jsonl)" -eq 5 ]
	has b.xml '<failure message="regression: MB/s -19\.7 %'
	if command -v prove >/dev/null; then
		prove -e cat a.tap >prove.out
		! prove -e cat b.tap >prove.out || fail "prove passed a regression"
	fi
	command -v xmllint >/dev/null || skip "xmllint is not installed: JUnit was not checked by its schema"
	xmllint --noout --schema "$ROOT/tests/junit.xsd" a.xml b.xml
}

@test "more than two files are a matrix against the first" {
	netio compare -q "$SHIFT6" "$SHIFT5" "$SHIFT6"
	expect_status 0
	has "$OUT" '^send/recv none 65536 +1\.730\+ +1\.000='
	netio compare -q "$SHIFT5" "$SHIFT5" "$SHIFT6"
	expect_status 1
	has "$OUT" '^send/recv none 65536 +1\.000= +0\.578-'
}

@test "a file with itself is the same, and that is said" {
	good compare -q "$SHIFT6" "$SHIFT6"
	has_text "$OUT" 'BASE and NEW are the same file'
	has "$OUT" '^netio: 3 same, 0 improvement, 0 regression, 0 inconclusive \(overall \+0\.0 %'
}

@test "github: annotations, and a summary that is appended to" {
	echo before >"$BATS_TEST_TMPDIR/summary"
	with env "GITHUB_STEP_SUMMARY=$BATS_TEST_TMPDIR/summary" "$NETIO" compare -q --ci=github "$SHIFT5" "$SHIFT6"
	expect_status 1
	has "$OUT" '^::error title=netio compare::send/recv none 65536: regression, MB/s -42\.2 %25'
	[ "$(head -n 1 "$BATS_TEST_TMPDIR/summary")" = before ]
	has "$BATS_TEST_TMPDIR/summary" '^### netio compare: regression'
	[[ $(tail -n 1 "$OUT") == netio:* ]]
}

@test "what is not comparable is status 6, unless forced" {
	good run "${ONE[@]}" --size=8K --offset=0 --count=10 -f csv
	mv "$OUT" "$BATS_TEST_TMPDIR/run.csv"
	netio compare -q "$SHIFT6" "$BATS_TEST_TMPDIR/run.csv"
	expect_status 6
	silent "$OUT"
	one_line "$ERR"
	has_text "$ERR" "mode 'log' against 'pair'"
	netio compare -q --force "$SHIFT6" "$BATS_TEST_TMPDIR/run.csv"
	has "$OUT" '^netio: .* 338 missing'
	netio compare -q "$SHIFT6" "$K7_6"
	expect_status 6
	has_text "$ERR" 'no point in common'
}

@test "bad files and words are refused in one sentence" {
	cd "$BATS_TEST_TMPDIR"
	: >empty
	echo 'nothing of the kind' >prose
	mkdir folder
	refused 'expected two files or more' compare -q "$SHIFT6"
	refused 'expected two files or more' compare
	refused 'empty' compare -q "$SHIFT6" empty
	refused 'prose' compare -q prose "$SHIFT6"
	refused 'folder' compare -q "$SHIFT6" folder
	refused 'absent' compare -q "$SHIFT6" absent
	refused "'-1'" compare -q --threshold=-1 "$SHIFT6" "$SHIFT5"
	refused "'0.05'" compare -q --threshold=0.05 "$SHIFT6" "$SHIFT5"
	refused "'xml'" compare -q --format=xml "$SHIFT6" "$SHIFT5"
	refused "'gitlab'" compare -q --ci=gitlab "$SHIFT6" "$SHIFT5"
}

@test "an output that is an input, or there twice, is refused and nothing is lost" {
	cd "$BATS_TEST_TMPDIR"
	cp "$SHIFT6" six.txt
	ln -s six.txt alias.txt
	refused "'six.txt' is one of the files that are read" compare -q six.txt "$SHIFT5" --output=six.txt
	refused "'alias.txt' is one of the files that are read" compare -q six.txt "$SHIFT5" --output=alias.txt
	cmp six.txt "$SHIFT6"
	echo before >twice.md
	refused "'twice.md' is there twice" compare -q six.txt "$SHIFT5" --output=twice.md --output=twice.md
	[ "$(cat twice.md)" = before ]
	refused "cannot write to 'none/x.md'" compare -q six.txt "$SHIFT5" --output=none/x.md
}

@test "what cannot be written is status 3" {
	SINK=/dev/full netio compare -q "$SHIFT6" "$SHIFT5"
	expect_status 3
	one_line "$ERR"
	good compare -q "$SHIFT6" "$SHIFT5"
	netio compare -q "$SHIFT6" "$SHIFT5" --output=/dev/full
	expect_status 3
	has_text "$ERR" '/dev/full'
}

@test "a higher threshold makes less a change" {
	netio compare -q --threshold=50% "$SHIFT5" "$SHIFT6"
	expect_status 0
	has "$OUT" 'overall -19\.7 %'
	lacks "$OUT" '^- '
}

@test "strict: inconclusive is status 4" {
	cd "$BATS_TEST_TMPDIR"
	head -n 5 "$SHIFT6" >one
	netio compare -q one one
	expect_status 0
	has_text "$OUT" 'too few figures for an interval'
	netio compare -q --strict one one
	expect_status 4
}
