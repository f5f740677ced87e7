"""The stubs say what is so: programs of users pass mypy, and mistakes do not; the stubs have what the
package has."""

import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("mypy")

USE = """
    from decimal import Decimal
    from typing import Optional
    import dlx3
    import dlx3.exact_cover as ec

    def names(problem: dlx3.Problem) -> list[str]:
        solution: Optional[list[int]] = problem.find(time=1, threads=2)
        if solution is None or problem.names is None:
            return []
        return [str(problem.names[index]) for index in solution]

    options: list[list[object]] = [["a", "b"], ["a", dlx3.Color("x", 1)], ["b", "x:1"]]
    problem = dlx3.Problem.from_options(
        options, primary={"a", "b"}, secondary=("x",), bounds={"a": 1, "b": (0, 1)},
        costs=[1, 0.5, Decimal("2.5")],
    )
    for solution in problem.solutions():
        print(sum(solution), [problem.option(index) for index in solution])
    for cost, chosen in problem.best(gap="1%", bound=7, callback=lambda best, bound: False):
        total: int | Decimal = cost + 1
        print(total, chosen[0] + 1)
    dlx3.Problem.from_matrix([[1, 0], [0, 1]], costs=[1, 2]).best(gap=0.5)
    count: int = problem.count() + problem.zdd().count + problem.stats().nodes
    drawn: list[list[int]] = problem.sample(3, seed=1)
    try:
        problem.reduce().nth(0)
    except dlx3.Stopped as stopped:
        gap: Optional[float] = stopped.gap
    except dlx3.Fault as fault:
        option: Optional[int] = fault.option
    print(next(dlx3.covers([["a"], ["b"]])) == [0, 1], ec.get_solution_count([[1]]) + 1, names(problem))
"""

MISTAKES = """
    import dlx3

    problem = dlx3.Problem.from_options([["a"]])
    problem.best(costs=7)
    problem.best(gap=[1])
    problem.nth("1")
    dlx3.Problem.from_options([["a"]], bounds={"a": 1.5})
    dlx3.Problem.from_options([["a"]], costs=["1"])
    problem.find().append(1)
    dlx3.Problem.from_options(7)
    problem.to("xml")
    problem.names[0]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("types")


def check(program, folder):
    file = folder / "program.py"
    file.write_text(textwrap.dedent(program))
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder / "cache", file]
    # The package is looked for where it is installed.
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.mark.skipif(sys.version_info < (3, 10), reason="mypy needs a newer Python")
def test_a_program_that_uses_all_of_it_is_right(folder):
    pytest.importorskip("numpy")
    checked = check(USE, folder)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    exec(textwrap.dedent(USE), {})


@pytest.mark.skipif(sys.version_info < (3, 10), reason="mypy needs a newer Python")
def test_each_mistake_is_found(folder):
    told = check(MISTAKES, folder).stdout
    lines = textwrap.dedent(MISTAKES).splitlines()
    wrong = {number for number, line in enumerate(lines, 1) if line[:4] in ("prob", "dlx3")} - {4}
    found = {int(line.split(":")[1]) for line in told.splitlines() if ": error: " in line}
    assert found == wrong, told


@pytest.mark.skipif(sys.version_info < (3, 10), reason="mypy needs a newer Python")
def test_the_stubs_are_those_of_the_package(folder):
    command = [sys.executable, "-m", "mypy.stubtest", "dlx3", "--ignore-disjoint-bases"]
    checked = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
