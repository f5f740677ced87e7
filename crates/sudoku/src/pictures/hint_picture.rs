//! A step of a solution as SVG: the board with its candidates, the pattern and the removed
//! candidates in colors, chains as arrows, a legend, and the sentence that says why.
//!
//! On boards with diagonals or windows, these are drawn as thin lines, and like any other houses
//! they are shaded if the step is about them.
//!
//! Steps of several chains with more than [`MOST_LINKS`] links have a board for each chain: all of
//! them in one board could not be told apart.

use super::hint_arrows::{Arrows, RADIUS, distance};
use crate::logic::{Candidate, Explanation, Link, Mark, Marks, Regions};
use dlx3_base::text::svg::{At, CLOSE, Escaped, open};
use std::fmt::Write;

/// The side of a cell; everything else follows from it.
const CELL: usize = 60;
const BOARD: usize = 9 * CELL;
/// Room for the names of rows and columns, and between boards.
const NAMES: usize = 26;
/// The height of a line of text, and how many signs fit into the width of one board.
const LINE: usize = 22;
const SIGNS: usize = 68;
/// Most links of several chains in one board.
const MOST_LINKS: usize = 14;
/// Boards side by side.
const ACROSS: usize = 2;

/// Colors by class: what is drawn in them, by day and by night. The page has the same ones.
const STYLE: &str = "\
text{font-family:system-ui,sans-serif;fill:#1d2125;text-anchor:middle}\
.t{text-anchor:start;font-size:15px}.h{font-size:18px;font-weight:600}.s{fill:#5c636b}\
.n{font-size:12px;fill:#5c636b}.m{font-size:13px;fill:#5c636b}.i{font-size:13px;font-weight:700}\
.d{font-size:32px}.e{fill:#1f5f9f}\
.ground{fill:#fdfdfc}.cell{fill:#fff}.house{fill:#f0f0ec}.at{fill:#e6eff8}\
.thin{stroke:#b9bcc0;stroke-width:1;fill:none}.thick{stroke:#1d2125;stroke-width:2.5;fill:none}\
.pattern{fill:#b9d6f2}.on{fill:#a9dfbf}.off{fill:#ffd08a}.removed{fill:#f6b9b3}.placed{fill:#7fb2e6}\
.both{fill:#a9dfbf;stroke:#e89a1c;stroke-width:3}.strike{stroke:#b3261e;stroke-width:2}\
.start{fill:none;stroke:#1d2125;stroke-width:1.8}\
.link{fill:none;stroke:#1d2125;stroke-width:1.6}.weak{stroke-dasharray:5 4}.tip{fill:#1d2125}\n\
@media(prefers-color-scheme:dark){text{fill:#e4e6e8}.s,.n,.m{fill:#a0a7af}.e{fill:#79b4ec}\
.i{fill:#fff}.ground{fill:#16181b}.cell{fill:#1d2024}.house{fill:#272b30}.at{fill:#1c2f42}\
.thin{stroke:#4a4f55}.thick,.start,.link{stroke:#e4e6e8}.tip{fill:#e4e6e8}\
.pattern{fill:#2b5f93}.on{fill:#1d6b45}.off{fill:#8a5a10}.removed{fill:#8c2f29}.placed{fill:#1f5f9f}\
.both{fill:#1d6b45;stroke:#d08a1c}.strike{stroke:#f2938c}}";

/// Further styles, for boards with diagonals or windows.
const MORE_STYLE: &str = "\n\
.more{stroke:#7d93ab;stroke-width:1.5;stroke-dasharray:6 4;fill:none}\n\
@media(prefers-color-scheme:dark){.more{stroke:#6d8299}}";

/// The role of a candidate in a step, in the order of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Placed,
    Removed,
    On,
    Off,
    Both,
    Pattern,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Kind::Placed => "placed",
            Kind::Removed => "removed",
            Kind::On => "on",
            Kind::Off => "off",
            Kind::Both => "both",
            Kind::Pattern => "pattern",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Kind::Placed => "goes here",
            Kind::Removed => "goes away",
            Kind::On => "right, along a chain",
            Kind::Off => "wrong, along a chain",
            Kind::Both => "right by one chain, wrong by another",
            Kind::Pattern => "the pattern",
        }
    }
}

/// The chains of a board, as a range of those of the step.
type Chains = std::ops::Range<usize>;

