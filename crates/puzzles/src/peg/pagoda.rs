//! Pagoda functions (section 3 of the paper): a number for each hole such that no jump raises the
//! sum over the pegs. If the finish has a greater sum than the start, the problem has no solution;
//! that is easy to check by hand.
//!
//! Invariant: a function that is returned has been rounded to integers and checked in integers; the
//! solver only suggests it.

use super::linear;
use super::{Board, Jump, PegProblem, Position, SolverFailure, draw};
use dlx3_base::text::plural::counted;
use microlp::{ComparisonOp, OptimizationDirection};
use std::fmt;

/// A number for each hole of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pagoda {
    /// The number of each hole.
    pub values: Vec<i64>,
}

/// The sums of a pagoda function that prove that a problem has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The sum of the start.
    pub start: i64,
    /// The sum of the finish, which is greater than that of the start.
    pub finish: i64,
}

/// Why a function proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProof {
    /// This jump raises the sum: the third value exceeds the sum of the first two.
    Raised {
        /// The jump.
        jump: Jump,
        /// The values of its holes, in the jump's order.
        values: [i64; 3],
    },
    /// It is a pagoda function, but the finish does not have a greater sum.
    NotGreater {
        /// The sum of the start.
        start: i64,
        /// The sum of the finish.
        finish: i64,
    },
    /// A sum does not fit in 64 bits.
    Overflow,
}

impl Pagoda {
    /// The sum over the pegs; `None` if it overflows.
    pub fn sum(&self, position: Position) -> Option<i64> {
        let pegs = self.values.iter().enumerate();
        let mut pegs = pegs.filter(|&(hole, _)| position.0 >> hole & 1 == 1);
        pegs.try_fold(0_i64, |sum, (_, &value)| sum.checked_add(value))
    }

    /// Checks every jump of the board and compares the two sums.
    ///
    /// # Errors
    /// [`NoProof`].
    ///
    /// # Panics
    /// If there is not one number for each hole.
    pub fn verify(&self, problem: &PegProblem) -> Result<Proof, NoProof> {
        assert_eq!(self.values.len(), problem.board.len());
        for jump in problem.board.jumps() {
            let values = [jump.from, jump.over, jump.to].map(|hole| self.values[hole.index()]);
            let before = values[0].checked_add(values[1]).ok_or(NoProof::Overflow)?;
            if before < values[2] {
                return Err(NoProof::Raised {
                    jump: *jump,
                    values,
                });
            }
        }
        let start = self.sum(problem.start).ok_or(NoProof::Overflow)?;
        let finish = self.sum(problem.finish).ok_or(NoProof::Overflow)?;
        if start < finish {
            Ok(Proof { start, finish })
        } else {
            Err(NoProof::NotGreater { start, finish })
        }
    }

    /// The values in the shape of the board; [`Pagoda::parse`] can read it.
    pub fn table(&self, board: &Board) -> String {
        draw::table(board, |hole| self.values[hole].to_string())
    }

    /// Reads a table of integers: a line for each row of holes, a number for each hole. Empty lines
    /// and text after `#` are ignored.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn parse(board: &Board, text: &str) -> Result<Pagoda, TableFault> {
        let (rows, columns) = board.size();
        let count = |row| {
            (0..columns)
                .filter(|&column| board.hole_at(row, column).is_some())
                .count()
        };
        let mut wanted = (0..rows).map(count).filter(|&count| count > 0);
        let mut values = Vec::new();
        let mut line = 0;
        for (number, text) in (1..).zip(text.lines()) {
            line = number;
            let fault = |column, kind| TableFault { line, column, kind };
            let text = text.split('#').next().unwrap_or("");
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            let Some(first) = words.first() else {
                continue;
            };
            let column = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize + 1;
            let wanted = wanted
                .next()
                .ok_or(fault(column(first), TableFaultKind::ExtraRow))?;
            if words.len() != wanted {
                let got = words.len();
                let kind = TableFaultKind::RowLength { got, wanted };
                return Err(fault(column(words[wanted.min(got - 1)]), kind));
            }
            for word in words {
                let value = word
                    .parse()
                    .map_err(|_| fault(column(word), TableFaultKind::NoInteger(word.to_owned())))?;
                values.push(value);
            }
        }
        match wanted.next() {
            None => Ok(Pagoda { values }),
            Some(_) => Err(TableFault {
                line: line + 1,
                column: 1,
                kind: TableFaultKind::MissingRow,
            }),
        }
    }
}

/// The kinds of faults in a table of values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum TableFaultKind {
    NoInteger(String),
    RowLength { got: usize, wanted: usize },
    ExtraRow,
    MissingRow,
}

dlx3_base::messages! {
    TableFaultKind {
        Self::NoInteger(it) => "`{it}' is no integer of 64 bits",
        Self::RowLength { got, wanted } => (
            "this row of the board has {}, but {} here",
            counted(wanted, "hole"),
            match got {
            1 => "1 number stands".to_owned(),
            _ => format!("{got} numbers stand"),
        },
        ),
        Self::ExtraRow => "the board has no more rows",
        Self::MissingRow => "a row is missing",
    }
}

/// A fault in a table of values, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFault {
    /// The line of the table, from 1.
    pub line: usize,
    /// The byte in that line, from 1.
    pub column: usize,
    /// The kind of the fault.
    pub kind: TableFaultKind,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.kind
        )
    }
}

impl std::error::Error for TableFault {}

/// The largest denominator tried when the solver's values are made integers.
const MOST_DENOMINATOR: i64 = 10_000;

