#!/usr/bin/env bash
# Builds wheels for Linux into target/wheels/dist, and installs and tests those that run here, in a
# fresh environment of each Python at hand. Arguments go to pytest.
#
# WHEELS names what is built, of these: manylinux-x86_64 musllinux-x86_64 manylinux-aarch64
# musllinux-aarch64. Without it, all are built whose standard library is there: that of rustup, if
# `rustup target add` has been done; else it is compiled here from the sources that Debian packages
# (rustc-web, rust-web-src). zig, from PyPI, links against old versions of libc.
#
# WHEELS=here builds one wheel for this machine alone, sooner: its search has the instructions of this
# processor (VECTORS, as the Makefile finds them) and those of any. It counts eight queens; no test runs.
#
# AARCH64_ROOT is a folder with the files of an aarch64 system that has Python: then that wheel is
# tested, too, by qemu-aarch64. What is skipped is told.
set -euo pipefail
cd "$(dirname "$0")"
target=$(mkdir -p "${CARGO_TARGET_DIR:-../target}" && cd "${CARGO_TARGET_DIR:-../target}" && pwd)/wheels
say() {
    echo "wheels: $*"
}
command -v python3 > /dev/null || { say 'skipped: no python3, so no wheel is built' >&2; exit 0; }
tools=$target/tools
if [ ! -x "$tools/bin/python" ]; then
    python3 -m venv "$tools"
fi
dist=$target/dist
if [ "${WHEELS-}" = here ]; then
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check 'maturin>=1.8,<2' ||
        { say 'skipped: maturin cannot be installed, so no wheel is built' >&2; exit 0; }
    began=$SECONDS
    rm -rf "$dist"
    CARGO_TARGET_DIR=$target/build "$tools/bin/maturin" build --quiet --release --locked --no-default-features \
        --features "${VECTORS-}" --out "$dist"
    file=$(find "$dist" -name '*.whl')
    say "built in $((SECONDS - began)) seconds: $file"
    rm -rf "$target/venv"
    python3 -m venv "$target/venv"
    "$target/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$file"
    told=$("$target/venv/bin/python" -c 'import dlx3; print(dlx3.gen.queens(8).count())')
    [ "$told" = 92 ] || { say "eight queens have 92 solutions, not $told" >&2; exit 1; }
    exit
fi
"$tools/bin/python" -m pip install --quiet --disable-pip-version-check 'maturin>=1.8,<2' 'ziglang>=0.13' 'auditwheel>=6.2' ||
    { say 'skipped: maturin, ziglang or auditwheel cannot be installed, so no wheel is built' >&2; exit 0; }
PATH=$tools/bin:$PATH
rm -rf "$dist"
mkdir -p "$dist"

# The triple of a wheel, and the tag that it gets.
triple_of() {
    case $1 in
    manylinux-*) echo "${1#*-}-unknown-linux-gnu" ;;
    musllinux-*) echo "${1#*-}-unknown-linux-musl" ;;
    *) say "\`$1' is none of the wheels" >&2 && return 1 ;;
    esac
}
tag_of() {
    case $1 in
    manylinux-*) echo "manylinux_2_17_${1#*-}" ;;
    musllinux-*) echo "musllinux_1_2_${1#*-}" ;;
    esac
}

# `build WHEEL`: 3 if there is no standard library for it.
build() {
    local triple compatibility
    triple=$(triple_of "$1") || return 1
    compatibility=manylinux2014
    [ "${1%-*}" = manylinux ] || compatibility=musllinux_1_2
    local options=(--release --locked --zig --target "$triple" --compatibility "$compatibility"
        --interpreter python3.9 --out "$dist")
    if [ -d "$(rustc --print sysroot)/lib/rustlib/$triple/lib" ]; then
        say "$1: the compiler is $(rustc --version)"
        CARGO_TARGET_DIR=$target/build maturin build --quiet "${options[@]}"
    elif [ -x /usr/bin/rustc ] && [ -f "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock" ]; then
        say "$1: the compiler is Debian's $(/usr/bin/rustc --version); the standard library is compiled, too"
        RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc CARGO_TARGET_DIR=$target/build-std \
            maturin build --quiet "${options[@]}" -Z build-std=std,panic_unwind
    else
        return 3
    fi
}

# `audit FILE`: the tag that auditwheel finds, or all that it says. It looks in a folder without
# libraries: those of this machine may be for another libc. zig calls musl's library `libc.so', and
# auditwheel expects the name that Alpine has for it; the loader of musl takes both for itself.
audit() {
    mkdir -p "$target/none"
    auditwheel show --json --ldpaths "$target/none" "$1" | "$tools/bin/python" -c 'import json, sys
told = json.load(sys.stdin)
is_musl = told["sym_tag"].startswith("musllinux") and set(told["external_libs"]) == {"libc.so"}
print(told["sym_tag" if is_musl else "overall_tag"], json.dumps(told, indent=1), sep="\n")'
}

