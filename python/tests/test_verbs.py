"""Each verb against brute force."""

import pickle
from collections import Counter

import dlx3
import pytest
from brute import choices, small

SEEDS = range(400)


def all_small():
    for seed in SEEDS:
        case = small(seed)
        yield seed, case, case.problem(), case.solutions()


def test_some_problems_have_solutions_and_some_have_none():
    counts = [len(solutions) for _, _, _, solutions in all_small()]
    assert counts.count(0) > 50
    assert sum(count > 1 for count in counts) > 50


@pytest.mark.parametrize("threads", [1, 2])
def test_solutions_are_those_of_brute_force(threads):
    for seed, _, problem, expected in all_small():
        found = list(problem.solutions(threads=threads))
        assert all(solution == sorted(solution) for solution in found), seed
        assert sorted(found) == expected, seed


@pytest.mark.parametrize("threads", [1, 2])
def test_count_is_that_of_brute_force(threads):
    for seed, _, problem, expected in all_small():
        assert problem.count(threads=threads) == len(expected), seed


def test_find_finds_a_solution_or_that_there_is_none():
    for seed, _, problem, expected in all_small():
        found = problem.find()
        assert found in expected if expected else found is None, seed


def test_each_number_has_its_own_solution():
    for seed, _, problem, expected in all_small():
        found = [problem.nth(number) for number in range(len(expected))]
        assert sorted(found) == expected, seed
        for number in [len(expected), -1, 2**80]:
            with pytest.raises(IndexError):
                problem.nth(number)


def test_samples_are_solutions_and_all_are_drawn():
    for seed, _, problem, expected in all_small():
        drawn = problem.sample(40 * len(expected) + 1, seed)
        assert drawn == problem.sample(40 * len(expected) + 1, seed)
        assert sorted(map(list, set(map(tuple, drawn)))) == expected, seed


def test_samples_are_uniform():
    problem = dlx3.Problem("A B C D\n" + "A\nB\nC\nD\nA B\nB C\nC D\nA D\n")
    drawn = Counter(map(tuple, problem.sample(70_000, seed=5)))
    assert len(drawn) == problem.count() == 7
    # Five times the standard deviation.
    assert all(abs(number - 10_000) < 5 * 100 for number in drawn.values())


@pytest.mark.parametrize("most", [False, True])
def test_best_has_the_cheapest_and_the_dearest(most):
    for seed, case, problem, expected in all_small():
        costs = sorted(map(case.cost, expected), reverse=most)
        for k in [1, 3, 1000]:
            best = problem.best(k, most=most)
            assert [cost for cost, _ in best] == costs[:k], seed
            assert all(solution in expected for _, solution in best), seed
            assert all(case.cost(solution) == cost for cost, solution in best), seed
            assert len({tuple(solution) for _, solution in best}) == len(best), seed


def test_the_diagram_has_all_solutions():
    for seed, _, problem, expected in all_small():
        zdd = problem.zdd()
        assert choices(problem, zdd) == expected, seed
        assert zdd.count == len(expected), seed
        assert zdd == pickle.loads(pickle.dumps(zdd)), seed
        assert len(zdd.text().splitlines()) == len(zdd) + 1
        assert zdd.dot().startswith("digraph solutions {")


def test_reduced_problems_have_the_same_solutions_and_the_same_indices():
    for seed, case, problem, expected in all_small():
        small = problem.reduce()
        assert sorted(small.solutions()) == expected, seed
        assert set(small.indices) <= set(problem.indices), seed
        for index in small.indices:
            assert small.option(index) == case.options[index] == problem.option(index), seed
        assert set(map(repr, small.items)) == set(map(repr, problem.items)), seed
        costs = [cost for cost, _ in small.best(1000)]
        assert costs == sorted(map(case.cost, expected)), seed


def test_statistics_count_the_solutions():
    for seed, _, problem, expected in all_small():
        stats = problem.stats()
        assert stats.solutions == len(expected), seed
        assert sum(stats.profile) == stats.nodes, seed


def test_problems_give_back_what_they_were_made_of():
    for seed, case, problem, _ in all_small():
        assert problem.primary == case.primary and problem.secondary == case.secondary, seed
        assert problem.items == case.primary + case.secondary, seed
        assert problem.bounds == {i: case.bounds.get(i, (1, 1)) for i in case.primary}, seed
        for index in problem.indices:
            assert problem.option(index) == case.options[index], seed
        assert problem.costs == [case.costs[index] for index in problem.indices], seed


def test_pickled_problems_are_equal_and_have_the_same_solutions():
    for seed, case, problem, expected in all_small():
        for one in [problem, problem.reduce()]:
            again = pickle.loads(pickle.dumps(one))
            assert again == one and not again != one, seed
            assert sorted(again.solutions()) == expected, seed
            assert again.items == one.items and again.indices == one.indices, seed
        assert problem == case.problem(), seed


def test_the_text_of_a_problem_has_the_same_solutions():
    for seed, case, problem, expected in all_small():
        again = dlx3.Problem(problem.to("dlx"))
        found = [[problem.indices[option] for option in s] for s in again.solutions()]
        assert sorted(found) == expected, seed
        assert (again.costs or [0] * len(again)) == problem.costs, seed


def models(text):
    """The models of a formula in DIMACS, by trying all."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("c")]
    variables = int(lines[0][2])
    clauses = [[int(word) for word in line[:-1]] for line in lines[1:]]
    for bits in range(1 << variables):
        holds = [bits >> v & 1 for v in range(variables)]
        if all(any(holds[abs(l) - 1] == (l > 0) for l in clause) for clause in clauses):
            yield holds


def test_each_model_of_the_clauses_is_a_solution():
    tried = 0
    for seed, _, problem, expected in all_small():
        text = problem.to("cnf", encoding="ladder" if seed % 2 else "auto")
        if int(next(l for l in text.splitlines() if l[0] == "p").split()[2]) > 12:
            continue
        tried += 1
        found = [[i for i, holds in zip(problem.indices, m) if holds] for m in models(text)]
        assert sorted(found) == expected, seed
    assert tried > 100


@pytest.mark.parametrize("form", ["cnf", "opb", "lp", "mzn"])
def test_other_solvers_are_told_the_options(form):
    problem = dlx3.Problem("A B | X\nA X:1 |3\nB X:1\nA B |9\n")
    assert problem.to(form).startswith(
        {"cnf": "c option 1 = A X:1", "opb": "* #variable=", "lp": "\\", "mzn": "%"}[form]
    )
    with pytest.raises(ValueError, match="unknown format"):
        problem.to("xml")
    with pytest.raises(ValueError, match="unknown encoding"):
        problem.to("cnf", encoding="binary")
