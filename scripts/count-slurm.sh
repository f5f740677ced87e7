#!/bin/sh
# A count in parts as a job array of Slurm, with a task for each part. The tasks share one folder,
# and each has a share of the states. The script waits for the number. Called again, it continues
# where it was stopped.
#
#   scripts/count-slurm.sh PARTS FILE.dlx FOLDER [OPTION]...
#
# OPTIONs are for dlx count, such as `--memory 60G --time 230m': they are for each task. All nodes
# must see FILE.dlx and FOLDER under these names. SBATCH_OPTIONS are for the tasks, such as
# `--cpus-per-task=8 --time=4:00:00'; a task has a thread for each of its processors. FOLDER/tasks
# has Slurm's output.
#
# A task that was preempted, or whose node was lost, is queued again, and continues after its last
# finished layer. So does a task that reached the limit of dlx's option --time, which should be a few
# minutes less than Slurm's; and a task that waited for others for WAIT (10m), to give its slot to
# one that has none.
set -u
if [ $# -lt 3 ]; then
    sed -n 's/^#   //p' "$0" >&2
    exit 2
fi
parts=$1 problem=$2 folder=$3
shift 3
mkdir -p "$folder/tasks" || exit 1
# Files of the user stay unchanged.
own() {
    [ ! -s "$folder/$1" ] || sed 2q "$folder/$1" | grep -q "$2" || {
        echo "$0: $folder/$1 is a file of something else: take another folder" >&2
        exit 1
    }
}
own task SLURM_ARRAY_TASK_ID
own end '^for part in'
cat > "$folder/task" << END || exit 1
#!/bin/sh
part=\$SLURM_ARRAY_TASK_ID
dlx count $* --threads "\${SLURM_CPUS_PER_TASK:-1}" --disk '$folder' --part "\$part/$parts" \\
    --wait ${WAIT:-10m} '$problem' > '$folder'/part-"\$part".out 2> '$folder'/part-"\$part".err
status=\$?
# The time is over, or others are not there yet: the same command continues.
case \$status in
3 | 4) exec scontrol requeue "\${SLURM_ARRAY_JOB_ID}_\$part" ;;
esac
exit "\$status"
END
cat > "$folder/end" << END || exit 1
#!/bin/sh
for part in \$(seq $parts); do
    [ -s '$folder'/part-"\$part".out ] && exit 0
done
exit 1
END
rm -f "$folder"/part-*.out
# shellcheck disable=SC2086 # options are words
tasks=$(sbatch --parsable --requeue --array="1-$parts" ${SBATCH_OPTIONS-} \
    --output="$folder/tasks/%a" "$folder/task") || exit 1
sbatch --parsable --wait --dependency="afterany:${tasks%%;*}" --output="$folder/tasks/end" \
    "$folder/end" > /dev/null
for part in $(seq "$parts"); do
    if [ -s "$folder/part-$part.out" ]; then
        cat "$folder/part-$part.err" >&2
        exec cat "$folder/part-$part.out"
    fi
done
echo "$0: no part has the number; the same command continues" >&2
cat "$folder"/part-*.err >&2
exit 1
