# Dissections of a square into rectangles of different dimensions, for OEIS A360499: the problem,
# or a part of it that suffices by symmetry (see docs/results.md). `dlx gen rectangles 9' writes only
# the whole problem, with other names.
#
#   awk -v n=9 [-v only=PART] -f scripts/rectangles.awk | dlx count
#
# Items: the cells; secondary items: the pairs of sides. PART is one of
#   centre1, centre2, centre4, centre8   n odd; the rectangle in the centre has 1, 2, 4 or 8 images
#              under symmetry, and is the first of them
#   corners    no rectangle has a whole side of the square; those in the corners are in order
#   side       a rectangle other than the square has the whole upper side
#   sides      one has the whole upper side, and one the whole lower side
function cell(row, column) { return sprintf("%c%c", 97 + row, 97 + column) }
function less(a, b) { return a < b ? a : b }
function more(a, b) { return a > b ? a : b }
# A rectangle given by two corners, as a number.
function number(top, left, bottom, right) {
    return ((less(top, bottom) * n + less(left, right)) * n + more(top, bottom)) * n + more(left, right)
}
# The number of its images under symmetry, or 0 if it is not the first of them.
function orbit(top, left, bottom, right,    m, own, all, i, image) {
    m = n - 1
    split("", all)
    own = number(top, left, bottom, right)
    all[own] = 1
    image[1] = number(left, m - top, right, m - bottom)
    image[2] = number(m - top, m - left, m - bottom, m - right)
    image[3] = number(m - left, top, m - right, bottom)
    image[4] = number(left, top, right, bottom)
    image[5] = number(top, m - left, bottom, m - right)
    image[6] = number(m - top, left, m - bottom, right)
    image[7] = number(m - left, m - top, m - right, m - bottom)
    for (i = 1; i <= 7; i++) {
        if (image[i] < own) return 0
        all[image[i]] = 1
    }
    m = 0
    for (i in all) m++
    return m
}
# Items that keep two keys in order: the lesser key has the items below it, the greater one has its
# own and those above.
function below(family, key,    i, text) {
    for (i = 0; i < key; i++) text = text " " family i
    return text
}
function from(family, key,    i, text) {
    for (i = key; i < keys; i++) text = text " " family i
    return text
}
BEGIN {
    last = n - 1
    middle = int(n / 2)
    for (a = 1; a <= n; a++) for (b = a; b <= n; b++) {
        key[a, b] = keys++
        sides = sides " " a "x" b
    }
    if (only == "corners")
        for (i = 0; i < keys; i++) sides = sides " p" i " q" i " r" i " s" i
    for (row = 0; row < n; row++) for (column = 0; column < n; column++)
        printf "%s ", cell(row, column)
    print "|" sides
    for (top = 0; top < n; top++) for (bottom = top; bottom < n; bottom++)
    for (left = 0; left < n; left++) for (right = left; right < n; right++) {
        height = bottom - top + 1
        width = right - left + 1
        a = less(height, width)
        b = more(height, width)
        k = key[a, b]
        order = ""
        if (only ~ /^centre/ && top <= middle && middle <= bottom && left <= middle && middle <= right \
                && orbit(top, left, bottom, right) != substr(only, 7)) continue
        if (only == "corners") {
            if (height == n || width == n) {
                if (top == 0 && left == 0 || bottom == last && right == last) continue
                if (height == n && right == last || width == n && bottom == last) continue
            }
            if (top == 0 && left == 0) order = below("p", k) below("q", k) below("r", k)
            else if (top == 0 && right == last) order = from("p", k) below("s", k)
            else if (bottom == last && left == 0) order = from("q", k) from("s", k)
            else if (bottom == last && right == last) order = from("r", k)
        }
        if (only ~ /^side/ && top == 0 && left == 0 && (width < n || height == n)) continue
        if (only == "sides" && bottom == last && left == 0 && (width < n || height == n)) continue
        for (row = top; row <= bottom; row++) for (column = left; column <= right; column++)
            printf "%s ", cell(row, column)
        print a "x" b order
    }
}
