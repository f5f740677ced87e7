# Exercise 262: the cells of the Aztec diamond whose longest row has n cells, n even, as a region.
#   awk -v n=16 -f aztec.awk | gen-pack dominoes - --each '0:*'
BEGIN {
    for (row = 0; row < n; row++) {
        half = row < n / 2 ? row + 1 : n - row
        line = ""
        for (cell = -n / 2; cell < n / 2; cell++) line = line (-half <= cell && cell < half ? "#" : ".")
        print line
    }
}
