"""Named options, tables in and out, progress, estimates, all that are cheap enough, and what problems
show in a notebook: against brute force and the verbs that are known to be right."""

import gc
import json
import pickle
import random
import re
import subprocess
import sys
import time
import warnings
import weakref
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import dlx3
import pytest
import test_limits as limits
from brute import small
from dlx3 import _progress, gen

HERE = Path(__file__).parent
CREWS = {"Ada": ["1", "2"], "Blaise": ["3"], "Carl": ["1"], "Dana": ["2", "3"]}
COSTS = {"Ada": 410, "Blaise": 395, "Carl": 250, "Dana": 500}


def test_the_version_is_that_of_the_manifest():
    manifest = (HERE.parent / "Cargo.toml").read_text()
    assert f'version = "{dlx3.__version__}"' in manifest


def test_options_may_have_names():
    by_name = dlx3.Problem.from_options(CREWS, costs=COSTS)
    listed = dlx3.Problem.from_options(
        list(CREWS.values()), costs=list(COSTS.values()), names=list(CREWS)
    )
    assert by_name == listed and by_name.names == tuple(CREWS) == listed.names
    assert [by_name.named(chosen) for _, chosen in by_name.best(2)] == [
        ["Carl", "Dana"],
        ["Ada", "Blaise"],
    ]
    again = pickle.loads(pickle.dumps(by_name))
    assert again.names == by_name.names and again.named([3]) == ["Dana"]
    # The order of costs by name does not count.
    turned = dict(reversed(list(COSTS.items())))
    assert dlx3.Problem.from_options(CREWS, costs=turned).costs == list(COSTS.values())
    assert dlx3.Problem.from_options(list(CREWS.values())).named([1, 2]) == [1, 2]
    # Options without primary items keep their names.
    some = dlx3.Problem.from_options({"x": ["s"], "y": ["a"]}, primary=["a"])
    assert some.named(some.find()) == ["y"]


@pytest.mark.parametrize(
    "arguments, kind, told",
    [
        ({"options": CREWS, "names": ["a"]}, TypeError, "have names already"),
        ({"options": [["a"]], "names": ["x", "y"]}, ValueError, "2 names for 1 options"),
        ({"options": [["a"]], "names": 7}, TypeError, "names are a list"),
        ({"options": CREWS, "costs": {"Ada": 1}}, ValueError, "option 'Blaise' has no cost"),
        ({"options": CREWS, "costs": {**COSTS, "Eve": 1}}, ValueError, "no option 'Eve'"),
        ({"options": [["a"]], "costs": {"x": 1}}, TypeError, "costs is a list"),
    ],
)
def test_names_that_do_not_fit_are_refused(arguments, kind, told):
    with pytest.raises(kind, match=told):
        dlx3.Problem.from_options(**arguments)


def test_a_name_of_no_option_is_refused():
    problem = dlx3.Problem.from_options(CREWS)
    with pytest.raises(IndexError, match="no option 4"):
        problem.named([4])
    with pytest.raises(TypeError):
        problem.named("Ada")


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_table_becomes_a_problem_and_solutions_a_table(package):
    module = pytest.importorskip(package)
    wanted = dlx3.Problem.from_options(CREWS, costs=COSTS)
    rows = {"name": list(CREWS), "cost": list(COSTS.values())}
    for cells in ([" ".join(one) for one in CREWS.values()], list(CREWS.values())):
        frame = module.DataFrame({**rows, "flights": cells})
        problem = dlx3.Problem.from_frame(frame, items="flights", cost="cost", id="name")
        assert problem == wanted and problem.names == tuple(CREWS)
    ones = {flight: [int(flight in one) for one in CREWS.values()] for flight in "123"}
    frame = module.DataFrame({**rows, **ones})
    columns = dlx3.Problem.from_frame(frame, items=["1", "2", "3"], cost="cost", id="name")
    assert columns.best(2) == wanted.best(2)
    # What nobody covers is an item all the same.
    none = module.DataFrame({"a": [1, 1], "b": [0, 0]})
    assert dlx3.Problem.from_frame(none, items=["a", "b"]).count() == 0
    table = wanted.solutions_frame(wanted.best(2), like=module)
    assert isinstance(table, module.DataFrame)
    assert list(table.columns) == ["solution", "option", "name", "cost", "items"]
    assert table["solution"].to_list() == [0, 0, 1, 1]
    assert table["name"].to_list() == ["Carl", "Dana", "Ada", "Blaise"]
    assert table["cost"].to_list() == [250, 500, 410, 395]
    assert [list(one) for one in table["items"].to_list()] == [["1"], ["2", "3"], ["1", "2"], ["3"]]
    assert len(wanted.solutions_frame(like=module)) == 4


