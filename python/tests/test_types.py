"""The stubs say what is so: programs of users pass mypy, and mistakes do not; the stubs have what the
package has."""

import json
import shutil
import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("mypy")

USE = """
    import tempfile
    from decimal import Decimal
    from pathlib import Path
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
    drawn: list[list[int]] = problem.sample(3, seed=1) + problem.sample(seed=None)
    dlx3.Problem.from_options([["a"], ["b"]], bounds=(1, None)).count()
    dlx3.Problem.from_options([["a"], ["b"]], bounds={"a": [1, None], "b": (0, None)}).count()
    try:
        problem.reduce().nth(0)
    except dlx3.Stopped as stopped:
        gap: Optional[float] = stopped.gap
    except dlx3.Fault as fault:
        option: Optional[int] = fault.option
    crews = dlx3.Problem.from_options({"Ada": ["1"], "Bob": ["1"]}, costs={"Ada": 1, "Bob": 2})
    print(crews.named([0]), crews.within(1), crews.estimate(samples=2).nodes > 0)
    print(crews.count(progress=lambda told: told.seconds > 9), dlx3.__version__)
    from dlx3 import gen, pack, peg, sieve, sudoku
    grid: sudoku.Grid = sudoku.solve([[1, 2, 3, 4], [3, 0, 0, 0], [0] * 4, [0, 0, 0, 2]])
    step = sudoku.hint(sudoku.make(difficulty="easy", seed=1))
    er: Optional[float] = sudoku.rate(grid).er
    hardest: Optional[sudoku.Step] = sudoku.rate(grid).hardest
    for one in sudoku.steps(sudoku.make(difficulty="easy", seed=1), most=9):
        reasons: list[str] = [link.reason for link in one.links]
        print(one.usual_name + one.svg()[:4], one.placement and one.placement[1] + 1, reasons, hardest)
    ruled: sudoku.Grid = sudoku.read(".Shape~4x4.Thermo~R1C1~R1C2")
    shared: list[list[int]] = sudoku.candidates(ruled, at_least=2).equal
    print(sudoku.convert(ruled, "link"), ruled.board.rules[0] + "", shared)
    made: sudoku.Grid = sudoku.make(rules=ruled, seed=1)
    print(made.board.shape[0] + 1)
    print(grid.rows[0][0] + 1, "" if step is None else step.technique, er)
    packed: Optional[pack.Packed] = pack.Packing({"I": [[1, 1]]}, "1x2").find()
    if packed is not None:
        files: dict[str, bytes] = packed.stl(unit=10, height=2.5)
        print(len(files), packed.scad(assembled=True)[:1] + packed.svg(cut=True, kerf=0.1)[:1])
    for taken in gen.queens(6).solutions(progress=lambda told: (told.taken or 0) > 9):
        print(taken[0] + 1)
    where = Path(tempfile.mkdtemp()) / "proof"
    print(crews.best(proof=where, progress=True)[0][0] + 1, crews.find(proof=str(where)))
    print(crews.count(certificate=where) + 1)
    print(gen.queens(6).count() + 1, packed and packed.pieces, sieve.solve(6).score + 1)
    if jumped := peg.solve("latin", time=9.5):
        print(jumped.jumps[0][0] + 1)
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
    dlx3.sudoku.make(seed="x")
    dlx3.gen.queens("8")
    dlx3.sudoku.solve("1").rows.cells
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


@pytest.mark.skipif(shutil.which("node") is None, reason="pyright needs node")
def test_pyright_accepts_the_same_program(folder):
    pytest.importorskip("pyright")
    settings = {"include": ["strict.py"], "typeCheckingMode": "strict"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    (folder / "strict.py").write_text(textwrap.dedent(USE))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", folder]
    checked = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.skipif(sys.version_info < (3, 10), reason="mypy needs a newer Python")
def test_the_stubs_are_those_of_the_package(folder):
    command = [sys.executable, "-m", "mypy.stubtest", "dlx3", "--ignore-disjoint-bases"]
    checked = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
