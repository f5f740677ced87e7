//! Breadth first through the states of an assembly, to the first group that leaves.
//!
//! ```text
//! separate(pieces, start):
//!     for each state, in the order in which they were reached:
//!         blockers[direction][i] = pieces that i would ever meet
//!         if a group of at most half of the pieces has no blockers outside: it leaves
//!         for each direction, piece and distance:
//!             group = the piece, those it pushes within the distance, those these push, ...
//!             if it has at most half of the pieces:
//!                 reach the state after its shift, and after that of its union with others
//! ```
//!
//! A group that pushes more than half of the pieces is the same move as that of the others in the
//! other direction. With the unions, these are all moves: a group may shift if it pushes no other
//! piece, and then it is the union of what each of its pieces pushes.
//!
//! If a part cannot be taken apart by itself, neither can the assembly. So the first group that
//! leaves decides, and nothing is tried twice.

use super::super::grid::difference;
use super::gaps::{FREE, Gaps, SixGaps};
use super::states::{States, Step};
use super::together::Together;
use super::{
    ApartFault, DIRECTIONS, Direction, Handling, LONGEST, MOST_PIECES, PlacedPiece, Separation,
    Shift,
};

/// The pieces that each piece meets, a bit each.
type Rows = [u64; MOST_PIECES];

/// Takes assemblies apart. It keeps its memory from one assembly to the next.
///
/// ```
/// use dlx3::pack::apart::{Direction, Disassembler, PlacedPiece};
///
/// // A U and a bar in its notch.
/// let u = [[0, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0], [2, 0, 0]];
/// let bar = [[1, 0, 0]];
/// let pieces = [&u[..], &bar[..]].map(|cells| PlacedPiece {
///     piece: 0,
///     cells: cells.to_vec(),
/// });
/// let mut disassembler = Disassembler::new(Vec::new());
/// let found = disassembler.separation(&pieces)?.expect("the bar can be lifted out");
/// assert_eq!(found.level().to_string(), "1");
/// assert_eq!(found.moves[0].direction, Direction::Forward);
/// # Ok::<(), dlx3::pack::apart::ApartFault>(())
/// ```
#[derive(Debug)]
pub struct Disassembler {
    handling: Vec<Handling>,
    /// Whether all pieces are as heavy as each other, and in no groups.
    is_plain: bool,
    gaps: Gaps,
    together: Together,
    /// Searches of parts follow each other, so one list of states is enough.
    states: States,
    looked: u64,
    table: Box<Table>,
}

/// A part does not come apart.
struct Stuck;

/// How far the pieces of a state can shift.
#[derive(Debug)]
struct Table {
    /// The gaps of each two pieces: `(0, 1), (0, 2), (1, 2), (0, 3), ...`
    gaps: Vec<SixGaps>,
    /// For each piece and direction, the pieces that it meets at some distance.
    ever: [Directions; MOST_PIECES],
    /// The pieces that it meets at once.
    near: [Directions; MOST_PIECES],
    /// For one direction, and distances from 2: the pieces that each piece meets within them.
    far: Vec<Rows>,
}

/// A word of bits for each direction. (Eight of them are a line of a cache.)
type Directions = [u64; 8];

/// A part that a search divided in two.
struct Divided {
    /// The displacements before the last move.
    places: Vec<[i16; 3]>,
    /// The moves, as groups of the part's pieces.
    way: Vec<Step>,
    /// The group that leaves, and where to.
    group: u64,
    direction: Direction,
}

impl Disassembler {
    /// For the pieces of a packing; those without an entry are handled as all others.
    pub fn new(handling: Vec<Handling>) -> Self {
        let table = Table {
            gaps: Vec::new(),
            ever: [[0; 8]; MOST_PIECES],
            near: [[0; 8]; MOST_PIECES],
            far: Vec::new(),
        };
        let is_plain = handling.iter().all(|own| *own == Handling::default());
        Disassembler {
            handling,
            is_plain,
            gaps: Gaps::new(),
            together: Together::default(),
            states: States::new(),
            looked: 0,
            table: Box::new(table),
        }
    }

    /// The number of states that were looked at so far, in all assemblies.
    pub fn states(&self) -> u64 {
        self.looked
    }

