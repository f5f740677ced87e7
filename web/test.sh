#!/usr/bin/env bash
# Builds the page and tests it: the boundary in Node, then the page in Chromium. What is missing is
# told, and is a fault if REQUIRE_TOOLS names it (see tests/common/tools.rs): `node`, `npm`, `chromium`,
# `wasm-ld`.
set -euo pipefail
cd "$(dirname "$0")"
skip() {
    echo "skipped: no $1, so $2" >&2
    case ",${REQUIRE_TOOLS-}," in
    *,1,* | *,"$1",*) exit 1 ;;
    esac
    exit 0
}
command -v node > /dev/null || skip node 'the page is not tested'
node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || skip node 'the page is not tested (it takes version 20)'
status=0
./build.sh || status=$?
[ "$status" -ne 3 ] || skip wasm-ld 'the page is not built'
[ "$status" -eq 0 ] || exit "$status"
# In KB of 1,024 bytes. A standard library that is not compiled here has its messages of panics.
PAGE_KB=1245
[ ! -f "${CARGO_TARGET_DIR:-../target}/web/own-std" ] || PAGE_KB=1190
export PAGE_KB
node --test tests/boundary.test.js tests/model.test.js tests/calendar.test.js tests/hand-model.test.js tests/apart-model.test.js
chromium=${CHROMIUM:-$(command -v chromium || true)}
[ -n "$chromium" ] || skip chromium 'the page is not tested in a browser'
if [ ! -d node_modules/playwright-core ] || [ ! -d node_modules/axe-core ]; then
    timeout 120 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error ||
        skip npm 'the page is not tested in a browser (or it cannot install playwright-core)'
fi
CHROMIUM=$chromium node --test --test-concurrency=1 tests/page.test.js tests/front.test.js tests/drawing.test.js tests/sudoku.test.js tests/undo.test.js tests/borders.test.js tests/play.test.js tests/explain.test.js tests/rules.test.js tests/hand.test.js tests/burrs.test.js tests/help.test.js
