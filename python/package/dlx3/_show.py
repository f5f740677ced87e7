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


#: Where a notebook says what it is by day or by night: JupyterLab, VS Code, Colab, marimo.
DARK = ('[data-jp-theme-light="false"]', ".vscode-dark", 'html[theme="dark"]', ".dark-theme")
LIGHT = ('[data-jp-theme-light="true"]', ".vscode-light", 'html[theme="light"]', ".light-theme")
#: What lies within an element that says one of these.
BY_NIGHT = f":is({','.join(DARK)})"
BY_DAY = f":is({','.join(LIGHT)})"


def picture(kind: str, svg: str, told: str) -> str:
    """A picture for a notebook: dark in a dark one, no wider than its cell, and told in words. Its
    style is for it alone, as some notebooks put all pictures into one document."""
    name = f"dlx3-{crc32(svg.encode()):08x}"

    def scoped(rules: str, within: str = "") -> str:
        def rule(found: re.Match[str]) -> str:
            selectors = [f"{within}.{name} {one.strip()}" for one in found[1].split(",")]
            return ",".join(selectors) + found[2]

        return RULE.sub(rule, rules)

    def style(found: re.Match[str]) -> str:
        by_day, media, by_night = found[1].partition("@media(prefers-color-scheme:dark){")
        night = by_night.rstrip().removesuffix("}") if media else ""
        night += NIGHT[kind]
        rules = scoped(by_day)
        # Unless the notebook says otherwise, the system does.
        rules += "@media(prefers-color-scheme:dark){" + scoped(night, f":not({BY_DAY} *)") + "}"
        rules += scoped(night, f"{BY_NIGHT} ")
        return f"<style>{rules}</style>"

    svg = re.sub(r"<style>(.*?)</style>", style, svg, count=1, flags=re.DOTALL)
    fits = f'class="{name}" role="img" style="max-width:100%;height:auto"'
    return svg.replace("<svg ", f'<svg {fits} aria-label="{escape(told)}" ', 1)


class Drawn:
    """What a notebook shows as a picture. Where it takes HTML, the picture is part of the document
    and has its colors."""

    def _repr_svg_(self) -> str:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return self._repr_svg_()


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
