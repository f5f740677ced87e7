#!/usr/bin/env bash
# Builds the page into web/dist: the library for WebAssembly, and the files of web/page.
#
# The target's standard library is that of rustup, if `rustup target add wasm32-unknown-unknown` has
# been done. Else it is compiled here from the sources that Debian packages (rustc-web, rust-web-src,
# lld).
#
# With PACKAGE=1, it builds what the package for JavaScript has instead: target/web/package.wasm.
#
# Exit status: 0 built; 1 a fault; 3 there is no compiler for WebAssembly.
set -euo pipefail
cd "$(dirname "$0")"
target=$(mkdir -p "${CARGO_TARGET_DIR:-../target}" && cd "${CARGO_TARGET_DIR:-../target}" && pwd)/web
triple=wasm32-unknown-unknown

# All browsers since 2023 have vector instructions. The stack is larger than usual: bitmaps need a
# megabyte of it.
export RUSTFLAGS="${RUSTFLAGS-} -C target-feature=+simd128 -C link-arg=-zstack-size=4194304"
mkdir -p "$target"
rm -f "$target/own-std"
options=(--release --locked --target "$triple" --target-dir "$target")
if [ -d "$(rustc --print sysroot)/lib/rustlib/$triple/lib" ]; then
    echo "web: the compiler is $(rustc --version), with its own standard library for $triple"
elif [ -x /usr/bin/rustc ] && command -v wasm-ld > /dev/null &&
    [ -f "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock" ]; then
    echo "web: the compiler is Debian's $(/usr/bin/rustc --version); the standard library is compiled, too"
    export RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
    # Without the messages of panics, which are a tenth of all: a fault ends the worker, and the page says so.
    RUSTFLAGS+=' -Z unstable-options -C panic=immediate-abort'
    options+=(-Z build-std=std,panic_abort)
    touch "$target/own-std"
else
    echo "web: no compiler for $triple: it takes \`rustup target add $triple', or Debian's packages \
rustc-web, rust-web-src and lld" >&2
    exit 3
fi
# Places are written in as few bytes as they take.
link=(-C link-arg=--compress-relocations -C link-arg=--strip-all)
if [ -n "${PACKAGE-}" ]; then
    # Speed counts more than size.
    options+=(--features package)
    for crate in format search answers; do
        options+=(--config "profile.release.package.dlx3-$crate.opt-level=3")
    done
else
    # Less is written out in place of a call than usual.
    link+=(-C llvm-args=-inline-threshold=10)
fi
cargo rustc "${options[@]}" -- "${link[@]}"

if [ -n "${PACKAGE-}" ]; then
    cp "$target/$triple/release/dlx3_web.wasm" "$target/package.wasm"
    exit
fi
./assemble.sh "$target/$triple/release/dlx3_web.wasm"
