#!/usr/bin/env bash
# Times of `sieve solve` in user seconds, the best of RUNS (default 3): all N
# from 4 to 404 together, 700, 600, and then the results for larger N after LONG
# seconds of wall time (default 300).
#
#     scripts/sieve-times.sh
set -euo pipefail
# Numbers need a decimal point.
export LC_ALL=C
cd "$(dirname "$0")/.."
cargo build --release --locked --bin sieve
sieve=target/release/sieve
runs=${RUNS:-3}
TIMEFORMAT=%U

for size in 4..404 700 600; do
    best=
    for ((run = 0; run < runs; run++)); do
        seconds=$({ time $sieve solve "$size" --threads 1 >/dev/null; } 2>&1)
        if [ -z "$best" ] || [ "$(printf '%s\n' "$seconds" "$best" | sort -g | head -n 1)" = "$seconds" ]; then
            best=$seconds
        fi
    done
    echo "$size: $best s"
done

took=$(mktemp)
trap 'rm -f "$took"' EXIT
for size in 800 900 1000 1200 1500; do
    # Status 3: stopped by the limit.
    { time result=$($sieve solve "$size" --time "${LONG:-300}" | head -n 1); } 2>"$took" || true
    echo "$size: $result, $(cat "$took") s"
done
