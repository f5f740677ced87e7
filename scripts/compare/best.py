"""Solves a .dlx problem with costs by another program, for `make compare`.

usage: best.py highs|cpsat < FILE.dlx    prints `optimum COST`, or `bound BOUND` if it has not
come to its end.
"""
import sys


def read(text):
    """Rows (lower, upper, options), and the costs of options. Colors become rows of more columns."""
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("|")]
    rows, place, is_secondary = [], {}, False
    for word in lines[0]:
        if word == "|":
            is_secondary = True
            continue
        lower = upper = 1
        if "|" in word:
            bounds, word = word.split("|")
            lower, upper = int(bounds.split(":")[0]), int(bounds.split(":")[-1])
        place[word] = len(rows)
        rows.append((0 if is_secondary else lower, upper, []))
    costs, colored = [], {}
    for number, line in enumerate(lines[1:]):
        costs.append(sum(int(word[1:]) for word in line if word[0] == "|"))
        for word in line:
            if word[0] == "|":
                continue
            name, _, color = word.partition(":")
            if color:
                colored.setdefault(name, {}).setdefault(color, []).append(number)
            else:
                rows[place[name]][2].append(number)
    return rows, costs, colored


def highs(rows, costs, colored):
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 0.99)
    options = [solver.addBinary(obj=cost) for cost in costs]
    for lower, upper, members in rows:
        if members:
            solver.addRow(lower, upper, len(members), members, [1.0] * len(members))
    for colors in colored.values():
        chosen = [solver.addBinary() for _ in colors]
        solver.addRow(0, 1, len(chosen), [one.index for one in chosen], [1.0] * len(chosen))
        for one, members in zip(chosen, colors.values()):
            for member in members:
                solver.addRow(0, 1, 2, [one.index, options[member].index], [1.0, -1.0])
    solver.run()
    info = solver.getInfo()
    if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
        return "optimum %d" % round(info.objective_function_value)
    return "bound %.0f" % info.mip_dual_bound


def cpsat(rows, costs, colored):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    options = [model.new_bool_var("") for _ in costs]
    for lower, upper, members in rows:
        of = [options[member] for member in members]
        if (lower, upper) == (1, 1):
            model.add_exactly_one(of)
        elif of:
            model.add_linear_constraint(sum(of), lower, upper)
    for colors in colored.values():
        chosen = [model.new_bool_var("") for _ in colors]
        model.add_at_most_one(chosen)
        for one, members in zip(chosen, colors.values()):
            for member in members:
                model.add_implication(options[member], one)
    model.minimize(sum(cost * option for cost, option in zip(costs, options)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) == cp_model.OPTIMAL:
        return "optimum %d" % round(solver.objective_value)
    return "bound %.0f" % solver.best_objective_bound


if __name__ == "__main__":
    solve = {"highs": highs, "cpsat": cpsat}[sys.argv[1]]
    print(solve(*read(sys.stdin.read())))
