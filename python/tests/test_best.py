"""The cheapest solutions: bounds, gaps, callbacks, large costs."""

import random

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


def test_within_the_gap_is_enough():
    problem = assignment(9)
    (optimum, _), = problem.best()
    for gap in [0, 1, 500, 100_000]:
        (cost, solution), = problem.best(gap=gap)
        assert optimum <= cost <= optimum + gap
        assert cost == sum(problem.costs[option] for option in solution)
    with pytest.raises(ValueError, match="not negative"):
        problem.best(gap=-1)


def test_a_callback_sees_bounds_and_may_stop():
    seen = []

    def callback(best, bound):
        seen.append((best, bound))
        return True

    with pytest.raises(dlx3.Stopped) as caught:
        hard().best(callback=callback, time=60)
    stopped = caught.value
    assert stopped.reason == "callback" and "callback" in str(stopped)
    assert seen
    assert all(best is None or best >= bound >= 0 for best, bound in seen)


def test_what_a_callback_raises_is_passed_on():
    def callback(best, bound):
        raise KeyError(bound)

    with pytest.raises(KeyError):
        hard().best(callback=callback, time=60)


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
