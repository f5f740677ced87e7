"""Matrices of all kinds that people have, tidy and untidy, at random: what is a matrix of 0 and 1 has
the solutions that brute force finds, and everything else is an error that names row and column."""

from __future__ import annotations

import random
import sys
from collections import deque
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import dlx3
import pytest

numpy = pytest.importorskip("numpy")
try:
    import pandas
except ImportError:
    pandas = None
try:
    import polars
except ImportError:
    polars = None
try:
    import scipy.sparse as sparse
except ImportError:
    sparse = None

SEEDS = range(600)

#: What counts as 0 or 1.
NUMBERS = [
    int, bool, float, complex, Decimal, Fraction, lambda bit: float(bit) or -0.0,
    numpy.bool_, numpy.int8, numpy.uint64, numpy.float16, numpy.float64, numpy.longdouble,
    numpy.complex64,
]  # fmt: skip
#: Types of arrays.
DTYPES = ["?", "i1", "u1", "<i2", ">i2", "<u4", ">i8", "f2", "<f4", ">f8", "g", "c8", ">c16", "O"]


class Strange:
    """An object that is no number."""

    def __bool__(self):
        return True


#: What is no number at all, and numbers that are neither 0 nor 1.
WRONG_TYPE = [
    None, "1", "", b"0", [], [1], (0,), {}, Strange(), int, numpy.str_("1"), numpy.datetime64(1, "D"),
    numpy.timedelta64(1, "D"), numpy.timedelta64(0, "s"), slice(0),
]  # fmt: skip
WRONG_VALUE = [
    2, -1, 10**30, -(2**64), 0.5, 1.0000001, float("nan"), float("inf"), 1j, 1 + 1e-9j, Decimal("0.5"),
    Decimal("NaN"), Decimal("sNaN"), Fraction(1, 2), numpy.int8(-1), numpy.float32("nan"),
    numpy.uint64(2**63), 1e-300, numpy.longdouble(2),
]  # fmt: skip


def brute(rows: list[list[int]]) -> list[list[int]]:
    """The exact covers, by trying all sets of rows that have a one."""
    numbers = [number for number, row in enumerate(rows) if any(row)]
    found = []
    for size in range(1, len(numbers) + 1):
        for chosen in combinations(numbers, size):
            if all(sum(column) == 1 for column in zip(*(rows[number] for number in chosen))):
                found.append(list(chosen))
    return sorted(found)


def layout(draw: random.Random, array):
    """The same array with other strides."""
    kind = draw.choice(["C", "F", "negative", "sliced", "transposed", "frozen"])
    if kind == "F":
        return numpy.asfortranarray(array)
    if kind == "negative":
        return array[::-1, ::-1].copy()[::-1, ::-1]
    if kind == "sliced":
        height, width = array.shape
        wide = numpy.ones((3 * height, 2 * width + 1), dtype=array.dtype)
        wide[::3, 1::2] = array
        return wide[::3, 1::2]
    if kind == "transposed":
        return array.T.copy().T
    if kind == "frozen":
        array.setflags(write=False)
    return array


def arrays(draw: random.Random, cells):
    array = numpy.empty((len(cells), len(cells[0])), dtype=object)
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            array[row, column] = cell
    return layout(draw, array)


def lists(draw: random.Random, cells):
    make = [list, tuple, deque, iter, lambda row: (cell for cell in row), lambda row: arrays(draw, [row])[0]]
    rows = [draw.choice(make)(row) for row in cells]
    return draw.choice([list, tuple, deque, iter])(rows)


def frames(draw: random.Random, cells):
    columns = draw.choice([None, "abcdef"[: len(cells[0])], [("x", n) for n in range(len(cells[0]))]])
    columns = list(columns) if columns else None
    index = draw.choice([None, [f"row {n}" for n in range(len(cells))], [0] * len(cells)])
    data = arrays(draw, cells)
    frame = pandas.DataFrame(data, columns=columns, index=index, dtype=object)
    return frame.infer_objects() if draw.random() < 0.5 else frame


