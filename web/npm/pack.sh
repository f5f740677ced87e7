#!/usr/bin/env bash
# Packs the library for WebAssembly as a package of npm: target/npm/dlx3-VERSION.tgz. WASM names a
# library that is built already.
#
# Exit status: 0 packed; 1 a fault; 3 something that it takes is missing, which is said.
set -euo pipefail
cd "$(dirname "$0")"
target=$(mkdir -p "${CARGO_TARGET_DIR:-../../target}" && cd "${CARGO_TARGET_DIR:-../../target}" && pwd)
wasm=${WASM:-$target/web/package.wasm}
target=$target/npm
command -v npm > /dev/null || { echo 'npm: skipped: no npm, so nothing is packed' >&2; exit 3; }
status=0
[ -n "${WASM:-}" ] || PACKAGE=1 ../build.sh || status=$?
[ "$status" -ne 3 ] || echo 'npm: skipped: no library for WebAssembly, so nothing is packed' >&2
[ "$status" -eq 0 ] || exit "$status"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' ../Cargo.toml | head -n 1)
grep -q "^  \"version\": \"$version\",$" package.json || { echo "npm: package.json has another version than $version" >&2; exit 1; }
rm -rf "$target/package"
mkdir -p "$target/package"
cp -r package.json README.md lib ../../LICENSE-APACHE ../../LICENSE-MIT "$target/package/"
cp ../page/library.js "$target/package/lib/"
cp "$wasm" "$target/package/lib/dlx3.wasm"
rm -f "$target"/dlx3-*.tgz
cd "$target"
npm pack ./package --pack-destination . --ignore-scripts --loglevel=error > /dev/null
size() {
    echo "$((($(wc -c < "$1") + 512) / 1024)) KB"
}
echo "npm: packed target/npm/dlx3-$version.tgz: $(size "dlx3-$version.tgz"), of which dlx3.wasm is $(size package/lib/dlx3.wasm) when unpacked"
