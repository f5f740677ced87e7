"""The functions of `exact_cover` and `xcover`, on the examples that these packages publish, and
beside the packages themselves if they are installed."""

import random

import dlx3
import pytest

numpy = pytest.importorskip("numpy")

import dlx3.exact_cover as ec  # noqa: E402

SETS = numpy.array([[1, 0, 0, 1, 0], [1, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]])


@pytest.mark.parametrize("dtype", [bool, numpy.int32, ec.DTYPE_FOR_ARRAY])
def test_the_examples_of_exact_cover(dtype):
    matrix = SETS.astype(dtype)
    cover = ec.get_exact_cover(matrix)
    assert cover.dtype == numpy.int32 and cover.tolist() == [0, 2, 3]
    assert repr(cover) == "array([0, 2, 3], dtype=int32)" and str(cover) == "[0 2 3]"
    assert ec.get_solution_count(matrix) == 1
    assert ec.get_all_solutions(matrix) == {(0, 2, 3)}
    assert ec.get_exact_cover(matrix.tolist()).tolist() == [0, 2, 3]


def test_a_matrix_without_a_cover_raises_no_solution():
    matrix = numpy.array([[1, 0], [1, 0]])
    for function in [ec.get_exact_cover, ec.get_all_solutions]:
        with pytest.raises(ec.NoSolution):
            function(matrix)
        with pytest.raises(ec.ExactCoverError):
            function(numpy.zeros((0, 3)))
        with pytest.raises(ValueError):
            function(matrix[0])
    assert ec.get_solution_count(matrix) == 0


def test_so_many_solutions_as_are_wanted():
    matrix = numpy.vstack([numpy.eye(3), [[1, 1, 0], [0, 1, 1], [1, 1, 1]]])
    every = {(0, 1, 2), (2, 3), (0, 4), (5,)}
    assert ec.get_all_solutions(matrix) == every
    assert ec.get_all_solutions(matrix, max_count=99) == every
    some = ec.get_all_solutions(matrix, 2)
    assert len(some) == 2 and some < every
    assert all(isinstance(row, numpy.int32) for rows in some for row in rows)
    for none in [0, -1]:
        with pytest.raises(ec.NoSolution):
            ec.get_all_solutions(matrix, max_count=none)


def test_nothing_to_cover_is_covered_by_nothing():
    matrix = numpy.zeros((3, 0))
    assert ec.get_solution_count(matrix) == 1
    assert ec.get_all_solutions(matrix) == {()}
    assert ec.get_exact_cover(matrix).tolist() == []


def test_random_matrices_have_the_solutions_of_exact_cover():
    reference = pytest.importorskip("exact_cover")
    with_solutions = 0
    for seed in range(200):
        shape = (random.Random(seed).randint(1, 12), random.Random(-seed).randint(1, 6))
        matrix = numpy.random.default_rng(seed).random(shape) < 0.35
        # The package takes the solution that is row 0 alone for an empty one.
        matrix[0] = False
        count = reference.get_solution_count(matrix)
        assert ec.get_solution_count(matrix) == count
        if count == 0:
            with pytest.raises(ec.NoSolution):
                ec.get_all_solutions(matrix)
            continue
        with_solutions += 1
        expected = {tuple(sorted(rows)) for rows in reference.get_all_solutions(matrix)}
        assert ec.get_all_solutions(matrix) == expected
        assert tuple(ec.get_exact_cover(matrix)) in expected
    assert with_solutions > 40


def test_the_examples_of_xcover():
    options = [[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]
    assert list(dlx3.covers(options)) == [[1, 3, 5]]
    assert next(dlx3.covers(options)) == [1, 3, 5]
    options = [
        ["p", "q", "x", "y:A"],
        ["p", "r", "x:A", "y"],
        ["p", "x:B"],
        ["q", "x:A"],
        ["r", "y:B"],
    ]
    primary, secondary = ["p", "q", "r"], ["x", "y"]
    found = dlx3.covers(options, primary=primary, secondary=secondary, colored=True)
    assert list(found) == [[1, 3]]
    assert list(dlx3.covers(options, primary=primary, colored=True)) == [[1, 3]]
    # The matrix of the first example.
    rows = [[1, 0, 0, 1, 0, 0, 1], [1, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 1, 0, 1],
            [0, 0, 1, 0, 1, 1, 0], [0, 1, 1, 0, 0, 1, 1], [0, 1, 0, 0, 0, 0, 1]]
    assert next(dlx3.Problem.from_matrix(rows).solutions()) == [1, 3, 5]


def test_covers_without_colors_takes_colons_as_they_are():
    assert list(dlx3.covers([["x:1"], ["x:2"], ["x:1", "x:2"]])) == [[0, 1], [2]]


def test_an_item_that_is_in_neither_list_is_refused():
    with pytest.raises(dlx3.Fault, match="'b'"):
        dlx3.covers([["a", "b"]], primary=["a"], secondary=["c"])


@pytest.mark.parametrize("colored", [False, True])
def test_random_options_have_the_covers_of_xcover(colored):
    reference = pytest.importorskip("xcover")
    with_solutions = 0
    for seed in range(200):
        draw = random.Random(seed)
        primary, secondary = list("abcd")[: draw.randint(1, 4)], list("xy")
        options = []
        for _ in range(draw.randint(1, 10)):
            option = [item for item in primary if draw.random() < 0.4]
            color = (lambda: ":" + draw.choice("12")) if colored else (lambda: "")
            option += [item + color() for item in secondary if draw.random() < 0.3]
            if set(option) & set(primary):
                options.append(option)
        if not all(any(item in option for option in options) for item in primary):
            continue
        arguments = {"primary": primary, "secondary": secondary, "colored": colored}
        try:
            expected = sorted(map(sorted, reference.covers(options, **arguments)))
        except IndexError:
            # The package fails on some problems.
            continue
        assert sorted(dlx3.covers(options, **arguments)) == expected
        with_solutions += bool(expected)
    assert with_solutions > 40
