//! A part of a problem in a fixed order of its items, as steps on packed states.
//!
//! Each step decides some options: those that have its item and no earlier one. An item that needs
//! exactly one option has one step, which chooses it. Any other item has a step for each option,
//! which takes or skips it.
//!
//! A *state* says what the options taken so far forbid for undecided options, and no more, so that
//! states with the same future are equal. It is a string of bits, in which each item has a field
//! from the first step that may touch it to the last one that needs it:
//! * an item that needs one option: a bit, whether it is covered;
//! * an item with bounds: the number of options taken; numbers that no longer make a difference are
//!   replaced by the same number;
//! * a secondary item: for each bit of its color's number, one bit if it is 1 and another if it is
//!   0, so that different colors clash in some bit (dual rail); and one bit that says that it is
//!   used without a color.

use crate::problem::model::{Demand, Part};
use crate::problem::order::Order;

/// The most words of a state.
pub const MOST_WORDS: usize = 16;

/// The bits of a state.
pub type Key<const K: usize> = [u64; K];

/// Whether two keys have a bit in common.
#[inline(always)]
pub fn meet<const K: usize>(one: &Key<K>, other: &Key<K>) -> bool {
    both(one, other) != [0; K]
}

/// The bits that two keys have in common.
#[inline(always)]
fn both<const K: usize>(one: &Key<K>, other: &Key<K>) -> Key<K> {
    let mut common = *one;
    for (word, other) in common.iter_mut().zip(other) {
        *word &= other;
    }
    common
}

/// The place of an item's bits in a state, within one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Field {
    word: u32,
    shift: u32,
    width: u32,
}

impl Field {
    fn mask(self) -> u64 {
        (u64::MAX >> (64 - self.width)) << self.shift
    }

    fn put<const K: usize>(self, key: &mut Key<K>, value: u64) {
        key[self.word as usize] |= value << self.shift;
    }

    #[inline]
    fn get<const K: usize>(self, key: &Key<K>) -> u32 {
        ((key[self.word as usize] & self.mask()) >> self.shift) as u32
    }
}

/// The move that takes an option.
#[derive(Clone, Debug)]
pub struct Move<const K: usize> {
    /// It clashes with a state that has any of these bits.
    conflict: Key<K>,
    set: Key<K>,
    /// Its number in the part.
    pub choice: u32,
    /// The index in `counted` of its flags, one for each tally of the step.
    counted: u32,
}

/// An item with bounds, at a step that decides some of its options.
#[derive(Clone, Copy, Debug)]
struct Tally {
    field: Field,
    /// Whether its field exists before the step, and after it.
    was: bool,
    stays: bool,
    lower: u32,
    upper: u32,
    /// The number of its options that are decided after this step.
    rest: u32,
}

impl Tally {
    /// The number to store for `count`. None if the bounds can no longer be met. If they will be
    /// met in any case, all numbers are replaced by the same one.
    #[inline]
    fn settle(&self, count: u32) -> Option<u32> {
        if count > self.upper || count + self.rest < self.lower {
            None
        } else if count > self.lower && count + self.rest <= self.upper {
            Some(self.lower)
        } else {
            Some(count)
        }
    }
}

/// The options that are decided together.
#[derive(Clone, Debug)]
pub struct Step<const K: usize> {
    /// The bit that says that there is nothing to decide; 0 if there is none.
    covered: Key<K>,
    /// Whether the step may take no option.
    may_skip: bool,
    /// The bits that matter after this step, without those of its tallies.
    keep: Key<K>,
    moves: std::ops::Range<u32>,
    tallies: Vec<Tally>,
    /// The number of bits of a state in use before this step.
    pub width: u32,
}

/// A part in an order.
#[derive(Clone, Debug)]
pub struct Schedule<const K: usize> {
    /// The steps, in order.
    pub steps: Vec<Step<K>>,
    moves: Vec<Move<K>>,
    /// For each move, a flag for each tally of its step: whether the option has its item.
    counted: Vec<bool>,
}

/// The plan of a schedule: when each option is decided, and where the fields are.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The item of each step, and the options that it decides.
    steps: Vec<(u32, Vec<u32>)>,
    /// For each item, the first step that touches it and the last one that needs it.
    spans: Vec<(u32, u32)>,
    /// The field of each item. None if it needs none.
    fields: Vec<Option<Field>>,
    widths: Vec<u32>,
    /// The most bits in use at one time.
    pub width: u32,
    /// The number of words of a state. If it exceeds [`MOST_WORDS`], there are no fields.
    pub words: usize,
    /// Whether to look for dead states.
    pub has_foresight: bool,
}

