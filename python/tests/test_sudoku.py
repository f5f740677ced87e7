"""`dlx3.sudoku`: small boards against brute force, ratings against those of serate, all forms of
input, faults with their places, limits."""

import pickle
import random
import signal
import threading
from itertools import permutations
from pathlib import Path
from xml.etree import ElementTree

import dlx3
import pytest
from dlx3 import sudoku

DATA = Path(__file__).parent.parent.parent / "testdata" / "sudoku"
#: 17 clues, from Gordon Royle's list.
PUZZLE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
SOLVED = "693784512487512936125963874932651487568247391741398625319475268856129743274836159"


def units(order, rows, columns):
    """Rows, columns and boxes as lists of cells."""
    cells = [(r, c) for r in range(order) for c in range(order)]
    for key in (lambda r, c: r, lambda r, c: c, lambda r, c: (r // rows, c // columns)):
        groups = {}
        for r, c in cells:
            groups.setdefault(key(r, c), []).append(r * order + c)
        yield from groups.values()


def brute(clues, order=4, rows=2, columns=2, more=()):
    """All solutions by trying permutations, row by row."""
    sets = [*units(order, rows, columns), *more]
    found, grid = [], []

    def fits():
        return all(
            len(set(known)) == len(known)
            for known in ([grid[cell] for cell in one if cell < len(grid)] for one in sets)
        )

    def extend():
        if len(grid) == order * order:
            found.append(tuple(grid))
            return
        start = len(grid)
        for row in permutations(range(1, order + 1)):
            if all(clue in (0, digit) for clue, digit in zip(clues[start:], row)):
                grid.extend(row)
                if fits():
                    extend()
                del grid[start:]

    extend()
    return found


DIAGONALS = ([0, 5, 10, 15], [3, 6, 9, 12])


@pytest.mark.parametrize("diagonal", [False, True])
def test_small_boards_have_the_solutions_that_brute_force_finds(diagonal):
    board = sudoku.Board(4, diagonal=diagonal)
    draw = random.Random(4)
    for _ in range(40):
        clues = [draw.choice([0, 0, 0, draw.randint(1, 4)]) for _ in range(16)]
        wanted = brute(clues, more=DIAGONALS if diagonal else ())
        found = sudoku.solutions(clues, board=board)
        assert sorted(tuple(grid.cells) for grid in found) == sorted(wanted)
        checked = sudoku.check(clues, board=board)
        assert checked.solutions == min(len(wanted), 2)
        assert (checked.several is not None) == (len(wanted) > 1)
        if len(wanted) > 1:
            several = checked.several
            assert several.count == len(wanted) and several.is_all
            two = [tuple(grid.cells) for grid in several.grids]
            assert set(two) <= set(wanted) and several.cells
            assert several.cells == [cell for cell in range(16) if two[0][cell] != two[1][cell]]
        if len(wanted) == 1:
            assert tuple(sudoku.solve(clues, board=board).cells) == wanted[0]
            less = [clues[:cell] + [0] + clues[cell + 1 :] for cell in range(16) if clues[cell]]
            more = DIAGONALS if diagonal else ()
            assert checked.minimal == all(len(brute(one, more=more)) > 1 for one in less)
        else:
            with pytest.raises(sudoku.NotOne) as raised:
                sudoku.solve(clues, board=board)
            assert raised.value.solutions == min(len(wanted), 2)
            assert raised.value.several == checked.several


def test_several_solutions_are_counted_up_to_a_number():
    puzzle = 81 * "."
    several = sudoku.check(puzzle).several
    assert (several.count, several.is_all) == (1000, False)
    several = sudoku.check(puzzle, most=7).several
    assert (several.count, several.is_all) == (7, False)
    assert str(several).startswith("7 or more solutions, such as two that differ in r")
    with pytest.raises(sudoku.NotOne) as raised:
        sudoku.solve(puzzle, most=7)
    assert raised.value.several == several and str(raised.value) == str(several)
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.several == several and again.several.grids[0].board == several.grids[0].board
    for verb in [sudoku.hint, sudoku.path]:
        with pytest.raises(sudoku.NotOne) as raised:
            verb(puzzle)
        assert raised.value.several.count == 1000
    assert sudoku.check("1" + 15 * ".", board=sudoku.Board(4), most=72).several.is_all is False
    assert sudoku.check("1" + 15 * ".", board=sudoku.Board(4), most=73).several.is_all
    for most, fault in [(1, ValueError), (0, ValueError), ("7", TypeError)]:
        with pytest.raises(fault, match="most"):
            sudoku.check(puzzle, most=most)


def test_cages_count_as_brute_force_says():
    board = sudoku.Board(4, killer="3 r1c1 r1c2\n6 r2c1 r3c1 r3c2\n")
    wanted = [
        grid
        for grid in brute([0] * 16)
        if grid[0] + grid[1] == 3 and grid[4] + grid[8] + grid[9] == 6
        and len({grid[4], grid[8], grid[9]}) == 3
    ]
    found = sudoku.solutions([0] * 16, board=board)
    assert sorted(tuple(grid.cells) for grid in found) == sorted(wanted)
    assert sudoku.problem([0] * 16, board=board).count() == len(wanted)


def test_a_jigsaw_of_six_keeps_its_boxes():
    drawing = "aaabbb\naaabbb\nccddee\nccddee\nccddee\nffffff\n"
    board = sudoku.Board(jigsaw=drawing)
    assert board.order == 6 and len(set(board.boxes)) == 6
    solution = sudoku.solutions([0] * 36, 1, board=board)[0]
    for box in range(6):
        cells = [digit for digit, number in zip(solution.cells, board.boxes) if number == box]
        assert sorted(cells) == [1, 2, 3, 4, 5, 6]


def ratings():
    lines = (DATA / "ratings.txt").read_text().splitlines()
    draw = random.Random(6)
    # The hardest take minutes without optimization.
    known = [line.split() for line in lines]
    return draw.sample([line for line in known if float(line[1]) <= 5.0], 12)


@pytest.mark.parametrize("line", ratings(), ids=lambda line: line[0][:9])
def test_ratings_are_those_of_serate(line):
    puzzle, er, ep, ed = line
    rating = sudoku.rate(puzzle)
    assert (rating.er, rating.ep, rating.ed) == (float(er), float(ep), float(ed))


def test_the_path_has_the_ratings_of_serates_steps():
    for line in (DATA / "steps.txt").read_text().splitlines()[:3]:
        puzzle, *steps = line.split()
        path = sudoku.path(puzzle)
        assert [f"{step.rating:.1f}" for step in path] == steps
        grid = sudoku.read(puzzle).cells
        for step in path:
            if step.placement is not None:
                cell, digit = step.placement
                grid[cell] = digit
        assert grid == sudoku.solve(puzzle).cells


def test_a_puzzle_may_be_given_in_every_form():
    np = pytest.importorskip("numpy")
    digits = [int(sign) for sign in PUZZLE]
    rows = [digits[start : start + 9] for start in range(0, 81, 9)]
    forms = [
        PUZZLE,
        PUZZLE.replace("0", "."),
        PUZZLE.encode(),
        "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9)),
        digits,
        tuple(digits),
        rows,
        [[digit or None for digit in row] for row in rows],
        [[str(digit or ".") for digit in row] for row in rows],
        np.array(rows),
        np.array(digits, dtype=np.uint8),
        np.array([[digit or np.nan for digit in row] for row in rows]),
        sudoku.read(PUZZLE),
    ]
    for form in forms:
        assert sudoku.solve(form) == SOLVED, form
        assert sudoku.read(form).rows == rows, form
    pd = pytest.importorskip("pandas")
    assert sudoku.solve(pd.DataFrame(rows)) == SOLVED


def test_order_sixteen_has_digits_and_lists_of_its_order():
    puzzle = sudoku.make(board=sudoku.Board(16), seed=1)
    assert puzzle.order == 16 and max(puzzle.cells) == 16
    solved = sudoku.solve(puzzle.rows)
    assert all(sorted(row) == list(range(1, 17)) for row in solved.rows)
    numbers = sudoku.Board(16, digits="1-16")
    assert str(sudoku.solve(puzzle.rows, board=numbers)).split() == [str(d) for d in solved.cells]


FAULTS = [
    ("123", ValueError, "line 1: .*3 characters"),
    (PUZZLE[:-1] + "x", ValueError, r"line 1: column 81"),
    (PUZZLE + "\n" + PUZZLE, ValueError, "line 2: there is a second puzzle"),
    ("", ValueError, "there is no puzzle"),
    ([[0] * 9] * 8, ValueError, "72 cells where 81"),
    ([0] * 80 + [10], ValueError, "r9c9: there is no digit 10"),
    ([0] * 80 + [-1], ValueError, "r9c9: there is no digit -1"),
    ([0] * 80 + [1.5], TypeError, "a cell is an int"),
    ([0] * 80 + ["x"], TypeError, "a cell is an int"),
    ([0] * 80 + [True], TypeError, "a cell is an int"),
    (7, TypeError, "a puzzle is a text, a list or an array, not 7"),
    (None, TypeError, "not None"),
]


@pytest.mark.parametrize("puzzle, kind, told", FAULTS, ids=lambda one: str(one)[:20])
def test_what_is_no_puzzle_is_refused_with_its_place(puzzle, kind, told):
    verbs = [sudoku.read, sudoku.solve, sudoku.solutions, sudoku.check, sudoku.rate, sudoku.hint]
    for verb in [*verbs, sudoku.path, sudoku.canon, sudoku.automorphisms, sudoku.problem]:
        with pytest.raises(kind, match=told):
            verb(puzzle)


def test_boards_that_do_not_exist_are_refused():
    for arguments, told in [
        ({"order": 5}, "order"),
        ({"order": 4, "hyper": True}, "9"),
        ({"jigsaw": "aab\nabb\nccx\n"}, "box"),
        ({"killer": "3 r1c1 r1c2\n4 r1c2 r1c3\n"}, "line 2"),
        ({"digits": "123"}, "digits"),
        ({"killer": "3 r1c1 r1c2\n", "digits": "012345678"}, "sums of cages"),
    ]:
        with pytest.raises(ValueError, match=told):
            sudoku.Board(**arguments)
    for arguments in [{"order": "9"}, {"jigsaw": 7}, {"killer": [1]}]:
        with pytest.raises(TypeError):
            sudoku.Board(**arguments)
    with pytest.raises(TypeError, match="board is a sudoku.Board"):
        sudoku.solve(PUZZLE, board=9)


def test_what_is_made_is_what_was_asked_for():
    for seed in range(3):
        puzzle = sudoku.make(rating=(3.0, 4.5), symmetry="rotate180", minimal=True, seed=seed)
        assert 3.0 <= sudoku.rate(puzzle).er <= 4.5
        assert str(sudoku.check(puzzle)) == "1 solution, minimal" and sudoku.check(puzzle)
        there = [digit > 0 for digit in puzzle.cells]
        assert there == there[::-1]
    for rules in [{"diagonal": True}, {"hyper": True}, {"diagonal": True, "hyper": True}]:
        puzzle = sudoku.make(rating=(2.9, 4.2), seed=1, board=sudoku.Board(**rules))
        assert 2.9 <= sudoku.rate(puzzle).er <= 4.2 and sudoku.check(puzzle).solutions == 1
        assert sudoku.path(puzzle)[0] == sudoku.hint(puzzle)
    pattern = "11110000" + 73 * "."
    assert sudoku.make(seed=1) == sudoku.make(seed=1) != sudoku.make(seed=1, number=1)
    assert sudoku.make() != sudoku.make()
    for arguments, kind in [
        ({"difficulty": "mild"}, ValueError),
        ({"difficulty": "hard", "wnef": (0, 1)}, ValueError),
        ({"rating": (5, 3)}, ValueError),
        ({"rating": 3}, TypeError),
        ({"wnef": (0, 2)}, ValueError),
        ({"technique": "luck"}, ValueError),
        ({"symmetry": "some"}, ValueError),
        ({"pattern": pattern[:80]}, ValueError),
        ({"seed": -1}, ValueError),
        ({"seed": "x"}, TypeError),
        ({"rating": (1, 2), "board": sudoku.Board(6)}, ValueError),
        ({"technique": "pointing", "board": sudoku.Board(hyper=True)}, ValueError),
        ({"technique": "generalized-intersection"}, ValueError),
        ({"difficulty": "easy", "board": sudoku.Board(6)}, ValueError),
    ]:
        with pytest.raises(kind):
            sudoku.make(**arguments)


def test_a_pattern_has_all_clues():
    pattern = sudoku.make(seed=3)
    made = sudoku.make(pattern=pattern, seed=8)
    assert [digit > 0 for digit in made.cells] == [digit > 0 for digit in pattern.cells]
    assert sudoku.check(made).solutions == 1


def test_hints_know_wrong_digits_and_lead_to_the_solution():
    grid, steps = sudoku.make(difficulty="medium", seed=2), 0
    clues, cells = grid, grid.cells
    solution = sudoku.solve(grid)
    while (step := sudoku.hint(cells, clues=clues)) is not None and step.placement is not None:
        cell, digit = step.placement
        assert solution.cells[cell] == digit and cells[cell] == 0
        cells[cell] = digit
        steps += 1
    assert steps > 3
    empty = grid.cells.index(0)
    wrong = list(grid.cells)
    wrong[empty] = solution.cells[empty] % 9 + 1
    with pytest.raises(ValueError, match=f"wrong: r{empty // 9 + 1}c{empty % 9 + 1}"):
        sudoku.hint(wrong, clues=grid)
    with pytest.raises(sudoku.NotOne):
        sudoku.hint(81 * ".")
    with pytest.raises(ValueError, match="9x9"):
        sudoku.hint(sudoku.make(board=sudoku.Board(6), seed=1))


#: Its path has a forcing chain, and its links are told in `crates/sudoku`, too.
CHAIN = ".14.9....9.3..8..7.8.13....3.5..2..1.......4...9..7........35.....25.6....2....39"


def test_links_of_a_chain_have_their_reasons_and_steps_their_usual_names():
    path = sudoku.path(CHAIN)
    (step,) = [step for step in path if step.technique == "forcing-chain"][:1]
    assert [str(link) for link in step.links] == [
        "r9c6=1 -> r9c6<>4: r9c6 has one digit",
        "r9c6<>4 -> r3c6=4: only place for 4 in column 6",
        "r3c6=4 -> r2c4<>4: box 2 has one 4",
        "r2c4<>4 -> r2c7=4: only place for 4 in row 2",
        "r2c7=4 -> r2c7<>1: r2c7 has one digit",
        "r2c7<>1 -> r9c7=1: only place for 1 in column 7",
        "r9c7=1 -> r9c6<>1: row 9 has one 1",
    ]
    assert step.usual_name == "AIC" == step.names[0] and step.title == "Forcing chain"
    assert step.eliminations == [(77, 1)] and step.placement is None
    second = step.links[1]
    assert second.premises == [sudoku.Mark(77, 4, False)] and second.conclusion == (23, 4, True)
    assert second.reason == "only place for 4 in column 6"
    assert second.house == [9 * row + 5 for row in range(9)]
    # Each mark but the first follows from one that is known.
    known = {step.links[0].premises[0]}
    for link in step.links:
        assert known.issuperset(link.premises)
        known.add(link.conclusion)
    lines = str(step).splitlines()
    assert lines[:3] == [step.place, f"Forcing chain ({step.rating})", "Also called: AIC, discontinuous nice loop"]
    assert [line.strip() for line in lines[-7:]] == [str(link) for link in step.links]
    shown = step._repr_html_()
    assert shown.startswith(step._repr_svg_()) and shown.count("<li>") == len(step.links)
    assert "<svg" in step.svg() and pickle.loads(pickle.dumps(step)) == step
    for step in path:
        assert step.usual_name and (step.chains == []) == (step.links == [])


def test_steps_and_links_are_short_in_a_list():
    for step in sudoku.path(CHAIN):
        assert repr(step) == f"<sudoku.Step: {step.usual_name} {step.rating}: {step.effect}>"
    told = repr(sudoku.steps(CHAIN))
    assert "svg" not in told and told.startswith("[<sudoku.Step: Hidden single 1.2: r2c5=2>, <sudoku.Step: ")
    rating = sudoku.rate(CHAIN)
    assert repr(rating).endswith(f"hardest={rating.hardest!r})") and len(repr(rating)) < 1000
    link = rating.hardest.links[1]
    assert repr(link) == "<sudoku.Link: r9c6<>4 -> r3c6=4: only place for 4 in column 6>"
    found = sudoku.candidates("1......3.....2..", board=sudoku.Board(4))
    assert repr(found) == f"Candidates(grid={found.grid!r}, counts={found.counts}, equal={found.equal})"


#: Its path has contradictions of two chains each, with steps of techniques within them; as
#: `crates/sudoku` tells, too.
NESTED = (
    ":0000:x:1..8....447..9..3...6..42..5.......7..1.3..5......84...9..7...1.1.2..6....4..1..."
    ":216 516 616 134 534 145:::"
)


def test_links_show_the_sentences_within_them_and_chains_their_numbers():
    path = sudoku.path(NESTED)
    nested = [step for step in path if any(link.within for link in step.links)]
    assert nested and all(len(step.chains) == 2 for step in nested)
    for step in nested:
        lines = []
        for number, chain in enumerate(step.chains, 1):
            lines.append(f"Chain {number}:")
            lines += [f"  {line}" for link in chain for line in str(link).splitlines()]
        # The text of a step has the same lines.
        assert str(step).splitlines()[-len(lines) :] == lines
        shown = step._repr_html_()
        within = [line for link in step.links for line in link.within]
        assert within and shown.count("<li>") == len(step.links) + len(within)
        assert shown.index("<p>Chain 1</p><ol>") < shown.index("<p>Chain 2</p><ol>")
        assert shown.count("<p>") == 2
    link = next(link for link in nested[0].links if link.within)
    assert repr(link) == f"<sudoku.Link: {str(link).splitlines()[0]}>"
    assert str(link).splitlines()[1:] == [f"  {link.within[0]}"] and link.reason == "pointing"
    one = next(step for step in sudoku.path(CHAIN) if step.chains)
    assert len(one.chains) == 1 and "Chain 1" not in one._repr_html_()


def test_all_steps_are_possible_and_the_first_is_the_hint():
    for puzzle, board in [(CHAIN, None), (PUZZLE, None), (sudoku.make(board=sudoku.Board(9, diagonal=True), seed=1), None)]:
        steps = sudoku.steps(puzzle, board=board)
        solved = sudoku.solve(puzzle, board=board).cells
        assert steps[0] == sudoku.hint(puzzle, board=board)
        assert [step.rating for step in steps] == sorted(step.rating for step in steps)
        for step in steps:
            if step.placement is not None:
                cell, digit = step.placement
                assert solved[cell] == digit
            assert all(solved[cell] != digit for cell, digit in step.eliminations)
        assert sudoku.steps(puzzle, board=board, most=1) == steps[:1]
    assert sudoku.steps(SOLVED) == []
    with pytest.raises(sudoku.NotOne):
        sudoku.steps(81 * ".")
    wrong = SOLVED[:80] + ("1" if SOLVED[80] != "1" else "2")
    with pytest.raises(ValueError, match="wrong: r9c9"):
        sudoku.steps(wrong, clues=PUZZLE)
    # A text has no board of its own.
    text = str(sudoku.make(board=sudoku.Board(9, hyper=True), seed=2))
    board = sudoku.Board(9, hyper=True)
    assert sudoku.path(text, board=board)[0] == sudoku.hint(text, board=board)


def test_a_rating_has_its_hardest_step():
    rating = sudoku.rate(CHAIN)
    path = sudoku.path(CHAIN)
    assert rating.hardest == next(step for step in path if step.rating == rating.er)
    assert sudoku.rate(CHAIN, sukaku=False).hardest is None
    assert sudoku.rate(81 * ".").hardest is None


def test_candidates_are_part_of_a_puzzle():
    # 729 characters: clues, and in each other cell the digit of the solution and one more.
    draw, sets = random.Random(3), []
    for clue, sign in zip(PUZZLE, SOLVED):
        sets.append({sign} if clue != "0" else {sign, draw.choice("123456789".replace(sign, ""))})
    marks = "".join(d if d in one else "." for one in sets for d in "123456789")
    grid = sudoku.read(marks)
    assert sudoku.solve(grid) == SOLVED
    assert ["".join(map(str, one)) for one in grid.candidates] == ["".join(sorted(s)) for s in sets]
    drawn = sum(len(one) for one, digit in zip(sets, grid.cells) if not digit)
    assert grid.svg().count('class="m"') == drawn >= 2 * 64
    assert grid.svg(candidates=False).count('class="m"') == 0
    assert pickle.loads(pickle.dumps(grid)).candidates == grid.candidates
    with pytest.raises(ValueError, match="cages"):
        sudoku.read(marks, board=sudoku.Board(killer="3 r1c1 r1c2"))


def shuffled(rows, draw):
    """An equivalent puzzle: digits renamed, rows, columns, bands and stacks exchanged, turned."""
    names = [0, *draw.sample(range(1, 10), 9)]
    for _ in range(2):
        order = [3 * band + row for band in draw.sample(range(3), 3) for row in draw.sample(range(3), 3)]
        rows = [list(column) for column in zip(*[rows[row] for row in order])]
    if draw.random() < 0.5:
        rows = [list(column) for column in zip(*rows)]
    return [[names[digit] for digit in row] for row in rows]


def test_equivalent_puzzles_have_one_form():
    draw = random.Random(1)
    rows = sudoku.read(PUZZLE).rows
    forms = {sudoku.canon(shuffled(rows, draw)) for _ in range(20)}
    assert forms == {sudoku.canon(PUZZLE)} != {sudoku.canon(sudoku.make(seed=1))}
    # The group of moves, without renaming: 2 * 6^8.
    assert sudoku.automorphisms(81 * ".") == 2 * 6**8
    assert sudoku.automorphisms(PUZZLE) == 1


def test_grids_show_themselves_and_can_be_pickled():
    solved = sudoku.solve(PUZZLE)
    picture = ElementTree.fromstring(solved._repr_svg_())
    classes = [one.get("class") for one in picture.iter() if one.tag.endswith("text")]
    assert classes.count("d") == 17 and classes.count("d e") == 64
    again = pickle.loads(pickle.dumps(solved))
    assert again == solved and again._repr_svg_() == solved._repr_svg_()
    step = sudoku.hint(PUZZLE)
    assert ElementTree.fromstring(step._repr_svg_()).tag.endswith("svg")
    board = sudoku.Board(4, killer="3 r1c1 r1c2\n")
    assert pickle.loads(pickle.dumps(board)) == board and "killer" in repr(board)
    assert sudoku.solutions(16 * ".", board=board)[0]._repr_svg_().count('class="cage"') == 1


def test_time_ends_what_takes_long():
    for verb in [lambda: sudoku.solutions(81 * ".", 10**9, time=0.1),
                 lambda: sudoku.make(rating=(11.9, 11.9), seed=1, time=0.3)]:
        with pytest.raises(dlx3.Stopped) as raised:
            verb()
        assert raised.value.reason == "time"


def test_control_c_ends_what_takes_long():
    # Who runs tests in the background ignores this signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            sudoku.solutions(81 * ".", 10**9, time=600)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)


def test_other_threads_run_meanwhile():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        # Longer each time, for a machine that is slow or does much else.
        for seconds in (0.5, 1, 2, 4, 8, 16, 32):
            with pytest.raises(dlx3.Stopped):
                sudoku.solutions(81 * ".", 10**9, time=seconds)
            if len(ticks) > 5:
                break
    finally:
        done.set()
        thread.join()
    assert len(ticks) > 5
