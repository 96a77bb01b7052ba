#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The manual, the README, the scripts and the completion say what the program's own help says.

load helper

MAN=$ROOT/man/netio.1 # the one that the functions below read
README=$ROOT/README.md

# Options of other programs that README.md and the scripts use.
OTHERS="
--cached --exclude-standard --others             git ls-files
--abbrev --always --dirty                        git describe
--dry-run                                        clang-format; netio has it too
--enable --error-exitcode --inline-suppr --quiet --std  cppcheck
--cflags --exists --libs                         pkg-config
--no-install-recommends                          apt-get
--default-signal                                 env
--tap                                            bats
--raw-output                                     jq
--numeric-sort                                   sort
"

# each_manual FUNCTION: for each command with options, with its manual in MAN.
each_manual() {
	for COMMAND in run copy show compare gate plot report; do
		MAN=$ROOT/man/netio.1
		[ "$COMMAND" = run ] || MAN=$ROOT/man/netio-$COMMAND.1
		"$1"
	done
}

setup() {
	[ -z "${NETIO_SANITIZED:-}" ] || skip "it is the same for every build"
}

# program_options: every long option of any command and of the program itself.
program_options() {
	{
		echo --version
		for command in $("$NETIO" complete); do
			"$NETIO" help "$command"
		done | grep -oE '^  (-[a-z], |    )--[a-z0-9-]+'
	} | grep -oE -- '--[a-z0-9-]+' | sort -u
}

# man_text: without escapes.
man_text() {
	sed -e 's/\\-/-/g' -e 's/\\&//g' "$MAN"
}

# items: the options that the manual has an item for, "--name" a line. Both ways of mdoc: Fl Fl name, Fl -name.
items() {
	man_text | grep -E '^\.It Fl ' | grep -oE 'Fl (Fl |-)[a-z][a-z0-9-]*' | sed -E 's/Fl (Fl |-)/--/'
}

# item NAME: the manual's text of an option.
item() {
	man_text | awk -v name="$1" '
		/^\.It Fl / { at = $0 ~ ("Fl (Fl |-)" name "( |$)") ; next }
		/^\.(Sh|Ss) / { at = 0 }
		at'
}

# run_help: the options of COMMAND, a line each, with the text that follows.
run_help() {
	"$NETIO" help "$COMMAND" | awk '
		/^  (-[a-z], |    )--/ { if (row) print row; row = $0; next }
		/^[^ ]/ || /^$/ { if (row) print row; row = ""; next }
		row { sub(/^ +/, " "); row = row $0 }
		END { if (row) print row }'
}

all_options() {
	{
		"$NETIO" complete "$COMMAND" | sed 's/=$//'
	} | sort >"$BATS_TEST_TMPDIR/program"
	items | grep -v -- --version | sort | diff "$BATS_TEST_TMPDIR/program" - || fail "< $COMMAND, > $MAN"
}

@test "the manual has every option, and none that the program lacks" {
	each_manual all_options
}

mentions() {
	man_text | grep -oE 'Fl (Fl |-)[a-z][a-z0-9-]*' | sed -E 's/Fl (Fl |-)/--/' | sort -u >"$BATS_TEST_TMPDIR/mentioned"
	program_options | comm -13 - "$BATS_TEST_TMPDIR/mentioned" >"$OUT"
	silent "$OUT"
}

@test "the manual names every long option that it mentions rightly" {
	each_manual mentions
}

letters() {
	"$NETIO" help "$COMMAND" | sed -nE 's/^  -([a-z]), --([a-z0-9-]+).*/\1 \2/p' | sort >"$BATS_TEST_TMPDIR/program"
	man_text | sed -nE 's/^\.It Fl ([a-z]) , Fl (Fl |-)([a-z0-9-]+).*/\1 \3/p' | sort | diff "$BATS_TEST_TMPDIR/program" -
}

@test "the manual has the short letters" {
	each_manual letters
}

arguments() {
	"$NETIO" help "$COMMAND" | sed -nE 's/^  .* --([a-z0-9-]+)=([A-Z,]+).*/\1 \2/p; s/^      --([a-z0-9-]+)=([A-Z,]+).*/\1 \2/p' | sort -u >"$BATS_TEST_TMPDIR/program"
	man_text | sed -nE 's/^\.It Fl .*Fl (Fl |-)([a-z0-9-]+) Ns = Ns Ar ([A-Z,]+)$/\2 \3/p; s/^\.It Fl (Fl |-)([a-z0-9-]+) Ns = Ns Ar ([A-Z,]+)$/\2 \3/p' |
		sort -u | diff "$BATS_TEST_TMPDIR/program" -
}

