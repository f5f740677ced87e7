"""`dlx3.pack`: small packings against brute force, known numbers, all forms of input, faults."""

import random
import re
import struct
from itertools import product
from xml.etree import ElementTree

import dlx3
import pytest
from dlx3 import pack


def turned(cells):
    """All turns and reflections of cells in the plane, each at the origin."""
    found = set()
    for flip, turn in product(range(2), range(4)):
        image = [(row, -column) if flip else (row, column) for row, column in cells]
        for _ in range(turn):
            image = [(column, -row) for row, column in image]
        top, left = min(row for row, _ in image), min(column for _, column in image)
        found.add(tuple(sorted((row - top, column - left) for row, column in image)))
    return found


def brute(pieces, region):
    """All ways to fill a region with these pieces, each once: sets of placed cells by piece."""
    region, found = frozenset(region), set()

    def extend(free, left, placed):
        if not free:
            if not left:
                found.add(frozenset(placed))
            return
        first = min(free)
        for piece in left:
            for image in turned(pieces[piece]):
                for anchor in image:
                    cells = frozenset(
                        (row + first[0] - anchor[0], column + first[1] - anchor[1])
                        for row, column in image
                    )
                    if cells <= free and min(cells) == first:
                        extend(free - cells, left - {piece}, [*placed, (piece, cells)])

    extend(region, frozenset(range(len(pieces))), [])
    return found


def as_array(cells):
    rows, columns = max(row for row, _ in cells) + 1, max(column for _, column in cells) + 1
    return [[int((row, column) in cells) for column in range(columns)] for row in range(rows)]


