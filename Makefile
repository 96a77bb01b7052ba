# SPDX-License-Identifier: MIT
# netio: `make help` lists the targets. CC, CFLAGS, CPPFLAGS, LDFLAGS, prefix and DESTDIR are yours.

VERSION   = 0.1.0
BUILD     = build
prefix    = /usr/local
bindir    = $(prefix)/bin
mandir    = $(prefix)/share/man
includedir = $(prefix)/include
datadir   = $(prefix)/share
pkgdatadir = $(datadir)/netio
compdir   = $(prefix)/share/bash-completion/completions

CC       ?= cc
CFLAGS   ?= -O2 -g
PKGCONF  ?= pkg-config
HWLOC_CFLAGS := $(shell $(PKGCONF) --cflags hwloc)
HWLOC_LIBS   := $(shell $(PKGCONF) --libs hwloc)
JANSSON_CFLAGS := $(shell $(PKGCONF) --cflags jansson)
JANSSON_LIBS   := $(shell $(PKGCONF) --libs jansson)

FOLDERS   = base machine copy transport bench results picture cli
SRC       = $(wildcard $(FOLDERS:%=%/*.c))
OBJ       = $(SRC:%.c=$(BUILD)/%.o)
TESTS     = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))


# What the code needs whatever CFLAGS the user gives. Without the table of calls to libraries (PLT) the
# timed part runs on one page less, which is 1 to 2 % of a small message where a system call empties the TLB.
NEEDS     = -std=gnu11 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -fno-common \
            -fno-plt -pthread -I. -I$(BUILD) $(HWLOC_CFLAGS) $(JANSSON_CFLAGS)
LIBS      = -pthread $(HWLOC_LIBS) $(JANSSON_LIBS) -lm -ldl
COMPILE   = $(CC) $(NEEDS) $(CPPFLAGS) $(CFLAGS)

.PHONY: all run tests check check-unit check-cli bench asan tsan coverage fuzz fmt lint install uninstall dist clean help
.SUFFIXES:

all: $(BUILD)/netio ## build the program (the default)

run: all ## build and run the default sweep
	$(BUILD)/netio

$(BUILD)/netio: $(BUILD)/netio.o $(OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c $(BUILD)/version.h
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<

# Rewritten only when it changes, so that a new commit rebuilds just what prints the version.
$(BUILD)/version.h: FORCE
	@mkdir -p $(@D)
	@{ echo '/* made by make */'; \
	   echo '#define NETIO_VERSION "$(VERSION)"'; \
	   echo "#define NETIO_GIT \"$$(git describe --always --dirty --abbrev=7 2>/dev/null || echo unknown)\""; \
	   echo '#define NETIO_CFLAGS "$(subst ",\",$(CFLAGS))"'; } > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
FORCE:

# An archive for the tests: a test links what it uses, and none of it main().
$(BUILD)/libnetio.a: $(OBJ)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/tests/%: tests/unit/%.c $(BUILD)/libnetio.a
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -MF $@.d -o $@ $< $(BUILD)/libnetio.a $(LDFLAGS) -lcmocka $(LIBS)

$(BUILD)/tests/raw: tests/bench/raw.c
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $< -pthread

$(BUILD)/tests/corrupt.so: tests/cli/corrupt.c
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC -o $@ $< -ldl

# The header as a plug-in sees it, when it is installed.
$(BUILD)/include/netio/copy.h: copy/copy.h
	@mkdir -p $(@D)
	cp $< $@

$(BUILD)/examples/%.so: examples/%.c $(BUILD)/include/netio/copy.h
	@mkdir -p $(@D)
	$(COMPILE) -I$(BUILD)/include -shared -fPIC -o $@ $<

$(BUILD)/tests/plugin.so: tests/cli/plugin.c copy/copy.h
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC -o $@ $<

$(BUILD)/tests/plugin-%.so: tests/cli/plugin.c copy/copy.h
	@mkdir -p $(@D)
	$(COMPILE) -DREFUSED=$* -shared -fPIC -o $@ $<

# What the command-line tests load.
OBJECTS = $(BUILD)/tests/corrupt.so $(BUILD)/examples/copy-plugin.so $(BUILD)/tests/plugin.so \
          $(patsubst %,$(BUILD)/tests/plugin-%.so,1 2 3 4 5 6 7 8 9 10 11)

tests: $(TESTS) $(OBJECTS)

check: ## every test, as CI runs them (needs what scripts/check installs)
	tests/run

check-unit: $(TESTS) ## unit and contract tests
	@for t in $(TESTS); do $$t || exit 1; done

check-cli: all $(OBJECTS) ## command-line tests
	NETIO=$(abspath $(BUILD)/netio) bats tests/cli

bench: all $(BUILD)/tests/raw ## speed against a raw loop and perf bench mem, lockstep's spread, memory
	scripts/bench

asan: ## build and unit tests under AddressSanitizer and UBSan, in build/asan
	$(MAKE) BUILD=build/asan CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all" all check-unit

tsan: ## build and unit tests under ThreadSanitizer, in build/tsan
	$(MAKE) BUILD=build/tsan CFLAGS="-O1 -g -fsanitize=thread" all check-unit

coverage: ## line coverage of unit and CLI tests, in build/coverage
	$(MAKE) BUILD=build/coverage CFLAGS="-O0 -g --coverage" all check-unit check-cli
	gcov -n $$(find build/coverage -name '*.gcda' -not -path '*/tests/*') | grep -A1 '^File .*\.c'

FUZZ_TIME = 60
FUZZ_RUNS = -1
FUZZ_FLAGS = -g -O1 -fno-omit-frame-pointer -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all

# The readers alone, instrumented; what is found is kept in build/fuzz. A run adds nothing to tests/fuzz/corpus.
fuzz: $(BUILD)/version.h ## feed the readers with damaged files, for FUZZ_TIME seconds or FUZZ_RUNS runs (needs clang)
	@mkdir -p $(BUILD)/fuzz/found
	clang $(NEEDS) $(CPPFLAGS) $(FUZZ_FLAGS) -o $(BUILD)/fuzz/read tests/fuzz/read.c $(wildcard results/*.c base/*.c) \
	        $(LDFLAGS) $(LIBS)
	$(BUILD)/fuzz/read -max_total_time=$(FUZZ_TIME) -runs=$(FUZZ_RUNS) -max_len=8192 -timeout=10 -print_final_stats=1 \
	        -dict=tests/fuzz/read.dict -artifact_prefix=$(BUILD)/fuzz/ $(BUILD)/fuzz/found tests/fuzz/corpus

fmt: ## rewrite the sources in the house's layout
	clang-format -i netio.c $$(find $(FOLDERS) tests examples -name '*.[ch]')

lint: $(BUILD)/version.h ## layers, headers alone, layout, shellcheck, mandoc, cppcheck
	scripts/lint

install: all ## install under DESTDIR and prefix
	install -d $(DESTDIR)$(bindir) $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man5 $(DESTDIR)$(pkgdatadir)/examples $(DESTDIR)$(compdir) \
	        $(DESTDIR)$(includedir)/netio
	install -m 755 $(BUILD)/netio $(DESTDIR)$(bindir)/netio
	install -m 644 man/*.1 $(DESTDIR)$(mandir)/man1
	install -m 644 man/*.5 $(DESTDIR)$(mandir)/man5
	install -m 644 cli/netio.bash $(DESTDIR)$(compdir)/netio
	install -m 644 reference/*.md reference/*.log results/netio-results.schema.json $(DESTDIR)$(pkgdatadir)
	install -m 644 copy/copy.h $(DESTDIR)$(includedir)/netio/copy.h
	install -m 644 examples/copy-plugin.c $(DESTDIR)$(pkgdatadir)/examples/copy-plugin.c
	install -m 755 scripts/sweep-offsets $(DESTDIR)$(pkgdatadir)/sweep-offsets

uninstall: ## remove what install put there
	rm -f $(DESTDIR)$(bindir)/netio $(addprefix $(DESTDIR)$(mandir)/man1/,$(notdir $(wildcard man/*.1))) \
	      $(addprefix $(DESTDIR)$(mandir)/man5/,$(notdir $(wildcard man/*.5))) $(DESTDIR)$(compdir)/netio
	rm -f $(DESTDIR)$(pkgdatadir)/sweep-offsets $(DESTDIR)$(pkgdatadir)/netio-results.schema.json \
	      $(addprefix $(DESTDIR)$(pkgdatadir)/,$(notdir $(wildcard reference/*.md reference/*.log)))
	rm -f $(DESTDIR)$(pkgdatadir)/examples/copy-plugin.c $(DESTDIR)$(includedir)/netio/copy.h
	-rmdir $(DESTDIR)$(pkgdatadir)/examples $(DESTDIR)$(pkgdatadir) $(DESTDIR)$(includedir)/netio

dist: ## a source archive of HEAD, in build/
	@mkdir -p $(BUILD)
	git archive --prefix=netio-$(VERSION)/ -o $(BUILD)/netio-$(VERSION).tar.gz HEAD

clean: ## remove everything that was built
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1	/p' $(MAKEFILE_LIST) | expand -t 14

-include $(OBJ:.o=.d) $(BUILD)/netio.d $(TESTS:=.d)