@pytest.mark.parametrize(
    "cells",
    [
        ["Rome, Oslo", "Oslo", "Rome"],
        ["Rome,Oslo", "Oslo", "Rome"],
        ["Rome Oslo", "Oslo", "Rome"],
        ["Rome;Oslo", "Oslo", "Rome"],
        ["Rome / Oslo", "Oslo", "Rome"],
        ["['Rome', 'Oslo']", "['Oslo']", "['Rome']"],
        ['["Rome","Oslo"]', '["Oslo"]', "[\"Rome\"]"],
        ["{'Rome', 'Oslo'}", "{'Oslo'}", "frozenset({'Rome'})"],
        [("Rome", "Oslo"), ["Oslo"], {"Rome"}],
        [["Rome", "Oslo"], "Oslo", "Rome"],
    ],
)
def test_names_in_a_frame_are_read_as_dlx_import_csv_reads_them(cells):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": ["A", "B", "C"], "cost": [4, 5, 2], "legs": cells})
    problem = dlx3.Problem.from_frame(frame, items="legs", cost="cost", id="id")
    assert set(problem.items) == {"Rome", "Oslo"}
    # Brute force: A alone, or B and C.
    assert problem.count() == 2
    assert [(cost, problem.named(chosen)) for cost, chosen in problem.best(1)] == [(4, ["A"])]


def test_a_frame_of_several_columns_of_names_has_an_item_for_each_name():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"who": ["a", "b", "a"], "what": ["x", "y", "y"]})
    problem = dlx3.Problem.from_frame(frame, items=["who", "what"])
    assert sorted(problem.items) == ["a", "b", "x", "y"] and problem.count() == 1
    # The same numbers in rows and columns, once in one row: they are two items.
    square = [(row, column, 1 + (row + column) % 2) for row in (1, 2) for column in (1, 2)]
    frame = pandas.DataFrame(square, columns=["row", "column", "digit"])
    problem = dlx3.Problem.from_frame(frame, items=["row", "column", "digit"])
    assert "row.1" in problem.items and len(problem.items) == 6
    frame = pandas.DataFrame({"leg1": ["a", "a", "b"], "leg2": ["b", "c", None]})
    problem = dlx3.Problem.from_frame(frame, items=["leg1", "leg2"])
    assert sorted(problem.items) == ["a", "b", "c"] and problem.count() == 1
    edges = pandas.DataFrame({"from": ["a", "b"], "to": ["b", "c"]})
    with pytest.raises(ValueError, match="is that one item .prefix=False., or are there two"):
        dlx3.Problem.from_frame(edges, items=["from", "to"])
    for prefix, items in [(True, 4), (False, 3)]:
        problem = dlx3.Problem.from_frame(edges, items=["from", "to"], prefix=prefix)
        assert len(problem.items) == items


def test_names_in_a_frame_that_can_be_read_in_two_ways_are_asked_about():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"legs": ["Rome/Oslo", "Oslo", "Rome"]})
    told = "row 0, column 'legs': is `Rome/Oslo' one name, or does `/' stand between names"
    with pytest.raises(ValueError, match=told):
        dlx3.Problem.from_frame(frame, items="legs")
    for separator, items in [("/", 2), ("", 3), (["/", " "], 2)]:
        problem = dlx3.Problem.from_frame(frame, items="legs", separator=separator)
        assert len(problem.items) == items
    frame = pandas.DataFrame({"legs": ["New York, Oslo", "Oslo", None, "New York"]})
    with pytest.warns(UserWarning, match="row 2 has no items"):
        problem = dlx3.Problem.from_frame(frame, items="legs")
    assert set(problem.items) == {"New York", "Oslo"} and problem.indices == [0, 1, 3]


