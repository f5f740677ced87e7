"""The cheapest solutions: bounds, gaps, callbacks, large costs."""

import random
from decimal import Decimal
from fractions import Fraction

import dlx3
import pytest
from brute import small
from test_limits import hard


def assignment(n, seed=1):
    """n workers and n jobs with random costs: it takes a while to prove the best."""
    draw = random.Random(seed)
    options = [[("worker", w), ("job", j)] for w in range(n) for j in range(n)]
    return dlx3.Problem.from_options(options, costs=[draw.randint(1, 10_000) for _ in options])


@pytest.mark.parametrize("most", [False, True])
def test_solutions_beyond_the_bound_are_not_wanted(most):
    for seed in range(150):
        case = small(seed)
        costs = sorted(map(case.cost, case.solutions()), reverse=most)
        for bound in [-10, 0, 12, 30]:
            wanted = [c for c in costs if (c >= bound if most else c <= bound)]
            best = case.problem().best(1000, most=most, bound=bound)
            assert [cost for cost, _ in best] == wanted, seed


def test_solutions_are_counted_by_cost():
    for seed in range(150):
        case = small(seed)
        costs = sorted(map(case.cost, case.solutions()))
        for most in [None, -10, 0, 12, Decimal("12.5")]:
            wanted = [cost for cost in costs if most is None or cost <= most]
            numbers = case.problem().by_cost(at_most=most)
            assert list(numbers.items()) == [(c, wanted.count(c)) for c in dict.fromkeys(wanted)]
    half = dlx3.Problem("A B\nA |0.5\nB |1\nA B |1.5\nA |1.5\n")
    assert half.by_cost() == {Decimal("1.5"): 2, Decimal("2.5"): 1}
    assert half.by_cost(costs=[1, 1, 2, 1], at_most=1) == {}
    with pytest.raises(TypeError, match="at_most is a number, not 'x'"):
        half.by_cost(at_most="x")


def test_within_the_gap_is_enough():
    problem = assignment(9)
    (optimum, _), = problem.best()
    for gap in [0, 0.5, 1, "1%", "0.5", 20, "1e2%", Decimal("2.5"), Fraction(1, 2)]:
        percent = float(gap.rstrip("%") if isinstance(gap, str) else gap)
        (cost, solution), = problem.best(gap=gap)
        assert optimum <= cost and cost - optimum <= percent / 100 * cost
        assert cost == sum(problem.costs[option] for option in solution)


def test_a_gap_is_a_share_of_the_cost_whatever_the_unit_is():
    # The bound of the relaxation is known long before the optimum.
    draw = random.Random(1)
    options = [draw.sample(range(40), 4) for _ in range(400)]
    costs = [draw.randint(1000, 2000) for _ in options]
    for unit in [1, Decimal("0.001"), -1]:
        problem = dlx3.Problem.from_options(options, costs=[cost * unit for cost in costs])
        (optimum, _), = problem.best(most=unit < 0)
        (cost, _), = problem.best(gap=30, most=unit < 0)
        assert abs(cost - optimum) <= abs(cost) * 30 / 100


def test_gaps_that_make_no_sense_are_refused():
    problem = assignment(3)
    for gap in [-1, "-1%", "x", "", "1%%", " 1", float("nan"), float("inf"), "inf", "nan%", 10**400]:
        with pytest.raises(ValueError, match="gap is a number of percent"):
            problem.best(gap=gap)
    for gap in [[1], b"1%", object(), 1j, {}]:
        with pytest.raises(TypeError, match="gap is a number of percent"):
            problem.best(gap=gap)
    with pytest.raises(ValueError, match="one solution"):
        problem.best(2, gap=1)


