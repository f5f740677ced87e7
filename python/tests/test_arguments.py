"""Arguments of the wrong kind: a `TypeError` or `ValueError` that says what is wanted, and where."""

import itertools
import pickle
import re
import signal
import sys
from collections import UserDict
from decimal import Decimal, localcontext, Inexact
from enum import IntEnum
from fractions import Fraction
from types import MappingProxyType

import dlx3
import pytest
from dlx3 import Color, Problem

OPTIONS = [["a", "b"], ["a"], ["b"]]


def problem():
    return Problem.from_options(OPTIONS)


def test_what_is_no_problem_and_no_solution_is_told_what_is_wanted():
    refused(TypeError, "not dict: see Problem.from_options", Problem, {"x": ["a"]})
    for solution in (["x"], "x", 1, None, [-1]):
        refused(TypeError, "a solution is a list of option indices", problem().named, solution)


def refused(kind, told, call, *arguments, **named):
    with pytest.raises(kind, match=told) as caught:
        call(*arguments, **named)
    assert caught.type in (kind, dlx3.Fault)
    return caught.value


@pytest.mark.parametrize(
    "costs", [{0: 1, 1: 2, 2: 3}, "123", b"123", {1, 2, 3}, frozenset([1, 2, 3]), 5, None, bytearray(3)]
)
def test_costs_that_are_no_list_are_refused(costs):
    if costs is not None:
        wanted = "costs is a list with a number for each option, not "
        refused(TypeError, wanted, Problem.from_options, OPTIONS, costs=costs)
        refused(TypeError, wanted, Problem.from_matrix, [[1], [1], [1]], costs=costs)
        refused(TypeError, wanted, problem().best, costs=costs)


@pytest.mark.parametrize(
    "cost, kind, told",
    [
        ("1", TypeError, "the cost of option 1 is a number, not '1' .str."),
        (None, TypeError, "the cost of option 1 is a number, not None"),
        ([1], TypeError, "the cost of option 1 is a number"),
        (1j, TypeError, "the cost of option 1 is a number"),
        (int, TypeError, "the cost of option 1 is a number"),
        (float("nan"), ValueError, "the cost of option 1 is not a decimal number: nan"),
        (float("inf"), ValueError, "the cost of option 1 is not a decimal number: inf"),
        (Decimal("sNaN"), ValueError, "the cost of option 1 is not a decimal number: sNaN"),
        (Fraction(1, 3), ValueError, "the cost of option 1 is not a decimal number: 1/3"),
        (10**40, ValueError, "the cost of option 1 is too large: 1000"),
        pytest.param(10**10_000, ValueError, "the cost of option 1 is too large", id="huge"),
        pytest.param(-(10**10_000), ValueError, "the cost of option 1 is too large", id="-huge"),
        (1e300, ValueError, "the cost of option 1 is too large: 1e.300"),
    ],
)
def test_a_cost_that_is_no_number_is_refused_by_its_option(cost, kind, told):
    refused(kind, told, Problem.from_options, OPTIONS, costs=[1, cost, 2])
    refused(kind, told, Problem.from_matrix, [[1], [1], [1]], costs=[1, cost, 2])
    refused(kind, told, problem().best, costs=[1, cost, 2])


def test_costs_that_never_end_are_refused():
    def forever():
        while True:
            yield 1

    refused(ValueError, "more costs than 3 options", problem().best, costs=forever())
    refused(ValueError, "1 cost for 3 options", problem().best, costs=[1])


def test_integers_of_any_type_are_costs():
    class Price(IntEnum):
        LOW = 2

    costs = [True, Price.LOW, Decimal(3)]
    assert problem().best(2, costs=costs) == [(1, [0]), (5, [1, 2])]
    numpy = pytest.importorskip("numpy")
    for dtype in ["i1", "u8", "f4", "f8"]:
        costs = numpy.array([1, 1, 1], dtype=dtype)
        assert problem().best(costs=costs) == [(1, [0])]
        assert problem().best(costs=list(costs)) == [(1, [0])]


