//! A worker takes a part, walks it, and takes the next one. Its watch, a [`BatchWatch`], makes
//! batches and hands them over; when the schedule asks for it, it splits the part, or pauses the
//! search to leave it.

use super::Render;
use super::batch::{Batch, Head, MEMS_PER_BYTE, Rendering};
use super::schedule::Schedule;
use super::split::Splitter;
use crate::{Counters, Outcome, Path, Position, Search, State, Watch};
use dlx3_base::count::Count;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Works until no part is left.
pub(super) fn work(
    mut search: Search<'_>,
    schedule: &Schedule,
    mut writer: Writer,
    worker: usize,
    spacing: u64,
) {
    let mut splitter = Splitter::default();
    while let Some(part) = schedule.take_part() {
        let found = search.go_to(&part.at, &part.end);
        debug_assert!(found, "{part:?} is in the tree");
        let before = search.links.counters().clone();
        splitter.begin();
        let mut watch = BatchWatch {
            schedule,
            writer: &mut writer,
            spacing,
            rendering: part.rendering.clone(),
            shown_at: Count::ZERO,
            batch: schedule.batch,
            id: part.id,
            from: part.at,
            end: part.end,
            before,
            since: Instant::now(),
            text: Vec::new(),
            ends: Vec::new(),
            written: 0,
            splitter: &mut splitter,
            soft_alarm_at: 0,
            is_full: false,
            call: schedule.alarm_flag_of(worker),
            new_end: None,
        };
        watch.begin_batch(part.rendering);
        // Otherwise another worker will take the rest of the part.
        if search.walk(&mut watch) == Outcome::Exhausted {
            watch.finish(search.links.counters());
        }
    }
}

/// Writes solutions as text.
pub(super) struct Writer {
    pub render: Render,
    pub head: Option<Head>,
}

impl Writer {
    fn append(&mut self, state: &dyn State, rendering: &Rendering, text: &mut Vec<u8>) {
        if let (Some(head), Rendering::All { digits }) = (self.head, rendering) {
            head.append(*digits, text);
        }
        (self.render)(state, text);
    }
}

/// A batch is handed over when it has this many bytes of text.
pub(super) const MUCH_TEXT: usize = 1 << 18;

/// A worker looks at the schedule `LOOKS` times per batch: after equal numbers of mems.
const LOOKS: u64 = 8;
/// How often it looks if a batch may end because it has enough solutions. (Still shorter batches
/// would cost more than walking one again.)
const SHORT: u64 = 64;

struct BatchWatch<'l> {
    schedule: &'l Schedule,
    writer: &'l mut Writer,
    spacing: u64,
    rendering: Rendering,
    /// The number of the next solution to be shown, by this worker's count, if it is known.
    shown_at: Count,
    /// The mems of a batch.
    batch: u64,
    id: u64,
    /// Where the batch begins, and the counters there.
    from: Position,
    end: Path,
    before: Counters,
    since: Instant,
    text: Vec<u8>,
    ends: Vec<u32>,
    /// The bytes of text in all batches of the part.
    written: u64,
    splitter: &'l mut Splitter,
    soft_alarm_at: u64,
    /// Whether the batch should end at the next node.
    is_full: bool,
    /// Asks for an alarm at the next node.
    call: Arc<AtomicBool>,
    /// The new end of the part, once the rest has been split off.
    new_end: Option<Path>,
}

