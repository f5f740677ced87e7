//! Building a problem piece by piece. The reader of text uses the same pieces, so both refuse the
//! same things.
//!
//! Invariant: the nodes from `starts.last()` on belong to the option under construction; `seen[i]`
//! is 1 + the number of the last option begun that names item `i`.

use super::{Bounds, BuildError, ItemId, Name, Numbered, OptionId, Problem};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// 2^31 - 1: DLX3's node fields are signed 32-bit numbers.
const MOST_NODES: usize = i32::MAX as usize;

/// Builds a [`Problem`] in code.
///
/// ```
/// use dlx3::{Bounds, Problem};
///
/// let mut builder = Problem::builder();
/// let a = builder.item("a", Bounds::ONE)?;
/// let b = builder.item("b", Bounds { lower: 0, upper: 2 })?;
/// let x = builder.secondary("x")?;
/// builder.option(&[(a, None), (x, Some(b'1'))])?;
/// builder.option(&[(b, None), (x, Some(b'1'))])?;
/// let problem = builder.build()?;
/// assert_eq!(problem.to_string(), "a 0:2|b | x\na x:1\nb x:1\n");
/// # Ok::<(), dlx3::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    problem: Problem,
    /// The items by their names.
    numbers: HashMap<Name, u32, foldhash::fast::RandomState>,
    long: HashMap<Arc<[u8]>, u32, foldhash::fast::RandomState>,
    seen: Vec<u32>,
    begun: u32,
    has_secondary: bool,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// A problem without items.
    pub fn new() -> Self {
        Builder {
            problem: Problem {
                names: Vec::new(),
                bounds: Vec::new(),
                starts: vec![0],
                node_items: Vec::new(),
                node_colors: Vec::new(),
                costs: None,
            },
            numbers: HashMap::default(),
            long: HashMap::default(),
            seen: Vec::new(),
            begun: 1,
            has_secondary: false,
        }
    }

    /// Adds a primary item. Primary items come before secondary ones.
    ///
    /// # Errors
    /// If the name is empty, longer than [`Name::MAX`] bytes, taken, or could not be read back;
    /// if the upper bound is zero, below the lower one, or above [`Bounds::MAX`];
    /// if there is a secondary item already ([`BuildError::PrimaryAfterSecondary`]).
    pub fn item(&mut self, name: impl AsRef<[u8]>, bounds: Bounds) -> Result<ItemId, BuildError> {
        let name = Self::writable(name.as_ref())?;
        self.check_bounds(bounds)?;
        self.add_primary(name, bounds)
    }

    /// Adds a secondary item.
    ///
    /// # Errors
    /// If the name is empty, longer than [`Name::MAX`] bytes, taken, or could not be read back;
    /// if there is no primary item yet ([`BuildError::NoItems`]).
    pub fn secondary(&mut self, name: impl AsRef<[u8]>) -> Result<ItemId, BuildError> {
        let name = Self::writable(name.as_ref())?;
        if self.problem.names.is_empty() {
            return Err(BuildError::NoItems);
        }
        self.add_secondary(name)
    }

    /// Adds an option: its items, each with a color or none.
    ///
    /// # Errors
    /// If an item occurs twice, a primary item has a color, a color is white space or NUL, there is
    /// no primary item, an item is not of this problem, or the nodes do not fit. The option is then
    /// not added.
    pub fn option(&mut self, nodes: &[(ItemId, Option<u8>)]) -> Result<OptionId, BuildError> {
        let number = OptionId(self.problem.option_count() as u32);
        let added = nodes
            .iter()
            .try_for_each(|&(item, color)| self.add_own_node(item, color));
        match added {
            Ok(()) if self.end_option() => Ok(number),
            Ok(()) => Err(BuildError::NoPrimaryItem),
            Err(kind) => {
                self.drop_option();
                Err(kind)
            }
        }
    }

    /// The problem, if it has items.
    ///
    /// # Errors
    /// [`BuildError::NoItems`].
    pub fn build(mut self) -> Result<Problem, BuildError> {
        if self.problem.names.is_empty() {
            return Err(BuildError::NoItems);
        }
        self.problem.node_items.shrink_to_fit();
        self.problem.node_colors.shrink_to_fit();
        self.problem.starts.shrink_to_fit();
        Ok(self.problem)
    }

    /// The problem built so far. Without items, its text could not be read back.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    fn writable(name: &[u8]) -> Result<Name, BuildError> {
        if memchr::memchr2(b':', b'|', name).is_some() {
            return Err(BuildError::DelimiterInName);
        }
        Name::new(name)
    }

    pub(super) fn check_bounds(&self, bounds: Bounds) -> Result<(), BuildError> {
        if bounds.upper == 0 {
            Err(BuildError::ZeroUpperBound)
        } else if bounds.lower > bounds.upper {
            Err(BuildError::LowerExceedsUpper)
        } else if bounds.upper > Bounds::MAX {
            Err(BuildError::LargeBound)
        } else {
            Ok(())
        }
    }

    pub(super) fn add_primary(&mut self, name: Name, bounds: Bounds) -> Result<ItemId, BuildError> {
        if self.has_secondary {
            return Err(BuildError::PrimaryAfterSecondary);
        }
        let item = self.add_name(name)?;
        self.problem.bounds.push(bounds);
        Ok(item)
    }

    pub(super) fn add_secondary(&mut self, name: Name) -> Result<ItemId, BuildError> {
        let item = self.add_name(name)?;
        self.has_secondary = true;
        Ok(item)
    }

    fn add_name(&mut self, name: Name) -> Result<ItemId, BuildError> {
        if self.is_full() {
            return Err(BuildError::TooManyItems);
        }
        let number = self.problem.names.len();
        let is_new = match name.shared() {
            Some(bytes) => add(&mut self.long, bytes, number as u32),
            None => add(&mut self.numbers, name.clone(), number as u32),
        };
        if !is_new {
            return Err(BuildError::DuplicateName);
        }
        self.problem.names.push(name);
        self.seen.push(0);
        Ok(ItemId(number as u32))
    }

    /// Whether there is no room for another item or node. Headers, nodes and spacers share one
    /// numbering.
    #[inline]
    fn is_full(&self) -> bool {
        let problem = &self.problem;
        problem.names.len() + problem.node_count() + problem.starts.len() >= MOST_NODES - 2
    }

    /// The item of that name, found in a table.
    #[inline]
    pub(super) fn lookup(&self, name: &[u8]) -> Option<ItemId> {
        let number = match name.len() > Name::MOST_OF_DLX3 {
            true => self.long.get(name),
            false => self.numbers.get(&Name::pack(name)),
        };
        number.copied().map(ItemId)
    }

    /// Adds an uncolored node to the option under construction.
    #[inline]
    pub(super) fn add_node(&mut self, item: ItemId) -> Result<(), BuildError> {
        if self.seen[item.index()] == self.begun {
            return Err(BuildError::RepeatedItem);
        }
        if self.is_full() {
            return Err(BuildError::TooManyNodes);
        }
        self.seen[item.index()] = self.begun;
        self.problem.node_items.push(item.0);
        self.problem.node_colors.push(0);
        Ok(())
    }

    /// Adds a node to the option under construction, if the item is one of this problem's.
    #[inline]
    fn add_own_node(&mut self, item: ItemId, color: Option<u8>) -> Result<(), BuildError> {
        if item.index() >= self.problem.item_count() {
            return Err(BuildError::ForeignItem);
        }
        self.add_node(item)?;
        match color {
            None => Ok(()),
            Some(color) => self.color_node(color),
        }
    }

    /// Adds an option of items by their numbers, with their colors, 0 for none, if there are any.
    /// False if it has no primary item: then it is not added. A fault comes with its item; then the
    /// builder is of no more use. Options without colors lack them until [`Self::fill_colors`].
    pub(super) fn add_option(
        &mut self,
        items: &[u32],
        colors: &[u8],
    ) -> Result<bool, (BuildError, ItemId)> {
        if !colors.is_empty() || !self.has_room(items.len()) {
            self.fill_colors();
            let mut colors = colors.iter();
            for &item in items {
                let (item, color) = (ItemId(item), colors.next().copied());
                let added = self.add_own_node(item, color.filter(|&color| color != 0));
                added.map_err(|error| (error, item))?;
            }
            return Ok(self.end_option());
        }
        let (primary, mut keeps) = (self.problem.primary_count() as u32, false);
        for &item in items {
            match self.seen.get_mut(item as usize) {
                None => return Err((BuildError::ForeignItem, ItemId(item))),
                Some(seen) if *seen == self.begun => {
                    return Err((BuildError::RepeatedItem, ItemId(item)));
                }
                Some(seen) => *seen = self.begun,
            }
            keeps |= item < primary;
        }
        self.begun += 1;
        if keeps {
            let problem = &mut self.problem;
            // To copy so few at once takes longer on WebAssembly.
            for &item in items {
                problem.node_items.push(item);
            }
            problem.starts.push(problem.node_items.len() as u32);
        }
        Ok(keeps)
    }

    /// Adds the missing colors of nodes, which are none.
    pub(super) fn fill_colors(&mut self) {
        let nodes = self.problem.node_items.len();
        self.problem.node_colors.resize(nodes, 0);
    }

    /// Whether this many nodes fit.
    fn has_room(&self, more: usize) -> bool {
        let problem = &self.problem;
        let used = problem.names.len() + problem.node_count() + problem.starts.len();
        used.saturating_add(more) < MOST_NODES - 2
    }

    /// Makes room for a problem of numbers.
    pub(super) fn reserve(&mut self, numbered: &Numbered<'_>) {
        let (items, nodes) = (
            numbered.bounds.len() + numbered.secondary,
            numbered.items.len(),
        );
        let problem = &mut self.problem;
        problem.names.reserve_exact(items);
        problem.bounds.reserve_exact(numbered.bounds.len());
        self.seen.reserve_exact(items);
        problem.starts.reserve_exact(numbered.lengths.len());
        problem.node_items.reserve_exact(nodes);
        problem.node_colors.reserve_exact(nodes);
    }

    /// Adds an item that is called by its number, a primary one if it has bounds. It is not found by
    /// its name.
    pub(super) fn add_numbered(&mut self, bounds: Option<Bounds>) -> Result<(), BuildError> {
        if self.is_full() {
            return Err(BuildError::TooManyItems);
        }
        match bounds {
            Some(bounds) => {
                self.check_bounds(bounds)?;
                self.problem.bounds.push(bounds);
            }
            None => self.has_secondary = true,
        }
        let number = self.problem.names.len();
        self.problem.names.push(Name::of_number(number as u32));
        self.seen.push(0);
        Ok(())
    }

    /// Colors the last node.
    #[inline]
    pub(super) fn color_node(&mut self, color: u8) -> Result<(), BuildError> {
        let problem = &mut self.problem;
        let node = problem.node_count() - 1;
        if (problem.node_items[node] as usize) < problem.primary_count() {
            return Err(BuildError::ColoredPrimary);
        }
        if color == 0 || dlx3_base::text::blank::is_blank(color) {
            return Err(BuildError::BadColor);
        }
        problem.node_colors[node] = color;
        Ok(())
    }

    /// The items of the option under construction.
    pub(super) fn current(&self) -> &[u32] {
        &self.problem.node_items[*self.problem.starts.last().expect("never empty") as usize..]
    }

    /// Ends the option under construction. If it has no primary item, drops it and returns false.
    pub(super) fn end_option(&mut self) -> bool {
        let primary = self.problem.primary_count() as u32;
        let keep = self.current().iter().any(|&item| item < primary);
        if keep {
            self.problem
                .starts
                .push(self.problem.node_items.len() as u32);
            self.begun += 1;
        } else {
            self.drop_option();
        }
        keep
    }

    fn drop_option(&mut self) {
        let start = *self.problem.starts.last().expect("never empty") as usize;
        for node in start..self.problem.node_count() {
            // A dropped option uses up no number, so its marks must go.
            self.seen[self.problem.node_items[node] as usize] = 0;
        }
        self.problem.node_items.truncate(start);
        self.problem.node_colors.truncate(start);
    }
}

