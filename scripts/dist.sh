#!/usr/bin/env bash
# Builds an archive of all programs, their man pages, completions and licences:
#
#     scripts/dist.sh            # writes target/dist/dlx3-VERSION-TARGET.tar.gz and its checksum
#
# On Linux the programs are static (musl) if that target is installed. The archive depends on the
# sources and the compiler alone: two builds in any folders give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
out=${CARGO_TARGET_DIR:-$root/target}
cargo=${CARGO:-cargo}
rustc=${RUSTC:-rustc}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)

host=$("$rustc" -vV | sed -n 's/^host: //p')
target=${DIST_TARGET:-$host}
if [ -z "${DIST_TARGET:-}" ]; then
    static=${host%-gnu}-musl
    if [ "$static" != "$host-musl" ] && [ -d "$("$rustc" --print sysroot)/lib/rustlib/$static/lib" ]; then
        target=$static
    fi
fi

# No path of this machine may stay in a program.
home=${CARGO_HOME:-$HOME/.cargo}
# The encoded form may have paths with blanks.
between=$(printf '\037')
flags=$(printf '%s' "${RUSTFLAGS:-}" | tr -s ' ' "$between")
remap=--remap-path-prefix=$root=dlx3$between--remap-path-prefix=$home=cargo
export CARGO_ENCODED_RUSTFLAGS=${CARGO_ENCODED_RUSTFLAGS-$flags}
CARGO_ENCODED_RUSTFLAGS=${CARGO_ENCODED_RUSTFLAGS:+$CARGO_ENCODED_RUSTFLAGS$between}$remap
export CARGO_TARGET_DIR=$out/dist-build
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 1767225600)
fi

echo "dist: dlx3 $version for $target"
# Pages and notices are made by programs for this machine.
tools=(--example pages --example notices)
if [ "$target" = "$host" ]; then
    built=$CARGO_TARGET_DIR/release
    "$cargo" build --release --locked --bins "${tools[@]}"
else
    built=$CARGO_TARGET_DIR/$target/release
    "$cargo" build --release --locked --bins --target "$target"
    "$cargo" build --release --locked "${tools[@]}"
fi

name=dlx3-$version-$target
folder=$out/dist/$name
rm -rf "$folder" "$folder.tar.gz" "$folder.tar.gz.sha256"
mkdir -p "$folder/bin" "$folder/docs"
for source in src/bin/*.rs; do
    program=$(basename "$source" .rs)
    for file in "$built/$program" "$built/$program.exe"; do
        [ ! -f "$file" ] || install -m 755 "$file" "$folder/bin"
    done
done
"$CARGO_TARGET_DIR/release/examples/pages" "$folder"
"$CARGO_TARGET_DIR/release/examples/notices" "$target" > "$folder/THIRD-PARTY.txt"
install -m 644 README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$folder"
cp -R docs/. "$folder/docs"

sum=(sha256sum)
command -v sha256sum > /dev/null || sum=(shasum -a 256)
(cd "$folder" && find . -type f | sed 's|^\./||' | LC_ALL=C sort | tr '\n' '\0' \
    | xargs -0 "${sum[@]}") > "$out/dist/SHA256SUMS"
mv "$out/dist/SHA256SUMS" "$folder/SHA256SUMS"

# The same order, times and owners, whoever packs it.
stamp=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M.%S 2> /dev/null || date -u -r "$SOURCE_DATE_EPOCH" +%Y%m%d%H%M.%S)
find "$folder" -exec env TZ=UTC touch -t "$stamp" {} +
chmod -R u=rwX,go=rX "$folder"
if tar --version 2> /dev/null | grep -q GNU; then
    owner=(--owner=0 --group=0 --numeric-owner --no-recursion)
else
    owner=(--uid 0 --gid 0 --no-recursion)
fi
(cd "$out/dist" && find "$name" | LC_ALL=C sort | tar --format=ustar "${owner[@]}" -cf - -T -) \
    | gzip -9 -n > "$folder.tar.gz"
(cd "$out/dist" && "${sum[@]}" "$name.tar.gz" > "$name.tar.gz.sha256")
echo "dist: ${folder#"$root"/}.tar.gz"