@pytest.mark.parametrize("package", ["pandas", "polars"])
@pytest.mark.parametrize("empty", [None, float("nan"), "", []])
def test_a_row_without_items_is_told(package, empty):
    module = pytest.importorskip(package)
    if package == "polars":
        # A column has one type: None is the only cell that is missing in all of them.
        empty = empty if isinstance(empty, str) else None
    names = [["a", "b"], ["a"], ["b"]] if isinstance(empty, list) else ["a b", "a", "b"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dlx3.Problem.from_frame(module.DataFrame({"legs": names}), items="legs")
    for cells, told in [
        ([*names, empty], "row 3 has no items, so it is in no solution"),
        ([empty, *names, empty, empty], "row 0 and 2 more have no items, so they are in no solution"),
    ]:
        with pytest.warns(UserWarning, match=told) as caught:
            problem = dlx3.Problem.from_frame(module.DataFrame({"legs": cells}), items="legs")
        assert problem.count() == 2 and len(problem.indices) == 3
        assert [one.filename for one in caught] == [__file__]


def test_missing_cells_of_pandas_are_no_items():
    pandas = pytest.importorskip("pandas")
    for kind, cells in [("string", ["x", None, None]), ("Int64", [7, None, None])]:
        frame = pandas.DataFrame({"who": ["a", "b", None], "what": pandas.Series(cells, dtype=kind)})
        with pytest.warns(UserWarning, match="row 2 has no items"):
            problem = dlx3.Problem.from_frame(frame, items=["who", "what"])
        # A row may lack some of its cells.
        assert problem.items == ["a", cells[0], "b"] and problem.count() == 1


def test_tables_that_do_not_fit_are_refused():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"name": ["x"], "a": [2], "items": [7]})
    for named, kind, told in [
        ({"items": "flights"}, ValueError, "there is no column 'flights'; the columns are name"),
        ({"items": ["a"]}, ValueError, "column 'a': 2 is neither 0 nor 1"),
        ({"items": "items"}, TypeError, "row 0: items are a list"),
        ({"items": "name", "cost": "price"}, ValueError, "cost: there is no column 'price'"),
    ]:
        with pytest.raises(kind, match=told):
            dlx3.Problem.from_frame(frame, **named)
    with pytest.raises(TypeError, match="a frame is a DataFrame"):
        dlx3.Problem.from_frame([1], items="a")
    with pytest.raises(TypeError, match="like is a package"):
        dlx3.Problem("A\nA\n").solutions_frame(like=7)


def test_neither_pandas_nor_polars_is_imported():
    program = "import sys, dlx3; print([m for m in ('numpy', 'pandas', 'polars') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_all_that_are_cheap_enough_are_those_of_brute_force():
    draw = random.Random(11)
    for seed in range(30):
        tried = small(seed)
        costs = [Decimal(draw.randint(-20, 60)) / 10 for _ in tried.options]
        problem = tried.problem()
        priced = [(sum((costs[o] for o in one), Decimal(0)), one) for one in tried.solutions()]
        for most in (Decimal(-1), Decimal("2.5"), Decimal(100)):
            wanted = sorted(one for one in priced if one[0] <= most)
            found = problem.within(most, costs=costs)
            assert sorted((cost, one) for cost, one in found) == wanted
            assert [cost for cost, _ in found] == sorted(cost for cost, _ in found)
    with pytest.raises(ValueError, match="no costs"):
        dlx3.Problem("A\nA\n").within(3)
    with pytest.raises(TypeError):
        dlx3.Problem("A\nA |1\n").within("x")


def test_estimates_are_exact_where_the_tree_is_small():
    problem = gen.queens(6)
    estimate = problem.estimate()
    stats = problem.stats()
    assert estimate.is_exact and estimate.samples == 0
    assert (estimate.nodes, estimate.solutions, estimate.mems) == (stats.nodes, 4, stats.mems)
    assert estimate.solutions_range == (4, 4)


