"""Making problems: texts, options, matrices; what is refused."""

import pickle
from decimal import Decimal

import dlx3
import pytest
from dlx3 import Color, Problem


def test_a_text_may_be_a_string_or_bytes():
    for text in ["A B | X\nA X:1\nB X:1\n", b"A B | X\nA X:1\nB X:1\n"]:
        problem = Problem(text)
        assert repr(problem) == "<dlx3.Problem: 2 options, 2+1 items>"
        assert len(problem) == 2
        assert problem.option(1) == ["B", Color("X", "1")]
    with pytest.raises(TypeError, match="not int"):
        Problem(7)


def test_names_that_are_no_text_come_back():
    problem = Problem(b"\xff\xfe B\n\xff\xfe B\n")
    assert problem.items == ["\udcff\udcfe", "B"]
    assert Problem(problem.to("dlx")) == problem
    assert pickle.loads(pickle.dumps(problem)) == problem


def test_a_fault_in_a_text_has_its_place():
    with pytest.raises(dlx3.Fault) as caught:
        Problem("A B\nA\nA C\n")
    fault = caught.value
    assert isinstance(fault, ValueError)
    assert (fault.line, fault.column, fault.option) == (3, 3, None)
    assert fault.message == str(fault) and "Unknown item name" in fault.message
    again = pickle.loads(pickle.dumps(fault))
    assert (again.line, again.column, again.message) == (3, 3, fault.message)


def test_without_lists_all_items_are_primary():
    problem = Problem.from_options([["a", 1], [(2, 3)]])
    assert problem.primary == ["a", 1, (2, 3)]
    assert problem.secondary == []


def test_the_items_that_are_not_listed_are_of_the_other_kind():
    options = [["a", "x"], ["b", "x"], ["b"]]
    assert Problem.from_options(options, primary=["b", "a"]).items == ["b", "a", "x"]
    problem = Problem.from_options(options, secondary=["x"])
    assert (problem.primary, problem.secondary) == (["a", "b"], ["x"])
    assert list(problem.solutions()) == [[0, 2]]


def test_items_that_look_alike_are_told_apart():
    problem = Problem.from_options([[1, "1", "#0", (1,)], ["1"]])
    assert problem.items == [1, "1", "#0", (1,)]
    assert problem.option(0) == [1, "1", "#0", (1,)]
    assert list(problem.solutions()) == [[0]]


def test_long_names_and_names_with_bars_are_items():
    names = ["a long name", "a|b", "c:d", "", "tab\t", "\N{SNOWMAN}" * 3, "\ud800"]
    problem = Problem.from_options([names], primary=names)
    assert problem.items == names
    assert problem.find() == [0]


def test_strings_may_have_colors():
    problem = Problem.from_options(
        [["p", "x:red"], ["q", "x:red"], ["q", "x:blue"], ["r:s", "x"]], primary=["p", "q"],
        secondary=["x", "r:s"],
    )
    assert problem.option(0) == ["p", Color("x", "red")]
    assert list(problem.solutions()) == [[0, 1]]
    # The last option has no primary item.
    assert problem.indices == [0, 1, 2]
    plain = Problem.from_options([["p", "x:red"], ["q", "x:blue"]], colors=False)
    assert plain.items == ["p", "x:red", "q", "x:blue"]


def test_colors_may_be_any_objects_and_come_back():
    colors = [1, "1", (1, 2), "green", None, 2.5]
    options = [["a", Color("x", color)] for color in colors]
    problem = Problem.from_options(options, secondary=["x"])
    assert [problem.option(index) for index in range(6)] == options
    assert hash(Color("x", 1)) == hash(Color("x", 1)) and Color("x", 1) != Color("x", 2)
    assert Color("x", 1) != "x" and repr(Color("x", 1)) == "Color('x', 1)"
    assert pickle.loads(pickle.dumps(Color("x", (1, 2)))) == Color("x", (1, 2))


def test_an_item_has_up_to_249_colors_and_each_item_its_own():
    def options(count):
        for item in ["x", "y"]:
            for color in range(count):
                yield ["a", Color(item, (item, color))]

    problem = Problem.from_options(options(249), primary=["a"])
    assert problem.count() == 498
    assert [problem.option(i) for i in problem.indices] == list(options(249))
    assert pickle.loads(pickle.dumps(problem)) == problem
    with pytest.raises(dlx3.Fault, match="option 249: too many colors of 'x'"):
        Problem.from_options(options(250), primary=["a"])


def test_bounds_are_a_number_or_a_pair():
    options = [["a"], ["a"], ["a", "b"], ["b"]]
    problem = Problem.from_options(options, bounds={"a": 2, "b": (0, 1)})
    assert problem.bounds == {"a": (2, 2), "b": (0, 1)}
    assert sorted(problem.solutions()) == [[0, 1], [0, 1, 3], [0, 2], [1, 2]]


