#!/bin/sh
# A search in parts as a job array of Slurm: a task for each part, and a job that merges them when
# all have ended. The script waits for that. Called again, it continues with unfinished parts.
#
#   scripts/parts-slurm.sh PARTS FILE.dlx FOLDER [WORD | OPTION]... > solutions
#
# PARTS may be `auto': as many as scripts/parts-count.sh says, once for this FOLDER.
#
# All nodes must see FILE.dlx and FOLDER under these names. SBATCH_OPTIONS are for the tasks, such as
# `--cpus-per-task=8 --time=4:00:00'; a task has a thread for each of its processors. FOLDER/tasks has
# Slurm's output.
#
# A task that was preempted, or whose node was lost, is queued again, and continues where its journal
# ends. So does a task that reached the limit of dlx3's option --time, which should be a few minutes
# less than Slurm's: `--time 230m' here. A task that was killed in another way leaves its part undone;
# the merging job says so.
set -u
if [ $# -lt 3 ]; then
    sed -n 's/^#   //p' "$0" >&2
    exit 2
fi
parts=$1 problem=$2 folder=$3
shift 3
# Files of the user stay unchanged.
own() {
    [ ! -s "$folder/$1" ] || sed 2q "$folder/$1" | grep -q "$2" || {
        echo "$0: $folder/$1 is a file of something else: take another folder" >&2
        exit 1
    }
}
own task SLURM_ARRAY_TASK_ID
own merge '^exec dlx merge'
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
mkdir -p "$folder/tasks" || exit 1
cat > "$folder/task" << END || exit 1
#!/bin/sh
part=\$SLURM_ARRAY_TASK_ID
dlx3 $* --threads "\${SLURM_CPUS_PER_TASK:-1}" --part "\$part/$parts" \\
    --resume '$folder'/part-"\$part" < '$problem' > /dev/null 2> '$folder'/part-"\$part".err
status=\$?
# The time is over: the same command continues.
[ "\$status" -eq 3 ] && exec scontrol requeue "\${SLURM_ARRAY_JOB_ID}_\$part"
exit "\$status"
END
cat > "$folder/merge" << END || exit 1
#!/bin/sh
exec dlx merge '$folder'/part-*[0-9] > '$folder/solutions' 2> '$folder/report'
END
# shellcheck disable=SC2086 # options are words
tasks=$(sbatch --parsable --requeue --array="1-$parts" ${SBATCH_OPTIONS-} \
    --output="$folder/tasks/%a" "$folder/task") || exit 1
sbatch --parsable --wait --dependency="afterany:${tasks%%;*}" --output="$folder/tasks/merge" \
    "$folder/merge" > /dev/null
status=$?
cat "$folder/report" >&2
[ "$status" -eq 0 ] && cat "$folder/solutions"
exit "$status"