def test_estimates_come_from_samples_where_it_is_large():
    problem = gen.queens(18)
    one, same = problem.estimate(samples=2, seed=3), problem.estimate(samples=2, seed=3)
    assert one.samples == 2 and not one.is_exact and one.nodes == same.nodes
    low, high = one.nodes_range
    assert low <= one.nodes <= high
    with pytest.raises(ValueError, match="seed"):
        problem.estimate(seed=-1)


def hard():
    """A problem that no machine counts by looking: see LONG."""
    return gen.queens(24)


def costly():
    """A problem whose cheapest cover takes long to find and to prove."""
    return limits.hard()


def test_progress_is_told_and_may_end_a_verb():
    told = []

    def listen(progress):
        told.append(progress)
        return len(told) == 2

    with pytest.raises(dlx3.Stopped) as raised:
        hard().count(progress=listen, time=600)
    assert raised.value.reason == "callback" and len(told) == 2
    assert 0 < told[0].seconds < told[1].seconds
    assert isinstance(told[0], dlx3.Progress) and str(told[0])
    for verb in (hard().zdd, hard().sample):
        with pytest.raises(dlx3.Stopped) as raised:
            verb(progress=lambda progress: True, time=600)
        assert raised.value.reason == "callback"


def test_what_a_listener_raises_is_passed_on():
    def listen(progress):
        raise KeyError("heard")

    with pytest.raises(KeyError, match="heard"):
        hard().count(progress=listen, time=600)
    with pytest.raises(TypeError, match="progress is a function, or True"):
        hard().count(progress=7)
    # With a bar, the answer is the same.
    assert gen.queens(6).count(progress=True) == gen.queens(6).count(progress=False) == 4


def test_who_has_stopped_a_verb_hears_no_more_of_it():
    # A slow listener: the search tells more meanwhile, and that waits.
    called = []

    def slow(*_):
        called.append(len(called))
        time.sleep(1.5)
        return True

    def fail(*_):
        called.append(len(called))
        time.sleep(1.5)
        raise KeyError("heard")

    for listen, raises in [(slow, dlx3.Stopped), (fail, KeyError)]:
        for ask in [
            lambda: hard().count(progress=listen, time=600),
            lambda: costly().best(progress=listen, time=600),
            lambda: costly().best(callback=listen, time=600),
            lambda: list(gen.langford(26).solutions(progress=listen, time=600)),
        ]:
            called.clear()
            with pytest.raises(raises):
                ask()
            assert called == [0]


class FakeBar:
    """What tqdm would show."""

    def __init__(self, total, leave, bar_format):
        self.bar_format, self.n, self.shown = bar_format, 0, []

    def set_description_str(self, told):
        marks = {"{desc}": told, "{percentage:3.0f}": f"{self.n:.0f}", "{bar}": "#"}
        line = self.bar_format
        for mark, text in marks.items():
            line = line.replace(mark, text)
        self.shown.append(line)

    def close(self):
        self.shown.append("closed")


def bar_told(*steps):
    bar = _progress.Bar()
    for step in steps:
        bar(step)
    bar.close()
    return bar


STEPS = (
    dlx3.Progress(1, states=0, bytes=0, walked=None, layer=None),
    dlx3.Progress(2, states=9, bytes=0, walked=0.2, layer=(1, 2)),
    dlx3.Progress(3, states=9, bytes=0, walked=None, layer=None, best=110, bound=99),
)


def test_a_bar_says_each_thing_once_and_no_share_that_is_not_known(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", SimpleNamespace(tqdm=FakeBar))
    shown = bar_told(*STEPS)._bar.shown
    assert shown == [
        "1 s",
        "50%|#| 2 s, layer 1 of 2, 9 states",
        "90%|#| 3 s, best 110, bound 99",
        "closed",
    ]


def test_a_notebook_without_widgets_gets_the_bar_of_a_terminal(monkeypatch):
    def lacking(**more):
        raise ImportError("IProgress not found")

    monkeypatch.setitem(sys.modules, "tqdm.auto", SimpleNamespace(tqdm=lacking))
    monkeypatch.setitem(sys.modules, "tqdm", SimpleNamespace(tqdm=FakeBar))
    assert bar_told(STEPS[0])._bar.shown == ["1 s", "closed"]


def test_without_tqdm_there_is_a_line_on_stderr(monkeypatch, capsys):
    for module in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, module, None)
    bar_told(*STEPS[:2])
    assert capsys.readouterr().err.startswith("\r1 s\r2 s, layer 1 of 2, 9 states, 20% walked\r")


