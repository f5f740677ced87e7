//! Reads a problem from text: a sign for each peg and each empty hole (see
//! [`signs`](super::signs)), and a space or `#` for no hole. Start and finish are side by side, or
//! one below the other with an empty line between them. The finish may be missing. Lists of
//! numbers, boards in one line and game IDs are first converted to such rows (see
//! [`rows`](super::rows)).
//!
//! Invariant: cells keep their line and column in the text, so every fault can name its place.

use super::named::outline;
use super::rows;
use super::signs::{self, Meaning, Reading, readings, swapped};
use super::spaced::arrange;
use super::{Board, BoardFault, Directions, Game, PegProblem, Position};
use dlx3_base::text::ends::plain;
use dlx3_base::text::plural::counted;
use std::collections::BTreeSet;
use std::fmt;

/// The kinds of faults in the text of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum TextFaultKind {
    UnknownCharacter(char),
    Ambiguous {
        one: char,
        other: char,
    },
    AmbiguousFill {
        one: char,
        other: char,
    },
    WrongCount {
        rows: usize,
        columns: usize,
        found: usize,
    },
    Seed,
    SeveralBoards {
        count: usize,
        boards: &'static str,
        example: &'static str,
    },
    NoBoard,
    NoPeg,
    NoFinish,
    ThirdBoard,
    OnlyInStart,
    OnlyInFinish,
    FinishHasMorePegs {
        start: u32,
        finish: u32,
    },
    Board(BoardFault),
}

dlx3_base::messages! {
    TextFaultKind {
        Self::UnknownCharacter(it) => (
            "`{}' is no part of a board: use x for a peg, . for an empty hole, a space or # for no hole",
            shown(*it),
        ),
        Self::Ambiguous { one, other } =>
            "`{one}' and `{other}' can be read in two ways: {one} a peg and {other} an empty hole, or \
            {other} a peg and {one} an empty hole; use x for a peg and . for an empty hole",
        Self::AmbiguousFill { one, other } =>
            "`{one}' and `{other}' both can be empty holes or no holes; use . for an empty hole and a \
            space for no hole",
        Self::WrongCount { rows, columns, found } => (
            "a game ID of {rows} rows and {columns} columns has {} signs, not {found}",
            rows * columns,
        ),
        Self::Seed =>
            "a game ID with `#' names a random seed, not a board; copy the one with a colon, such as \
            7x7:OOPPPOO...",
        Self::SeveralBoards { count, boards, example } =>
            "{count} signs in one line are {boards}; break the line into rows, or name the board, as \
            in {example}",
        Self::NoBoard => "there is no board",
        Self::NoPeg => "there is no peg",
        Self::NoFinish =>
            "the finish is missing: draw it to the right of the start, or below after an empty line",
        Self::ThirdBoard => "a third board begins here: a problem has a start and a finish",
        Self::OnlyInStart =>
            "the lines are unequal: this hole of the start has no partner in the finish",
        Self::OnlyInFinish =>
            "the lines are unequal: this hole of the finish has no partner in the start",
        Self::FinishHasMorePegs { start, finish } => (
            "the finish has {}, the start only {start}; a jump never adds one",
            counted(finish, "peg"),
        ),
        Self::Board(it) => "{it}",
    }
    through { BoardFault => Board }
}

/// A character in a message; control characters are written as numbers.
fn shown(sign: char) -> String {
    match u8::try_from(sign) {
        Ok(byte) if byte.is_ascii() => byte.escape_ascii().to_string(),
        _ if sign.is_control() => sign.escape_default().to_string(),
        _ => sign.to_string(),
    }
}

/// A fault in the text of a problem, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// The kind of the fault.
    pub kind: TextFaultKind,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

dlx3_base::messages! {
    TextFault {
        Self { kind, line, column } => "line {line}, column {column}: {kind}",
    }
}

/// A game as it was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The game.
    pub game: Game,
    /// How ambiguous parts were read.
    pub taken: Vec<Taken>,
}

