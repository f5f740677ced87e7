//! Arranges things in rows, about as wide as high in total.

/// The arrangement.
pub(super) struct Rows {
    /// The least corner of each thing.
    pub(super) places: Vec<[f64; 2]>,
    /// The total width and height.
    pub(super) size: [f64; 2],
}

/// Arranges things of these sizes in rows, in their order, with this space between them.
pub(super) fn rows(sizes: &[[f64; 2]], space: f64) -> Rows {
    let area: f64 = sizes
        .iter()
        .map(|[wide, high]| (wide + space) * (high + space))
        .sum();
    let widest = sizes.iter().map(|size| size[0]).fold(0.0, f64::max);
    let limit = area.sqrt().max(widest);
    let (mut right, mut down, mut highest) = (0.0, 0.0, 0.0_f64);
    let mut rows = Rows {
        places: Vec::with_capacity(sizes.len()),
        size: [0.0; 2],
    };
    for &[wide, high] in sizes {
        if right > 0.0 && right + wide > limit {
            (right, down, highest) = (0.0, down + highest + space, 0.0);
        }
        rows.places.push([right, down]);
        rows.size = [
            rows.size[0].max(right + wide),
            rows.size[1].max(down + high),
        ];
        right += wide + space;
        highest = highest.max(high);
    }
    rows
}
