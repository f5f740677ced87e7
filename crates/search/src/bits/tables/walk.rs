//! The walk by tables, with its state on an explicit stack.
//!
//! ```text
//! arrive:   count the node; raise the watch's alarm, if it is due
//! choose:   a solution; a known state; the last item; or else begin the branches of the best item
//! advance:  the next branch: count it as its twin was counted, or take it
//! leave:    go back to the level above
//! ```
//!
//! Invariant: whenever the watch is called, counters and path are those that lists would have.

use super::board::{Board, HIDDEN, INACTIVE, Mark, PURIFIED, TableCost};
use super::known::LookUp;
use super::names::Names;
use super::shape::Shape;
use super::tally::{Begun, Tally};
use super::twins::{Twin, Twins};
use super::{Span, Tables};
use crate::bits::kernels::Kernels;
use crate::bits::price::{self, Cost};
#[cfg(test)]
use crate::bits::tests::note;
use crate::bits::walk::names::Recall;
use crate::bits::walk::state::{Cause, Flow, Stop, WayDown};
use crate::bits::walk::view::BranchPath;
use crate::counters::Counters;
use crate::links::Links;
use crate::memo::Hash;
use crate::path::WalkEnd;
use crate::prices::Prices;
use crate::state::State;
use crate::watch::Watch;
use dlx3_format::Problem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A level whose branches are being taken.
#[derive(Debug, Default)]
pub struct Level {
    item: u32,
    key: i32,
    /// The rows of its options, the next one, and the number of the last branch.
    rows: Span,
    next: u32,
    number: u32,
    /// The board before a branch, and the name of the state there.
    mark: Mark,
    name: Hash,
    /// What the options of a table change.
    plan: Plan,
    /// The mems of coming back from the present branch, and from the level.
    owed: u64,
    covering: u64,
    /// The part of these that pays for lengths of secondary items, if these are told apart.
    owed_lengths: u64,
    covering_lengths: u64,
    /// Where its twins begin, if it has some; and where its records begin.
    twins: Option<u32>,
    records: u32,
    /// Whether the present branch is recorded because twins are to come.
    is_recorded: bool,
    /// Whether the memo will store the counts below the node.
    is_remembered: bool,
}

/// A node whose counts the memo will store.
#[derive(Debug)]
pub struct Remembered {
    pub level: usize,
    pub name: Hash,
    pub begun: Begun,
}

/// What the options of a table change.
#[derive(Clone, Copy, Debug, Default)]
struct Plan {
    table: u32,
    /// The secondary items that are not yet purified; and those of them that live options have.
    fresh: Span,
    steps: Span,
    /// The cost of the others, and of the option itself.
    each: Cost,
}

/// A secondary item to purify: its place in the scope.
#[derive(Clone, Copy, Debug)]
struct Step {
    place: u32,
    second: u32,
}

/// The levels, and the stacks that they share.
#[derive(Debug, Default)]
pub struct Stack {
    levels: Vec<Level>,
    rows: Vec<u32>,
    fresh: Vec<u32>,
    steps: Vec<Step>,
    twins: Vec<Twin>,
    recorded: Vec<Begun>,
    pub remembered: Vec<Remembered>,
}

impl Stack {
    fn clear(&mut self) {
        self.levels.clear();
        self.rows.clear();
        self.fresh.clear();
        self.steps.clear();
        self.twins.clear();
        self.recorded.clear();
        self.remembered.clear();
    }
}

/// The next stage of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Arrive,
    Choose,
    Advance,
    Leave,
}

