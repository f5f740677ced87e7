#!/bin/sh
# A search in parts with GNU parallel: does them, and merges them when all are done.
# Called again, it goes on where it was stopped; parts that are done end at once.
#
#   scripts/parts-parallel.sh PARTS FILE.dlx FOLDER [WORD | OPTION]... > solutions
#
# PARALLEL_OPTIONS are for parallel, such as `--jobs 8', or, where hosts share the folder,
# `--sshlogin 4/one,8/two --workdir .'. FOLDER/jobs is its log, where a job that was killed has
# "Exitval 0, Signal 9": so it is no use asking parallel which have failed. The journals know.
set -u
if [ $# -lt 3 ]; then
    sed -n 's/^#   //p' "$0" >&2
    exit 2
fi
parts=$1 problem=$2 folder=$3
shift 3
mkdir -p "$folder" || exit 1
# shellcheck disable=SC2086 # options are words
parallel ${PARALLEL_OPTIONS-} --joblog "$folder/jobs" \
    "dlx3 $* --threads 1 --part {}/$parts --resume '$folder/part-{}' \
        < '$problem' > /dev/null 2> '$folder/part-{}.err'" ::: $(seq "$parts")
all=
for part in $(seq "$parts"); do
    [ -d "$folder/part-$part" ] && all="$all $folder/part-$part"
done
# shellcheck disable=SC2086 # so FOLDER must be without blanks
exec dlx merge $all