def masked(draw: random.Random, cells):
    """What is masked is `None` here."""
    hidden = [[cell is None for cell in row] for row in cells]
    data = [[draw.randint(0, 9) if cell is None else int(cell) for cell in row] for row in cells]
    return numpy.ma.array(numpy.array(data, dtype=draw.choice(["i4", "f8", "O"])), mask=hidden)


def stored(draw: random.Random, rows):
    """A sparse matrix whose elements are stored in any order, some of them in parts, some as zeros."""
    entries = []
    for row, line in enumerate(rows):
        for column, bit in enumerate(line):
            parts = [bit]
            if draw.random() < 0.2:
                part = draw.randint(-3, 3)
                parts = [part, bit - part]
            elif not bit and draw.random() < 0.7:
                parts = []
            entries += [(row, column, part) for part in parts]
    draw.shuffle(entries)
    shape = (len(rows), len(rows[0]))
    kind = draw.choice(["i1", "i8", "f8", "c16"])
    height, width = ([entry[place] for entry in entries] for place in (0, 1))
    data = numpy.array([entry[2] for entry in entries], dtype=kind)
    make = draw.choice([sparse.coo_matrix, sparse.coo_array])
    matrix = make((data, (numpy.array(height, dtype="i4"), numpy.array(width, dtype="i4"))), shape=shape)
    form = draw.choice(["coo", "csr", "csc", "lil", "dok", "bsr", "dia"])
    if form != "csr" or draw.random() < 0.5:
        return matrix.asformat(form)
    # As they come, not added up.
    entries.sort(key=lambda entry: entry[0])
    starts = numpy.cumsum([0] + [sum(entry[0] == row for entry in entries) for row in range(shape[0])])
    columns = numpy.array([entry[1] for entry in entries], dtype=starts.dtype)
    data = numpy.array([entry[2] for entry in entries], dtype=kind)
    return sparse.csr_array((data, columns, starts), shape=shape)


def random_rows(draw: random.Random) -> list[list[int]]:
    height, width = draw.randint(1, 7), draw.randint(1, 5)
    return [[int(draw.random() < 0.35) for _ in range(width)] for _ in range(height)]


def check(matrix, rows, seed):
    problem = dlx3.Problem.from_matrix(matrix)
    assert sorted(problem.solutions()) == brute(rows), (seed, matrix)
    for number in problem.indices:
        columns = [column for column, bit in enumerate(rows[number]) if bit]
        assert problem.option(number) == [problem.items[column] for column in columns], seed
    assert problem.indices == [number for number, row in enumerate(rows) if any(row)], seed
    assert len(problem.items) == len(rows[0]), seed


def makers():
    """Ways to make a matrix of cells that may be any objects."""
    return [arrays, lists] + ([frames] if pandas is not None else [])


def test_all_ways_to_write_zeros_and_ones_are_read():
    for seed in SEEDS:
        draw = random.Random(seed)
        rows = random_rows(draw)
        cells = [[draw.choice(NUMBERS)(bit) for bit in row] for row in rows]
        check(draw.choice(makers())(draw, cells), rows, seed)


def test_arrays_of_all_types_and_strides_are_read():
    for seed in SEEDS:
        draw = random.Random(seed)
        rows = random_rows(draw)
        array = numpy.array(rows).astype(draw.choice(DTYPES))
        if array.dtype.kind in "fc" and draw.random() < 0.3:
            array[array == 0] *= -1
        check(layout(draw, array), rows, seed)
        check(masked(draw, rows), rows, seed)
        if array.dtype.kind != "O" and array.dtype.isnative and array.dtype.char != "g":
            check(memoryview(array), rows, seed)


@pytest.mark.skipif(sparse is None, reason="SciPy is not installed")
def test_sparse_matrices_stored_in_any_way_are_read():
    for seed in SEEDS:
        draw = random.Random(seed)
        rows = random_rows(draw)
        check(stored(draw, rows), rows, seed)


