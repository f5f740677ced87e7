#!/bin/sh
# How many parts to make of a search, by an estimate of how long it takes.
#
#   scripts/parts-count.sh FILE.dlx [WORD | OPTION]...
#
# Prints a number from 10 to 10000, such that each part takes about PART_SECONDS (600) on one thread,
# by the upper end of the range of `dlx estimate`. Stderr gives the reason. Without an estimate it
# prints 100. The parts scripts call it if PARTS is `auto'.
set -u
# Numbers need a decimal point.
export LC_ALL=C
if [ $# -lt 1 ]; then
    sed -n 's/^#   //p' "$0" >&2
    exit 2
fi
problem=$1
shift
sharp=
for word; do
    [ "$word" = --sharp ] && sharp=--sharp
done
# Such as {"exact":false,...,"seconds":{"estimate":1.2e3,"low":1e3,"high":1.5e3,...
# shellcheck disable=SC2086 # nothing, or an option
told=$(dlx estimate --json --time 2s $sharp "$problem" 2> /dev/null)
printf '%s\n' "$told" | awk -v each="${PART_SECONDS:-600}" -v name="$0" '
    match($0, /"seconds":[{][^}]*"high":[0-9.e+-]+/) {
        high = substr($0, RSTART, RLENGTH)
        sub(/.*"high":/, "", high)
        seconds = high + 0
    }
    END {
        if (seconds == 0 || each + 0 <= 0) {
            parts = 100
            why = "dlx estimate does not say how long this takes"
        } else {
            parts = seconds / each
            parts = parts > 10000 ? 10000 : parts < 10 ? 10 : int(parts) + (parts > int(parts))
            why = sprintf("this may take %.3g s on one thread", seconds)
        }
        print name ": " why ": " parts " parts" > "/dev/stderr"
        print parts
    }'
