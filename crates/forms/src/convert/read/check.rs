//! Is a model a solution? Every primary item must be within its bounds, and every secondary one
//! must have at most one color, or one option.

use super::{Model, Place};
use dlx3_base::text::shown;
use dlx3_check::Reason;
use dlx3_format::{ItemId, Name, OptionId, Problem};

/// Why a model is not a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wrong {
    /// The place in the solver's output.
    pub place: Place,
    /// The wrong option, for the message; empty if there is none.
    pub option: String,
    /// What is wrong.
    pub reason: Reason,
}

dlx3_base::messages! {
    Wrong {
        Self { place, option, reason } => (
            "line {}, column {}: {option}{reason}",
            place.line,
            place.column,
        ),
    }
}

/// Checks models of one problem.
pub struct Checker<'p> {
    problem: &'p Problem,
    /// For each primary item, how often it occurs.
    counts: Vec<u32>,
    /// The color of each secondary item that occurs; 0 for none.
    colors: Vec<Option<u8>>,
}

impl<'p> Checker<'p> {
    /// Checks models of this problem.
    pub fn new(problem: &'p Problem) -> Self {
        Checker {
            problem,
            counts: vec![0; problem.primary_count()],
            colors: vec![None; problem.item_count() - problem.primary_count()],
        }
    }

    /// Whether the model is a solution.
    ///
    /// # Errors
    /// The first option that exceeds a bound or has another color; else the first item below its
    /// lower bound.
    /// enough.
    pub fn check(&mut self, model: &Model) -> Result<(), Wrong> {
        self.counts.fill(0);
        self.colors.fill(None);
        for &(option, place) in &model.options {
            self.add(option).map_err(|reason| Wrong {
                place,
                option: self.show(option),
                reason,
            })?;
        }
        for (item, &count) in self.problem.item_ids().zip(&self.counts) {
            let bounds = self.problem.bounds(item).expect("it is primary");
            if count < bounds.lower {
                return Err(Wrong {
                    place: Place {
                        line: model.line,
                        column: 1,
                    },
                    option: String::new(),
                    reason: Reason::Bounds {
                        item: self.name(item),
                        count,
                        bounds,
                    },
                });
            }
        }
        Ok(())
    }

    fn add(&mut self, option: OptionId) -> Result<(), Reason> {
        for (item, here) in self.problem.option(option) {
            let Some(bounds) = self.problem.bounds(item) else {
                let color = &mut self.colors[item.index() - self.counts.len()];
                match *color {
                    None => *color = Some(here.unwrap_or(0)),
                    Some(before) if before != 0 && here == Some(before) => {}
                    Some(before) => {
                        return Err(Reason::Colors {
                            item: self.name(item),
                            here,
                            before: (before != 0).then_some(before),
                        });
                    }
                }
                continue;
            };
            let count = &mut self.counts[item.index()];
            *count += 1;
            if *count > bounds.upper {
                return Err(Reason::Bounds {
                    count: *count,
                    item: self.name(item),
                    bounds,
                });
            }
        }
        Ok(())
    }

    fn name(&self, item: ItemId) -> Name {
        Name::new(self.problem.name(item)).expect("an item's name is a name")
    }

    fn show(&self, option: OptionId) -> String {
        let mut text = Vec::new();
        self.problem.put_option(option, &mut text);
        let text = shown(&text);
        format!("option {}, `{text}': ", option.index() + 1)
    }
}