impl Layout {
    /// Computes the steps and the fields, in time linear in the part's nodes.
    pub fn new(part: &Part, order: &Order) -> Self {
        let items = part.demands.len();
        let mut choices_of = vec![Vec::new(); items];
        for (choice, nodes) in part.choices.iter().enumerate() {
            for &(item, _) in &nodes.nodes {
                choices_of[item as usize].push(choice as u32);
            }
        }
        let mut is_decided = vec![false; part.choices.len()];
        let mut steps: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut own_step = vec![u32::MAX; items];
        for &item in &order.items {
            let decides: Vec<u32> = choices_of[item as usize]
                .iter()
                .copied()
                .filter(|&choice| !std::mem::replace(&mut is_decided[choice as usize], true))
                .collect();
            own_step[item as usize] = steps.len() as u32;
            match part.demands[item as usize] {
                Demand::Once => steps.push((item, decides)),
                _ => steps.extend(decides.into_iter().map(|choice| (item, vec![choice]))),
            }
        }
        let mut spans = vec![(u32::MAX, 0); items];
        for (step, (_, decides)) in steps.iter().enumerate() {
            for &choice in decides {
                for &(item, _) in &part.choices[choice as usize].nodes {
                    let (first, last) = &mut spans[item as usize];
                    *first = (step as u32).min(*first);
                    *last = step as u32;
                }
            }
        }
        for (item, demand) in part.demands.iter().enumerate() {
            if *demand == Demand::Once {
                spans[item].1 = own_step[item];
                spans[item].0 = spans[item].0.min(own_step[item]);
            }
        }
        let mut layout = Layout {
            steps,
            spans,
            fields: vec![None; items],
            widths: Vec::new(),
            width: 0,
            words: 1,
            has_foresight: true,
        };
        layout.allot(part);
        layout
    }

    /// The number of pairs of an option and an item with bounds such that one step decides the
    /// option and touches the item.
    pub fn tallies(&self, part: &Part) -> usize {
        let mut seen = vec![u32::MAX; part.demands.len()];
        let mut pairs = 0usize;
        for (step, (_, decides)) in self.steps.iter().enumerate() {
            let mut tallied = 0;
            let nodes = decides
                .iter()
                .flat_map(|&choice| &part.choices[choice as usize].nodes);
            for &(item, _) in nodes {
                if matches!(part.demands[item as usize], Demand::Bounded { .. })
                    && std::mem::replace(&mut seen[item as usize], step as u32) != step as u32
                {
                    tallied += 1;
                }
            }
            pairs = pairs.saturating_add(decides.len().saturating_mul(tallied));
        }
        pairs
    }

    /// Gives each item the first place that is free for its time. Stops once states are too long to
    /// be used.
    fn allot(&mut self, part: &Part) {
        let mut used: Vec<u64> = Vec::new();
        let mut comes = vec![Vec::new(); self.steps.len() + 1];
        let mut goes = vec![Vec::new(); self.steps.len() + 1];
        for (item, &(first, last)) in self.spans.iter().enumerate() {
            if first < last && first != u32::MAX {
                comes[first as usize].push(item);
                goes[last as usize].push(item);
            }
        }
        let mut width = 0;
        for step in 0..self.steps.len() {
            self.widths.push(width);
            for &item in &goes[step] {
                let field = self.fields[item].expect("it has come before it goes");
                used[field.word as usize] &= !field.mask();
                width -= field.width;
            }
            for &item in &comes[step] {
                let field = place(&mut used, bits(part, item));
                if used.len() > MOST_WORDS {
                    self.words = used.len();
                    return;
                }
                self.fields[item] = Some(field);
                width += field.width;
            }
            self.width = self.width.max(width);
        }
        self.words = used.len().max(1);
    }

    /// The number of steps.
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// The number of bits of a state in use before each step.
    pub fn widths(&self) -> &[u32] {
        &self.widths
    }

    /// The options that a step decides.
    pub fn decides(&self, step: usize) -> &[u32] {
        &self.steps[step].1
    }

    /// Whether an item is touched before a step, and needed at it or later.
    pub fn is_open(&self, item: u32, step: usize) -> bool {
        let (first, last) = self.spans[item as usize];
        (first as usize) < step && step <= last as usize
    }

    /// The bit that says that an item that needs one option is covered.
    pub fn covered<const K: usize>(&self, item: u32) -> Key<K> {
        let mut key = [0; K];
        if let Some(field) = self.fields[item as usize] {
            field.put(&mut key, 1);
        }
        key
    }

