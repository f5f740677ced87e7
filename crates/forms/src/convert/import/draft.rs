//! A problem under construction. Its items may become secondary while options are read.

use super::{Fault, Imported, Place, shown};
use dlx3_base::text::blank::is_blank;
use dlx3_base::text::plural::counted;
use dlx3_format::{Bounds, BuildError, Costs, Decimal, ItemId, Name, OptionId, Problem, TooLarge};
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Primary(Bounds),
    /// At least this often; the upper bound is the number of options.
    AtLeast(u32),
    Secondary,
}

/// An item, and its name in the text.
type Known = (u32, Box<[u8]>);

#[derive(Default)]
pub struct Draft {
    items: Vec<(Name, Kind)>,
    /// Items by their names in the problem.
    numbers: HashMap<Box<[u8]>, Known, foldhash::fast::RandomState>,
    /// Option `o` has `nodes[starts[o]..starts[o + 1]]`.
    starts: Vec<usize>,
    nodes: Vec<(u32, u8)>,
    costs: Costs,
    /// For each item, the last option with it.
    seen: Vec<usize>,
    /// The place of the first option without primary items, and their number.
    empty: Option<(Place, usize)>,
    places: Vec<Place>,
    pub notes: Vec<String>,
}

/// A name in which no byte has a special meaning.
pub fn clean(name: &[u8]) -> Cow<'_, [u8]> {
    let is_bad = |byte: u8| is_blank(byte) || matches!(byte, b':' | b'|');
    match name.iter().any(|&byte| is_bad(byte)) {
        false => Cow::Borrowed(name),
        true => {
            let bytes = name.iter();
            Cow::Owned(
                bytes
                    .map(|&byte| if is_bad(byte) { b'_' } else { byte })
                    .collect(),
            )
        }
    }
}

impl Draft {
    pub fn new() -> Self {
        Draft {
            starts: vec![0],
            ..Draft::default()
        }
    }

    /// The item with this name, which may be new, and whether it is.
    pub fn item(&mut self, raw: &[u8], place: Place) -> Result<(u32, bool), Fault> {
        let number = self.items.len() as u32;
        let clean = clean(raw);
        match self.numbers.entry(Box::from(&*clean)) {
            Entry::Occupied(entry) => {
                let (number, before) = entry.get();
                match **before == *raw {
                    true => Ok((*number, false)),
                    false => {
                        let (one, other) = (shown(before), shown(raw));
                        let told = format!(
                            "`{one}' and `{other}' are both written as `{}'",
                            shown(&clean)
                        );
                        Err(Fault::new(place, told))
                    }
                }
            }
            Entry::Vacant(entry) => {
                let name = Name::new(&clean).map_err(|error| bad_name(raw, place, error))?;
                entry.insert((number, raw.into()));
                self.items.push((name, Kind::Primary(Bounds::ONE)));
                self.seen.push(usize::MAX);
                Ok((number, true))
            }
        }
    }

    /// A new item, whose name must not be taken.
    pub fn new_item(&mut self, raw: &[u8], kind: Kind, place: Place) -> Result<u32, Fault> {
        let (item, is_new) = self.item(raw, place)?;
        if !is_new {
            let told = format!("two things are called `{}'", shown(raw));
            return Err(Fault::new(place, told));
        }
        self.set_kind(item, kind);
        Ok(item)
    }

    /// A new item with this name, or with strokes appended if that is taken.
    pub fn fresh_item(&mut self, mut raw: Vec<u8>, kind: Kind, place: Place) -> Result<u32, Fault> {
        while self.numbers.contains_key(&*clean(&raw)) {
            raw.push(b'\'');
        }
        self.new_item(&raw, kind, place)
    }

    /// Adds items called 1, 2, and so on.
    pub fn numbered(&mut self, count: usize, kind: Kind, place: Place) -> Result<(), Fault> {
        for number in 1..=count {
            self.new_item(number.to_string().as_bytes(), kind, place)?;
        }
        Ok(())
    }

    pub fn items(&self) -> usize {
        self.items.len()
    }

