//! Texts of Interactive Sudoku Solver: a dot before each rule, `~` between its arguments.
//!
//! ```text
//! .Shape~6x6.~R1C1_3~R2C5_1_2.Thermo~R1C1~R2C2~R3C3.Sandwich~7~C3
//! ```
//!
//! A rule without a name gives digits of cells. Rows and columns are numbers in base 17. Rules
//! between `.Or` and `.End` are alternatives; `.And` makes one of several; `.Replicate` repeats
//! rules elsewhere. Blanks mean nothing; a line that begins with `#` is a comment.

use super::LinkFault;
use super::codes;
use crate::rules::kinds::{Kind, arrows, cages, custom, dots, edges, lines, pointers, whole};
use crate::rules::{Cell, Custom, Digits, Rule, Shape, Variant};

/// A rule of the text: its name and arguments, and the rules within it.
struct Node<'t> {
    name: &'t str,
    arguments: Vec<&'t str>,
    inner: Vec<Node<'t>>,
}

/// How the arguments of a kind are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Cells.
    Cells,
    /// A number, then cells; the number may be left out.
    Number,
    /// Cells of which each two neighbors make a pair.
    Pairs,
    /// Nothing.
    Whole,
    /// A row or column, a clue from its beginning, a clue from its end.
    BothEnds,
    /// A clue, then a row or column.
    Line,
}

/// Names of rules that need nothing else.
const NAMES: &[(&str, &Kind, Form)] = &[
    ("Thermo", &lines::THERMOMETER, Form::Cells),
    ("Whisper", &lines::WHISPER, Form::Number),
    ("Renban", &lines::RENBAN, Form::Cells),
    ("Between", &lines::BETWEEN, Form::Cells),
    ("Lockout", &lines::LOCKOUT, Form::Number),
    ("Palindrome", &lines::PALINDROME, Form::Cells),
    ("Zipper", &lines::ZIPPER, Form::Cells),
    ("RegionSumLine", &lines::REGION_SUM, Form::Cells),
    ("Modular", &lines::MODULAR, Form::Number),
    ("Entropic", &lines::ENTROPIC, Form::Cells),
    ("WhiteDot", &dots::WHITE_DOT, Form::Pairs),
    ("BlackDot", &dots::BLACK_DOT, Form::Pairs),
    ("V", &dots::V, Form::Pairs),
    ("X", &dots::X, Form::Pairs),
    ("GreaterThan", &dots::GREATER, Form::Pairs),
    ("StrictKropki", &dots::NO_OTHER_DOTS, Form::Whole),
    ("StrictXV", &dots::NO_OTHER_XV, Form::Whole),
    ("RellikCage", &cages::RELLIK, Form::Number),
    ("EqualityCage", &cages::EQUALITY, Form::Cells),
    ("Lunchbox", &cages::LUNCHBOX, Form::Number),
    ("AllDifferent", &cages::DIFFERENT, Form::Cells),
    ("DoubleArrow", &arrows::DOUBLE_ARROW, Form::Cells),
    ("Sandwich", &edges::SANDWICH, Form::Line),
    ("Skyscraper", &edges::SKYSCRAPER, Form::BothEnds),
    (
        "HiddenSkyscraper",
        &edges::HIDDEN_SKYSCRAPER,
        Form::BothEnds,
    ),
    ("XSum", &edges::X_SUM, Form::BothEnds),
    ("NumberedRoom", &edges::NUMBERED_ROOM, Form::BothEnds),
    ("FullRank", &edges::FULL_RANK, Form::BothEnds),
    ("Windoku", &whole::WINDOWS, Form::Whole),
    ("DisjointSets", &whole::DISJOINT_GROUPS, Form::Whole),
    ("AntiKnight", &whole::KNIGHT, Form::Whole),
    ("AntiKing", &whole::KING, Form::Whole),
    ("AntiConsecutive", &whole::NON_CONSECUTIVE, Form::Whole),
    ("AntiTaxicab", &whole::TAXICAB, Form::Whole),
    ("GlobalEntropy", &whole::ENTROPY, Form::Whole),
    ("GlobalMod", &whole::MODULO, Form::Whole),
    ("DutchFlatmates", &whole::FLATMATES, Form::Whole),
    ("RegionSameValues", &whole::SAME_IN_REGIONS, Form::Whole),
    ("Doppelganger", &whole::DOPPELGANGER, Form::Whole),
    ("ValueIndexing", &pointers::VALUE_INDEX, Form::Cells),
    ("CountingCircles", &pointers::COUNTING_CIRCLES, Form::Cells),
    ("CountDistinct", &pointers::COUNT_DISTINCT, Form::Cells),
];

/// Reads a text of rules, which begins with a dot.
///
/// # Errors
/// What is wrong, with the name and the cells of a rule.
pub fn read(text: &str) -> Result<Variant, LinkFault> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let bare: String = lines
        .flat_map(str::chars)
        .filter(|sign| !sign.is_whitespace())
        .collect();
    // An empty rule at the end is a dot too many.
    let nodes = nodes(bare.trim_end_matches('.'))?;
    let mut reader = Reader::new(&nodes)?;
    for node in &nodes {
        reader.add(node)?;
    }
    Ok(reader.variant)
}

/// The deepest nesting of rules within rules.
const DEEPEST: usize = 20;

