#!/bin/sh
# SPDX-License-Identifier: MIT
# Verifies every copy routine in every build that can be run here; prints TAP, one test a build, and keeps
# what the builds said in build/matrix. With words as arguments: only builds whose name contains one.
#
# A build whose compiler or emulator is missing is skipped. Debian's packages for all of them:
#
#   gcc clang valgrind qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
#   libc6-dev-i386 lib32gcc-12-dev                            (with --no-install-recommends)
#
# and not gcc-multilib, the usual way to -m32: it conflicts with every cross compiler. What it would add is
# one link, /usr/include/asm, and -idirafter says below where that would lead.
#
# Not every kernel runs i386 programs; then qemu-i386 does, as it does to be an older CPU.
set -u

cd "$(dirname "$0")/.." || exit 1
out=build/matrix
wanted=$*
number=0
n_failed=0

flags="-std=gnu11 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror -g -I."
# All of copy/ but the loader of plug-ins, which a static program has no use for.
sources="tests/matrix.c $(echo copy/*.c | sed "s,copy/plugin.c,,") base/pattern.c base/random.c"
m32="-m32 -march=i686 -static -idirafter /usr/include/$(gcc -print-multiarch 2>/dev/null)"
arm64_clang="--target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include"
sanitize="-fsanitize=address,undefined -fno-sanitize-recover=all"

# Which must have run, not only not failed, where the CPU is known.
portable="memcpy memmove byte word32 word64 shift csum csum_touch csum_block"
on_mmx="rep_movsb rep_movsl rep_movsl_align intel_unroll intel_select mmx mmx_nt k7_block csum_pf csum_nta csum_dstpf"
on_arm64="neon ldp sve csum_pf csum_nta csum_dstpf"

# Sanitizers of this age cannot place their shadow memory under the wide address randomization of some
# newer kernels.
fixed=
setarch -R true 2>/dev/null && fixed="setarch -R"

selected() {
	[ -n "$wanted" ] || return 0
	for word in $wanted; do
		case $1 in *"$word"*) return 0 ;; esac
	done
	return 1
}

have() {
	for tool in "$@"; do
		command -v "$tool" >/dev/null || {
			missing=$tool
			return 1
		}
	done
}

report() {
	number=$((number + 1))
	[ "$1" = ok ] || n_failed=$((n_failed + 1))
	echo "$1 $number - $2"
}

skip() {
	number=$((number + 1))
	echo "ok $number - $1 # skip $2"
}

# ran NAME...: whether each was found right, in the log of the build.
ran() {
	for name in "$@"; do
		grep -qx "$name: right" "$log" || {
			echo "$name: has not run" >>"$log"
			return 1
		}
	done
}

# What was not run, by reason; and when the build failed, all that is not well.
explain() {
	sed -n 's/^\([a-z0-9_]*\): not here: \(.*\)/\2: \1/p' "$log" | sort | awk -F ': ' '
		$1 != reason { if (reason) print line; line = "# not here, " $1 ": " $2; reason = $1; next }
		{ line = line ", " $2 }
		END { if (reason) print line }'
	[ "$1" = ok ] || grep -v ': right$\|: not here' "$log" | head -n 40 | sed 's/^/# /'
}

# build NAME "COMPILE COMMAND": the program, once for all runs of that name.
build() {
	log=$out/$1.log
	[ ! -e "$out/$1" ] || return 0
	# shellcheck disable=SC2086 # the command is words, and the sources are a pattern
	$2 $flags -o "$out/$1" $sources >"$log" 2>&1
}

# run TITLE PROGRAM "STARTER" "NAMES THAT MUST RUN" [ONLY THESE]
run() {
	title=$1 program=$out/$2 starter=$3 must=$4
	shift 4
	log=$out/$(echo "$title" | tr ' ' '-').log
	verdict="not ok"
	# shellcheck disable=SC2086 # words
	$starter "$program" "$@" </dev/null >"$log" 2>&1 && ran $must && verdict=ok
	report "$verdict" "$title ($(grep -c ': right$' "$log") right)"
	explain "$verdict"
}

# native NAME CC CFLAGS [STARTER]
native() {
	selected "$1" || return 0
	have "$2" || {
		skip "$1" "no $2"
		return 0
	}
	if build "$1" "$2 $3"; then
		run "$1" "$1" "${4-}" "$portable"
	else
		report "not ok" "$1 is built"
		explain "not ok"
	fi
}

# emulated TITLE PROGRAM "STARTER" "COMPILE COMMAND" "NAMES THAT MUST RUN" [ONLY THESE...]
emulated() {
	title=$1 program=$2 starter=$3 compile=$4 must=$5
	shift 5
	selected "$title" || return 0
	have "${starter%% *}" "${compile%% *}" || {
		skip "$title" "no $missing"
		return 0
	}
	if ! echo 'int main(void) { return 0; }' | $compile -x c -o "$out/probe" - 2>/dev/null; then
		skip "$title" "$compile cannot link"
	elif build "$program" "$compile"; then
		run "$title" "$program" "$starter" "$must" "$@"
	else
		report "not ok" "$title is built"
		explain "not ok"
	fi
}

