//! A page for each technique: what it is, and a position whose next step it is.
//!
//! `examples.txt` has the positions, which `scripts/technique-examples.rs` has found.

use super::houses::{CELLS, Regions};
use super::marks::Marks;
use super::step::Technique;

/// A position whose next step is one of a technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The houses of the board beside boxes, rows and columns.
    pub regions: Regions,
    /// The digits so far: digits from 1, and 0 for none.
    pub digits: [u8; CELLS],
    /// The candidates that earlier steps have taken away: sets with bit `d` for digit `d + 1`.
    pub gone: [u16; CELLS],
}

impl Example {
    /// The candidates of the position.
    pub fn marks(&self) -> Marks {
        let mut marks = Marks::on(self.regions, &self.digits);
        for (cell, &set) in self.gone.iter().enumerate() {
            marks.take_all(cell, set);
        }
        marks
    }

    /// The line of the file of examples.
    pub fn line(&self, technique: Technique) -> String {
        let board = match self.regions {
            Regions::None => "",
            _ => "windows",
        };
        let sign = |&digit: &u8| match digit {
            0 => '.',
            digit => char::from(b'0' + digit),
        };
        let digits: String = self.digits.iter().map(sign).collect();
        let mut gone = Vec::new();
        for (cell, &set) in self.gone.iter().enumerate() {
            let lost = super::marks::bits(set);
            let place = format!("{}{}", cell / 9 + 1, cell % 9 + 1);
            gone.extend(lost.map(|digit| format!("{}{place}", digit + 1)));
        }
        format!("{technique}\t{board}\t{digits}\t{}", gone.join(" "))
    }
}

impl Technique {
    /// A technique by its name ([`Self::name`]).
    pub fn named(name: &str) -> Option<Technique> {
        Technique::ALL
            .into_iter()
            .find(|known| known.name() == name)
    }

    /// A position whose next step is one of this technique.
    pub fn example(self) -> Example {
        let mut example = Example {
            regions: Regions::None,
            digits: [0; CELLS],
            gone: [0; CELLS],
        };
        let lines = include_str!("examples.txt").lines();
        let mut lines = lines.map(|line| line.split('\t'));
        let fields =
            lines.find_map(|mut fields| (fields.next() == Some(self.name())).then_some(fields));
        let [Some(board), Some(digits), gone] = fields.map_or([None; 3], |mut fields| {
            [fields.next(), fields.next(), fields.next()]
        }) else {
            return example;
        };
        if board == "windows" {
            example.regions = Regions::Windows;
        }
        for (digit, sign) in example.digits.iter_mut().zip(digits.bytes()) {
            *digit = if sign == b'.' { 0 } else { sign - b'0' };
        }
        for word in gone.unwrap_or_default().split_ascii_whitespace() {
            if let [digit, row, column] = word.as_bytes() {
                let [digit, row, column] =
                    [digit, row, column].map(|sign| usize::from(sign - b'1'));
                example.gone[9 * row + column] |= 1 << digit;
            }
        }
        example
    }

