# The two commands of a newcomer, and those of a maintainer.

.PHONY: demo test test-all lint test-python wheels web test-web npm test-npm site test-site build pages install dist deny bench compare ablate fuzz fuzz-answers fuzz-journals fuzz-growth fuzz-c

PREFIX = /usr/local
TARGET = $(or $(CARGO_TARGET_DIR),target)
PROGRAMS = $(basename $(notdir $(wildcard src/bin/*.rs)))

# The best instructions of this machine that the search is built for; with none of them, it uses
# those that every processor has.
CPU = $(shell cat /proc/cpuinfo 2>/dev/null || sysctl -n machdep.cpu.leaf7_features 2>/dev/null)
VECTORS = $(if $(findstring avx512_vpopcntdq,$(CPU)),avx512,$(if $(findstring avx2,$(CPU))$(findstring AVX2,$(CPU)),avx2))

# The color example of the DLX3 text, from input to checked solutions. Answers, puzzles and other
# processors' instructions are not needed.
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

# The Python package, in a virtual environment of its own. Without python3, nothing is tested, and
# it says so.
test-python:
	python/test.sh

# Wheels for Linux in target/wheels/dist, installed and tested in each Python at hand. WHEELS names
# some of them, PYTEST has words for pytest.
wheels:
	WHEELS='$(WHEELS)' python/wheels.sh $(PYTEST)

# The page, static files in web/dist. Without a compiler for WebAssembly, it says what is missing.
web:
	web/build.sh

# The page's tests, in Node and in a browser. Without Node, its packages or Chromium, nothing is tested,
# and it says so.
test-web:
	web/test.sh

# The package for JavaScript: target/npm/dlx3-VERSION.tgz. It takes npm and what the page takes.
npm:
	@status=0; web/npm/pack.sh || status=$$?; [ $$status -eq 3 ] || exit $$status

# It, installed in an empty folder and tested there, in Node and in a browser. What is missing is
# told.
test-npm:
	web/npm/test.sh

# The documents as a static site in target/site, and the page in it if it has been built.
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

# Man pages, and completions for bash, zsh and fish: in target/pages, as below PREFIX.
pages:
	rm -rf "$(TARGET)/pages"
	cargo run --release --locked --example pages -- "$(TARGET)/pages"

# The programs and their pages, below PREFIX (and DESTDIR, for who makes packages).
install: build pages
	install -d "$(DESTDIR)$(PREFIX)/bin"
	for program in $(PROGRAMS); do \
		install -m 755 "$(TARGET)/release/$$program" "$(DESTDIR)$(PREFIX)/bin" || exit 1; \
	done
	(cd "$(TARGET)/pages" && find * -type f) | while read -r page; do \
		to="$(DESTDIR)$(PREFIX)/$$page"; \
		install -d "$${to%/*}" && install -m 644 "$(TARGET)/pages/$$page" "$$to" || exit 1; \
	done

# An archive of programs, pages and licences in target/dist, the same bytes each time.
dist:
	scripts/dist.sh

# Licences, known faults and versions of all that we depend on; and whether the library's
# interface has changed more than its version says, since BASELINE (a commit or tag).
deny:
	@if command -v cargo-deny > /dev/null; then cargo deny --locked check; \
	else echo 'skipped: no cargo-deny'; fi
	@if [ -z '$(BASELINE)' ]; then echo 'skipped: no BASELINE for cargo semver-checks'; \
	elif command -v cargo-semver-checks > /dev/null; then cargo semver-checks --baseline-rev '$(BASELINE)'; \
	else echo 'skipped: no cargo-semver-checks'; fi

# The parts one by one, then whole processes: a few minutes.
bench: build
	cargo bench --locked --bench parts
	@$(MAKE) --no-print-directory compare

# The tables of docs/performance.md. REFERENCE_DLX3 is the path of the C program, to compare with it (and
# REFERENCE_DLX6 and REFERENCE_DLX6_NOMRV those of the two of DLX6, for counting; REFERENCE_DLX2 that of DLX2, for dlx2),
# REFERENCE_BUILD says how that was built; without it, our own times only. REFERENCE_PYTHON is a Python
# with highspy and ortools, for dlx best. COMPARE takes other options, such as `--only best`.
compare: build
	cargo run --release --locked --example compare -- $(COMPARE)

# What each technique buys: the yardsticks with each of them off, by classes and sets of instructions;
# an hour or more. ABLATE takes other options, such as `--only Sudoku --technique lengths --runs 5`.
ablate: build
	cargo run --release --locked --example compare -- --ablate $(ABLATE)

# All fuzzers, for hours: answers, journals and texts that grow, and dlx3 beside the C program if
# REFERENCE_DLX3 is its path. FUZZ, FUZZ_ANSWERS, FUZZ_JOURNALS and FUZZ_GROWTH take other options,
# such as `--cases 5000`.
fuzz: fuzz-answers fuzz-journals fuzz-growth
	@if [ -n "$$REFERENCE_DLX3" ]; then $(MAKE) --no-print-directory fuzz-c; \
	else echo 'skipped: fuzz-c, as REFERENCE_DLX3 is not set'; fi

# Answers against brute force on random small problems.
FUZZ_ANSWERS = --cases 100000

fuzz-answers: build
	cargo run --release --locked --example answers-fuzz -- $(FUZZ_ANSWERS)

# Journals of searches in parts, damaged and forged: resumed, merged and audited right, or refused.
FUZZ_JOURNALS = --cases 100000

fuzz-journals:
	cargo run --release --locked --example journal-fuzz -- $(FUZZ_JOURNALS)

# Readers of text: what takes more than twice as much for twice the text.
FUZZ_GROWTH = --cases 1000

fuzz-growth: build
	cargo run --release --locked --example growth-fuzz -- $(FUZZ_GROWTH)

# Random cases against the C program: differences, and where dlx3 is slower.
fuzz-c: build
	cargo run --release --locked --example differential-fuzz -- --times $(FUZZ)