/// A step in the marks from which it was found; `clues` are those of the puzzle.
pub fn svg(step: &Explanation, marks: &Marks, clues: &[u8; 81]) -> String {
    let links: usize = step.chains.iter().map(Vec::len).sum();
    let boards: Vec<Chains> = match step.chains.len() {
        count @ 2.. if links > MOST_LINKS => (0..count).map(|chain| chain..chain + 1).collect(),
        count => std::iter::once(0..count).collect(),
    };
    let across = boards.len().min(ACROSS);
    let width = across * (BOARD + NAMES) + NAMES;
    let place = |board: usize| {
        let (right, down) = (board % across, board / across);
        (
            NAMES + right * (BOARD + NAMES),
            NAMES + down * (BOARD + 2 * NAMES),
        )
    };
    let below = boards.len().div_ceil(across) * (BOARD + 2 * NAMES) + NAMES / 2;
    let mut picture = Picture {
        text: String::new(),
        step,
        marks,
        clues,
    };
    for (board, chains) in boards.iter().enumerate() {
        let (x, y) = place(board);
        _ = writeln!(picture.text, "<g transform=\"translate({x},{y})\">");
        picture.board(chains.clone());
        if boards.len() > 1 {
            picture.caption(chains.start);
        }
        picture.text += "</g>\n";
    }
    let after = picture.legend(below, width);
    let signs = SIGNS * width / (BOARD + 2 * NAMES);
    let mut height = picture.words(after, signs);
    // Chains that need several boards are too long to be read as text.
    if boards.len() == 1 {
        height = picture.chains(height, signs);
    }
    height += NAMES / 2;
    format!(
        "{}<style>{STYLE}{}</style>\n\
         <rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n{}{CLOSE}",
        open(width, height, 1),
        match marks.regions() {
            Regions::None => "",
            _ => MORE_STYLE,
        },
        picture.text
    )
}

struct Picture<'p> {
    text: String,
    step: &'p Explanation,
    marks: &'p Marks,
    clues: &'p [u8; 81],
}

