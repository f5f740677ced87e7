"""From a CSV to the cheapest cover: which crews fly all flights at the least cost.

    python cheapest_from_csv.py crews.csv

Each line of the file is a crew: its name, its cost, and the flights that it would take.
"""

import csv
import sys

import dlx3

with open(sys.argv[1], newline="") as file:
    crews = list(csv.DictReader(file))

problem = dlx3.Problem.from_options(
    [crew["flights"].split() for crew in crews], costs=[int(crew["cost"]) for crew in crews]
)
print(f"{len(problem.items)} flights, {len(problem)} crews, {problem.count()} ways to cover")
for cost, chosen in problem.best(2):
    print(cost, *(crews[index]["name"] for index in chosen))
