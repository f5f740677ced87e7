//! Problems whose solutions are known.

/// The problem of n queens: 92 solutions for 8, 724 for 10, 14,200 for 12.
pub fn queens(n: usize) -> String {
    let name = |letter: char, number: usize| format!("{letter}{number}");
    let primary = (0..n).flat_map(|i| [name('r', i), name('c', i)]);
    let secondary = (0..2 * n - 1).flat_map(|i| [name('a', i), name('b', i)]);
    let all: Vec<String> = primary
        .chain(std::iter::once("|".to_owned()))
        .chain(secondary)
        .collect();
    let mut text = all.join(" ") + "\n";
    for row in 0..n {
        for column in 0..n {
            let words = [
                name('r', row),
                name('c', column),
                name('a', row + column),
                name('b', row + n - 1 - column),
            ];
            text += &(words.join(" ") + "\n");
        }
    }
    text
}

/// Coverings of a board by dominoes.
pub fn dominoes(rows: usize, columns: usize) -> String {
    let cell = |row: usize, column: usize| format!("{row}.{column}");
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column)));
    let mut text = cells.collect::<Vec<_>>().join(" ") + "\n";
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                text += &format!("{} {}\n", cell(row, column), cell(row, column + 1));
            }
            if row + 1 < rows {
                text += &format!("{} {}\n", cell(row, column), cell(row + 1, column));
            }
        }
    }
    text
}

/// Latin squares of some order, whose first row is given.
pub fn latin_squares(order: usize) -> String {
    let names = |row: usize, column: usize, digit: usize| {
        [
            format!("p{row}.{column}"),
            format!("r{row}.{digit}"),
            format!("c{column}.{digit}"),
        ]
    };
    let cells = |kind: usize| {
        let pairs = (1..order).flat_map(move |row| (0..order).map(move |other| (row, other)));
        pairs.map(move |(row, other)| match kind {
            0 => format!("p{row}.{other}"),
            1 => format!("r{row}.{other}"),
            // Each column lacks the digit of its first row.
            _ => format!("c{other}.{}", (other + row) % order),
        })
    };
    let items: Vec<String> = (0..3).flat_map(cells).collect();
    let mut text = items.join(" ") + "\n";
    for row in 1..order {
        for column in 0..order {
            for digit in (0..order).filter(|&digit| digit != column) {
                text += &(names(row, column, digit).join(" ") + "\n");
            }
        }
    }
    text
}
