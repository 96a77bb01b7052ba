# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by scripts/quickstart and scripts/check: installs what is missing, and nothing when nothing is.
#
# A row is `package probe argument...`. The probe, not dpkg, decides, so that a compiler or library that
# came another way counts, and a complete machine needs neither the network nor root.

# The probe is cc rather than gcc: make uses cc, and any compiler by that name will do.
SETUP_BUILD='
gcc command cc
make command make
libc6-dev library pthread.h c
pkg-config command pkg-config
libhwloc-dev module hwloc
libjansson-dev module jansson
'

# shellcheck disable=SC2034 # for scripts/check
# gcc also brings its sanitizer runtimes; clang leaves its own to libclang-rt-dev.
SETUP_CHECK="$SETUP_BUILD"'
gcc command gcc
gcc sanitizer gcc
clang command clang
libclang-rt-dev sanitizer clang
libcmocka-dev library cmocka.h cmocka
bats command bats
shellcheck command shellcheck
mandoc command mandoc
clang-format command clang-format
cppcheck command cppcheck
strace command strace
git command git
util-linux command taskset
bsdutils command script
procps command ps
libxml2-utils command xmllint
gnuplot-nox command gnuplot
perl command prove
python3-jsonschema python jsonschema
'

setup_say() {
	echo "netio: $*" >&2
}

# setup_links COMPILER HEADER FLAG...: a program that includes HEADER can be built.
setup_links() {
	setup_cc=$1 setup_header=$2
	shift 2
	setup_dir=$(mktemp -d) || return 1
	# cmocka.h wants the first three before it.
	printf '#include <%s>\n' stdarg.h stddef.h setjmp.h stdint.h "$setup_header" >"$setup_dir/a.c"
	echo 'int main(void) { return 0; }' >>"$setup_dir/a.c"
	"$setup_cc" -o "$setup_dir/a" "$setup_dir/a.c" "$@" >/dev/null 2>&1
	setup_status=$?
	rm -r "$setup_dir"
	return $setup_status
}

# setup_has PROBE ARGUMENT...
setup_has() {
	case $1 in
	command) command -v "$2" >/dev/null 2>&1 ;;
	module) pkg-config --exists "$2" 2>/dev/null ;;
	library) setup_links cc "$2" "-l$3" ;;
	python) python3 -c "import $2" 2>/dev/null || /usr/bin/python3 -c "import $2" 2>/dev/null ;;
	sanitizer) setup_links "$2" stddef.h -fsanitize=address ;;
	esac
}

# setup_missing ROWS: the rows whose probe fails.
setup_missing() {
	echo "$1" | while read -r setup_package setup_probe; do
		[ -n "$setup_package" ] || continue
		# shellcheck disable=SC2086 # a probe is words
		setup_has $setup_probe || echo "$setup_package $setup_probe"
	done
}

# setup_packages ROWS: their packages, each once, on one line.
setup_packages() {
	echo "$1" | awk '!seen[$1]++ { printf "%s%s", sep, $1; sep = " " }'
}

# setup_probes ROWS: what was looked for, for systems where Debian's package names mean nothing.
setup_probes() {
	echo "$1" | awk '
		$2 == "library" { $0 = "x x " $3 " with lib" $4 }
		$2 == "module" { $0 = "x x " $3 " (a pkg-config module)" }
		$2 == "python" { $0 = "x x " $3 " (a Python module)" }
		$2 == "sanitizer" { $0 = "x x AddressSanitizer for " $3 }
		{ sub(/^[^ ]+ [^ ]+ /, ""); printf "%s%s", sep, $0; sep = ", " }'
}

# setup_apt LOG PREFIX PACKAGE...: PREFIX is sudo, or empty for root.
setup_apt() {
	setup_log=$1 setup_sudo=$2
	shift 2
	# A failing update is not the end: one dead source leaves the other lists good.
	# The lock timeout waits for an automatic upgrade that is under way on a fresh machine.
	{
		$setup_sudo env DEBIAN_FRONTEND=noninteractive apt-get update
		echo "== install"
		$setup_sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 \
			install -y --no-install-recommends "$@"
	} </dev/null >"$setup_log" 2>&1
}

# setup_cause LOG: apt's first complaint about the installation; later ones only sum up.
setup_cause() {
	sed -n '/^== install/,$ s/^E: /: /p' "$1" | head -n 1
}

# setup_root: prints the prefix that makes a command root's; fails where there is none.
setup_root() {
	[ "$(id -u)" -ne 0 ] || return 0
	command -v sudo >/dev/null 2>&1 && sudo true 2>/dev/null && echo sudo
}

# setup_install ROWS LOG
setup_install() {
	setup_names=$(setup_packages "$1")
	if ! command -v apt-get >/dev/null 2>&1; then
		setup_say "missing, and there is no apt-get here to install them: $(setup_probes "$1")"
		return 1
	fi
	if ! setup_prefix=$(setup_root); then
		setup_say "missing packages, to be installed by root: apt-get install $setup_names"
		return 1
	fi
	setup_say "installing with apt: $setup_names"
	# shellcheck disable=SC2086 # names are words
	if ! setup_apt "$2" "$setup_prefix" $setup_names; then
		setup_say "apt-get could not install $setup_names$(setup_cause "$2") (its output is in $2)"
		return 1
	fi
}

# setup ROWS LOG: returns 0 when all that ROWS name is there, else says in one sentence what is not.
# LOG takes apt's output.
setup() {
	setup_rows=$(setup_missing "$1")
	[ -n "$setup_rows" ] || return 0
	mkdir -p "$(dirname "$2")" && setup_install "$setup_rows" "$2" || return 1
	setup_rows=$(setup_missing "$1")
	[ -z "$setup_rows" ] || {
		setup_say "still missing after apt-get installed it: $(setup_probes "$setup_rows")"
		return 1
	}
}

# setup_and_build ROOT: all that scripts which run netio do first. What is said goes to stderr, so that
# stdout holds netio's results alone.
setup_and_build() {
	setup "$SETUP_BUILD" "$1/build/apt.log" || return 1
	if ! mkdir -p "$1/build" || [ ! -w "$1/build" ]; then
		setup_say "cannot write in $1/build"
		return 1
	fi
	setup_say "building ..."
	make -C "$1" -j"$(nproc 2>/dev/null || echo 2)" >"$1/build/quickstart.log" 2>&1 && return 0
	cat "$1/build/quickstart.log" >&2
	setup_say "the build failed; the log above is in $1/build/quickstart.log"
	return 1
}

# setup_script ROOT NAME OPERAND ARGUMENT...: what a script that runs netio and takes one OPERAND begins with. Sets
# $NETIO to the program, built where none is named, and $tmp to a folder that goes with the script.
setup_script() {
	setup_root_dir=$1 setup_name=$2 setup_operand=$3
	shift 3
	case $#${1:-} in
	0 | 1[!-]*) ;;
	*)
		echo "usage: $setup_name [$setup_operand]" >&2
		exit 2
		;;
	esac
	if [ -z "${NETIO:-}" ]; then
		setup_and_build "$setup_root_dir" || exit 1
		NETIO=$setup_root_dir/build/netio
	fi
	command -v "$NETIO" >/dev/null || {
		echo "$setup_name: there is no program '$NETIO'" >&2
		exit 2
	}
	tmp=$(mktemp -d) || exit 1
	trap 'rm -rf "$tmp"' EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
}
