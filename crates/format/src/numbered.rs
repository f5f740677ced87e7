//! Problems whose items are numbers already, as a caller in another language has them: no text is
//! read, and no names are compared.

use super::{Bounds, BuildError, Builder, ItemId, Problem};

/// Options that name items by their numbers. The items are named by their numbers, too.
///
/// ```
/// use dlx3::format::Numbered;
/// use dlx3::{Bounds, OptionId};
///
/// // Two primary items and a secondary one: 0 1, then 2 alone, then 0 2:r, then 1 2:r.
/// let numbered = Numbered {
///     bounds: &[Bounds::ONE; 2],
///     secondary: 1,
///     lengths: &[2, 1, 2, 2],
///     items: &[0, 1, 2, 0, 2, 1, 2],
///     colors: &[0, 0, 0, 0, b'r', 0, b'r'],
/// };
/// let (problem, rows) = numbered.problem().unwrap();
/// assert_eq!(problem.to_string(), "0 1 | 2\n0 1\n0 2:r\n1 2:r\n");
/// // Option 1 has no primary item.
/// assert_eq!(rows, Some(vec![0, 2, 3]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Numbered<'n> {
    /// The bounds of the primary items, which have the numbers from 0 on.
    pub bounds: &'n [Bounds],
    /// The number of secondary items, whose numbers follow.
    pub secondary: usize,
    /// The number of nodes of each option.
    pub lengths: &'n [u32],
    /// The item of each node.
    pub items: &'n [u32],
    /// The color of each node, 0 for none; no colors at all if this is empty.
    pub colors: &'n [u8],
}

/// Why numbers are not a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misnumbered {
    /// The fault.
    pub error: BuildError,
    /// The option that has it, counted from 0, if it is that of an option.
    pub option: Option<usize>,
    /// The item that has it, if it is that of an item.
    pub item: Option<ItemId>,
}

impl Numbered<'_> {
    /// The problem, and the numbers that its options have here; `None` if all are there. Options
    /// without a primary item are in no solution and are left out.
    ///
    /// # Errors
    /// As [`Builder`] refuses items, bounds and options. [`BuildError::ForeignItem`] also if an
    /// option has more nodes than there are, or some nodes belong to none.
    pub fn problem(&self) -> Result<(Problem, Option<Vec<u32>>), Misnumbered> {
        let fault = |option, item| {
            move |error| Misnumbered {
                error,
                option,
                item,
            }
        };
        let mut builder = Builder::new();
        if self.bounds.is_empty() {
            return Err(fault(None, None)(BuildError::NoItems));
        }
        builder.reserve(self);
        for number in 0..self.bounds.len() + self.secondary {
            let added = builder.add_numbered(self.bounds.get(number).copied());
            added.map_err(fault(None, Some(ItemId(number as u32))))?;
        }
        let (mut items, mut colors) = (self.items, self.colors);
        let mut rows: Option<Vec<u32>> = None;
        for (number, &length) in self.lengths.iter().enumerate() {
            let option = Some(number);
            let split = items.split_at_checked(length as usize);
            let (own, rest) = split.ok_or_else(|| fault(option, None)(BuildError::ForeignItem))?;
            items = rest;
            let own_colors = match self.colors.is_empty() {
                true => &[][..],
                false => {
                    let split = colors.split_at_checked(own.len());
                    let split = split.ok_or_else(|| fault(option, None)(BuildError::BadColor))?;
                    colors = split.1;
                    split.0
                }
            };
            let added = builder.add_option(own, own_colors);
            let is_kept = added.map_err(|(error, item)| fault(option, Some(item))(error))?;
            match &mut rows {
                Some(rows) if is_kept => rows.push(number as u32),
                None if !is_kept => rows = Some((0..number as u32).collect()),
                _ => {}
            }
        }
        if !items.is_empty() {
            return Err(fault(None, None)(BuildError::ForeignItem));
        }
        builder.fill_colors();
        let problem = builder.build().map_err(fault(None, None))?;
        Ok((problem, rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(numbered: Numbered<'_>) -> (BuildError, Option<usize>, Option<u32>) {
        let fault = numbered.problem().unwrap_err();
        (fault.error, fault.option, fault.item.map(|item| item.0))
    }

    #[test]
    fn a_problem_of_numbers_is_that_of_its_text() {
        let bounds = [Bounds { lower: 0, upper: 2 }, Bounds::ONE];
        let numbered = Numbered {
            bounds: &bounds,
            secondary: 2,
            lengths: &[1, 3, 0, 2, 1],
            items: &[0, 1, 2, 3, 3, 2, 1],
            colors: &[0, 0, b'a', 0, 0, b'b', 0],
        };
        let (problem, rows) = numbered.problem().unwrap();
        let text = "0:2|0 1 | 2 3\n0\n1 2:a 3\n1\n";
        assert_eq!(problem, text.parse().unwrap());
        assert_eq!(rows, Some(vec![0, 1, 4]));
        let free = Numbered {
            secondary: 0,
            lengths: &[2, 1],
            items: &[1, 0, 1],
            colors: &[],
            ..numbered
        };
        assert_eq!(free.problem().unwrap().1, None);
    }

    #[test]
    fn faults_have_the_number_of_the_option_and_of_the_item() {
        let good = Numbered {
            bounds: &[Bounds::ONE; 2],
            secondary: 1,
            lengths: &[1, 2],
            items: &[0, 1, 2],
            colors: &[0, 0, b'a'],
        };
        assert!(good.problem().is_ok());
        let none = Numbered {
            bounds: &[],
            ..good
        };
        assert_eq!(refusal(none), (BuildError::NoItems, None, None));
        let zero = [Bounds::ONE, Bounds { lower: 0, upper: 0 }];
        let zero = Numbered {
            bounds: &zero,
            ..good
        };
        assert_eq!(refusal(zero), (BuildError::ZeroUpperBound, None, Some(1)));
        for (items, error, item) in [
            ([0, 1, 1], BuildError::RepeatedItem, 1),
            ([0, 2, 1], BuildError::ColoredPrimary, 1),
            ([0, 1, 3], BuildError::ForeignItem, 3),
        ] {
            let bad = Numbered {
                items: &items,
                ..good
            };
            assert_eq!(refusal(bad), (error, Some(1), Some(item)));
        }
        let blank = Numbered {
            colors: &[0, 0, b' '],
            ..good
        };
        assert_eq!(refusal(blank), (BuildError::BadColor, Some(1), Some(2)));
        for lengths in [&[1, 3][..], &[1, 1], &[1, u32::MAX]] {
            let bad = Numbered { lengths, ..good };
            assert_eq!(refusal(bad).0, BuildError::ForeignItem);
        }
        let few = Numbered {
            colors: &[0, 0],
            ..good
        };
        assert_eq!(refusal(few), (BuildError::BadColor, Some(1), None));
    }
}