fn nodes(text: &str) -> Result<Vec<Node<'_>>, LinkFault> {
    let fault = |why: &str| LinkFault::Text(why.to_owned());
    let Some(text) = text.strip_prefix('.') else {
        return Err(fault("a text of rules begins with a dot"));
    };
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut done = Vec::new();
    for item in text.split('.') {
        let mut words = item.split('~');
        let name = words.next().unwrap_or("");
        let node = Node {
            name,
            arguments: words.collect(),
            inner: Vec::new(),
        };
        let closed = match name {
            "End" => match open.pop() {
                Some(node) => node,
                None => return Err(fault("there is an End without a beginning")),
            },
            "Or" | "And" | "Replicate" => {
                open.push(node);
                if open.len() > DEEPEST {
                    return Err(fault("rules within rules are too deep"));
                }
                continue;
            }
            _ => node,
        };
        match open.last_mut() {
            Some(outer) => outer.inner.push(closed),
            None => done.push(closed),
        }
    }
    match open.last() {
        None => Ok(done),
        Some(node) => Err(fault(&format!("{} has no End", node.name))),
    }
}

struct Reader {
    variant: Variant,
    /// Cells beside the grid that are laid out in rows: the first, how many, how many in a row.
    blocks: Vec<(usize, usize, usize)>,
}

impl Reader {
    /// A grid of the shape that the text tells, with its regions and the cells beside it.
    fn new(nodes: &[Node<'_>]) -> Result<Self, LinkFault> {
        let named = |name: &'static str| nodes.iter().filter(move |node| node.name == name);
        let mut is_raw = false;
        let mut shape = Shape::square(9);
        for node in named("Shape") {
            (shape, is_raw) = shape_of(&node.arguments)
                .map_err(|why| LinkFault::of(node.name, &node.arguments, why))?;
        }
        let mut variant = Variant::new(shape);
        variant.has_lines = !is_raw;
        for node in named("RegionSize") {
            let size = node.arguments.first().and_then(|size| size.parse().ok());
            let size = size.filter(|&size| size > 0 && size <= shape.order());
            variant.box_size = size
                .ok_or_else(|| LinkFault::of(node.name, &node.arguments, "it is no such size"))?;
        }
        if !is_raw && named("NoBoxes").next().is_none() {
            variant = variant.with_boxes();
        }
        let mut reader = Reader {
            variant,
            blocks: Vec::new(),
        };
        for node in named("Jigsaw") {
            reader.jigsaw(node)?;
        }
        for node in named("Var") {
            reader.extra(node)?;
        }
        if named("Doppelganger").next().is_some() {
            let size = shape.rows;
            let boxes = reader.variant.regions.len();
            let wide = shape
                .box_of(shape.rows)
                .map_or(size, |(_, columns)| columns);
            for (letter, count, columns) in
                [("R", size, size), ("C", size, size), ("B", boxes, wide)]
            {
                reader
                    .blocks
                    .push((reader.variant.sets.len(), count, columns));
                for number in 1..=count {
                    reader.variant.add_extra(format!("DG{letter}{number}"));
                }
            }
        }
        Ok(reader)
    }

    fn jigsaw(&mut self, node: &Node<'_>) -> Result<(), LinkFault> {
        let shape = self.variant.shape;
        let layout = node.arguments.last().copied().unwrap_or("");
        let fault = |why: &str| LinkFault::of(node.name, &[], why);
        if layout.len() != shape.cells() || !layout.is_ascii() {
            return Err(fault("its text has not a sign for each cell"));
        }
        let mut pieces: Vec<(u8, Vec<Cell>)> = Vec::new();
        for (cell, sign) in (0..).zip(layout.bytes()) {
            match pieces.iter_mut().find(|piece| piece.0 == sign) {
                Some(piece) => piece.1.push(cell),
                None => pieces.push((sign, vec![cell])),
            }
        }
        if pieces.len() == 1 {
            return Ok(());
        }
        let (whole, others): (Vec<_>, Vec<_>) = pieces
            .into_iter()
            .partition(|piece| piece.1.len() == self.variant.box_size);
        if others.len() > 1 {
            return Err(fault("its pieces have different sizes"));
        }
        self.variant
            .regions
            .extend(whole.into_iter().map(|piece| piece.1));
        Ok(())
    }

    fn extra(&mut self, node: &Node<'_>) -> Result<(), LinkFault> {
        let name = node.arguments.first().copied().unwrap_or("");
        let size = node.arguments.get(2).copied().unwrap_or("1");
        let fault = |why: &str| LinkFault::of(node.name, &node.arguments, why);
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Err(fault("its name is not capital letters"));
        }
        let factors = size.split('x').map(str::parse::<usize>);
        let factors: Result<Vec<usize>, _> = factors.collect();
        let (count, columns) = match factors.as_deref() {
            Ok([count]) => (*count, self.variant.shape.columns),
            Ok([rows, columns]) => (rows.saturating_mul(*columns), *columns),
            _ if size.is_empty() => (1, 1),
            _ => return Err(fault("its size is no number")),
        };
        if count == 0 || self.variant.sets.len() + count > 1000 {
            return Err(fault("a grid and what is beside it has at most 1000 cells"));
        }
        self.blocks
            .push((self.variant.sets.len(), count, columns.max(1)));
        for number in 1..=count {
            let number = if count == 1 {
                String::new()
            } else {
                number.to_string()
            };
            self.variant.add_extra(format!("V{name}{number}"));
        }
        Ok(())
    }

