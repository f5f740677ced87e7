# Related to exercise 360: all dissections of a rectangle of m rows and n columns into rectangles.
#   awk -v m=4 -v n=4 -f tilings.awk
BEGIN {
    for (r = 0; r < m; r++) for (c = 0; c < n; c++) printf "%d,%d ", r, c
    print ""
    for (r = 0; r < m; r++) for (c = 0; c < n; c++)
        for (h = 1; r + h <= m; h++) for (w = 1; c + w <= n; w++) {
            for (i = r; i < r + h; i++) for (j = c; j < c + w; j++) printf "%d,%d ", i, j
            print ""
        }
}
