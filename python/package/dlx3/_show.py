"""How problems and solutions show themselves in a notebook: tables that follow its colors, by day and
by night."""

from __future__ import annotations

import re
from html import escape
from typing import Any, Iterable
from zlib import crc32

from ._dlx3 import Color, Problem

#: The most options and items of a matrix that is shown. Of a larger one there is a summary.
OPTIONS, ITEMS = 40, 40
#: The items that a summary names.
NAMED = 12

STYLE = "text-align:center;padding:1px 6px;border:1px solid rgba(128,128,128,.35)"


#: What changes by night, for each kind of picture; the others have this in themselves.
NIGHT = {
    "pack": ">rect{fill:#16181b} path[fill='#eee']{fill:#2b3038;stroke:#2b3038} "
    "text{fill:#e4e6e8}",
    "peg": ">rect{fill:#16181b} .hole{fill:#4a4f55} .peg{fill:#79b4ec} .gone{fill:#34506b}",
    "profile": ">rect{fill:#16181b} text{fill:#e4e6e8} .item{fill:#79b4ec}",
    "sudoku": "",
}
RULE = re.compile(r"([^{}]+)(\{[^{}]*\})")


def picture(kind: str, svg: str) -> str:
    """A picture for a notebook: dark in a dark one. Its style is for it alone, as some notebooks put
    all pictures into one document."""
    name = f"dlx3-{crc32(svg.encode()):08x}"

    def scoped(rules: str) -> str:
        def rule(found: re.Match[str]) -> str:
            selectors = [f".{name} {selector.strip()}" for selector in found[1].split(",")]
            return ",".join(selectors) + found[2]

        return RULE.sub(rule, rules)

    def style(found: re.Match[str]) -> str:
        by_day, media, by_night = found[1].partition("@media(prefers-color-scheme:dark){")
        rules = scoped(by_day)
        if media:
            rules += media + scoped(by_night.rstrip().removesuffix("}")) + "}"
        if NIGHT[kind]:
            rules += "@media(prefers-color-scheme:dark){" + scoped(NIGHT[kind]) + "}"
        return f"<style>{rules}</style>"

    svg = re.sub(r"<style>(.*?)</style>", style, svg, count=1, flags=re.DOTALL)
    return svg.replace("<svg ", f'<svg class="{name}" ', 1)


def _cell(text: object, tag: str = "td", more: str = "") -> str:
    return f'<{tag} style="{STYLE};{more}">{escape(str(text))}</{tag}>'


def _words(items: Iterable[object]) -> str:
    listed = [str(item) for item in items]
    if len(listed) > NAMED:
        listed[NAMED:] = ["..."]
    return ", ".join(listed)


def problem_html(problem: Problem) -> str:
    """The matrix of items and options, or a summary."""
    primary, secondary, costs = problem.primary, problem.secondary, problem.costs
    options = problem.indices
    if len(options) > OPTIONS or len(primary) + len(secondary) > ITEMS:
        rows = [
            ("options", len(options)),
            ("primary items", f"{len(primary)}: {_words(primary)}"),
            ("secondary items", f"{len(secondary)}: {_words(secondary)}"),
        ]
        if costs:
            rows.append(("costs", f"from {min(costs)} to {max(costs)}"))
        lines = [f"<tr>{_cell(name, 'th')}{_cell(value)}</tr>" for name, value in rows]
        return f"<table>{''.join(lines)}</table>"
    names = problem.names
    items = [*primary, *secondary]
    heads = [_cell(item, "th") for item in primary]
    heads += [_cell(item, "th", "font-weight:normal;font-style:italic") for item in secondary]
    if costs:
        heads.append(_cell("cost", "th"))
    lines = [f"<tr>{_cell('option', 'th')}{''.join(heads)}</tr>"]
    for place, option in enumerate(options):
        marks: dict[Any, str] = {}
        for node in problem.option(option):
            if isinstance(node, Color):
                marks[node.item] = str(node.color)
            else:
                marks[node] = "\N{BLACK CIRCLE}"
        cells = [_cell(marks.get(item, "")) for item in items]
        if costs:
            cells.append(_cell(costs[place]))
        name = option if names is None else names[option]
        lines.append(f"<tr>{_cell(name, 'th')}{''.join(cells)}</tr>")
    return f"<table>{''.join(lines)}</table>"