def grown(draw, free, size):
    """A connected set of cells at random, or fewer than asked for."""
    cells = [min(free)]
    while len(cells) < size:
        near = {
            (row + down, column + right)
            for row, column in cells
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        near = sorted((near & free) - set(cells))
        if not near:
            break
        cells.append(draw.choice(near))
    return cells


def test_small_packings_have_the_solutions_that_brute_force_finds():
    draw, solved = random.Random(7), 0
    for _ in range(25):
        rows, columns = draw.randint(2, 3), draw.randint(3, 4)
        region = set(product(range(rows), range(columns)))
        free, pieces = set(region), []
        while free:
            cells = grown(draw, free, draw.randint(2, 5))
            free -= set(cells)
            top, left = min(row for row, _ in cells), min(column for _, column in cells)
            pieces.append([(row - top, column - left) for row, column in cells])
        wanted = brute(pieces, region)
        packing = pack.Packing([as_array(piece) for piece in pieces], as_array(region))
        names = [name for name, *_ in packing.pieces]
        found = {
            frozenset(
                (names.index(name), frozenset((row, column) for _, row, column in cells))
                for name, cells in solution.pieces
            )
            for solution in packing.solutions()
        }
        assert found == wanted and packing.count() == len(wanted) > 0
        solved += len(wanted)
    assert solved > 25


def test_known_numbers():
    # Pentominoes in rectangles (Haselgrove, 1960), the Soma cube (Conway and Guy, 1961), dominoes
    # on a chessboard (Kasteleyn, 1961).
    packing = pack.Packing("pentominoes", "3x20")
    assert (packing.count(), packing.classes()) == (8, 2)
    assert len(list(packing.solutions(unique=True))) == 2
    assert pack.Packing("dominoes", "8x8", each="0:*").count() == 12988816
    assert pack.Packing("soma", "3x3x3").classes() == 240
    # Of one piece, symmetric solutions: the classes are counted one by one.
    bars = pack.Packing("dominoes", "4x4", each="0:*")
    assert bars.count() == 36 and bars.classes() == 9
    assert len(list(bars.solutions(unique=True))) == 9


L, I = [[1, 0], [1, 1]], [[1, 1, 1]]


def test_pieces_and_regions_may_be_given_in_every_form():
    np = pytest.importorskip("numpy")
    region = [[1, 1, 1], [1, 1, 1]]
    forms = [
        "LIII\nLL..\n",
        b"LIII\nLL..\n",
        ["L.\nLL\n", "III\n..."],
        [L, I],
        [np.array(L), np.array(I)],
        {"L": L, "I": np.array(I, dtype=bool)},
        np.array([[1, 0, 2, 2, 2], [1, 1, 0, 0, 0]]),
        [["L", ".", "I", "I", "I"], ["L", "L", ".", ".", "."]],
    ]
    counts = set()
    for pieces in forms:
        for place in ("2x3", "###\n###\n", region, np.array(region), np.ones((2, 3), dtype=bool)):
            counts.add(pack.Packing(pieces, place).count())
    assert counts == {0}
    for pieces in forms:
        assert pack.Packing(pieces, "1x3+2x2-1x1@0,1").count() == 1
    assert pack.Packing("trominoes", [[1, 1, 1, 0, 0], [0, 2, 0, 0, 0], [0, 2, 2, 0, 0]]).count() == 1
    # Two regions that touch are two all the same.
    assert pack.Packing({"I": I}, [[1, 1, 2, 2, 2, 2]], each="0:*").count() == 0
    assert pack.Packing({"I": I}, [[1, 1, 1, 2, 2, 2]], each=2).count() == 1
    assert pack.Packing({"I": I}, [["#", "#", "#", "?"]]).count() == 1
    cube = pack.Packing([np.ones((2, 2, 2)), np.ones((1, 2, 2))], np.ones((3, 2, 2)))
    assert cube.grid == "cube" and cube.count() == 2
    assert cube.find().array()[1] == [[0, 0], [0, 0]] or cube.find().array()[1] == [[1, 1], [1, 1]]


def test_pieces_are_used_as_often_as_is_said():
    bar = {"bar": [[1, 1]], "dot": [[1]]}
    # Of four cells in a row, with any number of bars: Fibonacci.
    assert pack.Packing(bar, "1x4", each="0:*").count() == 5
    assert pack.Packing(bar, "1x4", uses={"bar": (0, 1), "dot": "0:*"}).count() == 4
    assert pack.Packing(bar, "1x4", uses={"bar": 1, "dot": (2, None)}).count() == 3
    assert pack.Packing({"L": L}, "2x3", each=2, moves="fixed").count() == 0
    assert pack.Packing({"L": L}, "2x3", each=2, moves="one-sided").count() == 2


@pytest.mark.parametrize(
    "arguments, kind, told",
    [
        (("pentominos", "6x10"), ValueError, "pentominos"),
        (("pentominoes", "6y10"), ValueError, "6y10"),
        (("AA\nA,\n", "2x2"), ValueError, "pieces: line 2, column 2"),
        (("AA\nAA\n", "##\n#,\n"), ValueError, "region: line 2, column 2"),
        (([[[1, 1, 1]]], "2x2"), ValueError, "does not fit"),
        (([[[0]]], "2x2"), ValueError, "no cells"),
        ((7, "2x2"), TypeError, "pieces are"),
        (("dominoes", 7), TypeError, "region is a text or an array"),
        (("dominoes", None), TypeError, "not None"),
        (({"toolongname": L}, "2x2"), ValueError, "toolongname"),
    ],
)
def test_what_is_no_packing_is_refused(arguments, kind, told):
    with pytest.raises(kind, match=told):
        pack.Packing(*arguments)


def test_wrong_settings_are_refused():
    for named, kind in [
        ({"grid": "round"}, ValueError),
        ({"moves": "some"}, ValueError),
        ({"each": "x"}, ValueError),
        ({"each": 1.5}, TypeError),
        ({"each": (3, 1)}, ValueError),
        ({"uses": {"Q": 1}}, ValueError),
        ({"border": "ab"}, ValueError),
        ({"coloring": "red"}, ValueError),
    ]:
        with pytest.raises(kind):
            pack.Packing("dominoes", "2x2", **named)


def test_limits_are_those_of_problems():
    packing = pack.Packing("pentominoes", "6x10")
    with pytest.raises(dlx3.Stopped) as raised:
        packing.count(time=0)
    assert raised.value.reason == "time"
    with pytest.raises(TypeError):
        packing.count(tim=1)


def test_a_packing_is_drawn_before_it_is_solved():
    packing = pack.Packing({"L": [[1, 1], [1, 0]], "I": [[1, 1, 1]]}, "3x4", uses={"I": "0:2", "L": 3})
    tree = ElementTree.fromstring(packing._repr_svg_())
    shown = [node.text for node in tree.iter() if node.tag.endswith("text")]
    assert shown == ["3|L", "0:2|I"]
    # The region has 12 cells, the pieces have 6.
    cells = [node for node in tree.iter() if node.tag.endswith("path") and node.get("fill")]
    assert len(cells) == 12 + 6
    # Tiles show the colors of their sides, pieces of one letter for dark and light their dark cells.
    tiles = pack.Packing("macmahon-squares", "4x6").svg()
    assert tiles.count("<path fill") == 24 + 24 * (1 + 4)


def test_solutions_are_drawn():
    packing = pack.Packing("pentominoes", "3x20")
    solutions = list(packing.solutions())
    assert ElementTree.fromstring(solutions[0]._repr_svg_()).tag.endswith("svg")
    assert len({str(one) for one in solutions}) == 8
    assert all(len(line) == 20 for line in str(solutions[0]).splitlines())
    picture = pack.sheet(solutions)
    assert ElementTree.fromstring(picture._repr_svg_()).tag.endswith("svg")
    assert len(picture.svg()) > 4 * len(solutions[0].svg())
    assert repr(picture) == f"<pack.sheet: {len(picture.solutions)} solutions>"
    with pytest.raises(ValueError, match="one packing"):
        pack.sheet([solutions[0], pack.Packing("dominoes", "1x2").find()])
    with pytest.raises(ValueError, match="no solution"):
        pack.sheet([])
    assert sorted(cell for _, cells in solutions[0].pieces for cell in cells) == packing.cells


def triangles(stl):
    """The triangles of a binary STL file."""
    (number,) = struct.unpack_from("<I", stl, 80)
    assert len(stl) == 84 + 50 * number
    for place in range(number):
        values = struct.unpack_from("<12f", stl, 84 + 50 * place)
        yield [values[3 * corner : 3 * corner + 3] for corner in (1, 2, 3)]


def volume(stl):
    """The volume, if the surface is closed: each edge is there once in either direction."""
    total, edges = 0.0, {}
    for a, b, c in triangles(stl):
        total += sum(
            a[i] * (b[j] * c[k] - b[k] * c[j]) for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        )
        for edge in ((a, b), (b, c), (c, a)):
            edges[edge] = edges.get(edge, 0) + 1
    assert all(number == edges.get(edge[::-1]) for edge, number in edges.items())
    return total / 6


def test_pieces_to_print_have_the_volume_of_their_cells():
    for pieces, region, unit, height in (
        ("soma", "3x3x3", 15, None),
        ("pentominoes", "6x10", 10, 4),
        ("pentominoes", "3x20", 7.5, None),
    ):
        packing = pack.Packing(pieces, region)
        solution = packing.find()
        files = solution.stl(unit=unit, gap=0, height=height)
        sizes = {f"piece-{name}.stl": size for name, size, _, _ in packing.pieces}
        # A piece of cubes may lie as its mirror image.
        assert {name.replace("-mirror", "") for name in files} == set(sizes)
        cell = unit * unit * (height or unit)
        for name, stl in files.items():
            size = sizes[name.replace("-mirror", "")]
            assert volume(stl) == pytest.approx(size * cell, rel=1e-5)
            assert volume(solution.stl(unit=unit, height=height)[name]) < size * cell
        whole = solution.stl(assembled=True, unit=unit, gap=0.1, height=height)
        assert list(whole) == ["assembled.stl"]
        assert volume(whole["assembled.stl"]) < len(packing.cells) * cell


def test_pieces_to_cut_and_pieces_for_openscad():
    solution = pack.Packing("pentominoes", "6x10").find()
    root = ElementTree.fromstring(solution.svg(cut=True, unit=10))
    paths = root.findall(".//{*}path")
    assert sorted(path.get("id") for path in paths) == sorted(f"piece-{x}" for x in "FILNPTUVWXYZ")
    assert root.get("width").endswith("mm")
    # Lines outside by half of the beam: the bar of five cells is longer by a whole one.
    (bar,) = (path for path in paths if path.get("id") == "piece-I")
    wide = ElementTree.fromstring(solution.svg(cut=True, unit=10, kerf=0.5))
    (wider,) = (path for path in wide.findall(".//{*}path") if path.get("id") == "piece-I")
    spans = []
    for path in (bar, wider):
        numbers = [float(one) for one in re.findall(r"[-\d.]+", path.get("d"))]
        axes = numbers[::2], numbers[1::2]
        spans.append(sorted(max(axis) - min(axis) for axis in axes))
    assert spans == [pytest.approx([10, 50]), pytest.approx([10.5, 50.5])]
    for assembled in (False, True):
        text = solution.scad(assembled=assembled, unit=12)
        assert text.count("{") == text.count("}") and text.count("polyhedron") == 12


def test_sizes_that_make_no_piece_are_refused():
    flat, solid = pack.Packing("pentominoes", "6x10").find(), pack.Packing("soma", "3x3x3").find()
    for ask, told in (
        (lambda: flat.stl(unit=0), "unit: a length above 0"),
        (lambda: flat.stl(unit=float("nan")), "unit: a length in millimetres"),
        (lambda: flat.stl(gap=-1), "gap: a length in millimetres"),
        (lambda: flat.scad(gap=15), "a gap of 15"),
        (lambda: solid.stl(height=3), "a height is for flat pieces"),
        (lambda: solid.svg(cut=True), "is not flat"),
        (lambda: flat.svg(cut=True, kerf=15), "a kerf of 15"),
        (lambda: flat.svg(kerf=0.1), "kerf is for the cutter"),
    ):
        with pytest.raises(ValueError, match=told):
            ask()
    with pytest.raises(TypeError, match="unit is a number of millimetres, not 'x'"):
        flat.stl(unit="x")
