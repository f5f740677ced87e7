# Exercise 82, the extreme problem: all sets of the items 1 to n are options, so that the solutions
# are the partitions of a set.
#   awk -v n=10 -f bell.awk
BEGIN {
    for (i = 1; i <= n; i++) printf "%d ", i
    print ""
    for (set = 1; set < 2 ^ n; set++) {
        rest = set
        for (i = 1; i <= n; i++) {
            if (rest % 2) printf "%d ", i
            rest = int(rest / 2)
        }
        print ""
    }
}