@pytest.mark.parametrize(
    "arguments, told, option",
    [
        (([["a", "b", "a"]],), "option 0: an option must not name an item twice .'a'.", 0),
        (([["a"], ["b"]], ["a"], ["x"]), "option 1: unknown item 'b'", 1),
        (([[Color((1, 2), "red")]],), r"option 0: only secondary items have colors \(\(1, 2\)\)", 0),
        (([["a"]], ["a", "a"]), "the item 'a' is listed twice", None),
        (([["a"]], ["a"], ["a"]), "the item 'a' is listed twice", None),
        (([["a"]], None, None, {"b": 1}), "bounds of an unknown item 'b'", None),
        (([["a", "x"]], ["a"], None, {"x": 1}), "'x' is secondary", None),
        (([["a"]], None, None, {"a": (2, 1)}), "lower bound must not exceed .* .'a'.", None),
        (([["a"]], None, None, {"a": (0, 0)}), "upper bound must be at least 1 .'a'.", None),
        (([["a"]], None, None, {"a": (0, 10**7)}), "at most 9999999 .'a'.", None),
        (([["a"]], None, None, {"a": (-1, 1)}), "the bounds of 'a' are from 0", None),
        (([],), "a problem needs a primary item", None),
        (([["x"]], []), "a problem needs a primary item", None),
    ],
)
def test_what_is_refused_names_the_option_and_the_item(arguments, told, option):
    with pytest.raises(dlx3.Fault, match=told) as caught:
        Problem.from_options(*arguments)
    assert caught.value.option == option
    assert caught.value.line is None


def test_options_of_the_wrong_type_are_type_errors():
    for options in [7, [7], ["abc"], [[["a"]]]]:
        with pytest.raises(TypeError):
            Problem.from_options(options)


def test_what_items_raise_is_passed_on():
    class Bad:
        def __hash__(self):
            raise RuntimeError("no hash today")

    with pytest.raises(RuntimeError, match="no hash today"):
        Problem.from_options([[Bad()]])

    def options():
        yield ["a"]
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        Problem.from_options(options())


def test_costs_are_as_many_as_options_and_numbers():
    for costs in [[1], [1, 2, 3], [10**40, 1], [float("nan"), 1], [float("inf"), 1], [1e300, 1e-300]]:
        with pytest.raises(ValueError):
            Problem.from_options([["a"], ["a"]], costs=costs)
    problem = Problem("A\nA |3\nA |1 |1\n")
    assert problem.costs == [3, 2]
    assert problem.best() == [(2, [1])]
    with pytest.raises(ValueError, match="no costs"):
        Problem("A\nA\n").best()


def test_costs_with_decimals_are_added_exactly():
    costs = [0.1, Decimal("0.20"), 3, -1e-3]
    problem = Problem.from_options([["a"], ["b"], ["b"], ["a"]], costs=costs)
    assert problem.costs == [Decimal("0.1"), Decimal("0.2"), 3, Decimal("-0.001")]
    assert all(isinstance(cost, Decimal) for cost in problem.costs)
    assert problem.best(4) == [
        (Decimal("0.199"), [1, 3]),
        (Decimal("0.3"), [0, 1]),
        (Decimal("2.999"), [2, 3]),
        (Decimal("3.1"), [0, 2]),
    ]
    assert [cost for cost, _ in problem.best(4, bound=0.3)] == [Decimal("0.199"), Decimal("0.3")]
    assert problem.best(4, bound=0.1989) == []
    assert [cost for cost, _ in problem.best(4, most=True, bound=2.9995)] == [Decimal("3.1")]
    again = Problem(problem.to("dlx"))
    assert again.costs == problem.costs and pickle.loads(pickle.dumps(problem)) == problem
    assert "|-0.001" in problem.to("dlx")
    # Without decimals, sums are `int`s, whatever was given.
    (cost, _), = Problem("a\na |7.0\n").best()
    assert (cost, type(cost)) == (7, int)
    (cost, _), = Problem("a\na\n").best(costs=[Decimal("1e3")])
    assert (cost, type(cost)) == (1000, int)
    free = Problem.from_options([["a"]], costs=[0.0])
    assert free.costs == [0] and pickle.loads(pickle.dumps(free)) == free


def test_negative_costs_go_to_other_solvers():
    problem = Problem("a b\na |-3\nb |2\na b |1\n")
    for format in ["wcnf", "opb", "lp", "mzn"]:
        assert "3" in problem.to(format, names=False)


def test_names_may_be_long():
    name = "a flight to somewhere".replace(" ", "-")
    problem = Problem.from_options([[name, "x"]])
    assert problem.to("dlx") == f"{name} x\n{name} x\n"
    assert Problem(problem.to("dlx")).items == [name, "x"]
    # The counters are those of a text that DLX3 reads: with short names, and without costs.
    short = Problem.from_options([["f", "x"]])
    for costs in [None, [0.5]]:
        problem = Problem.from_options([[name, "x"]], costs=costs)
        assert problem.stats().mems == short.stats().mems
    # What is no name of the library gets another one.
    for name in ["two words", "y" * 256]:
        problem = Problem.from_options([[name]])
        assert problem.items == [name] and problem.to("dlx") == "#0\n#0\n"


def test_options_without_a_primary_item_keep_their_numbers_but_are_not_there():
    problem = Problem.from_options([["x"], ["a"], [], ["a", "x"]], ["a"], costs=[9, 4, 9, 3])
    assert problem.indices == [1, 3] and len(problem) == 2
    assert problem.best(2) == [(3, [3]), (4, [1])]
    for index in [0, 2, 4]:
        with pytest.raises(KeyError):
            problem.option(index)


def test_equal_problems_are_equal():
    text = "a b | x\na x:1\nb\n"
    options = [["a", "x:1"], ["b"]]
    problem = Problem(text)
    assert problem == Problem(text) == Problem.from_options(options, ["a", "b"])
    for other in [
        Problem("a b | x\na x:2\nb\n"),
        Problem("a 2|b | x\na x:1\nb\n"),
        Problem("a b | x\na x:1\nb |2\n"),
        Problem("a b x\na x\nb\n"),
        Problem("a b | x\nb\na x:1\n"),
        text,
    ]:
        assert problem != other
    with pytest.raises(TypeError):
        hash(problem)
