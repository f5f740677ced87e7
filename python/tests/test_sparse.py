"""Sparse matrices: what is stored, and what a matrix says of itself that is not true."""

import dlx3
import pytest

numpy = pytest.importorskip("numpy")
sparse = pytest.importorskip("scipy.sparse")

EYE = numpy.eye(3, dtype=int)


def test_elements_that_are_zero_or_add_up_are_what_they_are():
    # Column 1 has 1 - 1, column 2 has a stored zero, column 3 has 2 - 1.
    data, columns = [1, 1, -1, 0, 2, -1], [0, 1, 1, 2, 3, 3]
    matrix = sparse.csr_matrix((data, columns, [0, 6]), shape=(1, 4))
    before = matrix.data.copy()
    problem = dlx3.Problem.from_matrix(matrix)
    assert problem.option(0) == [0, 3]
    assert (matrix.data == before).all() and matrix.nnz == 6
    # Booleans that are stored twice are true.
    matrix = sparse.csr_matrix(([True, True], [0, 0], [0, 2]), shape=(1, 1))
    assert dlx3.Problem.from_matrix(matrix).count() == 1


def test_elements_that_add_up_to_2_are_refused():
    for form in ["coo", "csr", "csc"]:
        matrix = sparse.coo_matrix(([1, 1, 1], ([0, 1, 1], [0, 1, 1])), shape=(2, 2)).asformat(form)
        with pytest.raises(dlx3.Fault, match="row 1, column 1: 2 is neither 0 nor 1") as caught:
            dlx3.Problem.from_matrix(matrix)
        assert caught.value.option == 1


def test_what_a_matrix_says_of_its_order_is_not_believed():
    matrix = sparse.csr_matrix(EYE)
    assert matrix.has_canonical_format
    matrix.indices[:] = [2, 1, 0]
    assert dlx3.Problem.from_matrix(matrix).option(0) == [2]
    matrix = sparse.csr_matrix(([1, 1], [1, 0], [0, 2]), shape=(1, 2))
    matrix.has_sorted_indices = True
    assert dlx3.Problem.from_matrix(matrix).option(0) == [0, 1]


def compressed(form):
    matrix = sparse.csr_matrix(EYE).asformat(form)
    if form == "bsr":
        matrix = sparse.csr_matrix(EYE).tobsr(blocksize=(1, 1))
    return matrix


@pytest.mark.parametrize("form", ["csr", "csc", "bsr"])
@pytest.mark.parametrize(
    "name, value, told",
    [
        ("indptr", [0, 2, 1, 3], "1: indptr goes down from 2 to 1"),
        ("indptr", [0, 1, 2, 99], "2: indptr goes up to 99, beyond what is stored .3 elements."),
        ("indptr", [0, 1, 2, 10**9], "2: indptr goes up to 1000000000"),
        ("indptr", [-5, 1, 2, 3], "indptr begins with -5, not with 0"),
        ("indptr", [1, 1, 2, 3], "indptr begins with 1, not with 0"),
        ("indptr", [0, -1, 2, 3], "0: indptr goes down from 0 to -1"),
        ("indptr", [0, 1, 2], "indptr ends before .* 3"),
        ("indptr", [0, 1, 2, 3, 3], "indptr has 5 elements for 3 .*, not one more"),
        ("indptr", [], "indptr ends before .* 0"),
        ("indices", [7, 1, 2], "0, .* 7: the matrix has 3 "),
        ("indices", [0, -1, 2], "1, .* -1: the matrix has 3 "),
        ("indices", [0, 1], "2: indptr goes up to 3, beyond what is stored .2 elements."),
        ("indices", [0.0, 1.0, 2.0], "indices of a sparse matrix has integers"),
        ("indices", [[0, 1, 2]], "indices of a sparse matrix has integers in one dimension"),
        ("indptr", ["0", "1", "2", "3"], "indptr of a sparse matrix has integers"),
    ],
)
def test_matrices_that_are_not_valid_are_refused_before_scipy_reads_them(form, name, value, told):
    matrix = compressed(form)
    kind = matrix.indptr.dtype if value and isinstance(numpy.ravel(value)[0], numpy.int64) else None
    setattr(matrix, name, numpy.array(value, dtype=kind if value else matrix.indptr.dtype))
    with pytest.raises(ValueError, match=told):
        dlx3.Problem.from_matrix(matrix)


@pytest.mark.parametrize("form", ["csr", "csc"])
def test_too_little_data_is_refused(form):
    matrix = compressed(form)
    matrix.data = numpy.ones(1)
    with pytest.raises(ValueError, match="1: indptr goes up to 2, beyond what is stored .1 element."):
        dlx3.Problem.from_matrix(matrix)


def test_places_beyond_the_matrix_are_refused():
    for name, value in [("row", 7), ("col", 3), ("row", -1), ("col", -4)]:
        matrix = sparse.coo_matrix(EYE)
        getattr(matrix, name)[1] = value
        with pytest.raises(ValueError, match=f"element 1: {name} is {value}, and the matrix has 3"):
            dlx3.Problem.from_matrix(matrix)
    matrix = sparse.lil_matrix(EYE)
    matrix.rows[1] = [9]
    with pytest.raises(ValueError, match="row 1, column 9"):
        dlx3.Problem.from_matrix(matrix)
    matrix = sparse.lil_matrix(EYE)
    matrix.rows[1] = [0, 1]
    with pytest.raises(ValueError, match="row 1: 2 columns for 1 element"):
        dlx3.Problem.from_matrix(matrix)
    matrix = sparse.dia_matrix(EYE)
    matrix.offsets = numpy.array([0, 1, 2])
    with pytest.raises(ValueError, match="one line of data for each diagonal"):
        dlx3.Problem.from_matrix(matrix)
    matrix = sparse.bsr_matrix(numpy.eye(4))
    matrix.data = numpy.ones((4, 3, 3))
    with pytest.raises(ValueError, match="blocks do not fit"):
        dlx3.Problem.from_matrix(matrix)


def test_other_dimensions_and_other_objects_are_refused():
    with pytest.raises(ValueError, match="2 dimensions, not 1"):
        dlx3.Problem.from_matrix(sparse.coo_array(numpy.array([1, 0])))

    class Like:
        shape = (1, 1)

        def tocsr(self):
            return self

    with pytest.raises(TypeError, match="one of SciPy"):
        dlx3.Problem.from_matrix(Like())


def test_shapes_without_rows_or_columns_are_read():
    for form in ["csr", "csc", "coo", "lil", "dok"]:
        problem = dlx3.Problem.from_matrix(sparse.coo_matrix((0, 3)).asformat(form))
        assert problem.count() == 0 and problem.items == [0, 1, 2]
        with pytest.raises(dlx3.Fault, match="at least one column"):
            dlx3.Problem.from_matrix(sparse.coo_matrix((3, 0)).asformat(form))


def test_elements_that_are_no_numbers_are_refused():
    for data in [numpy.array(["1", "1", "1"]), numpy.array([None, 1, 1]), numpy.array([b"1"] * 3)]:
        matrix = sparse.csr_matrix(EYE)
        matrix.data = data
        with pytest.raises(TypeError, match="row 0, column 0"):
            dlx3.Problem.from_matrix(matrix)


def test_indices_of_any_byte_order_are_read():
    matrix = sparse.csr_matrix(EYE)
    for name in ["indices", "indptr"]:
        setattr(matrix, name, getattr(matrix, name).astype(">i8"))
    assert dlx3.Problem.from_matrix(matrix).find() == [0, 1, 2]
