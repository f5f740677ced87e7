"""Iterators over solutions in several threads, and in forked processes."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import dlx3
import pytest
from test_limits import LONG, queens

HERE = os.path.dirname(__file__)


def take(found, into, errors):
    try:
        for solution in found:
            into.append(tuple(solution))
    except BaseException as error:  # noqa: BLE001
        errors.append(error)


@pytest.mark.parametrize("size, count", [(6, 4), (8, 92), (10, 724), (11, 2680)])
def test_each_solution_goes_to_one_of_several_threads(size, count):
    problem = queens(size)
    expected = sorted(map(tuple, problem.solutions()))
    assert len(expected) == count
    for _ in range(3):
        found, errors = problem.solutions(), []
        lists = [[] for _ in range(6)]
        threads = [threading.Thread(target=take, args=(found, into, errors)) for into in lists]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors
        assert sorted(solution for into in lists for solution in into) == expected
        assert list(found) == []


def test_each_thread_learns_that_solutions_are_missing():
    found, errors = LONG.solutions(time=0.5), []
    lists = [[] for _ in range(4)]
    threads = [threading.Thread(target=take, args=(found, into, errors)) for into in lists]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [type(error) for error in errors] == [dlx3.Stopped] * 4
    total = sum(map(len, lists))
    assert {error.at_least for error in errors} == {total}
    with pytest.raises(dlx3.Stopped):
        next(found)


def silent():
    """An iterator that finds nothing for long."""
    from test_limits import hard

    return hard().solutions()


def test_a_thread_that_waits_lets_others_wait_and_run():
    found = silent()
    errors: list = []
    threads = [threading.Thread(target=take, args=(found, [], errors), daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    # If these held the lock of the interpreter, there would be no end of this.
    for _ in range(100):
        time.sleep(0.001)
    assert not errors


@pytest.mark.skipif(os.name != "posix", reason="signals are Unix's")
def test_an_interrupt_ends_a_thread_that_waits_for_another_one():
    program = f"""
        import os, signal, sys, threading
        sys.path.insert(0, {HERE!r})
        from test_iterators import silent, take
        found = silent()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        threading.Thread(target=take, args=(found, [], []), daemon=True).start()
        print("ready", flush=True)
        try:
            next(found)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
            os._exit(0)
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=600)
    assert told == "interrupted\n"


def forked(work):
    """What `work` returns in a forked process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            told = repr(work())
        except BaseException as error:  # noqa: BLE001
            told = f"{type(error).__name__}: {error}"
        os.write(writer, told.encode())
        os._exit(0)
    os.close(writer)
    begin = time.monotonic()
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() - begin > 600:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("the forked process hangs")
        time.sleep(0.01)
    with os.fdopen(reader, "rb") as told:
        return told.read().decode()


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_iterator_of_another_process_says_so():
    found = LONG.solutions()
    first = next(found)
    for work in [lambda: next(found), lambda: list(found), lambda: found._skip(1)]:
        assert forked(work).startswith("RuntimeError: the search of this iterator is in another process")
    # Nothing changes for this process.
    assert len(next(found)) == 24 and next(found) != first


def drop_all(iterators):
    iterators.clear()
    return "dropped"


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_iterators_of_another_process_can_be_dropped():
    for _ in range(4):
        found = [LONG.solutions() for _ in range(3)]
        for one in found:
            next(one)
        assert forked(lambda: drop_all(found)) == "'dropped'"
        assert all(len(next(one)) == 24 for one in found)


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_problems_and_finished_iterators_are_used_in_forked_processes():
    problem = queens(8)
    small = queens(4).solutions()
    next(small)
    assert forked(lambda: len(list(small))) == "1"
    assert len(list(small)) == 1
    busy = LONG.solutions()
    next(busy)
    verbs = [
        (problem.count, "92"), (lambda: len(list(problem.solutions())), "92"),
        (lambda: problem.count(threads=2), "92"), (lambda: problem.nth(0) == problem.nth(0), "True"),
        (lambda: len(next(LONG.solutions())), "24"), (lambda: problem.best(costs=[1] * 64)[0][0], "8"),
    ]  # fmt: skip
    for work, expected in verbs:
        assert forked(work) == expected


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_pool_of_processes_may_search():
    import multiprocessing

    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(dlx3.Problem.count, [queens(n) for n in range(4, 8)]) == [2, 10, 4, 40]
