//! The span of a board's jumps over GF(2).
//!
//! A jump flips its three holes, so all positions reachable from a position are in its class: the
//! position plus the span. In a class the pivot holes determine all others.
//!
//! Invariant: each basis vector has its highest bit at its pivot, and no other basis vector has
//! that bit (reduced echelon form).

use super::{Board, Hole, Position};

/// A basis of the span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// `basis[h]` has pivot `h`, or is 0 if `h` is not a pivot.
    basis: [u64; 64],
    pivots: u64,
}

impl Span {
    /// The span of all jumps of a board.
    pub fn of(board: &Board) -> Self {
        let mut span = Span {
            basis: [0; 64],
            pivots: 0,
        };
        for jump in board.jumps() {
            let rest = span.reduce(jump.holes());
            if rest == 0 {
                continue;
            }
            let pivot = rest.ilog2() as usize;
            for vector in span.basis.iter_mut().filter(|v| **v >> pivot & 1 == 1) {
                *vector ^= rest;
            }
            span.basis[pivot] = rest;
            span.pivots |= 1 << pivot;
        }
        span
    }

    /// The number of pivot holes.
    pub fn rank(&self) -> u32 {
        self.pivots.count_ones()
    }

    /// The pivot holes.
    pub fn pivots(&self) -> Position {
        Position(self.pivots)
    }

    /// The basis vector with this pivot; 0 if the hole is not a pivot.
    pub fn vector(&self, hole: usize) -> u64 {
        self.basis[hole]
    }

    /// Whether a vector is in the span.
    pub fn contains(&self, vector: u64) -> bool {
        self.reduce(vector) == 0
    }

    /// A basis of the vectors that a permutation of the holes fixes; the permutation must map the
    /// span to itself.
    pub fn fixed(&self, image: &[Hole]) -> Vec<u64> {
        let moved = |vector: u64| {
            let holes = image.iter().enumerate();
            let holes = holes.filter(|(hole, _)| vector >> hole & 1 == 1);
            holes.fold(0, |moved, (_, to)| moved | to.bit())
        };
        // Gaussian elimination on the differences, each kept with its vector.
        let mut reduced: Vec<(u64, u64)> = Vec::new();
        let mut fixed = Vec::new();
        for &vector in self.basis.iter().filter(|&&vector| vector != 0) {
            let (mut difference, mut source) = (moved(vector) ^ vector, vector);
            for &(other, its_source) in &reduced {
                if difference ^ other < difference {
                    difference ^= other;
                    source ^= its_source;
                }
            }
            if difference == 0 {
                fixed.push(source);
            } else {
                reduced.push((difference, source));
                reduced.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
        fixed
    }

    /// The vector of the same class without pivot bits.
    pub fn reduce(&self, mut vector: u64) -> u64 {
        let mut at = vector & self.pivots;
        while at != 0 {
            vector ^= self.basis[at.trailing_zeros() as usize];
            at &= at - 1;
        }
        vector
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::{board_named, parse_spec};

    #[test]
    fn the_english_board_has_sixteen_classes() {
        let board = board_named("english").unwrap();
        let span = Span::of(&board);
        assert_eq!(span.rank(), 29);
        let pivots = span.pivots();
        for hole in board.holes() {
            let vector = span.vector(hole.index());
            assert_eq!(
                vector & pivots.0,
                if pivots.has(hole) { hole.bit() } else { 0 }
            );
            assert!(span.contains(vector));
        }
    }

    #[test]
    fn jumps_stay_in_their_class() {
        let problem = parse_spec("central").unwrap();
        assert!(problem.same_class());
        let span = Span::of(&problem.board);
        for jump in problem.board.jumps() {
            assert!(span.contains(jump.holes()));
        }
        // A peg next to the centre is in another class.
        assert!(!parse_spec("english:d4:d5").unwrap().same_class());
        assert!(parse_spec("english:d4:d7").unwrap().same_class());
    }
}