@pytest.mark.parametrize("name", ["primary", "secondary"])
def test_lists_of_items_that_are_no_lists_are_refused(name):
    for items in ["ab", b"ab", {"a": 1}, 7, bytearray(b"a")]:
        refused(TypeError, f"{name} is a list of items, not ", Problem.from_options, OPTIONS, **{name: items})
    told = f"{name}: items and colors are hashable, not "
    refused(TypeError, told, Problem.from_options, OPTIONS, **{name: [["a"]]})
    # Sets and the keys of a dict are lists of items.
    for items in [("a", "b"), {"a", "b"}, {"a": 1, "b": 2}.keys(), iter("ab")]:
        made = Problem.from_options(OPTIONS, primary=items)
        assert sorted(made.primary) == ["a", "b"] and made.count() == 2


def test_options_that_are_no_lists_are_refused():
    wanted = "options is a list of options, each a list of items, not "
    for options in [None, 7, "ab", b"ab"]:
        refused(TypeError, wanted, Problem.from_options, options)
    for option in ["ab", b"ab", 7, None, {"a": 1}, 1.5, object()]:
        refused(TypeError, "option 1 is a list of items, not ", Problem.from_options, [["a"], option])
    told = "option 1: items and colors are hashable, not "
    for item in [[1], {}, {1}, Color("x", []), Color([], 1), (1, [2])]:
        refused(TypeError, told, Problem.from_options, [["a"], ["a", item]], ["a"])


def test_a_primary_item_that_no_option_has_is_told():
    told = "primary item 'c' is in no option, so there is no solution"
    with pytest.warns(UserWarning, match=told):
        made = Problem.from_options(OPTIONS, primary=["a", "b", "c"])
    assert made.count() == 0
    with pytest.warns(UserWarning, match="primary item 'A' and 1 more are in no option"):
        Problem.from_options(OPTIONS, primary=["A", "B"], secondary=["a", "b"], bounds={"B": (1, 2)})
    with pytest.warns(UserWarning, match="primary item 'a' is in no option"):
        Problem.from_options([], primary=["a"])


@pytest.mark.filterwarnings("error")
def test_items_that_need_not_be_covered_are_not_told():
    made = Problem.from_options(OPTIONS, ["a", "b", "c"], ["d"], bounds={"c": (0, 2)})
    assert made.count() == 2
    Problem.from_options(OPTIONS)
    with pytest.raises(UserWarning):
        Problem.from_options(OPTIONS, primary=["c"])


@pytest.mark.parametrize("bounds", [1.5, "a", [("a", 1)], {"a"}, [1], object()])
def test_bounds_that_are_no_dict_are_refused(bounds):
    refused(TypeError, "bounds is a dict from items to numbers or pairs", Problem.from_options, OPTIONS,
            bounds=bounds)  # fmt: skip


def test_bounds_without_a_dict_are_those_of_all_primary_items():
    options = [["a"], ["a", "b"], ["b"], ["c"], ["b", "c"]]
    for bounds in (2, (1, 2), [0, 1]):
        same = Problem.from_options(options, bounds=dict.fromkeys("abc", bounds))
        assert Problem.from_options(options, bounds=bounds) == same
    colored = [["a", "x:1"], ["b", "x:1"], ["a", "b"]]
    made = Problem.from_options(colored, primary=["a", "b"], bounds=(1, 2))
    assert made.bounds == {"a": (1, 2), "b": (1, 2)}
    refused(ValueError, "the bounds of all items are from 0 to", Problem.from_options, options,
            bounds=(-1, 2))  # fmt: skip


@pytest.mark.parametrize(
    "bounds",
    [1.0, 2.5, "1", "12", None, (1.0, 2), (1, "2"), (None, 1), (None, None), (1.0, None), (1,), (1, 2, 3), [], {1, 2}, {1: 2}, 1j,
     float("inf"), Decimal(1), int, b"ab"],
)  # fmt: skip
def test_bounds_that_are_no_integers_are_refused_by_their_item(bounds):
    told = "the bounds of 'a' are an int or a pair such as (1, 2) or (1, None), not "
    refused(TypeError, re.escape(told), Problem.from_options, OPTIONS, bounds={"a": bounds})


