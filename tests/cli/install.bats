#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What make installs works, and what it uninstalls is gone. Nothing is built or left in the source folder.

load helper

# made ARGUMENT...: make as someone at a shell would call it, with a build folder of its own. Not optimized:
# only whether it works matters, and the compiler has other work in a test run.
made() {
	LIMIT=120 with env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -C "$ROOT" -j2 CFLAGS=-O0 "BUILD=$BATS_FILE_TMPDIR/build" "$@"
}

setup() {
	[ -z "${NETIO_SANITIZED:-}" ] || skip "it is the same for every build"
	command -v make >/dev/null || skip "make is not installed"
	DEST=$BATS_TEST_TMPDIR/d
}

@test "install, run, uninstall leaves no file" {
	git -C "$ROOT" status --porcelain >"$BATS_TEST_TMPDIR/before" 2>/dev/null || true
	made install "DESTDIR=$DEST" prefix=/usr
	expect_status 0
	with "$DEST/usr/bin/netio" run "${ONE[@]}" --count=2 --size=64 --offset=0 --verify
	expect_status 0
	has "$OUT" '^unix .*[0-9]  few$'
	cmp "$DEST/usr/share/man/man1/netio.1" "$ROOT/man/netio.1"
	cmp "$DEST/usr/share/bash-completion/completions/netio" "$ROOT/cli/netio.bash"
	[ -x "$DEST/usr/share/netio/sweep-offsets" ]
	cmp "$DEST/usr/include/netio/copy.h" "$ROOT/copy/copy.h"
	[ -s "$DEST/usr/share/netio/examples/copy-plugin.c" ]
	[ -s "$DEST/usr/share/netio/athlon.md" ]
	cmp "$DEST/usr/share/netio/athlon-mp1800-shift5.log" "$ROOT/reference/athlon-mp1800-shift5.log"
	find "$DEST" -type f | grep -v "^$DEST/usr/" >"$OUT" || true
	silent "$OUT"
	made uninstall "DESTDIR=$DEST" prefix=/usr
	expect_status 0
	find "$DEST" ! -type d >"$OUT"
	silent "$OUT"
	git -C "$ROOT" status --porcelain 2>/dev/null | diff "$BATS_TEST_TMPDIR/before" - || fail "the source folder has changed"
}

@test "uninstall leaves what others have installed" {
	mkdir -p "$DEST/opt/bin" "$DEST/opt/share/man/man1"
	touch "$DEST/opt/bin/other" "$DEST/opt/share/man/man1/other.1"
	made install "DESTDIR=$DEST" prefix=/opt
	expect_status 0
	made uninstall "DESTDIR=$DEST" prefix=/opt
	expect_status 0
	[ "$(find "$DEST" -type f | sort | paste -sd' ')" = "$DEST/opt/bin/other $DEST/opt/share/man/man1/other.1" ]
}

@test "uninstall empties no folder that is shared, whatever datadir is" {
	mkdir -p "$DEST/usr/share/others"
	touch "$DEST/usr/share/others/file" "$DEST/usr/share/other.log"
	made install "DESTDIR=$DEST" prefix=/usr datadir=/usr/share
	expect_status 0
	made uninstall "DESTDIR=$DEST" prefix=/usr datadir=/usr/share
	expect_status 0
	[ -e "$DEST/usr/share/others/file" ]
	[ "$(find "$DEST" -type f | sort | paste -sd' ')" = "$DEST/usr/share/other.log $DEST/usr/share/others/file" ]
}

@test "the source archive builds" {
	git -C "$ROOT" rev-parse -q --verify HEAD >/dev/null 2>&1 || skip "there is no commit to make it from"
	made dist
	expect_status 0
	mkdir "$BATS_TEST_TMPDIR/source"
	tar -xzf "$BATS_FILE_TMPDIR"/build/netio-*.tar.gz -C "$BATS_TEST_TMPDIR/source"
	LIMIT=120 with env -u MAKEFLAGS -u MAKELEVEL make -C "$BATS_TEST_TMPDIR"/source/netio-* -j2 CFLAGS=-O0
	expect_status 0
	with "$BATS_TEST_TMPDIR"/source/netio-*/build/netio --version
	expect_status 0
}

@test "make help lists the targets" {
	made help
	expect_status 0
	for target in all check bench install uninstall dist clean help; do
		has "$OUT" "^$target +[a-z]"
	done
}