/// A walk through the subtree of a node.
pub struct TableWalk<'w> {
    pub(super) shape: &'w Shape,
    pub(super) board: &'w mut Board,
    pub(super) stack: &'w mut Stack,
    pub(super) tally: &'w mut Tally,
    twins: &'w mut Twins,
    pub path: BranchPath<'w>,
    pub(super) counters: &'w mut Counters,
    /// The nodes that the counters had as walked when the tally was reset.
    pub(super) nodes_before: u64,
    pub(super) memo: Option<(&'w mut Recall, &'w Names)>,
    /// With a memo: the name of the state at the node.
    pub(super) name: Hash,
    pub(super) watch: &'w mut dyn Watch,
    pub(super) alarm_flag: Arc<AtomicBool>,
    /// In mems of the tally: when the next alarm is due, when an exact one is due, and when one is
    /// due if nothing more is passed. Then the solutions after which one has to be shown.
    pub(super) alarm_at: u64,
    pub(super) mark_at: u64,
    pub(super) soft_at: u64,
    pub(super) solution_at: u64,
    shows_nodes: bool,
    shows_moves: bool,
    seeks_twins: bool,
    /// The level of the node, and that of the node where the walk began; and the end of the walk.
    pub(super) level: usize,
    base: usize,
    pub end: WalkEnd,
    stage: Stage,
}

impl Tables {
    /// Prepares the walk below the node of `links`, or below a deeper one to which `way` leads.
    pub fn walk<'w, P: Prices>(
        &'w mut self,
        (links, problem): (&'w Links<'w>, &'w Problem),
        counters: &'w mut Counters,
        recall: Option<&'w mut Recall>,
        watch: &'w mut dyn Watch,
        way: &WayDown,
    ) -> TableWalk<'w> {
        let Tables {
            shape,
            board,
            stack,
            tally,
            twins,
            names,
            seeks_twins,
        } = self;
        board.reset(shape);
        stack.clear();
        tally.reset(shape.primary);
        let shows = (watch.wants_choices(), watch.wants_branches());
        let recall = recall.filter(|_| !(shows.0 || shows.1));
        let memo = recall.map(|recall| {
            let names = &*names.get_or_insert_with(|| Names::new(&recall.memo, shape));
            (recall, names)
        });
        let mut walk = TableWalk {
            shape,
            board,
            stack,
            tally,
            twins,
            path: BranchPath::new(links, problem),
            nodes_before: counters.nodes.walked(),
            counters,
            name: memo
                .as_ref()
                .map_or(Hash::default(), |(_, names)| names.root::<P>()),
            memo,
            alarm_flag: watch.alarm_flag(),
            watch,
            alarm_at: 0,
            mark_at: 0,
            soft_at: 0,
            solution_at: 0,
            shows_nodes: shows.0,
            shows_moves: shows.1,
            seeks_twins: *seeks_twins && !(shows.0 || shows.1),
            level: 0,
            base: links.level(),
            end: links.end,
            stage: Stage::Choose,
        };
        for level in 0..walk.base {
            walk.go_down::<P>(links.branch(level).number);
        }
        for &number in way.branches.iter().rev() {
            walk.go_down::<P>(number);
        }
        if way.is_left {
            walk.stage = Stage::Leave;
        }
        walk.tally.reset(shape.primary);
        walk.set_alarm();
        walk
    }
}

