//! Clauses in one vector, and their watches (two watched literals).
//!
//! A clause is a header of three words (its length; flags and glue; where the last search for
//! another literal ended), then its literals. The first two are watched: a clause is examined only
//! if one of them becomes false.

use super::literal::Literal;

const HEADER: usize = 3;

/// Fields of the second word: whether the clause was learned, how recently it was used, its glue.
const LEARNED: u32 = 1;
const USED_SHIFT: u32 = 1;
const USED_MASK: u32 = 3 << USED_SHIFT;
const GLUE_SHIFT: u32 = 3;

/// Marks a watch of a clause with two literals.
const SHORT: u32 = 1 << 31;

/// A watch: the clause is examined if the watched literal becomes false and `other` is not true.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    /// Some other literal of the clause.
    pub other: Literal,
    clause: u32,
}

impl Watch {
    /// Whether the clause has two literals only.
    #[inline]
    pub fn is_short(self) -> bool {
        self.clause & SHORT != 0
    }

    /// The offset of the clause.
    #[inline]
    pub fn clause(self) -> u32 {
        self.clause & !SHORT
    }

    /// This watch with another `other`.
    #[inline]
    pub fn with_other(self, other: Literal) -> Self {
        Watch { other, ..self }
    }
}

/// Clauses and their watches.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    words: Vec<u32>,
    /// Watches, by the number of the literal that becomes false.
    pub watches: Vec<Vec<Watch>>,
    /// The number of words of the given clauses, which come before the learned ones.
    given: usize,
    /// The number of learned clauses that are left.
    learned: usize,
    watch_count: usize,
    /// The numbers of the learned clauses, in order, if [records](super::record) are kept.
    pub numbers: Option<Vec<u64>>,
    /// The numbers of clauses removed since these were last taken.
    pub removed: Vec<u64>,
}

impl Clauses {
    /// No clauses, over this many variables.
    pub fn new(variables: usize) -> Self {
        Clauses {
            watches: vec![Vec::new(); 2 * variables],
            ..Clauses::default()
        }
    }

    /// Adds a clause of at least two literals. A learned clause has a `glue`.
    pub fn add(&mut self, literals: &[Literal], glue: Option<u32>) -> u32 {
        let clause = self.words.len() as u32;
        let about = glue.map_or(0, |glue| {
            LEARNED | 1 << USED_SHIFT | glue.min(1 << 20) << GLUE_SHIFT
        });
        self.words.extend([literals.len() as u32, about, 2]);
        self.words
            .extend(literals.iter().map(|literal| literal.number()));
        match glue {
            None => self.given = self.words.len(),
            Some(_) => self.learned += 1,
        }
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let literals = self.literals(clause);
        let (one, other) = (literals.first(), literals.second());
        let tagged = match literals.len() {
            2 => clause | SHORT,
            _ => clause,
        };
        for (watched, other) in [(one, other), (other, one)] {
            self.watches[watched.index()].push(Watch {
                other,
                clause: tagged,
            });
        }
        self.watch_count += 2;
    }