def test_progress_of_an_iterator_is_told_and_may_end_it():
    told = []

    def listen(progress):
        told.append(progress)
        return len(told) == 3

    found = 0
    with pytest.raises(dlx3.Stopped) as raised:
        for _ in gen.queens(24).solutions(progress=listen, time=600):
            found += 1
    assert raised.value.reason == "callback" and len(told) == 3
    # No solution gets lost, and none is counted before it is taken.
    assert raised.value.at_least == found >= told[-1].taken >= told[0].taken
    assert 0 < told[0].seconds < told[1].seconds < told[2].seconds
    assert all(0 <= one.walked <= 1 for one in told)
    assert "taken" in str(told[0])

    # Also one that finds nothing; what the listener raises is passed on.
    def fail(progress):
        raise KeyError("heard")

    with pytest.raises(KeyError, match="heard"):
        next(gen.langford(26).solutions(progress=fail, time=600))
    with pytest.raises(TypeError, match="progress is a function, or True"):
        gen.queens(6).solutions(progress=7)
    # It changes no answer, whether there is a thread or not.
    for size in (6, 10):
        plain = list(gen.queens(size).solutions())
        assert list(gen.queens(size).solutions(progress=True)) == plain
        assert list(gen.queens(size).solutions(progress=lambda one: False, threads=2)) == plain


def test_an_iterator_that_its_listener_holds_is_collected():
    class Listener:
        def __call__(self, progress):
            return False

    def begin():
        listener = Listener()
        listener.found = gen.queens(24).solutions(progress=listener)
        return weakref.ref(listener)

    one = begin()
    gc.collect()
    assert one() is None


class Cells(HTMLParser):
    """The rows of a table."""

    def __init__(self):
        super().__init__()
        self.rows = []

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        self.rows[-1][-1] += data


def table(problem):
    cells = Cells()
    cells.feed(problem._repr_html_())
    return cells.rows


def test_problems_show_their_matrix_or_a_summary():
    problem = dlx3.Problem.from_options(
        {"<x>": ["a", "s:1"], "y": ["b", dlx3.Color("s", "2")], "z": ["a", "b"]},
        primary=["a", "b"], secondary=["s"], costs=[1, 2, 3],
    )
    dot = "\N{BLACK CIRCLE}"
    assert table(problem) == [
        ["option", "a", "b", "s", "cost"],
        ["<x>", dot, "", "1", "1"],
        ["y", "", dot, "2", "2"],
        ["z", dot, dot, "", "3"],
    ]
    assert table(gen.queens(8))[0] == ["options", "64"]
    assert table(gen.queens(8))[1][1].startswith("16: ")


TOUR = HERE.parent / "examples" / "tour.ipynb"


def test_the_tour_runs_and_shows_pictures():
    nbformat = pytest.importorskip("nbformat", reason="the tour needs nbclient and ipykernel")
    nbclient = pytest.importorskip("nbclient", reason="the tour needs nbclient and ipykernel")
    pytest.importorskip("ipykernel", reason="the tour needs nbclient and ipykernel")
    notebook = nbformat.read(TOUR, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    kinds = [
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    ]
    assert kinds.count("image/svg+xml") == 8 and kinds.count("text/html") >= 1
    assert not [
        output for cell in notebook.cells for output in cell.get("outputs", [])
        if output["output_type"] != "execute_result"
    ]


def test_the_tour_is_kept_without_what_it_printed():
    for cell in json.loads(TOUR.read_text())["cells"]:
        assert not cell.get("outputs") and not cell.get("execution_count")


def test_crews_from_a_table_in_ten_lines():
    pytest.importorskip("pandas")
    folder = HERE.parent / "examples"
    program = folder / "crews_frame.py"
    code = re.sub(r'^""".*?"""', "", program.read_text(), flags=re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    command = [sys.executable, program, folder / "crews.csv"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # The optimum is that of the example without a table, which another test has.
    assert printed.splitlines()[:2] == ["5 flights, 8 crews, 4 ways to cover", "730 Carl Felix Grace"]
