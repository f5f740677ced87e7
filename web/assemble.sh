#!/usr/bin/env bash
# Puts the page into web/dist: `assemble.sh FILE.wasm`, with the files of web/page.
set -euo pipefail
cd "$(dirname "$0")"
rm -rf dist.new
mkdir dist.new
find page -maxdepth 1 -type f -exec cp -t dist.new {} +
# Scripts that have a room of their own stand beside the others there.
find page -mindepth 2 -type f -name '*.js' | while IFS= read -r file; do
    [ ! -e "dist.new/${file##*/}" ] || { echo "web: two files are named ${file##*/}" >&2; exit 1; }
    cp "$file" dist.new/
done
sed -i -E "s#^(import .* from ')(\.{1,2}/)+([a-z-]+/)*#\1./#" dist.new/*.js
cp "$1" dist.new/dlx3.wasm
chmod 644 dist.new/*
joined=$(awk -f join.awk dist.new/*.js)
# shellcheck disable=SC2086 # names are words
rm -f $joined
# Lines of comments, and blanks that begin lines, stay here: they are a seventh of the scripts. (No text
# within a script has lines that begin so.)
sed -i -E '/^[[:space:]]*(\/\/|\/\*\*.*\*\/$)/d; /^[[:space:]]*\/\*\*$/,/\*\/$/d; s/^ +//' dist.new/*.js
sed -i -E '/^\/\*.*\*\/$/d; s/^ +//' dist.new/*.css
# The service worker keeps exactly these files, and asks for them again when one of them has changed.
files=$(cd dist.new && find . -type f ! -name sw.js | sed 's|^\./||' | LC_ALL=C sort)
# shellcheck disable=SC2086 # names are words
stamp=$(cd dist.new && cat $files | sha256sum | cut -c 1-16)
# shellcheck disable=SC2086
list=$(printf "'%s', " $files)
sed -i "s|'FILES'|${list%, }|; s|'STAMP'|'$stamp'|" dist.new/sw.js
rm -rf dist
mv dist.new dist
echo "web: built web/dist, $(du -sk dist | cut -f 1) KB"