for wheel in ${WHEELS:-manylinux-x86_64 musllinux-x86_64 manylinux-aarch64 musllinux-aarch64}; do
    status=0
    build "$wheel" || status=$?
    if [ "$status" -eq 3 ]; then
        say "skipped: $wheel: no standard library for it: it takes \`rustup target add $(triple_of "$wheel")', or Debian's packages rustc-web and rust-web-src" >&2
        continue
    fi
    [ "$status" -eq 0 ] || exit "$status"
    tag=$(tag_of "$wheel")
    file=$(find "$dist" -name "*$tag*.whl")
    shown=$(audit "$file")
    # Whoever has the tag's libc can use the wheel.
    grep -qxF "$tag" <<< "$shown" || { say "auditwheel does not find that $file is $tag:" "$shown" >&2; exit 1; }
    say "$wheel: ${file##*/}, $((($(wc -c < "$file") + 512) / 1024)) KB"
done

# Interpreters of 3.9 or later, one of each version: on PATH, and what pyenv and uv have.
interpreters() {
    local candidate
    {
        for candidate in 9 10 11 12 13 14 15; do
            command -v "python3.$candidate" || true
        done
        command -v python3
        if command -v pyenv > /dev/null; then
            find "$(pyenv root)/versions" -path '*/bin/python3' 2> /dev/null || true
        fi
        if command -v uv > /dev/null; then
            uv python list --offline --only-installed --output-format json | "$tools/bin/python" -c 'import json, sys
for one in json.load(sys.stdin): print(one["path"])' || true
        fi
    } | while read -r candidate; do
        # A shim of pyenv may have nothing behind it.
        "$candidate" -c 'import sys, venv, platform
if sys.version_info >= (3, 9): print(platform.python_version(), sys.executable)' 2> /dev/null || true
    done | sort -V -u -k 1,1
}

# `try_wheel FILE PYTHON PYTEST-ARGUMENT...`: without Rust, and without what else there is.
try_wheel() {
    local file=$1 python=$2 venv=$target/venv began
    shift 2
    rm -rf "$venv"
    "$python" -m venv "$venv"
    began=$(date +%s.%N)
    env -i PATH=/usr/bin:/bin HOME="$target" "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$file"
    say "$("$venv/bin/python" --version): installed in $("$venv/bin/python" -c "import time; print(f'{time.time() - $began:.1f}')") seconds, without Rust"
    local told
    told=$("$venv/bin/python" -c 'import dlx3; print(dlx3.gen.queens(8).count())')
    [ "$told" = 92 ] || { say "eight queens have 92 solutions, not $told" >&2; exit 1; }
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check pytest ||
        { say 'skipped: the tests: pytest cannot be installed' >&2; return 0; }
    "$venv/bin/python" -m pytest -q -p no:cacheprovider "${@:-tests}"
}

here=$(find "$dist" -name "*manylinux*_$(uname -m).whl")
if [ -z "$here" ]; then
    say "skipped: the tests: no wheel for this machine ($(uname -m)) is built" >&2
else
    while read -r version python <&3; do
        say "testing in Python $version"
        try_wheel "$here" "$python" "$@"
    done 3< <(interpreters)
fi
for wheel in "$dist"/*musllinux*.whl; do
    [ ! -e "$wheel" ] || say "skipped: ${wheel##*/} is not run: it takes a Python of a system with musl" >&2
done
foreign=$(find "$dist" -name '*manylinux*_aarch64.whl')
if [ -n "$foreign" ] && [ "$foreign" != "$here" ]; then
    if [ -n "${AARCH64_ROOT-}" ] && command -v qemu-aarch64 > /dev/null; then
        rm -rf "$target/unpacked"
        "$tools/bin/python" -m zipfile -e "$foreign" "$target/unpacked"
        interpreter=$(find "$AARCH64_ROOT/usr/bin" -name 'python3.*[0-9]' -type f | sort -V | tail -n 1)
        told=$(PYTHONPATH=$target/unpacked qemu-aarch64 -L "$AARCH64_ROOT" "$interpreter" -c 'import dlx3, platform
print(platform.machine(), dlx3.gen.queens(8).count(), len(list(dlx3.gen.langford(7).solutions())))')
        [ "$told" = 'aarch64 92 52' ] || { say "under QEMU, the wheel for aarch64 says: $told" >&2; exit 1; }
        say 'the wheel for aarch64 counts under QEMU'
    else
        say 'skipped: the wheel for aarch64 is not run: it takes qemu-aarch64 and AARCH64_ROOT' >&2
    fi
fi
