//! How many solutions there are, with the states of each layer in memory or on a disk.

use super::Limits;
use super::count::{Counted, Told};
use super::problem::model::Model;
use super::race::ways::first_layout;
use super::states::disk::{Fault, Store, count_on_disk, sum_of};
use crate::format::Problem;
use num_bigint::BigUint;

/// Counts the solutions layer by layer, in the order with the narrowest front that is found. States
/// that do not fit into memory go to the store of their part, which `store` has for each part, by
/// its number: if a count was stopped, the next one continues from there.
///
/// # Errors
/// If the store fails, if what it has is damaged or of another problem, or if the limits ask for an
/// end.
pub fn count_with_store(
    problem: &Problem,
    store: &mut dyn FnMut(usize) -> Box<dyn Store>,
    limits: &mut Limits<'_>,
) -> Result<Counted, Fault> {
    let model = Model::new(problem).with(&limits.tuning);
    let mut number = BigUint::from(u32::from(!model.is_impossible)) << model.free.len();
    let mut parts = Vec::new();
    for (place, part) in model.parts.iter().enumerate() {
        let (layout, way) = first_layout(part, limits.tuning).ok_or(Fault::TooWide)?;
        // Runs belong to the problem, the part and the order.
        let text = part.to_problem().to_string();
        let name = format!("{:016x} {place} {way}", sum_of(&text));
        let mut store = store(place);
        let counted = count_on_disk(part, &layout, &name, &mut *store, limits)?;
        number *= counted.number;
        parts.push(Told::new(part, way, counted.effort));
    }
    Ok(Counted {
        number: number.into(),
        parts,
        free: model.free.len(),
    })
}
