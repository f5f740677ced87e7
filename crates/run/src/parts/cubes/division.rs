//! The rule by which the tree is cut into [cubes](super::Cubes).
//!
//! ```text
//! pieces = [the whole tree];  threshold = its mems
//! until no piece has more than a share of the work:
//!     threshold = max(threshold / 2, share)
//!     for each piece above the threshold, in order:
//!         replace it by its branches, and look at each
//!     learn from all looks, and estimate each piece again
//! join neighbors that together have at most a share
//! ```
//!
//! The mems of a subtree are found by lists. A small subtree is searched. A large one is probed by
//! [random descents](Links::dive) (Knuth, 1975), whose random numbers depend on the node's path
//! alone. One descent says little. At first, siblings are assumed to be somewhat alike. After some
//! hundred descents, a [`Forecast`] is learned from all of them after each pass; from then on, only
//! one node in [`LEARN_FROM`] is probed, and the others are judged by their features (*traits*)
//! alone.

use super::forecast::{Forecast, Outlook, dive, outlook, small_subtree};
use dlx3_format::Problem;
use dlx3_search::{GbFlip, Links, Path, State};

/// The default number of cubes is at most about this. (A few more may result: a cube need not fill
/// its share.)
const MOST_SHARES: f64 = 8_000.0;

/// The default least size of a cube in mems: about a millisecond, far more than the cost of
/// beginning one.
const LEAST_MEMS: f64 = 2e7;

/// By default, dividing takes this share of the work, within `LEAST_EFFORT` and `MOST_EFFORT` (a
/// quarter of a minute). With 60,000 options, one look may cost a million mems.
const EFFORT: f64 = 1.0 / 700.0;
const LEAST_EFFORT: f64 = 4e6;
const MOST_EFFORT: f64 = 5e9;

/// A subtree of at most this many mems is searched, unless its first descent predicts more.
const SMALL: u64 = 2_000;

/// The number of descents from the root. Other nodes get one: on queens 16 and pentominoes 6x10,
/// more descents from fewer nodes told less.
const ROOT_WAYS: u32 = 4;

/// Before there is a forecast, one descent may miss every large subtree. So the mean of a node's
/// siblings counts as much as this many descents from the node itself, and all siblings together
/// get at least the size that was predicted for their parent.
const SIBLINGS: f64 = 3.0;

/// Once there is a forecast, one node in this many is still probed, to learn from it.
const LEARN_FROM: u32 = 4;

/// Of a node with more branches, about this many are looked at, evenly spaced. The others are
/// assumed to be like their neighbors.
const MOST_PROBED: u32 = 64;

/// At most this many nodes are divided for each cube wanted, however unequal the tree is.
const DIVISIONS_PER_CUBE: u64 = 64;

/// A subtree that may be divided.
#[derive(Clone, Debug)]
pub struct Piece {
    pub path: Path,
    pub look: Look,
    has_branches: bool,
}

/// The estimate of a subtree.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The estimated mems.
    pub mems: f64,
    /// The traits of its node. None if its mems are known.
    outlook: Option<Outlook>,
}

/// A callback that gets the number of pieces and returns whether to continue.
type GoesOn<'g> = &'g mut dyn FnMut(usize) -> bool;

pub struct Division<'p> {
    links: Links<'p>,
    wanted: Option<u64>,
    /// In the order of the walk.
    pieces: Vec<Piece>,
    /// The mems of all pieces.
    total: f64,
    divisions: u64,
    forecast: Forecast,
}

impl<'p> Division<'p> {
    /// The whole tree of a problem, to be divided into about `wanted` cubes. Without a number, the
    /// size of the tree decides.
    pub fn new(problem: &'p Problem, wanted: Option<u64>) -> Self {
        Division {
            links: Links::new(problem),
            wanted,
            pieces: Vec::new(),
            total: 0.0,
            divisions: 0,
            forecast: Forecast::default(),
        }
    }

    /// Divides all pieces that are too large. Returns the pieces in the order of the walk, and the
    /// share that no cube should exceed. Calls `goes_on` with the number of pieces at each level of
    /// a descent; if it returns false, there is no result.
    pub fn run(mut self, goes_on: GoesOn<'_>) -> Option<(Vec<Piece>, f64)> {
        let path = Path::default();
        let look = self.look(&path, ROOT_WAYS, &mut || goes_on(0))?;
        self.total = look.mems;
        self.pieces = vec![look.piece(path)];
        let mut threshold = self.total;
        while !self.is_enough() {
            let share = self.share();
            threshold = (threshold / 2.0).max(share);
            let before = self.divisions;
            self.pass(threshold, goes_on)?;
            self.learn();
            // After each pass, some pieces are predicted to be larger than before.
            let new = self.divisions - before;
            if threshold <= share && new * 100 <= self.pieces.len() as u64 {
                break;
            }
        }
        let share = self.share();
        Some((self.pieces, share))
    }

    /// Divides each piece above a threshold, and its parts while they are above it.
    fn pass(&mut self, threshold: f64, goes_on: GoesOn<'_>) -> Option<()> {
        let mut todo = std::mem::take(&mut self.pieces);
        todo.reverse();
        let mut done = Vec::with_capacity(todo.len());
        while let Some(mut piece) = todo.pop() {
            if piece.has_branches && piece.look.mems > threshold && !self.is_enough() {
                let before = todo.len() + done.len() + 1;
                piece.has_branches = self.divide(&piece, &mut todo, &mut || goes_on(before))?;
                if !goes_on(todo.len() + done.len()) {
                    return None;
                }
                if piece.has_branches {
                    continue;
                }
            }
            done.push(piece);
        }
        self.pieces = done;
        Some(())
    }