    /// The literals of a clause.
    #[inline]
    pub fn literals(&self, clause: u32) -> Slice<'_> {
        let length = self.words[clause as usize] as usize;
        Slice(&self.words[clause as usize + HEADER..][..length])
    }

    /// The literals of a clause, and the place where the last search ended.
    #[inline]
    pub fn searched(&mut self, clause: u32) -> (&mut [u32], &mut u32) {
        let words = &mut self.words[clause as usize..];
        let length = words[0] as usize;
        let (header, rest) = words.split_at_mut(HEADER);
        (&mut rest[..length], &mut header[2])
    }

    /// Whether a clause was learned.
    pub fn is_learned(&self, clause: u32) -> bool {
        self.words[clause as usize + 1] & LEARNED != 0
    }

    /// The glue of a learned clause when it was last counted.
    pub fn glue(&self, clause: u32) -> u32 {
        self.words[clause as usize + 1] >> GLUE_SHIFT
    }

    /// Records the use of a learned clause, and its glue if that is smaller now.
    pub fn note(&mut self, clause: u32, glue: u32) {
        let glue = glue.min(self.glue(clause));
        let used = if glue <= MIDDLING { 2 } else { 1 };
        self.words[clause as usize + 1] = LEARNED | used << USED_SHIFT | glue << GLUE_SHIFT;
    }

    /// The number of learned clauses that are left.
    pub fn learned(&self) -> usize {
        self.learned
    }

    /// Removes clauses that `is_satisfied`, and three quarters of the learned clauses that were not
    /// used recently and have a high glue, those with the highest glue first. Keeps those that
    /// `is_reason`, and returns their old and new offsets.
    pub fn reduce(
        &mut self,
        is_satisfied: impl Fn(Slice<'_>) -> bool,
        is_reason: impl Fn(u32) -> bool,
    ) -> Vec<(u32, u32)> {
        let mut candidates = Vec::new();
        let mut gone = Vec::new();
        let mut clause = 0;
        while clause < self.words.len() {
            let at = clause as u32;
            let length = self.words[clause];
            let about = self.words[clause + 1];
            clause += HEADER + length as usize;
            if is_reason(at) {
                continue;
            }
            if is_satisfied(self.literals(at)) {
                gone.push(at);
                continue;
            }
            if about & LEARNED == 0 {
                continue;
            }
            let used = (about & USED_MASK) >> USED_SHIFT;
            let glue = about >> GLUE_SHIFT;
            if used > 0 {
                self.words[at as usize + 1] -= 1 << USED_SHIFT;
            } else if glue > GOOD && length > 2 {
                candidates.push((glue, length, at));
            }
        }
        candidates.sort_unstable_by(|one, other| other.cmp(one));
        candidates.truncate(candidates.len() * 3 / 4);
        gone.extend(candidates.iter().map(|&(_, _, at)| at));
        gone.sort_unstable();
        self.remove(&gone, is_reason)
    }

    /// Removes clauses, given in order, and moves the others together.
    fn remove(&mut self, gone: &[u32], is_reason: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
        let mut moved = Vec::new();
        let (mut from, mut to, mut given) = (0, 0, 0);
        let mut gone = gone.iter().copied().peekable();
        let mut numbers = self.numbers.take();
        let mut kept = Vec::new();
        let mut learned = 0;
        self.learned = 0;
        while from < self.words.len() {
            let size = HEADER + self.words[from] as usize;
            let is_gone = gone.peek() == Some(&(from as u32));
            if let (Some(numbers), LEARNED) = (&mut numbers, self.words[from + 1] & LEARNED) {
                let to = if is_gone {
                    &mut self.removed
                } else {
                    &mut kept
                };
                to.push(numbers[learned]);
                learned += 1;
            }
            if is_gone {
                gone.next();
            } else {
                if is_reason(from as u32) {
                    moved.push((from as u32, to as u32));
                }
                self.words.copy_within(from..from + size, to);
                match self.words[to + 1] & LEARNED {
                    0 => given = to + size,
                    _ => self.learned += 1,
                }
                to += size;
            }
            from += size;
        }
        self.numbers = numbers.map(|_| kept);
        self.words.truncate(to);
        self.words.shrink_to(to + to / 4);
        self.given = given;
        self.watch_count = 0;
        self.watches.iter_mut().for_each(Vec::clear);
        let mut clause = 0;
        while clause < self.words.len() {
            self.watch(clause as u32);
            clause += HEADER + self.words[clause] as usize;
        }
        moved
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        let lists = self.watches.len() * size_of::<Vec<Watch>>();
        self.words.capacity() * 4 + lists + self.watch_count * 2 * size_of::<Watch>()
    }
}

/// Clauses of at most this glue are never removed (`GOOD`), or are kept longer after a use
/// (`MIDDLING`).
const GOOD: u32 = 2;
const MIDDLING: u32 = 6;

/// The literals of a clause.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'c>(&'c [u32]);

impl<'c> Slice<'c> {
    fn len(self) -> usize {
        self.0.len()
    }

    /// Iterates over them.
    pub fn iter(self) -> impl Iterator<Item = Literal> + 'c {
        self.0.iter().map(|&number| Literal::of_number(number))
    }

    /// The first literal.
    pub fn first(self) -> Literal {
        Literal::of_number(self.0[0])
    }

    /// The second literal.
    pub fn second(self) -> Literal {
        Literal::of_number(self.0[1])
    }
}
