# Exercise 103: all-interval rows of n tones. A row begins with the tone 0 and has each of the n
# tones once; the n - 1 intervals between neighbors, taken modulo n, are different, too.
#   awk -v n=12 -f intervals.awk
function color(tone) { return substr("0123456789abcdefghijklmnopqrstuvwxyz", tone + 1, 1) }
BEGIN {
    for (i = 0; i < n; i++) printf "p%d ", i
    for (i = 0; i < n; i++) printf "t%d ", i
    for (i = 1; i < n; i++) printf "s%d d%d ", i, i
    printf "|"
    for (i = 0; i < n; i++) printf " x%d", i
    print ""
    # The tone at each place, and the interval of each step.
    print "p0 t0 x0:0"
    for (i = 1; i < n; i++)
        for (tone = 1; tone < n; tone++) print "p" i " t" tone " x" i ":" color(tone)
    for (i = 1; i < n; i++)
        for (a = 0; a < n; a++)
            for (b = 0; b < n; b++)
                if (a != b) printf "s%d d%d x%d:%s x%d:%s\n", i, (b - a + n) % n, i - 1, color(a), i, color(b)
}