    fn cell(&self, name: &str) -> Result<Cell, String> {
        let variant = &self.variant;
        if let Some(place) = variant.extra.iter().position(|own| own == name) {
            return Ok((variant.shape.cells() + place) as Cell);
        }
        let number = |byte: u8| char::from(byte).to_digit(17);
        if let [b'R' | b'r', row, b'C' | b'c', column] = *name.as_bytes()
            && let (Some(row @ 1..), Some(column @ 1..)) = (number(row), number(column))
        {
            let (row, column) = (row as usize - 1, column as usize - 1);
            if row < variant.shape.rows && column < variant.shape.columns {
                return Ok(variant.shape.cell(row, column));
            }
        }
        Err(format!("there is no cell {name:?}"))
    }

    fn cells(&self, names: &[&str]) -> Result<Vec<Cell>, String> {
        names.iter().map(|name| self.cell(name)).collect()
    }

    /// The cells of a row or column.
    fn line(&self, name: &str) -> Result<Vec<Cell>, String> {
        let shape = self.variant.shape;
        let number = name
            .get(1..)
            .and_then(|number| number.parse::<usize>().ok());
        match (name.as_bytes().first(), number) {
            (Some(b'R'), Some(row @ 1..)) if row <= shape.rows => Ok(shape.row_cells(row - 1)),
            (Some(b'C'), Some(column @ 1..)) if column <= shape.columns => {
                Ok(shape.column_cells(column - 1))
            }
            _ => Err(format!("there is no row or column {name:?}")),
        }
    }

    /// Adds a rule of the text.
    fn add(&mut self, node: &Node<'_>) -> Result<(), LinkFault> {
        match node.name {
            "Shape" | "RegionSize" | "NoBoxes" | "Jigsaw" | "Var" => {}
            "SearchPriority" => {
                self.variant
                    .remarks
                    .push("SearchPriority is not used".to_owned());
            }
            _ => {
                for rule in self.rules(node)? {
                    // Given digits of the whole Sudoku are no rules, but digits.
                    if std::ptr::eq(rule.kind, &raw const cages::DIGITS) {
                        let set = rule
                            .numbers
                            .iter()
                            .fold(0, |set: Digits, digit| set | 1 << digit);
                        for &cell in &rule.parts[0] {
                            self.variant.sets[usize::from(cell)] &= set;
                        }
                    } else {
                        self.variant.rules.push(rule);
                    }
                }
            }
        }
        Ok(())
    }

    /// The rules of a node.
    fn rules(&self, node: &Node<'_>) -> Result<Vec<Rule>, LinkFault> {
        match node.name {
            "Or" => {
                let groups = node.inner.iter().map(|inner| self.rules(inner));
                let groups: Result<Vec<_>, _> = groups.collect();
                Ok(vec![Rule::whole(&custom::ANY).saying(Custom::Any(groups?))])
            }
            "And" => {
                let groups = node.inner.iter().map(|inner| self.rules(inner));
                let groups: Result<Vec<_>, _> = groups.collect();
                Ok(groups?.concat())
            }
            "Replicate" => self.replicated(node),
            name => {
                let rules = match NAMES.iter().find(|row| row.0 == name) {
                    Some(&(_, kind, form)) => self.of_form(kind, form, &node.arguments),
                    None => match self.special(name, &node.arguments) {
                        Some(rules) => rules,
                        None => return Err(LinkFault::unknown(name, &node.arguments)),
                    },
                };
                rules.map_err(|why| LinkFault::of(name, &node.arguments, why))
            }
        }
    }

    fn of_form(
        &self,
        kind: &'static Kind,
        form: Form,
        arguments: &[&str],
    ) -> Result<Vec<Rule>, String> {
        let number = |text: &str| {
            text.parse::<i32>()
                .map_err(|_| format!("{text:?} is no number"))
        };
        match form {
            Form::Cells => Ok(vec![Rule::new(kind, self.cells(arguments)?)]),
            Form::Number => {
                let (numbers, cells) = match arguments {
                    [first, rest @ ..] if self.cell(first).is_err() => (vec![number(first)?], rest),
                    all => (Vec::new(), all),
                };
                Ok(vec![Rule::new(kind, self.cells(cells)?).with(numbers)])
            }
            Form::Pairs => {
                let cells = self.cells(arguments)?;
                let mut rules = Vec::new();
                for (place, &a) in cells.iter().enumerate() {
                    let later = cells[place + 1..].iter().copied();
                    let later = later.filter(|&b| self.are_neighbors(a, b));
                    rules.extend(later.map(|b| Rule::new(kind, [a, b])));
                }
                match rules.is_empty() {
                    true => Err("no two of its cells are neighbors".to_owned()),
                    false => Ok(rules),
                }
            }
            Form::Whole => Ok(vec![Rule::whole(kind)]),
            Form::BothEnds => {
                let line = self.line(arguments.first().unwrap_or(&""))?;
                let mut rules = Vec::new();
                for (end, clue) in arguments[1..].iter().enumerate() {
                    let mut cells = line.clone();
                    match end {
                        0 => {}
                        1 => cells.reverse(),
                        _ => return Err("it has more than two clues".to_owned()),
                    }
                    if !clue.is_empty() {
                        rules.push(Rule::new(kind, cells).with([number(clue)?]));
                    }
                }
                Ok(rules)
            }
            Form::Line => match arguments {
                [clue, line] => Ok(vec![
                    Rule::new(kind, self.line(line)?).with([number(clue)?]),
                ]),
                _ => Err("it is no clue and a row or column".to_owned()),
            },
        }
    }