    /// The bits of states before a step that forbid an undecided option, without those of the item
    /// `but`.
    pub fn conflict<const K: usize>(
        &self,
        part: &Part,
        choice: usize,
        but: u32,
        step: usize,
    ) -> Key<K> {
        let mut key = [0; K];
        for &(item, color) in &part.choices[choice].nodes {
            let (Some(field), true) = (self.fields[item as usize], self.is_open(item, step)) else {
                continue;
            };
            match part.demands[item as usize] {
                _ if item == but => {}
                Demand::Bounded { .. } => {}
                Demand::Once => field.put(&mut key, 1),
                Demand::Agree { colors } => field.put(&mut key, rails(color, color_bits(colors)).0),
            }
        }
        key
    }

    /// The item of a step.
    pub fn item(&self, step: usize) -> u32 {
        self.steps[step].0
    }
}

/// The number of bits of an item's field.
fn bits(part: &Part, item: usize) -> u32 {
    let length = |most: u32| 32 - most.leading_zeros();
    match part.demands[item] {
        Demand::Once => 1,
        Demand::Bounded { upper, .. } => length(upper + 1),
        Demand::Agree { colors } => 2 * color_bits(colors) + 1,
    }
}

/// The number of bits that distinguish the colors.
fn color_bits(colors: u32) -> u32 {
    match colors {
        0 => 0,
        _ => (32 - (colors - 1).leading_zeros()).max(1),
    }
}

/// The first free place for this many bits within a word.
fn place(used: &mut Vec<u64>, width: u32) -> Field {
    for word in 0.. {
        if word == used.len() {
            used.push(0);
        }
        for shift in 0..=64 - width {
            let field = Field {
                word: word as u32,
                shift,
                width,
            };
            if used[word] & field.mask() == 0 {
                used[word] |= field.mask();
                return field;
            }
        }
    }
    unreachable!("there are enough words")
}

impl<const K: usize> Schedule<K> {
    /// # Panics
    /// If a state takes more than `K` words.
    pub fn new(part: &Part, layout: &Layout) -> Self {
        assert!(layout.words <= K, "a state takes {} words", layout.words);
        let mut schedule = Schedule {
            steps: Vec::with_capacity(layout.length()),
            moves: Vec::with_capacity(part.choices.len()),
            counted: Vec::new(),
        };
        // The number of undecided options of each item.
        let mut rest = vec![0u32; part.demands.len()];
        for choice in &part.choices {
            for &(item, _) in &choice.nodes {
                rest[item as usize] += 1;
            }
        }
        let mut dying = vec![Vec::new(); layout.length()];
        for (item, &(first, last)) in layout.spans.iter().enumerate() {
            if first != u32::MAX {
                dying[last as usize].push(item);
            }
        }
        for (at, dying) in dying.iter().enumerate() {
            schedule.add_step(part, layout, at, dying, &mut rest);
        }
        schedule
    }

    fn add_step(
        &mut self,
        part: &Part,
        layout: &Layout,
        at: usize,
        dying: &[usize],
        rest: &mut [u32],
    ) {
        let (own, decides) = &layout.steps[at];
        let span = |item: u32| layout.spans[item as usize];
        let field = |item: u32| layout.fields[item as usize];
        let mut tallied: Vec<u32> = Vec::new();
        let mut place = std::collections::HashMap::new();
        for &choice in decides {
            for &(item, _) in &part.choices[choice as usize].nodes {
                rest[item as usize] -= 1;
                if let Demand::Bounded { .. } = part.demands[item as usize] {
                    place.entry(item).or_insert_with(|| {
                        tallied.push(item);
                        tallied.len() - 1
                    });
                }
            }
        }
        let tallies: Vec<Tally> = tallied
            .iter()
            .map(|&item| match part.demands[item as usize] {
                Demand::Bounded { lower, upper } => Tally {
                    field: field(item).unwrap_or_default(),
                    was: (at as u32) > span(item).0,
                    stays: (at as u32) < span(item).1,
                    lower,
                    upper,
                    rest: rest[item as usize],
                },
                _ => unreachable!("only items with bounds have tallies"),
            })
            .collect();
        let mut keep = [u64::MAX; K];
        let gone = dying.iter().filter_map(|&item| layout.fields[item]);
        let counts = tallied.iter().filter_map(|&item| field(item));
        for field in gone.chain(counts) {
            keep[field.word as usize] &= !field.mask();
        }
        let begin = self.moves.len() as u32;
        for &choice in decides {
            let mut one = Move {
                conflict: [0; K],
                set: [0; K],
                choice,
                counted: self.counted.len() as u32,
            };
            let mut has = vec![false; tallies.len()];
            for &(item, color) in &part.choices[choice as usize].nodes {
                let (first, last) = span(item);
                let conflict = match part.demands[item as usize] {
                    Demand::Bounded { .. } => {
                        has[place[&item]] = true;
                        continue;
                    }
                    Demand::Once => (1, 1),
                    Demand::Agree { colors } => rails(color, color_bits(colors)),
                };
                let Some(field) = field(item) else { continue };
                if first < at as u32 && item != *own {
                    field.put(&mut one.conflict, conflict.0);
                }
                if (at as u32) < last {
                    field.put(&mut one.set, conflict.1);
                }
            }
            self.counted.extend(has);
            self.moves.push(one);
        }
        let is_once = part.demands[*own as usize] == Demand::Once;
        let mut covered = [0; K];
        if let Some(field) = field(*own)
            && is_once
        {
            field.put(&mut covered, 1);
        }
        self.steps.push(Step {
            covered,
            may_skip: !is_once,
            keep,
            moves: begin..self.moves.len() as u32,
            tallies,
            width: layout.widths[at],
        });
    }

