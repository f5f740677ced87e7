"""Problems from matrices of all kinds."""

import random

import dlx3
import pytest

numpy = pytest.importorskip("numpy")

ROWS = [[0, 0, 1, 0, 1], [1, 0, 0, 1, 0], [0, 1, 1, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0], [0, 0, 0, 1, 1]]
EXPECTED = dlx3.Problem.from_options(
    [[column for column, one in enumerate(row) if one] for row in ROWS], primary=range(5)
)

TYPES = ["bool", "int8", "uint8", "int16", "int32", "uint32", "int64", "float32", "float64", "O",
         ">i4", "<i2", ">f8", "complex128"]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("layout", ["C", "F", "reversed", "sliced"])
def test_arrays_of_all_types_and_layouts_are_read(dtype, layout):
    matrix = numpy.array(ROWS).astype(dtype)
    if layout == "F":
        matrix = numpy.asfortranarray(matrix)
    elif layout == "reversed":
        matrix = matrix[::-1, ::-1].copy()[::-1, ::-1]
    elif layout == "sliced":
        wide = numpy.ones((21, 15), dtype=dtype)
        wide[::3, 1::3] = matrix
        matrix = wide[::3, 1::3]
    problem = dlx3.Problem.from_matrix(matrix)
    assert problem == EXPECTED
    assert sorted(problem.solutions()) == [[0, 1, 5], [2, 3, 6]]


@pytest.mark.parametrize("dtype", [dtype for dtype in TYPES if dtype != "bool"])
@pytest.mark.parametrize("times", [2, 64, 100])
def test_numbers_other_than_0_and_1_are_refused(dtype, times):
    for layout in [numpy.ascontiguousarray, numpy.asfortranarray]:
        matrix = layout(numpy.array(ROWS).astype(dtype))
        matrix[3, 0] *= times
        with pytest.raises(dlx3.Fault, match="row 3, column 0: .* is neither 0 nor 1") as caught:
            dlx3.Problem.from_matrix(matrix)
        assert caught.value.option == 3


def test_lists_and_tuples_are_read():
    assert dlx3.Problem.from_matrix(ROWS) == EXPECTED
    assert dlx3.Problem.from_matrix(tuple(tuple(map(bool, row)) for row in ROWS)) == EXPECTED


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr"])
def test_sparse_matrices_are_read(form):
    sparse = pytest.importorskip("scipy.sparse")
    for make in [sparse.coo_matrix, sparse.coo_array]:
        matrix = make(numpy.array(ROWS)).asformat(form)
        assert dlx3.Problem.from_matrix(matrix) == EXPECTED


def test_wide_random_matrices_are_read_in_every_way():
    sparse = pytest.importorskip("scipy.sparse")
    for seed in range(30):
        draw = random.Random(seed)
        shape = (draw.randint(1, 20), draw.randint(1, 40))
        matrix = numpy.random.default_rng(seed).random(shape) < 0.1
        listed = dlx3.Problem.from_matrix(matrix.tolist())
        for dtype in TYPES:
            assert dlx3.Problem.from_matrix(matrix.astype(dtype)) == listed
        assert dlx3.Problem.from_matrix(sparse.csr_matrix(matrix)) == listed
        for index in listed.indices:
            assert listed.option(index) == numpy.flatnonzero(matrix[index]).tolist()


def test_zeros_with_a_sign_are_zeros_and_other_numbers_are_refused():
    assert dlx3.Problem.from_matrix(numpy.array([[-0.0, 1.0]])).option(0) == [1]
    for number in [1e-300, float("nan"), float("inf"), -1.0]:
        with pytest.raises(dlx3.Fault, match="row 0, column 1: .* is neither 0 nor 1"):
            dlx3.Problem.from_matrix(numpy.array([[-0.0, number]]))


def test_booleans_with_other_bits_than_1_are_true():
    matrix = numpy.array([[2, 0], [0, 255]], dtype=numpy.uint8).view(bool)
    assert dlx3.Problem.from_matrix(matrix).count() == 1


def test_arrays_without_rows_or_that_repeat_one_are_read():
    for dtype in TYPES:
        assert dlx3.Problem.from_matrix(numpy.zeros((0, 2), dtype=dtype)).count() == 0
        matrix = numpy.broadcast_to(numpy.array([1, 0]).astype(dtype), (3, 2))
        problem = dlx3.Problem.from_matrix(matrix)
        assert [problem.option(row) for row in range(3)] == [[0]] * 3


def test_more_rows_or_columns_than_can_be_numbered_are_refused():
    one = numpy.zeros(1, dtype=bool)
    for shape in [(2**31, 1), (1, 2**31)]:
        with pytest.raises(ValueError, match="at most 2147483647 (rows|columns), not 2147483648"):
            dlx3.Problem.from_matrix(numpy.broadcast_to(one, shape))


def test_costs_belong_to_rows():
    problem = dlx3.Problem.from_matrix(numpy.array(ROWS), costs=numpy.arange(7))
    assert problem.best(2) == [(6, [0, 1, 5]), (11, [2, 3, 6])]
    with pytest.raises(ValueError, match="6 costs for 7 options"):
        dlx3.Problem.from_matrix(ROWS, costs=range(6))


def test_other_shapes_are_refused():
    for matrix in [numpy.zeros(3), numpy.zeros((2, 2, 2)), [[1, 0], [1]], [[1], [1, 0]], [[1], [1, 1]]]:
        with pytest.raises(ValueError):
            dlx3.Problem.from_matrix(matrix)
    for matrix in [numpy.array([["a", "b"]]), 7, [7]]:
        with pytest.raises(TypeError):
            dlx3.Problem.from_matrix(matrix)
    for matrix in [[], [[], []], numpy.zeros((3, 0))]:
        with pytest.raises(dlx3.Fault, match="at least one column"):
            dlx3.Problem.from_matrix(matrix)
    problem = dlx3.Problem.from_matrix(numpy.zeros((0, 3), dtype=bool))
    assert problem.count() == 0 and problem.items == [0, 1, 2]