impl Picture<'_> {
    /// The board with some of the chains.
    fn board(&mut self, chains: Chains) {
        for cell in 0..81 {
            let class = match () {
                () if self.step.cells.contains(&(cell as u8)) => "at",
                () if self.is_in_house(cell) => "house",
                () => "cell",
            };
            let (x, y) = (cell % 9 * CELL, cell / 9 * CELL);
            _ = writeln!(
                self.text,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
            );
        }
        for (class, is_thick) in [("thin", false), ("thick", true)] {
            let lines = (0..=9).filter(|line| (line % 3 == 0) == is_thick);
            let lines = lines.map(|line| line * CELL);
            let path = lines.map(|at| format!("M0 {at}H{BOARD}M{at} 0V{BOARD}"));
            let path = path.collect::<String>();
            _ = writeln!(self.text, "<path class=\"{class}\" d=\"{path}\"/>");
        }
        self.more_houses();
        for number in 0..9 {
            let at = number * CELL + CELL / 2;
            let (name, down) = (number + 1, at + 4);
            _ = writeln!(
                self.text,
                "<text class=\"n\" x=\"{at}\" y=\"-8\">c{name}</text>\
                 <text class=\"n\" x=\"-13\" y=\"{down}\">r{name}</text>"
            );
        }
        for cell in 0..81 {
            self.cell(cell, &chains);
        }
        self.links(&chains);
    }

    /// The diagonals, and the windows that people see.
    fn more_houses(&mut self) {
        let regions = self.marks.regions();
        let mut path = String::new();
        if regions.has_diagonals() {
            _ = write!(path, "M0 0L{BOARD} {BOARD}M{BOARD} 0L0 {BOARD}");
        }
        if regions.has_windows() {
            let side = 3 * CELL;
            for (row, column) in [(1, 1), (1, 5), (5, 1), (5, 5)] {
                let (x, y) = (column * CELL, row * CELL);
                _ = write!(path, "M{x} {y}h{side}v{side}h-{side}z");
            }
        }
        if !path.is_empty() {
            _ = writeln!(self.text, "<path class=\"more\" d=\"{path}\"/>");
        }
    }

    fn is_in_house(&self, cell: usize) -> bool {
        self.step.is_in_house(cell)
    }

    /// The digit of a cell, or its candidates.
    fn cell(&mut self, cell: usize, chains: &Chains) {
        let digit = self.marks.placed(cell);
        if digit != 0 {
            let class = if self.clues[cell] == 0 { "d e" } else { "d" };
            let (x, y) = (cell % 9 * CELL + CELL / 2, cell / 9 * CELL + CELL / 2 + 11);
            _ = writeln!(
                self.text,
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{digit}</text>"
            );
            return;
        }
        for digit in (1..=9).filter(|&digit| self.marks.has(cell, usize::from(digit) - 1)) {
            let cell = cell as u8;
            let kind = self.kind(Candidate { cell, digit }, chains);
            self.candidate(spot(cell, digit), digit, kind);
        }
    }

    fn candidate(&mut self, (x, y): (f64, f64), digit: u8, kind: Option<Kind>) {
        let (left, down) = (At(x), At(y + 4.5));
        let Some(kind) = kind else {
            _ = writeln!(
                self.text,
                "<text class=\"m\" x=\"{left}\" y=\"{down}\">{digit}</text>"
            );
            return;
        };
        _ = write!(
            self.text,
            "<circle class=\"{}\" cx=\"{left}\" cy=\"{}\" r=\"{RADIUS}\"/>\
             <text class=\"i\" x=\"{left}\" y=\"{down}\">{digit}</text>",
            kind.class(),
            At(y)
        );
        if kind == Kind::Removed {
            let reach = 0.75 * RADIUS;
            let (west, east) = (At(x - reach), At(x + reach));
            let (south, north) = (At(y + reach), At(y - reach));
            _ = write!(
                self.text,
                "<path class=\"strike\" d=\"M{west} {south}L{east} {north}\"/>"
            );
        }
        self.text.push('\n');
    }

    /// The role of a candidate in the step, or in some of its chains.
    fn kind(&self, candidate: Candidate, chains: &Chains) -> Option<Kind> {
        if self.step.placed == Some(candidate) {
            return Some(Kind::Placed);
        }
        // A candidate that goes only because a digit is placed keeps its role in the chain.
        if self.step.placed.is_none() && self.step.removed.contains(&candidate) {
            return Some(Kind::Removed);
        }
        let links = self.step.chains[chains.clone()].iter().flatten();
        let ends = links.flat_map(|link| [link.from, link.to]);
        let (mut on, mut off) = (false, false);
        for end in ends.chain(self.starts(chains)) {
            if Candidate::from(end) == candidate {
                on |= end.on;
                off |= !end.on;
            }
        }
        match (on, off) {
            (true, true) => Some(Kind::Both),
            (true, false) => Some(Kind::On),
            (false, true) => Some(Kind::Off),
            _ if self.step.chains.is_empty() && self.step.candidates.contains(&candidate) => {
                Some(Kind::Pattern)
            }
            _ => None,
        }
    }

    fn starts(&self, chains: &Chains) -> impl Iterator<Item = Mark> {
        self.step
            .starts
            .iter()
            .copied()
            .skip(chains.start)
            .take(chains.len())
    }

    /// Arrows for the links, each once, and rings around the beginnings.
    fn links(&mut self, chains: &Chains) {
        for start in self.starts(chains).collect::<Vec<_>>() {
            let (x, y) = spot(start.cell, start.digit);
            _ = writeln!(
                self.text,
                "<circle class=\"start\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                At(x),
                At(y),
                RADIUS + 2.0
            );
        }
        let mut links: Vec<Link> = Vec::new();
        for &link in self.step.chains[chains.clone()].iter().flatten() {
            if !links.contains(&link) {
                links.push(link);
            }
        }
        let place = |mark: Mark| spot(mark.cell, mark.digit);
        let discs = links.iter().flat_map(|link| [link.from, link.to]);
        let mut arrows = Arrows::among(discs.map(place).collect());
        // Short arrows have fewer ways to go, so they are drawn when the others are there.
        links.sort_by_key(|link| {
            std::cmp::Reverse(distance(place(link.from), place(link.to)) as u64)
        });
        for link in links {
            let is_strong = !link.from.on && link.to.on;
            arrows.put(&mut self.text, place(link.from), place(link.to), is_strong);
        }
    }

    /// Writes how the chain of a board begins, and where it leads.
    fn caption(&mut self, chain: usize) {
        let name = |mark: Mark| {
            let sign = if mark.on { "=" } else { "<>" };
            format!(
                "r{}c{}{sign}{}",
                mark.cell / 9 + 1,
                mark.cell % 9 + 1,
                mark.digit
            )
        };
        let Some(&start) = self.step.starts.get(chain) else {
            return;
        };
        let end = self.step.chains[chain].last().map_or(start, |link| link.to);
        let text = format!("If {}, then {}", name(start), name(end));
        _ = writeln!(
            self.text,
            "<text class=\"t\" x=\"0\" y=\"{}\">{}</text>",
            BOARD + LINE - 3,
            Escaped(text.as_bytes())
        );
    }

    /// Writes the legend from the height `top` on; returns where it ends.
    fn legend(&mut self, top: usize, width: usize) -> usize {
        let all = 0..self.step.chains.len();
        let mut kinds: Vec<Kind> = (0..81u8)
            .flat_map(|cell| (1..=9).map(move |digit| Candidate { cell, digit }))
            .filter(|at| self.marks.has(at.cell.into(), usize::from(at.digit) - 1))
            .filter_map(|at| self.kind(at, &all))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let has_links = self.step.chains.iter().any(|chain| !chain.is_empty());
        let (mut x, mut y) = (NAMES, top);
        let mut room = |signs: usize| {
            // A sign is less than eight units wide, and before the words stands a picture.
            let size = 60 + 8 * signs;
            if x > NAMES && x + size > width {
                (x, y) = (NAMES, y + LINE);
            }
            let here = (x as f64, y as f64);
            x += size;
            here
        };
        for kind in kinds {
            let (x, y) = room(kind.meaning().len());
            self.candidate((x + 10.0, y), 5, Some(kind));
            self.explain(x + 26.0, y, kind.meaning());
        }
        if !self.step.starts.is_empty() {
            let meaning = "where a chain begins";
            let (x, y) = room(meaning.len());
            _ = writeln!(
                self.text,
                "<circle class=\"start\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                At(x + 10.0),
                At(y),
                RADIUS + 2.0
            );
            self.explain(x + 26.0, y, meaning);
        }
        if has_links {
            for (is_strong, meaning) in [
                (false, "if this is right, that is wrong"),
                (true, "if this is wrong, that is right"),
            ] {
                let (x, y) = room(meaning.len());
                let (from, to) = ((x - 6.0, y), (x + 50.0, y));
                Arrows::default().put(&mut self.text, from, to, is_strong);
                self.explain(x + 50.0, y, meaning);
            }
        }
        y + LINE + LINE / 2
    }

    fn explain(&mut self, x: f64, y: f64, words: &str) {
        let (x, y) = (At(x), At(y + 5.0));
        _ = writeln!(
            self.text,
            "<text class=\"t s\" x=\"{x}\" y=\"{y}\">{words}</text>"
        );
    }

    /// Writes technique, effect and reason from the height `top` on; returns where they end.
    fn words(&mut self, top: usize, signs: usize) -> usize {
        let title = self.step.technique.title();
        let rating = format!("{}.{}", self.step.tenths / 10, self.step.tenths % 10);
        let heading = format!("{title} ({rating}): {}", self.step.effect);
        let mut y = top;
        for (class, text) in [("t h", &heading), ("t", &self.step.sentence)] {
            // Letters of the heading are larger, and bold.
            let most = if class == "t h" { signs * 2 / 3 } else { signs };
            for line in wrapped(text, most) {
                y += LINE;
                self.line(class, y, &line);
            }
        }
        y
    }

    /// A line of text that ends at a height.
    fn line(&mut self, class: &str, end: usize, text: &str) {
        _ = writeln!(
            self.text,
            "<text class=\"{class}\" x=\"{NAMES}\" y=\"{}\">{}</text>",
            end - LINE / 3,
            Escaped(text.as_bytes())
        );
    }

    /// Writes the chains as text from the height `top` on; returns where they end.
    fn chains(&mut self, top: usize, signs: usize) -> usize {
        let mut y = top;
        for line in self.step.lines.iter().flat_map(|line| wrapped(line, signs)) {
            y += LINE;
            self.line("t s", y, &line);
        }
        y
    }
}

