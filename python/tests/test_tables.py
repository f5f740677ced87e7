"""Tables with names: columns of pandas, Polars and Arrow are items, an index has names of options."""

import pickle
from decimal import Decimal

import dlx3
import pytest

pandas = pytest.importorskip("pandas")

CREWS = pandas.DataFrame(
    {"flight 1": [1, 0, 1, 0], "flight 2": [1, 0, 0, 1], "flight 3": [0, 1, 0, 1]},
    index=["Ada", "Blaise", "Carl", "Dana"],
)
COSTS = pandas.Series([410, 395, 250, 500], index=CREWS.index)


def test_columns_are_items_and_the_index_has_names_of_options():
    problem = dlx3.Problem.from_matrix(CREWS)
    assert problem.items == problem.primary == ["flight 1", "flight 2", "flight 3"]
    assert problem.option(3) == ["flight 2", "flight 3"]
    assert problem.names == ("Ada", "Blaise", "Carl", "Dana")
    assert sorted(problem.solutions()) == [[0, 1], [2, 3]]
    assert [problem.names[index] for index in problem.find()] in (["Ada", "Blaise"], ["Carl", "Dana"])
    # A name that can be written is.
    short = CREWS.rename(columns=lambda name: name.replace(" ", "-"))
    assert dlx3.Problem.from_matrix(short).to("dlx").startswith("flight-1 flight-2 flight-3\n")


def test_without_an_index_of_their_own_options_are_called_by_their_numbers():
    problem = dlx3.Problem.from_matrix(pandas.DataFrame([[1, 0], [0, 1]]))
    assert problem.items == [0, 1] and problem.names == (0, 1)
    for other in [dlx3.Problem.from_matrix([[1, 0], [0, 1]]), dlx3.Problem.from_options([[0], [1]])]:
        assert other.names is None


def test_names_are_those_of_all_rows_and_stay_with_the_problem():
    frame = pandas.DataFrame([[0, 0], [1, 0], [1, 0], [0, 1]], columns=["a", "b"], index=list("wxyz"))
    problem = dlx3.Problem.from_matrix(frame)
    assert problem.indices == [1, 2, 3] and problem.names == ("w", "x", "y", "z")
    assert problem.reduce().names == problem.names
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem and again.names == problem.names and again.items == ["a", "b"]
    assert problem != dlx3.Problem.from_matrix(frame.set_axis(list("wxyZ")))
    assert problem != dlx3.Problem.from_matrix(frame.rename(columns={"a": "c"}))


def test_labels_of_any_type_are_names():
    columns = pandas.MultiIndex.from_tuples([("row", 1), ("row", 2), ("column", 1)])
    index = pandas.date_range("2026-01-01", periods=2)
    problem = dlx3.Problem.from_matrix(pandas.DataFrame([[1, 0, 0], [0, 1, 1]], columns=columns, index=index))
    assert problem.items == [("row", 1), ("row", 2), ("column", 1)]
    assert problem.names == tuple(index)
    problem = dlx3.Problem.from_matrix(pandas.DataFrame([[1, 1]], columns=[1, "1"]))
    assert problem.items == [1, "1"] and problem.option(0) == [1, "1"]
    # Numbers are Python's own.
    assert type(dlx3.Problem.from_matrix(pandas.DataFrame([[1]], columns=[7])).items[0]) is int


def test_columns_of_one_name_are_refused():
    frame = pandas.DataFrame([[1, 0, 1]], columns=["a", "b", "a"])
    with pytest.raises(dlx3.Fault, match="columns 0 and 2 are both 'a'"):
        dlx3.Problem.from_matrix(frame)


def test_columns_of_text_are_refused_by_name():
    frame = CREWS.reset_index(names="name")
    with pytest.raises(TypeError, match=r"row 0, column 0 \('name'\): .* not 'Ada' \(str\)"):
        dlx3.Problem.from_matrix(frame)
    with pytest.raises(TypeError, match=r"row 0 \('Ada'\), column 0 \('flight 1'\): .* not '1' \(str\)"):
        dlx3.Problem.from_matrix(CREWS.astype(str))


def test_missing_values_are_refused_by_name():
    frame = CREWS.astype(float)
    frame.loc["Carl", "flight 2"] = None
    with pytest.raises(dlx3.Fault, match=r"row 2 \('Carl'\), column 1 \('flight 2'\): nan is neither") as caught:
        dlx3.Problem.from_matrix(frame)
    assert caught.value.option == 2
    with pytest.raises(TypeError, match=r"row 2 \('Carl'\), column 1 \('flight 2'\): .* not <NA>"):
        dlx3.Problem.from_matrix(frame.astype("Int64"))


def test_costs_go_by_the_same_index():
    problem = dlx3.Problem.from_matrix(CREWS, costs=COSTS)
    assert problem.costs == [410, 395, 250, 500]
    assert problem.best() == [(750, [2, 3])]
    assert dlx3.Problem.from_matrix(CREWS).best(costs=COSTS / 10) == [(Decimal("75"), [2, 3])]
    # In another order they mean other options, or a mistake.
    for costs in [COSTS.sort_values(), COSTS.reset_index(drop=True)]:
        with pytest.raises(ValueError, match="the costs have another index"):
            dlx3.Problem.from_matrix(CREWS, costs=costs)
        with pytest.raises(ValueError, match="the costs have another index"):
            problem.best(costs=costs)
        assert problem.best(costs=costs.reindex(CREWS.index).fillna(0).tolist())
    assert problem.best(costs=COSTS.to_numpy()) == [(750, [2, 3])]


def test_a_series_is_a_list_of_costs_items_or_options():
    options = pandas.Series([["a"], ["b"], ["a", "b"]])
    problem = dlx3.Problem.from_options(options, pandas.Series(["a", "b"]), costs=pandas.Series([1, 2, 5]))
    assert problem.best() == [(3, [0, 1])]
    with pytest.raises(TypeError, match="options is a list of options"):
        dlx3.Problem.from_options(CREWS)
    with pytest.raises(ValueError, match="2 dimensions, not 1"):
        dlx3.Problem.from_matrix(COSTS)


def test_frames_without_rows_or_columns_are_read():
    assert dlx3.Problem.from_matrix(CREWS.iloc[:0]).count() == 0
    with pytest.raises(dlx3.Fault, match="at least one column"):
        dlx3.Problem.from_matrix(CREWS[[]])


def test_the_package_exact_cover_takes_frames():
    exact_cover = pytest.importorskip("dlx3.exact_cover")
    assert exact_cover.get_all_solutions(CREWS) == {(0, 1), (2, 3)}


def test_polars_has_names_of_columns():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"a": [True, False], "b": [False, True]})
    problem = dlx3.Problem.from_matrix(frame)
    assert problem.items == ["a", "b"] and problem.names is None
    assert problem.find() == [0, 1]
    assert dlx3.Problem.from_matrix(frame, costs=polars.Series([1, 2])).best() == [(3, [0, 1])]


def test_arrow_has_names_of_columns():
    arrow = pytest.importorskip("pyarrow")
    problem = dlx3.Problem.from_matrix(arrow.table({"a": [1, 0], "b": [0, 1]}))
    assert problem.items == ["a", "b"] and problem.find() == [0, 1]
