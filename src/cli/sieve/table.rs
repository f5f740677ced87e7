//! A table of best scores: one N after the other, or several at once in blocks.
//!
//! Each N begins with the games, bounds and cuts of those beside it. A game of N that is
//! better than that of N - 1 by more than N improves N - 1, too, if its line is not printed
//! yet; it is in the journal in any case.
//!
//! Invariant: lines are printed in order; `known` has whatever was found so far.

use super::UNPROVED;
use super::journal::{Journal, join};
use super::limit::Limit;
use super::solve::write_proof;
use crate::cli::{Failure, Process, exit};
use crate::sieve::Numbers;
use crate::sieve::chain::{self, Link};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// How many N a thread takes at once, if there are several threads.
const BLOCK: u32 = 16;

/// What a thread has found.
enum News {
    /// A line was known before.
    Known(Link),
    /// A line is done.
    Done(Link),
    /// An N that was done before has a better game.
    Better(Link),
}

pub fn run(
    sizes: RangeInclusive<u32>,
    journal: Option<&Path>,
    threads: usize,
    limit: Limit,
    process: &mut Process,
) -> Result<u8, Failure> {
    let (mut journal, known) = match journal.map(Journal::open).transpose()? {
        Some((journal, known)) => (Some(journal), known),
        None => (None, BTreeMap::new()),
    };
    let (from, to) = (*sizes.start(), *sizes.end());
    let block = if threads > 1 { BLOCK } else { to - from + 1 };
    let threads = threads.min((to - from + 1).div_ceil(block) as usize);
    let work = Work {
        from,
        to,
        block,
        next: AtomicU32::new(0),
        known: Mutex::new(known),
        is_over: AtomicBool::new(false),
    };
    let mut is_proved = true;
    let mut next = from;
    let mut waiting: BTreeMap<u32, Link> = BTreeMap::new();
    thread::scope(|scope| {
        let (sender, news) = mpsc::channel();
        for _ in 0..threads {
            let (work, limit, sender) = (&work, limit.clone(), sender.clone());
            scope.spawn(move || work.run(limit, &|news| sender.send(news).is_ok()));
        }
        drop(sender);
        for news in news {
            let (link, is_new, is_done) = match news {
                News::Known(link) => (link, false, true),
                News::Done(link) => (link, true, true),
                News::Better(link) => (link, true, false),
            };
            if let Some(journal) = &mut journal
                && is_new
            {
                journal.add(&link);
            }
            if is_done || waiting.contains_key(&link.largest) {
                join(&mut waiting, link);
            }
            while let Some(link) = waiting.remove(&next) {
                let out = process.out();
                write!(out, "{next} {} {} ", link.score(), link.moves.len());
                write_proof(link.score(), link.bound, out);
                out.flush();
                is_proved &= link.is_proved();
                next += 1;
            }
            let has_failed = journal.as_ref().is_some_and(Journal::has_failed);
            if process.has_failed() || has_failed {
                work.is_over.store(true, Ordering::Relaxed);
            }
        }
    });
    if let Some(mut journal) = journal {
        journal.finish()?;
    }
    match is_proved && next > to && !limit.is_stopped() {
        true => Ok(exit::DONE),
        false => Ok(UNPROVED),
    }
}

struct Work {
    from: u32,
    to: u32,
    block: u32,
    /// The next block.
    next: AtomicU32,
    known: Mutex<BTreeMap<u32, Link>>,
    is_over: AtomicBool,
}

impl Work {
    fn known(&self) -> MutexGuard<'_, BTreeMap<u32, Link>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does blocks as long as there are any.
    fn run(&self, mut limit: Limit, tell: &dyn Fn(News) -> bool) {
        loop {
            let block = self.next.fetch_add(1, Ordering::Relaxed);
            let first = block
                .checked_mul(self.block)
                .and_then(|first| first.checked_add(self.from));
            let Some(first) = first.filter(|&first| first <= self.to) else {
                return;
            };
            let mut cuts = Vec::new();
            for size in first..=self.to.min(first.saturating_add(self.block - 1)) {
                if limit.is_stopped() || self.is_over.load(Ordering::Relaxed) {
                    return;
                }
                let beside = {
                    let known = self.known();
                    [size - 1, size, size + 1].map(|size| known.get(&size).cloned())
                };
                if let [_, Some(own), _] = &beside
                    && own.is_proved()
                {
                    if !tell(News::Known(own.clone())) {
                        return;
                    }
                    continue;
                }
                limit.restart(format!("N = {size}"));
                let numbers = Numbers::new(size).expect("sizes were checked");
                let known = [&beside[0], &beside[1], &beside[2]].map(Option::as_ref);
                let (link, _) = chain::solve(&numbers, known, &mut cuts, &mut limit);
                let better = self.learn(link.clone());
                let news = better.into_iter().map(News::Better);
                if !tell(News::Done(link)) || !news.into_iter().all(tell) {
                    return;
                }
            }
        }
    }

    /// Notes what was found; returns what follows for smaller N.
    fn learn(&self, link: Link) -> Vec<Link> {
        let mut known = self.known();
        let mut better = Vec::new();
        let mut last = link.clone();
        join(&mut known, link);
        while let Some(before) = last
            .largest
            .checked_sub(1)
            .and_then(|size| known.get(&size))
        {
            let link = Link {
                moves: last.without_largest(),
                ..before.clone()
            };
            if link.score() <= before.score() {
                break;
            }
            join(&mut known, link.clone());
            better.push(link.clone());
            last = link;
        }
        better
    }
}
