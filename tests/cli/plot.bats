#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# netio plot and netio report: pictures and pages of stored results, whatever they are called.
# shellcheck disable=SC2016 # hostile names hold dollars and backticks, and are meant to

load helper

SHIFT5=$ROOT/reference/athlon-mp1800-shift5.log
SHIFT6=$ROOT/reference/athlon-mp1800-shift6.log
HEADER=transport,copy,mode,size_bytes,send_offset_bytes,recv_offset_bytes,mb_per_s,ci_low_mb_per_s,ci_high_mb_per_s,status,placement,state

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

needs() {
	for program; do
		command -v "$program" >/dev/null || skip "there is no $program"
	done
}

# drawn ARGUMENT...: netio succeeds, and says nothing on stdout.
drawn() {
	netio "$@"
	expect_status 0
	silent "$OUT"
}

# rows_of TRANSPORT COPY STATE SIZES OFFSETS: rows of a CSV with made-up rates.
rows_of() {
	for size in $4; do
		for offset in $5; do
			echo "$1,$2,pair,$size,$offset,$offset,$((1000 + size % 700 + offset)),$((990 + size % 700 + offset)),$((1010 + size % 700 + offset)),done,same,$3"
		done
	done
}

csv() {
	echo "$HEADER"
	rows_of "$@"
}

@test "a picture by its suffix" {
	needs gnuplot
	for suffix in svg png pdf; do
		drawn plot -q "$SHIFT6" "$SHIFT5" -o "athlon.$suffix"
		silent "$ERR"
	done
	[[ $(head -c 4 athlon.pdf) == %PDF ]]
	[[ $(head -c 4 athlon.png | tail -c 3) == PNG ]]
	xmllint --noout athlon.svg
	has_text athlon.svg 'athlon-mp1800-shift5.log'
	has_text athlon.svg 'offset of both buffers, bytes past a page'
}

@test "each kind draws" {
	needs gnuplot
	{
		csv unix none '' '64 4096 65536 262144 1048576' '0 1 64 100'
		rows_of memory memcpy '' '64 4096 65536 262144 1048576' '0 1 64 100'
	} >points.csv
	{
		csv memory memcpy warm '4096 65536' 0
		rows_of memory rep_movsb I/M '4096 65536' 0
	} >states.csv
	good run -q -t unix -s 64 -o 0 --count=10 --samples=5 --invocations=3 --warmup=1 --output=run.jsonl
	drawn plot -q points.csv -t unix -s 64,4K -o offset.svg --kind=offset
	drawn plot -q points.csv --offset=0 -o size.svg --kind=size
	has_text size.svg 'dashed: memcpy alone'
	grep -q 'stroke-dasharray' size.svg
	drawn plot -q points.csv -t unix -o map.svg --kind=heatmap
	drawn plot -q points.csv -t unix -o absolute.svg --kind=heatmap --absolute
	drawn plot -q points.csv points.csv -t unix -o ratio.svg --kind=heatmap
	has_text ratio.svg 'white: less than 3 %'
	drawn plot -q states.csv -o states.svg --kind=states
	has_text states.svg 'I/M'
	drawn plot -q run.jsonl -o samples.svg --kind=samples
	has_text samples.svg 'median'
	for picture in *.svg; do
		xmllint --noout "$picture"
	done
}

# cells FILE...: how many rectangles the heat map of these has.
cells() {
	drawn plot -q "$@" -o cells.svg --kind=heatmap
	grep -c '<polygon fill' cells.svg
}

@test "a heat map has every cell where it belongs, whatever is missing" {
	needs gnuplot
	csv unix none '' '64 128 256' '0 8 16 24' >full.csv
	csv unix none '' 64 0 >one.csv
	csv unix none '' 64 '0 8 16' >row.csv
	csv unix none '' '64 128 256' 0 >column.csv
	grep -v ',128,8,8,' full.csv >gap.csv
	none=$(($(cells one.csv) - 1))
	[ "$(cells full.csv)" -eq $((none + 12)) ]
	[ "$(cells gap.csv)" -eq $((none + 11)) ]
	has_text cells.svg 'grey: no number'
	[ "$(cells row.csv)" -eq $((none + 3)) ]
	[ "$(cells column.csv)" -eq $((none + 3)) ]
	[ "$(cells full.csv gap.csv)" -eq $(($(cells one.csv one.csv) + 10)) ]
	# Each row and column has its own corner: 3 rows and 4 columns, and the frame's.
	drawn plot -q gap.csv -o cells.svg --kind=heatmap
	grep -o "points = '[0-9.]*,[0-9.]*" cells.svg | sort -u >corners
	[ "$(grep -c . corners)" -ge 11 ]
}

