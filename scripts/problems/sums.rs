//! Problems whose items are covered several times, and others of shapes that are no yardsticks.

use super::dice::Dice;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The neighbors of a cell in a board, and itself.
fn near(rows: usize, columns: usize, row: usize, column: usize) -> Vec<(usize, usize)> {
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    all.filter(|&(y, x)| y.abs_diff(row) + x.abs_diff(column) <= 1)
        .collect()
}

/// Partitions of a board's cells into `parts` dominating sets.
pub fn domatic(rows: usize, columns: usize, parts: usize) -> String {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let cells: Vec<_> = cells.collect();
    let (mut line, mut options) = (String::new(), String::new());
    for &(row, column) in &cells {
        write!(line, "c{row}_{column} ").unwrap();
        for part in 0..parts {
            write!(options, "c{row}_{column}").unwrap();
            for (y, x) in near(rows, columns, row, column) {
                write!(options, " {part}_{y}_{x}").unwrap();
            }
            options.push('\n');
        }
    }
    for part in 0..parts {
        for &(row, column) in &cells {
            let most = near(rows, columns, row, column).len();
            write!(line, "1:{most}|{part}_{row}_{column} ").unwrap();
        }
    }
    line + "\n" + &options
}

/// Subgraphs of a random graph, in which each vertex has `degree` edges; some are planted.
pub fn regular_subgraphs(vertices: usize, edges: usize, degree: usize, seed: u64) -> String {
    let mut dice = Dice::new(61, seed);
    let mut graph = BTreeSet::new();
    for vertex in 0..vertices {
        let around = (1..=degree / 2).chain((degree % 2 == 1).then_some(vertices / 2));
        let ends = around.map(|step| (vertex, (vertex + step) % vertices));
        graph.extend(ends.map(|(one, other)| (one.min(other), one.max(other))));
    }
    while graph.len() < edges {
        let (one, other) = (dice.below(vertices), dice.below(vertices));
        if one < other {
            graph.insert((one, other));
        }
    }
    let items: Vec<String> = (0..vertices).map(|v| format!("{degree}|v{v}")).collect();
    let mut text = items.join(" ") + "\n";
    for (one, other) in graph {
        writeln!(text, "v{one} v{other}").unwrap();
    }
    text
}

/// Designs of blocks of three points, in which each pair of points occurs `times` times.
pub fn triple_designs(points: usize, times: usize) -> String {
    let pairs = (0..points).flat_map(|one| (0..one).map(move |other| (other, one)));
    let items = pairs.map(|(one, other)| format!("{times}|p{one}_{other}"));
    let mut text = items.collect::<Vec<_>>().join(" ") + "\n";
    for c in 0..points {
        for b in 0..c {
            for a in 0..b {
                writeln!(text, "p{a}_{b} p{a}_{c} p{b}_{c}").unwrap();
            }
        }
    }
    text
}

/// Sets of cells with given sums of rows, of columns, and of diagonals in one direction.
pub fn tomography(size: usize, part: usize, seed: u64) -> String {
    let mut dice = Dice::new(62, seed);
    let mut sums = vec![0; 3 * size];
    let lines = |row: usize, column: usize| [row, size + column, 2 * size + (row + column) % size];
    let cells = || (0..size * size).map(move |cell| (cell / size, cell % size));
    for (row, column) in cells() {
        let is_in = usize::from(dice.chance(part, 100));
        for line in lines(row, column) {
            sums[line] += is_in;
        }
    }
    let named = sums.iter().enumerate().filter(|&(_, &sum)| sum > 0);
    let named = named.map(|(line, sum)| format!("{sum}|s{line}"));
    let mut text = named.collect::<Vec<_>>().join(" ") + "\n";
    for (row, column) in cells() {
        let lines = lines(row, column);
        if lines.iter().all(|&line| sums[line] > 0) {
            writeln!(text, "{}", lines.map(|line| format!("s{line}")).join(" ")).unwrap();
        }
    }
    text
}

/// Random options of `size` items; each item is covered once to `most` times.
pub fn multiple_cover(items: usize, options: usize, size: usize, most: usize, seed: u64) -> String {
    let mut dice = Dice::new(63, seed);
    let names: Vec<String> = (0..items).map(|item| format!("1:{most}|i{item}")).collect();
    let mut text = names.join(" ") + "\n";
    for _ in 0..options {
        let chosen = dice.sample(size, items).into_iter();
        let chosen: Vec<String> = chosen.map(|item| format!("i{item}")).collect();
        writeln!(text, "{}", chosen.join(" ")).unwrap();
    }
    text
}

/// Lessons in hours: a teacher and a class have one at a time, and there are `rooms` rooms.
pub fn timetable(lessons: usize, hours: usize, rooms: usize, people: usize, seed: u64) -> String {
    let mut dice = Dice::new(64, seed);
    let mut names: Vec<String> = (0..lessons).map(|lesson| format!("l{lesson}")).collect();
    names.extend((0..hours).map(|hour| format!("0:{rooms}|h{hour}")));
    names.push("|".to_owned());
    for hour in 0..hours {
        let both = |person| [format!("t{person}_{hour}"), format!("c{person}_{hour}")];
        names.extend((0..people).flat_map(both));
    }
    let mut text = names.join(" ") + "\n";
    for lesson in 0..lessons {
        let (teacher, class) = (dice.below(people), dice.below(people));
        for hour in 0..hours {
            if dice.chance(2, 3) {
                writeln!(text, "l{lesson} h{hour} t{teacher}_{hour} c{class}_{hour}").unwrap();
            }
        }
    }
    text
}

/// Dominoes on a board. Each demands colors of two corners.
pub fn corner_dominoes(rows: usize, columns: usize, colors: usize) -> String {
    let (mut cells, mut corners, mut options) = (Vec::new(), Vec::new(), String::new());
    for row in 0..=rows {
        for column in 0..=columns {
            corners.push(format!("k{row}_{column}"));
            if row == rows || column == columns {
                continue;
            }
            cells.push(format!("c{row}_{column}"));
            for (down, right) in [(0, 1), (1, 0)] {
                let (y, x) = (row + down, column + right);
                if y == rows || x == columns {
                    continue;
                }
                for color in 0..colors {
                    let other = (color + 1 + down) % colors;
                    let (last_row, last_column) = (y + 1, x + 1);
                    writeln!(
                        options,
                        "c{row}_{column} c{y}_{x} k{row}_{column}:{color} \
                         k{last_row}_{last_column}:{other}"
                    )
                    .unwrap();
                }
            }
        }
    }
    format!("{} | {}\n{options}", cells.join(" "), corners.join(" "))
}

/// Dissections of a board into rectangles. Each inner line is a side of one rectangle or more.
pub fn dissections(rows: usize, columns: usize) -> String {
    let (mut line, mut options) = (String::new(), String::new());
    (1..rows).for_each(|row| write!(line, "1:{columns}|y{row} ").unwrap());
    (1..columns).for_each(|column| write!(line, "1:{rows}|x{column} ").unwrap());
    for top in 0..rows {
        for left in 0..columns {
            write!(line, "c{top}_{left} ").unwrap();
            for bottom in top + 1..=rows {
                for right in left + 1..=columns {
                    let mut option = Vec::new();
                    for row in top..bottom {
                        option.extend((left..right).map(|column| format!("c{row}_{column}")));
                    }
                    option.extend((top > 0).then(|| format!("y{top}")));
                    option.extend((left > 0).then(|| format!("x{left}")));
                    writeln!(options, "{}", option.join(" ")).unwrap();
                }
            }
        }
    }
    line + "\n" + &options
}
