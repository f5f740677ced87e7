"""Limits, signals, threads."""

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import dlx3
import pytest


def queens(n):
    """n queens: rows and columns are primary, diagonals secondary. It takes long for large n."""
    options = [
        [("row", r), ("column", c), ("up", r + c), ("down", r - c)]
        for r in range(n)
        for c in range(n)
    ]
    primary = [(kind, i) for i in range(n) for kind in ["row", "column"]]
    return dlx3.Problem.from_options(options, primary)


def hard():
    """A problem that nobody solves soon: no way to cover has been found in hours."""
    import random

    draw = random.Random(3)
    options = [draw.sample(range(300), 5) for _ in range(30_000)]
    return dlx3.Problem.from_options(options, costs=[draw.randint(1, 10**6) for _ in options])


# 227,514,171,973,736 solutions: most of a year at ten million a second.
LONG = queens(24)
VERBS = {
    "count": lambda problem, **limits: problem.count(**limits),
    "stats": lambda problem, **limits: problem.stats(**limits),
    "nth": lambda problem, **limits: problem.nth(0, **limits),
    "sample": lambda problem, **limits: problem.sample(**limits),
    "zdd": lambda problem, **limits: problem.zdd(**limits),
    "solutions": lambda problem, **limits: sum(1 for _ in problem.solutions(**limits)),
    "best": lambda problem, **limits: problem.best(
        2, costs=[i * i % 1009 for i in range(len(problem))], **limits
    ),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_stops_when_time_is_up(verb, threads):
    with pytest.raises(dlx3.Stopped) as caught:
        # So short, as states would fill the memory of a fast machine.
        VERBS[verb](LONG, time=0.1, threads=threads)
    stopped = caught.value
    assert stopped.reason == "time" and "time is up" in str(stopped)
    again = pickle.loads(pickle.dumps(stopped))
    assert vars(again) == vars(stopped) and str(again) == str(stopped)


def test_find_stops_when_time_is_up():
    with pytest.raises(dlx3.Stopped):
        hard().find(time=0.3)


def test_what_is_known_is_told():
    with pytest.raises(dlx3.Stopped) as caught:
        LONG.count(time=0.3)
    assert caught.value.at_least >= 0
    seen = 0
    with pytest.raises(dlx3.Stopped) as caught:
        for _ in LONG.solutions(time=0.3):
            seen += 1
    assert caught.value.at_least == seen
    with pytest.raises(dlx3.Stopped) as caught:
        hard().best(time=0.5)
    stopped = caught.value
    assert stopped.bound is not None and stopped.best is not None
    if stopped.best:
        best = stopped.best[0][0]
        assert stopped.gap == pytest.approx((best - stopped.bound) / best * 100)
        assert "gap" in str(stopped)


def test_memory_ends_what_needs_more():
    with pytest.raises(dlx3.Stopped) as caught:
        queens(9).nth(0, memory=1000)
    assert caught.value.reason == "memory"
    # Counting needs none.
    assert queens(9).count(memory=1000) == 352
    with pytest.raises(MemoryError):
        queens(6).sample(10**15)


def test_reduction_gives_what_it_has_when_time_is_up():
    problem = queens(7)
    assert problem.reduce(time=0).count() == problem.count() == 40


def test_limits_that_make_no_sense_are_refused():
    problem = queens(4)
    for limits in [{"time": -1}, {"time": float("nan")}, {"threads": 0}, {"threads": -1}, {"memory": -5}]:
        with pytest.raises(ValueError, match=next(iter(limits)).rstrip("s")):
            problem.count(**limits)
    for limits in [{"time": "1"}, {"time": [1]}, {"threads": 1.0}, {"threads": "2"}, {"memory": None}]:
        with pytest.raises(TypeError):
            problem.count(**limits)
    assert problem.count(time=1e300, memory=2**60, threads=3) == 2
    assert problem.count(memory=2**200) == 2


@pytest.mark.parametrize("time, told", [
    (-1, "time must not be negative, but is -1"), (-0.5, "time must not be negative, but is -0.5"),
    (float("nan"), "time is a number of seconds, not NaN"),
])  # fmt: skip
def test_a_time_that_makes_no_sense_is_told(time, told):
    with pytest.raises(ValueError) as caught:
        queens(4).count(time=time)
    assert str(caught.value) == told


def test_a_seed_of_none_is_another_one_each_time():
    problem = queens(8)
    assert problem.sample(20) == problem.sample(20, seed=0)
    # That all ten are equal has no chance.
    assert len({str(problem.sample(20, seed=None)) for _ in range(10)}) > 1
    large = queens(18)
    assert len({large.estimate(samples=2, seed=None).nodes for _ in range(5)}) > 1
    assert large.estimate(samples=2).nodes == large.estimate(samples=2, seed=0).nodes


def test_an_iterator_may_be_dropped():
    for _ in range(50):
        assert len(next(LONG.solutions())) == 24


def test_solutions_are_lazy():
    # All of them would take most of a year.
    found = LONG.solutions()
    first = [next(found) for _ in range(5)]
    assert len(set(map(tuple, first))) == 5


def test_an_iterator_ends_once():
    found = queens(4).solutions()
    assert len(list(found)) == 2
    assert list(found) == []
    with pytest.raises(StopIteration):
        next(found)


def test_the_answers_do_not_depend_on_threads():
    problem = queens(9)
    assert list(problem.solutions(threads=2)) == list(problem.solutions())
    assert problem.count(threads=2) == problem.count() == 352
    assert problem.stats(threads=2) == problem.stats()
    assert problem.find(threads=2) == problem.find()


def test_several_threads_of_python_share_a_problem():
    problem = queens(8)
    expected = sorted(problem.solutions())
    results = []

    def work(number):
        found = sorted(problem.solutions())
        results.append((problem.count(), found, problem.nth(number), problem.stats().nodes))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8
    assert all(result[0] == 92 and result[1] == expected for result in results)
    assert sorted(result[2] for result in results) == sorted(map(problem.nth, range(8)))
    assert len({result[3] for result in results}) == 1


def test_the_lock_of_the_interpreter_is_released():
    # Longer each time, for a machine that is slow or does much else.
    for seconds in (0.5, 1, 2, 4, 8, 16, 32, 64):
        steps = 0
        done = threading.Event()

        def work(seconds=seconds, done=done):
            with pytest.raises(dlx3.Stopped):
                LONG.count(time=seconds)
            done.set()

        thread = threading.Thread(target=work)
        thread.start()
        while not done.is_set():
            steps += 1
            time.sleep(0.001)
        thread.join()
        if steps > 20:
            return
    pytest.fail(f"{steps} steps in {seconds} seconds")


@pytest.mark.skipif(os.name != "posix", reason="signals are Unix's")
@pytest.mark.parametrize("verb", [*VERBS, "find", "list"])
def test_an_interrupt_ends_every_verb(verb):
    program = f"""
        import signal
        import sys
        sys.path.insert(0, {os.path.dirname(__file__)!r})
        import test_limits
        problem = test_limits.hard() if {verb!r} in ("find", "best") else test_limits.LONG
        verbs = dict(test_limits.VERBS)
        verbs["find"] = lambda problem: problem.find()
        verbs["list"] = lambda problem: list(problem.solutions())
        # Ignored by what a shell runs in the background.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        print("ready", flush=True)
        try:
            verbs[{verb!r}](problem)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=600)
    assert told == "interrupted\n"
    assert process.returncode == 0


def test_a_handler_that_raises_ends_the_search():
    class Enough(Exception):
        pass

    def handler(_signal, _frame):
        raise Enough

    if not hasattr(signal, "setitimer"):
        pytest.skip("no timers here")
    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(Enough):
            LONG.count()
    finally:
        signal.signal(signal.SIGALRM, before)
