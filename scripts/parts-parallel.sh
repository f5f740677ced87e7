#!/bin/sh
# A search in parts with GNU parallel: does them, and merges them when all are done.
# Called again, it continues where it was stopped, with the parts that are not done.
#
#   scripts/parts-parallel.sh PARTS FILE.dlx FOLDER [WORD | OPTION]... > solutions
#
# PARTS may be `auto': as many as scripts/parts-count.sh says, once for this FOLDER.
#
# PARALLEL_OPTIONS are for parallel, such as `--jobs 8', or, if hosts share the folder,
# `--sshlogin 4/one,8/two --workdir .'. FOLDER/jobs is its log. A killed job has "Exitval 0, Signal 9"
# there, and parallel would take it for done. So the script removes it from the log before parallel
# resumes failed jobs.
set -u
if [ $# -lt 3 ]; then
    sed -n 's/^#   //p' "$0" >&2
    exit 2
fi
command=$*
parts=$1 problem=$2 folder=$3
shift 3
case $folder in
*[!A-Za-z0-9/._+,:@%-]*)
    echo "$0: FOLDER must have plain letters, without blanks" >&2
    exit 2
    ;;
esac
# Files of the user stay unchanged.
own() {
    [ ! -s "$folder/$1" ] || sed 2q "$folder/$1" | grep -q "$2" || {
        echo "$0: $folder/$1 is a file of something else: take another folder" >&2
        exit 1
    }
}
own jobs '^Seq'
own parts '^[0-9]*$'
if [ "$parts" = auto ]; then
    # The same command continues with the earlier number.
    mkdir -p "$folder" || exit 1
    [ -s "$folder/parts" ] ||
        "$(dirname "$0")/parts-count.sh" "$problem" "$@" > "$folder/parts" || exit 1
    parts=$(cat "$folder/parts")
fi
for word; do
    case $word in
    S*)
        echo "$0: $word: all parts would write this file; do each by hand with a file of its own" >&2
        echo "and the word S, and then dlx merge --shape FILE" >&2
        exit 2
        ;;
    esac
done
mkdir -p "$folder" || exit 1
if [ -f "$folder/command" ] && [ "$command" != "$(cat "$folder/command")" ]; then
    echo "$0: $folder is the folder of: $(cat "$folder/command")" >&2
    exit 1
fi
printf '%s\n' "$command" > "$folder/command" || exit 1
resume=
if [ -f "$folder/jobs" ]; then
    awk 'NR == 1 || $8 == 0' "$folder/jobs" > "$folder/jobs.new" &&
        mv "$folder/jobs.new" "$folder/jobs" || exit 1
    resume=--resume-failed
fi
# Parallel quotes commands for hosts for this shell; batch systems may leave it unset.
SHELL=${SHELL:-/bin/sh}
export SHELL
# shellcheck disable=SC2086 # options are words
parallel ${PARALLEL_OPTIONS-} $resume --joblog "$folder/jobs" \
    "dlx3 $* --threads 1 --part {}/$parts --resume '$folder/part-{}' \
        < '$problem' > /dev/null 2> '$folder/part-{}.err'" ::: $(seq "$parts")
all=
for part in $(seq "$parts"); do
    [ -d "$folder/part-$part" ] && all="$all $folder/part-$part"
done
if [ -z "$all" ]; then
    echo "$0: no part has begun: see $folder/*.err" >&2
    exit 1
fi
# shellcheck disable=SC2086 # so FOLDER must be without blanks
exec dlx merge $all
