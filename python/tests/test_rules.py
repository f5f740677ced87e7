"""`dlx3.sudoku` with rules: small grids against conditions that are written down here, links, true
candidates, what is refused, limits."""

import pickle
import re
import signal
import threading
from xml.etree import ElementTree

import dlx3
import pytest
from dlx3 import sudoku
from test_sudoku import brute

#: A thermometer and a cage with a sum.
FOUR = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3.Cage~5~R2C1~R3C1"
NINE = (
    ".Thermo~R1C1~R2C2~R3C3~R4C4.Arrow~R9C1~R8C2~R7C3.Whisper~5~R1C9~R2C8~R3C7"
    ".Renban~R5C1~R5C2~R5C3.Cage~13~R9C7~R9C8~R9C9.WhiteDot~R6C5~R6C6.Sandwich~11~C5"
)


def grids_of_four():
    return [
        grid for grid in brute([0] * 16) if grid[0] < grid[1] < grid[2] and grid[4] + grid[8] == 5
    ]


def test_solutions_are_those_that_keep_the_rules():
    wanted = sorted(grids_of_four())
    found = sudoku.solutions(FOUR)
    assert sorted(tuple(grid.cells) for grid in found) == wanted and len(wanted) > 1
    assert sudoku.problem(FOUR).count() == len(wanted)
    told = sudoku.check(FOUR)
    assert told.solutions == 2 and told.several.count == len(wanted) and told.several.is_all
    assert len(sudoku.solutions(FOUR, 2)) == 2
    assert sudoku.check(FOUR, most=2).several.is_all is False
    with pytest.raises(sudoku.NotOne) as raised:
        sudoku.solve(FOUR)
    assert raised.value.several == told.several
    one, other = (grid.cells for grid in told.several.grids)
    assert told.several.cells == [cell for cell in range(16) if one[cell] != other[cell]]


def test_true_candidates_are_those_of_all_solutions():
    wanted = grids_of_four()
    found = sudoku.candidates(FOUR, at_least=1000)
    for cell, counts in enumerate(found.counts):
        digits = [grid[cell] for grid in wanted]
        assert counts == {digit: digits.count(digit) for digit in set(digits)}
    equal = {
        frozenset(b for b in range(16) if all(grid[a] == grid[b] for grid in wanted))
        for a in range(16)
        if len(found.counts[a]) > 1
    }
    assert {frozenset(one) for one in found.equal} == {one for one in equal if len(one) > 1}
    few = sudoku.candidates(FOUR, at_least=2)
    assert few.cells == found.cells == sudoku.candidates(FOUR).cells
    assert max(max(counts.values()) for counts in few.counts) == 2
    lines = str(sudoku.candidates(FOUR)).splitlines()
    assert [cell for line in lines[:4] for cell in line.split()] == [
        "".join(map(str, cell)) for cell in found.cells
    ]


def test_plain_puzzles_have_true_candidates_too():
    puzzle = "1......3.....2.."
    wanted = brute([int(sign) if sign != "." else 0 for sign in puzzle])
    board = sudoku.Board(4)
    found = sudoku.candidates(puzzle, board=board, at_least=10**6)
    for cell, counts in enumerate(found.counts):
        assert sum(counts.values()) == len(wanted)
        assert set(counts) == {grid[cell] for grid in wanted}
    assert found.grid == puzzle and found.grid.board == board
    for fault, arguments in [(ValueError, {"at_least": 0}), (TypeError, {"at_least": "2"})]:
        with pytest.raises(fault, match="at_least"):
            sudoku.candidates(puzzle, board=board, **arguments)
    with pytest.raises(sudoku.NotOne, match="0 solutions"):
        sudoku.candidates("11" + 14 * ".", board=board)