/// The middle of a candidate: each digit stands where it does in every cell.
fn spot(cell: u8, digit: u8) -> (f64, f64) {
    let third = CELL as f64 / 3.0;
    let at = |line: u8, place: u8| f64::from(line) * CELL as f64 + (f64::from(place) + 0.5) * third;
    let (row, column) = (cell / 9, cell % 9);
    (at(column, (digit - 1) % 3), at(row, (digit - 1) / 3))
}

/// Wraps a text into lines of at most `most` signs. A longer word has a line of its own.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        match lines[last].len() {
            0 => lines[last] += word,
            length if length + 1 + word.len() <= most => {
                lines[last].push(' ');
                lines[last] += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Ladder, Technique};

    fn clues(puzzle: &str) -> [u8; 81] {
        let digits = puzzle.bytes().map(|byte| byte.saturating_sub(b'0'));
        digits.collect::<Vec<u8>>().try_into().unwrap()
    }

    /// The first step of a technique on the way from some clues, and its picture.
    fn drawn(technique: Technique, puzzle: &str) -> (Explanation, String) {
        let clues = clues(puzzle);
        let (mut marks, mut ladder) = (Marks::new(&clues), Ladder::new());
        loop {
            let step = ladder.next(&marks).unwrap();
            if step.technique == technique {
                let explanation = Explanation::new(&step, &marks);
                let picture = svg(&explanation, &marks, &clues);
                return (explanation, picture);
            }
            step.apply(&mut marks);
        }
    }

    /// The first step on the way from some clues that looks at a house of some kind.
    fn drawn_on(
        regions: Regions,
        puzzle: &str,
        kind: std::ops::Range<u8>,
    ) -> (Explanation, String) {
        let clues = clues(puzzle);
        let (mut marks, mut ladder) = (Marks::on(regions, &clues), Ladder::new());
        loop {
            let step = ladder.next(&marks).unwrap();
            if step.reason.houses.iter().any(|house| kind.contains(house)) {
                let explanation = Explanation::new(&step, &marks);
                let picture = svg(&explanation, &marks, &clues);
                return (explanation, picture);
            }
            step.apply(&mut marks);
        }
    }

    fn count(picture: &str, part: &str) -> usize {
        picture.matches(part).count()
    }

    const CHAIN: &str =
        ".7..9.6....1....3.4..8..5.9..2....86...3......9...672..6..2...4...1.....8.5...2..";
    const SEVERAL: &str =
        "52..76..9.7..........3..5...1...3.2..47....86..8...9....4..7...1..6....8....95.1.";

    /// One sign in the legend for each kind, and two arrows.
    #[test]
    fn each_link_is_an_arrow_and_each_removed_candidate_is_struck_out() {
        for (technique, puzzle) in [
            (Technique::ForcingChain, CHAIN),
            (Technique::MultipleChains, SEVERAL),
        ] {
            let (step, picture) = drawn(technique, puzzle);
            let mut links: Vec<Link> = step.chains.iter().flatten().copied().collect();
            links.sort_unstable_by_key(|link| format!("{link:?}"));
            links.dedup();
            assert!(!links.is_empty());
            assert_eq!(count(&picture, "class=\"tip\""), links.len() + 2);
            assert_eq!(count(&picture, "class=\"strike\""), step.removed.len() + 1);
            assert_eq!(count(&picture, "class=\"start\""), step.starts.len() + 1);
            assert_eq!(count(&picture, "c1</text>"), 1, "one board");
        }
    }

    /// The first forcing chain of this puzzle places a digit, and goes by way of another one there.
    #[test]
    fn a_chain_to_a_digit_strikes_nothing_out_and_stands_below_as_text() {
        let clues =
            "3..9...6..6..2....4...7.....7.2..15.............34.9...1..3...9..8.........694.3.";
        let (step, picture) = drawn(Technique::ForcingChain, clues);
        assert!(
            step.placed.is_some() && !step.removed.is_empty(),
            "{step:?}"
        );
        assert_eq!(count(&picture, "class=\"strike\""), 0);
        let words = picture.split("class=\"t s\"").map(|line| {
            let line = line.split_once('>').unwrap_or_default().1;
            line.split_once('<').unwrap_or_default().0
        });
        let words = words.collect::<Vec<_>>().join(" ").replace("&gt;", ">");
        let chain = step.lines[0].replace('<', "&lt;");
        assert!(words.contains(&chain), "{chain}: {words}");
    }

    #[test]
    fn a_pattern_has_its_cells_its_candidates_and_the_sentence() {
        let clues =
            "..........1.87...2.49........2..96..4...1.....6.58....7.....3.6..6.5287.5.3....1.";
        let (step, picture) = drawn(Technique::XWing, clues);
        assert_eq!(count(&picture, "class=\"at\""), 4);
        assert_eq!(count(&picture, "class=\"pattern\""), 4 + 1);
        let shown: Vec<&str> = picture.split("<text class=\"t\"").skip(1).collect();
        let words = shown.iter().map(|line| {
            let line = line.split_once('>').unwrap().1;
            line.split_once('<').unwrap().0
        });
        assert_eq!(words.collect::<Vec<_>>().join(" "), step.sentence);
        assert!(picture.contains("X-wing (3.2): r1c1&lt;&gt;8"), "{picture}");
        // Clues in one color, what followed in another.
        let digits = clues.bytes().filter(|byte| *byte != b'.').count();
        assert_eq!(count(&picture, "class=\"d\""), digits);
        assert!(count(&picture, "class=\"d e\"") > 0);
    }

    /// A cell that is shaded, or one of the pattern, for each cell of the houses that a step names.
    #[test]
    fn a_window_and_a_diagonal_are_named_drawn_and_shaded() {
        const WINDOWS: std::ops::Range<u8> = 27..31;
        const HIDDEN: std::ops::Range<u8> = 31..36;
        const DIAGONALS: std::ops::Range<u8> = 36..38;
        let files = [
            include_str!("../../../../testdata/sudoku/steps-diagonal.txt"),
            include_str!("../../../../testdata/sudoku/steps-hyper.txt"),
            include_str!("../../../../testdata/sudoku/steps-both.txt"),
        ];
        let [diagonal, hyper, both] = files.map(|lines| &lines[..81]);
        for (regions, puzzle, kind, name) in [
            (
                Regions::Diagonals,
                diagonal,
                DIAGONALS,
                "the diagonal from top ",
            ),
            (Regions::Windows, hyper, WINDOWS, " window r"),
            (Regions::Windows, hyper, HIDDEN, " hidden window r"),
            (Regions::Both, both, DIAGONALS, "the diagonal from top "),
            (Regions::Both, both, WINDOWS, " window r"),
        ] {
            let (step, picture) = drawn_on(regions, puzzle, kind);
            assert!(step.sentence.contains(name), "{}", step.sentence);
            let is_shaded =
                |&cell: &usize| step.is_in_house(cell) || step.cells.contains(&(cell as u8));
            let shaded = (0..81).filter(is_shaded).count();
            let [houses, at] =
                ["house", "at"].map(|class| count(&picture, &format!("<rect class=\"{class}\"")));
            assert_eq!((houses + at, at), (shaded, step.cells.len()), "{step:?}");
            let lines = picture.split("<path class=\"more\" d=\"").nth(1).unwrap();
            let lines = lines.split('"').next().unwrap();
            assert_eq!(lines.contains("M0 0L540 540"), regions.has_diagonals());
            assert_eq!(
                lines.matches('z').count(),
                if regions.has_windows() { 4 } else { 0 }
            );
        }
        let (_, picture) = drawn(Technique::ForcingChain, CHAIN);
        assert_eq!(count(&picture, "more"), 0);
    }

    /// All chains of a step in one board, or a board for each of them.
    #[test]
    fn many_links_of_several_chains_have_a_board_for_each_chain() {
        let (step, _) = drawn(Technique::MultipleChains, SEVERAL);
        let mut step = step;
        let marks = Marks::new(&[0; 81]);
        let links = step.chains.iter().map(Vec::len).sum::<usize>();
        assert!(links <= MOST_LINKS && step.chains.len() == 3);
        step.chains[1] = step.chains[1].repeat(MOST_LINKS);
        let picture = svg(&step, &marks, &[0; 81]);
        assert_eq!(count(&picture, ">c1</text>"), 3);
        assert_eq!(count(&picture, ">If r9c"), 3);
    }

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(
            wrapped("to be or not to be", 8),
            ["to be or", "not to", "be"]
        );
        assert_eq!(wrapped("contradiction of", 5), ["contradiction", "of"]);
    }
}
