# Exercise 94: a cycle of sixteen bits in which the four bits at the offsets 0, 1, 3 and 4 are
# different at all sixteen places.
#   awk -f cycle.awk
BEGIN {
    for (i = 0; i < 16; i++) printf "k%d t%d ", i, i
    printf "|"
    for (i = 0; i < 16; i++) printf " x%d", i
    print ""
    for (i = 0; i < 16; i++)
        for (t = 0; t < 16; t++)
            printf "k%d t%d x%d:%d x%d:%d x%d:%d x%d:%d\n", i, t,
                i, int(t / 8), (i + 1) % 16, int(t / 4) % 2, (i + 3) % 16, int(t / 2) % 2, (i + 4) % 16, t % 2
}