def test_made_puzzles_are_solved_in_each_form():
    puzzle = sudoku.make(rules=NINE, seed=11)
    assert puzzle == sudoku.make(rules=NINE, seed=11) != sudoku.make(rules=NINE, seed=11, number=1)
    assert puzzle == sudoku.make(rules=sudoku.read(NINE), seed=11)
    solved = sudoku.solve(puzzle)
    told = sudoku.check(puzzle, redundant=True)
    # Each digit was tried. Rules may be needless.
    assert told.solutions == 1 and told.minimal and not re.match(r"r\dc\d", told.redundant)
    assert str(sudoku.check(puzzle)) == "1 solution, minimal"
    assert sudoku.problem(puzzle).count() == 1
    for form in ["iss", "link", "fpuzzles"]:
        text = sudoku.convert(puzzle, form)
        again = sudoku.read(text)
        assert again.cells == puzzle.cells and sudoku.solve(again) == solved, form
        assert sorted(again.board.rules) == sorted(puzzle.board.rules)
        assert sudoku.solve(text.encode()) == solved
    assert all(1 <= digit <= 9 for digit in solved.cells)
    assert sudoku.solve(puzzle.rows, board=puzzle.board) == solved
    assert sudoku.solve(str(puzzle), board=puzzle.board) == solved
    assert sudoku.solve(solved) == solved and solved.board == puzzle.board


def test_a_board_tells_its_rules_and_grid():
    board = sudoku.Board(rules=FOUR)
    assert board.rules == ["thermometer r1c1 r1c2 r1c3", "cage 5 r2c1 r3c1"]
    assert (board.order, board.shape, board.cages) == (4, (4, 4), [(5, [4, 8])])
    assert board.boxes[:6] == [0, 0, 1, 1, 0, 0]
    assert board == sudoku.read(FOUR).board == pickle.loads(pickle.dumps(board))
    assert repr(board) == f"sudoku.Board(rules={FOUR!r})"
    assert sudoku.Board().rules == [] and sudoku.Board(6).shape == (6, 6)
    wide = sudoku.read(".Shape~2x4")
    assert wide.board.shape == (2, 4) and wide.rows == [[0] * 4] * 2 and wide.order == 4
    drawn = '{"size":4,"grid":[%s],"line":[{"lines":[["R1C1","R1C2"]]}]}'
    drawn %= ",".join(["[{},{},{},{}]"] * 4)
    assert sudoku.read(drawn).board.remarks == ["1 of line: drawn only, no rule"]


def test_zero_may_be_a_digit():
    puzzle = sudoku.read(".Shape~4x4~0-3.~R1C1_0.~R1C2_1")
    assert puzzle.cells[:3] == [0, 1, -1] and puzzle == "01.............."
    rows = [[0, 1, None, "."], [None] * 4, [None] * 4, [None, None, None, 0]]
    assert sudoku.read(rows, board=puzzle.board) == "01.............0"
    solution = sudoku.solutions(puzzle, 1)[0]
    assert sorted(solution.rows[0]) == [0, 1, 2, 3]
    assert sudoku.candidates(puzzle).cells[2] == [2, 3]
    with pytest.raises(ValueError, match="r1c1: there is no digit 4"):
        sudoku.read([4] + [None] * 15, board=puzzle.board)


FAULTS = [
    (".Foo~R1C1~R2C2", "the rule Foo R1C1 R2C2 is not known"),
    (".Shape~4x4.Thermo~R1C1~R9C9", "Thermo"),
    (FOUR + "\n\n" + FOUR, "line 3: there is a second puzzle"),
    ("https://www.f-puzzles.com/?load=abc", "damaged"),
]


@pytest.mark.parametrize("text, told", FAULTS, ids=lambda one: str(one)[:20])
def test_what_is_not_known_is_refused_by_name_and_cells(text, told):
    verbs = [sudoku.read, sudoku.solve, sudoku.solutions, sudoku.check, sudoku.candidates]
    for verb in [*verbs, sudoku.problem, lambda text: sudoku.convert(text, "svg")]:
        with pytest.raises(ValueError, match=told):
            verb(text)
    with pytest.raises(ValueError, match=told):
        sudoku.Board(rules=text)


