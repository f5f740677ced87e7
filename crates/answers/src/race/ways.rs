//! Ways to an answer: by layers in some order, and depth first.

use crate::problem::model::{Demand, Part};
use crate::problem::order::{Order, orders_for};
use crate::race::way::Way;
use crate::states::algebra::Algebra;
use crate::states::counts::Rising;
use crate::states::diagram::{Diagram, Tracing};
use crate::states::disk::{Fault, Offer};
use crate::states::layers::{Layers, MOST_WORDS};
use crate::states::schedule::Layout;
use crate::states::walk::Walk;
use crate::tuning::Tuning;
use crate::{Effort, Forecast, Front, Status};
use dlx3_base::text::plural::counted;
use num_bigint::BigUint;

/// Counting by layers.
pub struct ByLayers<'p> {
    part: &'p Part,
    layout: Layout,
    layers: Layers,
    /// Replaces the layers if a diagram is wanted, or if numbers have become too large.
    tracing: Option<Tracing>,
    /// A count on the finished diagram, and its work.
    rising: Option<(Diagram, Rising, u64)>,
    origin: String,
}

/// The time of a move while a diagram is made, in nanoseconds, about.
const TRACED: u64 = 150;

impl<'p> ByLayers<'p> {
    /// The orders that are worth a try, as ways. Without those whose steps alone need more memory
    /// than each way may have.
    pub fn ways(
        part: &'p Part,
        threads: usize,
        memory: usize,
        tuning: Tuning,
    ) -> impl Iterator<Item = Self> {
        layouts(part, tuning).filter_map(move |(order, layout)| {
            if Layers::least_bytes(part, &layout)? > memory {
                return None;
            }
            Some(ByLayers {
                part,
                layers: Layers::new(part, &layout, threads)?,
                tracing: None,
                rising: None,
                origin: order.origin,
                layout,
            })
        })
    }

    /// Like [`Self::ways`], with a store for notes and for states that do not fit into memory. Ways
    /// with notes continue from these. If states have needed the disk, no other ways begin. Empty
    /// if a note fits none of the ways.
    pub fn on_disk(
        part: &'p Part,
        threads: usize,
        tuning: Tuning,
        offer: Offer,
    ) -> Box<dyn Iterator<Item = Self> + 'p> {
        let made = move |way, offer: &Offer| Self::stored(part, threads, way, offer);
        if offer.notes() == 0 {
            return Box::new(layouts(part, tuning).filter_map(move |way| made(way, &offer)));
        }
        // A way that has begun is always switched on.
        let all = Tuning {
            layers_narrow: true,
            layers_input: true,
            ..tuning
        };
        let name = |(order, layout): &(Order, Layout)| name_of(&order.origin, layout);
        let wanted: Vec<String> = match offer.is_needed() {
            true => Vec::new(),
            false => layouts(part, tuning).map(|way| name(&way)).collect(),
        };
        let (mut ways, mut noted) = (Vec::new(), 0);
        for way in layouts(part, all) {
            let name = name(&way);
            let is_noted = offer.named(&name).has_note();
            noted += usize::from(is_noted);
            if is_noted || wanted.contains(&name) {
                ways.push(way);
            }
        }
        if noted < offer.notes() {
            offer.fail(Fault::Foreign);
            ways.clear();
        }
        Box::new(ways.into_iter().filter_map(move |way| made(way, &offer)))
    }

    /// The first of the orders, with a store and other jobs that have shares of the states: all
    /// jobs must use the same order. None if states are too long, or if the store fails.
    pub fn in_parts(part: &'p Part, threads: usize, tuning: Tuning, offer: &Offer) -> Option<Self> {
        Self::stored(part, threads, layouts(part, tuning).next()?, offer)
    }

    /// The way in an order, with the store of its name.
    fn stored(
        part: &'p Part,
        threads: usize,
        (order, layout): (Order, Layout),
        offer: &Offer,
    ) -> Option<Self> {
        let named = offer.named(&name_of(&order.origin, &layout));
        Layers::least_bytes(part, &layout)?;
        Some(ByLayers {
            part,
            layers: Layers::on_disk(part, &layout, threads, &named)?,
            tracing: None,
            rising: None,
            origin: order.origin,
            layout,
        })
    }

    /// Counts in memory, on one thread, if states need at most `memory` bytes. The result depends
    /// on the part alone.
    pub fn at_once(part: &Part, tuning: Tuning, memory: usize) -> Option<BigUint> {
        let (_, layout) = layouts(part, tuning).next()?;
        Layers::least_bytes(part, &layout)?;
        match Layers::new(part, &layout, 1)?.run(u64::MAX, memory) {
            Status::Done(number) => Some(number),
            _ => None,
        }
    }

    /// Continues the diagram of all solutions in this order.
    pub fn draw(&mut self, more: u64, memory: usize) -> Status<Diagram> {
        if self.tracing.is_none() {
            self.tracing = Tracing::new(self.part, &self.layout);
        }
        match &mut self.tracing {
            Some(tracing) => tracing.run(more / TRACED, memory),
            None => Status::TooLarge,
        }
    }

    /// Whether the diagram has begun.
    pub fn draws(&self) -> bool {
        self.tracing.is_some()
    }
}

