"""Pictures for notebooks: dark in dark ones, and none changes what another looks like."""

import itertools
import re
from xml.etree import ElementTree

import pytest
from dlx3 import gen, pack, peg, sudoku
from dlx3._show import BY_DAY, BY_NIGHT

PUZZLE = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def pictures():
    packing = pack.Packing("pentominoes", "6x10")
    found = packing.find()
    game = peg.Game("central")
    return {
        "task": pack.Packing([[[1, 1, 1]], [[1, 1], [1, 0]]], "3x3", uses={"A": "0:3"}),
        "solid task": pack.Packing("soma", "3x3x3"),
        "packing": found,
        "solid packing": pack.Packing("soma", "3x3x3").find(),
        "sheet": pack.sheet([found]),
        "board": game,
        "jumps": peg.solve(game),
        "profile": gen.queens(8).stats(),
        "Sudoku": sudoku.solve(PUZZLE),
        "hint": sudoku.hint(PUZZLE),
    }


MEDIA = "@media(prefers-color-scheme:dark){"
SYSTEM = f":not({BY_DAY} *)"
NOTEBOOK = f"{BY_NIGHT} "


def selectors(rules):
    """Of all rules, without what they say of the notebook."""
    bare = rules.replace(SYSTEM, "").replace(NOTEBOOK, "")
    found = re.findall(r"([^{}]+)\{[^{}]*\}", bare)
    return [one.strip() for rule in found for one in rule.split(",")]


def rules(svg):
    """The selectors of the day, those of the night of the system and of that of the notebook."""
    (style,) = re.findall(r"<style>(.*?)</style>", svg, re.DOTALL)
    by_day, media, by_night = style.partition(MEDIA)
    by_night, end, told = by_night.partition("}}")
    assert media and style.count("{") == style.count("}")
    return selectors(by_day), selectors(by_night + end[:1]), selectors(told)


@pytest.fixture(scope="module")
def shown():
    return {name: thing._repr_svg_() for name, thing in pictures().items()}


def test_each_picture_has_a_ground_and_colors_of_its_own_by_night(shown):
    for name, svg in shown.items():
        tree = ElementTree.fromstring(svg)
        assert tree.tag.endswith("svg")
        _, by_night, told = rules(svg)
        assert by_night == told
        is_ground = re.compile(r"(>\s*rect|\.ground)$")
        assert any(is_ground.search(selector.strip()) for selector in by_night), name


def test_the_style_of_a_picture_is_for_it_alone(shown):
    classes = set()
    for name, svg in shown.items():
        own = ElementTree.fromstring(svg).get("class")
        classes.add(own)
        for selector in itertools.chain(*rules(svg)):
            assert selector.strip().startswith(f".{own} "), (name, selector)
    assert len(classes) == len(shown)


def test_pictures_that_are_asked_for_are_those_of_the_programs():
    found = pack.Packing("pentominoes", "6x10").find()
    assert "class=\"dlx3-" not in found.svg() and "class=\"dlx3-" in found._repr_svg_()


def test_pictures_fit_their_cell_and_are_told_in_words(shown):
    told = set()
    for name, svg in shown.items():
        tree = ElementTree.fromstring(svg)
        assert tree.get("viewBox") and "max-width:100%" in tree.get("style"), name
        assert tree.get("role") == "img"
        told.add(tree.get("aria-label"))
    assert len(told) == len(shown) and all(told)
    assert "7 pieces for 27 cells" in told


def test_where_a_notebook_takes_html_the_picture_is_part_of_it():
    for thing in pictures().values():
        assert thing._repr_html_() == thing._repr_svg_()
