//! Singles, locked candidates and sets in areas of any shape.

use super::words::{digits, of, sign};
use super::{Area, BoardStep, Kind, Position};

impl Position<'_> {
    /// The only empty cell of a complete unit.
    pub(super) fn last_value(&self) -> Option<BoardStep> {
        self.areas
            .iter()
            .filter(|area| area.complete)
            .find_map(|area| {
                let mut open = area
                    .cells
                    .iter()
                    .filter(|&&cell| self.digits[usize::from(cell)] == 0);
                let &cell = open.next()?;
                let digit = of(self.set(cell)).next()?;
                if open.next().is_some() {
                    return None;
                }
                let name = self.name(cell);
                let why = format!(
                    "{name} is the last empty cell of {}, so it is {}.",
                    area.name,
                    sign(digit)
                );
                Some(self.single(Kind::LastValue, (cell, digit), area, why))
            })
    }

    /// The only place that a digit has in a unit, or in a cage that needs it.
    pub(super) fn hidden_single(&self) -> Option<BoardStep> {
        self.areas
            .iter()
            .filter(|area| area.complete || area.kind == Kind::CageSum)
            .find_map(|area| {
                let (needed, because) = self.needs(area);
                of(needed).find_map(|digit| {
                    let &[cell] = &self.places(&area.cells, digit)[..] else {
                        return None;
                    };
                    let (name, value) = (self.name(cell), sign(digit));
                    let why = format!(
                        "{because}In {}, {name} is the only place left for {value}. So {name} is \
                     {value}.",
                        area.name
                    );
                    Some(self.single(Kind::HiddenSingle, (cell, digit), area, why))
                })
            })
    }

    /// A cell with one candidate.
    pub(super) fn naked_single(&self) -> Option<BoardStep> {
        let cell = self.sets.iter().position(|set| set.count_ones() == 1)? as u16;
        let digit = of(self.set(cell)).next()?;
        let (name, value) = (self.name(cell), sign(digit));
        let why = format!("{name} has no candidate but {value}. So {name} is {value}.");
        Some(BoardStep {
            kind: Kind::NakedSingle,
            placed: Some((cell, digit)),
            removed: Vec::new(),
            cells: vec![cell],
            areas: Vec::new(),
            candidates: vec![(cell, digit)],
            place: format!("Look at {name}."),
            sentence: why,
        })
    }

    fn single(&self, kind: Kind, placed: (u16, u8), area: &Area, sentence: String) -> BoardStep {
        BoardStep {
            kind,
            placed: Some(placed),
            removed: Vec::new(),
            cells: vec![placed.0],
            areas: vec![area.cells.clone()],
            candidates: vec![placed],
            place: self.look_at(area),
            sentence,
        }
    }

    fn look_at(&self, area: &Area) -> String {
        match area.kind {
            Kind::CageSum => format!(
                "Look at {} in {}.",
                area.name,
                self.names(&area.cells, "and")
            ),
            _ => format!("Look at {}.", area.name),
        }
    }

    /// Locked candidates: cells outside an area see all its places for a digit that it needs.
    pub(super) fn locked(&self) -> Option<BoardStep> {
        self.areas.iter().find_map(|area| {
            let (needed, because) = self.needs(area);
            of(needed).find_map(|digit| {
                let places = self.places(&area.cells, digit);
                let (&first, rest) = places.split_first()?;
                let sees = |cell: &u16| {
                    let own = &self.peers[usize::from(*cell)];
                    rest.iter().all(|place| own.binary_search(place).is_ok())
                };
                let outside = |cell: &&u16| area.cells.binary_search(cell).is_err();
                let near = self.peers[usize::from(first)].iter().filter(outside);
                let seen: Vec<u16> = near.copied().filter(sees).collect();
                let removed = self.candidates(&seen, 1 << (digit - 1));
                if removed.is_empty() {
                    return None;
                }
                let value = sign(digit);
                let all_in = |other: &&Area| {
                    let has = |cell: &u16| other.cells.binary_search(cell).is_ok();
                    places.iter().all(has) && removed.iter().all(|(cell, _)| has(cell))
                };
                let other = self
                    .areas
                    .iter()
                    .filter(|other| other.sum.is_none())
                    .find(all_in);
                let then = match other {
                    Some(other) => format!(
                        "which all lie in {0}; so the {value} of {0} is among them.",
                        other.name
                    ),
                    None => format!(
                        "and {} see all of these.",
                        self.names(&seen_cells(&removed), "and")
                    ),
                };
                let sentence = format!(
                    "{because}In {}, {value} can only go to {}, {then} {}",
                    area.name,
                    self.names(&places, "or"),
                    self.therefore(&removed)
                );
                let mut areas = vec![area.cells.clone()];
                areas.extend(other.map(|other| other.cells.clone()));
                Some(BoardStep {
                    kind: Kind::Locked,
                    placed: None,
                    removed,
                    candidates: self.candidates(&places, 1 << (digit - 1)),
                    cells: places,
                    areas,
                    place: self.look_at(area),
                    sentence,
                })
            })
        })
    }

    /// Naked set: `size` cells of an area have only `size` candidates together.
    pub(super) fn naked_set(&self, size: usize) -> Option<BoardStep> {
        self.areas.iter().find_map(|area| {
            let open = |cell: &&u16| (2..=size as u32).contains(&self.set(**cell).count_ones());
            let open: Vec<u16> = area.cells.iter().filter(open).copied().collect();
            choices(open.len(), size, &mut |chosen| {
                let cells: Vec<u16> = chosen.iter().map(|&place| open[place]).collect();
                let set = cells.iter().fold(0, |all, &cell| all | self.set(cell));
                if set.count_ones() as usize != size {
                    return None;
                }
                let others: Vec<u16> = area
                    .cells
                    .iter()
                    .filter(|cell| !cells.contains(cell))
                    .copied()
                    .collect();
                let removed = self.candidates(&others, set);
                if removed.is_empty() {
                    return None;
                }
                let sentence = format!(
                    "In {}, {} have no candidates but {}, so these digits all go there. {}",
                    area.name,
                    self.names(&cells, "and"),
                    digits(set, "and"),
                    self.therefore(&removed)
                );
                Some(self.set_step(Kind::NakedSet, area, (cells, set), removed, sentence))
            })
        })
    }

    /// Hidden set: `size` digits of a complete unit have only `size` places together.
    pub(super) fn hidden_set(&self, size: usize) -> Option<BoardStep> {
        self.areas
            .iter()
            .filter(|area| area.complete)
            .find_map(|area| {
                let places = |digit: u8| self.places(&area.cells, digit);
                let order = self.board.geometry.order() as u8;
                let open = (1..=order).filter(|&digit| (2..=size).contains(&places(digit).len()));
                let open: Vec<u8> = open.collect();
                choices(open.len(), size, &mut |chosen| {
                    let set = chosen
                        .iter()
                        .fold(0u32, |all, &place| all | 1 << (open[place] - 1));
                    let mut cells: Vec<u16> = of(set).flat_map(places).collect();
                    cells.sort_unstable();
                    cells.dedup();
                    let removed = self.candidates(&cells, !set);
                    if cells.len() != size || removed.is_empty() {
                        return None;
                    }
                    let sentence = format!(
                        "In {}, {} can only go to {}, so no other digit can go there. {}",
                        area.name,
                        digits(set, "and"),
                        self.names(&cells, "and"),
                        self.therefore(&removed)
                    );
                    Some(self.set_step(Kind::HiddenSet, area, (cells, set), removed, sentence))
                })
            })
    }

    fn set_step(
        &self,
        kind: Kind,
        area: &Area,
        (cells, set): (Vec<u16>, u32),
        removed: Vec<(u16, u8)>,
        sentence: String,
    ) -> BoardStep {
        BoardStep {
            kind,
            placed: None,
            removed,
            candidates: self.candidates(&cells, set),
            cells,
            areas: vec![area.cells.clone()],
            place: self.look_at(area),
            sentence,
        }
    }
}

/// The cells of some candidates, each once.
fn seen_cells(places: &[(u16, u8)]) -> Vec<u16> {
    let mut cells: Vec<u16> = places.iter().map(|&(cell, _)| cell).collect();
    cells.dedup();
    cells
}

/// Tries the sets of `size` numbers below `count` in order, until one gives something.
fn choices<T>(
    count: usize,
    size: usize,
    attempt: &mut dyn FnMut(&[usize]) -> Option<T>,
) -> Option<T> {
    if size > count {
        return None;
    }
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        if let Some(found) = attempt(&chosen) {
            return Some(found);
        }
        let moved = (0..size)
            .rev()
            .find(|&place| chosen[place] < count - size + place)?;
        let next = chosen[moved] + 1;
        for (more, place) in chosen[moved..].iter_mut().enumerate() {
            *place = next + more;
        }
    }
}