def test_rules_that_cannot_hold_are_told():
    puzzle = ".Shape~4x4.Cage~99~R1C1~R1C2"
    told = sudoku.check(puzzle)
    assert not told and str(told) == "0 solutions: cage 99 r1c1 r1c2 cannot hold"
    for verb in [sudoku.solve, sudoku.candidates]:
        with pytest.raises(sudoku.NotOne, match="cage 99 r1c1 r1c2 cannot hold") as raised:
            verb(puzzle)
        assert raised.value.solutions == 0
    assert sudoku.solutions(puzzle) == []
    for verb in [sudoku.problem, lambda text: sudoku.make(rules=text, seed=1)]:
        with pytest.raises(ValueError, match="solution"):
            verb(puzzle)


def test_what_does_not_know_rules_says_so():
    for verb in [sudoku.hint, sudoku.path, sudoku.rate, sudoku.canon, sudoku.automorphisms]:
        with pytest.raises(ValueError, match=f"{verb.__name__} does not know Sudokus with rules"):
            verb(NINE)
    with pytest.raises(ValueError, match="its own board"):
        sudoku.solve(FOUR, board=sudoku.Board(4))
    with pytest.raises(ValueError, match="fpuzzles, iss, link and svg"):
        sudoku.convert(FOUR, "grid")
    with pytest.raises(ValueError, match="nothing else"):
        sudoku.Board(4, rules=FOUR)
    for arguments in [{"symmetry": "rotate90"}, {"minimal": True}, {"board": sudoku.Board(4)}]:
        with pytest.raises(ValueError, match="no other wishes"):
            sudoku.make(rules=FOUR, **arguments)
    with pytest.raises(ValueError, match="give the rules as `rules=`, not as `board=`"):
        sudoku.make(board=sudoku.Board(rules=FOUR))
    with pytest.raises(ValueError, match="a Sudoku with rules"):
        sudoku.make(rules="." * 81)


def test_plain_puzzles_are_written_in_each_form():
    puzzle = sudoku.make(seed=3)
    forms = ["line", "grid", "sdk", "sdx", "marks", "candidates", "hodoku", "opensudoku"]
    for form in [*forms, "fpuzzles", "iss", "link"]:
        assert sudoku.read(sudoku.convert(puzzle, form)).cells == puzzle.cells, form
    assert sudoku.convert(puzzle, "line") == puzzle
    with pytest.raises(ValueError, match="to is one of line, .*, svg, not text"):
        sudoku.convert(puzzle, "text")


def test_pictures_have_rules_clues_and_digits():
    solved = sudoku.solve(sudoku.make(rules=NINE, seed=11))
    candidates = sudoku.candidates(FOUR)
    for one in [sudoku.read(NINE), solved, candidates]:
        picture = one._repr_svg_()
        assert ElementTree.fromstring(picture).tag.endswith("svg")
        assert "thermometer" in picture
    assert sudoku.convert(FOUR, "svg").startswith("<svg")
    assert solved.pretty().count("\n") > 9
    again = pickle.loads(pickle.dumps(solved))
    assert again == solved and again._repr_svg_() == solved._repr_svg_()
    assert pickle.loads(pickle.dumps(candidates)).svg() == candidates.svg()
    marked = sudoku.read(".Shape~4x4.~R1C1_1_2.~R1C2_3")
    assert marked.candidates[:3] == [[1, 2], [3], [1, 2, 3, 4]]
    assert marked.svg() != marked.svg(candidates=False)


#: Without rules and clues, there are 10^21 grids.
LONG = ".Thermo~R1C1~R2C2"


@pytest.mark.parametrize(
    "verb",
    [
        lambda time: sudoku.solutions(LONG, 10**9, time=time),
        lambda time: sudoku.candidates(LONG, at_least=10**6, time=time),
        lambda time: sudoku.check(sudoku.make(rules=NINE, seed=1), redundant=True, time=time / 1e6),
        lambda time: sudoku.make(rules=NINE, seed=1, time=time / 1e6),
    ],
    ids=["solutions", "candidates", "check", "make"],
)
def test_time_ends_what_takes_long(verb):
    with pytest.raises(dlx3.Stopped) as raised:
        verb(0.1)
    assert raised.value.reason == "time"


def test_control_c_ends_what_takes_long():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            sudoku.candidates(LONG, at_least=10**6, time=600)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
