#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# netio run --transport=skb: the emulated socket from the command line.

load helper

teardown() {
	tidy
}

SKB=(-t skb "${ONE[@]}" --count=20 --offset=0)

@test "the geometry is printed with the result, for each cache shift" {
	good run "${SKB[@]}" --size=64K --l1-shift=5,6
	has "$OUT" '^# skb:5: an emulated socket, layout unix, cache shift 5: chunks of 16224 in 16384 allocated \(header 0, shinfo 160\), size class 16384, truesize 16384 \(descriptor 160\)$'
	has "$OUT" "^# skb:5: the next chunk's source is at 32 mod 64; 4 full chunks go in until the writer sleeps, 0 are left when it is woken\$"
	has "$OUT" '^# skb:6: an emulated socket, layout unix, cache shift 6: chunks of 16192 in 16352 allocated '
	has "$OUT" "^# skb:6: the next chunk's source is at 0 mod 64; 5 full chunks go in until the writer sleeps, 1 are left when it is woken\$"
	[ "$(column 1 | paste -sd' ')" = 'skb:5 skb:6' ]
	good run "${SKB[@]}" --size=64K --l1-shift=5:7:1 --layout=tcp
	has "$OUT" '^# skb:5: .*layout tcp.* in 4096 allocated \(header 160, shinfo 160\), size class 4096'
	has "$OUT" '^# skb:6: .*layout tcp.* in 4128 allocated .*, size class 8192'
	has "$OUT" '^# skb:7: .*layout tcp.* in 4128 allocated .*, size class 8192'
}

@test "without --copy it copies with memcpy; none is skipped with the reason" {
	good run "${SKB[@]}" --size=4K
	[ "$(column 2)" = memcpy ]
	good run "${SKB[@]}" --size=4K -c none,byte
	has "$OUT" '^skb:6 +none .*skipped: it moves the bytes by a copy routine: name one with --copy$'
	has "$OUT" '^skb:6 +byte .*  few$'
	good run -t unix,skb "${ONE[@]}" --count=20 --offset=0 --size=4K
	has "$OUT" '^skb:6 +none .*skipped: '
}

@test "sleeps and wakes are counted, in lockstep as the model has them" {
	good run "${SKB[@]}" --size=64K --l1-shift=5,6 -m lockstep
	has "$OUT" '^skb:5 .*  sleeps/wakes a message: send 1\.000/1\.000, recv 0\.000/0\.000'
	has "$OUT" '^skb:6 .*  sleeps/wakes a message: send 0\.000/0\.000, recv 0\.000/0\.000'
	good run "${SKB[@]}" --size=64K
	has "$OUT" '^skb:6 .*  sleeps/wakes a message: send [0-9.]+/[0-9.]+, recv [0-9.]+/[0-9.]+'
}

@test "every layout and mode moves every byte rightly" {
	for layout in unix tcp raw; do
		for mode in pair lockstep; do
			for ends in threads processes; do
				good run -t skb "${ONE[@]}" --count=20 --layout=$layout -m $mode --ends=$ends --l1-shift=4:7:1 --verify \
					--size=1,16K,65537 --send-offset=0,3 --recv-offset=0,61
				lacks "$OUT" 'failed'
				[ "$(rows | wc -l)" -eq 48 ]
			done
		done
	done
}

@test "--header, --shinfo and --sndbuf change the geometry" {
	good run "${SKB[@]}" --size=64K --header=100 --shinfo=200 --sndbuf=100000
	has "$OUT" '^# skb:6, sndbuf 100000 '
	has "$OUT" 'header 100, shinfo 200'
}

@test "an end that is killed is told, the next point is measured" {
	start run -t skb "${ONE[@]}" --order=linear --offset=0 --count=200000 --ends=processes --size=1M,1
	until_true 10 pgrep -P "$PID"
	until_true 10 worked "$(pgrep -P "$PID" | tail -n 1)" 3
	victim=$(pgrep -P "$PID" | tail -n 1)
	kill -9 "$victim"
	ends_with 20 'exit 3'
	has "$OUT" "^skb:6 .* 1048576 .* failed: the [a-z]+ \\(process $victim\\) was killed by signal 9"
	has "$OUT" '^skb:6 .* 1 +0 +0 .*[0-9]  sleeps/wakes .*few$'
}
