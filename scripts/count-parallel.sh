#!/bin/sh
# A count in parts with GNU parallel: the jobs share one folder, and each has a share of the states.
# Called again, it continues where it was stopped.
#
#   scripts/count-parallel.sh PARTS FILE.dlx FOLDER [OPTION]...
#
# OPTIONs are for the dlx count of each job, such as `--memory 4G --threads 2'.
#
# PARALLEL_OPTIONS are for parallel, such as `--jobs 8', or, if hosts share the folder,
# `--sshlogin 4/one,8/two --workdir .'. WAIT (1m) is how long a job waits for others before it gives
# up its slot: 0 if there are fewer slots than parts, 30d if all run at the same time. Jobs that gave
# up are started again until the number is known.
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
# Files of the user stay unchanged.
own() {
    [ ! -s "$folder/$1" ] || sed 2q "$folder/$1" | grep -q "$2" || {
        echo "$0: $folder/$1 is a file of something else: take another folder" >&2
        exit 1
    }
}
own jobs '^Seq'
# Parallel quotes commands for hosts for this shell; batch systems may leave it unset.
SHELL=${SHELL:-/bin/sh}
export SHELL
while :; do
    # shellcheck disable=SC2086 # options are words
    parallel ${PARALLEL_OPTIONS-} --joblog "$folder/jobs" \
        "dlx count $* --disk $folder --part {}/$parts --wait ${WAIT:-1m} $problem \
            > $folder/part-{}.out 2> $folder/part-{}.err" ::: $(seq "$parts")
    # A job that waited for others ends with status 4. A killed job is not started again: it may need
    # too much memory.
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