@pytest.mark.parametrize("bounds", [-1, (-1, 1), 10**7, 10**30, (0, 10**30), (2, 1), 0, (-1, None), (10**7, None)])
def test_bounds_beyond_what_there_is_are_refused_by_their_item(bounds):
    refused(dlx3.Fault, "'a'", Problem.from_options, OPTIONS, bounds={"a": bounds})


def test_without_an_upper_bound_an_item_may_be_in_all_its_options():
    options = [["a", "b"], ["b", "c"], ["a", "c"], ["c", "d:x"], ["b"]]
    made = Problem.from_options(options, primary=["a", "b", "c"], bounds=(1, None))
    assert made.bounds == {"a": (1, 2), "b": (1, 3), "c": (1, 3)}
    # Brute force: all sets of options that have each item.
    chosen = [[at for at in range(5) if number >> at & 1] for number in range(32)]
    names = {"a", "b", "c"}
    covers = [one for one in chosen if names <= {item for at in one for item in options[at]}]
    assert sorted(made.solutions()) == sorted(covers) and len(covers) > 10
    for bounds in ({"b": (2, None)}, {"b": [2, None]}):
        made = Problem.from_options(options, primary=["a", "b", "c"], bounds=bounds)
        assert made.bounds == {"a": (1, 1), "b": (2, 3), "c": (1, 1)}
    # What a conflict needs is a bound, too.
    pair = Problem.from_options([["a", "b"], ["b", "c"]], bounds={"b": (0, 1)})
    lower = {item: need for item, need in pair.conflict().needs.items() if need[0] is not None}
    assert lower == {"a": (1, None), "c": (1, None)}
    assert Problem.from_options([["a", "b"], ["b", "c"]], bounds=lower | {"b": (0, None)}).count() == 1


def test_a_lower_bound_beyond_all_options_has_no_solution():
    made = Problem.from_options([["a"], ["a"]], bounds={"a": (3, None)})
    assert made.bounds == {"a": (3, 3)} and made.count() == 0
    with pytest.warns(UserWarning, match="primary item 'z' is in no option"):
        made = Problem.from_options([["a"]], primary=["a", "z"], bounds=(1, None))
    assert made.bounds["z"] == (1, 1) and made.count() == 0


def test_integers_and_pairs_of_any_type_are_bounds():
    numpy = pytest.importorskip("numpy")
    options = [["a"], ["a"], ["a"]]
    for two in [2, numpy.int64(2), numpy.uint8(2), numpy.array(2), (2, 2), [2, 2], (numpy.int8(2), 2)]:
        for kind in [dict, UserDict, MappingProxyType]:
            made = Problem.from_options(options, bounds=kind({"a": two}))
            assert made.bounds == {"a": (2, 2)} and made.count() == 3


def test_numbers_that_are_no_integers_are_refused_by_name():
    asked = problem()
    for number in ["1", 1.5, None, [1], int, 1j]:
        refused(TypeError, "k is an int, not ", asked.nth, number)
        refused(TypeError, "index is an int, not ", asked.option, number)
        refused(TypeError, "n is an int, not ", asked.sample, number)
        if number is not None:
            refused(TypeError, "seed is an int, not ", asked.sample, 1, number)
            refused(TypeError, "seed is an int, not ", asked.estimate, seed=number)
        refused(TypeError, "k is an int, not ", asked.best, number, costs=[1, 1, 1])
        for verb in ["count", "find", "solutions", "zdd", "reduce", "stats"]:
            refused(TypeError, "threads is an int, not ", getattr(asked, verb), threads=number)
            refused(TypeError, "memory is an int, not ", getattr(asked, verb), memory=number)
    for time in ["1", [1], b"1", 1j, object]:
        for verb in ["count", "find", "solutions"]:
            refused(TypeError, "time is a number of seconds, not ", getattr(asked, verb), time=time)
    for number in ["1", [1], object()]:
        refused(TypeError, "bound is a number, not ", asked.best, costs=[1, 1, 1], bound=number)
    refused(ValueError, "bound is not a decimal number: nan", asked.best, costs=[1, 1, 1], bound=float("nan"))


