//! Random puzzles in every form of text that people use are read as they were written.
//!
//! This file writes the forms cell by cell, so that reader and writer share nothing. Each digit
//! occurs at least once, because the alphabet of a large board follows from its signs.

#[path = "../../fuzz/puzzle_properties.rs"]
mod puzzle_properties;

use dlx3::sudoku::{Alphabet, Geometry, Grid, Puzzles, Random};

/// A puzzle of a board with each digit at least once. Rows are shifted; then digits, rows of a
/// band, columns of a stack, bands and stacks are exchanged.
fn puzzle((rows, columns): (usize, usize), random: &mut Random) -> Vec<u8> {
    let order = rows * columns;
    let shuffled = |count: usize, random: &mut Random| {
        let mut list: Vec<usize> = (0..count).collect();
        random.shuffle(&mut list);
        list
    };
    let places = |bands: usize, length: usize, random: &mut Random| -> Vec<usize> {
        let bands = shuffled(bands, random);
        let within = |band: usize, random: &mut Random| {
            let lines = shuffled(length, random).into_iter();
            lines.map(|line| band * length + line).collect::<Vec<_>>()
        };
        bands
            .iter()
            .flat_map(|&band| within(band, random))
            .collect()
    };
    let digits = shuffled(order, random);
    let row_places = places(columns, rows, random);
    let column_places = places(rows, columns, random);
    let mut cells = vec![0; order * order];
    for row in 0..order {
        for column in 0..order {
            let digit = (column + columns * (row % rows) + row / rows) % order;
            cells[row_places[row] * order + column_places[column]] = digits[digit] as u8 + 1;
        }
    }
    // One cell is always blank: without blanks, 0 would be a blank on boards up to order 9.
    let stays = random.below(100);
    let mut is_there = vec![false; order + 1];
    for (number, cell) in shuffled(order * order, random).into_iter().enumerate() {
        let is_needed = !std::mem::replace(&mut is_there[usize::from(cells[cell])], true);
        let is_last = number + 1 == order * order;
        if is_last || !is_needed && random.below(100) >= stays {
            cells[cell] = 0;
        }
    }
    cells
}

/// How cells are written.
struct Signs {
    /// A word for a blank, and for each digit.
    words: Vec<String>,
    /// Whether each is one character.
    are_single: bool,
}

fn signs(order: usize, random: &mut Random) -> Signs {
    let letter = |first: u8, digit: usize| char::from(first + digit as u8).to_string();
    let after_nine = |first: u8, number: usize| match number {
        0..=9 => number.to_string(),
        _ => letter(first, number - 10),
    };
    let capital = if random.below(2) == 0 { b'A' } else { b'a' };
    // Above order 9, all digits from 1 or from 0, letters alone, or numbers.
    let form = match order {
        ..=9 => random.below(2),
        26.. => 3,
        25 => [0, 2, 3][random.below(3) as usize],
        _ => random.below(4),
    };
    let digits: Vec<String> = (0..order)
        .map(|digit| match form {
            0 => after_nine(capital, digit + 1),
            1 => after_nine(capital, digit),
            2 => letter(capital, digit),
            _ => (digit + 1).to_string(),
        })
        .collect();
    let blanks: &[&str] = match form {
        1 => &[".", "-", "_", "*"],
        _ => &[".", "-", "_", "*", "0"],
    };
    let blank = blanks[random.below(blanks.len() as u32) as usize].to_owned();
    Signs {
        are_single: form < 3,
        words: std::iter::once(blank).chain(digits).collect(),
    }
}

/// Cells as rows of words.
fn rows<'s>(cells: &[u8], order: usize, signs: &'s Signs) -> Vec<Vec<&'s str>> {
    let word = |&cell: &u8| &signs.words[usize::from(cell)][..];
    let rows = cells.chunks(order);
    rows.map(|row| row.iter().map(word).collect()).collect()
}

/// A row in groups of the boxes' width.
fn grouped(row: &[&str], columns: usize, between: &str, bar: &str) -> String {
    let groups = row.chunks(columns).map(|group| group.join(between));
    groups.collect::<Vec<_>>().join(bar)
}

/// The name of a form, and a writer of one puzzle.
type Form = (&'static str, fn(&Sheet, &mut Random) -> String);

/// A puzzle to be written.
struct Sheet<'s> {
    rows: Vec<Vec<&'s str>>,
    solution: String,
    shape: (usize, usize),
}

