#!/bin/sh
# How often the ranges of `dlx estimate` hold the truth, on finished problems of several families.
#
#   scripts/estimate-ranges.sh [TIME [SEED [FAMILY]]]
#
# testdata/estimates.txt has the problems, with what Knuth's DLX3 counted. Each is estimated once,
# in TIME (1s). Prints a row for each family: how many trees were small and searched; how many ranges
# of nodes, mems and solutions hold the truth, of how many; and how many are too low or too high.
# Wrong ranges are listed on stderr. DLX_ESTIMATE has more words for `dlx estimate`. Programs are
# those of target/release, if they are there, or else those of PATH.
set -u
# Numbers need a decimal point.
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
[ -x target/release/dlx ] && PATH=$PWD/target/release:$PATH
time=${1:-1s} seed=${2:-0} family=${3:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tab=$(printf '\t')
grep -v '^#' testdata/estimates.txt | while IFS=$tab read -r of nodes solutions mems command; do
    case $of in
    *"$family"*) ;;
    *) continue ;;
    esac
    sh -c "$command" > "$folder/problem" || exit 1
    # shellcheck disable=SC2086 # more words
    told=$(dlx estimate --json --time "$time" --seed "$seed" ${DLX_ESTIMATE-} "$folder/problem" 2> /dev/null)
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$of" "$nodes" "$solutions" "$mems" "$command" "$told"
done | awk -F '\t' '
    # An end of the range of a quantity.
    function end(told, quantity, which,    from) {
        from = index(told, "\"" quantity "\":{")
        if (!from) return ""
        told = substr(told, from)
        sub(/}.*/, "", told)
        sub(".*\"" which "\":", "", told)
        gsub(/"/, "", told)
        sub(/,.*/, "", told)
        return told + 0
    }
    function look(quantity, truth,    low, high) {
        low = end($6, quantity, "low")
        high = end($6, quantity, "high")
        if (low == "") return
        ranges[$1]++
        if (truth >= low && truth <= high) holds[$1]++
        else {
            if (truth > high) below[$1]++
            else above[$1]++
            printf "%s: %s: %s, not %.3g to %.3g\n", $5, quantity, truth, low, high > "/dev/stderr"
        }
    }
    !($1 in problems) { order[++families] = $1 }
    { problems[$1]++ }
    $6 == "" { none[$1]++; next }
    $6 ~ /"exact":true/ {
        exact[$1]++
        if (end($6, "nodes", "low") != $2 || end($6, "solutions", "low") != $3 || end($6, "mems", "low") != $4)
            print $5 ": searched, and other numbers than those of DLX3" > "/dev/stderr"
        next
    }
    {
        look("nodes", $2)
        look("solutions", $3)
        look("mems", $4)
    }
    function row(name, problems, none, exact, holds, ranges, below, above) {
        printf "| %s | %d | %d | %d | %s | %d | %d |\n", name, problems, none, exact,
            ranges ? holds + 0 " of " ranges : "", below, above
    }
    END {
        print "| family | problems | no sample | exact | ranges that hold | too low | too high |"
        print "|---|---:|---:|---:|---:|---:|---:|"
        for (at = 1; at <= families; at++) {
            name = order[at]
            row(name, problems[name], none[name], exact[name], holds[name], ranges[name], below[name], above[name])
            all_problems += problems[name]; all_none += none[name]; all_exact += exact[name]
            all_holds += holds[name]; all_ranges += ranges[name]
            all_below += below[name]; all_above += above[name]
        }
        row("all", all_problems, all_none, all_exact, all_holds, all_ranges, all_below, all_above)
        if (all_ranges) printf "%.1f%% of %d ranges hold\n", 100 * all_holds / all_ranges, all_ranges
    }'
