"""`dlx3.gen`, `dlx3.peg` and `dlx3.sieve`: known numbers, brute force, pictures, faults."""

import re
import signal
from functools import lru_cache
from itertools import permutations
from xml.etree import ElementTree

import dlx3
import pytest
from dlx3 import gen, peg, sieve


def queens(n):
    return sum(
        len({column + row for row, column in enumerate(order)})
        == len({column - row for row, column in enumerate(order)})
        == n
        for order in permutations(range(n))
    )


def test_families_have_their_known_numbers():
    for n in range(4, 8):
        assert gen.queens(n).count() == gen.queens(n, order="natural").count() == queens(n)
    # OEIS A014552, A002860, A004003 (dominoes), and pairs of orthogonal squares: none of order 2.
    assert [gen.langford(n, half=True).count() for n in (3, 4, 5, 7, 8)] == [1, 1, 0, 26, 150]
    assert [gen.latin(n).count() for n in (1, 2, 3, 4)] == [1, 2, 12, 576]
    assert [gen.dominoes(n).count() for n in (2, 4, 6)] == [2, 36, 6728]
    assert gen.latin(2, orthogonal=True).count() == 0
    # Five queens dominate a chessboard, four do not; eight are placed in 4860 ways if five.
    assert gen.domination(8, 4).find() is None and gen.domination(8, 5).find() is not None
    assert gen.dominoes((2, 7)).count() == 21
    assert gen.latin(5, holes=12, seed=1).count() >= 1
    assert gen.bricks((2, 2, 2), [(4, 4, (1, 1, 2))]).count() == 9
    # As many bricks as there is room for: 4 of 2 cells, 8 of one.
    any_number = gen.bricks((2, 2, 2), [(0, None, (1, 1, 2)), (0, None, (1, 1, 1))])
    assert any_number == gen.bricks((2, 2, 2), [(0, 4, (1, 1, 2)), (0, 8, (1, 1, 1))])
    assert gen.planted(40, 15, seed=3) == gen.planted(40, 15, seed=3) != gen.planted(40, 15, seed=4)
    assert gen.words(["ab", "cd"], ["ac", "bd"]).count() == gen.words(b"ab\ncd\n", "ac\nbd\n").count()


def test_all_families_can_be_named():
    assert gen.gen("hitting-sets", 20, 9, 5, seed=1) == gen.hitting_sets(20, 9, 5, seed=1)
    assert gen.gen("queens", 6).count() == 4
    with pytest.raises(ValueError, match="the families are bricks, .*hitting-sets"):
        gen.gen("kings", 6)
    with pytest.raises(ValueError, match="the families are"):
        gen.gen("gen")
    with pytest.raises(TypeError):
        gen.gen(7)


@pytest.mark.parametrize(
    "made, kind, told",
    [
        (lambda: gen.queens(0), ValueError, "from 1 to"),
        (lambda: gen.queens(-1), ValueError, "n is at least 0"),
        (lambda: gen.queens("8"), TypeError, "n is an int, not '8'"),
        (lambda: gen.queens(8, order="none"), ValueError, "organ-pipe, natural"),
        (lambda: gen.dominoes((2, 3, 4)), ValueError, "rows and columns"),
        (lambda: gen.domination(8, 5, by="pawns"), ValueError, "queens, kings"),
        (lambda: gen.words(["a b"]), ValueError, "columns: line 1, column 2"),
        (lambda: gen.words(7), TypeError, "columns are a text or a list"),
        (lambda: gen.triangles(["00"]), ValueError, "six triangles, not 1"),
        (lambda: gen.bricks((2, 2), []), ValueError, "three numbers"),
        (lambda: gen.bricks((2, 2, 2), [(3, 1, (1, 1, 2))]), ValueError, "at least"),
        (lambda: gen.latin(3, holes=1, orthogonal=True), ValueError, "no holes"),
        (lambda: peg.Game("nowhere"), ValueError, "nowhere"),
        (lambda: peg.Game("x.,\n...\n"), ValueError, "line 1"),
        (lambda: peg.Game(7), TypeError, "a game is a str"),
        (lambda: peg.solve("central", method="luck"), ValueError, "auto, forward"),
        (lambda: sieve.solve(0), ValueError, ""),
        (lambda: sieve.solve("6"), TypeError, "n is an int"),
        (lambda: sieve.solve(-5), ValueError, "numbers"),
        (lambda: sieve.score(6, [(6, 4)]), ValueError, "move 1"),
        (lambda: sieve.score(6, [(6, 3, 1)]), TypeError, "a move is"),
    ],
)
def test_what_does_not_exist_is_refused(made, kind, told):
    with pytest.raises(kind) as raised:
        made()
    assert re.search(told, str(raised.value)), raised.value