impl Sheet<'_> {
    fn line(&self) -> String {
        self.rows.concat().concat()
    }

    /// Rows, with a line of the frame after each band but the last one.
    fn banded(&self, frame: &str, row: impl Fn(&[&str]) -> String) -> String {
        let mut text = String::new();
        for (number, cells) in self.rows.iter().enumerate() {
            if number > 0 && number % self.shape.0 == 0 && !frame.is_empty() {
                text += &format!("{frame}\n");
            }
            text += &format!("{}\n", row(cells));
        }
        text
    }

    fn padded(&self, row: &[&str], bar: &str) -> String {
        let width = self.rows.concat().iter().map(|word| word.len()).max();
        let width = width.expect("there are cells");
        let words: Vec<String> = row.iter().map(|word| format!("{word:>width$}")).collect();
        let words: Vec<&str> = words.iter().map(|word| &word[..]).collect();
        grouped(&words, self.shape.1, " ", bar)
    }

    fn frame(&self, corner: &str, dash: &str, inner: usize) -> String {
        let order = self.rows.len();
        let groups = vec![dash.repeat(inner); order / self.shape.1];
        format!("{corner}{}{corner}", groups.join(corner))
    }
}

/// Forms of puzzles whose cells are one character each.
const SINGLE: &[Form] = &[
    ("one line", |sheet, _| sheet.line() + "\n"),
    ("a line for each row", |sheet, _| {
        sheet.banded("", |row| row.concat())
    }),
    ("a blank line between bands", |sheet, _| {
        sheet.banded(" ", |row| row.concat())
    }),
    ("groups", |sheet, _| {
        sheet.banded("", |row| grouped(row, sheet.shape.1, "", " "))
    }),
    ("program with bars, as .ss files", |sheet, _| {
        let width = sheet.rows.len() + sheet.rows.len() / sheet.shape.1 - 1;
        sheet.banded(&"-".repeat(width), |row| {
            grouped(row, sheet.shape.1, "", "|")
        })
    }),
    (".ss with a frame and a title", |sheet, _| {
        let width = sheet.rows.len() + sheet.rows.len() / sheet.shape.1 + 1;
        let edge = format!(" *{}*\n", "-".repeat(width - 2));
        let middle = format!(
            " |{}|",
            sheet.frame("+", "-", sheet.shape.1).trim_matches('+')
        );
        let rows = sheet.banded(&middle, |row| {
            format!(" |{}|", grouped(row, sheet.shape.1, "", "|"))
        });
        format!("{edge}{rows}{edge}\n")
    }),
    (".sdk", |sheet, _| {
        let rows = sheet.banded("", |row| row.concat());
        format!("#ASomebody\n#B2026-11-27\n[Puzzle]\n{rows}")
    }),
    (".sdk with the state of a game", |sheet, _| {
        let rows = sheet.banded("", |row| row.concat());
        let order = sheet.rows.len();
        let state: Vec<&str> = sheet.solution.as_str().split_inclusive(|_| true).collect();
        let state: Vec<String> = state.chunks(order).map(<[&str]>::concat).collect();
        format!("[Puzzle]\n{rows}[State]\n{}\n", state.join("\n"))
    }),
    ("a hash before", |sheet, random| {
        let hash: String = (0..12)
            .map(|_| char::from_digit(random.below(16), 16).expect("a digit"))
            .collect();
        format!("{hash} {}  4.2\n", sheet.line())
    }),
    ("a number after", |sheet, random| {
        format!("{}\t{}\n", sheet.line(), random.below(1000))
    }),
    ("a remark after", |sheet, _| {
        format!("{} # by hand\n", sheet.line())
    }),
    ("a table with a number before", |sheet, random| {
        format!("{},{}\n", random.below(1000), sheet.line())
    }),
    ("a table with the solution after", |sheet, _| {
        format!("{},{}\n", sheet.line(), sheet.solution)
    }),
    ("strings in a list", |sheet, _| {
        let rows = sheet.banded("", |row| format!(" \"{}\",", row.concat()));
        format!("grid = [\n{rows}]\n")
    }),
    ("dots in the middle of lines, in groups", |sheet, _| {
        let dotted = |cell: &&str| match *cell {
            "." => "\u{b7}".to_owned(),
            cell => cell.to_owned(),
        };
        sheet.banded("", |row| {
            let row: Vec<String> = row.iter().map(dotted).collect();
            let row: Vec<&str> = row.iter().map(|cell| &cell[..]).collect();
            grouped(&row, sheet.shape.1, "", "\u{a0}")
        })
    }),
    ("a table with quotes", |sheet, _| {
        format!("\"{}\";\"{}\"\n", sheet.line(), sheet.solution)
    }),
];