@test "a heat map as text: a dash where there is no number, and ratios with their decimals" {
	needs gnuplot
	csv unix none '' '64 128' '0 8 16' >full.csv
	grep -v ',128,8,8,' full.csv >gap.csv
	good plot -q --term --kind=heatmap gap.csv
	has "$OUT" '^ +128 \+-\| +99 +- +100 *$'
	good plot -q --term --kind=heatmap full.csv gap.csv
	has "$OUT" '1\.00'
	with env COLUMNS=60 "$NETIO" plot -q --term --kind=heatmap --absolute "$SHIFT6"
	expect_status 0
	has "$OUT" '1 column of [0-9]+ is shown'
}

@test "a script never runs what its output is called" {
	needs gnuplot
	good plot -q --script "$SHIFT6" -o '|touch hacked;.svg'
	gnuplot -d "$OUT"
	[ ! -e hacked ]
	[ -s '|touch hacked;.svg' ]
}

@test "thousands of offsets are a picture of some hundred columns" {
	needs gnuplot
	csv unix none '' '64 128 4096' "$(seq -s ' ' 0 1999)" >many.csv
	drawn plot -q many.csv -o many.svg --kind=heatmap
	has_text many.svg '2000 offsets: a cell is 4 neighbours, the worst of them'
	[ "$(grep -c '<polygon fill' many.svg)" -lt 2000 ]
}

@test "as text, as wide as the terminal" {
	needs gnuplot
	with env COLUMNS=60 LINES=30 "$NETIO" plot -q --term -s 64K "$SHIFT6" "$SHIFT5"
	expect_status 0
	[ "$(awk '{ if (length($0) > n) n = length($0) } END { print n }' "$OUT")" -le 60 ]
	[ "$(wc -l <"$OUT")" -le 31 ]
	has_text "$OUT" '*   athlon-mp1800-shift6.log'
	lacks "$OUT" grey
}

@test "without gnuplot it says how to install it; the script and the page need none" {
	mkdir -p empty
	with env PATH="$PWD/empty" "$NETIO" plot -q "$SHIFT6" -o kept.svg
	expect_status 3
	has_text "$ERR" 'apt install gnuplot-nox'
	[ ! -e kept.svg ]
	with env PATH="$PWD/empty" "$NETIO" plot -q --script "$SHIFT6" -o kept.svg
	expect_status 0
	has_text "$OUT" "set output './kept.svg'"
	[ ! -e kept.svg ]
	with env PATH="$PWD/empty" "$NETIO" report -q "$SHIFT6" -o page.html
	expect_status 0
	has_text "$ERR" 'a picture is missing: there is no gnuplot'
	has_text page.html 'No picture: there is no gnuplot'
	xmllint --noout page.html
}

@test "the script draws the same picture by hand" {
	needs gnuplot
	drawn plot -q "$SHIFT6" -o a.svg
	good plot -q --script "$SHIFT6" -o b.svg
	gnuplot -d "$OUT"
	cmp a.svg b.svg
}

@test "what fails leaves the old picture" {
	needs gnuplot
	echo old >a.svg
	netio plot -q "$SHIFT6" -o a.svg -s 3
	expect_status 2
	[ "$(cat a.svg)" = old ]
	netio report -q "$SHIFT6" -o a.svg -s 3
	expect_status 2
	[ "$(cat a.svg)" = old ]
}

@test "wrong words are one sentence" {
	refused 'expected a file with results' plot
	refused 'expected a file with results' report
	refused "'x.gif' is no picture: expected a name that ends in .svg, .png or .pdf" plot -q "$SHIFT6" -o x.gif
	refused 'expected --output=FILE.svg' plot -q "$SHIFT6"
	refused 'expected no --output' plot -q "$SHIFT6" --term -o x.svg
	refused "they have 'none'" plot -q "$SHIFT6" -c memcpy -o x.svg
	refused 'recv_ns' plot -q "$SHIFT6" -m recv_ns -o x.svg
	refused 'cannot be opened' report -q nothing.jsonl
	cp "$SHIFT6" same.svg
	refused 'is one of the files that are read' plot -q same.svg -o same.svg
	cmp same.svg "$SHIFT6"
	lacks "$ERR" '^netio: .*netio: '
}

# A name with all that means something to gnuplot, SVG, HTML or a shell.
HOSTILE='<script>alert(1)</script> "q" '\''s'\'' `touch hacked` $(touch hacked) 50%s \n\t{/b x}_^ &amp; é'

