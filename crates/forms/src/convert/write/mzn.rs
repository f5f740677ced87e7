//! A model in MiniZinc: an array `x` of Boolean variables for the options, and for each secondary
//! item that needs one an integer variable for its color. It prints the options that hold.

use super::{Direct, FormatRow, Names, Objective, Source, Wrapped, contested, sum_of_costs};
use crate::convert::cardinality::Literal;
use crate::convert::lists::{Group, Lists};
use crate::convert::names::Escape;
use crate::convert::read::mzn;
use crate::convert::supports::Support;
use dlx3_base::text::output::Put;
use std::io::{self, Write};

pub const MZN: FormatRow = FormatRow {
    name: "mzn",
    about: "A MiniZinc model",
    objective: Objective::Exact,
    options: &[],
    supports: false,
    models: Some(mzn::MZN),
    plan: |source, _, _| {
        sum_of_costs(source)?;
        Ok(Box::new(Direct {
            write: |source, lists, _, out| write(source, lists, out),
            name_colors,
        }))
    },
    most_variables: |_, _| None,
};

/// Names the values that are colors. Each option without a color has a value of its own.
fn name_colors(lists: &Lists, names: &mut Names<'_>) -> io::Result<()> {
    for (number, (item, groups)) in (1..).zip(contested(names.problem, lists)) {
        for (value, group) in (1..).zip(&groups) {
            if let Some(color) = group.color {
                names.color(format_args!("c{number}={value}"), item, color)?;
            }
        }
    }
    Ok(())
}

fn write(source: Source<'_>, lists: &Lists, out: &mut dyn Write) -> io::Result<()> {
    let problem = source.problem;
    if source.names {
        let mut names = Names::new(problem, b"% ", out);
        names.options()?;
        name_colors(lists, &mut names)?;
    }
    let options = problem.option_count();
    writeln!(out, "array[1..{options}] of var bool: x;")?;
    let mut text = Wrapped::new(out);
    for item in problem.item_ids() {
        let Some(bounds) = problem.bounds(item) else {
            break;
        };
        let list = lists.options(item);
        let (lower, upper) = (bounds.lower, bounds.upper);
        if lower == 0 && upper as usize >= list.len() {
            continue;
        }
        if list.is_empty() {
            // The sum of no variables has no type.
            text.word(|line| line.put(b"constraint false; % "))?;
            text.word(|line| Escape::Comment.put(problem.name(item), line))?;
            text.end()?;
            continue;
        }
        text.word(|line| line.put(b"constraint sum(["))?;
        put_list(list, b", ", &mut text)?;
        text.word(|line| {
            line.put(b"])");
            put_bounds(lower, upper, list.len(), line);
            line.put(b"; % ");
            Escape::Comment.put(problem.name(item), line);
        })?;
        text.end()?;
    }
    let supports = source.supports(lists);
    for (number, (item, groups)) in (1..).zip(contested(problem, lists)) {
        text.word(|line| {
            line.put(b"var 0..");
            line.put_number(groups.len() as u64);
            line.put(b": c");
            line.put_number(number);
            line.put(b"; % ");
            Escape::Comment.put(problem.name(item), line);
        })?;
        text.end()?;
        for (value, group) in (1..).zip(&groups) {
            text.word(|line| {
                line.put(b"constraint (c");
                line.put_number(number);
                line.put(b" = ");
                line.put_number(value);
                line.put(b") = (");
            })?;
            put_list(group.options, b" \\/ ", &mut text)?;
            text.word(|line| line.put(b");"))?;
            text.end()?;
        }
        supports.each(item, &groups, lists, &mut |support| {
            put_support(number, &groups[support.group], support, &mut text)
        })?;
        if supports.has(item) {
            text.word(|line| {
                line.put(b"constraint c");
                line.put_number(number);
                line.put(b" != 0;");
            })?;
            text.end()?;
        }
    }
    let mut priced = source.priced();
    match priced.next() {
        None => text.word(|line| line.put(b"solve satisfy;"))?,
        Some(first) => {
            text.word(|line| {
                line.put(match source.most {
                    true => b"solve maximize sum([",
                    false => b"solve minimize sum([",
                });
            })?;
            for (place, (cost, option)) in std::iter::once(first).chain(priced).enumerate() {
                text.word(|line| {
                    if place > 0 {
                        line.put(b", ");
                    }
                    line.put(cost.to_string().as_bytes());
                    line.put(b"*bool2int(x[");
                    line.put_number(option as u64);
                    line.put(b"])");
                })?;
            }
            text.word(|line| line.put(b"]);"))?;
        }
    }
    text.end()?;
    let print =
        "output [\"options\"] ++ [\" \\(i)\" | i in index_set(x) where fix(x[i])] ++ [\"\\n\"];";
    text.word(|line| line.put(print.as_bytes()))?;
    text.end()
}

/// Writes that a color needs one of the options of a primary item.
fn put_support(
    number: u64,
    group: &Group<'_>,
    support: Support<'_>,
    text: &mut Wrapped<'_>,
) -> io::Result<()> {
    if group.options == support.options {
        return Ok(());
    }
    let is_none = support.options.is_empty();
    text.word(|line| {
        line.put(b"constraint c");
        line.put_number(number);
        line.put(if is_none { b" != " } else { b" = " });
        line.put_number(support.group as u64 + 1);
        line.put(if is_none { &b";"[..] } else { b" -> (" });
    })?;
    if !is_none {
        put_list(support.options, b" \\/ ", text)?;
        text.word(|line| line.put(b");"))?;
    }
    text.end()
}

fn put_bounds(lower: u32, upper: u32, options: usize, line: &mut Vec<u8>) {
    let (relation, number) = match (lower, upper as usize >= options) {
        _ if lower == upper => (&b" = "[..], lower),
        (0, _) => (&b" <= "[..], upper),
        (_, true) => (&b" >= "[..], lower),
        _ => {
            line.put(b" in ");
            line.put_number(lower.into());
            (&b".."[..], upper)
        }
    };
    line.put(relation);
    line.put_number(number.into());
}

fn put_list(options: &[Literal], between: &[u8], text: &mut Wrapped<'_>) -> io::Result<()> {
    for (place, &option) in options.iter().enumerate() {
        text.word(|line| {
            if place > 0 {
                line.put(between);
            }
            line.put(b"x[");
            line.put_signed(option.into());
            line.push(b']');
        })?;
    }
    Ok(())
}
