//! All reachable positions, or all that lie on solutions, as one bitmap that is swept once for each
//! number of jumps.
//!
//! In a class over GF(2) the pivot holes determine all others (see [`Span`]), so a position is a
//! bit of the map: its lowest six pivots give the place in a word, the others the word's index. A
//! jump moves all positions of a word that allow it into one other word, by one rotation.
//! Symmetries are not used; orbits are counted afterwards, by Burnside's lemma.
//!
//! Invariant: a jump changes the number of pegs, so positions after different numbers of jumps
//! never meet, and one bitmap holds them all. The number of pegs follows from the place of a bit.

use super::classes::{gather_bits, vector_of};
use super::{Board, Jump, PegProblem, Position, Span, Symmetries};

/// The number of pivots within a word.
const LOW: u32 = 6;
const LANES: usize = 1 << LOW;
/// A bitmap has at most 2^31 bits, that is 256 megabytes.
const MOST_RANK: u32 = 31;
/// The most holes that are not pivots: their states index the tables of masks.
const MOST_DEPENDENT: u32 = 6;
/// The bits of a word's index that index a table of jumps.
const CHUNK: u32 = 9;

/// The positions on solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feasible {
    /// The number of classes after each number of jumps, from 0 on; all zero if there is no
    /// solution.
    pub classes: Vec<u64>,
    /// The number of positions.
    pub positions: u64,
    /// The number of solutions, that is, of sequences of jumps from start to finish; `None` if it
    /// exceeds 128 bits or was not asked for.
    pub sequences: Option<u128>,
}

/// The classes reachable from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The number of classes after each number of jumps, from 0 on.
    pub classes: Vec<u64>,
    /// The number of positions.
    pub positions: u64,
    /// The positions with the number of pegs asked for.
    pub finishes: Vec<Position>,
}

/// A way to make a jump, or to take it back.
struct Move {
    /// The change of a word's index.
    flip: usize,
    /// The rotation within a word.
    turn: u32,
    /// The bits that allow it, for each state of the dependent holes.
    from: Vec<u64>,
}

/// The moves in one direction of time.
struct Moves {
    moves: Vec<Move>,
    /// `legal[((chunk << CHUNK) + bits) * words + w]`: the moves that these bits of a word's index
    /// do not forbid.
    legal: Vec<u64>,
    words: usize,
    chunks: usize,
}

/// The geometry of the bitmaps, for the class of a start.
pub struct Sweep<'b> {
    board: &'b Board,
    start: Position,
    pivots: u64,
    span: Span,
    /// `states[word]`: the dependent holes for the word's first bit.
    states: Vec<u8>,
    /// `pegged[state][pegs]`: the bits of a word with this many pegs among the low pivots and the
    /// dependent holes.
    pegged: Vec<[u64; (LOW + MOST_DEPENDENT) as usize + 1]>,
    forward: Moves,
    backward: Moves,
}

impl<'b> Sweep<'b> {
    /// `None` if the board's span is too large, or too small, for bitmaps.
    pub fn new(board: &'b Board, start: Position) -> Option<Self> {
        let span = Span::of(board);
        let pivots = span.pivots().0;
        let dependent = board.full().0 & !pivots;
        let usable = (LOW..=MOST_RANK).contains(&span.rank());
        if !usable || dependent.count_ones() > MOST_DEPENDENT {
            return None;
        }
        let base = gather_bits(span.reduce(start.0), dependent) as u8;
        let vectors = (0..64).filter(|hole| pivots >> hole & 1 == 1);
        let parts: Vec<u8> = vectors
            .map(|hole| gather_bits(span.vector(hole), dependent) as u8)
            .collect();
        let (low_parts, high_parts) = parts.split_at(LOW as usize);
        // Each entry follows from the one without its lowest bit.
        let sums = |parts: &[u8], first: u8| {
            let mut sums = vec![first; 1 << parts.len()];
            for index in 1..sums.len() {
                let part = parts[index.trailing_zeros() as usize];
                sums[index] = sums[index & (index - 1)] ^ part;
            }
            sums
        };
        let lanes = sums(low_parts, 0);
        let masks = 1_usize << dependent.count_ones();
        let mut pegged = vec![[0; (LOW + MOST_DEPENDENT) as usize + 1]; masks];
        for (state, row) in pegged.iter_mut().enumerate() {
            for (lane, &part) in lanes.iter().enumerate() {
                let pegs = lane.count_ones() + (usize::from(part) ^ state).count_ones();
                row[pegs as usize] |= 1 << lane;
            }
        }
        let moves = |forward| Moves::new(board, &span, &lanes, forward);
        Some(Sweep {
            board,
            start,
            pivots,
            states: sums(high_parts, base),
            pegged,
            forward: moves(true),
            backward: moves(false),
            span,
        })
    }