@test "hostile names come out as text" {
	needs gnuplot
	copy=${HOSTILE//\"/\"\"}
	{
		echo "$HEADER"
		echo "unix,\"$copy\",pair,64,0,0,7,6,8,done,same,\"$copy\""
		echo "unix,none,pair,64,0,0,7,6,8,done,same,warm"
		echo "unix,none,pair,4096,0,0,7,6,8,done,same,warm"
	} >'<b>%s `touch hacked` "x".csv'
	for kind in size heatmap states; do
		drawn plot -q ./'<b>%s `touch hacked` "x".csv' --title="$HOSTILE" -o "$kind.svg" --kind=$kind
		xmllint --noout "$kind.svg"
		lacks "$kind.svg" '<script'
		lacks "$kind.svg" '<b>'
		drawn plot -q ./'<b>%s `touch hacked` "x".csv' --title="$HOSTILE" -o "$kind.png" --kind=$kind
	done
	xmllint --xpath 'string(/)' size.svg >text
	has_text text '<script>alert(1)</script> "q"'
	drawn report -q ./'<b>%s `touch hacked` "x".csv' --title="$HOSTILE" -o page.html
	xmllint --noout page.html
	lacks page.html '<script'
	xmllint --xpath 'string(//h1)' page.html >text
	has_text text "$HOSTILE"
	with "$NETIO" compare -q "$SHIFT6" "$SHIFT5" --output=compare.html
	expect_status 0
	xmllint --noout compare.html
	[ ! -e hacked ]
}

@test "names with a newline or bytes that are no text" {
	needs gnuplot
	name=$(printf 'a\nset output "hacked"\n\001\377.log')
	cp "$SHIFT6" "$name"
	drawn plot -q "$name" -o a.svg
	xmllint --noout a.svg
	drawn report -q "$name" -o a.html
	xmllint --noout a.html
	[ ! -e hacked ]
}

@test "a page: verdict, pictures, numbers, environment, and nothing to fetch" {
	needs gnuplot
	good run -q -t unix -m lockstep -s 64 -o 0,1 --count=10 --samples=5 --invocations=3 --warmup=1 --output=run.jsonl
	drawn report -q run.jsonl -o page.html
	xmllint --noout page.html
	lacks page.html 'https?:'
	lacks page.html '<script'
	[ "$(grep -c 'data:image/svg' page.html)" -eq 4 ] # MB/s, both halves, the widest point's samples
	has page.html '^<p class="verdict .*">2 points: '
	has_text page.html 'Environment'
	has_text page.html '2 points from run.jsonl'
	grep -o 'base64,[A-Za-z0-9+/=]*' page.html | head -n 1 | cut -d, -f2 | base64 -d >first.svg
	xmllint --noout first.svg
	good report -q run.jsonl
	cmp "$OUT" page.html
}

@test "many samples share bars, and the page stays small" {
	needs gnuplot
	good run -q -t pipe -s 1 -o 0 --count=1 --samples=5000 --invocations=2 --warmup=1 --output=many.jsonl
	drawn report -q many.jsonl -o page.html
	[ "$(wc -c <page.html)" -lt 5000000 ]
	drawn plot -q many.jsonl -o many.svg
	has_text many.svg '10000 samples: each bar is 3 of them'
}

@test "a page for a comparison, the worst first" {
	with "$NETIO" compare -q "$SHIFT5" "$SHIFT6" --format=html
	expect_status 1
	xmllint --noout "$OUT"
	xmllint --xpath 'string((//tbody)[1]/tr[2]/td[2])' "$OUT" >first
	has_text first 65536
	has "$OUT" '^<p class="verdict regression">regression'
}

# fake LINE...: makes ./fake/gnuplot, which does that.
fake() {
	mkdir -p fake
	printf '%s\n' '#!/bin/sh' 'cat >/dev/null' "$@" >fake/gnuplot
	chmod +x fake/gnuplot
}

@test "a gnuplot that fails is told in its words, and leaves no picture" {
	fake 'kill -9 $$'
	with env PATH="$PWD/fake:$PATH" "$NETIO" plot -q "$SHIFT6" -o a.svg
	expect_status 3
	has_text "$ERR" 'gnuplot was ended by signal 9'
	fake 'printf "\n ^\n  line 7: \033[31mbad %s\n" >&2; exit 1'
	with env PATH="$PWD/fake:$PATH" "$NETIO" plot -q "$SHIFT6" -o a.svg
	expect_status 3
	has "$ERR" '^netio: gnuplot failed: line 7: \?\[31mbad $'
	fake 'exit 0'
	with env PATH="$PWD/fake:$PATH" "$NETIO" plot -q "$SHIFT6" -o a.svg
	expect_status 3
	has_text "$ERR" 'it drew nothing'
	[ ! -e a.svg ]
}

@test "a full disk is told" {
	[ -c /dev/full ] || skip "there is no /dev/full"
	needs gnuplot
	with sh -c '"$1" plot -q --term "$2" >/dev/full' - "$NETIO" "$SHIFT6"
	expect_status 3
	with sh -c '"$1" report -q "$2" >/dev/full' - "$NETIO" "$SHIFT6"
	expect_status 3
}
