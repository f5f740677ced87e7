//! The walk through the search tree. Its state is on an explicit stack, so it can pause at any
//! node.

use super::{Level, Links};
use crate::observer::{Observer, Observing};
use crate::prices::{Dlx2, Dlx3, Hurried, Prices, pays_as_dlx3};
use crate::state::Outcome;
use crate::variant::{is_sharp, last_spacer};
use crate::watch::{Watch, alarm_due};
use dlx3_format::{Bounds, ItemId};
use std::sync::atomic::Ordering;

/// The next stage of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// A new node.
    Enter,
    /// The choice of an item, at a node that is counted.
    Choose,
    /// The branch that a level stands at.
    Advance,
    /// The way back to the level above, and its next branch.
    Retreat,
    /// The end of a level whose branches have all been taken.
    Restore,
    /// The end: the tree has been walked.
    Done,
}

/// Another engine, which may search the subtree of a node.
pub(crate) trait Below {
    /// Called at every node, once it is counted, before its choice.
    fn search<W: Watch>(&mut self, links: &mut Links<'_>, watch: &mut W) -> Taken;
}

/// The part of a node's subtree that another engine has searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    Nothing,
    /// All; `links` is as it was.
    All,
    /// Everything before some node; `links` is now at that node, before its choice.
    Part,
    /// Everything before some node, or up to and including a solution; the watch asked for a break.
    UpToPause,
    /// Everything up to the end of the walk; `links` is as it was.
    UpToEnd,
}

/// No other engine.
impl Below for () {
    fn search<W: Watch>(&mut self, _: &mut Links<'_>, _: &mut W) -> Taken {
        Taken::Nothing
    }
}