impl Way<BigUint> for ByLayers<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<BigUint> {
        if !self.draws() {
            match self.layers.run(more, memory) {
                // On a diagram, numbers may have any length.
                Status::TooLarge => {}
                status => return status,
            }
        }
        if let Some((diagram, rising, added)) = &mut self.rising {
            *added += more;
            let counted = rising.run(diagram, more, memory);
            return match diagram.root() {
                Some(_) => counted,
                None => Status::Done(BigUint::ZERO),
            };
        }
        match self.draw(more, memory) {
            Status::Done(diagram) => {
                let rising = Rising::new(&diagram);
                self.rising = Some((diagram, rising, 0));
                Status::Paused
            }
            Status::Paused => Status::Paused,
            Status::Full | Status::TooLarge => Status::Full,
        }
    }

    fn spent(&self) -> u64 {
        let traced = self.tracing.as_ref();
        let added = self.rising.as_ref().map_or(0, |(_, _, added)| *added);
        self.layers.work() + traced.map_or(0, |tracing| tracing.work() * TRACED) + added
    }

    fn estimate(&self) -> f64 {
        match self.draws() {
            true => (self.layers.estimate() * 2.0).max(self.spent() as f64),
            false => self.layers.estimate(),
        }
    }

    fn effort(&self) -> Effort {
        let own = self.layers.effort();
        self.tracing.as_ref().map_or(own, Tracing::effort).clone()
    }

    fn name(&self) -> String {
        name_of(&self.origin, &self.layout)
    }

    fn front(&self) -> Option<Front> {
        (!self.draws()).then(|| self.layers.front())
    }

    fn forecast(&self) -> Option<Forecast> {
        self.layers.forecast()
    }

    fn profile(&self) -> Vec<u64> {
        self.layers.profile().to_vec()
    }
}

/// The diagram of all solutions by layers.
pub struct ByTracing {
    tracing: Tracing,
    name: String,
}

impl ByTracing {
    /// The orders that are worth a try, as ways.
    pub fn ways(part: &Part, tuning: Tuning) -> impl Iterator<Item = Self> {
        layouts(part, tuning).filter_map(move |(order, layout)| {
            Some(ByTracing {
                tracing: Tracing::new(part, &layout)?,
                name: name_of(&order.origin, &layout),
            })
        })
    }
}

impl Way<Diagram> for ByTracing {
    fn run(&mut self, more: u64, memory: usize) -> Status<Diagram> {
        self.tracing.run(more.div_ceil(TRACED), memory)
    }

    fn spent(&self) -> u64 {
        self.tracing.work() * TRACED
    }

    fn estimate(&self) -> f64 {
        self.tracing.estimate() * TRACED as f64
    }

    fn effort(&self) -> Effort {
        self.tracing.effort().clone()
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn front(&self) -> Option<Front> {
        Some(self.tracing.front())
    }
}

/// The orders that are worth a try, with their layouts. The first one is computed only when it is
/// wanted.
fn layouts(part: &Part, tuning: Tuning) -> impl Iterator<Item = (Order, Layout)> {
    let orders = std::iter::once_with(move || match has_too_wide_an_option(part) {
        true => Vec::new(),
        false => orders_for(part, &tuning),
    });
    let orders = orders.flatten();
    orders.map(move |order| {
        let mut layout = Layout::new(part, &order);
        layout.has_foresight = tuning.foresight;
        (order, layout)
    })
}

/// Whether states are too long in any order. All items of an option that need exactly one option
/// are in states from the step that decides this option to their own steps, and each has a
/// different step.
fn has_too_wide_an_option(part: &Part) -> bool {
    part.choices.iter().any(|choice| {
        let is_once = |&&(item, _): &&(u32, u32)| part.demands[item as usize] == Demand::Once;
        choice.nodes.iter().filter(is_once).count() > 64 * MOST_WORDS + 1
    })
}

fn name_of(origin: &str, layout: &Layout) -> String {
    let width = counted(layout.width, "bit");
    format!("by layers, order {origin}, front {width}")
}

/// Depth first, in any algebra. `finish` turns the algebra's value into the answer.
pub struct ByWalk<'p, A: Algebra, F> {
    part: &'p Part,
    /// The walk.
    pub walk: Walk<A>,
    finish: F,
}

impl<'p, A: Algebra, F> ByWalk<'p, A, F> {
    /// None if the part is too large.
    pub fn new(part: &'p Part, walk: Option<Walk<A>>, finish: F) -> Option<Self> {
        Some(ByWalk {
            part,
            walk: walk?,
            finish,
        })
    }
}

impl<T, A, F> Way<T> for ByWalk<'_, A, F>
where
    A: Algebra,
    F: FnMut(&mut Walk<A>, A::Value) -> Status<T>,
{
    fn run(&mut self, more: u64, memory: usize) -> Status<T> {
        match self.walk.run(self.part, more, memory) {
            Status::Done(value) => (self.finish)(&mut self.walk, value),
            Status::Paused => Status::Paused,
            Status::Full => Status::Full,
            Status::TooLarge => Status::TooLarge,
        }
    }

    fn spent(&self) -> u64 {
        self.walk.work()
    }

    fn estimate(&self) -> f64 {
        self.walk.estimate()
    }

    fn effort(&self) -> Effort {
        self.walk.effort().clone()
    }

    fn name(&self) -> String {
        "depth first, fewest options".to_owned()
    }

    fn bytes(&self) -> usize {
        self.walk.bytes()
    }
}
