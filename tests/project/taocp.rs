//! The commands of `docs/taocp.md` print the numbers that it shows.

use super::documents::{read, run_commands};

/// A row of the table.
#[derive(Debug)]
struct Row {
    command: String,
    /// The claimed output: the number of solutions first.
    ours: String,
    seconds: f64,
}

/// The rows that have a command. A bar within a cell is written `\|`.
fn rows(text: &str) -> Vec<Row> {
    let marked = text.replace("\\|", "\u{0}");
    let rows = marked.lines().filter_map(|line| {
        let cells: Vec<String> = (line.split('|'))
            .map(|cell| cell.trim().replace('\u{0}', "|"))
            .collect();
        let [_, _, _, command, _, ours, seconds, _] = &cells[..] else {
            return None;
        };
        Some(Row {
            command: command.strip_prefix('`')?.strip_suffix('`')?.to_owned(),
            ours: ours.clone(),
            seconds: seconds.parse().expect("the last column has seconds"),
        })
    });
    rows.collect()
}

/// The number of solutions, followed by the mems if the program counts any, in the form of the
/// table.
fn told(printed: &str) -> String {
    let statistics = printed.lines().find_map(|line| {
        let (solutions, rest) = line.strip_prefix("Altogether ")?.split_once(" solution")?;
        let mems = rest.split_once(", ")?.1.split_once(" mems")?.0;
        Some(format!("{solutions}; {mems}"))
    });
    let number = || {
        let is_number = |line: &&str| line.bytes().all(|byte| byte.is_ascii_digit());
        printed
            .lines()
            .find(is_number)
            .unwrap_or(printed)
            .to_owned()
    };
    statistics.unwrap_or_else(number)
}

/// Rows that take longer are left to a reader: the seconds are those of a slow machine.
const MOST_SECONDS: f64 = 5.0;

#[test]
fn the_rows_of_the_book_print_the_numbers_that_stand_there() {
    let rows = rows(&read("docs/taocp.md"));
    assert!(rows.len() >= 80, "only {} rows are found", rows.len());
    let short: Vec<&Row> = (rows.iter())
        .filter(|row| row.seconds <= MOST_SECONDS)
        .collect();
    let commands: Vec<String> = short.iter().map(|row| row.command.clone()).collect();
    for (row, printed) in short.iter().zip(run_commands(&commands)) {
        assert_eq!(told(&printed), row.ours, "{}", row.command);
    }
}