    /// The separation of an assembly; `None` if it cannot be taken apart, as if it has one piece.
    ///
    /// # Errors
    /// If it has too many pieces, or they are too large.
    ///
    /// # Panics
    /// If a piece has no cells.
    pub fn separation(&mut self, pieces: &[PlacedPiece]) -> Result<Option<Separation>, ApartFault> {
        let count = pieces.len();
        if count > MOST_PIECES {
            return Err(ApartFault::ManyPieces(count));
        }
        if count < 2 {
            return Ok(None);
        }
        let longest = (LONGEST / (2 * count)) as i64;
        let cells = pieces.iter().map(|piece| &piece.cells[..]);
        let (least, most) = self.gaps.fill(cells, longest).ok_or(ApartFault::Large)?;
        if (0..3).any(|axis| most[axis] - least[axis] >= longest) {
            return Err(ApartFault::Large);
        }
        self.together.clear();
        let kinds: Vec<u32> = pieces.iter().map(|piece| piece.piece).collect();
        let first = pieces[0].cells[0];
        let start: Vec<[i16; 3]> = pieces
            .iter()
            .map(|piece| difference(piece.cells[0], first).map(|at| at as i16))
            .collect();
        Ok(self.separate(&kinds, (0..count).collect(), &start))
    }

    /// Takes a part apart. `start` are the places of the pieces' first cubes.
    fn separate(
        &mut self,
        kinds: &[u32],
        part: Vec<usize>,
        start: &[[i16; 3]],
    ) -> Option<Separation> {
        let Divided {
            places,
            way,
            group,
            direction,
        } = self.divide(&part, start)?;
        let all = !0 >> (64 - part.len());
        let weigh = |group: u64| {
            let pieces = members(group);
            let handling = pieces.map(|at| self.handling.get(kinds[part[at]] as usize));
            let weights = handling.map(|known| known.map_or(1, |known| known.weight));
            weights.max().unwrap_or(0).max(0)
        };
        // The heavier ones stay.
        let lighter = |group: u64, direction: Direction| match !self.is_plain
            && weigh(all & !group) < weigh(group)
        {
            true => (all & !group, direction.opposite()),
            false => (group, direction),
        };
        let shift = |group: u64, direction: Direction, distance| {
            let (group, direction) = lighter(group, direction);
            Shift {
                direction,
                distance,
                pieces: members(group).map(|at| part[at]).collect(),
            }
        };
        let mut moves: Vec<Shift> = way
            .iter()
            .map(|step| shift(step.group, step.direction, Some(step.distance.into())))
            .collect();
        moves.push(shift(group, direction, None));
        let (group, _) = lighter(group, direction);
        let mut parts = [all & !group, group].into_iter().map(|group| {
            let part: Vec<usize> = members(group).map(|at| part[at]).collect();
            let places: Vec<[i16; 3]> = members(group).map(|at| places[at]).collect();
            self.part(kinds, part, &places)
        });
        let left = parts.next()?.ok()?;
        let removed = parts.next()?.ok()?;
        drop(parts);
        Some(Separation {
            pieces: part,
            moves,
            left,
            removed,
        })
    }

    /// Takes one of two parts apart; `None` if that is not asked.
    ///
    /// # Errors
    /// If it cannot be done.
    fn part(
        &mut self,
        kinds: &[u32],
        part: Vec<usize>,
        start: &[[i16; 3]],
    ) -> Result<Option<Box<Separation>>, Stuck> {
        if part.len() == 1 {
            return Ok(None);
        }
        if self.is_plain {
            let found = self.separate(kinds, part, start).ok_or(Stuck)?;
            return Ok(Some(Box::new(found)));
        }
        let own: Vec<u32> = part.iter().map(|&piece| kinds[piece]).collect();
        if Together::is_group(&self.handling, &own) {
            return Ok(None);
        }
        match self.separate(kinds, part, start) {
            Some(found) => Ok(Some(Box::new(found))),
            None if self.together.may_stay(&self.handling, own) => Ok(None),
            None => Err(Stuck),
        }
    }

    /// Searches for the first group that leaves.
    fn divide(&mut self, part: &[usize], start: &[[i16; 3]]) -> Option<Divided> {
        self.states.start(start);
        let mut found = Vec::new();
        let mut state = 0;
        while state < self.states.len() {
            self.look(part, state);
            self.looked += 1;
            if let Some((group, direction)) = self.table.leaving(part.len()) {
                return Some(Divided {
                    places: (0..part.len())
                        .map(|piece| self.states.place(state, piece))
                        .collect(),
                    way: self.states.way(state),
                    group,
                    direction,
                });
            }
            for direction in DIRECTIONS {
                self.shift(part.len(), state, direction, &mut found);
            }
            state += 1;
        }
        None
    }