    pub fn options(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn name(&self, item: u32) -> &[u8] {
        self.items[item as usize].0.as_bytes()
    }

    /// The name in the text.
    pub fn raw(&self, item: u32) -> &[u8] {
        let name = self.name(item);
        self.numbers.get(name).map_or(name, |(_, raw)| raw)
    }

    pub fn find(&self, raw: &[u8]) -> Option<u32> {
        let (number, before) = self.numbers.get(&*clean(raw))?;
        (**before == *raw).then_some(*number)
    }

    /// For each item, the number of options with it.
    pub fn lengths(&self) -> Vec<u32> {
        let mut lengths = vec![0; self.items.len()];
        for &(item, _) in &self.nodes {
            lengths[item as usize] += 1;
        }
        lengths
    }

    pub fn kind(&self, item: u32) -> Kind {
        self.items[item as usize].1
    }

    pub fn set_kind(&mut self, item: u32, kind: Kind) {
        self.items[item as usize].1 = kind;
    }

    /// Begins an option.
    pub fn begin(&mut self, place: Place) {
        self.places.push(place);
        self.costs.begin();
    }

    /// Adds an item to the current option; false if the option has it already.
    pub fn node(&mut self, item: u32, color: Option<u8>) -> bool {
        let option = self.starts.len();
        let is_new = std::mem::replace(&mut self.seen[item as usize], option) != option;
        if is_new {
            self.nodes.push((item, color.unwrap_or(0)));
        }
        is_new
    }

    /// Adds to the cost of the current option.
    pub fn cost(&mut self, cost: Decimal, place: Place) -> Result<(), Fault> {
        let added = self.costs.add(cost);
        added.map_err(|TooLarge| Fault::new(place, TooLarge.to_string()))
    }

    /// Ends the current option.
    pub fn end(&mut self) {
        self.starts.push(self.nodes.len());
    }

    /// A summary: the numbers of rows and items, and the most frequent names. The items `ids`, in
    /// order, only name options.
    pub fn summary(&self, ids: &[u32], told: &str) -> String {
        const MOST: usize = 3;
        let lengths = self.lengths();
        let own = (0..self.items() as u32).filter(|item| ids.binary_search(item).is_err());
        let mut items: Vec<u32> = own.collect();
        let mut summary = format!(
            "{} and {}",
            counted(self.options(), "row"),
            counted(items.len(), "item")
        );
        if !told.is_empty() {
            summary += &format!(" {told}");
        }
        items.sort_by_key(|&item| (std::cmp::Reverse(lengths[item as usize]), item));
        let most = items.iter().take(MOST).map(|&item| {
            let length = lengths[item as usize];
            format!("{} ({length})", shown(self.name(item)))
        });
        let most: Vec<String> = most.collect();
        if !most.is_empty() {
            summary += &format!("; the most frequent: {}", most.join(", "));
        }
        summary
    }

    /// The problem.
    pub fn build(mut self) -> Result<Imported, Fault> {
        let build = |error: BuildError| Fault::nowhere(error.to_string());
        let mut builder = Problem::builder();
        let lengths = self.lengths();
        let mut ids = vec![ItemId(0); self.items.len()];
        for (number, (name, kind)) in self.items.iter().enumerate() {
            let bounds = match *kind {
                Kind::Primary(bounds) => bounds,
                Kind::AtLeast(lower) => Bounds {
                    lower,
                    upper: lower.max(lengths[number]).clamp(1, Bounds::MAX),
                },
                Kind::Secondary => continue,
            };
            let added = builder.item(name.as_bytes(), bounds);
            ids[number] = added.map_err(|error| Fault::nowhere(format!("item {name}: {error}")))?;
        }
        for (number, (name, kind)) in self.items.iter().enumerate() {
            if *kind == Kind::Secondary {
                ids[number] = builder.secondary(name.as_bytes()).map_err(build)?;
            }
        }
        let mut kept = Vec::new();
        let mut nodes = Vec::new();
        for (option, range) in self.starts.windows(2).enumerate() {
            let own = &self.nodes[range[0]..range[1]];
            let is_primary = |item: u32| self.items[item as usize].1 != Kind::Secondary;
            if !own.iter().any(|&(item, _)| is_primary(item)) {
                let (_, count) = self.empty.get_or_insert((self.places[option], 0));
                *count += 1;
                continue;
            }
            nodes.clear();
            let colored = own
                .iter()
                .map(|&(item, color)| (ids[item as usize], (color != 0).then_some(color)));
            nodes.extend(colored);
            let added = builder.option(&nodes);
            added.map_err(|error| Fault::new(self.places[option], error.to_string()))?;
            kept.push(OptionId(option as u32));
        }
        if let Some((place, count)) = self.empty {
            let line = place.line;
            self.notes.push(match count {
                1 => format!("line {line}: this option has no primary item, and is left out"),
                _ => format!(
                    "{count} options have no primary items, and are left out; the first is in line {line}"
                ),
            });
        }
        let problem = builder.build().map_err(build)?;
        Ok(Imported {
            problem: problem.priced(self.costs.some(kept.into_iter())),
            notes: self.notes,
            summary: None,
        })
    }
}

fn bad_name(raw: &[u8], place: Place, error: BuildError) -> Fault {
    Fault::new(place, format!("`{}' cannot be a name: {error}", shown(raw)))
}