@pytest.mark.skipif(pandas is None, reason="pandas is not installed")
def test_frames_of_all_types_are_read():
    types = ["bool", "boolean", "int8", "Int64", "UInt8", "float32", "Float64", "object", "category",
             pandas.SparseDtype(int), pandas.SparseDtype(bool)]  # fmt: skip
    for seed in SEEDS[:400]:
        draw = random.Random(seed)
        rows = random_rows(draw)
        columns = [f"c{number}" for number in range(len(rows[0]))]
        frame = pandas.DataFrame(rows, columns=columns)
        frame = frame.astype({column: draw.choice(types) for column in columns})
        check(frame, rows, seed)


@pytest.mark.skipif(polars is None, reason="Polars is not installed")
def test_frames_of_polars_are_read():
    types = [polars.Boolean, polars.Int8, polars.UInt64, polars.Float32]
    for seed in SEEDS[:400]:
        draw = random.Random(seed)
        rows = random_rows(draw)
        columns = {f"c{number}": list(map(bool, column)) for number, column in enumerate(zip(*rows))}
        frame = polars.DataFrame(columns)
        frame = frame.with_columns([polars.col(name).cast(draw.choice(types)) for name in columns])
        check(frame, rows, seed)


def refused(matrix, seed) -> Exception:
    with pytest.raises((TypeError, ValueError)) as caught:
        problem = dlx3.Problem.from_matrix(matrix)
        pytest.fail(f"seed {seed}: {matrix!r} is read as {problem.to('dlx')!r}")
    return caught.value


def test_one_bad_element_is_refused_with_its_row_and_column():
    for seed in SEEDS:
        draw = random.Random(seed)
        rows = random_rows(draw)
        cells = [[draw.choice([int, bool, float])(bit) for bit in row] for row in rows]
        row, column = draw.randrange(len(rows)), draw.randrange(len(rows[0]))
        is_number = draw.random() < 0.5
        cells[row][column] = draw.choice(WRONG_VALUE if is_number else WRONG_TYPE)
        make = draw.choice([arrays, lists])
        error = refused(make(draw, cells), seed)
        assert type(error) is (dlx3.Fault if is_number else TypeError), (seed, error)
        assert f"row {row}, column {column}: " in str(error), (seed, error)
        if is_number:
            assert error.option == row, seed


def test_masked_elements_are_refused_with_their_row_and_column():
    for seed in SEEDS[:300]:
        draw = random.Random(seed)
        rows = random_rows(draw)
        row, column = draw.randrange(len(rows)), draw.randrange(len(rows[0]))
        rows[row][column] = None
        error = refused(masked(draw, rows), seed)
        assert str(error) == f"row {row}, column {column} is masked", seed
        # A list of masked arrays, too.
        error = refused(list(masked(draw, rows)), seed)
        assert f"row {row}, column {column}: " in str(error), seed


@pytest.mark.skipif(pandas is None, reason="pandas is not installed")
def test_one_bad_element_of_a_frame_is_refused_with_the_names_of_row_and_column():
    bad = [*WRONG_VALUE, "1", None, [], pandas.NA, pandas.NaT, pandas.Timestamp(0), pandas.Timedelta(1)]
    for seed in SEEDS[:400]:
        draw = random.Random(seed)
        rows = random_rows(draw)
        row, column = draw.randrange(len(rows)), draw.randrange(len(rows[0]))
        names = [f"n{number}" for number in range(len(rows))]
        columns = [f"c{number}" for number in range(len(rows[0]))]
        cells = arrays(draw, rows)
        cells.setflags(write=True)
        cells[row, column] = draw.choice(bad)
        frame = pandas.DataFrame(cells, columns=columns, index=names, dtype=object)
        error = refused(frame, seed)
        assert f"row {row} ('n{row}'), column {column} ('c{column}'): " in str(error), (seed, error)