/// Forms of all puzzles.
const ANY: &[Form] = &[
    ("blanks between cells", |sheet, _| {
        sheet.banded("", |row| row.join(" "))
    }),
    ("all cells in a line, with blanks", |sheet, _| {
        sheet.rows.concat().join(" ") + "\n"
    }),
    ("all cells in a line, with commas", |sheet, _| {
        sheet.rows.concat().join(",") + "\n"
    }),
    ("columns of one width", |sheet, _| {
        sheet.banded("", |row| sheet.padded(row, " "))
    }),
    ("bars and rules", |sheet, _| {
        let length = sheet.padded(&sheet.rows[0], " | ").len();
        sheet.banded(&"-".repeat(length), |row| sheet.padded(row, " | "))
    }),
    ("a frame", |sheet, _| {
        let inner = sheet.padded(&sheet.rows[0], "|").find('|').expect("boxes");
        let frame = sheet.frame("+", "-", inner + 2);
        let rows = sheet.banded(&frame, |row| format!("| {} |", sheet.padded(row, " | ")));
        format!("{frame}\n{rows}{frame}\n")
    }),
    ("a frame of Unicode", |sheet, _| {
        let inner = sheet.padded(&sheet.rows[0], "|").find('|').expect("boxes");
        let frame = sheet.frame("\u{253c}", "\u{2500}", inner + 2);
        let rows = sheet.banded(&frame, |row| {
            let row = sheet.padded(row, " \u{2502} ");
            format!("\u{2502} {row} \u{2502}")
        });
        format!("{frame}\n{rows}{frame}\n")
    }),
    ("lists, as Python prints them", |sheet, _| {
        let rows = sheet.rows.iter().map(|row| row.join(", "));
        format!("[[{}]]\n", rows.collect::<Vec<_>>().join("],\n ["))
    }),
    ("an array, as NumPy prints it", |sheet, _| {
        let rows = sheet.rows.iter().map(|row| sheet.padded(row, " "));
        format!("[[{}]]\n", rows.collect::<Vec<_>>().join("]\n ["))
    }),
    ("lists with a name, in one line", |sheet, _| {
        let rows = sheet.rows.iter().map(|row| row.join(","));
        format!("grid = [[{}]]\n", rows.collect::<Vec<_>>().join("],["))
    }),
    ("an array of C", |sheet, _| {
        let rows = sheet.banded("", |row| format!("  {{{}}},", row.join(", ")));
        format!("int grid[{0}][{0}] = {{\n{rows}}};\n", sheet.rows.len())
    }),
    ("JSON with quotes", |sheet, _| {
        let row = |row: &Vec<&str>| format!("\"{}\"", row.join("\",\""));
        let rows: Vec<String> = sheet.rows.iter().map(row).collect();
        format!("{{\"board\": [[{}]]}}\n", rows.join("],\n["))
    }),
    (
        "a bar between cells, nothing for a blank",
        |sheet, random| {
            let bar = ["|", "\u{2502}"][random.below(2) as usize];
            let bare = |cell: &&str| match *cell {
                "." | "-" | "_" | "*" => " ".to_owned(),
                cell => cell.to_owned(),
            };
            sheet.banded("", |row| {
                let row: Vec<String> = row.iter().map(bare).collect();
                format!("{bar} {} {bar}", row.join(&format!(" {bar} ")))
            })
        },
    ),
    ("commas between cells", |sheet, _| {
        sheet.banded("", |row| row.join(","))
    }),
    ("semicolons between cells", |sheet, _| {
        sheet.banded("", |row| row.join(";"))
    }),
    ("tabs between cells, nothing for a blank", |sheet, _| {
        let bare = |word: &&str| match *word {
            "." | "-" | "_" | "*" => String::new(),
            word => word.to_owned(),
        };
        sheet.banded("", |row| {
            row.iter().map(bare).collect::<Vec<_>>().join("\t")
        })
    }),
];