# clang compiles, the cross compiler knows where its libraries are.
arm64_clang() {
	selected "arm64-clang" || return 0
	have clang aarch64-linux-gnu-gcc qemu-aarch64 || {
		skip arm64-clang "no $missing"
		return 0
	}
	log=$out/arm64-clang.log
	for source in $sources; do
		# shellcheck disable=SC2086 # words
		clang $arm64_clang -O2 $flags -c -o "$out/arm64/$(basename "$source").o" "$source" >>"$log" 2>&1
	done
	if aarch64-linux-gnu-gcc -static -o "$out/arm64-clang" "$out"/arm64/*.o >>"$log" 2>&1; then
		run arm64-clang arm64-clang "qemu-aarch64 -cpu max" "$portable $on_arm64"
	else
		report "not ok" "arm64-clang is built"
		explain "not ok"
	fi
}

# qemu has MOPS since 8.2, later than Debian 12's. Then the numbers are at least what an assembler that knows
# the instructions makes of them, and stand in the one permitted order.
mops_encoding() {
	selected mops-encoding || return 0
	have aarch64-linux-gnu-gcc aarch64-linux-gnu-objdump || {
		skip mops-encoding "no $missing"
		return 0
	}
	verdict="not ok"
	# shellcheck disable=SC2086 # words
	aarch64-linux-gnu-gcc -O2 $flags -c -o "$out/mops.o" copy/mops.c &&
		aarch64-linux-gnu-objdump -d "$out/mops.o" | awk '
			/\tcpyf[pme]\t\[x0\]!, \[x1\]!, x2!$/ { seen = seen substr($3, 5) }
			END { exit seen != "pme" }' && verdict=ok
	report "$verdict" "mops is encoded as cpyfp, cpyfm, cpyfe"
}

# Slow, so without what is the C library's, or the same loop as another.
under_valgrind() {
	ours="byte word32 word64 shift csum_touch csum_block"
	selected valgrind || return 0
	have gcc valgrind || {
		skip valgrind "no $missing"
		return 0
	}
	if build valgrind "gcc -O2"; then
		# shellcheck disable=SC2086 # words
		run valgrind valgrind "valgrind -q --trace-children=yes --error-exitcode=9" "$ours" $ours
	else
		report "not ok" "valgrind is built"
		explain "not ok"
	fi
}

rm -rf "$out"
mkdir -p "$out/arm64"

native gcc-O2 gcc -O2
native gcc-O3 gcc -O3
native gcc-O0 gcc -O0
native clang-O2 clang -O2
native clang-O3 clang -O3
native asan-gcc gcc "-O1 $sanitize" "$fixed"
native asan-clang clang "-O1 $sanitize" "$fixed"

i386="qemu-i386 -cpu"
emulated i386-gcc i386-gcc "$i386 max" "gcc -O2 $m32" "$portable $on_mmx sse2 sse2_nt"
emulated i386-clang i386-clang "$i386 max" "clang -O2 $m32" "$portable $on_mmx sse2 sse2_nt"

# Older CPUs. The Athlon is one of before the XP, which has what AMD took over of SSE and not SSE itself;
# movntq and sfence are part of that, but not for qemu.
few="byte mmx mmx_nt k7_block csum_pf"
# shellcheck disable=SC2086 # words
{
	emulated "i386-gcc as a Pentium III" i386-gcc "$i386 pentium3" "gcc -O2 $m32" "$few" $few sse2 sse2_nt
	emulated "i386-gcc as an Athlon" i386-gcc "$i386 athlon,-sse,-sse2" "gcc -O2 $m32" \
		"mmx csum_pf" mmx csum_pf sse2 sse2_nt
	emulated "i386-gcc as a Pentium II" i386-gcc "$i386 pentium2" "gcc -O2 $m32" byte $few sse2 sse2_nt
}

arm64="qemu-aarch64 -cpu"
emulated arm64-gcc arm64-gcc "$arm64 max" "aarch64-linux-gnu-gcc -O2 -static" "$portable $on_arm64"
# shellcheck disable=SC2086 # words
emulated "arm64-gcc as a Cortex-A72" arm64-gcc "$arm64 cortex-a72" "aarch64-linux-gnu-gcc -O2 -static" \
	"neon ldp" $on_arm64 mops
emulated "arm64-gcc with vectors of 16 bytes" arm64-gcc "$arm64 max,sve-default-vector-length=16" \
	"aarch64-linux-gnu-gcc -O2 -static" sve sve
arm64_clang
mops_encoding

under_valgrind

echo "1..$number"
[ $n_failed -eq 0 ]