/// Adds a key; false if it was there.
fn add<K: Eq + Hash, S: BuildHasher>(map: &mut HashMap<K, u32, S>, key: K, number: u32) -> bool {
    match map.entry(key) {
        Entry::Occupied(_) => false,
        Entry::Vacant(entry) => {
            entry.insert(number);
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let mut builder = Problem::builder();
        let a = builder.item("a", Bounds::ONE).unwrap();
        let x = builder.secondary("x").unwrap();
        for (nodes, kind) in [
            (&[(a, None), (a, None)][..], BuildError::RepeatedItem),
            (&[(a, Some(b'1'))], BuildError::ColoredPrimary),
            (&[(a, None), (x, Some(b' '))], BuildError::BadColor),
            (&[(x, None)], BuildError::NoPrimaryItem),
            (&[(a, None), (ItemId(7), None)], BuildError::ForeignItem),
            (&[], BuildError::NoPrimaryItem),
        ] {
            assert_eq!(builder.option(nodes), Err(kind));
        }
        assert_eq!(builder.option(&[(x, None), (a, None)]), Ok(OptionId(0)));
        assert_eq!(builder.build().unwrap().to_string(), "a | x\nx a\n");
    }

    #[test]
    fn a_refused_item_leaves_no_trace() {
        let mut builder = Problem::builder();
        let a = builder.item("a", Bounds::ONE).unwrap();
        assert_eq!(
            builder.item("a", Bounds::ONE),
            Err(BuildError::DuplicateName)
        );
        assert_eq!(builder.secondary("a"), Err(BuildError::DuplicateName));
        assert_eq!(builder.lookup(b"a"), Some(a));
        assert_eq!(builder.item("b", Bounds::ONE), Ok(ItemId(1)));
    }

    #[test]
    fn names_and_bounds_that_cannot_be_written_are_refused() {
        let mut builder = Problem::builder();
        let bounds = |lower, upper| Bounds { lower, upper };
        assert_eq!(builder.secondary("x"), Err(BuildError::NoItems));
        let long = "x".repeat(256);
        for (name, bounds, kind) in [
            ("", Bounds::ONE, BuildError::EmptyName),
            (&long, Bounds::ONE, BuildError::LongName),
            ("a b", Bounds::ONE, BuildError::BlankInName),
            ("a|b", Bounds::ONE, BuildError::DelimiterInName),
            ("a", bounds(0, 0), BuildError::ZeroUpperBound),
            ("a", bounds(3, 2), BuildError::LowerExceedsUpper),
            ("a", bounds(0, 10_000_000), BuildError::LargeBound),
        ] {
            assert_eq!(builder.item(name, bounds), Err(kind), "{name}");
        }
        builder.item("a", bounds(0, 9_999_999)).unwrap();
        let name = &long[1..];
        let named = builder.item(name, Bounds::ONE).unwrap();
        assert_eq!(builder.problem().name(named), name.as_bytes());
        assert_eq!(
            builder.item(name, Bounds::ONE),
            Err(BuildError::DuplicateName)
        );
        builder.secondary("x").unwrap();
        assert_eq!(
            builder.item("a", Bounds::ONE),
            Err(BuildError::PrimaryAfterSecondary)
        );
        assert_eq!(builder.secondary("x"), Err(BuildError::DuplicateName));
    }
}