def test_numbers_may_be_as_large_as_one_likes():
    asked = problem()
    large = 10**40
    refused(IndexError, "there is no solution", asked.nth, large)
    refused(IndexError, "there is no solution", asked.nth, -large)
    refused(IndexError, "there is no solution", asked.nth, 10**10_000)
    refused(KeyError, "there is no option", asked.option, 10**10_000)
    refused(ValueError, "row 0, column 0: ", Problem.from_matrix, [[10**10_000]])
    refused(KeyError, "there is no option -1", asked.option, -1)
    refused(KeyError, "there is no option 1000", asked.option, large)
    refused(MemoryError, "n is at most 34 with a memory of 1100 bytes", asked.sample, large, memory=1100)
    refused(MemoryError, "n is at most ", asked.sample, large, memory=2**200)
    assert "18446744073709551615" not in str(refused(MemoryError, "n is at most ", asked.sample, large))
    refused(ValueError, "n must not be negative, but is -1", asked.sample, -1)
    refused(ValueError, "seed is from 0 to ", asked.sample, 1, large)
    refused(ValueError, "seed is from 0 to ", asked.sample, 1, -1)
    refused(ValueError, "k must not be negative, but is -1", asked.best, -1, costs=[1, 1, 1])
    assert len(asked.best(large, costs=[1, 1, 1])) == 2 and asked.best(0, costs=[1, 1, 1]) == []
    assert asked.count(memory=large) == 2


def test_integers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    one = numpy.uint8(1)
    assert problem().nth(one) == problem().nth(1) and problem().option(one) == ["a"]
    assert len(problem().sample(one, one, threads=one, memory=numpy.int64(10**6))) == 1
    assert problem().best(numpy.int32(1), costs=[1, 1, 1], bound=numpy.float32(1)) == [(1, [0])]


def test_what_methods_of_numbers_raise_is_passed_on():
    class Bad:
        def __index__(self):
            raise RuntimeError("not today")

        def __float__(self):
            raise RuntimeError("not today")

    for call in [problem().nth, problem().option, lambda bad: Problem.from_options(OPTIONS, costs=[bad] * 3),
                 lambda bad: Problem.from_options(OPTIONS, bounds={"a": bad}),
                 lambda bad: problem().count(threads=bad)]:  # fmt: skip
        with pytest.raises(RuntimeError, match="not today"):
            call(Bad())


def test_messages_are_short_and_on_one_line():
    class Long:
        def __repr__(self):
            return "x\n" * 10_000

    class Mute:
        def __repr__(self):
            raise RuntimeError

    for strange in [Long(), Mute(), "\0" * 5000, "é" * 5000]:
        error = refused(TypeError, "row 0, column 0", Problem.from_matrix, [[strange]])
        assert len(str(error)) < 200 and "\n" not in str(error)


def test_after_errors_all_is_as_before():
    asked = problem()
    for _ in range(20):
        for call in [lambda: asked.nth("x"), lambda: asked.best(), lambda: asked.to("x")]:
            with pytest.raises((TypeError, ValueError)):
                call()
    assert asked == problem() == pickle.loads(pickle.dumps(asked))
    assert asked.count() == 2 and asked.nth(0) and len(asked.zdd()) > 0


def test_the_context_of_decimals_does_not_count():
    with localcontext() as context:
        context.prec = 2
        context.traps[Inexact] = True
        made = Problem.from_options(OPTIONS, costs=[Decimal("1.2345678"), 1, 2])
        assert made.best() == [(Decimal("1.2345678"), [0])]
        stopped = dlx3.Stopped("time", best=[(Decimal("1.2345678"), [0])], bound=Decimal("1.1111111"))
        assert 9.9 < stopped.gap < 10.1


@pytest.mark.skipif(sys.version_info < (3, 9), reason="the package needs 3.9")
def test_what_cannot_be_pickled_says_so():
    with pytest.raises(TypeError):
        pickle.dumps(problem().solutions())


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers here")
@pytest.mark.parametrize(
    "read",
    [
        lambda: Problem.from_matrix([itertools.repeat(0)]),
        lambda: Problem.from_matrix(itertools.repeat([0])),
        lambda: Problem.from_options(itertools.repeat([])),
        lambda: Problem.from_options([itertools.repeat("a")]),
        lambda: Problem.from_options([], itertools.count()),
    ],
)
def test_reading_without_an_end_is_ended_by_a_signal(read):
    def handler(_signal, _frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            read()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