@pytest.mark.skipif(polars is None, reason="Polars is not installed")
def test_one_bad_element_of_a_polars_frame_is_refused_with_its_row_and_column():
    for seed in SEEDS[:400]:
        draw = random.Random(seed)
        rows = random_rows(draw)
        row, column = draw.randrange(len(rows)), draw.randrange(len(rows[0]))
        columns = [list(bits) for bits in zip(*rows)]
        columns[column] = [float(bit) for bit in columns[column]]
        columns[column][row] = draw.choice([None, float("nan"), 2.0, 0.5, -1.0])
        frame = polars.DataFrame({f"c{number}": bits for number, bits in enumerate(columns)})
        error = refused(frame, seed)
        assert f"row {row}, column {column} ('c{column}'): " in str(error), (seed, error)


@pytest.mark.skipif(sparse is None, reason="SciPy is not installed")
def test_one_bad_element_of_a_sparse_matrix_is_refused_with_its_row_and_column():
    for seed in SEEDS[:600]:
        draw = random.Random(seed)
        rows = random_rows(draw)
        row, column = draw.randrange(len(rows)), draw.randrange(len(rows[0]))
        rows[row][column] = draw.choice([2, -1, 9])
        error = refused(stored(draw, rows), seed)
        assert f"row {row}, column {column}: " in str(error), (seed, error)


@pytest.mark.parametrize("dtype", ["U1", "S1", "M8[D]", "m8[s]", [("a", "i4")]])
def test_arrays_of_no_numbers_are_refused(dtype):
    array = numpy.zeros((2, 2), dtype=dtype)
    assert "row 0, column 0: " in str(refused(array, dtype))


def test_what_is_no_matrix_is_refused():
    rows = [[1, 0], [0, 1]]
    for matrix in [
        None, 7, 1.5, "ab", "", b"ab", bytearray(2), {}, {"a": [1, 0]}, {(0, 1): 1}, set(), {(1, 0), (0, 1)},
        frozenset(), ["10", "01"], [b"10"], ["", ""], [{1, 0}, {0}], [{0: 1}], [1, 0], [[1, 0], None],
        [None], object(), int, rows.__iter__, numpy.array(["ab"]), numpy.int64(1), Ellipsis,
        [numpy.array(1)], numpy.array([[1, 0], [1]], dtype=object), [[[1, 0]], [[0, 1]]],
        numpy.zeros((2, 2, 2)), numpy.zeros(2), numpy.array(1), memoryview(b"\0\1"),
    ]:  # fmt: skip
        refused(matrix, None)


def test_rows_that_differ_in_length_are_refused_by_number():
    for seed in SEEDS[:300]:
        draw = random.Random(seed)
        rows = random_rows(draw) + [[0] * 6]
        # Only the last row differs, or one that is made longer or shorter.
        error = refused(lists(draw, rows), seed)
        assert f"row {len(rows) - 1} has " in str(error), seed
        rows = random_rows(draw)
        if len(rows) > 1:
            bad = draw.randrange(1, len(rows))
            rows[bad] = rows[bad][:-1]
            error = refused(lists(draw, rows), seed)
            assert f"row {bad} has {len(rows[0]) - 1} element" in str(error), seed


def test_what_a_matrix_raises_is_passed_on():
    class Bad(Exception):
        pass

    def fails():
        yield [1, 0]
        raise Bad

    class Number(int):
        def __eq__(self, other):
            raise Bad

        __hash__ = int.__hash__

    class Table:
        columns = ["a"]

        def __array__(self, *_, **__):
            raise Bad

    for matrix in [fails(), [fails()], [[Number(1)]], Table()]:
        with pytest.raises((Bad, TypeError)) as caught:
            dlx3.Problem.from_matrix(matrix)
        assert caught.type is Bad or "row 0, column 0" in str(caught.value)


def test_a_matrix_of_the_wrong_kind_leaves_nothing_behind():
    matrix = [[1, 0], [0, "1"]]
    before = sys.getrefcount(matrix)
    for _ in range(50):
        try:
            dlx3.Problem.from_matrix(matrix)
        except TypeError:
            pass
    assert sys.getrefcount(matrix) == before
    matrix[1][1] = 1
    assert dlx3.Problem.from_matrix(matrix).count() == 1
