"""Crew scheduling: the cheapest crews that fly all flights, from a table to an optimum.

    python crews_frame.py crews.csv
"""

import sys

import dlx3
import pandas

crews = pandas.read_csv(sys.argv[1])
problem = dlx3.Problem.from_frame(crews, items="flights", cost="cost", id="name")
best = problem.best()
print(f"{len(problem.primary)} flights, {len(problem)} crews, {problem.count()} ways to cover")
for cost, chosen in best:
    print(cost, *problem.named(chosen))
print(problem.solutions_frame(best).drop(columns="items").to_string(index=False))