    /// The word and the bit mask of a position.
    fn place(&self, position: Position) -> (usize, u64) {
        let key = gather_bits(position.0, self.pivots);
        ((key >> LOW) as usize, 1 << (key % LANES as u64))
    }

    fn holds(&self, map: &[u64], position: Position) -> bool {
        let (word, bit) = self.place(position);
        map[word] & bit != 0
    }

    /// A bitmap with one position.
    fn only(&self, position: Position) -> Vec<u64> {
        let mut map = vec![0; self.states.len()];
        let (word, bit) = self.place(position);
        map[word] = bit;
        map
    }

    /// The bits of a word whose positions have `pegs` pegs.
    #[inline(always)]
    fn with_pegs(&self, word: usize, pegs: u32) -> u64 {
        let row = &self.pegged[usize::from(self.states[word])];
        let pegs = pegs.wrapping_sub(word.count_ones());
        row.get(pegs as usize).copied().unwrap_or(0)
    }

    /// Makes all moves from the positions with `pegs` pegs and adds the results; with `keep`, only
    /// those in it. Returns the number of positions that moves were made from.
    fn sweep(&self, map: &mut [u64], pegs: u32, moves: &Moves, keep: Option<&[u64]>) -> u64 {
        let mut count = 0;
        for word in 0..map.len() {
            if map[word] == 0 {
                continue;
            }
            let bits = map[word] & self.with_pegs(word, pegs);
            if bits == 0 {
                continue;
            }
            count += u64::from(bits.count_ones());
            let state = usize::from(self.states[word]);
            moves.at(word, |step| {
                let moved = (bits & step.from[state]).rotate_left(step.turn);
                if moved != 0 {
                    let to = word ^ step.flip;
                    map[to] |= keep.map_or(moved, |keep| moved & keep[to]);
                }
            });
        }
        count
    }

    /// The number of orbits after each number of jumps, from the number of positions: the mean
    /// number of positions that a symmetry fixes (Burnside's lemma).
    fn orbits(&self, map: &[u64], positions: &[u64], symmetries: &Symmetries) -> Vec<u64> {
        let mut sums = positions.to_vec();
        // The first one is the identity.
        for image in symmetries.images().skip(1) {
            // The start is fixed, so a position is fixed if and only if its difference from the
            // start is, which is a linear condition.
            let fixed = self.span.fixed(image);
            let mut position = self.start;
            // Gray code: consecutive vectors differ by one basis vector.
            for number in 1..=1_u64 << fixed.len() {
                if self.holds(map, position) {
                    sums[(self.start.pegs() - position.pegs()) as usize] += 1;
                }
                if let Some(vector) = fixed.get(number.trailing_zeros() as usize) {
                    position.0 ^= vector;
                }
            }
        }
        sums.iter()
            .map(|sum| sum / symmetries.len() as u64)
            .collect()
    }
}

