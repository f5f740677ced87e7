//! Pseudo-Boolean constraints in the format of the competitions, which has only `>=` and `=`.
//! [Supports](crate::convert::supports) come after those of the problem.

use super::linear::{self, Relation, Row};
use super::{Direct, FormatRow, Names, Objective, Source};
use crate::convert::cardinality::Literal;
use crate::convert::lists::Lists;
use crate::convert::read::sat;
use dlx3_answers::proof::Clause;
use dlx3_base::text::output::Put;
use std::io::{self, Write};

pub const OPB: FormatRow = FormatRow {
    name: "opb",
    about: "Pseudo-Boolean constraints",
    objective: Objective::Exact,
    options: &["--without"],
    // Proofs are about the constraints without them.
    supports: false,
    models: Some(sat::OPB),
    plan: |_, _, _| {
        Ok(Box::new(Direct {
            write,
            name_colors: linear::name_colors,
        }))
    },
    most_variables: linear::most_variables,
};

/// The clauses come after the constraints of the problem.
fn write(
    source: Source<'_>,
    lists: &Lists,
    clauses: &[Clause],
    out: &mut dyn Write,
) -> io::Result<()> {
    let problem = source.problem;
    let supports = source.supports(lists);
    let mut rows = 0u64;
    let mut unnamed = 0;
    linear::rows(problem, lists, &mut |row| {
        rows += 1;
        unnamed += u64::from(row.cannot_hold());
        Ok(())
    })?;
    linear::supports(problem, lists, &supports, &mut |_| {
        rows += 1;
        Ok(())
    })?;
    rows += clauses.len() as u64;
    unnamed += u64::from(clauses.iter().any(|clause| clause.is_empty()));
    let variables = linear::variables(problem, lists);
    // A constraint that cannot hold needs a variable.
    let variables = variables.max(Literal::from(unnamed > 0));
    // This must be the first line.
    writeln!(out, "* #variable= {variables} #constraint= {rows}")?;
    if source.names {
        let mut names = Names::new(problem, b"* ", out);
        names.options()?;
        linear::name_colors(lists, &mut names)?;
    }
    if problem.costs().is_some() {
        out.write_all(b"min: ")?;
        for (cost, option) in source.priced() {
            let cost = if source.most { -cost } else { cost };
            write!(out, "{cost:+} x{option} ")?;
        }
        out.write_all(b";\n")?;
    }
    let mut line = Vec::new();
    let mut put = |row: &Row<'_>| {
        line.clear();
        put_row(row, &mut line);
        out.write_all(&line)
    };
    linear::rows(problem, lists, &mut put)?;
    linear::supports(problem, lists, &supports, &mut put)?;
    for clause in clauses {
        line.clear();
        put_clause(clause, &mut line);
        out.write_all(&line)?;
    }
    Ok(())
}

/// Writes that at least one of these literals holds.
fn put_clause(clause: &Clause, line: &mut Vec<u8>) {
    if clause.is_empty() {
        return line.put(IMPOSSIBLE);
    }
    let mut bound = 1;
    for &literal in clause {
        line.put(if literal < 0 { b"-1 x" } else { b"+1 x" });
        line.put_number(literal.unsigned_abs());
        line.push(b' ');
        bound -= i64::from(literal < 0);
    }
    line.put(b">= ");
    line.put_signed(bound);
    line.put(b" ;\n");
}

/// A constraint that cannot hold.
const IMPOSSIBLE: &[u8] = b"+1 x1 >= 2 ;\n";

fn put_row(row: &Row<'_>, line: &mut Vec<u8>) {
    if row.cannot_hold() {
        return line.put(IMPOSSIBLE);
    }
    let is_negated = row.relation == Relation::AtMost;
    let signs = match is_negated {
        true => ["-1 x", "+1 x"],
        false => ["+1 x", "-1 x"],
    };
    for (sign, variables) in signs.iter().zip([row.plus, row.minus]) {
        for &variable in variables {
            line.put(sign.as_bytes());
            line.put_signed(variable.into());
            line.push(b' ');
        }
    }
    line.put(match row.relation {
        Relation::Equal => b"= ",
        _ => b">= ",
    });
    let bound = i64::from(row.bound);
    line.put_signed(if is_negated { -bound } else { bound });
    line.put(b" ;\n");
}