/// How an ambiguous drawing was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Taken {
    /// As this built-in board, since the signs around it would be holes that nothing reaches.
    Outlined {
        /// The name of the board.
        board: &'static str,
        /// The sign around the board.
        around: char,
    },
    /// As a triangle with this many rows, whose pegs jump in six directions.
    Triangle(usize),
    /// As this built-in board, whose lines all began at the left.
    Centred(&'static str),
    /// As lines shifted by half a hole, so pegs jump in six directions.
    Leaning,
    /// As one line of this many signs, and the board that they form.
    InOneLine(usize, OneLine),
    /// With two signs exchanged.
    Swapped {
        /// The sign for a peg here.
        peg: char,
        /// The sign for an empty hole here.
        empty: char,
    },
}

/// A board in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneLine {
    /// A built-in board.
    Named(&'static str),
    /// A triangle with this many rows.
    Triangle(usize),
    /// This many rows and columns.
    Square(usize),
}

impl Taken {
    /// Whether four directions would give another reading.
    pub fn has_six_directions(&self) -> bool {
        use OneLine::Triangle;
        matches!(
            self,
            Taken::Triangle(_) | Taken::Leaning | Taken::InOneLine(_, Triangle(_))
        )
    }
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Taken::Outlined { board, around: '0' } => write!(
                f,
                "this is the {board} board if the zeros around it are no holes, as it is taken; . \
                 is a hole in any case"
            ),
            Taken::Outlined { board, around } => write!(
                f,
                "this is the {board} board if the {around} around it are no holes, as it is \
                 taken; . is a hole in any case"
            ),
            Taken::Triangle(rows) => write!(
                f,
                "read as a triangle with {rows} rows, whose pegs jump in six directions"
            ),
            Taken::Centred(board) => write!(
                f,
                "lines of as many holes as the {board} board has, read as that board"
            ),
            Taken::Leaning => write!(
                f,
                "each line is half a hole beside the one before, so pegs jump in six directions"
            ),
            Taken::InOneLine(count, board) => {
                write!(f, "{count} signs in one line, read as ")?;
                match board {
                    OneLine::Named(name) => write!(f, "the {name} board"),
                    OneLine::Triangle(rows) => write!(f, "a triangle with {rows} rows"),
                    OneLine::Square(side) => write!(f, "a board of {side} rows and columns"),
                }
            }
            Taken::Swapped { peg, empty } => {
                write!(
                    f,
                    "`{peg}' is taken for a peg and `{empty}' for an empty hole"
                )
            }
        }
    }
}

/// A sign in the text; lines, rows and columns count from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    line: usize,
    column: usize,
    /// Its row and column on the board.
    pub row: usize,
    pub place: usize,
    sign: char,
    peg: bool,
}

impl Cell {
    fn fault(&self, kind: impl Into<TextFaultKind>) -> TextFault {
        TextFault {
            kind: kind.into(),
            line: self.line + 1,
            column: self.column + 1,
        }
    }
}

/// A drawing: its cells, and the row and column of its corner.
struct Drawing {
    cells: Vec<Cell>,
    top: usize,
    left: usize,
}

impl Drawing {
    fn new(cells: Vec<Cell>, top: usize) -> Self {
        let left = cells.iter().map(|cell| cell.place).min().unwrap_or(0);
        Drawing { cells, top, left }
    }

    fn place(&self, cell: &Cell) -> (usize, usize) {
        (cell.row - self.top, cell.place - self.left)
    }

    fn lacks(&self, place: (usize, usize)) -> bool {
        !self.cells.iter().any(|cell| self.place(cell) == place)
    }

    fn position(&self, board: &Board) -> Position {
        let mut pegs = 0;
        for cell in self.cells.iter().filter(|cell| cell.peg) {
            let (row, column) = self.place(cell);
            let hole = board.hole_at(row, column).expect("a cell of this board");
            pegs |= hole.bit();
        }
        Position(pegs)
    }

    fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        self.cells.iter().map(|cell| self.place(cell))
    }

    fn pegs(&self) -> Vec<(usize, usize)> {
        let pegs = self.cells.iter().filter(|cell| cell.peg);
        pegs.map(|cell| self.place(cell)).collect()
    }

    /// Keeps only the cells of a board.
    fn cut(&mut self, board: &Board) {
        let (top, left) = (self.top, self.left);
        let is_hole = |cell: &Cell| board.hole_at(cell.row - top, cell.place - left).is_some();
        self.cells.retain(is_hole);
    }
}

/// Reads a problem. Unless directions are given, triangles, and drawings whose lines are shifted by
/// half a hole, have six of them; all others have four.
///
/// ```
/// use dlx3::peg::{Directions, parse};
///
/// let problem = parse(b"xx..  ...x\nxx..  ....\n", Directions::Four)?;
/// assert_eq!((problem.board.len(), problem.length()), (8, 3));
/// # Ok::<(), dlx3::peg::TextFault>(())
/// ```
///
/// # Errors
/// [`TextFault`]: what is wrong, and where.
pub fn parse(
    text: &[u8],
    directions: impl Into<Option<Directions>>,
) -> Result<PegProblem, TextFault> {
    let (blocks, taken) = read_blocks(text, directions.into())?;
    let game = read(&blocks, taken)?.game;
    game.problem()
        .ok_or_else(|| blocks.cells[0][0].fault(TextFaultKind::NoFinish))
}

/// Reads a problem whose finish may be missing: then it is one peg, anywhere. Directions are as in
/// [`parse`].
///
/// ```
/// use dlx3::peg::{Directions, parse_game};
///
/// let game = parse_game("●●○\n".as_bytes(), Directions::Four)?.game;
/// assert_eq!((game.length(), game.finish), (1, None));
/// let triangle = parse_game(b"  0\n 1 1\n1 1 1\n", None)?.game;
/// assert_eq!(triangle.board.directions(), Directions::Six);
/// # Ok::<(), dlx3::peg::TextFault>(())
/// ```
///
/// # Errors
/// [`TextFault`]: what is wrong, and where.
pub fn parse_game(
    text: &[u8],
    directions: impl Into<Option<Directions>>,
) -> Result<Drawn, TextFault> {
    let (blocks, taken) = read_blocks(text, directions.into())?;
    read(&blocks, taken)
}

/// The signs of each run of nonblank rows, and the directions asked for.
struct Blocks {
    cells: Vec<Vec<Cell>>,
    asked: Option<Directions>,
}

fn read_blocks(
    text: &[u8],
    asked: Option<Directions>,
) -> Result<(Blocks, Option<Taken>), TextFault> {
    const MOST_CELLS: usize = 2 * Board::MOST_HOLES;
    let text = &*plain(text);
    let (rows, taken) = rows::of(text, asked)?;
    let mut blocks: Vec<Vec<Cell>> = Vec::new();
    let mut open = false;
    for (row, signs) in rows.iter().enumerate() {
        let mut blank = true;
        for (place, sign) in signs.iter().enumerate() {
            let cell = Cell {
                line: sign.line,
                column: sign.column,
                row,
                place,
                sign: signs::folded(sign.sign),
                peg: false,
            };
            match cell.sign {
                sign if signs::is_blank(sign) => continue,
                '#' => blank = false,
                sign if signs::is_sign(sign) => {
                    if !open {
                        blocks.push(Vec::new());
                        open = true;
                    }
                    let block = blocks.last_mut().expect("just opened");
                    if block.len() == MOST_CELLS {
                        return Err(cell.fault(BoardFault::TooManyHoles));
                    }
                    block.push(cell);
                    blank = false;
                }
                _ => return Err(cell.fault(TextFaultKind::UnknownCharacter(sign.sign))),
            }
        }
        open &= !blank;
    }
    if blocks.is_empty() {
        return Err(TextFault {
            kind: TextFaultKind::NoBoard,
            line: 1,
            column: 1,
        });
    }
    let cells = blocks;
    Ok((Blocks { cells, asked }, taken))
}