    /// Replaces a piece by its branches, last one first. Returns whether it has any.
    fn divide(
        &mut self,
        piece: &Piece,
        todo: &mut Vec<Piece>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<bool> {
        self.divisions += 1;
        let found = self.links.go_over_to(&piece.path);
        debug_assert!(found, "{} is in the tree", piece.path);
        let branches = self.links.branch_count();
        if branches == 0 {
            return Some(false);
        }
        let level = piece.path.level();
        let step = branches.div_ceil(MOST_PROBED);
        let looks = self.look_at_branches(piece, branches, step, goes_on)?;
        self.total -= piece.look.mems;
        for number in (1..=branches).rev() {
            let look = looks[((number - 1) / step) as usize];
            self.total += look.mems;
            todo.push(look.piece(piece.path.leaving(level, number)));
        }
        Some(true)
    }

    /// Looks at one branch in `step` of the node where the lists stand.
    fn look_at_branches(
        &mut self,
        piece: &Piece,
        branches: u32,
        step: u32,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Look>> {
        let level = piece.path.level();
        let mut looks = Vec::new();
        for number in (1..=branches).step_by(step as usize) {
            let found = self.links.take_branch(number);
            debug_assert!(found, "it has these branches");
            looks.push(self.look(&piece.path.leaving(level, number), 1, goes_on)?);
            self.links.go_up_to(level);
        }
        if !self.forecast.is_ready() {
            mix(&mut looks, piece.look.mems / f64::from(step));
        }
        Some(looks)
    }

    /// Estimates the subtree of the node where the lists stand: by its traits, by descents, or by a
    /// search.
    fn look(&mut self, path: &Path, ways: u32, goes_on: &mut dyn FnMut() -> bool) -> Option<Look> {
        let outlook = outlook(&mut self.links);
        let told = self.forecast.mems(&outlook);
        let seed = seed(path);
        if let Some(mems) = told
            && !(seed >> 16).is_multiple_of(LEARN_FROM)
        {
            let outlook = Some(outlook);
            return Some(Look { mems, outlook });
        }
        let mut flip = GbFlip::new(seed as i32);
        let mut sum = dive(&mut self.links, &mut flip, goes_on)?;
        if sum < 2.0 * SMALL as f64
            && let Some(mems) = small_subtree(&mut self.links, SMALL)
        {
            let mems = mems as f64;
            self.forecast.add(outlook, mems);
            let outlook = None;
            return Some(Look { mems, outlook });
        }
        for _ in 1..ways {
            sum += dive(&mut self.links, &mut flip, goes_on)?;
        }
        let found = (sum / f64::from(ways)).max(SMALL as f64);
        self.forecast.add(outlook, found);
        Some(Look {
            mems: told.unwrap_or(found),
            outlook: Some(outlook),
        })
    }

    /// Fits the forecast to all samples so far, and estimates each piece again.
    fn learn(&mut self) {
        self.forecast.learn();
        self.total = 0.0;
        for Piece { look, .. } in &mut self.pieces {
            let outlook = look.outlook.as_ref();
            if let Some(mems) = outlook.and_then(|outlook| self.forecast.mems(outlook)) {
                look.mems = mems;
            }
            self.total += look.mems;
        }
    }

    /// The mems that no cube should exceed.
    fn share(&self) -> f64 {
        match self.wanted {
            Some(wanted) => self.total / wanted as f64,
            None => (self.total / MOST_SHARES).max(LEAST_MEMS),
        }
    }

    fn is_enough(&self) -> bool {
        match self.wanted {
            Some(wanted) => self.divisions >= wanted.saturating_mul(DIVISIONS_PER_CUBE),
            None => {
                let spent = self.links.counters().mems.walked() as f64;
                spent >= (self.total * EFFORT).clamp(LEAST_EFFORT, MOST_EFFORT)
            }
        }
    }
}

impl Look {
    fn piece(self, path: Path) -> Piece {
        Piece {
            path,
            look: self,
            has_branches: true,
        }
    }
}

/// Moves the estimates of siblings towards their mean. All together should have `together` mems.
fn mix(looks: &mut [Look], together: f64) {
    let (mut sure, mut unsure, mut count) = (0.0, 0.0, 0.0);
    for look in &*looks {
        match look.outlook {
            None => sure += look.mems,
            Some(_) => (unsure, count) = (unsure + look.mems, count + 1.0),
        }
    }
    let mean = f64::max(unsure, together - sure) / f64::max(count, 1.0);
    for look in looks.iter_mut().filter(|look| look.outlook.is_some()) {
        look.mems = (look.mems + SIBLINGS * mean) / (1.0 + SIBLINGS);
    }
}

/// A seed that depends on the path alone (FNV-1a).
fn seed(path: &Path) -> u32 {
    let mix = |hash: u32, number: &u32| (hash ^ number).wrapping_mul(16_777_619);
    path.branches().iter().fold(2_166_136_261, mix)
}
