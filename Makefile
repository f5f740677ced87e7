# `make demo` and `make test` are for newcomers, all other targets for maintainers.

.PHONY: demo test test-all lint test-python wheels web test-web npm test-npm site test-site build pages install dist deny bench compare ablate fuzz fuzz-answers fuzz-journals fuzz-growth fuzz-c

PREFIX = /usr/local
TARGET = $(or $(CARGO_TARGET_DIR),target)
PROGRAMS = $(basename $(notdir $(wildcard src/bin/*.rs)))

# The best instructions of this machine for which there is an engine, if any.
CPU = $(shell cat /proc/cpuinfo 2>/dev/null || sysctl -n machdep.cpu.leaf7_features 2>/dev/null)
VECTORS = $(if $(findstring avx512_vpopcntdq,$(CPU)),avx512,$(if $(findstring avx2,$(CPU))$(findstring AVX2,$(CPU)),avx2))

# The color example of the DLX3 text, from input to checked solutions. Built without answers, puzzles
# and other processors' instructions.
demo:
	@echo 'The search is built for $(if $(VECTORS),this processor ($(VECTORS)) and )any other; `make build` has all.'
	cargo build --release --locked --no-default-features --features 'cli $(VECTORS)' --bin dlx3 --bin dlx-check
	@echo '--- testdata/colors.dlx'
	@cat testdata/colors.dlx
	@echo '--- dlx3 m1 v1 < testdata/colors.dlx'
	@"$(TARGET)/release/dlx3" m1 v1 < testdata/colors.dlx
	@echo '--- dlx3 m1 v0 < testdata/colors.dlx | dlx-check testdata/colors.dlx'
	@"$(TARGET)/release/dlx3" m1 v0 < testdata/colors.dlx | "$(TARGET)/release/dlx-check" testdata/colors.dlx

# What must hold after each change: formatting, lints, the programs of the demo, the pages of the
# library, unit tests with debug assertions; then the tests in tests/ and the doc tests, on programs
# as they are built for release. Long tests, and most of what a test repeats, are left to test-all.
test: lint
	cargo test --locked --workspace --lib --features serde
	cargo test --locked --release --workspace $(TESTS)
	cargo test --locked --release --workspace --doc

# All there is: long tests, all recorded runs with all engines; the packages for Python and for
# JavaScript, the page in a browser, the site. What a test lacks (a solver, a browser) is told.
test-all: export ALL_TESTS = 1
test-all: lint
	cargo test --locked --workspace --lib --features serde -- --include-ignored
	cargo test --locked --release --workspace $(TESTS) -- --include-ignored
	cargo test --locked --release --workspace --doc
	$(MAKE) --no-print-directory test-python
	$(MAKE) --no-print-directory wheels
	$(MAKE) --no-print-directory test-site
	$(MAKE) --no-print-directory web
	$(MAKE) --no-print-directory test-web
	$(MAKE) --no-print-directory test-npm

TESTS = --test '*' --example pages --example growth-fuzz

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --features serde --locked -- -D warnings
	cargo check --bins --no-default-features --features cli --locked
	cargo check --lib --no-default-features --locked
	RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --lib --features serde --locked

# Tests the Python package in a virtual environment of its own. Without python3, it says that
# nothing is tested.
test-python:
	python/test.sh

# Wheels for Linux in target/wheels/dist, installed and tested in each Python that is installed.
# WHEELS selects wheels, WHEELS=here one for this machine alone; PYTEST has arguments for pytest.
wheels:
	WHEELS='$(WHEELS)' VECTORS='$(VECTORS)' python/wheels.sh $(PYTEST)

# The page, static files in web/dist. Without a compiler for WebAssembly, it says what is missing.
web:
	web/build.sh

# Checks the page's crate, and tests the page in Node and in a browser. Without Node, its packages or
# Chromium, it says that nothing is tested.
test-web:
	cargo fmt --check --manifest-path web/Cargo.toml
	cargo clippy --locked --manifest-path web/Cargo.toml --target-dir "$(TARGET)/web-lint" -- -D warnings
	web/test.sh

# The package for JavaScript: target/npm/dlx3-VERSION.tgz. Needs npm and the tools for the page.
npm:
	@status=0; web/npm/pack.sh || status=$$?; [ $$status -eq 3 ] || exit $$status

# Installs the package for JavaScript in an empty folder and tests it there, in Node and in a
# browser. It says which tools are missing.
test-npm:
	web/npm/test.sh

# The documents as a static site in target/site, with the page if it has been built.
SITE = --locked --manifest-path site/Cargo.toml --target-dir "$(TARGET)/site-build"

site:
	cargo run $(SITE) -- . "$(TARGET)/site"

# The site's tests: all links lead somewhere.
test-site:
	cargo fmt --check --manifest-path site/Cargo.toml
	cargo clippy --all-targets $(SITE) -- -D warnings
	cargo test $(SITE)

build:
	cargo build --release --locked

# Man pages, and completions for bash, zsh and fish, in target/pages with the folders that they have
# below PREFIX.
pages:
	rm -rf "$(TARGET)/pages"
	cargo run --release --locked --example pages -- "$(TARGET)/pages"

# Installs the programs and their pages below PREFIX (below DESTDIR/PREFIX, for packagers).
install: build pages
	install -d "$(DESTDIR)$(PREFIX)/bin"
	for program in $(PROGRAMS); do \
		install -m 755 "$(TARGET)/release/$$program" "$(DESTDIR)$(PREFIX)/bin" || exit 1; \
	done
	(cd "$(TARGET)/pages" && find * -type f) | while read -r page; do \
		to="$(DESTDIR)$(PREFIX)/$$page"; \
		install -d "$${to%/*}" && install -m 644 "$(TARGET)/pages/$$page" "$$to" || exit 1; \
	done

# An archive of programs, pages and licences in target/dist, with the same bytes in each build.
dist:
	scripts/dist.sh

# Checks licences, known faults and versions of all dependencies, and whether the library's
# interface has changed since BASELINE (a commit or tag) more than its version says.
deny:
	@if command -v cargo-deny > /dev/null; then cargo deny --locked check; \
	else echo 'skipped: no cargo-deny'; fi
	@if [ -z '$(BASELINE)' ]; then echo 'skipped: no BASELINE for cargo semver-checks'; \
	elif command -v cargo-semver-checks > /dev/null; then cargo semver-checks --baseline-rev '$(BASELINE)'; \
	else echo 'skipped: no cargo-semver-checks'; fi

# Benchmarks of single parts, then of whole processes: a few minutes.
bench: build
	cargo bench --locked --bench parts
	@$(MAKE) --no-print-directory compare

# The tables of docs/performance.md: our own times, and those of the programs that these variables
# name:
#   REFERENCE_DLX3                             the C program (REFERENCE_BUILD: how it was built)
#   REFERENCE_DLX6, REFERENCE_DLX6_NOMRV       the two programs of DLX6, for counting
#   REFERENCE_DLX2                             DLX2, for dlx2
#   REFERENCE_PYTHON                           a Python with highspy and ortools, for dlx best
# COMPARE takes other options, such as `--only best`.
compare: build
	cargo run --release --locked --example compare -- $(COMPARE)

# Measures what each technique saves: the yardsticks with one technique off at a time, by classes
# and instruction sets. Takes an hour or more. ABLATE takes other options, such as `--only Sudoku
# --technique lengths --runs 5`.
ablate: build
	cargo run --release --locked --example compare -- --ablate $(ABLATE)

# All fuzzers, for hours: answers, journals, readers of text, and, if REFERENCE_DLX3 is the path of
# the C program, dlx3 against it. FUZZ_ANSWERS, FUZZ_JOURNALS, FUZZ_GROWTH and FUZZ take other
# options, such as `--cases 5000`.
fuzz: fuzz-answers fuzz-journals fuzz-growth
	@if [ -n "$$REFERENCE_DLX3" ]; then $(MAKE) --no-print-directory fuzz-c; \
	else echo 'skipped: fuzz-c, as REFERENCE_DLX3 is not set'; fi

# Compares answers with brute force on random small problems.
FUZZ_ANSWERS = --cases 100000

fuzz-answers: build
	cargo run --release --locked --example answers-fuzz -- $(FUZZ_ANSWERS)

# Damages and forges journals of searches in parts. Resuming, merging and auditing must get them
# right or refuse them.
FUZZ_JOURNALS = --cases 100000

fuzz-journals:
	cargo run --release --locked --example journal-fuzz -- $(FUZZ_JOURNALS)

# Finds texts whose readers take more than twice as much for twice the text.
FUZZ_GROWTH = --cases 1000

fuzz-growth: build
	cargo run --release --locked --example growth-fuzz -- $(FUZZ_GROWTH)

# Compares dlx3 with the C program on random cases; reports differences, and cases that are slower.
fuzz-c: build
	cargo run --release --locked --example differential-fuzz -- --times $(FUZZ)