/// Reads the signs in all possible ways, and takes the only one that makes a game.
fn read(blocks: &Blocks, taken: Option<Taken>) -> Result<Drawn, TextFault> {
    let cells = || blocks.cells.iter().flatten();
    let signs: BTreeSet<char> = cells().map(|cell| cell.sign).collect();
    let readings = readings(&signs);
    let mut games = Vec::new();
    let mut fault = None;
    for reading in &readings {
        match read_as(*reading, &signs, blocks) {
            Ok(drawn) => games.push(drawn),
            Err(other) => _ = fault.get_or_insert(other),
        }
    }
    if games.len() > 1 && games.iter().any(can_begin) {
        games.retain(can_begin);
    }
    // A single ring among dots is the empty hole.
    let is_game = |drawn: &Drawn| drawn.game.start.pegs() > 1 || drawn.game.finish.is_some();
    if !games.iter().any(is_game)
        && let Some((peg, empty, reading)) = swapped(&signs)
        && let Ok(mut drawn) = read_as(reading, &signs, blocks)
        && can_begin(&drawn)
    {
        drawn.taken.push(Taken::Swapped { peg, empty });
        games = vec![drawn];
    }
    let either = |cell: &&Cell| readings.is_empty() && cell.sign == 'o';
    let pair = readings.first().and_then(Reading::signs);
    match (&games[..], fault) {
        ([_], _) => {
            let mut drawn = games.remove(0);
            if let Some(taken) = taken {
                drawn.taken.retain(|taken| !taken.has_six_directions());
                drawn.taken.insert(0, taken);
            }
            Ok(drawn)
        }
        // Beside dots, the rarer of two signs is taken for a mistake.
        ([], Some(_)) if signs.contains(&'.') && pair.is_some() => {
            let (one, other) = pair.expect("just asked");
            let count = |sign| cells().filter(|cell| cell.sign == sign).count();
            let rare = if count(one) < count(other) {
                one
            } else {
                other
            };
            let cell = cells().find(|cell| cell.sign == rare);
            let kind = TextFaultKind::UnknownCharacter(rare);
            Err(cell.expect("one of the signs").fault(kind))
        }
        ([], Some(fault)) => Err(fault),
        ([], None) => {
            let cell = cells().find(either).expect("all three signs are there");
            Err(cell.fault(TextFaultKind::UnknownCharacter(cell.sign)))
        }
        _ => {
            let (kind, (one, other)) = match pair {
                Some((one, other)) => (TextFaultKind::Ambiguous { one, other }, (one, other)),
                None => {
                    let mut fills = readings.iter().filter_map(Reading::only_empty);
                    let one = fills.next().expect("two signs that can be empty holes");
                    let other = fills.next().expect("two signs that can be empty holes");
                    (TextFaultKind::AmbiguousFill { one, other }, (one, other))
                }
            };
            let cell = cells().find(|cell| cell.sign == one || cell.sign == other);
            Err(cell.expect("one of the signs").fault(kind))
        }
    }
}

/// Whether a jump is needed, and one is possible.
fn can_begin(drawn: &Drawn) -> bool {
    let game = &drawn.game;
    let mut jumps = game.board.jumps().iter();
    game.length() > 0 && jumps.any(|jump| game.start.after(jump).is_some())
}

