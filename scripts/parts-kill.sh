#!/bin/sh
# Kills a search with a journal at random moments, TIMES (1000) times, lets it finish, and compares
# its output with that of one run.
#
#   scripts/parts-kill.sh FILE.dlx [TIMES] [WORD | OPTION]...
#
# It begins a new journal whenever one is complete.
set -u
# Numbers need a decimal point.
export LC_ALL=C
problem=$1 times=${2-1000}
[ $# -ge 2 ] && shift 2 || shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
dlx3 "$@" d0 < "$problem" > "$folder/out" 2> "$folder/err" || exit 1
kills=0 ends=0
while [ "$kills" -lt "$times" ]; do
    moment=$(awk -v seed="$$$kills$ends" 'BEGIN { srand(seed); printf "%.4f", 0.4 * rand() ^ 2 }')
    timeout -s KILL "$moment" \
        dlx3 "$@" --resume "$folder/here" < "$problem" > "$folder/out2" 2> "$folder/err2"
    case $? in
    137) kills=$((kills + 1)) ;;
    0)
        cmp "$folder/out" "$folder/out2" && cmp "$folder/err" "$folder/err2" || exit 1
        rm -rf "$folder/here"
        ends=$((ends + 1))
        ;;
    *)
        cat "$folder/err2" >&2
        exit 1
        ;;
    esac
done
dlx3 "$@" --resume "$folder/here" < "$problem" > "$folder/out2" 2> "$folder/err2"
cmp "$folder/out" "$folder/out2" && cmp "$folder/err" "$folder/err2" || exit 1
echo "$kills times killed; $((ends + 1)) times at its end, with the same bytes"