impl Moves {
    fn new(board: &Board, span: &Span, lanes: &[u8], forward: bool) -> Self {
        let pivots = span.pivots().0;
        let dependent = board.full().0 & !pivots;
        // Splits a set of holes by where they are stored: in the word's index, within the word, in
        // the state.
        let split = |holes: u64| {
            let key = gather_bits(holes, pivots);
            let lane = key as usize % LANES;
            let state = gather_bits(holes, dependent) as u8;
            ((key >> LOW) as usize, lane, state)
        };
        let wanted = |jump: &Jump| if forward { jump.pegs() } else { jump.to.bit() };
        let states = 1_usize << dependent.count_ones();
        let moves = board.jumps().iter().map(|jump| {
            let (flip, lane_holes, state_holes) = split(jump.holes());
            let (_, lane_pegs, state_pegs) = split(wanted(jump));
            let from = (0..states as u8).map(|state| {
                let allowed = |&lane: &usize| {
                    lane & lane_holes == lane_pegs
                        && (lanes[lane] ^ state) & state_holes == state_pegs
                };
                (0..LANES)
                    .filter(allowed)
                    .fold(0, |mask, lane| mask | 1 << lane)
            });
            // All bits move equally far, and none leaves the word.
            let (before, after) = (lane_pegs as u32, (lane_pegs ^ lane_holes) as u32);
            Move {
                flip,
                turn: after.wrapping_sub(before) % LANES as u32,
                from: from.collect(),
            }
        });
        let words = board.jumps().len().div_ceil(64);
        let chunks = (span.rank() - LOW).div_ceil(CHUNK) as usize;
        let mut legal = Vec::with_capacity((chunks << CHUNK) * words);
        for chunk in 0..chunks {
            for bits in 0..1_usize << CHUNK {
                let mut row = vec![0; words];
                for (index, jump) in board.jumps().iter().enumerate() {
                    let (holes, ..) = split(jump.holes());
                    let (pegs, ..) = split(wanted(jump));
                    let here = |set: usize| set >> (chunk * CHUNK as usize) & ((1 << CHUNK) - 1);
                    row[index / 64] |= u64::from(bits & here(holes) == here(pegs)) << (index % 64);
                }
                legal.extend(row);
            }
        }
        Moves {
            moves: moves.collect(),
            legal,
            words,
            chunks,
        }
    }

    /// Calls `visit` with the moves that a word's index allows.
    #[inline(always)]
    fn at(&self, word: usize, mut visit: impl FnMut(&Move)) {
        for part in 0..self.words {
            let mut moves = u64::MAX;
            for chunk in 0..self.chunks {
                let bits = word >> (chunk * CHUNK as usize) & ((1 << CHUNK) - 1);
                moves &= self.legal[((chunk << CHUNK) + bits) * self.words + part];
            }
            if part + 1 == self.words {
                // Tables over no bits forbid nothing, so moves that do not exist are masked out.
                moves &= u64::MAX >> (64 * self.words - self.moves.len());
            }
            while moves != 0 {
                visit(&self.moves[64 * part + moves.trailing_zeros() as usize]);
                moves &= moves - 1;
            }
        }
    }
}