    /// The names that it usually has elsewhere. A step may have further ones of its own:
    /// [`super::Explanation::names`].
    pub fn usual_names(self) -> &'static [&'static str] {
        match self {
            Technique::LastValue => &["full house", "last digit"],
            Technique::HiddenSingle => &["unique place", "pinned digit"],
            Technique::NakedSingle => &["sole candidate", "forced digit"],
            Technique::DirectPointing | Technique::DirectClaiming => {
                &["locked candidates, then a hidden single"]
            }
            Technique::DirectHiddenPair => &["hidden pair, then a hidden single"],
            Technique::DirectHiddenTriplet => &["hidden triple, then a hidden single"],
            Technique::Pointing => &["locked candidates type 1", "pointing pair or triple"],
            Technique::Claiming => &["locked candidates type 2", "box-line reduction"],
            Technique::Intersection => &["locked candidates"],
            Technique::NakedTriplet => &["naked triple"],
            Technique::HiddenTriplet => &["hidden triple"],
            Technique::NakedQuad => &["naked quadruple"],
            Technique::HiddenQuad => &["hidden quadruple"],
            Technique::TwoStrongLinks => &[
                "skyscraper",
                "two-string kite",
                "turbot fish",
                "empty rectangle",
                "X-chain",
            ],
            Technique::ThreeStrongLinks | Technique::FourStrongLinks => {
                &["X-chain", "grouped X-chain"]
            }
            Technique::XyWing => &["Y-wing"],
            Technique::UniqueLoop => &["UR", "unique rectangle types 1 to 4", "unique loop"],
            Technique::Grave => &["BUG", "BUG+1"],
            Technique::WxyzWing => &["bent quad", "ALS-XZ"],
            Technique::VwxyzWing | Technique::UvwxyzWing | Technique::TuvwxyzWing => &["ALS-XZ"],
            Technique::AlignedPair => &["APE"],
            Technique::AlignedTriplet => &["ATE"],
            Technique::Cycle => &["continuous nice loop", "AIC ring", "X-cycle", "XY-ring"],
            Technique::ForcingChain => &[
                "AIC",
                "discontinuous nice loop",
                "X-chain",
                "XY-chain",
                "W-wing",
                "remote pair",
            ],
            Technique::Nishio => &["contradiction chain"],
            Technique::MultipleChains => &["cell forcing chains", "region forcing chains"],
            Technique::DynamicChains => &["forcing net", "contradiction net"],
            Technique::DynamicChainsPlus => {
                &["forcing net with locked candidates, pairs and X-wings"]
            }
            Technique::NestedChains => &["forcing net with chains within chains"],
            Technique::NakedPair
            | Technique::XWing
            | Technique::HiddenPair
            | Technique::Swordfish
            | Technique::XyzWing
            | Technique::Jellyfish => &[],
        }
    }

    /// The technique in a few sentences.
    pub fn about(self) -> &'static str {
        match self {
            Technique::LastValue => {
                "A row, column or box has one empty cell. The digit that is missing goes there."
            }
            Technique::HiddenSingle => {
                "In a row, column or box, a digit has one place left: everywhere else, it would meet \
                 itself. So it goes there, whatever else the cell could be. Scan the boxes first."
            }
            Technique::NakedSingle => {
                "Eight digits stand in a cell's row, column and box, so the cell has the ninth. It is \
                 harder to see than a hidden single, as one must count digits in three houses."
            }
            Technique::DirectPointing => {
                "In a box, a digit has places in one row or column only. So it cannot be elsewhere in \
                 that line, which leaves one place for it in a second box."
            }
            Technique::DirectClaiming => {
                "In a row or column, a digit has places in one box (or window) only. So it cannot be \
                 elsewhere there, which leaves one place for it in a second line. On the usual \
                 board, direct pointing finds the same first, so the example has windows."
            }
            Technique::DirectHiddenPair => {
                "Two digits have the same two places in a house, so no other digit goes there. That \
                 leaves one place in the house for a third digit."
            }
            Technique::DirectHiddenTriplet => {
                "Three digits have the same three places in a house, so no other digit goes there. \
                 That leaves one place in the house for a fourth digit."
            }
            Technique::Pointing => {
                "In a box, all places of a digit lie in one row or column. The digit is in one of \
                 them, so it goes from the rest of that line."
            }
            Technique::Claiming => {
                "In a row or column, all places of a digit lie in one box. The digit is in one of \
                 them, so it goes from the rest of that box."
            }
            Technique::Intersection => {
                "On boards with diagonals or windows: a cell sees all places of a digit in some \
                 house. The digit is in one of them, so it goes from that cell."
            }
            Technique::NakedPair => {
                "Two cells of a house have the same two candidates and no others. Each takes one of \
                 them, so both digits go from the rest of the house."
            }
            Technique::NakedTriplet => {
                "Three cells of a house have three candidates together. They use these digits up, so \
                 the digits go from the rest of the house. A cell may lack some of them."
            }
            Technique::NakedQuad => {
                "Four cells of a house have four candidates together. They use these digits up, so \
                 the digits go from the rest of the house."
            }
            Technique::HiddenPair => {
                "Two digits have the same two places in a house. They fill these cells, so all other \
                 candidates go from there."
            }
            Technique::HiddenTriplet => {
                "Three digits have three places in a house together. They fill these cells, so all \
                 other candidates go from there."
            }
            Technique::HiddenQuad => {
                "Four digits have four places in a house together. They fill these cells, so all \
                 other candidates go from there."
            }
            Technique::XWing => {
                "In two rows, a digit has places in the same two columns only. Each row needs it \
                 once, so the two rows use it up in both columns, and it goes from the rest of them. \
                 Rows and columns may be exchanged."
            }
            Technique::Swordfish => {
                "An X-wing with three rows and three columns: in three rows, a digit has places in \
                 three columns only, so it goes from the rest of these columns. A row may lack one of \
                 the places."
            }
            Technique::Jellyfish => {
                "An X-wing with four rows and four columns: in four rows, a digit has places in four \
                 columns only, so it goes from the rest of these columns."
            }
            Technique::TwoStrongLinks => {
                "A digit has two places in each of two houses, and one place of the first sees one \
                 of the second. These two cannot both be the digit, so one of the other two ends is, \
                 and the digit goes from all that see both ends. A place may be a group of cells."
            }
            Technique::ThreeStrongLinks => {
                "As two strong links, with a third house between them: of each house the digit is on \
                 one side or the other, and neighbouring sides see each other. One of the two ends \
                 is the digit, so it goes from all that see both."
            }
            Technique::FourStrongLinks => {
                "As two strong links, with four houses in a chain. One of the two ends is the digit, \
                 so it goes from all that see both."
            }
            Technique::XyWing => {
                "A cell with candidates X and Y, the pivot, sees two wings: one with X and Z, one \
                 with Y and Z. If the pivot is X, the first wing is Z; if it is Y, the second one is. \
                 So Z goes from all cells that see both wings."
            }
            Technique::XyzWing => {
                "An XY-wing whose pivot may also be Z itself. One of the three cells is Z, so Z goes \
                 from all cells that see all three."
            }
            Technique::WxyzWing => {
                "Four cells have four candidates together, and only one of the digits could be there \
                 twice. So it is there at least once, and goes from all cells that see all its places \
                 among the four."
            }
            Technique::VwxyzWing => {
                "A WXYZ-wing of five cells with five candidates, of which only one could be there \
                 twice."
            }
            Technique::UvwxyzWing => {
                "A WXYZ-wing of six cells with six candidates, of which only one could be there twice."
            }
            Technique::TuvwxyzWing => {
                "A WXYZ-wing of seven cells with seven candidates, of which only one could be there \
                 twice."
            }
            Technique::UniqueLoop => {
                "Four cells in two rows, two columns and two boxes (or a longer loop) must not have \
                 the same two candidates alone: the two digits could be exchanged, and the puzzle \
                 would have two solutions. So one of the other candidates there is right."
            }
            Technique::Grave => {
                "If each empty cell had two candidates, and each digit two places in each house, then \
                 a puzzle with a solution would have a second one. So one of the candidates beyond \
                 these is right."
            }
            Technique::AlignedPair => {
                "Take all ways to fill two cells. A way is impossible if the two would be equal and \
                 see each other, or if together they use up all candidates of a cell that sees both. \
                 A candidate that is in no possible way goes."
            }
            Technique::AlignedTriplet => {
                "Take all ways to fill three cells. A way is impossible if it puts a digit twice into \
                 a house, or if it uses up all candidates of a cell that sees all three. A candidate \
                 that is in no possible way goes."
            }
            Technique::Cycle => {
                "Links in a ring: if a candidate is right, then the next one is wrong, the one after \
                 it right, and so on, back to the first. If it is wrong, all of this is the other way \
                 round. So each link holds one right candidate, and what sees both of its ends goes."
            }
            Technique::ForcingChain => {
                "Suppose that a candidate is right (or wrong), and follow what must be so: a digit \
                 with one place left, a cell with one digit left. If that leads to the opposite, the \
                 supposition was wrong."
            }
            Technique::Nishio => {
                "Suppose that a candidate is right, and follow that digit through rows, columns and \
                 boxes. If it needs a place that is right and wrong at once, the candidate goes."
            }
            Technique::MultipleChains => {
                "One of a cell's candidates is right, or one of a digit's places in a house. If chains \
                 from all of them lead to the same, it is so."
            }
            Technique::DynamicChains => {
                "As multiple forcing chains, but what has been ruled out on the way counts: a \
                 conclusion may follow from several others, so that chains become nets. Also, a \
                 candidate that leads to a contradiction is wrong."
            }
            Technique::DynamicChainsPlus => {
                "As dynamic forcing chains; when they end, locked candidates, pairs and X-wings are \
                 used within them."
            }
            Technique::NestedChains => {
                "As dynamic forcing chains, with whole chains as their links. This is what computers \
                 do when nothing else helps."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Explanation, Ladder};

    #[test]
    fn the_next_step_of_each_example_is_one_of_its_technique() {
        let mut ladder = Ladder::new();
        let lines: Vec<&str> = include_str!("examples.txt").lines().collect();
        assert_eq!(lines.len(), Technique::ALL.len());
        for (technique, line) in Technique::ALL.into_iter().zip(lines) {
            let example = technique.example();
            assert_eq!(example.line(technique), line);
            let marks = example.marks();
            let solutions = example.regions.solutions(&example.digits);
            assert_eq!(solutions.len(), 1, "{technique}");
            let step = ladder.next(&marks).unwrap();
            assert_eq!(step.technique, technique);
            assert!(step.agrees_with(&solutions[0]), "{technique}");
            let told = Explanation::new(&step, &marks);
            assert!(!told.sentence.is_empty() && !technique.about().is_empty());
        }
    }

    #[test]
    fn a_technique_has_one_name() {
        for technique in Technique::ALL {
            assert_eq!(Technique::named(technique.name()), Some(technique));
        }
        assert_eq!(Technique::named("guess"), None);
    }
}