def replay(game, jumps):
    """The pegs after some jumps, each of which must be possible."""
    places = {number: (row, column) for number, (row, column, _) in enumerate(game.holes)}
    pegs = set(game.start)
    for start, over, end in jumps:
        assert start in pegs and over in pegs and end not in pegs
        rows = places[start][0] + places[end][0], places[start][1] + places[end][1]
        assert rows == (2 * places[over][0], 2 * places[over][1])
        pegs = (pegs - {start, over}) | {end}
    return pegs


def test_solutions_of_peg_games_can_be_played():
    for name in ("latin", "greek", "fireplace", "central"):
        game = peg.Game(name)
        solution = peg.solve(game)
        assert solution and replay(game, solution.jumps) == set(game.finish)
        assert len(solution.words.split()) == len(solution.jumps) == len(game.start) - 1
    for picture in (game.svg(), solution._repr_svg_(), solution.svg(animated=True)):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert str(peg.Game("latin")).count("x") == 7
    drawn = peg.Game("xx.\n...\n")
    assert drawn.finish is None and replay(drawn, peg.solve(drawn).jumps) == {2}


def drawn():
    """The central game of a board with 45 holes: plain searches take long."""
    start = ["   xxx   "] * 3 + ["xxxxxxxxx"] * 3 + ["   xxx   "] * 3
    finish = [row.replace("x", ".") for row in start]
    start[4], finish[4] = "xxxx.xxxx", "....x...."
    return "".join(f"{a}  {b}\n" for a, b in zip(start, finish))


def wiegleb():
    return peg.Game(drawn())


def stuck():
    """That game, and beside it a row of two pegs that are to go. Their jumps would add up, but none can be
    the first. So there is no solution, and who does not look at the row alone has to see all of the board."""
    return peg.Game(drawn() + "#########  #########\nx..x#####  ....#####\n")


PATIENT = {"nodes": 10**12, "positions": 10**9}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["forward", "forward-backward"])
def test_a_game_stops_when_time_is_up(method, threads):
    with pytest.raises(dlx3.Stopped) as caught:
        # So short, as lists of positions would fill the memory.
        peg.solve(stuck(), method=method, threads=threads, time=0.05, **PATIENT)
    assert caught.value.reason == "time"
    # There is a solution: what was cut short has not said that there is none.
    assert peg.solve(wiegleb()).jumps
    with pytest.raises(ValueError, match="time must not be negative, but is -1"):
        peg.solve("latin", time=-1)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
@pytest.mark.parametrize("method", ["forward", "forward-backward"])
def test_an_interrupt_ends_a_game(method):
    # As Ctrl-C does, whose handler raises KeyboardInterrupt.
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            peg.solve(stuck(), method=method, time=600, **PATIENT)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


SCOUT = "xxx....  ......x\nxxx....  .......\n"


def test_games_without_a_solution_have_a_proof():
    none = peg.solve("english:d4,d5:c3")
    assert not none and none.reason == "class"
    # A scout cannot get that far: the values of a pagoda function show it, whichever jump is made.
    game = peg.Game(SCOUT)
    function = peg.pagoda(game)
    values = function.values
    for start, over, end in game._game.all_jumps:
        assert values[start] + values[over] >= values[end]
    assert sum(values[hole] for hole in game.start) < sum(values[hole] for hole in game.finish)
    assert len(str(function).splitlines()) == 2 and not peg.solve(game)
    with pytest.raises(dlx3.Stopped):
        peg.solve("central", method="forward", nodes=2)
    assert peg.Game("latin").problem().find() is not None


@lru_cache(maxsize=None)
def best(left):
    """The best score with the numbers that are left, by trying all games."""
    scores = [0]
    for pick in left:
        taxes = {tax for tax in left if tax < pick and pick % tax == 0}
        if taxes:
            scores.append(pick + best(left - taxes - {pick}))
    return max(scores)


def test_sieves_have_their_best_scores():
    for n in range(1, 13):
        wanted = best(frozenset(range(1, n + 1)))
        game = sieve.solve(n)
        assert game.is_proved and game.score == wanted == sum(pick for pick, _ in game.moves)
        assert sieve.score(n, game.moves) == wanted
        assert sieve.score(n, [pick for pick, _ in game.moves]) == wanted
    assert sieve.problem(10).count() > 0
    stopped = sieve.solve(400, time=0.0)
    assert stopped.bound >= stopped.score
