#!/bin/sh
# How well workers would share a search, computed from the mems of its cubes in the journals of a
# finished search (a run with --resume, or parts). Prints a row of the table in docs/performance.md.
#
#   scripts/parts-workers.sh NAME FOLDER...
#
# A worker takes the next part whenever it finishes one; the time of a part is its mems. Efficiency
# is total mems / (workers * time until the last worker finishes). Columns: mems; cubes; share of the
# largest cube; efficiency of 100 and of 1,000 workers with as many parts as cubes, and of both with
# ten parts for each worker.
set -u
# Numbers need a decimal point.
export LC_ALL=C
if [ $# -lt 2 ]; then
    sed -n 's/^#   //p' "$0" >&2
    exit 2
fi
name=$1
shift
for folder; do
    cat "$folder/journal" || exit 1
done | awk -v name="$name" '
    # The efficiency of a number of workers, with a number of parts.
    function efficiency(workers, parts,    part, cube, cost, last, at, child, time) {
        for (at = 1; at <= workers; at++) time[at] = 0
        last = 0
        for (part = 1; part <= parts && part <= cubes; part++) {
            cost = 0
            for (cube = part; cube <= cubes; cube += parts) cost += mems[cube]
            # The worker at the top of the heap is free first: it takes the part, and sinks.
            cost += time[1]
            if (cost > last) last = cost
            for (at = 1; (child = 2 * at) <= workers; at = child) {
                if (child < workers && time[child + 1] < time[child]) child++
                if (time[child] >= cost) break
                time[at] = time[child]
            }
            time[at] = cost
        }
        return sprintf("%.1f%%", 100 * total / workers / last)
    }
    $1 == "cube" {
        if (!($2 in mems)) cubes++
        mems[$2] = $6
    }
    $1 == "cubes" { all = $2 }
    END {
        if (cubes == 0 || cubes != all) {
            print "parts-workers.sh: " all - cubes " of " all " cubes are not done" > "/dev/stderr"
            exit 1
        }
        for (cube = 1; cube <= cubes; cube++) {
            total += mems[cube]
            if (mems[cube] > largest) largest = mems[cube]
        }
        digits = sprintf("%.1e", total)
        split(digits, scientific, /e\+?0*/)
        printf "| %s | %s*10^%s | %d | %.2f%% | %s | %s | %s | %s |\n", name, scientific[1],
            scientific[2], cubes, 100 * largest / total, efficiency(100, cubes),
            efficiency(1000, cubes), efficiency(100, 1000), efficiency(1000, 10000)
    }'
