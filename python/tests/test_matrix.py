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
@pytest.mark.parametrize("layout", ["C", "F", "reversed", "sliced", "large"])
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
    elif layout == "large" and dtype not in ("bool", "O"):
        matrix = matrix * 64
    problem = dlx3.Problem.from_matrix(matrix)
    assert problem == EXPECTED
    assert sorted(problem.solutions()) == [[0, 1, 5], [2, 3, 6]]


def test_lists_and_tuples_are_read():
    assert dlx3.Problem.from_matrix(ROWS) == EXPECTED
    assert dlx3.Problem.from_matrix(tuple(tuple(map(bool, row)) for row in ROWS)) == EXPECTED


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr"])
def test_sparse_matrices_are_read(form):
    sparse = pytest.importorskip("scipy.sparse")
    for make in [sparse.coo_matrix, sparse.coo_array]:
        matrix = make(numpy.array(ROWS)).asformat(form)
        assert dlx3.Problem.from_matrix(matrix) == EXPECTED


def test_sparse_elements_that_are_zero_or_add_up_are_what_they_are():
    sparse = pytest.importorskip("scipy.sparse")
    # Column 1 has 1 - 1, column 2 has a stored zero, column 3 has 1 + 1.
    data, columns = [1, 1, -1, 0, 1, 1], [0, 1, 1, 2, 3, 3]
    matrix = sparse.csr_matrix((data, columns, [0, 6]), shape=(1, 4))
    before = matrix.data.copy()
    problem = dlx3.Problem.from_matrix(matrix)
    assert problem.option(0) == [0, 3]
    assert (matrix.data == before).all() and matrix.nnz == 6


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


def test_zeros_with_a_sign_are_zeros_and_other_numbers_are_not():
    matrix = numpy.array([[-0.0, 1e-300, float("nan")]])
    assert dlx3.Problem.from_matrix(matrix).option(0) == [1, 2]


def test_costs_belong_to_rows():
    problem = dlx3.Problem.from_matrix(numpy.array(ROWS), costs=numpy.arange(7))
    assert problem.best(2) == [(6, [0, 1, 5]), (11, [2, 3, 6])]
    with pytest.raises(ValueError, match="6 costs and 7 options"):
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
