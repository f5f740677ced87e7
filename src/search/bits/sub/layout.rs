//! How large the parts of a sub-problem are: all its arrays are flat.

/// The sizes that places in arrays are computed from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// The words of a bitmap of options.
    pub words: usize,
    /// The number of primary items, whose ranks come first.
    pub primary: usize,
    /// The groups of slots, and those of slots whose bound may change.
    pub groups: usize,
    pub changing: usize,
    /// The words of a bitmap of slots, and of slots whose bound may change.
    pub width: usize,
    pub changing_width: usize,
    /// The words of a bitmap of secondary items; none without colors.
    pub color_width: usize,
    /// The words of all planes that change from frame to frame; none without colors.
    pub planes: usize,
}

impl Layout {
    /// Sets the sizes that follow from the numbers of groups, and from the number of
    /// secondary items if there are colors.
    pub fn set_widths(&mut self, colored: usize) {
        self.width = self.groups.div_ceil(8);
        self.changing_width = self.changing.div_ceil(8);
        self.color_width = colored.div_ceil(64);
        self.planes = 0;
    }
}

/// Empties a vector and fills it with zeros.
pub fn zero<T: Clone + Default>(vector: &mut Vec<T>, length: usize) {
    vector.clear();
    vector.resize(length, T::default());
}

/// Makes a vector at least so long. What is there already is not cleared.
pub fn lengthen<T: Clone + Default>(vector: &mut Vec<T>, length: usize) {
    if vector.len() < length {
        vector.resize(length, T::default());
    }
}
