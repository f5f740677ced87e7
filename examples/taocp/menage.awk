# Exercise 14, the problem of the couples: n couples at a round table, the men are seated, and no
# woman sits beside her husband.
#   awk -v n=8 -f menage.awk
BEGIN {
    for (i = 0; i < n; i++) printf "w%d s%d ", i, i
    print ""
    for (w = 0; w < n; w++)
        for (s = 0; s < n; s++)
            # Seat s is between the men s and s + 1.
            if (s != w && (s + 1) % n != w) print "w" w " s" s
}
