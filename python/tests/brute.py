"""Small random problems, and their solutions by trying all sets of options."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import combinations

import dlx3


#: An item without a color: it agrees with no other option.
PLAIN = object()


@dataclass
class Small:
    """A problem as the tests make it."""

    primary: list
    secondary: list
    options: list
    bounds: dict = field(default_factory=dict)
    costs: list = field(default_factory=list)

    def problem(self, **more) -> dlx3.Problem:
        return dlx3.Problem.from_options(
            self.options, self.primary, self.secondary, self.bounds, self.costs, **more
        )

    def holds(self, chosen) -> bool:
        """Whether a set of options is a solution."""
        times = dict.fromkeys(self.primary, 0)
        colors: dict = {}
        for index in chosen:
            names = [w.item if isinstance(w, dlx3.Color) else w for w in self.options[index]]
            if not any(name in times for name in names):
                return False
            for word, name in zip(self.options[index], names):
                if name in times:
                    times[name] += 1
                    continue
                color = word.color if isinstance(word, dlx3.Color) else PLAIN
                if name in colors and (color is PLAIN or colors[name] != color):
                    return False
                colors[name] = color
        bounds = {item: self.bounds.get(item, (1, 1)) for item in self.primary}
        return all(low <= times[item] <= high for item, (low, high) in bounds.items())

    def solutions(self) -> list[list[int]]:
        """All solutions, sorted."""
        numbers = range(len(self.options))
        sizes = range(len(self.options) + 1)
        chosen = (list(some) for size in sizes for some in combinations(numbers, size))
        return sorted(some for some in chosen if self.holds(some))

    def cost(self, solution) -> int:
        return sum(self.costs[option] for option in solution)


def small(seed: int) -> Small:
    """A random problem of up to 9 options: some with bounds, colors, or no solution."""
    draw = random.Random(seed)
    # Items of several types: each must come back as it was.
    names = [(0, 1), "a", 3, "a longer name", frozenset([2]), None, "x:y", b"bytes"]
    draw.shuffle(names)
    count = draw.randint(1, 4)
    primary, secondary = names[:count], names[count : count + draw.randint(0, 3)]
    palette = draw.choice([[0, 1], ["red", "green", "blue"], [(1, 2), None, 7]])
    bounds = {}
    if draw.random() < 0.5:
        for item in primary:
            low = draw.randint(0, 2)
            bounds[item] = (low, low + draw.randint(0 if low else 1, 2))
    options = []
    for _ in range(draw.randint(1, 9)):
        option: list = [item for item in primary if draw.random() < 0.45]
        for item in secondary:
            if draw.random() < 0.4:
                plain = draw.random() < 0.3
                option.append(item if plain else dlx3.Color(item, draw.choice(palette)))
        draw.shuffle(option)
        options.append(option)
    costs = [draw.randint(-5, 20) for _ in options]
    return Small(primary, secondary, options, bounds, costs)


def choices(problem: dlx3.Problem, zdd: dlx3.Zdd) -> list[list[int]]:
    """The solutions of a diagram, sorted."""
    paths: list[list[list[int]]] = [[], [[]]]
    for option, low, high in zdd.decisions:
        paths.append(paths[low] + [[option, *rest] for rest in paths[high]])
    return sorted(sorted(path) for path in paths[zdd.root])