    fn are_neighbors(&self, a: Cell, b: Cell) -> bool {
        let shape = self.variant.shape;
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let (a_place, b_place) = (usize::from(a), usize::from(b));
        if a_place < shape.cells() {
            return steps.iter().any(|&(r, c)| shape.beside(a, r, c) == Some(b));
        }
        let block = self.blocks.iter().find(|(first, count, _)| {
            let block = *first..first + count;
            block.contains(&a_place) && block.contains(&b_place)
        });
        block.is_some_and(|(first, _, columns)| {
            let place = |own: usize| ((own - first) / columns, (own - first) % columns);
            let ((r, c), (s, d)) = (place(a_place), place(b_place));
            r.abs_diff(s) + c.abs_diff(d) == 1
        })
    }

    /// Rules that are written in a way of their own; none if the name is not known.
    fn special(&self, name: &str, arguments: &[&str]) -> Option<Result<Vec<Rule>, String>> {
        let one = |rule: Result<Rule, String>| Some(rule.map(|rule| vec![rule]));
        let first = arguments.first().copied().unwrap_or("");
        let rest = arguments.get(1..).unwrap_or(&[]);
        let number = |text: &str| {
            text.parse::<i32>()
                .map_err(|_| format!("{text:?} is no number"))
        };
        match name {
            "" => Some(arguments.iter().map(|given| self.given(given)).collect()),
            "Cage" => one((|| {
                let sum = number(first)?;
                let numbers = if sum == 0 { Vec::new() } else { vec![sum] };
                Ok(Rule::new(&cages::CAGE, self.cells(rest)?).with(numbers))
            })()),
            "Sum" => one((|| {
                let mut words = first.split('_');
                let mut numbers = vec![number(words.next().unwrap_or(""))?];
                if words.next() == Some("=") {
                    for weight in words {
                        let weight = number(weight)?;
                        if weight.abs() > 100 {
                            return Err("a weight is not from -100 to 100".to_owned());
                        }
                        numbers.push(weight);
                    }
                }
                Ok(Rule::new(&cages::SUM, self.cells(rest)?).with(numbers))
            })()),
            "SumLine" => one((|| {
                let (is_loop, cells) = match rest {
                    [cells @ .., "LOOP"] => (1, cells),
                    cells => (0, cells),
                };
                let numbers = [number(first)?, is_loop];
                Ok(Rule::new(&lines::SUM_LINE, self.cells(cells)?).with(numbers))
            })()),
            "Arrow" => one((|| {
                let parts = vec![self.cells(&[first])?, self.cells(rest)?];
                Ok(Rule::of_parts(&arrows::ARROW, parts))
            })()),
            "PillArrow" => one((|| {
                let mut cells = self.cells(rest)?;
                let size = first
                    .parse::<usize>()
                    .ok()
                    .filter(|size| (2..=3).contains(size));
                let size = size.ok_or("its pill has not 2 or 3 cells")?;
                if cells.len() <= size {
                    return Err("it has no line".to_owned());
                }
                let shaft = cells.split_off(size);
                cells.sort_unstable();
                Ok(Rule::of_parts(&arrows::ARROW, vec![cells, shaft]))
            })()),
            "Diagonal" => Some(match first {
                "1" => Ok(vec![Rule::whole(&whole::DIAGONAL_UP)]),
                "-1" => Ok(vec![Rule::whole(&whole::DIAGONAL_DOWN)]),
                _ => Err("its direction is not 1 or -1".to_owned()),
            }),
            "FullRankTies" => Some(match first {
                "none" => Ok(vec![Rule::whole(&edges::FULL_RANK_TIES).with([0])]),
                "only-unclued" => Ok(vec![Rule::whole(&edges::FULL_RANK_TIES).with([1])]),
                "any" => Ok(vec![Rule::whole(&edges::FULL_RANK_TIES).with([2])]),
                _ => Err("it is not none, only-unclued or any".to_owned()),
            }),
            "LittleKiller" => one((|| {
                let [start] = rest else {
                    return Err("it is no clue and a cell".to_owned());
                };
                let start = self.cell(start)?;
                let cells = diagonal_from(self.variant.shape, start);
                let cells = cells.ok_or("no diagonal begins at that cell")?;
                Ok(Rule::new(&edges::LITTLE_KILLER, cells).with([number(first)?]))
            })()),
            "ContainAtLeast" | "ContainExact" => one((|| {
                let kind = match name {
                    "ContainExact" => &cages::CONTAINS_EXACTLY,
                    _ => &cages::CONTAINS,
                };
                let digits: Result<Vec<i32>, String> = first.split('_').map(number).collect();
                Ok(Rule::new(kind, self.cells(rest)?).with(digits?))
            })()),
            "LookAndSay" => one((|| {
                let digits = first
                    .chars()
                    .map(|sign| sign.to_digit(10).map(|digit| digit as i32));
                let digits: Option<Vec<i32>> = digits.collect();
                let digits = digits.ok_or_else(|| format!("{first:?} is not digits"))?;
                Ok(Rule::new(&cages::LOOK_AND_SAY, self.cells(rest)?).with(digits))
            })()),
            "SameValues" => one((|| {
                let cells = self.cells(rest)?;
                let count = first.parse::<usize>().ok().filter(|&count| {
                    count > 0 && !cells.is_empty() && cells.len().is_multiple_of(count)
                });
                let count = count.ok_or("its cells make no such number of sets")?;
                let parts = cells.chunks(cells.len() / count).map(<[Cell]>::to_vec);
                Ok(Rule::of_parts(&cages::SAME_VALUES, parts.collect()))
            })()),
            "EqualSum" => one((|| {
                let parts = arguments
                    .split(|&word| word == "-")
                    .map(|part| self.cells(part));
                let parts: Result<Vec<_>, String> = parts.collect();
                Ok(Rule::of_parts(&cages::EQUAL_SUMS, parts?))
            })()),
            "Quad" => one((|| {
                let corner = self.cell(first)?;
                let cells = square_at(self.variant.shape, corner)
                    .ok_or("no four cells meet below and right of its cell")?;
                let digits: Result<Vec<i32>, String> =
                    rest.iter().map(|digit| number(digit)).collect();
                Ok(Rule::new(&cages::QUADRUPLE, cells).with(digits?))
            })()),
            "Indexing" => one((|| {
                let kind = match first {
                    "C" => &pointers::COLUMN_INDEX,
                    "R" => &pointers::ROW_INDEX,
                    _ => return Err("it is not for rows (R) or columns (C)".to_owned()),
                };
                Ok(Rule::new(kind, self.cells(rest)?))
            })()),
            "Pair" | "PairX" | "Binary" | "BinaryX" => Some((|| {
                let swap = |sign| match sign {
                    '-' => '_',
                    '_' => '-',
                    other => other,
                };
                let key: String = match name.starts_with("Binary") {
                    true => first.chars().map(swap).collect(),
                    false => first.to_owned(),
                };
                let table = codes::pairs(&key, self.variant.shape)?;
                let kind = match name.ends_with('X') {
                    true => &custom::ALL_PAIRS,
                    false => &custom::PAIRS,
                };
                let rule = |cells| Rule::new(kind, cells).saying(Custom::Pairs(table.clone()));
                Ok(self.groups(rest)?.into_iter().map(rule).collect())
            })()),
            "Regex" => Some((|| {
                let pattern = match first.contains('%') {
                    true => percent_decoded(first),
                    false => codes::bytes(first.trim_end_matches('='))?,
                };
                let pattern = String::from_utf8_lossy(&pattern).into_owned();
                let rule = |cells| {
                    let own = Custom::Expression(pattern.clone());
                    Rule::new(&custom::EXPRESSION, cells).saying(own)
                };
                Ok(self.groups(rest)?.into_iter().map(rule).collect())
            })()),
            "NFA" => Some((|| {
                if rest.contains(&"-") {
                    return Err("lines of several segments are not known".to_owned());
                }
                let machine = codes::machine(first, self.variant.shape)?;
                let rule = |cells| {
                    let own = Custom::Machine(machine.clone());
                    Rule::new(&custom::MACHINE, cells).saying(own)
                };
                Ok(self.groups(rest)?.into_iter().map(rule).collect())
            })()),
            _ => None,
        }
    }

