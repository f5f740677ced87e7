//! The positions that a search has reached, each once.
//!
//! A state has the displacement of each piece against the first one, so that assemblies shifted as
//! a whole are equal. Its hash is linear in the displacements: the hash of the next state is that of
//! this one, plus the distance times the sum of the moving pieces' factors.

use super::{Direction, MOST_PIECES};

/// How a state was reached.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The number of the state before.
    pub from: u32,
    /// How far.
    pub distance: u16,
    /// Where to.
    pub direction: Direction,
    /// The pieces that moved, a bit each.
    pub group: u64,
}

/// A place of the table without a state.
const NONE: u32 = u32::MAX;

/// The states of one search.
#[derive(Debug)]
pub struct States {
    /// The number of pieces.
    pieces: usize,
    /// The displacements, three numbers for each piece but the first.
    places: Vec<i16>,
    hashes: Vec<u64>,
    steps: Vec<Step>,
    /// The numbers of states by their hashes, with open addressing; a power of two.
    table: Vec<u32>,
    /// A factor for each piece and each axis. They add up to 0 over all pieces of a search.
    factors: [[u64; 3]; MOST_PIECES],
    /// Room for the state that is looked for.
    next: Vec<i16>,
}

impl States {
    /// No states.
    pub fn new() -> Self {
        // SplitMix64 (S. Vigna).
        let mut seed = 0_u64;
        let mut draw = || {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        };
        let factors = std::array::from_fn(|_| [draw(), draw(), draw()]);
        States {
            pieces: 0,
            places: Vec::new(),
            hashes: Vec::new(),
            steps: Vec::new(),
            table: Vec::new(),
            factors,
            next: Vec::new(),
        }
    }

    /// Begins a search with this state, the displacements of all pieces.
    pub fn start(&mut self, start: &[[i16; 3]]) {
        /// Enough for most assemblies.
        const FIRST: usize = 64;
        self.pieces = start.len();
        self.places.clear();
        self.hashes.clear();
        self.steps.clear();
        self.table.clear();
        self.table.resize(FIRST, NONE);
        // Shifts of all pieces together must not change a hash.
        let mut sum = [0_u64; 3];
        for factor in &self.factors[1..start.len()] {
            sum = [0, 1, 2].map(|axis| sum[axis].wrapping_add(factor[axis]));
        }
        self.factors[0] = sum.map(u64::wrapping_neg);
        self.next.clear();
        for place in &start[1..] {
            self.next
                .extend([0, 1, 2].map(|axis| place[axis] - start[0][axis]));
        }
        self.push(
            0,
            Step {
                from: NONE,
                distance: 0,
                direction: Direction::Right,
                group: 0,
            },
        );
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The displacement of a piece against the first one.
    #[inline]
    pub fn place(&self, state: usize, piece: usize) -> [i16; 3] {
        match piece {
            0 => [0; 3],
            _ => {
                let start = (state * (self.pieces - 1) + piece - 1) * 3;
                let place = &self.places[start..start + 3];
                [place[0], place[1], place[2]]
            }
        }
    }

    /// The steps to a state, from the start.
    pub fn way(&self, state: usize) -> Vec<Step> {
        let mut way = Vec::new();
        let mut at = self.steps[state];
        while at.from != NONE {
            way.push(at);
            at = self.steps[at.from as usize];
        }
        way.reverse();
        way
    }

    /// The hash of the state after a step.
    fn hash(&self, step: &Step) -> u64 {
        let axis = step.direction.axis();
        let mut sum = 0_u64;
        let mut group = step.group;
        while group != 0 {
            let piece = group.trailing_zeros() as usize;
            sum = sum.wrapping_add(self.factors[piece][axis]);
            group &= group - 1;
        }
        let sum = sum.wrapping_mul(u64::from(step.distance));
        let before = self.hashes[step.from as usize];
        match step.direction.sign() {
            1 => before.wrapping_add(sum),
            _ => before.wrapping_sub(sum),
        }
    }

    /// Adds the state after a step, if it is new.
    pub fn reach(&mut self, step: Step) {
        let hash = self.hash(&step);
        let mask = self.table.len() - 1;
        let mut slot = Self::slot(hash) & mask;
        let mut is_made = false;
        while self.table[slot] != NONE {
            let known = self.table[slot] as usize;
            if self.hashes[known] == hash {
                if !is_made {
                    self.make(&step);
                    is_made = true;
                }
                let length = self.next.len();
                if self.places[known * length..(known + 1) * length] == self.next[..] {
                    return;
                }
            }
            slot = (slot + 1) & mask;
        }
        if !is_made {
            self.make(&step);
        }
        self.push(hash, step);
    }

    /// Writes the displacements after a step to `next`.
    fn make(&mut self, step: &Step) {
        let length = self.next.len();
        let start = step.from as usize * length;
        self.next
            .copy_from_slice(&self.places[start..start + length]);
        let axis = step.direction.axis();
        let by = step.direction.sign() as i16 * step.distance as i16;
        // If the first piece moves, the others move against it the other way.
        let (mut group, by) = match step.group & 1 {
            0 => (step.group, by),
            _ => (!step.group & (!0 >> (64 - self.pieces)), -by),
        };
        while group != 0 {
            let piece = group.trailing_zeros() as usize;
            self.next[(piece - 1) * 3 + axis] += by;
            group &= group - 1;
        }
    }

    /// Adds the state in `next`, which is new.
    fn push(&mut self, hash: u64, step: Step) {
        if (self.hashes.len() + 1) * 2 > self.table.len() {
            let size = self.table.len() * 4;
            self.table.clear();
            self.table.resize(size, NONE);
            for state in 0..self.hashes.len() {
                self.enter(state);
            }
        }
        let state = self.hashes.len();
        assert!(state < NONE as usize, "more than 2^32 states");
        self.hashes.push(hash);
        self.steps.push(step);
        self.places.extend_from_slice(&self.next);
        self.enter(state);
    }

    /// Enters a state into the table.
    fn enter(&mut self, state: usize) {
        let mask = self.table.len() - 1;
        let mut slot = Self::slot(self.hashes[state]) & mask;
        while self.table[slot] != NONE {
            slot = (slot + 1) & mask;
        }
        self.table[slot] = state as u32;
    }

    fn slot(hash: u64) -> usize {
        (hash ^ (hash >> 32)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::DIRECTIONS;
    use super::*;

    #[test]
    fn states_that_differ_by_a_shift_of_all_pieces_are_equal() {
        let mut states = States::new();
        states.start(&[[0; 3], [4, 0, 1], [0, 2, 0]]);
        for direction in DIRECTIONS {
            let before = states.len();
            let step = |group, direction| Step {
                from: 0,
                distance: 2,
                direction,
                group,
            };
            states.reach(step(0b001, direction));
            states.reach(step(0b110, direction.opposite()));
            assert_eq!(states.len(), before + 1, "{direction:?}");
            states.reach(step(0b111, direction));
            assert_eq!(states.len(), before + 1, "{direction:?}");
        }
    }

    #[test]
    fn the_way_leads_from_the_start() {
        let mut states = States::new();
        states.start(&[[0; 3], [0; 3]]);
        for distance in 1..500 {
            states.reach(Step {
                from: distance - 1,
                distance: 1,
                direction: Direction::Down,
                group: 0b10,
            });
        }
        assert_eq!(states.len(), 500);
        assert_eq!(states.way(499).len(), 499);
        assert_eq!(states.place(499, 1), [0, 0, 499]);
    }
}
