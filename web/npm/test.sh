#!/usr/bin/env bash
# Packs the package, installs it in an empty folder, and tests it there: in Node, its types, and in
# Chromium. What is missing is told, and is a fault if REQUIRE_TOOLS names it (see
# tests/common/tools.rs): `node`, `npm`, `chromium`, `wasm-ld`.
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD
target=$(mkdir -p "${CARGO_TARGET_DIR:-../../target}" && cd "${CARGO_TARGET_DIR:-../../target}" && pwd)/npm
skip() {
    echo "skipped: no $1, so $2" >&2
    case ",${REQUIRE_TOOLS-}," in
    *,1,* | *,"$1",*) exit 1 ;;
    esac
    exit 0
}
command -v node > /dev/null || skip node 'the package is not tested'
node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || skip node 'the package is not tested (it takes version 20)'
command -v npm > /dev/null || skip npm 'the package is neither packed nor tested'
status=0
./pack.sh || status=$?
[ "$status" -ne 3 ] || skip wasm-ld 'the package is not tested'
[ "$status" -eq 0 ] || exit "$status"

# As a user does it: an empty folder, the file, three lines.
project=$target/project
rm -rf "$project"
mkdir -p "$project"
cd "$project"
npm install --offline --no-audit --no-fund --loglevel=error "$target"/dlx3-*.tgz
printf '%s\n' "import { gen } from 'dlx3';" 'const queens = await gen.queens(8);' 'console.log(`${await queens.count()}`);' > eight.mjs
told=$(node eight.mjs)
[ "$told" = 92 ] || { echo "npm: eight queens have 92 solutions, not $told" >&2; exit 1; }
cp "$here"/tests/node/* .
ROOT=$(cd "$here/../.." && pwd) node --test .

cd "$here/tests"
if [ ! -d node_modules/playwright-core ] || [ ! -d node_modules/typescript ]; then
    timeout 120 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error ||
        skip npm 'types are not checked, nor is the package tested in a browser (playwright-core and typescript cannot be installed)'
fi
cp types.mts tsconfig.json "$project/"
node node_modules/typescript/bin/tsc --project "$project"
echo 'npm: types are right'
chromium=${CHROMIUM:-$(command -v chromium || true)}
[ -n "$chromium" ] || skip chromium 'the package is not tested in a browser'
CHROMIUM=$chromium PROJECT=$project node --test browser.test.js