/// Reads the signs in one way.
fn read_as(reading: Reading, signs: &BTreeSet<char>, blocks: &Blocks) -> Result<Drawn, TextFault> {
    let mut drawings = Vec::new();
    let mut taken = Vec::new();
    let mut directions = blocks.asked.unwrap_or(Directions::Four);
    for block in &blocks.cells {
        check_dots(reading, block)?;
        let mut cells = block.clone();
        cells.retain_mut(|cell| {
            let meaning = reading.of(cell.sign);
            cell.peg = meaning == Meaning::Peg;
            meaning != Meaning::NoHole
        });
        if !cells.is_empty() {
            if let Some(read) = arrange(&mut cells, blocks.asked) {
                if read.has_six_directions() {
                    directions = Directions::Six;
                }
                if blocks.asked.is_none() && taken.is_empty() {
                    taken.push(read);
                }
            }
            drawings.push(cells);
        }
    }
    let whole = |cells: Vec<Cell>| {
        let top = cells[0].row;
        Drawing::new(cells, top)
    };
    let mut drawings = drawings.into_iter();
    let (first, second) = (drawings.next(), drawings.next());
    if let Some(third) = drawings.next() {
        return Err(third[0].fault(TextFaultKind::ThirdBoard));
    }
    let first = first.ok_or_else(|| blocks.cells[0][0].fault(TextFaultKind::NoBoard))?;
    let (mut start, mut finish) = match second {
        Some(second) => (whole(first), Some(whole(second))),
        None => {
            let top = first[0].row;
            match border(&first) {
                None => (Drawing::new(first, top), None),
                Some(border) => {
                    let (left, right) = first.iter().partition(|cell| cell.place < border);
                    (Drawing::new(left, top), Some(Drawing::new(right, top)))
                }
            }
        }
    };
    let around = |&sign: &char| reading.of(sign) == Meaning::Empty;
    if let [around] = signs.iter().copied().filter(around).collect::<Vec<_>>()[..]
        && matches!(around, '0' | '-' | '_')
        && signs.len() == 2
    {
        let last = finish.as_ref().map_or_else(Vec::new, Drawing::pegs);
        let places: BTreeSet<_> = start.places().collect();
        if let Some((board, holes)) = outline(&places, &start.pegs(), &last) {
            start.cut(&holes);
            finish.iter_mut().for_each(|finish| finish.cut(&holes));
            taken.push(Taken::Outlined { board, around });
        }
    }
    let game = join(&start, finish.as_ref(), directions)?;
    Ok(Drawn { game, taken })
}

/// Checks that dots, if they are not holes, are only before and after the holes of a line.
fn check_dots(reading: Reading, block: &[Cell]) -> Result<(), TextFault> {
    if reading.of('.') != Meaning::NoHole {
        return Ok(());
    }
    // Between the holes of a slanted drawing, every second place has no hole.
    let is_hole = |cell: &&Cell| reading.of(cell.sign) != Meaning::NoHole;
    let mut parities = block
        .iter()
        .filter(is_hole)
        .map(|cell| (cell.row + cell.place) % 2);
    if block.first().map(|cell| cell.row) != block.last().map(|cell| cell.row)
        && let Some(first) = parities.next()
        && parities.all(|parity| parity == first)
    {
        return Ok(());
    }
    let beside = |a: &Cell, b: &Cell| a.row == b.row && a.column + 1 == b.column;
    for run in block.chunk_by(beside) {
        let is_dot = |cell: &&Cell| cell.sign == '.';
        let first = run.iter().position(|cell| cell.sign != '.').unwrap_or(0);
        let last = run.iter().rposition(|cell| cell.sign != '.').unwrap_or(0);
        if let Some(dot) = run[first..=last].iter().skip(1).find(is_dot) {
            return Err(dot.fault(TextFaultKind::UnknownCharacter('.')));
        }
    }
    Ok(())
}