    /// Groups of cells, with an empty word between them; a word that begins with `_` is a name.
    fn groups(&self, words: &[&str]) -> Result<Vec<Vec<Cell>>, String> {
        let groups = words.split(|word| word.is_empty() || word.starts_with('_'));
        let groups = groups.filter(|group| !group.is_empty());
        groups.map(|group| self.cells(group)).collect()
    }

    /// `R1C2_3`, or `R1C2_3_4` for several digits.
    fn given(&self, text: &str) -> Result<Rule, String> {
        let shape = self.variant.shape;
        let mut words = text.split('_');
        let cell = self.cell(words.next().unwrap_or(""))?;
        let digits = words.map(|word| {
            let digit = word.parse::<i32>().ok();
            let is_digit =
                |digit: &i32| (i32::from(shape.first)..=i32::from(shape.last)).contains(digit);
            digit
                .filter(is_digit)
                .ok_or_else(|| format!("{word:?} is no digit of this grid"))
        });
        let digits: Result<Vec<i32>, String> = digits.collect();
        Ok(Rule::new(&cages::DIGITS, [cell]).with(digits?))
    }

    /// The inner rules, moved to each of some cells.
    fn replicated(&self, node: &Node<'_>) -> Result<Vec<Rule>, LinkFault> {
        let fault = |why: String| LinkFault::of(node.name, &node.arguments, why);
        let shape = self.variant.shape;
        let origin = node.arguments.get(1).copied().unwrap_or("R1C1");
        let origin = self.cell(origin).map_err(fault)?;
        let sixes = codes::sixes(node.arguments.first().unwrap_or(&"")).map_err(fault)?;
        let bits = (0..sixes.len() * 6).filter(|bit| sixes[bit / 6] >> (bit % 6) & 1 == 1);
        let targets: Vec<usize> = bits.map(|bit| bit + usize::from(origin)).collect();
        if targets.iter().any(|&cell| cell >= shape.cells()) {
            return Err(fault("it moves out of the grid".to_owned()));
        }
        let inner: Result<Vec<Vec<Rule>>, LinkFault> =
            node.inner.iter().map(|inner| self.rules(inner)).collect();
        let inner = inner?.concat();
        let mut rules = Vec::new();
        for target in targets {
            let target = target as Cell;
            let rows = shape.row(target) as isize - shape.row(origin) as isize;
            let columns = shape.column(target) as isize - shape.column(origin) as isize;
            let to = |cell: Cell| match usize::from(cell) < shape.cells() {
                true => shape.beside(cell, rows, columns),
                false => None,
            };
            for rule in &inner {
                let moved = rule.moved(&to);
                rules.push(
                    moved.ok_or_else(|| fault("it moves a rule out of the grid".to_owned()))?,
                );
            }
        }
        Ok(rules)
    }
}

