# Exercise 305: of the windmill dominoes that `dlx gen windmill` places, only those whose small
# squares lie where they shall, and these squares are covered exactly.
#   dlx gen windmill 5x5 | awk -v at='34,45 47,56 76,65 63,54' -f windmill.awk
#   dlx gen windmill 7x7 | awk -v u=11,19 -v v=-3,3 -f windmill.awk
# `at` has pairs of squares, each for a small domino; pieces are used at most once. Or `u` is the
# range of x + y and `v` that of x - y: a rectangle, for all ten pieces.
function value(digit) { return index("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", digit) - 1 }
function x(name) { return value(substr(name, 1, 1)) }
function y(name) { return value(substr(name, 2, 1)) }
function is_small(name) { return (x(name) + y(name)) % 2 }
function is_within(number, range) { return number >= range[1] && number <= range[2] }
function is_wanted(name) {
    if (at) return index(at, name)
    return is_within(x(name) + y(name), sums) && is_within(x(name) - y(name), differences)
}
BEGIN {
    split(u, sums, ",")
    split(v, differences, ",")
}
NR == 1 {
    for (field = 1; $field != "|"; field++) pieces = pieces " " $field
    for (field++; field <= NF; field++) {
        if (!is_small($field)) large = large " " $field
        else if (is_wanted($field)) small = small " " $field
    }
    print at ? small " |" pieces large : pieces small " |" large
    next
}
at ? index(" " at " ", " " $4 "," $5 " ") || index(" " at " ", " " $5 "," $4 " ") : is_wanted($4) && is_wanted($5)