@test "the manual has what each option takes" {
	each_manual arguments
}

defaults() {
	run_help | grep -E '\[[^]]+\]$' >"$BATS_TEST_TMPDIR/defaults"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/defaults")" -ge 8 ] || [[ $COMMAND == @(show|compare|plot|report) ]]
	while read -r line; do
		[[ $line =~ --([a-z0-9-]+).*\[([^]]+)\]$ ]]
		name=${BASH_REMATCH[1]} default=${BASH_REMATCH[2]}
		item "$name" | grep -qwF -- "$default" || fail "the item of --$name lacks its default, $default"
		item "$name" | grep -qE "default|\\.Bq |\\[" || fail "the item of --$name does not call $default its default"
	done <"$BATS_TEST_TMPDIR/defaults"
}

@test "the manual has the defaults" {
	each_manual defaults
}

@test "the manual has every word that an option takes" {
	for option in sweep transport copy mode ends order format; do
		for word in $("$NETIO" complete run "--$option"); do
			man_text | grep -qE "^\\.(It )?Cm ([a-z0-9-]+ [,|] )*$word( |\$)" || fail "the manual lacks the $word of --$option"
		done
	done
	for word in same smt l2 l3 package any; do
		man_text | grep -qE "^\\.(It )?Cm $word( |\$)" || fail "the manual lacks $word of --cpus"
	done
}

@test "the manual and the README have every command" {
	for command in $("$NETIO" complete); do
		man_text | grep -qE "^\\.It Cm $command( |\$)" || fail "the manual lacks $command"
		grep -qE "\\bnetio $command\\b" "$README" || fail "README.md lacks netio $command"
	done
	man_text | grep -qE '^\.Fl (Fl |-)version' || fail "the manual lacks --version"
}

@test "the manual has its sections and the exit statuses" {
	for section in NAME SYNOPSIS DESCRIPTION 'EXIT STATUS' UNITS EXAMPLES; do
		grep -qxF ".Sh $section" "$MAN" || fail "the manual lacks $section"
	done
	[ "$(man_text | sed -n '/^\.Sh EXIT STATUS/,/^\.Sh [^E]/ s/^\.It \([A-Z][a-z] \)\{0,1\}\([0-9]\)$/\2/p' | paste -sd' ')" = '0 1 2 3 4 5 6' ]
	[ "$(sed -n 's/^| \([0-9]\) |.*/\1/p' "$README" | paste -sd' ')" = '0 1 2 3 4 5 6' ]
}

clean() {
	command -v mandoc >/dev/null || skip "mandoc is not installed"
	mandoc -T lint -W warning "$MAN" >"$OUT" 2>&1 || true
	# Whether a manual that this one names is installed is no fault of this one.
	sed -i '/referenced manual not found/d' "$OUT"
	silent "$OUT"
}

@test "the manual is clean" {
	each_manual clean
}

@test "nothing in README.md waits to be filled in" {
	lacks "$README" '@[A-Z]+@|TODO|FIXME'
}

@test "README.md and the scripts use only options that there are" {
	program_options >"$BATS_TEST_TMPDIR/known"
	printf '%s\n' "$OTHERS" | grep -oE -- '--[a-z0-9-]+' >>"$BATS_TEST_TMPDIR/known"
	sort -u -o "$BATS_TEST_TMPDIR/known" "$BATS_TEST_TMPDIR/known"
	grep -rohE -- '(^|[^a-z-])--[a-z][a-z0-9-]*' "$README" "$ROOT/scripts" "$ROOT/.ci" |
		grep -oE -- '--[a-z0-9-]+' | sort -u | comm -13 "$BATS_TEST_TMPDIR/known" - >"$OUT"
	silent "$OUT"
}

# commands FILE: what it shows as a call of netio, without what follows two spaces, a pipe or a redirection.
commands() {
	sed -nE -e 's/^(\.Dl |\.Ic |    |\$ )*(build\/)?netio( |$)/netio /p' "$1" |
		sed -E -e 's/  .*//' -e 's/ [|>].*//' -e 's/ $//' -e 's/\\-/-/g' -e 's/\$\(uname -r\)/kernel/'
}

