#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Result files: what a run keeps, in several formats at once, and what is left of it when it is killed.

load helper

RUN=(--invocations=3 --samples=4 --warmup=1 --count=20 -q)
SCHEMA=$ROOT/results/netio-results.schema.json

teardown() {
	tidy
}

# need_schema: the tools to hold a file against its schema.
need_schema() {
	/usr/bin/env python3 -c 'import jsonschema' 2>/dev/null || PYTHON=/usr/bin/python3
	"${PYTHON:=python3}" -c 'import jsonschema' 2>/dev/null || skip "python3-jsonschema is not installed"
}

valid() {
	with "$PYTHON" "$ROOT/tests/cli/validate.py" "$SCHEMA" "$@"
	expect_status 0
}

@test "several files at once, each in the format of its suffix" {
	cd "$BATS_TEST_TMPDIR"
	good run "${RUN[@]}" -s 64,4K -o 0,1 --output=a.jsonl --output=a.csv --output=a.txt --output=a.log -f netio2
	has "$OUT" '^send/recv\(off:'
	[ "$(head -c 16 a.jsonl)" = '{"type":"header"' ]
	[ "$(head -n 1 a.csv | cut -d, -f 1-16)" = transport,copy,mode,size_bytes,send_offset_bytes,recv_offset_bytes,cpu_send,cpu_recv,mb_per_s,ci_low_mb_per_s,ci_high_mb_per_s,min_mb_per_s,max_mb_per_s,mb_per_cpu_s,samples,verdict ]
	has a.txt '^# netio '
	cmp a.log "$OUT" # a suffix that means nothing: the format of stdout
	# A header, three invocations and the point itself four times, a trailer.
	[ "$(wc -l <a.jsonl)" -eq 18 ]
	[ "$(wc -l <a.csv)" -eq 5 ]
}

@test "every line of JSON is valid by the schema" {
	need_schema
	cd "$BATS_TEST_TMPDIR"
	good run "${RUN[@]}" -t unix,null,skb -c none,memcpy,mops -s 64 -o 0,1 --output=run.jsonl
	good run "${RUN[@]}" -m lockstep -s 64 -o 0 --explain --output=lockstep.jsonl
	good copy -s 64 -c memcpy,mops --invocations=2 --samples=2 --batch-time=1ms -q --output=copy.jsonl
	good show -q -f jsonl "$ROOT/reference/athlon-k7-shift5.log" --output=log.jsonl
	valid run.jsonl lockstep.jsonl copy.jsonl log.jsonl
	has_text "$OUT" 'copy.jsonl: '
	# And a line that is not: a schema that takes anything would show nothing.
	sed '2 s/"type":"samples"/"type":"samples","more":1/' run.jsonl >wrong.jsonl
	with "$PYTHON" "$ROOT/tests/cli/validate.py" "$SCHEMA" wrong.jsonl
	expect_status 1
}

@test "table, CSV and JSON Lines of one run agree digit for digit" {
	cd "$BATS_TEST_TMPDIR"
	command -v python3 >/dev/null || skip "python3 is not installed"
	good run "${RUN[@]}" -s 64,4K,64K -o 0,1,2 --output=a.jsonl --output=a.csv --output=a.txt
	python3 - <<-'END' || fail "they differ"
		import csv, json, sys

		def shown(value):
		    return "%.3f" % value if value < 10 else "%.1f" % value

		table = [line.split() for line in open("a.txt") if not line.startswith(("#", "transport "))]
		rows = list(csv.DictReader(open("a.csv")))
		points = [p for p in map(json.loads, open("a.jsonl")) if p["type"] == "point"]
		points.sort(key=lambda p: p["point"])
		assert len(table) == len(rows) == len(points) == 9, (len(table), len(rows), len(points))
		for line, row, point in zip(table, rows, points):
		    s = point["statistics"]
		    rate, cpu = s["mb_per_s"], s["mb_per_cpu_s"]
		    # The same numbers, to the last bit.
		    for key, value in (("mb_per_s", rate["median"]), ("ci_low_mb_per_s", rate["ci_low"]),
		                       ("ci_high_mb_per_s", rate["ci_high"]), ("min_mb_per_s", rate["min"]),
		                       ("max_mb_per_s", rate["max"]), ("mb_per_cpu_s", cpu["median"]),
		                       ("mad_mb_per_s", s["spread"]["mad"]), ("harmonic_mb_per_s", s["harmonic_mb_per_s"])):
		        assert float(row[key]) == value, (key, row[key], value)
		    # And as the table rounds them.
		    assert line[6] == shown(rate["median"]) and line[8] == shown(rate["min"]), line
		    assert line[9] == shown(rate["max"]) and line[10] == shown(cpu["median"]), line
		    assert int(row["samples"]) == rate["n"] == 12
	END
	good show -q a.jsonl
	cmp "$OUT" a.txt
	good show -q -f csv a.jsonl
	cmp "$OUT" a.csv
	# Lines stand in another order there, by point: the same lines.
	good show -q -f jsonl a.jsonl
	diff <(sort "$OUT") <(sort a.jsonl) >diff.out || fail "show -f jsonl changes lines"
}

