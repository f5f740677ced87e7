"""Large numbers, deep and wide problems."""

import pickle

import dlx3


def test_counts_may_have_any_size():
    options = [[item] for item in range(300) for _ in range(2)]
    problem = dlx3.Problem.from_options(options)
    assert problem.count() == 2**300
    number = 2**300 - 1
    last = problem.nth(number)
    assert len(last) == 300 and problem.nth(0) != last
    zdd = problem.zdd()
    assert zdd.count == 2**300 == pickle.loads(pickle.dumps(zdd)).count
    assert all(len(solution) == 300 for solution in problem.sample(5))


def test_deep_problems_are_solved():
    count = 3_000
    problem = dlx3.Problem.from_options([[item] for item in range(count)])
    assert problem.count() == 1
    assert problem.find() == list(range(count)) == next(problem.solutions())
    assert problem.best(costs=[1] * count)[0][0] == count


def test_a_hundred_thousand_options_are_read():
    options = [[index % 1000, 1000 + index % 777] for index in range(100_000)]
    problem = dlx3.Problem.from_options(options)
    assert len(problem) == 100_000
    assert problem.option(99_999) == options[-1]
    assert pickle.loads(pickle.dumps(problem)) == problem


def test_many_solutions_are_all_there():
    options = [[item] for item in range(13) for _ in range(2)]
    problem = dlx3.Problem.from_options(options)
    found = set(map(tuple, problem.solutions()))
    assert len(found) == 2**13
    assert set(map(tuple, problem.solutions(threads=2))) == found