impl Links<'_> {
    /// Walks the search tree until it is exhausted, the end set by [`Self::end_after`] is reached,
    /// or the watch asks for a break. When called again, it continues.
    pub fn walk<W: Watch>(&mut self, watch: &mut W) -> Outcome {
        self.walk_above(&mut (), watch)
    }

    /// Runs for whoever wants nothing but solutions: they are those of [`Self::run`] in the same
    /// order, but the counters mean nothing, and the search may only be continued in this way. For
    /// short searches, in which the choice of forced items takes most of the time.
    ///
    /// # Panics
    /// If the search is lost.
    pub fn run_for_solutions(&mut self, observer: &mut dyn Observer) -> Outcome {
        let mut bounds = self
            .problem
            .item_ids()
            .map_while(|item| self.problem.bounds(item));
        if self.variant.prefers_sharp || !bounds.all(|bounds| bounds == Bounds::ONE) {
            return self.run(observer);
        }
        assert!(!self.is_lost, "after a panic, a search cannot continue");
        self.is_lost = true;
        let mut observing = Observing::new(observer, &self.counters);
        let outcome = self.walk_with::<Hurried, _>(&mut (), &mut observing);
        self.is_lost = false;
        outcome
    }

    /// Walks with another engine, which may search the subtrees of some nodes.
    ///
    /// # Panics
    /// If the search is lost.
    pub(crate) fn walk_above<W: Watch>(
        &mut self,
        below: &mut impl Below,
        watch: &mut W,
    ) -> Outcome {
        assert!(
            !self.is_lost,
            "after a panic, or failed output on several threads, a search cannot continue"
        );
        self.is_lost = true;
        let outcome = match pays_as_dlx3(self.variant.original) {
            true => self.walk_with::<Dlx3, W>(below, watch),
            false => self.walk_with::<Dlx2, W>(below, watch),
        };
        self.is_lost = false;
        outcome
    }

    /// Forbids all further runs.
    pub(crate) fn lose(&mut self) {
        self.is_lost = true;
    }

    #[inline(always)]
    fn walk_with<P: Prices, W: Watch>(&mut self, below: &mut impl Below, watch: &mut W) -> Outcome {
        let alarm_flag = watch.alarm_flag();
        let mut alarm_at = alarm_due(watch, &self.counters.mems);
        let mut solution_at = watch.solution_due(&self.counters.solutions);
        // Kept in a register, so that each arm jumps straight to the next one.
        let mut stage = self.stage;
        let outcome = loop {
            match stage {
                Stage::Enter => {
                    self.counters.node(self.level);
                    stage = Stage::Choose;
                    let is_due = self.counters.mems.walked() >= alarm_at
                        || alarm_flag.load(Ordering::Relaxed);
                    if is_due && (P::STOPS_AT_SOLUTIONS || self.items[0].next != 0) {
                        if watch.alarm(self).is_break() {
                            break Outcome::Paused;
                        }
                        if let Some(end) = watch.take_end() {
                            self.end_after(&end);
                        }
                        alarm_at = alarm_due(watch, &self.counters.mems);
                        solution_at = watch.solution_due(&self.counters.solutions);
                    }
                }
                Stage::Choose => {
                    watch.hands_over(true, self.counters.mems.walked());
                    let taken = below.search(self, watch);
                    watch.hands_over(false, self.counters.mems.walked());
                    match taken {
                        Taken::Nothing => {}
                        // `descend` has set the stage.
                        Taken::UpToPause => return Outcome::Paused,
                        Taken::UpToEnd => {
                            stage = Stage::Done;
                            break Outcome::Exhausted;
                        }
                        taken => {
                            alarm_at = alarm_due(watch, &self.counters.mems);
                            solution_at = watch.solution_due(&self.counters.solutions);
                            if taken == Taken::All {
                                stage = Stage::Retreat;
                                continue;
                            }
                        }
                    }
                    let best = self.choose::<P>();
                    stage = Stage::Retreat;
                    watch.chosen(
                        self,
                        best.map(|(item, score)| (ItemId(item - 1), i64::from(score))),
                    );
                    match best {
                        None => {
                            self.counters.solutions.walk(1);
                            if self.counters.solutions.walked() >= solution_at {
                                if watch.solution(self).is_break() {
                                    break Outcome::Paused;
                                }
                                solution_at = watch.solution_due(&self.counters.solutions);
                            }
                        }
                        Some((item, score)) if score > 0 || P::ENDS_AT_EMPTY => {
                            self.begin_level::<P>(item, score);
                            stage = Stage::Advance;
                        }
                        Some(_) => {}
                    }
                }
                Stage::Retreat => {
                    if self.level <= self.end.level && self.is_at_end() {
                        stage = Stage::Done;
                        break Outcome::Exhausted;
                    }
                    stage = self.retreat::<P>();
                }
                Stage::Advance => stage = self.advance::<P>(watch),
                Stage::Restore => {
                    self.restore::<P>();
                    stage = Stage::Retreat;
                }
                Stage::Done => break Outcome::Exhausted,
            }
        };
        self.stage = stage;
        outcome
    }

    /// Whether the walk has ended; asked when a branch has been left on the level of its end or
    /// above.
    #[inline]
    fn is_at_end(&self) -> bool {
        self.level < self.end.level
            || self.level == 0
            || self.levels[self.level - 1].number >= self.end.branch
    }

    /// Whether an item that has been branched on is covered on all its branches: no further option
    /// may be chosen for it, and there is no null move.
    #[inline]
    pub(super) fn is_covered(&self, item: u32) -> bool {
        self.items[item].bound == 0 && self.items[item].slack == 0
    }

    /// The item to branch on, and its score; `None` if all are satisfied. The best item has the
    /// smallest score; then the smallest spare, as slack items are less constrained; then the
    /// longest list, which tends to make the tree smaller; then it is the leftmost.
    #[inline(always)] // a call takes a tenth of a node's time
    pub(super) fn choose<P: Prices>(&mut self) -> Option<(u32, i32)> {
        if self.variant.prefers_sharp {
            return self.choose_sharp::<P>();
        }
        let items = &self.items;
        let (mut best, mut ties) = (0, 0);
        let mut mems = match items[0].next {
            0 => P::CHOICE_OF_NONE,
            _ => 1,
        };
        let (mut best_score, mut best_spare, mut best_length) = (i32::MAX, 0, 0);
        let mut index = items[0].next;
        while index != 0 {
            let item = &items[index];
            mems += 2; // bound and slack, length; the link is beside the first
            let spare = item.slack.min(item.bound);
            let score = item.length + spare - item.bound + 1;
            if score <= best_score {
                if score < best_score
                    || spare < best_spare
                    || (spare == best_spare && item.length > best_length)
                {
                    (best_score, best_spare, best_length) = (score, spare, item.length);
                    (best, ties) = (index, 1);
                    if P::ENDS_AT_EMPTY && score == 0 || P::ENDS_AT_FORCED && score <= 1 {
                        break;
                    }
                } else if spare == best_spare && item.length == best_length {
                    ties += 1;
                    if let Some(flip) = &mut self.flip {
                        mems += 4;
                        if flip.uniform(ties) == 0 {
                            best = index;
                        }
                    }
                }
            }
            index = item.next;
        }
        self.counters.mems.walk(mems);
        self.counters.choice_mems.walk(mems);
        (best != 0).then_some((best, best_score))
    }

    /// [`Self::choose`], but items whose names begin with `#` are preferred, unless another one has
    /// at most one branch: scores of other items get a bias. Names are read only if the score is
    /// good enough, and reading one is a mem.
    #[cold]
    #[inline(never)]
    fn choose_sharp<P: Prices>(&mut self) -> Option<(u32, i32)> {
        let items = &self.items;
        let bias = last_spacer(self.problem) as i32;
        let (mut best, mut ties) = (0, 0);
        let mut mems = match items[0].next {
            0 => P::CHOICE_OF_NONE,
            _ => 1,
        };
        let (mut least, mut best_spare, mut best_length) = (i32::MAX, 0, 0);
        let mut index = items[0].next;
        while index != 0 && !(P::ENDS_AT_EMPTY && least == 0) {
            let item = &items[index];
            mems += 2; // bound and slack, length; the link is beside the first
            let spare = item.slack.min(item.bound);
            let mut score = item.length + spare - item.bound + 1;
            if score <= least && score > 1 {
                mems += 1; // the name
                if !is_sharp(self.problem, ItemId(index - 1)) {
                    score += bias;
                }
            }
            let (is_tied, is_longer) = (spare == best_spare, item.length > best_length);
            if score < least || score == least && (spare < best_spare || is_tied && is_longer) {
                (least, best_spare, best_length) = (score, spare, item.length);
                (best, ties) = (index, 1);
            } else if score == least && is_tied && item.length == best_length {
                ties += 1;
                if let Some(flip) = &mut self.flip {
                    mems += 4;
                    if flip.uniform(ties) == 0 {
                        best = index;
                    }
                }
            }
            index = item.next;
        }
        self.counters.mems.walk(mems);
        self.counters.choice_mems.walk(mems);
        let score = if least > bias { least - bias } else { least };
        (best != 0).then_some((best, score))
    }

    /// Begins a level at its item's first branch.
    #[inline(always)]
    pub(super) fn begin_level<P: Prices>(&mut self, item: u32, score: i32) {
        let choice = self.nodes[item].down;
        self.counters.mems.walk(2);
        self.items[item].bound -= 1;
        self.counters.mems.walk(P::BOUND);
        let mut first_tweak = 0;
        if self.is_covered(item) {
            self.cover::<P>(item, true);
        } else {
            first_tweak = choice;
            self.counters.mems.walk(1);
            if self.items[item].bound == 0 {
                self.cover::<P>(item, true);
            }
        }
        let level = Level {
            item,
            choice,
            number: 1,
            score,
            first_tweak,
        };
        match self.levels.get_mut(self.level) {
            Some(old) => *old = level,
            None => self.levels.push(level),
        }
    }

    /// Takes the branch at which the level stands, if it may be taken; returns the next stage.
    ///
    /// An item that is not covered must keep enough options for its lower bound. If no option is
    /// left and none is needed, the null move is taken: the item becomes inactive.
    #[inline(always)]
    pub(super) fn advance<P: Prices>(&mut self, watch: &mut impl Watch) -> Stage {
        let Level { item, choice, .. } = self.levels[self.level];
        self.counters.mems.walk(P::BOUND); // and slack
        if self.is_covered(item) {
            if choice == item {
                return Stage::Restore;
            }
        } else {
            self.counters.mems.walk(2); // the length, and bound and slack again
            let bound = self.items[item].bound;
            if self.items[item].length <= bound - self.items[item].slack {
                return Stage::Restore;
            } else if choice != item {
                self.tweak::<P>(choice, bound != 0);
            } else if bound != 0 {
                self.deactivate(item);
            }
        }
        watch.branched(self);
        if choice != item {
            self.cover_others::<P>(choice);
        }
        self.counters.mems.walk(P::ANY_ACTIVE);
        self.level += 1;
        Stage::Enter
    }

    /// Goes back a level, to its next branch, if any; returns the next stage.
    #[inline(always)]
    pub(super) fn retreat<P: Prices>(&mut self) -> Stage {
        self.level -= 1;
        let Level { item, choice, .. } = self.levels[self.level];
        self.counters.mems.walk(match self.items[0].next {
            0 => P::RETREAT_FROM_SOLUTION,
            _ => 2, // the choice and its item
        });
        if choice == item {
            // It became inactive by the null move or, if its bound was 0, when it was covered.
            // `restore` does not undo that, so it is done here.
            self.reactivate(item);
            return Stage::Restore;
        }
        self.uncover_others::<P>(choice);
        let level = &mut self.levels[self.level];
        level.choice = self.nodes[choice].down;
        level.number += 1;
        self.counters.mems.walk(2);
        Stage::Advance
    }

    /// Ends a level, and restores its item.
    #[inline(always)]
    pub(super) fn restore<P: Prices>(&mut self) {
        let Level {
            item, first_tweak, ..
        } = self.levels[self.level];
        self.counters.mems.walk(P::BOUND); // and slack
        if self.is_covered(item) {
            self.uncover::<P>(item, true);
        } else {
            self.counters.mems.walk(1); // the first tweak
            let unhide = self.items[item].bound != 0;
            self.untweak::<P>(item, first_tweak, unhide);
        }
        self.items[item].bound += 1;
        self.counters.mems.walk(2 * P::BOUND);
    }
}