@test "kill -9 leaves all that was finished, for compare, CSV and the table" {
	cd "$BATS_TEST_TMPDIR"
	start run -s 64,4K -o 0:63:1 --order=linear --invocations=3 --samples=6 --warmup=1 --count=200 -q --output=a.jsonl
	until_true 20 grep -q '"type":"point","point":9' a.jsonl
	kill -9 "$PID"
	ends_with 10 'signal 9'
	cp a.jsonl whole.jsonl
	# As a full disk would leave it: in the middle of a line.
	head -c -37 whole.jsonl >a.jsonl
	good show a.jsonl
	has_text "$ERR" 'interrupted'
	n=$(rows | wc -l)
	[ "$n" -ge 10 ]
	[ "$(grep -c '"type":"point"' a.jsonl)" -ge 10 ]
	good show -q -f csv a.jsonl
	mv "$OUT" a.csv
	[ "$(wc -l <a.csv)" -eq $((n + 1)) ]
	netio compare -q a.jsonl a.csv
	expect_status 0
	has_text "$OUT" 'BASE was interrupted'
	has "$OUT" '^netio: [0-9]+ same'
}

@test "an interrupted run says so in its file" {
	cd "$BATS_TEST_TMPDIR"
	start run -s 64K -o 0 --samples=1000000 --invocations=1 --warmup=0 --count=5 --output=a.jsonl
	samples_taken "$PID" 20
	kill -TERM "$PID"
	ends_with 20 'signal 15'
	[ "$(tail -n 1 a.jsonl | cut -c -42)" = '{"type":"trailer","status":"interrupted","' ]
	good show a.jsonl
	has_text "$ERR" 'interrupted'
	has "$OUT" 'interrupted after [1-9][0-9]* of 1000000 samples'
}

@test "every sample in a file, those of the warm-up too" {
	cd "$BATS_TEST_TMPDIR"
	good run "${RUN[@]}" -s 64 -o 0,1 --samples-csv=s.csv
	[ "$(wc -l <s.csv)" -eq 31 ] # 2 points x 3 invocations x (1 + 4)
	[ "$(awk -F, 'NR == 1 { n = NF } NF != n' s.csv)" = '' ]
	[ "$(awk -F, 'NR > 1 && $NF % 2' s.csv | wc -l)" -eq 6 ]
	good copy -s 64 -c memcpy --invocations=2 --samples=3 --warmup=2 --batch-time=1ms -q --samples-csv=c.csv
	[ "$(wc -l <c.csv)" -eq 21 ] # the harness and memcpy
}

@test "a file that is there twice, or cannot be written, is refused and nothing is emptied" {
	cd "$BATS_TEST_TMPDIR"
	echo before >kept.csv
	refused "'kept.csv' is there twice" run "${RUN[@]}" -s 64 --output=kept.csv --output=kept.csv
	refused "'kept.csv' is there twice" run "${RUN[@]}" -s 64 --output=kept.csv --samples-csv=kept.csv
	refused "cannot write to 'none/a.csv'" run "${RUN[@]}" -s 64 --output=kept.csv --output=none/a.csv
	refused "cannot write to 'none/a.csv'" run "${RUN[@]}" -s 64 --output=kept.csv --samples-csv=none/a.csv
	refused 'has no column for it' run "${RUN[@]}" -s 64 -t unix,tcp --output=a.netio2
	[ "$(cat kept.csv)" = before ]
	[ ! -e a.netio2 ]
}

@test "a full disk costs that file alone" {
	good run "${RUN[@]}" -s 64 -o 0 "--output=$BATS_TEST_TMPDIR/a.jsonl"
	netio run "${RUN[@]}" -s 64 -o 0 --output=/dev/full "--output=$BATS_TEST_TMPDIR/a.jsonl"
	expect_status 3
	has_text "$ERR" 'cannot write to /dev/full'
	[ "$(wc -l <"$BATS_TEST_TMPDIR/a.jsonl")" -eq 6 ]
	[ "$(rows | wc -l)" -eq 1 ]
}

@test "two runs of the same are compared by their invocations" {
	cd "$BATS_TEST_TMPDIR"
	for name in a b; do
		good run -s 64 -o 0,1 --invocations=4 --samples=2 --warmup=1 --count=50 -q --output=$name.jsonl
	done
	netio compare -q a.jsonl b.jsonl
	# shellcheck disable=SC2153 # set by the helper
	[[ $STATUS == 0 || $STATUS == 1 ]]
	has "$OUT" '^. unix none 64 +2 '
	lacks "$OUT" 'fewer than 3 invocations'
	lacks "$OUT" '^# differs: (netio_version|cpu_model)'
}
