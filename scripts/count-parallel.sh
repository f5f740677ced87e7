#!/bin/sh
# A count in parts with GNU parallel: jobs that have their states in one folder, each a share of
# them. Called again, it continues where it was stopped.
#
#   scripts/count-parallel.sh PARTS FILE.dlx FOLDER [OPTION]...
#
# OPTIONs are for dlx count, such as `--memory 4G --threads 2': they are for each job.
#
# PARALLEL_OPTIONS are for parallel, such as `--jobs 8', or, where hosts share the folder,
# `--sshlogin 4/one,8/two --workdir .'. WAIT (1m) is how long a job waits for others before it
# leaves its place to one that has none: 0 where there are fewer places than parts, 30d where all
# work at the same time. Jobs that have left are begun again until the number is known.
set -u
if [ $# -lt 3 ]; then
    sed -n 's/^#   //p' "$0" >&2
    exit 2
fi
parts=$1 problem=$2 folder=$3
shift 3
case $folder$problem in
*[!A-Za-z0-9/._+,:@%-]*)
    echo "$0: FILE and FOLDER must have plain letters, without blanks" >&2
    exit 2
    ;;
esac
mkdir -p "$folder" || exit 1
# A file of the user's stays as it is.
own() {
    [ ! -s "$folder/$1" ] || sed 2q "$folder/$1" | grep -q "$2" || {
        echo "$0: $folder/$1 is a file of something else: take another folder" >&2
        exit 1
    }
}
own jobs '^Seq'
# Parallel wraps what it sends to hosts for this shell; batch systems may leave it unset.
SHELL=${SHELL:-/bin/sh}
export SHELL
while :; do
    # shellcheck disable=SC2086 # options are words
    parallel ${PARALLEL_OPTIONS-} --joblog "$folder/jobs" \
        "dlx count $* --disk $folder --part {}/$parts --wait ${WAIT:-1m} $problem \
            > $folder/part-{}.out 2> $folder/part-{}.err" ::: $(seq "$parts")
    # A job that waited for others ends with status 4. One that was killed is not begun again: it
    # may want too much.
    failed=$(awk 'NR > 1 && ($7 != 0 && $7 != 4 || $8 != 0) { print $1 }' "$folder/jobs")
    for part in $failed; do
        echo "$0: part $part has ended; the same command continues" >&2
        cat "$folder/part-$part.err" >&2
    done
    [ -z "$failed" ] || exit 1
    # All parts print the same number, as soon as it is known.
    for part in $(seq "$parts"); do
        if [ -s "$folder/part-$part.out" ]; then
            cat "$folder/part-$part.err" >&2
            exec cat "$folder/part-$part.out"
        fi
    done
done