/// The shape, and whether rows, columns and boxes mean nothing.
fn shape_of(arguments: &[&str]) -> Result<(Shape, bool), String> {
    let fault = || "it is no shape such as 9x9 or 9x9~0-8".to_owned();
    let size = arguments.first().and_then(|size| size.split_once('x'));
    let size = size.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    let (rows, columns): (usize, usize) = size.ok_or_else(fault)?;
    let is_raw = match arguments.get(2) {
        None | Some(&"Sudoku") => false,
        Some(&"Raw") => true,
        Some(_) => return Err(fault()),
    };
    let sizes = 1..=Shape::MOST;
    if !sizes.contains(&rows) || !sizes.contains(&columns) {
        return Err(format!(
            "a grid has at most {} rows and columns",
            Shape::MOST
        ));
    }
    let most = rows.max(columns);
    let (first, last) = match arguments.get(1).copied().unwrap_or("") {
        "" => (1, most),
        range => match range.split_once('-') {
            Some((first, last)) => {
                let range = first.parse().ok().zip(last.parse().ok());
                range.ok_or_else(fault)?
            }
            None => (1, range.parse().map_err(|_| fault())?),
        },
    };
    if first > 1 || last > Shape::MOST || last < first {
        return Err("its digits are not 0 or 1 to 16 at most".to_owned());
    }
    if !is_raw && last + 1 - first < most {
        return Err("it has fewer digits than cells in a row or column".to_owned());
    }
    let shape = Shape {
        rows,
        columns,
        first: first as u8,
        last: last as u8,
    };
    Ok((shape, is_raw))
}

/// The four cells of which this is the one above and left.
pub(super) fn square_at(shape: Shape, corner: Cell) -> Option<Vec<Cell>> {
    if usize::from(corner) >= shape.cells() {
        return None;
    }
    let others = [(0, 0), (0, 1), (1, 0), (1, 1)];
    others
        .into_iter()
        .map(|(r, c)| shape.beside(corner, r, c))
        .collect()
}

/// The diagonal that begins at a cell of the edge: down right from the left side, up left from the
/// right side, down left from the top, up right from the bottom.
fn diagonal_from(shape: Shape, start: Cell) -> Option<Vec<Cell>> {
    let all = diagonals(shape);
    all.into_iter().rev().find(|cells| cells[0] == start)
}

/// All diagonals of two or more cells, each once, in the order of their beginnings.
fn diagonals(shape: Shape) -> Vec<Vec<Cell>> {
    let (rows, columns) = (shape.rows, shape.columns);
    let mut begins: Vec<(usize, usize, isize, isize)> = Vec::new();
    begins.extend((0..rows.saturating_sub(1)).map(|row| (row, 0, 1, 1)));
    begins.extend((1..rows.saturating_sub(1)).map(|row| (row, columns - 1, -1, -1)));
    begins.extend((1..columns).map(|column| (0, column, 1, -1)));
    begins.extend((1..columns.saturating_sub(1)).map(|column| (rows - 1, column, -1, 1)));
    let mut found: Vec<Vec<Cell>> = Vec::new();
    for (row, column, down, right) in begins {
        let mut cells = vec![shape.cell(row, column)];
        while let Some(next) = shape.beside(cells[cells.len() - 1], down, right) {
            cells.push(next);
        }
        let is_known = found.iter().any(|own| {
            own.len() == cells.len()
                && own.contains(&cells[0])
                && own.contains(&cells[1..].first().copied().unwrap_or(cells[0]))
        });
        if cells.len() > 1 && !is_known {
            found.push(cells);
        }
    }
    found
}

/// Text with `%41` for `A`.
pub(super) fn percent_decoded(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut place = 0;
    while place < bytes.len() {
        let code = (bytes[place] == b'%')
            .then(|| bytes.get(place + 1..place + 3))
            .flatten()
            .and_then(|code| std::str::from_utf8(code).ok())
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        match code {
            Some(byte) => {
                out.push(byte);
                place += 3;
            }
            None => {
                out.push(bytes[place]);
                place += 1;
            }
        }
    }
    out
}

