"""`conflict`: items that contradict each other, against brute force."""

import pickle
from itertools import combinations

import dlx3
import pytest
from brute import small


def meets(case, needs, chosen):
    """Whether some options do all that is needed of some items."""
    held = {item: [] for item in needs}
    for index in chosen:
        for word in case.options[index]:
            is_color = isinstance(word, dlx3.Color)
            item = word.item if is_color else word
            if item in held:
                held[item].append((word.color,) if is_color else None)
    for item, (least, most) in needs.items():
        colors = held[item]
        agree = item in case.secondary and None not in colors and len(set(colors)) == 1
        if least is not None and len(colors) < least:
            return False
        if most is not None and len(colors) > most and not agree:
            return False
    return True


def can_be_met(case, needs):
    numbers = range(len(case.options))
    sizes = range(len(case.options) + 1)
    chosen = (some for size in sizes for some in combinations(numbers, size))
    return any(meets(case, needs, some) for some in chosen)


def test_conflicts_are_those_of_brute_force_and_smallest():
    found = 0
    for seed in range(300):
        case = small(seed)
        problem = case.problem()
        conflict = problem.conflict()
        if conflict is None:
            assert problem.find() is not None, seed
            continue
        found += 1
        assert problem.find() is None and conflict.is_minimal, seed
        assert not can_be_met(case, conflict.needs), seed
        own = {item: problem.bounds.get(item, (None, 1)) for item in conflict.items}
        for item, (least, most) in conflict.needs.items():
            assert (least, most) != (None, None), seed
            assert can_be_met(case, {other: own[other] for other in own if other != item}), seed
            if least is not None and most is not None:
                for half in [(least, None), (None, most)]:
                    assert can_be_met(case, {**conflict.needs, item: half}), seed
        needed = {item for item, (least, _) in conflict.needs.items() if least is not None}
        names = [
            {word.item if isinstance(word, dlx3.Color) else word for word in problem.option(index)}
            for index in problem.indices
        ]
        having = [index for index, one in zip(problem.indices, names) if one & needed]
        assert conflict.options == having, seed
        assert pickle.loads(pickle.dumps(conflict)) == conflict
    assert found > 50


def test_the_text_has_items_then_options():
    color = dlx3.Color
    problem = dlx3.Problem.from_options(
        [[("early", 1), color("Ada", "red")], [("late", 1), color("Ada", "blue")]] * 2,
        secondary=["Ada"])
    assert str(problem.conflict()).splitlines() == [
        "('early', 1): at least 1 of 2 options",
        "('late', 1): at least 1 of 2 options",
        "Ada: at most 1 of 4 options, or one color",
        "  ('early', 1) Ada:red (2 options)",
        "  ('late', 1) Ada:blue (2 options)",
    ]


def test_a_conflict_is_shown_by_what_it_has():
    conflict = dlx3.Problem("A B C D\nA C\nB C\nB C D\nD\n").conflict()
    needs = {"A": (1, None), "B": (1, None), "C": (None, 1)}
    assert repr(conflict) == f"Conflict(needs={needs}, options=[0, 1, 2], is_minimal=True)"


def test_time_and_wrong_arguments_are_told():
    pigeons = dlx3.Problem.from_options(
        [[("pigeon", p), ("hole", h)] for p in range(31) for h in range(30)],
        primary=[("pigeon", p) for p in range(31)])
    with pytest.raises(dlx3.Stopped) as raised:
        pigeons.conflict(time=0)
    assert raised.value.reason == "time"
    for arguments in [{"time": -1}, {"memory": -1}]:
        with pytest.raises(ValueError):
            pigeons.conflict(**arguments)
    with pytest.raises(TypeError):
        pigeons.conflict(time="1")