impl BatchWatch<'_> {
    /// Begins a batch whose solutions are rendered in this way.
    fn begin_batch(&mut self, rendering: Rendering) {
        self.since = Instant::now();
        if let Rendering::Shown { before } = &rendering {
            let left = self.spacing - before.modulo(self.spacing);
            self.shown_at = self.before.solutions.plus(&left.into());
        }
        self.rendering = rendering;
    }

    /// Renders a solution.
    fn render(&mut self, state: &dyn State) {
        if self.text.capacity() == 0 {
            self.text = self.schedule.take_text();
            // The last solution may exceed the limit.
            self.text.reserve_exact(MUCH_TEXT + MUCH_TEXT / 8);
        }
        let start = self.text.len();
        self.writer.append(state, &self.rendering, &mut self.text);
        self.written += (self.text.len() - start) as u64;
        self.ends.push(self.text.len() as u32);
        if self.text.len() >= MUCH_TEXT {
            self.fill();
        }
    }

    /// Makes the batch end at the next node.
    fn fill(&mut self) {
        self.is_full = true;
        self.call.store(true, Ordering::Relaxed);
    }

    /// Hands over the last batch: the part has been walked.
    pub fn finish(mut self, counters: &Counters) {
        let batch = self.take_batch(counters, None);
        self.schedule.finish(self.id, batch);
    }

    /// Ends the batch. Without a position to continue from, it is the last one.
    fn take_batch(&mut self, counters: &Counters, next: Option<&Position>) -> Batch {
        let counted = counters.since(&self.before);
        self.before.clone_from(counters);
        let from = match next {
            Some(next) => std::mem::replace(&mut self.from, next.clone()),
            None => self.from.clone(),
        };
        let batch = Batch {
            from,
            end: next.is_none().then(|| self.end.clone()),
            counted,
            time: self.since.elapsed(),
            rendering: self.rendering.clone(),
            text: match self.text.len() >= MUCH_TEXT / 2 {
                true => std::mem::take(&mut self.text),
                false => self.text.as_slice().to_vec(),
            },
            ends: self.ends.as_slice().to_vec(),
        };
        self.text.clear();
        self.ends.clear();
        self.is_full = false;
        batch
    }

    /// Whether the batch has as many solutions as it should, but not many more: with many more,
    /// some are shown in any case, and a longer batch is better.
    fn has_enough(&self, counters: &Counters) -> bool {
        let Rendering::Nothing { most } = self.rendering else {
            return false;
        };
        let found = &counters.solutions - &self.before.solutions;
        let mems = counters.mems.walked() - self.before.mems.walked();
        found >= most && found <= self.spacing / 2 && mems >= self.batch / SHORT
    }

    /// Hands the batch over; breaks if the part has to be left. An empty batch is not handed over,
    /// as there is no node at which it could end.
    fn hand_over(&mut self, state: &dyn State) -> ControlFlow<()> {
        if state.counters().nodes == self.before.nodes {
            return ControlFlow::Continue(());
        }
        let here = Position::inside(state);
        let batch = self.take_batch(state.counters(), Some(&here));
        match self.schedule.hand_over(self.id, batch, here) {
            Some(rendering) => {
                self.begin_batch(rendering);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }
}

impl Watch for BatchWatch<'_> {
    fn alarm_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.call)
    }

    fn soft_alarm_at(&self) -> u64 {
        self.soft_alarm_at
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        match self.rendering {
            Rendering::Nothing { .. } => None,
            Rendering::All { .. } => Some(found.plus(&1.into())),
            Rendering::Shown { .. } => Some(self.shown_at.clone()),
        }
    }

    #[inline]
    fn solution_due(&self, found: &Count) -> u64 {
        match &self.rendering {
            Rendering::Nothing { .. } => u64::MAX,
            Rendering::All { .. } => found.walked() + 1,
            Rendering::Shown { .. } => found.walked_at(&self.shown_at),
        }
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mems = state.counters().mems.walked();
        let part = match self.rendering {
            Rendering::Nothing { most } if most < u64::MAX => SHORT,
            _ => LOOKS,
        };
        self.soft_alarm_at = mems + 1 + self.batch / part;
        self.call.store(false, Ordering::Relaxed);
        if self.schedule.is_stopped() {
            return ControlFlow::Break(());
        }
        self.splitter
            .look(state, mems + MEMS_PER_BYTE * self.written);
        if self.is_full
            || self.has_enough(state.counters())
            || mems - self.before.mems.walked() >= self.batch
        {
            self.hand_over(state)?;
        }
        if self.schedule.wants_splits()
            && let Some(grain) = self.schedule.grain_of(self.id)
        {
            let here = Path::of(state);
            if let Some(split) = self.splitter.split(&here, &self.end, grain) {
                self.hand_over(state)?;
                self.schedule.split(self.id, split.clone());
                self.end = split.clone();
                self.new_end = Some(split);
            }
        }
        ControlFlow::Continue(())
    }

    fn take_end(&mut self) -> Option<Path> {
        self.new_end.take()
    }

    #[inline]
    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        let counters = state.counters();
        match self.rendering {
            Rendering::Nothing { .. } => {}
            Rendering::All { .. } => self.render(state),
            Rendering::Shown { .. } if counters.solutions == self.shown_at => {
                self.shown_at += &self.spacing.into();
                self.render(state);
            }
            Rendering::Shown { .. } => {}
        }
        ControlFlow::Continue(())
    }
}
