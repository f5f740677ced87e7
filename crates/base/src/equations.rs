//! Small systems of linear equations, such as those of least squares.

/// Solves linear equations with a positive definite matrix, by Gaussian elimination without
/// pivoting.
pub fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for at in 0..N {
        let (pivot, known) = (matrix[at], right[at]);
        for (row, value) in matrix.iter_mut().zip(&mut right).skip(at + 1) {
            let factor = row[at] / pivot[at];
            for (entry, above) in row.iter_mut().zip(&pivot) {
                *entry -= factor * above;
            }
            *value -= factor * known;
        }
    }
    for at in (0..N).rev() {
        let later = matrix[at].iter().zip(&right).skip(at + 1);
        let known: f64 = later.map(|(factor, value)| factor * value).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let solution = solve(
            [[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]],
            [6.0, 10.0, 8.0],
        );
        for (found, expected) in solution.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{solution:?}");
        }
    }
}