    /// The number of steps.
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// The number of trials in a state at this step: its options, and perhaps none of them.
    pub fn trials(&self, at: usize) -> usize {
        let step = &self.steps[at];
        step.moves.len() + usize::from(step.may_skip)
    }

    /// The most successors of a state.
    pub fn most_moves(&self) -> usize {
        let moves = self.steps.iter().map(|step| step.moves.len() + 1);
        moves.max().unwrap_or(1)
    }

    /// The initial state and its step. None if it is dead.
    pub fn start(&self) -> Option<(usize, Key<K>)> {
        self.advance(0, [0; K])
    }

    /// Shows the successors of a state, each with its option. Each is advanced to the first step
    /// that has something to decide, or to `length` if everything is decided. Returns the number of
    /// moves.
    #[inline]
    pub fn expand(
        &self,
        at: usize,
        key: &Key<K>,
        mut show: impl FnMut(usize, Key<K>, Option<u32>),
    ) -> usize {
        let step = &self.steps[at];
        let mut moves = 0;
        let kept = both(key, &step.keep);
        for one in &self.moves[step.moves.start as usize..step.moves.end as usize] {
            if meet(&one.conflict, key) {
                continue;
            }
            let mut next = kept;
            for (word, set) in next.iter_mut().zip(&one.set) {
                *word |= set;
            }
            if !step.tallies.is_empty()
                && !step.settle(key, &mut next, &self.counted[one.counted as usize..])
            {
                continue;
            }
            if let Some((to, next)) = self.advance(at + 1, next) {
                show(to, next, Some(one.choice));
                moves += 1;
            }
        }
        if step.may_skip
            && let Some(next) = step.pass(key)
            && let Some((to, next)) = self.advance(at + 1, next)
        {
            show(to, next, None);
            moves += 1;
        }
        moves
    }

    /// Advances to the first step that has something to decide.
    #[inline]
    fn advance(&self, mut at: usize, mut key: Key<K>) -> Option<(usize, Key<K>)> {
        while let Some(step) = self.steps.get(at)
            && meet(&step.covered, &key)
        {
            key = step.pass(&key)?;
            at += 1;
        }
        Some((at, key))
    }
}

impl<const K: usize> Step<K> {
    /// The state after this step if no option is taken. None if it is dead.
    #[inline]
    fn pass(&self, key: &Key<K>) -> Option<Key<K>> {
        let mut next = both(key, &self.keep);
        match self.tallies.is_empty() || self.settle(key, &mut next, &[]) {
            true => Some(next),
            false => None,
        }
    }

    /// Counts the option taken, and puts the new numbers into the next state. Returns whether all
    /// bounds can still be met.
    fn settle(&self, key: &Key<K>, next: &mut Key<K>, counted: &[bool]) -> bool {
        for (place, tally) in self.tallies.iter().enumerate() {
            let before = if tally.was { tally.field.get(key) } else { 0 };
            let more = counted.get(place).is_some_and(|&counted| counted);
            let Some(count) = tally.settle(before + u32::from(more)) else {
                return false;
            };
            if tally.stays {
                tally.field.put(next, u64::from(count));
            }
        }
        true
    }
}

/// The bits with which an option's color clashes, and the bits that it sets.
fn rails(color: u32, bits: u32) -> (u64, u64) {
    let plain = 1 << (2 * bits);
    let Some(number) = color.checked_sub(1) else {
        return ((plain << 1) - 1, plain);
    };
    let all = (1 << bits) - 1;
    let (ones, zeros) = (u64::from(number), !u64::from(number) & all);
    (zeros | ones << bits | plain, ones | zeros << bits)
}
