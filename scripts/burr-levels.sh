#!/usr/bin/env bash
# Compares how assemblies come apart with BurrTools: its text program, and a
# folder of its puzzles. Puzzles on other grids than cubes are passed over.
#
#     BURRTXT=.../burrTxt scripts/burr-levels.sh FOLDER [FILE.xmpuzzle ...]
#
# For each problem: the assemblies and those that come apart, there and here,
# and whether the sorted levels are equal. Where several ways to take an assembly
# apart are equally short, the numbers after the first dot depend on how it lies.
# BurrTools reads the files that we write for it, and takes the assemblies apart again.
set -euo pipefail
export LC_ALL=C
burrtxt=${BURRTXT:?the path of burrTxt}
[ $# -gt 0 ] || { echo "usage: BURRTXT=.../burrTxt $0 FOLDER|FILE ..." >&2; exit 2; }
bin=${BIN:-$(dirname "$0")/../target/release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

files=()
for place in "$@"; do
    if [ -d "$place" ]; then files+=("$place"/*.xmpuzzle); else files+=("$place"); fi
done
differ=0
printf '%-32s %17s %17s  %s\n' 'problem' 'there' 'here' 'levels'
for file in "${files[@]}"; do
    for ((problem = 1; ; problem++)); do
        puzzle=(--xmpuzzle "$file" --problem "$problem")
        "$bin/gen-pack" "${puzzle[@]}" >"$work/problem" 2>"$work/fault" || break
        "$bin/dlx3" m1 v0 <"$work/problem" >"$work/all" 2>/dev/null || true
        "$bin/show-pack" "${puzzle[@]}" "$work/all" --unique --apart=levels \
            --write-xmpuzzle "$work/written" >"$work/told" 2>/dev/null
        "$burrtxt" -d -o $((problem - 1)) "$file" >"$work/burrtxt" 2>/dev/null
        there=$(sed -n 's/^\([0-9]*\) assemblies and \([0-9]*\) solutions.*/\1 \2/p' "$work/burrtxt")
        sed -n 's/^level: //p' "$work/burrtxt" | sort >"$work/levels-there"
        sed 's/^[0-9]*: //' "$work/told" >"$work/levels"
        here="$(wc -l <"$work/levels") $(grep -vcx -e - "$work/levels" || true)"
        grep -vx -e - "$work/levels" | sort >"$work/levels-here" || true
        if cmp -s "$work/levels-there" "$work/levels-here"; then
            verdict=equal
        elif cmp -s <(cut -d. -f1 "$work/levels-there" | sort) \
            <(cut -d. -f1 "$work/levels-here" | sort); then
            verdict='first numbers equal'
        else
            verdict=DIFFERENT
        fi
        # The first numbers, assembly by assembly, as it lies here.
        "$burrtxt" -x "$work/written" | sed -n 's/^level: //p' >"$work/again"
        grep -vx -e - "$work/levels" | cut -d. -f1 >"$work/first" || true
        cmp -s "$work/again" "$work/first" || verdict="DIFFERENT as written; $verdict"
        [ "$there" = "$here" ] && [[ $verdict != DIFFERENT* ]] || differ=1
        name=$(basename "$file" .xmpuzzle)
        printf '%-32s %17s %17s  %s\n' "$name:$problem" "$there" "$here" "$verdict"
    done
done
exit $differ
