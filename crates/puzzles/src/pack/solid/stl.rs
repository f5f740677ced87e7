//! Meshes as STL: 80 bytes of title, the number of triangles, and for each triangle its normal and
//! three corners as 32-bit floats.

use super::mesh::{Mesh, Spot};

/// The beginning of these files.
pub const MARK: &[u8] = b"dlx3 ";

/// A settled mesh as binary STL. A long title is cut off.
pub fn stl(mesh: &Mesh, title: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(84 + 50 * mesh.triangles().len());
    // Readers take files that begin with `solid` for text.
    bytes.extend(MARK);
    bytes.extend(title.bytes().take(80 - MARK.len()));
    bytes.resize(80, b' ');
    bytes.extend((mesh.triangles().len() as u32).to_le_bytes());
    for triangle in mesh.triangles() {
        let corners = triangle.map(|corner| mesh.points()[corner as usize]);
        for spot in [normal(corners)].iter().chain(&corners) {
            bytes.extend(spot.iter().flat_map(|&part| (part as f32).to_le_bytes()));
        }
        bytes.extend([0, 0]);
    }
    bytes
}

/// The outward unit normal of a triangle.
fn normal([a, b, c]: [Spot; 3]) -> Spot {
    let [p, q] = [b, c].map(|end| [0, 1, 2].map(|axis| end[axis] - a[axis]));
    let part = |one: usize, other: usize| p[one] * q[other] - p[other] * q[one];
    let cross = [part(1, 2), part(2, 0), part(0, 1)];
    let length = cross.iter().map(|part| part * part).sum::<f64>().sqrt();
    match length > 0.0 {
        true => cross.map(|part| part / length),
        false => [0.0; 3],
    }
}
