"""Files that show other programs why an answer holds: what they say is what brute force says."""

import os

import dlx3
import pytest
from brute import small
from dlx3 import gen
from test_limits import hard


def constraints(problem):
    """How many constraints the checker sees: an equation counts as two."""
    lines = problem.to("opb", names=False).splitlines()
    listed = [line for line in lines if line.endswith(";") and not line.startswith(("*", "min:"))]
    return sum(2 if " = " in line else 1 for line in listed)


def conclusion(path):
    """The words of a proof's end, after its first lines have been looked at."""
    lines = path.read_text().splitlines()
    assert lines[0] == "pseudo-Boolean proof version 3.0"
    assert lines[-1] == "end pseudo-Boolean proof ;"
    return int(lines[1].split()[1]), lines[-2].split()[1:-1]


def test_a_proof_says_whether_there_is_a_solution(tmp_path):
    path, seen = tmp_path / "p.pbp", set()
    for seed in range(150):
        case = small(seed)
        case.costs = None
        problem = case.problem()
        solutions = case.solutions()
        found = problem.find(proof=path)
        number, words = conclusion(path)
        assert number == constraints(problem), seed
        assert (found in solutions) if solutions else found is None, seed
        assert words[0] == ("SAT" if solutions else "UNSAT"), seed
        seen.add(words[0])
    assert seen == {"SAT", "UNSAT"}


@pytest.mark.parametrize("most", [False, True])
def test_a_proof_has_the_cost_of_the_best_solution(tmp_path, most):
    path = tmp_path / "p.pbp"
    for seed in range(150):
        case = small(seed)
        problem = case.problem()
        costs = [case.cost(solution) for solution in case.solutions()]
        best = problem.best(most=most, proof=str(path))
        number, words = conclusion(path)
        assert number == constraints(problem), seed
        if not costs:
            # Without a cost there is no objective, and so no bound.
            is_priced = "min:" in problem.to("opb", names=False)
            assert best == [] and words[:2] == (["BOUNDS", "INF"] if is_priced else ["UNSAT", ":"])
            continue
        optimum = max(costs) if most else min(costs)
        assert best[0][0] == optimum, seed
        # The proof is about least costs: the dearest solution has the least negated one.
        told = -optimum if most else optimum
        assert words[0] == "BOUNDS" and int(words[1]) == int(words[4]) == told, (seed, words)


def test_a_certificate_has_the_number(tmp_path):
    for seed in range(150):
        case = small(seed)
        path = tmp_path / "c.proof"
        number = case.problem().count(certificate=path)
        lines = path.read_text().splitlines()
        assert number == len(case.solutions()), seed
        assert lines[0] == "diagram 1" and lines[-1] == f"solutions {number}"


def test_a_proof_without_an_end_proves_nothing(tmp_path):
    path = tmp_path / "p.pbp"
    with pytest.raises(dlx3.Stopped) as caught:
        hard().find(proof=path, progress=lambda told: True, time=60)
    assert caught.value.reason == "callback"
    assert conclusion(path)[1] == ["NONE"]
    with pytest.raises(dlx3.Stopped) as caught:
        hard().best(proof=path, time=0.3)
    assert caught.value.reason == "time"
    assert conclusion(path)[1][0] in ("NONE", "BOUNDS")
    with pytest.raises(dlx3.Stopped):
        gen.langford(20).count(certificate=path, time=0.2)
    assert "solutions" not in path.read_text()[-100:]


def test_what_raises_meanwhile_leaves_a_proof_of_nothing(tmp_path):
    def listen(progress):
        raise KeyError("heard")

    path = tmp_path / "p.pbp"
    with pytest.raises(KeyError, match="heard"):
        hard().find(proof=path, progress=listen, time=60)
    assert conclusion(path)[1] == ["NONE"]


def test_files_that_cannot_be_written_and_what_has_no_proof_are_refused(tmp_path):
    problem = gen.langford(5)
    for verb, name in ((problem.find, "proof"), (problem.count, "certificate")):
        with pytest.raises(FileNotFoundError) as caught:
            verb(**{name: tmp_path / "none" / "p"})
        assert caught.value.filename == str(tmp_path / "none" / "p")
        with pytest.raises(IsADirectoryError):
            verb(**{name: tmp_path})
        with pytest.raises(TypeError):
            verb(**{name: 7})
        with pytest.raises(ValueError, match="not compressed here"):
            verb(**{name: tmp_path / "p.gz"})
    assert os.listdir(tmp_path) == []
    priced = dlx3.Problem("a b\na |1\nb |2\na b |4\n")
    path = tmp_path / "p"
    for more, told in (
        ({"k": 2}, "one solution"),
        ({"bound": 3}, "not for a bound"),
        ({"costs": [1, 2, 3]}, "costs of the problem"),
    ):
        with pytest.raises(ValueError, match=told):
            priced.best(proof=path, **more)
    assert not path.exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_is_told():
    for ask in (
        lambda: gen.langford(5).find(proof="/dev/full"),
        lambda: gen.langford(7).count(certificate="/dev/full"),
        lambda: dlx3.Problem("a b\na |1\nb |2\na b |4\n").best(proof="/dev/full"),
    ):
        with pytest.raises(OSError, match="No space left") as caught:
            ask()
        assert caught.value.filename == "/dev/full"