/// Writes a Sudoku as such a text.
///
/// # Errors
/// If it has a rule that the program does not have.
pub fn write(variant: &Variant) -> Result<String, LinkFault> {
    let shape = variant.shape;
    let mut text = String::new();
    let usual = Shape {
        first: 1,
        last: shape.rows.max(shape.columns) as u8,
        ..shape
    };
    if shape != Shape::square(9) || !variant.has_lines {
        text += &format!(".Shape~{}x{}", shape.rows, shape.columns);
        match (shape == usual, shape.first) {
            (true, _) if variant.has_lines => {}
            (true, _) => text.push('~'),
            (false, 1) => text += &format!("~{}", shape.last),
            (false, first) => text += &format!("~{first}-{}", shape.last),
        }
        if !variant.has_lines {
            text += "~Raw";
        }
    }
    if variant.box_size != shape.rows.max(shape.columns) {
        text += &format!(".RegionSize~{}", variant.box_size);
    }
    let boxes = if variant.has_lines {
        shape.boxes(variant.box_size)
    } else {
        Vec::new()
    };
    let has_boxes = !boxes.is_empty() && boxes.iter().all(|own| variant.regions.contains(own));
    let pieces: Vec<&Vec<Cell>> = variant
        .regions
        .iter()
        .filter(|own| !has_boxes || !boxes.contains(own))
        .collect();
    if !boxes.is_empty() && !has_boxes {
        text += ".NoBoxes";
    }
    if !pieces.is_empty() {
        let fault = |why: &str| LinkFault::of("Jigsaw", &[], why);
        let mut layout = vec![b'0'; shape.cells()];
        for (number, piece) in pieces.iter().enumerate() {
            let sign = char::from_digit(number as u32 + 1, 36);
            let sign = sign.ok_or_else(|| fault("it has too many pieces"))?;
            for &cell in *piece {
                let own = &mut layout[usize::from(cell)];
                if *own != b'0' || piece.len() != variant.box_size {
                    return Err(fault("its pieces overlap, or have different sizes"));
                }
                *own = sign as u8;
            }
        }
        text += ".Jigsaw~";
        text += &String::from_utf8(layout).expect("signs are ASCII");
    }
    if let Some(name) = variant.extra.iter().find(|name| !name.starts_with("DG")) {
        return Err(LinkFault::of(
            "Var",
            &[name],
            "cells beside the grid are not written",
        ));
    }
    for (cell, &set) in (0..).zip(&variant.sets) {
        if set != shape.digits() {
            text += &format!(".~{}", cell_name(variant, cell));
            for digit in crate::rules::automaton::digits(set) {
                text += &format!("_{digit}");
            }
        }
    }
    for rule in &variant.rules {
        put(rule, variant, &mut text)?;
    }
    Ok(text)
}

fn cell_name(variant: &Variant, cell: Cell) -> String {
    let shape = variant.shape;
    match usize::from(cell).checked_sub(shape.cells()) {
        Some(extra) => variant.extra[extra].clone(),
        None => {
            let sign = |number: usize| char::from_digit(number as u32 + 1, 17).unwrap_or('?');
            format!("R{}C{}", sign(shape.row(cell)), sign(shape.column(cell)))
        }
    }
}

/// The name of a row or column, and whether the cells are in its order.
fn line_name(variant: &Variant, cells: &[Cell]) -> Option<(String, bool)> {
    let shape = variant.shape;
    let mut back = cells.to_vec();
    back.reverse();
    for row in 0..shape.rows {
        let own = shape.row_cells(row);
        if own == cells || own == back {
            return Some((format!("R{}", row + 1), own == cells));
        }
    }
    for column in 0..shape.columns {
        let own = shape.column_cells(column);
        if own == cells || own == back {
            return Some((format!("C{}", column + 1), own == cells));
        }
    }
    None
}