/// Puzzles of one board in one text, the puzzles, and a description of the text.
fn text(shape: (usize, usize), random: &mut Random) -> (String, Vec<Vec<u8>>, String) {
    let order = shape.0 * shape.1;
    let signs = signs(order, random);
    let all: Vec<Form> = match signs.are_single {
        true => [SINGLE, ANY].concat(),
        false => ANY.to_vec(),
    };
    let count = 1 + random.below(3) as usize;
    let (name, write) = all[random.below(all.len() as u32) as usize];
    let mut puzzles = Vec::new();
    let mut text = String::new();
    if name.starts_with("a table") && random.below(2) == 0 {
        text += match (name, random.below(2)) {
            ("a table with a number before", 0) => "id,puzzle\n",
            ("a table with a number before", _) => "number,quizzes\n",
            ("a table with quotes", _) => "\"Puzzle\";\"Solution\"\n",
            (_, 0) => "quizzes,solutions\n",
            _ => "puzzle,solution\n",
        };
    }
    for number in 0..count {
        let cells = puzzle(shape, random);
        let solution = vec![1; order * order];
        let sheet = Sheet {
            rows: rows(&cells, order, &signs),
            solution: rows(&solution, order, &signs).concat().concat(),
            shape,
        };
        if number > 0 {
            text += ["", "\n", "# a remark\n"][random.below(3) as usize];
        }
        text += &write(&sheet, random);
        puzzles.push(cells);
    }
    if random.below(3) == 0 {
        text = text.replace('\n', "\r\n");
    }
    if random.below(3) == 0 {
        text.truncate(text.trim_end_matches(['\r', '\n']).len());
    }
    (text, puzzles, format!("{shape:?} {name}"))
}

#[test]
fn what_is_read_from_any_form_of_text_is_what_was_written() {
    let boards = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)];
    let mut refused = Vec::new();
    for seed in 0..600 {
        let random = &mut Random::new(seed, 0);
        let shape = boards[random.below(boards.len() as u32) as usize];
        let (text, puzzles, made_of) = text(shape, random);
        let board = Geometry::boxes(shape.0, shape.1).unwrap();
        let read: Result<Vec<Vec<u8>>, _> = Puzzles::new(&board, text.as_bytes())
            .map(|read| read.map(|(_, grid)| grid.cells().to_vec()))
            .collect();
        match read {
            Ok(read) if read == puzzles => {}
            Ok(_) => refused.push(format!("seed {seed}: {made_of}: read as others\n{text}")),
            Err(fault) => refused.push(format!("seed {seed}: {made_of}: {fault}\n{text}")),
        }
        puzzle_properties::reading_puzzles_ends_well(text.as_bytes());
    }
    let some = refused.iter().take(20).cloned().collect::<Vec<_>>();
    assert!(refused.is_empty(), "{}\n{}", refused.len(), some.join("\n"));
}

