//! Uses the memo: adds the counts of states that it knows, and remembers others.

use super::walk::{Remembered, TableWalk};
use crate::bits::decide::LEAST_NODES;
#[cfg(test)]
use crate::bits::tests::note;
use crate::memo::Known;

/// The cost of a look-up, in nodes; names are kept up to date anyway.
const NAMING: u64 = 3;

/// The result of a look-up.
pub enum LookUp {
    /// It was known, and its counts have been added.
    Passed,
    /// It was not looked up, or must be walked.
    Asleep,
    /// It was unknown: its counts will be stored, with its nodes by level if asked.
    Missed { by_level: bool },
}

impl TableWalk<'_> {
    #[inline(always)]
    fn walked_nodes(&self) -> u64 {
        self.nodes_before + self.tally.walked_nodes()
    }

    /// Looks up the state at a node.
    #[inline(always)]
    pub fn look_up(&mut self) -> LookUp {
        let (walked, active) = (self.walked_nodes(), self.active() as u32);
        let Some((recall, _)) = &mut self.memo else {
            return LookUp::Asleep;
        };
        if !recall.classes.is_awake(active, walked) {
            return LookUp::Asleep;
        }
        let Some(known) = recall.memo.find(self.name) else {
            #[cfg(test)]
            note("memo");
            recall.classes.lose(active, NAMING, walked);
            let by_level = recall.memo.profiles;
            return LookUp::Missed { by_level };
        };
        if !self.pass_known(&known) {
            return LookUp::Asleep;
        }
        let Some((recall, _)) = &mut self.memo else {
            return LookUp::Asleep;
        };
        let nodes = known.counted.nodes.saturated();
        recall.classes.gain(active, NAMING, nodes);
        LookUp::Passed
    }

    /// Adds the known counts of a node, if the watch need not see what is below; else returns
    /// false.
    fn pass_known(&mut self, known: &Known) -> bool {
        let (mems, solutions) = (
            known.counted.mems.saturated(),
            known.counted.solutions.saturated(),
        );
        let now = &self.tally.now;
        // Saturated numbers exceed all marks, too.
        let is_quiet = self.mark_at == u64::MAX || now.mems.saturating_add(mems) < self.mark_at;
        let is_shown = solutions > 0
            && self.solution_at != u64::MAX
            && now.solutions.saturating_add(solutions) >= self.solution_at;
        if !is_quiet || is_shown {
            return false;
        }
        if self.tally.pass_known(self.level, known) {
            self.passed(mems);
        } else {
            let remembered = self.stack.remembered.iter_mut();
            let begun = remembered.map(|node| (node.level, &mut node.begun));
            self.tally
                .renew(self.counters, Some((self.level, known)), begun);
            self.nodes_before = self.counters.nodes.walked();
            self.set_alarm();
        }
        true
    }

    /// Remembers what was counted below a node.
    pub fn remember(&mut self) {
        let Some(Remembered { level, name, begun }) = self.stack.remembered.pop() else {
            return;
        };
        let end = self.tally.end(level, &begun);
        let known = self.tally.known(self.counters, level, &begun, end);
        let Some((recall, _)) = &mut self.memo else {
            return;
        };
        if let Some(known) = known
            && known.counted.nodes >= LEAST_NODES
        {
            recall.memo.insert(name, &known);
        }
    }
}