impl TableWalk<'_> {
    /// Walks until the subtree is done, or the watch asks for a break.
    #[inline(always)]
    pub fn run<P: Prices>(&mut self, _: impl Kernels) -> Flow {
        let flow = loop {
            let next = match self.stage {
                Stage::Arrive => self.arrive::<P>(),
                Stage::Choose => self.choose::<P>(),
                Stage::Advance => self.advance::<P>(),
                Stage::Leave if self.level == self.base => break Flow::Continue(()),
                Stage::Leave => self.leave(),
            };
            match next {
                ControlFlow::Continue(stage) => self.stage = stage,
                ControlFlow::Break(stop) => break Flow::Break(stop),
            }
        };
        self.tally.sync(self.counters);
        flow
    }

    /// How many items are active.
    #[inline(always)]
    pub(super) fn active(&self) -> usize {
        self.shape.primary - self.level
    }

    #[inline(always)]
    fn pay<P: Prices>(&mut self, TableCost { paid, lengths }: TableCost) {
        let now = &mut self.tally.now;
        now.mems += paid.mems;
        now.updates += paid.updates;
        now.cleansings += paid.cleansings;
        self.pay_lengths::<P>(lengths);
    }

    #[inline(always)]
    fn pay_lengths<P: Prices>(&mut self, lengths: u64) {
        if P::TELLS_LENGTHS {
            self.tally.now.lengths += lengths;
        }
    }

    /// Counts a node.
    #[inline(always)]
    fn arrive<P: Prices>(&mut self) -> ControlFlow<Stop, Stage> {
        self.tally.node(self.level);
        if !P::STOPS_AT_SOLUTIONS && self.active() == 0 {
            return ControlFlow::Continue(Stage::Choose);
        }
        if self.tally.now.mems >= self.alarm_at || self.alarm_flag.load(Ordering::Relaxed) {
            self.alarm()?;
        }
        ControlFlow::Continue(Stage::Choose)
    }

    /// Chooses the item to branch on.
    #[inline(always)]
    fn choose<P: Prices>(&mut self) -> ControlFlow<Stop, Stage> {
        let active = self.active();
        let key = self.board.least_key();
        let (item, length) = self.parts(key);
        let is_dead = P::ENDS_AT_EMPTY && length == 0;
        let mems = match key {
            INACTIVE => P::CHOICE_OF_NONE,
            _ if is_dead => price::choice(1, self.board.active_up_to(item)),
            _ => price::choice(1, active as u64),
        };
        self.tally.now.mems += mems;
        self.tally.now.choice_mems += mems;
        if self.shows_nodes {
            self.show_choice((key != INACTIVE).then_some((item, length)));
        }
        if key == INACTIVE {
            self.solution()?;
            return ControlFlow::Continue(Stage::Leave);
        }
        if is_dead {
            self.tally.now.mems += price::dead_end::<P>();
            self.tally.now.updates += price::COVER_UPDATES;
        }
        if length == 0 || active == 1 && self.close::<P>(item, length) {
            return ControlFlow::Continue(Stage::Leave);
        }
        let mut is_remembered = false;
        if active > 1 && length > 1 && self.memo.is_some() {
            match self.look_up() {
                LookUp::Passed => return ControlFlow::Continue(Stage::Leave),
                LookUp::Asleep => {}
                LookUp::Missed { by_level } => {
                    is_remembered = true;
                    self.stack.remembered.push(Remembered {
                        level: self.level,
                        name: self.name,
                        begun: self.tally.begin(self.level, by_level),
                    });
                }
            }
        }
        self.begin::<P>(key, is_remembered, self.seeks_twins);
        ControlFlow::Continue(Stage::Advance)
    }

    /// The item and the length in a key.
    #[inline(always)]
    fn parts(&self, key: i32) -> (usize, u32) {
        let (key, shift) = (key as u32, self.shape.shift);
        ((key & ((1 << shift) - 1)) as usize, key >> shift)
    }

    /// Begins a level at its item's first branch.
    #[inline(always)]
    fn begin<P: Prices>(&mut self, key: i32, is_remembered: bool, seeks_twins: bool) {
        let (item, _) = self.parts(key);
        let (shape, stack) = (self.shape, &mut *self.stack);
        let start = stack.rows.len();
        let covering = self.board.take_item(shape, item, &mut stack.rows);
        let rows = Span::new(start, stack.rows.len());
        if let Some((_, names)) = &self.memo {
            self.name = names.without_item(self.name, shape, self.board, item);
        }
        let mut cost = covering;
        cost.paid.mems += price::begin::<P>() + price::DEACTIVATE;
        self.stack.levels.push(Level {
            item: item as u32,
            key,
            rows,
            next: rows.start,
            number: 0,
            mark: self.board.mark(),
            name: self.name,
            plan: Plan::default(),
            owed: 0,
            covering: covering.paid.mems,
            owed_lengths: 0,
            covering_lengths: covering.lengths,
            twins: None,
            records: self.tally.next_record() as u32,
            is_recorded: false,
            is_remembered,
        });
        self.pay::<P>(cost);
        let first = self.stack.rows[start];
        self.plan(shape.table_of[first as usize / 64]);
        if seeks_twins && rows.len() > 1 && shape.tables_of[item].len() == 1 {
            self.look_for_twins();
        }
    }

    /// Plans what the options of a table change.
    #[inline(always)]
    fn plan(&mut self, table: u32) {
        let (shape, stack) = (self.shape, &mut *self.stack);
        let (fresh, steps) = (stack.fresh.len(), stack.steps.len());
        let of_table = &shape.tables[table as usize];
        let mut each = Cost {
            mems: price::OPTION + price::OPTION_NODE * u64::from(of_table.arity),
            ..Cost::default()
        };
        for (place, other) in (0..).zip(&shape.scopes[of_table.scope.range()]) {
            let taken = &mut self.board.taken[other.second as usize];
            if *taken != 0 {
                continue;
            }
            *taken = 1;
            stack.fresh.push(other.second);
            if self.board.active_items[other.second as usize] > 0 {
                let second = other.second;
                stack.steps.push(Step { place, second });
            } else if other.is_colored {
                each += PURIFIED;
            } else {
                each += HIDDEN;
            }
        }
        let plan = Plan {
            table,
            fresh: Span::new(fresh, stack.fresh.len()),
            steps: Span::new(steps, stack.steps.len()),
            each,
        };
        stack.levels.last_mut().expect("a level").plan = plan;
    }

    /// Ends the plan of the last level.
    #[inline(always)]
    fn end_plan(&mut self) {
        let stack = &mut *self.stack;
        let plan = stack.levels.last().expect("a level").plan;
        for &second in &stack.fresh[plan.fresh.range()] {
            self.board.taken[second as usize] = 0;
        }
        stack.fresh.truncate(plan.fresh.start as usize);
        stack.steps.truncate(plan.steps.start as usize);
    }

    /// Looks for branches with equal subtrees. If other active items have all items of this
    /// table's scope, only equal options would be twins, and none are looked for.
    #[inline(always)]
    fn look_for_twins(&mut self) {
        let (shape, stack) = (self.shape, &mut *self.stack);
        let level = stack.levels.last_mut().expect("a level");
        let plan = level.plan;
        if plan.steps.len() == plan.fresh.len() || !self.twins.are_due(self.level) {
            return;
        }
        let steps = &stack.steps[plan.steps.range()];
        let bits = |step: &Step| shape.seconds[step.second as usize].bits;
        if steps.iter().map(bits).sum::<u32>() > u64::BITS {
            return;
        }
        let table = &shape.tables[plan.table as usize];
        let rows = &stack.rows[level.rows.range()];
        let key = |&row: &u32| {
            let hues = table.hues_of(shape, row);
            let mut key = 0;
            for step in steps {
                key = key << bits(step) | u64::from(hues[step.place as usize]);
            }
            key
        };
        let start = stack.twins.len();
        let keys = rows.iter().map(key);
        if self.twins.find(self.level, keys, &mut stack.twins) {
            level.twins = Some(start as u32);
        }
    }

    /// Takes the next branch of the last level, if there is one.
    #[inline(always)]
    fn advance<P: Prices>(&mut self) -> ControlFlow<Stop, Stage> {
        let level = self.stack.levels.last_mut().expect("a level");
        if level.next == level.rows.end {
            self.finish::<P>();
            return ControlFlow::Continue(Stage::Leave);
        }
        if level.twins.is_some() && self.pass_twin() {
            let level = self.stack.levels.last_mut().expect("a level");
            level.next += 1;
            level.number += 1;
            return ControlFlow::Continue(Stage::Advance);
        }
        self.take::<P>(self.shows_moves);
        ControlFlow::Continue(Stage::Arrive)
    }

    /// Counts a branch as its twin was counted, if that is known. Otherwise returns false, and
    /// records the branch if twins are to come.
    #[inline(always)]
    fn pass_twin(&mut self) -> bool {
        let stack = &mut *self.stack;
        let level = stack.levels.last_mut().expect("a level");
        let start = level.twins.expect("it has twins") as usize;
        let place = level.next - level.rows.start;
        let first = stack.twins[start + place as usize].first;
        let twin = &mut stack.twins[start + first as usize];
        twin.count -= 1;
        if let Some(record) = twin.record {
            let numbers = &record.numbers;
            let (now, fits) = (&self.tally.now, self.tally.fits(&record));
            // A walk that ends with this branch does not come back from it.
            let is_last = self.level + 1 == self.end.level && level.number + 1 >= self.end.branch;
            if fits
                && !is_last
                && now.mems + numbers.mems < self.mark_at
                && (numbers.solutions == 0 || now.solutions + numbers.solutions < self.solution_at)
            {
                self.tally.pass(self.level, &record);
                self.twins.gain(self.level, numbers.nodes);
                self.passed(numbers.mems);
                #[cfg(test)]
                note("twins");
                return true;
            }
            return false;
        }
        if twin.count > 0 {
            level.is_recorded = true;
            stack.recorded.push(self.tally.begin(self.level, true));
        }
        false
    }

    /// Notes that mems have been passed, which postpones soft alarms.
    #[inline(always)]
    pub(super) fn passed(&mut self, mems: u64) {
        self.soft_at = self.soft_at.saturating_add(mems);
        self.alarm_at = self.soft_at.min(self.mark_at);
    }

    /// Takes the next branch.
    #[inline(always)]
    fn take<P: Prices>(&mut self, is_shown: bool) {
        let shape = self.shape;
        let stack = &mut *self.stack;
        let level = stack.levels.last_mut().expect("a level");
        let row = stack.rows[level.next as usize];
        level.next += 1;
        level.number += 1;
        let (item, number, score) = (level.item, level.number, level.rows.len() as i64);
        let table = shape.table_of[row as usize / 64];
        if table != level.plan.table {
            self.end_plan();
            self.plan(table);
        }
        self.tally.now.mems += price::advance_by::<P>(false);
        if self.level >= self.base {
            let option = shape.options[row as usize];
            self.path.set(self.level, item, Some(option), number, score);
            if is_shown {
                self.show_branch();
            }
        }
        let stack = &mut *self.stack;
        let level = stack.levels.last_mut().expect("a level");
        let hues = shape.tables[table as usize].hues_of(shape, row);
        let mut cost = TableCost::of(level.plan.each);
        for step in &stack.steps[level.plan.steps.range()] {
            let hue = hues[step.place as usize];
            let second = step.second as usize;
            cost += match hue {
                0 => self.board.cover(shape, second),
                _ => self.board.purify::<P>(shape, second, hue),
            };
            if let Some((_, names)) = &self.memo {
                self.board.taken[second] = u16::from(hue) + 1;
                self.name ^= names.hue(shape, second, hue);
            }
        }
        let is_solution = self.level + 1 == shape.primary;
        level.owed = price::retreat::<P>(is_solution) + cost.paid.mems;
        level.owed_lengths = match P::TELLS_LENGTHS {
            true => cost.lengths,
            false => 0,
        };
        cost.paid.mems += P::ANY_ACTIVE;
        self.pay::<P>(cost);
        self.level += 1;
    }

    /// Comes back from a branch.
    #[inline(always)]
    fn leave(&mut self) -> ControlFlow<Stop, Stage> {
        self.level -= 1;
        let level = self.stack.levels.last_mut().expect("a level");
        self.board.undo(self.shape, level.mark);
        self.name = level.name;
        let (number, owed, lengths) = (level.number, level.owed, level.owed_lengths);
        self.end_at(self.level + 1, number)?;
        self.tally.now.mems += owed;
        self.tally.now.lengths += lengths;
        let level = self.stack.levels.last_mut().expect("a level");
        if std::mem::take(&mut level.is_recorded)
            && let Some(begun) = self.stack.recorded.pop()
        {
            let (_, record) = self.tally.end(self.level, &begun);
            let start = level.twins.expect("it has twins") as usize;
            let place = (level.next - 1 - level.rows.start) as usize;
            let first = self.stack.twins[start + place].first as usize;
            self.stack.twins[start + first].record = record;
        }
        ControlFlow::Continue(Stage::Advance)
    }

    /// Stops if the walk ends with this branch to a level.
    #[inline(always)]
    fn end_at(&self, level: usize, number: u32) -> Flow {
        if level == self.end.level && number >= self.end.branch {
            let cause = Cause::End;
            return Flow::Break(Stop { level, cause });
        }
        Flow::Continue(())
    }

    /// Ends the last level, whose branches have all been taken.
    #[inline(always)]
    fn finish<P: Prices>(&mut self) {
        self.end_plan();
        let Some(level) = self.stack.levels.pop() else {
            return;
        };
        self.board
            .give_back(self.shape, level.item as usize, level.key);
        self.tally.now.mems += price::advance_by::<P>(false)
            + price::restore::<P>()
            + level.covering
            + price::DEACTIVATE;
        self.pay_lengths::<P>(level.covering_lengths);
        if level.is_remembered {
            self.remember();
        }
        self.stack.rows.truncate(level.rows.start as usize);
        if let Some(twins) = level.twins {
            self.stack.twins.truncate(twins as usize);
        }
        self.tally.forget_records(level.records as usize);
    }

    /// Takes branch `number`, ignoring counters.
    fn go_down<P: Prices>(&mut self, number: u32) {
        let key = self.board.least_key();
        self.begin::<P>(key, false, false);
        let level = self.stack.levels.last_mut().expect("a level");
        assert!(
            (1..=level.rows.len() as u32).contains(&number),
            "the tree has no such node"
        );
        level.next = level.rows.start + number - 1;
        level.number = number - 1;
        self.take::<P>(false);
    }

    /// Counts all branches of the last active item: all are solutions, and those of one scope cost
    /// the same. False if the watch may have to see one.
    #[inline(always)]
    fn close<P: Prices>(&mut self, item: usize, length: u32) -> bool {
        let (solutions, level) = (u64::from(length), self.level + 1);
        let now = &self.tally.now;
        if self.shows_nodes
            || self.shows_moves
            || self.end.level == level
            || now.solutions + solutions >= self.solution_at
        {
            return false;
        }
        let round = price::simple::<P>();
        let each = round.each - price::less_for_solution::<P>() + P::CHOICE_OF_NONE;
        let mut numbers = super::tally::Numbers {
            solutions,
            mems: round.node + each * solutions,
            choice_mems: P::CHOICE_OF_NONE * solutions,
            updates: round.updates,
            ..Default::default()
        };
        for table in self.shape.tables_of[item].range() {
            let (list, table) = (self.board.lists[table], &self.shape.tables[table]);
            let (length, pure) = (u64::from(list.length), u64::from(list.pure));
            let (arity, plain) = (u64::from(table.arity), u64::from(table.plain));
            if length == 0 {
                continue;
            }
            let colored = pure - plain;
            let hiding = price::hiding(length, length * pure, length * (arity - pure));
            let each = price::OPTION
                + price::OPTION_NODE * arity
                + PURIFIED.mems * colored
                + HIDDEN.mems * plain;
            numbers.mems += 2 * (hiding + length * each);
            numbers.updates += length * (pure + HIDDEN.updates * plain);
            numbers.cleansings += length * PURIFIED.cleansings * colored;
            if P::TELLS_LENGTHS {
                numbers.lengths += 2 * price::LENGTH * length * pure;
            }
        }
        if now.mems + numbers.mems >= self.alarm_at {
            return false;
        }
        self.tally.now.add(&numbers);
        self.tally.nodes(level, solutions);
        true
    }
}
