//! The constant data of a problem of tables.
//!
//! ```text
//! table:  the options of an item that have the same scope (the same other items, in one order)
//! row:    an option's number: those of a table follow each other, from a multiple of 64 on
//! mask:   of a secondary item and a hue: the rows that want it, of each table with the item
//! ```
//!
//! Invariant: the tables of an item follow each other, and none is empty. All options of a table
//! have equally many other items; and while they are live, equally many of these are purified.

use super::Span;
use dlx3_format::{Bounds, ItemId, NodeId, OptionId, Problem};
use std::collections::HashMap;

/// The most words that rows, masks, and the blocks of a path may take each: 64 MB.
const MOST_WORDS: usize = 1 << 23;
/// Tables are used if an item has at most this many on average, or a table has at least [`FULL`]
/// options on average. Otherwise lists of single options would be intersected one by one.
const MOST_TABLES: usize = 4;
const FULL: usize = 8;

/// The options of one item and one scope.
#[derive(Clone, Copy, Debug, Default)]
pub struct Table {
    pub item: u32,
    pub first_word: u32,
    pub words: u32,
    /// Its number of options, and of other items in each of them.
    pub length: u32,
    pub arity: u32,
    /// How many of these other items have no color.
    pub plain: u32,
    pub scope: Span,
    /// Where the hues of its rows begin; each row has `arity`.
    pub hues: u32,
}

/// An item of a scope.
#[derive(Clone, Copy, Debug)]
pub struct ScopeItem {
    pub second: u32,
    pub is_colored: bool,
}

/// A secondary item.
#[derive(Clone, Debug, Default)]
pub struct Second {
    pub incidences: Span,
    /// Its first mask, its first hue, and the words of a mask.
    pub masks: usize,
    pub first_hue: u32,
    pub stride: u32,
    /// The number of bits that its hues take.
    pub bits: u32,
    /// How many primary items have options with it.
    pub items: u32,
}

/// A table whose options have a secondary item.
#[derive(Clone, Copy, Debug)]
pub struct Incidence {
    pub table: u32,
    pub item: u32,
    /// Where the table's words are in each mask of the secondary item.
    pub offset: u32,
    pub arity: u32,
}

/// A problem in which each option has one primary item.
#[derive(Debug, Default)]
pub struct Shape {
    pub primary: usize,
    /// A key is length << shift | number of the item.
    pub shift: u32,
    /// The tables of each primary item.
    pub tables_of: Vec<Span>,
    pub tables: Vec<Table>,
    pub scopes: Vec<ScopeItem>,
    pub seconds: Vec<Second>,
    /// The secondary items of each primary item's options.
    pub seconds_of: Vec<Span>,
    pub all_seconds: Vec<u32>,
    pub incidences: Vec<Incidence>,
    pub masks: Vec<u64>,
    /// The hue of each node: its color's number from 1, counted for each item; 0 for none.
    pub hues: Vec<u8>,
    /// The item and the color of each hue, for the names of states.
    pub palette: Vec<(ItemId, u8)>,
    /// The option of each row, and the table of each word.
    pub options: Vec<u32>,
    pub table_of: Vec<u32>,
    /// The words of all blocks on a path.
    pub room: usize,
}

/// The node of an option's primary item, if it has exactly one.
fn primary_node(problem: &Problem, option: OptionId) -> Option<NodeId> {
    let is_primary = |&node: &NodeId| problem.node_item(node).index() < problem.primary_count();
    let mut nodes = problem.nodes_of(option).filter(is_primary);
    let node = nodes.next()?;
    nodes.next().is_none().then_some(node)
}

/// The other items of a node's option, numbered from the first secondary one, and their colors.
fn others(problem: &Problem, node: NodeId) -> impl Iterator<Item = (u32, u8)> {
    let primary = problem.primary_count() as u32;
    problem.cycle(node).skip(1).map(move |other| {
        let second = problem.node_item(other).0 - primary;
        (second, problem.color_or_zero(other))
    })
}

