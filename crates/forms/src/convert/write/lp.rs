//! An integer program in CPLEX's LP format.
//!
//! The objective names all options in order, so that readers number the columns in that order. Rows
//! have one relation each, and lines are short, as some readers require both.

use super::linear::{self, Purpose, Relation, Row};
use super::{Direct, FormatRow, Names, Objective, Source, Wrapped};
use crate::convert::cardinality::Literal;
use crate::convert::lists::Lists;
use crate::convert::names::Escape;
use crate::convert::read::lp;
use dlx3_base::text::output::Put;
use dlx3_format::{Costs, ItemId, Problem};
use std::io::{self, Write};

pub const LP: FormatRow = FormatRow {
    name: "lp",
    about: "An integer program, as CPLEX and others read it",
    // A double represents all integers up to 2^53.
    objective: Objective::RoundedAbove(53),
    options: &[],
    supports: false,
    models: Some(lp::LP),
    plan: |_, _, _| {
        Ok(Box::new(Direct {
            write: |source, lists, _, out| write(source, lists, out),
            name_colors: linear::name_colors,
        }))
    },
    most_variables: linear::most_variables,
};

fn write(source: Source<'_>, lists: &Lists, out: &mut dyn Write) -> io::Result<()> {
    let problem = source.problem;
    if source.names {
        let mut names = Names::new(problem, b"\\ ", out);
        names.options()?;
        linear::name_colors(lists, &mut names)?;
    }
    out.write_all(match source.most {
        true => b"Maximize\n",
        false => b"Minimize\n",
    })?;
    let options = problem.option_count() as Literal;
    // A program needs a variable and a row.
    let last = linear::variables(problem, lists).max(1);
    let mut text = Wrapped::new(out);
    text.word(|line| line.put(b" cost:"))?;
    let costs = problem.costs().map_or(&[][..], Costs::values);
    for option in 1..=options.max(1) {
        let cost: i128 = costs.get(option as usize - 1).copied().unwrap_or(0);
        text.word(|line| {
            line.put(if cost < 0 { b" - " } else { b" + " });
            line.put(cost.unsigned_abs().to_string().as_bytes());
            put_variable(option, line);
        })?;
    }
    text.end()?;
    text.word(|line| line.put(b"Subject To"))?;
    text.end()?;
    let mut has_rows = false;
    let mut put = |row: &Row<'_>| {
        has_rows = true;
        put_row(problem, row, &mut text)
    };
    linear::rows(problem, lists, &mut put)?;
    linear::supports(problem, lists, &source.supports(lists), &mut put)?;
    if !has_rows {
        // Without options, x1 is a placeholder with a fixed value.
        let row: &[u8] = if options == 0 {
            b" any: + x1 = 0"
        } else {
            b" any: + x1 >= 0"
        };
        text.word(|line| line.put(row))?;
        text.end()?;
    }
    text.word(|line| line.put(b"Binary\n"))?;
    for variable in 1..=last {
        text.word(|line| put_variable(variable, line))?;
    }
    text.end()?;
    text.word(|line| line.put(b"End"))?;
    text.end()
}

fn put_variable(variable: Literal, line: &mut Vec<u8>) {
    line.put(b" x");
    line.put_signed(variable.into());
}

fn put_row(problem: &Problem, row: &Row<'_>, text: &mut Wrapped<'_>) -> io::Result<()> {
    text.word(|line| {
        line.push(b' ');
        put_name(problem, row.purpose, line);
        line.push(b':');
    })?;
    if row.cannot_hold() {
        text.word(|line| line.put(b" + x1 >= 2"))?;
        return text.end();
    }
    for (sign, variables) in [(b" +", row.plus), (b" -", row.minus)] {
        for &variable in variables {
            text.word(|line| {
                line.put(sign);
                put_variable(variable, line);
            })?;
        }
    }
    text.word(|line| {
        line.put(match row.relation {
            Relation::AtLeast => b" >= ",
            Relation::AtMost => b" <= ",
            Relation::Equal => b" = ",
        });
        line.put_number(row.bound.into());
    })?;
    text.end()
}

/// The longest name that glpsol reads, in bytes.
const MOST_BYTES: usize = 255;

/// Appends a row's name, which never looks like a variable. A name too long for glpsol is cut off,
/// and ends with the item's number.
fn put_name(problem: &Problem, purpose: Purpose, line: &mut Vec<u8>) {
    let mut item = |kind: &[u8], item: ItemId| {
        let start = line.len();
        line.put(kind);
        Escape::Identifier.put(problem.name(item), line);
        if line.len() - start > MOST_BYTES {
            line.truncate(start + MOST_BYTES - 11);
            line.push(b'.');
            line.put_signed((item.0).into());
        }
    };
    match purpose {
        Purpose::Exactly(name) => item(b"exactly.", name),
        Purpose::Least(name) => item(b"least.", name),
        Purpose::Most(name) => item(b"most.", name),
        Purpose::Once(name) => item(b"once.", name),
        Purpose::Gives { option, color } => {
            line.put(b"gives.");
            line.put_signed(option.into());
            line.push(b'.');
            line.put_signed(color.into());
        }
        Purpose::Given { color } => {
            line.put(b"given.");
            line.put_signed(color.into());
        }
        Purpose::Supported { number } => {
            line.put(b"supported.");
            line.put_number(number);
        }
        Purpose::Some(name) => item(b"some.", name),
    }
}
