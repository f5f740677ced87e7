#!/usr/bin/env bash
# Prints how long the searches in a Sudoku grid take: user CPU seconds of one
# thread, the best of several runs of the release build.
#
#   scripts/sudoku-search-times.sh [GRID...]
#
# Without grids it takes the solution of the first puzzle of Norvig's list top95,
# and the solutions of two of his hardest. 17 clues are scanned in the first only.
set -euo pipefail
# Numbers need a decimal point.
export LC_ALL=C
cd "$(dirname "$0")/.."
cargo build --release --quiet --bin sudoku
sudoku=target/release/sudoku
grids=("$@")
if [ ${#grids[@]} -eq 0 ]; then
    grids=(
        417369825632158947958724316825437169791586432346912758289643571573291684164875293
        859612437723854169164379528986147352375268914241593786432981675617425893598736241
        162857493534129678789643521475312986913586742628794135356478219241935867897261354
    )
fi

# best RUNS COMMAND...: the least user time of RUNS runs
best() {
    local runs=$1 least="" seconds
    shift
    TIMEFORMAT=%U
    for ((run = 0; run < runs; run++)); do
        seconds=$({ time "$@" >/dev/null 2>&1; } 2>&1)
        # In milliseconds, without the decimal point.
        if [ -z "$least" ] || ((10#${seconds/./} < 10#${least/./})); then
            least=$seconds
        fi
    done
    echo "$least"
}

for grid in "${grids[@]}"; do
    echo "$grid"
    for size in 12 14; do
        sets=$("$sudoku" ua "$grid" --max-size "$size" | wc -l)
        echo "  all $sets minimal unavoidable sets up to size $size: $(best 5 "$sudoku" ua "$grid" --max-size "$size") s"
    done
    echo "  scan for 16 clues: $(best 3 "$sudoku" scan "$grid" --clues 16 --quiet) s"
    if [ "$grid" = "${grids[0]}" ]; then
        echo "  scan for 17 clues: $(best 2 "$sudoku" scan "$grid" --clues 17 --quiet) s"
    fi
done