impl Shape {
    /// The shape of a problem in which each option has one primary item, all bounds are one, and
    /// some options have colors; `None` for others, and for too large ones.
    pub fn of(problem: &Problem) -> Option<Self> {
        let primary = problem.primary_count();
        let bounds = |item: &ItemId| problem.bounds(*item).is_some();
        let simple = |item: ItemId| problem.bounds(item) == Some(Bounds::ONE);
        let mut nodes = (0..problem.node_count()).map(|node| NodeId(node as u32));
        if !nodes.any(|node| problem.color_or_zero(node) != 0)
            || !problem.item_ids().take_while(bounds).all(simple)
        {
            return None;
        }
        // The table of each option; tables are numbered in the order in which they appear.
        let mut found: HashMap<Vec<u32>, usize> = HashMap::new();
        let mut keys: Vec<Vec<u32>> = Vec::new();
        let mut table_of: Vec<usize> = Vec::with_capacity(problem.option_count());
        let mut key: Vec<u32> = Vec::new();
        for option in problem.option_ids() {
            let node = primary_node(problem, option)?;
            key.clear();
            key.push(problem.node_item(node).0);
            let scope = others(problem, node);
            key.extend(scope.map(|(second, color)| second * 2 + u32::from(color != 0)));
            // Most options belong to the table of their predecessor.
            let last = table_of.last().copied();
            let table = match last.filter(|&last| keys[last] == key) {
                Some(last) => last,
                None => *found.entry(key.clone()).or_insert_with(|| {
                    keys.push(key.clone());
                    keys.len() - 1
                }),
            };
            table_of.push(table);
        }
        if keys.len() > MOST_TABLES * primary && keys.len() * FULL > table_of.len() {
            return None;
        }
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_key(|&table| keys[table][0]);
        let mut places = vec![0; keys.len()];
        for (place, &table) in order.iter().enumerate() {
            places[table] = place;
        }
        let mut shape = Shape {
            primary,
            ..Shape::default()
        };
        table_of
            .iter_mut()
            .for_each(|table| *table = places[*table]);
        shape.add_tables(order.iter().map(|&table| &keys[table][..]), &table_of)?;
        shape.add_options(problem, &table_of);
        shape.add_masks()?;
        Some(shape)
    }

