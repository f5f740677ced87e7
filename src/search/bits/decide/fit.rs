//! Whether what lists have left can be encoded: the limits of keys, of the stack and of
//! memory.

use crate::format::Problem;
use crate::search::bits::bitmap::{MOST_OPTIONS, needs_colors, words_for};
use crate::search::bits::encode::clip;
use crate::search::bits::key;
use crate::search::links::{Links, Remains};

/// The stack that a level of the recursion takes at most; and what it takes besides
/// for each word of a bitmap. Without optimization, what is inlined keeps all its variables:
/// up to 280,000 bytes were seen.
const LEVEL: usize = if cfg!(debug_assertions) { 300_000 } else { 800 };
const LEVEL_PER_WORD: usize = 128;
/// What the arrays of a sub-problem may take, in words: 64 MB. (4,096 options with 24,000
/// items of three colors each once took 118 MB, when hues were not counted; now 44.)
const MOST_ARRAY_WORDS: usize = 1 << 23;
/// The most planes of a number that stands for each option, about.
const PLANES: usize = 16;

/// What may be taken.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The most options.
    pub options: usize,
    /// What the recursion may take of the stack, in bytes.
    pub stack: usize,
    /// One more than the most hues of a sub-problem.
    pub hues: usize,
}

/// What the lists have left at a node, and by how much to clip bounds.
#[derive(Debug, Default)]
pub struct Left {
    pub remains: Remains,
    pub clips: Vec<u32>,
}

impl Left {
    /// Lists what is left, and finds out whether it can be encoded.
    pub fn fits(&mut self, problem: &Problem, links: &Links<'_>, room: Room) -> bool {
        let most = room.options.min(MOST_OPTIONS);
        if !links.remains(&mut self.remains, most) {
            return false;
        }
        let (items, options) = (&self.remains.items, self.remains.options.len());
        if items.len() > key::MOST_ITEMS || !clip::clip(items, &mut self.clips) {
            return false;
        }
        let words = words_for(options, needs_colors(room.hues > 1, options));
        let most_depth = room.stack / (LEVEL + LEVEL_PER_WORD * words);
        let depth = self.most_depth(problem, most_depth);
        if depth > most_depth {
            return false;
        }
        let nodes = self.remains.options.iter();
        let nodes = nodes.map(|(option, _)| problem.nodes_of(*option).len());
        let nodes = nodes.sum::<usize>();
        let all_items = nodes.min(problem.item_count());
        let hues = nodes.min(room.hues);
        // Rows and columns, hues both ways, conflicts, and planes of numbers; then what
        // each option and each frame has for items.
        let bitmaps = 2 * all_items + 2 * hues + options + (depth + 2) * PLANES;
        let changing = items.iter().filter(|item| item.bound > 1).count();
        let for_items = (2 * options + 2 * depth) * all_items.div_ceil(64)
            + depth * changing.next_multiple_of(8);
        words * bitmaps + for_items + 4 * nodes <= MOST_ARRAY_WORDS
    }

    /// How deep the tree can be below: no deeper than the number of options and null
    /// moves. Where that is more than `enough`, a closer bound is computed from how many items
    /// options cover.
    fn most_depth(&self, problem: &Problem, enough: usize) -> usize {
        let (items, options) = (&self.remains.items, &self.remains.options);
        let nulls = items.iter().filter(|item| item.slack > 0).count();
        // No item is chosen for more often than its list is long.
        let choices = items
            .iter()
            .map(|item| item.bound.min(item.length) as usize);
        let choices = choices.sum::<usize>();
        let depth = choices.min(options.len()) + nulls;
        if depth <= enough {
            return depth;
        }
        let primary = |option| {
            let nodes = problem.nodes_of(option);
            nodes.filter(|&node| problem.node_item(node).index() < problem.primary_count())
        };
        let covered = options.iter().map(|&(option, _)| primary(option).count());
        choices / covered.min().unwrap_or(1).max(1) + nulls
    }
}
