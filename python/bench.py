"""Measures the package beside `exact_cover` and `xcover`, and what crossing into Python costs.

    python bench.py

It prints the tables of docs/python.md: seconds of processor time, the best of several runs, all
in one process. The two packages must be installed. It takes some minutes.
"""

from __future__ import annotations

import time

import exact_cover
import numpy
import xcover
from exact_cover import get_all_solutions

import dlx3
import dlx3.exact_cover as ec

PENTOMINOES = {
    "F": ".XX/XX./.X.", "I": "XXXXX", "L": "XXXX/X...", "N": "XXX./..XX", "P": "XXX/XX.",
    "T": "XXX/.X./.X.", "U": "X.X/XXX", "V": "X../X../XXX", "W": "X../XX./.XX", "X": ".X./XXX/.X.",
    "Y": "XXXX/.X..", "Z": "XX./.X./.XX",
}  # fmt: skip

# A Sudoku with 17 clues, from the collection of Gordon Royle.
SUDOKU = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def matrix(options, items):
    """The matrix of options, each a list of items."""
    columns = {item: column for column, item in enumerate(items)}
    rows = numpy.zeros((len(options), len(columns)), dtype=bool)
    for row, option in enumerate(options):
        rows[row, [columns[item] for item in option]] = True
    return rows


def turned(cells):
    """The eight positions of a piece."""
    for _ in range(2):
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            yield tuple(sorted((r - top, c - left) for r, c in cells))
        cells = [(r, -c) for r, c in cells]


def pentominoes(height, width):
    options = []
    for name, rows in PENTOMINOES.items():
        lines = enumerate(rows.split("/"))
        cells = [(r, c) for r, line in lines for c, mark in enumerate(line) if mark == "X"]
        for form in sorted(set(turned(cells))):
            for top in range(height - max(r for r, _ in form)):
                for left in range(width - max(c for _, c in form)):
                    options.append([name, *((top + r, left + c) for r, c in form)])
    cells = [(r, c) for r in range(height) for c in range(width)]
    return options, [*PENTOMINOES, *cells]


def queens(n):
    """n queens. That a diagonal may be empty is an option of its own, as a matrix has primary
    items only."""
    squares = [(r, c) for r in range(n) for c in range(n)]
    options = [[("r", r), ("c", c), ("u", r + c), ("d", r - c)] for r, c in squares]
    diagonals = [("u", i) for i in range(2 * n - 1)] + [("d", i) for i in range(1 - n, n)]
    options += [[diagonal] for diagonal in diagonals]
    return options, [(kind, i) for i in range(n) for kind in "rc"] + diagonals


def sudoku(clues):
    options, items = [], set()
    for r in range(9):
        for c in range(9):
            clue = int(clues[9 * r + c])
            for d in [clue] if clue else range(1, 10):
                box = r // 3 * 3 + c // 3
                options.append([(r, c), ("r", r, d), ("c", c, d), ("b", box, d)])
                items.update(options[-1])
    return options, sorted(items, key=str)


def measured(function, rounds):
    """The least processor time, and the answer."""
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        answer = function()
        times.append(time.process_time() - begin)
    return min(times), answer


def compare():
    print("| problem | `exact_cover` | `xcover` | `dlx3` | ratios |")
    print("|---|---:|---:|---:|---:|")
    for name, (options, items), secondary, rounds in [
        ("pentominoes 6x10, a matrix", pentominoes(6, 10), None, 1),
        ("queens 12, diagonals secondary", queens(12), "ud", 3),
        ("queens 10, a matrix", queens(10), None, 10),
        ("Sudoku with 17 clues, a matrix", sudoku(SUDOKU), None, 50),
    ]:
        rows = matrix(options, items)
        if secondary:
            # The other packages but `exact_cover` have secondary items: no options for empty ones.
            most = sum(len(option) > 1 for option in options)
            words = [[f"{kind}{i}" for kind, i in option] for option in options[:most]]
            diagonals = sorted({word for words in words for word in words if word[0] in secondary})
            theirs = lambda: list(xcover.covers(words, secondary=diagonals))  # noqa: E731
            own = lambda: list(dlx3.covers(words, secondary=diagonals))  # noqa: E731
            next(xcover.covers(words, secondary=diagonals))
        else:
            theirs = lambda: list(xcover.covers_bool(rows))  # noqa: E731
            own = lambda: ec.get_all_solutions(rows)  # noqa: E731
        next(xcover.covers_bool(rows))  # Numba compiles.
        ours, found = measured(own, max(rounds, 3))
        first, expected = measured(lambda: get_all_solutions(rows), rounds)
        second, covers = measured(theirs, rounds)
        assert len(expected) == len(covers) == len(found)
        ratios = f"{first / ours:.0f}, {second / ours:.1f}"
        print(f"| {name} | {first:.4f} | {second:.4f} | {ours:.5f} | {ratios} |", flush=True)


def langford(n):
    """Langford pairs: 108,144 solutions for n = 12, with the mirrored ones 216,288."""
    slots = range(2 * n)
    return [[("n", k), i, i + k + 1] for k in range(1, n + 1) for i in slots if i + k + 1 < 2 * n]


def dominoes(height, width):
    cells = [(r, c) for r in range(height) for c in range(width)]
    return [[(r, c), (r + x, c + 1 - x)] for r, c in cells for x in (0, 1)
            if r + x < height and c + 1 - x < width]  # fmt: skip


def take(problem, most):
    """Up to so many solutions as Python lists, one by one."""
    count = 0
    for _ in problem.solutions():
        count += 1
        if count >= most:
            break
    return count


def crossing():
    """Up to a million solutions: passed by without Python, and each as a list."""
    print("\n| problem | solutions | without lists | with lists | cost of crossing |")
    print("|---|---:|---:|---:|---:|")
    million = 10**6
    for name, options in [
        ("Langford pairs 12", langford(12)),
        ("queens 13", queens(13)[0]),
        ("dominoes 8x8", dominoes(8, 8)),
    ]:
        problem = dlx3.Problem.from_options(options)
        alone, crossed, count = float("inf"), float("inf"), 0
        for _ in range(3):
            alone = min(alone, measured(lambda: problem.solutions()._skip(million), 1)[0])
            spent, count = measured(lambda: take(problem, million), 1)
            crossed = min(crossed, spent)
        cost = crossed / alone - 1
        print(f"| {name} | {count:,} | {alone:.2f} | {crossed:.2f} | {cost:.0%} |", flush=True)


if __name__ == "__main__":
    compare()
    crossing()