impl Sweep<'_> {
    /// All positions reachable from the start.
    pub fn reached(&self, pegs: u32) -> Reached {
        let mut map = self.only(self.start);
        let mut positions = Vec::new();
        for left in (0..=self.start.pegs()).rev() {
            match self.sweep(&mut map, left, &self.forward, None) {
                0 => break,
                count => positions.push(count),
            }
        }
        let symmetries = Symmetries::of(self.board).fixing(&[self.start]);
        let mut finishes = Vec::new();
        for (word, &bits) in map.iter().enumerate() {
            let mut bits = bits & self.with_pegs(word, pegs);
            while bits != 0 {
                finishes.push(self.position(word, bits.trailing_zeros()));
                bits &= bits - 1;
            }
        }
        finishes.sort_unstable();
        Reached {
            classes: self.orbits(&map, &positions, &symmetries),
            positions: positions.iter().sum(),
            finishes,
        }
    }

    fn position(&self, word: usize, bit: u32) -> Position {
        let key = (word as u64) << LOW | u64::from(bit);
        Position(vector_of(key, &self.span) ^ self.span.reduce(self.start.0))
    }

    /// All positions on solutions that end in `problem`'s finish; `None` if there are none. The
    /// problem must have this board and start, and a finish of the same class.
    pub fn feasible(&self, problem: &PegProblem, count: bool) -> Option<Feasible> {
        let (first, last) = (self.start.pegs(), problem.finish.pegs());
        let mut forward = self.only(self.start);
        for pegs in (last + 1..=first).rev() {
            if self.sweep(&mut forward, pegs, &self.forward, None) == 0 {
                return None;
            }
        }
        if !self.holds(&forward, problem.finish) {
            return None;
        }
        let mut map = self.only(problem.finish);
        let sweep = |pegs| self.sweep(&mut map, pegs, &self.backward, Some(&forward));
        let mut positions: Vec<u64> = (last..=first).map(sweep).collect();
        positions.reverse();
        drop(forward);
        Some(Feasible {
            classes: self.orbits(&map, &positions, &problem.symmetries()),
            positions: positions.iter().sum(),
            sequences: if count {
                self.sequences(&map, last, &positions)
            } else {
                None
            },
        })
    }

    /// All positions on paths from the start to any position with `last` pegs; `None` if there are
    /// none.
    pub fn feasible_to_any(&self, last: u32) -> Option<Feasible> {
        let first = self.start.pegs();
        let mut forward = self.only(self.start);
        for pegs in (last + 1..=first).rev() {
            if self.sweep(&mut forward, pegs, &self.forward, None) == 0 {
                return None;
            }
        }
        let mut map = forward.clone();
        for (word, bits) in map.iter_mut().enumerate() {
            *bits &= self.with_pegs(word, last);
        }
        let sweep = |pegs| self.sweep(&mut map, pegs, &self.backward, Some(&forward));
        let mut positions: Vec<u64> = (last..=first).map(sweep).collect();
        positions.reverse();
        if positions.last() == Some(&0) {
            return None;
        }
        drop(forward);
        let symmetries = Symmetries::of(self.board).fixing(&[self.start]);
        Some(Feasible {
            classes: self.orbits(&map, &positions, &symmetries),
            positions: positions.iter().sum(),
            sequences: self.sequences(&map, last, &positions),
        })
    }

    /// The number of paths from the start to the positions with `last` pegs within this map; `None`
    /// if it exceeds 128 bits.
    fn sequences(&self, map: &[u64], last: u32, positions: &[u64]) -> Option<u128> {
        // The paths from the positions with one peg fewer, in order; and for each word, how many of
        // these positions come before it.
        let mut later = vec![1_u128; *positions.last()? as usize];
        let mut before = vec![0_u32; map.len()];
        let mut passed = 0;
        for (word, (bits, before)) in map.iter().zip(&mut before).enumerate() {
            *before = passed;
            passed += (bits & self.with_pegs(word, last)).count_ones();
        }
        let mut before_now = vec![0_u32; map.len()];
        for pegs in last + 1..=self.start.pegs() {
            let count = positions[(self.start.pegs() - pegs) as usize];
            let mut ways: Vec<u128> = Vec::with_capacity(count as usize);
            for word in 0..map.len() {
                if map[word] == 0 {
                    continue;
                }
                let bits = map[word] & self.with_pegs(word, pegs);
                if bits == 0 {
                    continue;
                }
                before_now[word] = ways.len() as u32;
                let state = usize::from(self.states[word]);
                let mut sums = [Some(0_u128); LANES];
                self.forward.at(word, |step| {
                    let to = word ^ step.flip;
                    let moved = (bits & step.from[state]).rotate_left(step.turn) & map[to];
                    if moved == 0 {
                        return;
                    }
                    let there = map[to] & self.with_pegs(to, pegs - 1);
                    let mut rest = moved;
                    while rest != 0 {
                        let bit = rest & rest.wrapping_neg();
                        let index = before[to] + (there & (bit - 1)).count_ones();
                        let lane = bit.rotate_right(step.turn).trailing_zeros() as usize;
                        sums[lane] =
                            sums[lane].and_then(|sum| sum.checked_add(later[index as usize]));
                        rest ^= bit;
                    }
                });
                let mut rest = bits;
                while rest != 0 {
                    ways.push(sums[rest.trailing_zeros() as usize]?);
                    rest &= rest - 1;
                }
            }
            later = ways;
            std::mem::swap(&mut before, &mut before_now);
        }
        later.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::board_named;

    #[test]
    fn boards_whose_span_is_too_small_or_too_large_are_not_swept() {
        for name in ["1x5", "wiegleb"] {
            let board = board_named(name).unwrap();
            assert!(Sweep::new(&board, board.full()).is_none(), "{name}");
        }
    }
}