/// Forms of 9x9 puzzles that stand in other texts or have signs of their own. None is plain.
const PASTED: &[Form] = &[
    ("question marks", |sheet, _| {
        sheet.banded("", |row| sheet.with_blanks(row, "?").concat())
    }),
    ("crosses between commas", |sheet, _| {
        sheet.banded("", |row| sheet.with_blanks(row, "x").join(","))
    }),
    ("spaces", |sheet, _| {
        sheet.banded("-----------", |row| {
            grouped(&sheet.with_blanks(row, " "), 3, "", "|")
        })
    }),
    ("spaces and bars with a space", |sheet, _| {
        sheet.banded("", |row| {
            grouped(&sheet.with_blanks(row, " "), 3, "", " | ")
        })
    }),
    ("a screen", |sheet, _| {
        let beside = [
            "",
            "     Movement",
            "  h - Move left",
            "   26 moves, 3 hints",
        ];
        let row = |(number, row): (usize, &Vec<&str>)| {
            let row = sheet.with_blanks(row, " ").join(" \u{2502} ");
            format!("  \u{2502} {row} \u{2502}{}\n", beside[number % 4])
        };
        let rows: Vec<String> = sheet.rows.iter().enumerate().map(row).collect();
        let line = format!(
            "  \u{251c}{}\u{2524}\n",
            ["\u{2500}\u{2500}\u{2500}"; 9].join("\u{253c}")
        );
        format!("{line}{}{line}", rows.join(&line))
    }),
    ("an address", |sheet, _| {
        let line = sheet.line();
        format!("see https://example.org/sudoku.htm?level=7&bd={line}&name=12 for it\n")
    }),
    ("a frame with names of rows and columns", |sheet, random| {
        let zero = usize::from(random.below(2) == 0);
        let names: Vec<String> = (0..9).map(|name| (name + zero).to_string()).collect();
        let row =
            |(number, row): (usize, &Vec<&str>)| format!("{},{}\n", names[number], row.join(","));
        let rows: Vec<String> = sheet.rows.iter().enumerate().map(row).collect();
        format!(",{}\n{}", names.join(","), rows.concat())
    }),
    ("a frame as it is printed", |sheet, _| {
        let names: Vec<String> = (0..9).map(|name| format!("{name:>5}")).collect();
        let row = |(number, row): (usize, &Vec<&str>)| {
            let row = sheet
                .with_blanks(row, "NaN")
                .into_iter()
                .map(|word| match word {
                    "NaN" => word.to_owned(),
                    digit => format!("{digit}.0"),
                });
            format!("{number} {}\n", row.collect::<Vec<_>>().join("  "))
        };
        let rows: Vec<String> = sheet.rows.iter().enumerate().map(row).collect();
        format!(" {}\n{}", names.concat(), rows.concat())
    }),
    ("a table of LaTeX", |sheet, _| {
        let rows = sheet.banded("\\hline", |row| {
            sheet.with_blanks(row, " ").join(" & ") + " \\\\"
        });
        format!("\\begin{{tabular}}{{ccc|ccc|ccc}}\n{rows}\\end{{tabular}}\n")
    }),
    ("a table of Markdown", |sheet, random| {
        let names: Vec<String> = (1..=9).map(|name| name.to_string()).collect();
        let names = match random.below(2) {
            0 => names.join(" | "),
            _ => [" "; 9].join(" | "),
        };
        let rows = sheet.banded("", |row| {
            format!("| {} |", sheet.with_blanks(row, " ").join(" | "))
        });
        format!("| {names} |\n|{}\n{rows}", "---|".repeat(9))
    }),
    ("JSON, a line for each number", |sheet, _| {
        let rows = sheet.rows.iter().map(|row| {
            let row = sheet.with_blanks(row, "null");
            format!("    [\n      {}\n    ]", row.join(",\n      "))
        });
        let rows: Vec<String> = rows.collect();
        let solved = ["1"; 81].concat();
        format!(
            "{{\n  \"value\": [\n{}\n  ],\n  \"solution\": \"{solved}\"\n}}\n",
            rows.join(",\n")
        )
    }),
    ("XML with attributes", |sheet, _| {
        let cells = sheet.rows.concat();
        let cells = sheet.with_blanks(&cells, "").into_iter().enumerate();
        let cells = cells.map(|(cell, value)| {
            let (row, column) = (cell / 9 + 1, cell % 9 + 1);
            format!("<cell row=\"{row}\" col=\"{column}\" value=\"{value}\"/>\n")
        });
        format!("<sudoku>\n{}</sudoku>\n", cells.collect::<String>())
    }),
    ("a table of HTML", |sheet, _| {
        let rows = sheet.banded("", |row| {
            format!(
                "<tr><td>{}</td></tr>",
                sheet.with_blanks(row, "&nbsp;").join("</td><td>")
            )
        });
        format!("<table class=\"sudoku\">\n{rows}</table>\n")
    }),
];

impl Sheet<'_> {
    /// A row with another sign for blanks.
    fn with_blanks<'w>(&self, row: &[&'w str], blank: &'w str) -> Vec<&'w str> {
        let is_blank = |word: &str| matches!(word, "." | "-" | "_" | "*" | "0");
        let word = |&word: &&'w str| if is_blank(word) { blank } else { word };
        row.iter().map(word).collect()
    }
}