    /// Fills the table for a state.
    #[inline(never)]
    fn look(&mut self, part: &[usize], state: usize) {
        let count = part.len();
        let table = &mut *self.table;
        table.gaps.clear();
        table.ever[..count].fill([0; 8]);
        table.near[..count].fill([0; 8]);
        for second in 1..count {
            let place = self.states.place(state, second);
            for first in 0..second {
                let other = self.states.place(state, first);
                let by = [0, 1, 2].map(|axis| place[axis] - other[axis]);
                let gaps = self.gaps.get(part[first], part[second], by);
                table.gaps.push(gaps);
                for direction in 0..6 {
                    // The second one meets the first one in the opposite direction.
                    let (one, other) = (gaps[direction], gaps[direction ^ 1]);
                    table.ever[first][direction] |= u64::from(one != FREE) << second;
                    table.near[first][direction] |= u64::from(one == 0) << second;
                    table.ever[second][direction] |= u64::from(other != FREE) << first;
                    table.near[second][direction] |= u64::from(other == 0) << first;
                }
            }
        }
    }

    /// Reaches all states that one move in a direction leads to. `found` is for groups and their
    /// distances.
    #[inline(never)]
    fn shift(
        &mut self,
        count: usize,
        state: usize,
        direction: Direction,
        found: &mut Vec<(u64, u16)>,
    ) {
        let all = !0 >> (64 - count);
        let mut step = Step {
            from: state as u32,
            distance: 0,
            direction,
            group: 0,
        };
        found.clear();
        let mut known = 1;
        // Pieces that push too many others at once, whatever the distance.
        let mut large = 0;
        for piece in 0..count {
            for distance in 1.. {
                if distance > known {
                    self.table.widen(count, direction, distance);
                    known = distance;
                }
                let table = &self.table;
                let group = match distance {
                    1 => {
                        let met = |piece: usize| table.near[piece][direction as usize];
                        closure(met, piece, count / 2, large)
                    }
                    _ => {
                        let rows = &table.far[usize::from(distance) - 2];
                        closure(|piece| rows[piece], piece, count / 2, large)
                    }
                };
                let Some(group) = group else {
                    large |= u64::from(distance == 1) << piece;
                    break;
                };
                if found.contains(&(group, distance)) {
                    continue;
                }
                step.distance = distance;
                let others = found.len();
                let mut reach = |group: u64| {
                    found.push((group, distance));
                    step.group = group;
                    self.states.reach(step);
                };
                reach(group);
                for other in (0..others).rev() {
                    let (other, at) = found[other];
                    let union = group | other;
                    let is_new = at == distance && union != group && union != other && union != all;
                    if is_new && !found.contains(&(union, distance)) {
                        found.push((union, distance));
                        step.group = union;
                        self.states.reach(step);
                    }
                }
            }
        }
    }
}

impl Table {
    /// The first group that leaves, of at most half of the pieces: one piece, if that can be.
    fn leaving(&self, count: usize) -> Option<(u64, Direction)> {
        for direction in DIRECTIONS {
            let mut pieces = self.ever[..count].iter();
            if let Some(piece) = pieces.position(|met| met[direction as usize] == 0) {
                return Some((1 << piece, direction));
            }
        }
        for direction in DIRECTIONS {
            let mut large = 0;
            for piece in 0..count {
                let met = |piece: usize| self.ever[piece][direction as usize];
                match closure(met, piece, count / 2, large) {
                    Some(group) => return Some((group, direction)),
                    None => large |= 1 << piece,
                }
            }
        }
        None
    }

    /// Computes the pieces that are met within a distance, from 2.
    fn widen(&mut self, count: usize, direction: Direction, distance: u16) {
        let place = usize::from(distance) - 2;
        if self.far.len() <= place {
            self.far.resize(place + 1, [0; MOST_PIECES]);
        }
        let rows = &mut self.far[place];
        rows[..count].fill(0);
        let mut gaps = self.gaps.iter();
        for second in 1..count {
            for (first, gaps) in (0..second).zip(&mut gaps) {
                let (one, other) = (gaps[direction as usize], gaps[direction as usize ^ 1]);
                rows[first] |= u64::from(one < distance) << second;
                rows[second] |= u64::from(other < distance) << first;
            }
        }
    }
}

/// The pieces of a group.
fn members(mut group: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let piece = (group != 0).then(|| group.trailing_zeros() as usize)?;
        group &= group - 1;
        Some(piece)
    })
}

/// A piece, those that it meets, those that these meet, and so on; `None` if there are more than
/// `most`, as there are if one of `large` is met.
#[inline]
fn closure(rows: impl Fn(usize) -> u64, piece: usize, most: usize, large: u64) -> Option<u64> {
    let mut group = 1_u64 << piece;
    let mut new = rows(piece) & !group;
    while new != 0 {
        group |= new;
        if group & large != 0 || group.count_ones() as usize > most {
            return None;
        }
        let mut met = 0;
        while new != 0 {
            met |= rows(new.trailing_zeros() as usize);
            new &= new - 1;
        }
        new = met & !group;
    }
    Some(group)
}