fn put(rule: &Rule, variant: &Variant, text: &mut String) -> Result<(), LinkFault> {
    let unknown = || LinkFault::Rule {
        name: rule.kind.name.to_owned(),
        cells: format!(" {}", variant.names(&rule.cells())),
        why: "Interactive Sudoku Solver has no such rule".to_owned(),
    };
    let is = |kind: &'static Kind| std::ptr::eq(rule.kind, kind);
    let first = rule.parts.first().map_or(&[][..], |part| part);
    let joined = |cells: &[Cell]| -> String {
        let names = cells
            .iter()
            .map(|&cell| format!("~{}", cell_name(variant, cell)));
        names.collect()
    };
    let number = rule.numbers.first().copied();
    let listed = |sign: &str| -> String {
        let numbers: Vec<String> = rule.numbers.iter().map(i32::to_string).collect();
        numbers.join(sign)
    };
    if let Some(&(name, _, form)) = NAMES.iter().find(|own| is(own.1)) {
        match form {
            Form::Cells => *text += &format!(".{name}{}", joined(first)),
            Form::Number => {
                let usual = match name {
                    "Whisper" => 5,
                    "Lockout" => 4,
                    "Modular" => 3,
                    _ => 0,
                };
                *text += &format!(".{name}~{}{}", number.unwrap_or(usual), joined(first));
            }
            Form::Pairs => {
                // Dots with another number are tables of pairs.
                let usual = [Some(1), Some(2)][usize::from(name == "BlackDot")];
                if number.is_some() && number != usual {
                    return Err(unknown());
                }
                *text += &format!(".{name}{}", joined(first));
            }
            Form::Whole => *text += &format!(".{name}"),
            Form::BothEnds => {
                let (line, is_forward) = line_name(variant, first).ok_or_else(unknown)?;
                let clue = number.unwrap_or(0);
                *text += &match is_forward {
                    true => format!(".{name}~{line}~{clue}~"),
                    false => format!(".{name}~{line}~~{clue}"),
                };
            }
            Form::Line => {
                let (line, _) = line_name(variant, first).ok_or_else(unknown)?;
                *text += &format!(".{name}~{}~{line}", number.unwrap_or(0));
            }
        }
        return Ok(());
    }
    match () {
        () if is(&cages::CAGE) => {
            *text += &format!(".Cage~{}{}", number.unwrap_or(0), joined(first));
        }
        () if is(&cages::SUM) => match &rule.numbers[..] {
            [sum] => *text += &format!(".Sum~{sum}{}", joined(first)),
            [sum, weights @ ..] => {
                let weights: String = weights.iter().map(|weight| format!("_{weight}")).collect();
                *text += &format!(".Sum~{sum}_={weights}{}", joined(first));
            }
            [] => return Err(unknown()),
        },
        () if is(&lines::SUM_LINE) => {
            let end = if rule.numbers.get(1) == Some(&1) {
                "~LOOP"
            } else {
                ""
            };
            *text += &format!(".SumLine~{}{}{end}", number.unwrap_or(10), joined(first));
        }
        () if is(&arrows::ARROW) => match &rule.parts[..] {
            [circle, shaft] if circle.len() == 1 => {
                *text += &format!(".Arrow{}{}", joined(circle), joined(shaft));
            }
            [pill, shaft] if pill.len() <= 3 => {
                *text += &format!(".PillArrow~{}{}{}", pill.len(), joined(pill), joined(shaft));
            }
            _ => return Err(unknown()),
        },
        () if is(&whole::DIAGONAL_UP) => text.push_str(".Diagonal~1"),
        () if is(&whole::DIAGONAL_DOWN) => text.push_str(".Diagonal~-1"),
        () if is(&edges::FULL_RANK_TIES) => {
            let ties = ["none", "only-unclued", "any"];
            let ties = ties.get(number.unwrap_or(1) as usize).ok_or_else(unknown)?;
            *text += &format!(".FullRankTies~{ties}");
        }
        () if is(&edges::LITTLE_KILLER) => {
            let all = diagonals(variant.shape);
            let mut back = first.to_vec();
            back.reverse();
            let own = all
                .iter()
                .find(|own| *own == first || **own == back)
                .ok_or_else(unknown)?;
            let name = cell_name(variant, own[0]);
            *text += &format!(".LittleKiller~{}~{name}", number.unwrap_or(0));
        }
        () if is(&cages::CONTAINS) => {
            *text += &format!(".ContainAtLeast~{}{}", listed("_"), joined(first));
        }
        () if is(&cages::CONTAINS_EXACTLY) => {
            *text += &format!(".ContainExact~{}{}", listed("_"), joined(first));
        }
        () if is(&cages::LOOK_AND_SAY) => {
            *text += &format!(".LookAndSay~{}{}", listed(""), joined(first));
        }
        () if is(&cages::SAME_VALUES) => {
            let cells: String = rule.parts.iter().map(|part| joined(part)).collect();
            *text += &format!(".SameValues~{}{cells}", rule.parts.len());
        }
        () if is(&cages::EQUAL_SUMS) => {
            let parts: Vec<String> = rule.parts.iter().map(|part| joined(part)).collect();
            *text += &format!(".EqualSum{}", parts.join("~-"));
        }
        () if is(&cages::QUADRUPLE) => {
            let corner = first.iter().min().copied().ok_or_else(unknown)?;
            *text += &format!(".Quad~{}~{}", cell_name(variant, corner), listed("~"));
        }
        () if is(&cages::ODD) || is(&cages::EVEN) => {
            let parity = u8::from(is(&cages::ODD));
            let digits = variant.shape.first..=variant.shape.last;
            let digits = digits.filter(|digit| digit % 2 == parity);
            let digits: String = digits.map(|digit| format!("_{digit}")).collect();
            for &cell in first {
                *text += &format!(".~{}{digits}", cell_name(variant, cell));
            }
        }
        () if is(&pointers::COLUMN_INDEX) => *text += &format!(".Indexing~C{}", joined(first)),
        () if is(&pointers::ROW_INDEX) => *text += &format!(".Indexing~R{}", joined(first)),
        () if is(&custom::PAIRS) || is(&custom::ALL_PAIRS) => {
            let Some(Custom::Pairs(table)) = rule.custom.as_deref() else {
                return Err(unknown());
            };
            let name = if is(&custom::PAIRS) { "Pair" } else { "PairX" };
            let key = codes::of_pairs(table, variant.shape);
            *text += &format!(".{name}~{key}~_{}", joined(first));
        }
        () if is(&custom::EXPRESSION) => {
            let Some(Custom::Expression(expression)) = rule.custom.as_deref() else {
                return Err(unknown());
            };
            *text += &format!(
                ".Regex~{}{}",
                codes::of_bytes(expression.as_bytes()),
                joined(first)
            );
        }
        () if is(&custom::ANY) => {
            let Some(Custom::Any(all)) = rule.custom.as_deref() else {
                return Err(unknown());
            };
            text.push_str(".Or");
            for group in all {
                let is_group = group.len() != 1;
                if is_group {
                    text.push_str(".And");
                }
                for inner in group {
                    put(inner, variant, text)?;
                }
                if is_group {
                    text.push_str(".End");
                }
            }
            text.push_str(".End");
        }
        () if is(&cages::DIGITS) => {
            for &cell in first {
                *text += &format!(".~{}_{}", cell_name(variant, cell), listed("_"));
            }
        }
        () => return Err(unknown()),
    }
    Ok(())
}
