"""Pictures for notebooks: dark in dark ones, and none changes what another looks like."""

import re
from xml.etree import ElementTree

import pytest
from dlx3 import gen, pack, peg, sudoku

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


def rules(svg):
    """The selectors of the day, and those of the night."""
    (style,) = re.findall(r"<style>(.*?)</style>", svg, re.DOTALL)
    by_day, media, by_night = style.partition("@media(prefers-color-scheme:dark){")
    assert media and style.count("{") == style.count("}")
    listed = [re.findall(r"([^{}]+)\{[^{}]*\}", part) for part in (by_day, by_night)]
    return [[one for rule in rules for one in rule.split(",")] for rules in listed]


@pytest.fixture(scope="module")
def shown():
    return {name: thing._repr_svg_() for name, thing in pictures().items()}


def test_each_picture_has_a_ground_and_colors_of_its_own_by_night(shown):
    for name, svg in shown.items():
        tree = ElementTree.fromstring(svg)
        assert tree.tag.endswith("svg")
        _, by_night = rules(svg)
        is_ground = re.compile(r"(>\s*rect|\.ground)$")
        assert any(is_ground.search(selector.strip()) for selector in by_night), name


def test_the_style_of_a_picture_is_for_it_alone(shown):
    classes = set()
    for name, svg in shown.items():
        own = ElementTree.fromstring(svg).get("class")
        classes.add(own)
        for selector in sum(rules(svg), []):
            assert selector.strip().startswith(f".{own} "), (name, selector)
    assert len(classes) == len(shown)


def test_pictures_that_are_asked_for_are_those_of_the_programs():
    found = pack.Packing("pentominoes", "6x10").find()
    assert "class=\"dlx3-" not in found.svg() and "class=\"dlx3-" in found._repr_svg_()
