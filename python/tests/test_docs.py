"""The examples of the manual, of the README and of all docstrings print what they say, and the example program
runs."""

import doctest
import inspect
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import dlx3
import pytest

HERE = Path(__file__).parent
MANUAL = HERE.parent.parent / "docs" / "python.md"
README = HERE.parent / "README.md"
#: Modules of their own.
MODULES = ("exact_cover", "gen", "pack", "peg", "sieve", "sudoku")
#: What needs a package that a fresh environment does not have.
NEED = {
    "exact_cover": "numpy",
    "Problem.from_frame": "pandas",
    "Problem.solutions_frame": "pandas",
}
OPTIONS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def run(text, name, variables):
    """Runs examples, and says what they print that they should not."""
    test = doctest.DocTestParser().get_doctest(text, variables, name, None, 0)
    told = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=told.append, clear_globs=False)
    variables.update(test.globs)
    assert not told, "".join(told)
    return len(test.examples)


def test_the_examples_of_the_manual_print_what_it_says():
    pytest.importorskip("pandas")
    blocks = re.findall(r"^```python\n(.*?)^```$", MANUAL.read_text(), re.DOTALL | re.MULTILINE)
    variables = {}
    examples = [run(block, f"block {number}", variables) for number, block in enumerate(blocks)]
    assert len(examples) > 7 and all(examples)


def test_the_examples_of_the_readme_print_what_it_says():
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.DOTALL | re.MULTILINE)
    assert blocks and all(run(block, "README", {}) for block in blocks)


def documented():
    """All that is public, with its docstring."""
    for name in [*dlx3.__all__, "exact_cover"]:
        if name in MODULES:
            if name in NEED and find_spec(NEED[name]) is None:
                continue
            module = import_module(f"dlx3.{name}")
            yield name, module.__doc__
            for inner in module.__all__:
                member = getattr(module, inner)
                yield f"{name}.{inner}", member.__doc__
                assert name == "exact_cover" or ">>> " in member.__doc__, f"{name}.{inner}"
                own_class = inspect.isclass(member) and member.__module__.startswith("dlx3")
                for own, method in vars(member).items() if own_class else ():
                    if not own.startswith("_") and callable(method):
                        yield f"{name}.{inner}.{own}", inspect.getdoc(method)
            continue
        thing = getattr(dlx3, name)
        yield name, thing.__doc__
        if inspect.isclass(thing):
            for inner, member in vars(thing).items():
                if not inner.startswith("_"):
                    yield f"{name}.{inner}", inspect.getdoc(member)


def test_all_that_is_public_has_a_docstring_and_its_examples_hold():
    examples = 0
    for name, text in documented():
        if name.split(".")[0] in ("Fault", "Progress", "Stopped", "Stats") and "." in name:
            continue
        assert text and len(text.split()) > 2, name
        if name in NEED and find_spec(NEED[name]) is None:
            continue
        examples += run(inspect.cleandoc(text), name, {})
    assert examples > 20


def test_the_stubs_name_all_methods():
    stubs = (Path(dlx3.__file__).parent / "_dlx3.pyi").read_text()
    for name in ["Problem", "Color", "Solutions", "Zdd"]:
        body = stubs.split(f"class {name}")[1].split("\n@final")[0]
        for inner in vars(getattr(dlx3, name)):
            if not inner.startswith("_"):
                assert f"def {inner}(" in body, f"{name}.{inner}"
    assert (Path(dlx3.__file__).parent / "py.typed").exists()


def test_from_a_csv_to_the_cheapest_cover():
    folder = HERE.parent / "examples"
    command = [sys.executable, folder / "cheapest_from_csv.py", folder / "crews.csv"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert printed.splitlines() == [
        "5 flights, 8 crews, 4 ways to cover",
        "730 Carl Felix Grace",
        "805 Ada Blaise",
    ]
