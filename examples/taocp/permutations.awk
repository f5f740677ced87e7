# Exercise 196: bounded permutations. The k-th element is at most the k-th digit of a.
#   awk -v a=246677889 -f permutations.awk
BEGIN {
    n = length(a)
    for (k = 1; k <= n; k++) printf "X%d ", k
    for (j = 1; j <= n; j++) printf "%d ", j
    print ""
    for (k = 1; k <= n; k++)
        for (j = 1; j <= substr(a, k, 1) + 0; j++) print "X" k " " j
}