    /// Adds the tables with these keys; `table_of` has the table of each option.
    fn add_tables<'k>(
        &mut self,
        keys: impl ExactSizeIterator<Item = &'k [u32]>,
        table_of: &[usize],
    ) -> Option<()> {
        let mut lengths = vec![0_u32; keys.len()];
        table_of.iter().for_each(|&table| lengths[table] += 1);
        let mut totals = vec![0_u32; self.primary];
        self.tables_of = vec![Span::default(); self.primary];
        let (mut word, mut room) = (0, 0);
        for (key, &length) in keys.zip(&lengths) {
            let words = length.div_ceil(64);
            let arity = key.len() - 1;
            let start = self.scopes.len();
            self.scopes.extend(key[1..].iter().map(|&other| ScopeItem {
                second: other / 2,
                is_colored: other % 2 == 1,
            }));
            let (item, number) = (key[0], self.tables.len());
            totals[item as usize] += length;
            let tables = &mut self.tables_of[item as usize];
            if tables.is_empty() {
                *tables = Span::new(number, number);
            }
            tables.end += 1;
            self.tables.push(Table {
                item,
                first_word: word as u32,
                words,
                length,
                arity: arity as u32,
                plain: key[1..].iter().filter(|&other| other % 2 == 0).count() as u32,
                scope: Span::new(start, self.scopes.len()),
                hues: 0,
            });
            self.table_of.extend((0..words).map(|_| number as u32));
            word += words as usize;
            room += words as usize * (arity + 1);
        }
        self.room = room;
        self.shift = usize::BITS - self.primary.leading_zeros();
        let longest = totals.into_iter().max().unwrap_or(0);
        let fits = longest < 1 << 16 && self.shift < 15 && longest < 1 << (31 - self.shift);
        (fits && room <= MOST_WORDS).then_some(())
    }

    /// Adds rows and their hues.
    fn add_options(&mut self, problem: &Problem, table_of: &[usize]) {
        self.options = vec![u32::MAX; self.table_of.len() * 64];
        let mut hues = 0;
        for table in &mut self.tables {
            table.hues = hues;
            hues += table.length * table.arity;
        }
        self.hues = vec![0; hues as usize];
        let mut next = vec![0; self.tables.len()];
        let seconds = problem.item_count() - self.primary;
        let mut palettes: Vec<Vec<u8>> = vec![Vec::new(); seconds];
        for option in problem.option_ids() {
            let number = table_of[option.index()];
            let table = &self.tables[number];
            let row = next[number];
            next[number] += 1;
            self.options[table.first_word as usize * 64 + row] = option.0;
            let node = primary_node(problem, option).expect("it had one primary item");
            let start = table.hues as usize + row * table.arity as usize;
            let to = &mut self.hues[start..][..table.arity as usize];
            for (hue, (second, color)) in to.iter_mut().zip(others(problem, node)) {
                if color == 0 {
                    continue;
                }
                let palette = &mut palettes[second as usize];
                let known = palette.iter().position(|&other| other == color);
                let place = known.unwrap_or_else(|| {
                    palette.push(color);
                    palette.len() - 1
                });
                *hue = place as u8 + 1;
            }
        }
        for (second, palette) in palettes.iter().enumerate() {
            let item = ItemId((self.primary + second) as u32);
            let first_hue = self.palette.len() as u32;
            // The first hue stands for no color.
            let all = std::iter::once(&0).chain(palette);
            self.palette.extend(all.map(|&color| (item, color)));
            self.seconds.push(Second {
                first_hue,
                bits: usize::BITS - palette.len().leading_zeros(),
                ..Second::default()
            });
        }
    }

    /// Adds incidences and masks.
    fn add_masks(&mut self) -> Option<()> {
        let mut of_second: Vec<Vec<Incidence>> = vec![Vec::new(); self.seconds.len()];
        let mut offsets = Vec::with_capacity(self.scopes.len());
        for (item, tables) in self.tables_of.iter().enumerate() {
            let start = self.all_seconds.len();
            for table in tables.range() {
                let Table {
                    words,
                    arity,
                    scope,
                    ..
                } = self.tables[table];
                for other in &self.scopes[scope.range()] {
                    let second = &mut self.seconds[other.second as usize];
                    let incidences = &mut of_second[other.second as usize];
                    if incidences
                        .last()
                        .is_none_or(|last| last.item != item as u32)
                    {
                        second.items += 1;
                        self.all_seconds.push(other.second);
                    }
                    incidences.push(Incidence {
                        table: table as u32,
                        item: item as u32,
                        offset: second.stride,
                        arity,
                    });
                    offsets.push(second.stride);
                    second.stride += words;
                }
            }
            self.seconds_of
                .push(Span::new(start, self.all_seconds.len()));
        }
        let mut words = 0;
        let hues = |number: usize, seconds: &[Second], all: usize| {
            let next = seconds
                .get(number + 1)
                .map_or(all, |next| next.first_hue as usize);
            next - seconds[number].first_hue as usize - 1
        };
        for (number, incidences) in of_second.iter().enumerate() {
            let colors = hues(number, &self.seconds, self.palette.len());
            let start = self.incidences.len();
            self.incidences.extend(incidences);
            let second = &mut self.seconds[number];
            second.incidences = Span::new(start, self.incidences.len());
            second.masks = words;
            words += colors * second.stride as usize;
        }
        if words > MOST_WORDS {
            return None;
        }
        self.masks = vec![0; words];
        for table in &self.tables {
            for (place, other) in table.scope.range().enumerate() {
                let ScopeItem { second, is_colored } = self.scopes[other];
                if !is_colored {
                    continue;
                }
                let second = &self.seconds[second as usize];
                for row in 0..table.length as usize {
                    let at = table.hues as usize + row * table.arity as usize + place;
                    let mask = second.mask(self.hues[at]) + offsets[other] as usize;
                    self.masks[mask + row / 64] |= 1 << (row % 64);
                }
            }
        }
        Some(())
    }
}

impl Second {
    /// Where the mask of a hue begins; the hue is not 0.
    #[inline(always)]
    pub fn mask(&self, hue: u8) -> usize {
        self.masks + (hue as usize - 1) * self.stride as usize
    }
}

impl Table {
    /// The hues of a row.
    #[inline(always)]
    pub fn hues_of<'s>(&self, shape: &'s Shape, row: u32) -> &'s [u8] {
        let start = self.hues + (row - self.first_word * 64) * self.arity;
        &shape.hues[start as usize..][..self.arity as usize]
    }
}