@test "the calls that README.md and the manual show are accepted" {
	cd "$BATS_TEST_TMPDIR"
	cp "$BUILD/examples/copy-plugin.so" my.so
	for file in "$README" "$ROOT"/man/*.1; do
		commands "$file" >calls
		[ "$(wc -l <calls)" -ge 2 ] || fail "no calls found in $file"
		while read -r _ words; do
			# What the reader's machine has is not known here: its CPUs, its congestion control.
			words=$(sed -E -e 's/(--cpus=[a-z0-9,]*[a-z]),[0-9]+,[0-9]+/\1/' -e 's/(--congestion)=[a-z]+/\1=reno/' <<<"$words")
			[[ $words != show* ]] || words=$(sed -E "s|[a-z0-9-]+\.(jsonl\|csv\|log)|$ROOT/reference/athlon-k7-shift5.log|" <<<"$words")
			# Whatever the files of an example are, and whatever comes of it.
			if [[ $words == compare* ]]; then
				words=$(sed -E "s|[a-z0-9-]+\.(csv\|log)|$ROOT/reference/athlon-k7-shift5.log|g" <<<"$words")
			fi
			# As a script, so that it says something; of a log, which has no halves.
			if [[ $words == plot* || $words == report* ]]; then
				words=$(sed -E "s|[a-z0-9-]+\.(jsonl\|csv\|log)|$ROOT/reference/athlon-mp1800-shift5.log|g; s/ -o [a-z.]+//; s/--metric=recv_ns//" <<<"$words")
				[[ $words == report* ]] || words="$words --script"
			fi
			case $words in show* | compare* | plot* | report* | list* | help* | complete* | --version) ;; *) words="$words -n" ;; esac
			# shellcheck disable=SC2086 # words on purpose
			good $words
		done <calls
	done
}

# completed WORD...: the words that bash offers for the last of them, a line each. bash splits at "=".
completed() {
	mkdir -p "$BATS_TEST_TMPDIR/bin"
	ln -sf "$NETIO" "$BATS_TEST_TMPDIR/bin/netio"
	# shellcheck disable=SC2016 # the dollars are the inner shell's
	PATH=$BATS_TEST_TMPDIR/bin:$PATH timeout 20 bash --norc -c '
		. "$1"
		shift
		function=$(complete -p netio | sed -n "s/.*-F \([^ ]*\) .*/\1/p")
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMP_KEY=9
		"$function" netio "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
		[ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"
	' bash "$ROOT/cli/netio.bash" "$@" >"$OUT" 2>"$ERR"
	silent "$ERR"
	paste -sd' ' "$OUT"
}

@test "completion: commands" {
	[ "$(completed netio '')" = "$("$NETIO" complete | paste -sd' ')" ]
	[ "$(completed netio ru)" = run ]
	[ "$(completed netio r)" = 'run report' ]
	[ "$(completed netio plot -k s)" = 'size samples states' ]
	[ "$(completed netio plot -m recv)" = recv_ns ]
	[ "$(completed netio run -m lo)" = lockstep ]
	[ "$(completed netio l)" = list ]
	[ "$(completed netio help l)" = list ]
	[ "$(completed netio list r)" = routines ]
	[ "$(completed netio list m)" = machine ]
	[ "$(completed netio list '')" = 'transports routines placements machine' ]
}

@test "completion: options" {
	[ "$(completed netio run --)" = "$("$NETIO" complete run | paste -sd' ')" ]
	[ "$(completed netio run --si)" = --size= ]
	[ "$(completed netio run --verify --so)" = '' ]
	[ "$(completed netio run --se)" = '--send-offset= --seed=' ]
	# Without a command it is run.
	[ "$(completed netio --si)" = --size= ]
}

@test "completion: the words of an option" {
	[ "$(completed netio run --transport =)" = "$("$NETIO" complete run --transport | paste -sd' ')" ]
	[ "$(completed netio run --transport = un)" = 'unix unix-seqpacket unix-dgram' ]
	[ "$(completed netio run -t un)" = 'unix unix-seqpacket unix-dgram' ]
	[ "$(completed netio run --format = n)" = netio2 ]
	[ "$(completed netio run --mode =)" = 'pair lockstep' ]
	[ "$(completed netio run --size =)" = '' ]
}

@test "completion: the argument in a word of its own" {
	[ "$(completed netio run --transport un)" = 'unix unix-seqpacket unix-dgram' ]
}

@test "completion: the last of a list" {
	[ "$(completed netio run -t unix,tc)" = 'unix,tcp unix,tcp6' ]
	[ "$(completed netio run --transport = unix,tc)" = 'unix,tcp unix,tcp6' ]
}