def test_the_gap_of_what_is_known_is_in_percent():
    def gap(best, bound):
        return dlx3.Stopped("time", best=[(best, [0])], bound=bound).gap

    assert gap(200, 150) == 25 and gap(-100, -150) == 50 and gap(0, 0) == 0
    assert gap(0, -1) == float("inf") and gap(Decimal("0.2"), Decimal("0.15")) == 25
    assert gap(2**80 + 2**79, 2**80) == pytest.approx(100 / 3)
    assert "gap 25.00%" in str(dlx3.Stopped("time", best=[(200, [0])], bound=150))
    assert dlx3.Stopped("time", best=[], bound=1).gap is None


def test_a_callback_sees_bounds_and_may_stop():
    seen = []

    def callback(best, bound):
        seen.append((best, bound))
        return True

    with pytest.raises(dlx3.Stopped) as caught:
        hard().best(callback=callback, time=600)
    stopped = caught.value
    assert stopped.reason == "callback" and "callback" in str(stopped)
    assert seen
    assert all(best is None or best >= bound >= 0 for best, bound in seen)


def test_what_a_callback_raises_is_passed_on():
    def callback(best, bound):
        raise KeyError(bound)

    with pytest.raises(KeyError):
        hard().best(callback=callback, time=600)


def test_what_is_no_function_is_no_callback():
    for callback in [1, "f", True, {}]:
        with pytest.raises(TypeError, match="callback is a function"):
            assignment(2).best(callback=callback)


def test_a_callback_may_ask_the_problem_itself():
    problem = assignment(8)
    asked = []
    (cost, _), = problem.best(callback=lambda *_: asked.append(problem.best()))
    assert all(answer[0][0] == cost for answer in asked)


def test_what_a_callback_sees_never_gets_worse():
    seen = []

    def callback(best, bound):
        seen.append((best, bound))

    with pytest.raises(dlx3.Stopped):
        hard().best(callback=callback, time=2)
    bounds = [bound for _, bound in seen]
    costs = [best for best, _ in seen if best is not None]
    assert bounds == sorted(bounds) and costs == sorted(costs, reverse=True)


def test_progress_knows_the_best_solution_and_the_bound():
    told = []

    def listen(progress):
        told.append(progress)
        return len(told) == 3

    with pytest.raises(dlx3.Stopped) as caught:
        hard().best(progress=listen, time=600)
    assert caught.value.reason == "callback" and len(told) == 3
    assert [one.seconds for one in told] == sorted({one.seconds for one in told})
    bounds = [one.bound for one in told]
    assert bounds == sorted(bounds) and caught.value.bound >= bounds[-1]
    assert f"bound {bounds[0]}" in str(told[0])
    # Both listeners are told, in units of the costs, and may be there together.
    seen = []
    problem = assignment(12)
    half = [Decimal(cost) / 2 for cost in problem.costs]
    plain = problem.best(costs=half)
    assert problem.best(costs=half, callback=lambda *one: seen.append(one), progress=True) == plain
    assert all(bound <= plain[0][0] for _, bound in seen)

    def fail(progress):
        raise KeyError(progress.bound)

    with pytest.raises(KeyError):
        hard().best(progress=fail, time=600)
    with pytest.raises(TypeError, match="progress is a function, or True"):
        assignment(2).best(progress=7)


def test_bounds_and_callbacks_change_no_answer():
    for seed in range(100):
        problem = small(seed).problem()
        calls = []
        watched = problem.best(5, callback=lambda *seen: calls.append(seen))
        assert watched == problem.best(5), seed
        assert all(bound <= watched[0][0] for _, bound in calls if watched), seed


def test_costs_may_be_large():
    large = 2**80
    problem = dlx3.Problem.from_options([["a"], ["a"], ["b"]], costs=[large, large + 1, -large])
    assert problem.best(2) == [(0, [0, 2]), (1, [1, 2])]
    assert problem.best(most=True) == [(1, [1, 2])]
    for cost in [2**100, 2**130]:
        with pytest.raises(ValueError):
            dlx3.Problem.from_options([["a"]], costs=[cost]).best()