/// Where the finish begins, if start and finish are side by side; `None` if there is no gap. Boards
/// of one shape have equally many cells, so the border is in the middle of the cells' columns.
fn border(both: &[Cell]) -> Option<usize> {
    let mut columns: Vec<usize> = both.iter().map(|cell| cell.place).collect();
    columns.sort_unstable();
    let half = columns.len() / 2;
    let middle = columns[half];
    if columns.len().is_multiple_of(2) && columns[half - 1] + 1 < middle {
        return Some(middle);
    }
    // The shapes differ. Cuts at the widest gap, so that the fault can name the first hole without
    // a partner.
    let gap = columns.windows(2).max_by_key(|pair| pair[1] - pair[0])?;
    (gap[0] + 1 < gap[1]).then_some(gap[1])
}

fn join(
    start: &Drawing,
    finish: Option<&Drawing>,
    directions: Directions,
) -> Result<Game, TextFault> {
    if let Some(finish) = finish {
        for (one, other, kind) in [
            (start, finish, TextFaultKind::OnlyInStart),
            (finish, start, TextFaultKind::OnlyInFinish),
        ] {
            if let Some(cell) = one.cells.iter().find(|cell| other.lacks(one.place(cell))) {
                return Err(cell.fault(kind));
            }
        }
    }
    let board = Board::new(start.places(), directions);
    let board = board.map_err(|fault| start.cells[0].fault(fault))?;
    let game = Game {
        start: start.position(&board),
        finish: finish.map(|finish| finish.position(&board)),
        board,
    };
    let (pegs, wanted) = (game.start.pegs(), game.pegs());
    if wanted <= pegs {
        return Ok(game);
    }
    let mut pegs_drawn = finish.iter().flat_map(|finish| &finish.cells);
    let extra = pegs_drawn
        .by_ref()
        .filter(|cell| cell.peg)
        .nth(pegs as usize);
    Err(match extra {
        Some(extra) => extra.fault(TextFaultKind::FinishHasMorePegs {
            start: pegs,
            finish: wanted,
        }),
        None => start.cells[0].fault(TextFaultKind::NoPeg),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        parse(text.as_bytes(), Directions::Four)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn side_by_side_and_one_after_the_other_say_the_same() {
        let beside = parse(b" xx   ..\nx..  x..\n", Directions::Four).unwrap();
        let below = parse(b"\n#xx\r\nx..\r\n\n\n   ..\n  x..", Directions::Four).unwrap();
        assert_eq!(beside, below);
        assert_eq!((beside.start, beside.finish), (Position(7), Position(4)));
    }

    #[test]
    fn boards_may_have_holes_apart_from_each_other() {
        let problem = parse(b"x x . .", Directions::Four).unwrap();
        assert_eq!((problem.start, problem.finish), (Position(3), Position(0)));
    }

    #[test]
    fn faults_name_line_and_column() {
        for (text, expected) in [
            ("", "line 1, column 1: there is no board"),
            ("\n \n###", "line 1, column 1: there is no board"),
            (
                "xx.  ...\nx?.  ...",
                "line 2, column 2: `?' is no part of a board",
            ),
            (
                "xxx  ...\nxo.  ...\nx.x  ...",
                "line 2, column 2: `o' is no part of a board",
            ),
            ("x\t.", "line 1, column 2: `\\t' is no part of a board"),
            ("\n  xx.", "line 2, column 3: the finish is missing"),
            ("xx.", "line 1, column 1: the finish is missing"),
            (
                "xx.  ...\nxx.  ..",
                "line 2, column 3: the lines are unequal: this hole of the start",
            ),
            (
                "xx.\nxx.\n\n...\n...\n..x\n",
                "line 6, column 1: the lines are unequal: this hole of the finish",
            ),
            ("x\n\nx\n\n.", "line 5, column 1: a third board begins here"),
            ("xx.  x.x\nx..  x..", ""),
            (
                "x..  x.x\n...  ..x",
                "line 1, column 8: the finish has 3 pegs, the start only 1",
            ),
        ] {
            if expected.is_empty() {
                assert!(parse(text.as_bytes(), Directions::Four).is_ok());
            } else {
                let said = fault(text);
                assert!(said.starts_with(expected), "{text:?}: {said}");
            }
        }
        let wide = "x".repeat(30) + "   " + &".".repeat(30);
        assert!(fault(&wide).contains("at most 26 columns"));
        let many = "xxxxxxxxx   .........\n".repeat(8);
        assert!(fault(&many).contains("at most 64 holes"));
    }

    /// The pegs and holes of a drawing without a finish.
    fn start(text: &str, directions: Directions) -> String {
        let game = parse_game(text.as_bytes(), directions).unwrap().game;
        assert_eq!(game.finish, None, "{text}");
        crate::peg::draw::rows(&game.board, game.start).join("/")
    }

    #[test]
    fn a_start_may_stand_alone_in_any_signs() {
        let cross = "  xxx/  xxx/xxxxxxx/xxx.xxx/xxxxxxx/  xxx/  xxx";
        let lines = cross.split('/').map(|line| format!("{line:7}\n"));
        let drawn: String = lines.collect();
        let signs = |peg: &str, empty: &str, none: &str| {
            let marked = drawn.replace(' ', "-").replace('x', "p").replace('.', "e");
            marked
                .replace('p', peg)
                .replace('e', empty)
                .replace('-', none)
        };
        for text in [
            drawn.clone(),
            signs("●", "○", " "),
            signs("⚫\u{fe0f}", "⚪\u{fe0f}", "\u{3000}"),
            signs("●", "○", "."),
            signs("o", "x", "#"),
            signs("o", "x", "."),
            signs("o", ".", " "),
            signs("*", "o", " "),
            signs("*", ".", " "),
            signs("X", "O", " "),
            signs("1", "0", " "),
            signs("1", "0", "0"),
            signs("x ", ". ", "  "),
            signs("1 ", "0 ", "0 "),
            format!("\u{feff}{}", signs("x", ".", "#")),
        ] {
            assert_eq!(start(&text, Directions::Four), cross, "{text}");
        }
        // Zeros around an unknown board are holes.
        assert_eq!(start("0111\n1101\n", Directions::Four), ".xxx/xx.x");
        let few = signs("1", "0", "0").replace("111", "100");
        assert_eq!(start(&few, Directions::Four).matches('.').count(), 49 - 12);
    }

    #[test]
    fn a_triangle_may_be_drawn_upright() {
        let leaning = "./xx/xxx/xxxx/xxxxx";
        let upright = "    .\n   x x\n  x x x\n x x x x\nx x x x x\n";
        assert_eq!(start(upright, Directions::Six), leaning);
        let both = parse(
            "  x     .\n x x   . x\n. x x x . .".as_bytes(),
            Directions::Six,
        );
        assert!(both.is_err(), "the lines are unequal");
        let both = parse("  .     .\n x x   . x\n".as_bytes(), Directions::Six).unwrap();
        assert_eq!((both.start, both.finish), (Position(6), Position(4)));
    }

    #[test]
    fn signs_that_can_be_read_in_two_ways_are_refused_with_both() {
        let said = parse_game(b"xxoo\nooxx\n", Directions::Four).unwrap_err();
        assert_eq!(
            said.to_string(),
            "line 1, column 1: `x' and `o' can be read in two ways: x a peg and o an empty hole, \
             or o a peg and x an empty hole; use x for a peg and . for an empty hole"
        );
        // Only one of them can have this finish.
        let drawn = parse_game(b"xxoo  ooox\n", Directions::Four).unwrap();
        let game = drawn.game;
        assert_eq!((game.start, game.finish), (Position(3), Some(Position(8))));
        assert_eq!(drawn.taken, []);
        let said = |text: &[u8]| parse_game(text, Directions::Four).unwrap_err().to_string();
        assert!(said(b"...\n").ends_with("there is no peg"));
        assert!(said(b"x*o\n").starts_with("line 1, column 3: `o' is no part"));
        assert!(said(b"x\xff.\n").starts_with("line 1, column 2: `\u{fffd}' is no part"));
    }
}