/// Such puzzles come with words around them, and some have a wrong cell.
#[test]
fn what_is_copied_with_other_text_is_the_puzzle_or_refused() {
    let mut read = 0;
    for seed in 0..40 * PASTED.len() as u64 {
        let random = &mut Random::new(seed, 3);
        let (name, write) = PASTED[(seed % PASTED.len() as u64) as usize];
        let board = Geometry::boxes(3, 3).unwrap();
        let cells = puzzle((3, 3), random);
        // In forms where places count, some cells must be blank.
        if cells.iter().filter(|&&cell| cell == 0).count() < 20 {
            continue;
        }
        let mut signs: Vec<String> = (1..=9).map(|digit: u8| digit.to_string()).collect();
        signs.insert(0, "0".to_owned());
        let signs = Signs {
            words: signs,
            are_single: true,
        };
        let sheet = Sheet {
            rows: rows(&cells, 9, &signs),
            solution: String::new(),
            shape: (3, 3),
        };
        let mut text = write(&sheet, random);
        let is_markup = text.starts_with(['<', '{']);
        if !is_markup && random.below(2) == 0 {
            text = format!("Puzzle 12 of 50\n\n{text}");
        }
        // After a puzzle in one line, each line gets its own message.
        if !is_markup && name != "an address" && random.below(2) == 0 {
            text += "\nNumber of Givens: 26\nDifficulty: Simple\n";
        }
        let all = |text: &str| -> Vec<Result<Vec<u8>, String>> {
            let puzzles = Puzzles::new(&board, text.as_bytes());
            let told = puzzles.map(|read| match read {
                Ok((_, grid)) => Ok(grid.cells().to_vec()),
                Err(fault) => Err(fault.to_string()),
            });
            told.collect()
        };
        assert_eq!(
            all(&text),
            [Ok(cells.clone())],
            "seed {seed}: {name}\n{text}"
        );
        read += 1;
        // Without one of its lines or signs, the text must not be read as another puzzle, which
        // nobody wrote.
        let lines: Vec<&str> = text.lines().collect();
        let has_cells = |line: &&str| line.chars().filter(char::is_ascii_digit).count() > 3;
        let long: Vec<usize> = (0..lines.len())
            .filter(|&at| has_cells(&lines[at]))
            .collect();
        let is_clear = name != "a table of Markdown";
        if is_clear && lines.len() > 5 && lines.len() < 30 && long.len() > 4 {
            let gone = long[1 + random.below(long.len() as u32 - 1) as usize];
            let less: Vec<&str> = (0..lines.len())
                .filter(|&at| at != gone)
                .map(|at| lines[at])
                .collect();
            let less = less.join("\n") + "\n";
            let found = all(&less);
            let is_other =
                |read: &Result<Vec<u8>, String>| read.as_ref().is_ok_and(|read| *read != cells);
            let is_remark = lines[gone].contains("Givens");
            assert!(
                is_remark || !found.iter().any(is_other),
                "seed {seed}: {name}\n{less}"
            );
        }
        puzzle_properties::reading_puzzles_ends_well(text.as_bytes());
    }
    assert!(read > 200, "{read}");
}

#[test]
fn what_show_sudoku_draws_is_read_with_the_digits_it_has() {
    for seed in 0..100 {
        let random = &mut Random::new(seed, 1);
        let shapes = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)];
        let (rows, columns) = shapes[random.below(6) as usize];
        let order = rows * columns;
        let board = Geometry::boxes(rows, columns).unwrap();
        let cells = puzzle((rows, columns), random);
        let alphabets = [
            Some(Alphabet::usual(order)),
            Some(Alphabet::capital(order)),
            Some(Alphabet::from_zero(order)),
            Alphabet::letters(order).filter(|_| order > 9),
            Some(Alphabet::numbers(order, 1)),
            Some(Alphabet::numbers(order, 0)).filter(|_| order > 9),
        ];
        for alphabet in alphabets.into_iter().flatten() {
            let grid = Grid::from_cells(order, &cells).with_alphabet(alphabet);
            for put in [
                dlx3::sudoku::picture::put_line,
                dlx3::sudoku::picture::put_boxes,
            ] {
                let mut text = Vec::new();
                put(&board, &grid, &mut text);
                let read: Vec<_> = Puzzles::new(&board, &text[..]).collect();
                let shown = String::from_utf8_lossy(&text);
                let [Ok((_, read))] = &read[..] else {
                    panic!("{alphabet}: {read:?}\n{shown}");
                };
                assert_eq!(read.cells(), cells, "{alphabet}\n{shown}");
            }
        }
    }
}

#[test]
fn damaged_texts_of_puzzles_end_in_puzzles_or_faults() {
    let boards = [(2, 2), (3, 3), (4, 4)];
    for seed in 0..300 {
        let random = &mut Random::new(seed, 2);
        let shape = boards[random.below(3) as usize];
        let (text, ..) = text(shape, random);
        let mut bytes = text.into_bytes();
        for _ in 0..=random.below(4) {
            let place = random.below(bytes.len() as u32) as usize;
            match random.below(3) {
                0 => bytes[place] = random.below(256) as u8,
                1 => drop(bytes.drain(place..bytes.len().min(place + 9))),
                _ => bytes.insert(place, b"\n|#.0[,\"+-"[random.below(10) as usize]),
            }
            if bytes.is_empty() {
                bytes.push(b'\n');
            }
        }
        puzzle_properties::reading_puzzles_ends_well(&bytes);
    }
}
