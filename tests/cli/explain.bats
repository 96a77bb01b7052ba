#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# netio run --explain: what the model says, in words and beside each point.

load helper

# The model is of a send buffer of 212992 bytes, which is the kernel's default.
setup() {
	[ "$(cat /proc/sys/net/core/wmem_default)" -eq 212992 ] || skip "another default send buffer"
	[ "$(getconf PAGESIZE)" -eq 4096 ] || skip "pages are not 4096 bytes"
}

# marked: the receive offsets of the points of which 90 % are predicted slow, on one line.
marked() {
	grep -E 'predicted slow: recv 90 %' "$OUT" | awk '{ print $6 }' | paste -sd' '
}

@test "the slow receive offsets of 36544 bytes are those that were measured: 321..383" {
	good run -n --explain --transport=unix --mode=lockstep --size=36544 --recv-offset=0:512:1
	[ "$(marked)" = "$(seq -s ' ' 321 383)" ] || fail "others are marked: $(marked)"
	has "$OUT" '^# explain: unix, 36544 bytes: 0\.\.3775 at phase 0, 3776\.\.36543 at phase 0$'
	has "$OUT" 'slow receive offsets 1\.\.63 \(10 %\), 321\.\.383 \(90 %\)'
}

@test "each measured point says whether it was predicted slow, and the end compares the two kinds" {
	good run "${ONE[@]}" --explain -t unix -m lockstep --size=36544 --recv-offset=0:512:8 --count=20
	[ "$(rows | grep -c 'predicted slow: recv 90 %')" -eq 7 ]
	[ "$(marked)" = '328 336 344 352 360 368 376' ]
	has "$OUT" '^# explain: unix none, 36544 bytes: receive predicted slow at 7: [0-9.]+ ns, [+-][0-9.]+ % against [0-9.]+ at 9 clear multiples of 64, [+-][0-9.]+ % against [0-9.]+ at 42 clear others$'
	good run "${ONE[@]}" --explain -t unix --size=32K --offset=0,8,64 --count=20
	has "$OUT" '^# explain: unix none, 32768 bytes: receive predicted slow at 1: [0-9.]+ MB/s, [+-][0-9.]+ % against [0-9.]+ at 2 clear multiples of 64$'
}

@test "points on different CPUs are not compared with each other" {
	good run "${ONE[@]}" --explain -t unix -m lockstep --cpus=same,any --size=36544 --recv-offset=0:512:8 --count=20
	[ "$(grep -cE '^# explain: unix none, 36544 bytes, cpus (same|any): receive predicted slow at 7: ' "$OUT")" -eq 2 ]
	[ "$(grep -c 'receive predicted slow at' "$OUT")" -eq 2 ]
}

@test "where there is no model, it says so and predicts nothing" {
	good run -n --explain -t null,skb -c memcpy --size=4K --offset=0,8
	has "$OUT" '^# explain: skb:6, 4096 bytes: no model of this transport$'
	has "$OUT" '^# explain: null, 4096 bytes: no model of this transport$'
	lacks "$OUT" 'predicted'
}

@test "with a routine it is the staging buffer's offset that counts" {
	good run -n --explain -t unix -c none,memcpy --size=32K --offset=8
	[ "$(grep -c 'predicted slow' "$OUT")" -eq 1 ]
	has "$OUT" '^unix +none .*predicted slow: recv 100 %$'
}

@test "without --explain nothing of it is printed; the lines of 2002 have no place for it" {
	good run -n -t unix --size=32K --offset=8
	lacks "$OUT" 'explain|predicted'
	refused_run '--explain' --explain -f netio2
}