/// A pagoda function that proves that the problem has no solution; `None` if no function does,
/// because PAG-P has a solution.
///
/// The linear program is PAG-D with the difference of the sums at most -1, and the least absolute
/// values.
///
/// # Errors
/// [`SolverFailure`], also if the solver's function cannot be made exact.
pub fn find(problem: &PegProblem) -> Result<Option<(Pagoda, Proof)>, SolverFailure> {
    if problem.start == problem.finish {
        return Ok(None);
    }
    let board = &problem.board;
    let mut program = microlp::Problem::new(OptimizationDirection::Minimize);
    // Each value is the difference of two nonnegative ones.
    let pairs: Vec<_> = board
        .holes()
        .map(|_| [(); 2].map(|()| program.add_var(1.0, (0.0, f64::INFINITY))))
        .collect();
    for jump in board.jumps() {
        let signs = [(jump.from, 1.0), (jump.over, 1.0), (jump.to, -1.0)];
        let row = signs.iter().flat_map(|&(hole, sign)| {
            let [plus, minus] = pairs[hole.index()];
            [(plus, sign), (minus, -sign)]
        });
        program.add_constraint(row.collect::<Vec<_>>(), ComparisonOp::Ge, 0.0);
    }
    let mut row = Vec::new();
    for hole in board.holes() {
        let [plus, minus] = pairs[hole.index()];
        let sign = f64::from(problem.start.has(hole)) - f64::from(problem.finish.has(hole));
        if sign != 0.0 {
            row.extend([(plus, sign), (minus, -sign)]);
        }
    }
    program.add_constraint(row, ComparisonOp::Le, -1.0);
    let variables = pairs.concat();
    let Some(values) = linear::values(program.solve(), &variables)? else {
        return Ok(None);
    };
    let values: Vec<f64> = values.chunks(2).map(|pair| pair[0] - pair[1]).collect();
    for denominator in 1..=MOST_DENOMINATOR {
        let scaled = values.iter().map(|value| value * denominator as f64);
        let near = scaled
            .clone()
            .all(|value| (value - value.round()).abs() < 1e-4);
        if near {
            let values = scaled.map(|value| value.round() as i64).collect();
            let pagoda = Pagoda { values };
            if let Ok(proof) = pagoda.verify(problem) {
                return Ok(Some((pagoda, proof)));
            }
        }
    }
    Err(SolverFailure(
        "its pagoda function has no small common denominator".to_owned(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::bounds::is_real_feasible;
    use crate::peg::{Directions, board_named, parse_spec};
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::Rng;

    #[test]
    fn a_function_is_found_exactly_where_the_real_problem_is_infeasible() {
        let board = board_named("english").unwrap();
        let mut random = Pcg64Mcg::new(6);
        let mut found = [0; 2];
        for _ in 0..60 {
            let (one, other) = (random.next_u64(), random.next_u64());
            let (start, finish) = (one | other, one & other & random.next_u64());
            let problem = PegProblem {
                board: board.clone(),
                start: Position(start & board.full().0),
                finish: Position(finish & board.full().0),
            };
            let function = find(&problem).unwrap();
            assert_eq!(function.is_none(), is_real_feasible(&problem).unwrap());
            found[usize::from(function.is_some())] += 1;
        }
        assert!(found[0] > 5 && found[1] > 5, "{found:?}");
    }

    #[test]
    fn the_scout_cannot_go_five_paces_into_the_desert() {
        // Seven columns of desert are enough for a proof on this board.
        let text = "..... ..x..\n\n..... .....\n".replace("\n\n", "\n");
        let problem = crate::peg::parse(
            (text + &"..... .....\n".repeat(3) + &"xxxxx .....\n".repeat(4)).as_bytes(),
            Directions::Four,
        )
        .unwrap();
        let (pagoda, proof) = find(&problem).unwrap().expect("a proof");
        assert_eq!(pagoda.verify(&problem), Ok(proof));
    }

    #[test]
    fn an_altered_function_is_refused() {
        let mut problem = parse_spec("english:d4:a3").unwrap();
        problem.start = Position(0b111 << 17);
        let (pagoda, proof) = find(&problem).unwrap().expect("a proof");
        assert_eq!(pagoda.verify(&problem), Ok(proof));
        let zero = Pagoda {
            values: vec![0; 33],
        };
        assert_eq!(
            zero.verify(&problem),
            Err(NoProof::NotGreater {
                start: 0,
                finish: 0
            })
        );
        let mut altered = zero.clone();
        altered.values[0] = 1;
        assert!(matches!(
            altered.verify(&problem),
            Err(NoProof::Raised { .. })
        ));
        altered.values = vec![i64::MAX; 33];
        assert_eq!(altered.verify(&problem), Err(NoProof::Overflow));
    }

    #[test]
    fn tables_are_read_again_and_faults_name_their_place() {
        let board = board_named("T3").unwrap();
        let pagoda = Pagoda {
            values: vec![0, -12, 3, 4, 5, 6],
        };
        let table = pagoda.table(&board);
        assert_eq!(Pagoda::parse(&board, &table), Ok(pagoda.clone()));
        assert_eq!(Pagoda::parse(&board, &(table + "\n# 1 < 2")), Ok(pagoda));
        for (text, fault) in [
            ("1\n2 x\n", "line 2, column 3: `x' is no integer of 64 bits"),
            (
                "1\n2 3 4\n",
                "line 2, column 5: this row of the board has 2 holes, but 3 numbers",
            ),
            (
                "1\n2\n",
                "line 2, column 1: this row of the board has 2 holes, but 1 number stands here",
            ),
            ("1\n2 3\n", "line 3, column 1: a row is missing"),
            (
                "1\n2 3\n4 5 6\n 7",
                "line 4, column 2: the board has no more rows",
            ),
        ] {
            let said = Pagoda::parse(&board, text).unwrap_err().to_string();
            assert!(said.starts_with(fault), "{said}");
        }
    }
}
