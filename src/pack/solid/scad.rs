//! Pieces as a file of OpenSCAD: a module each, and where they stand.

use super::super::svg::color;
use super::Body;
use super::mesh::Spot;
use super::rows::rows;
use std::fmt::Write;

/// Pieces side by side in rows.
pub fn scad_apart(bodies: &[Body], space: f64) -> String {
    let mut text = String::from("// Pieces of a packing, in millimetres.\n");
    modules(&mut text, bodies);
    let copies = || {
        bodies
            .iter()
            .flat_map(|body| std::iter::repeat_n(body, body.copies))
    };
    let sizes: Vec<[f64; 2]> = copies()
        .map(|body| {
            let (least, most) = body.mesh.bounds();
            [most[0] - least[0], most[1] - least[1]]
        })
        .collect();
    for (body, [x, y]) in copies().zip(rows(&sizes, space).places) {
        put(&mut text, body, &format!("[{}, {}, 0]", x as f32, y as f32));
    }
    text
}

/// Pieces where a solution has them.
pub fn scad_assembled(bodies: &[Body]) -> String {
    let mut text = String::from(
        "// A packing, in millimetres.\n\
         // 1 has all pieces in their places, 2 at twice the distances.\n\
         explode = 1;\n",
    );
    modules(&mut text, bodies);
    for body in bodies {
        let (least, most) = body.mesh.bounds();
        let middle = [0, 1, 2].map(|axis: usize| (least[axis] + most[axis]) / 2.0);
        put(
            &mut text,
            body,
            &format!("(explode - 1) * {}", spot(middle)),
        );
    }
    text
}

fn modules(text: &mut String, bodies: &[Body]) {
    for body in bodies {
        let points: Vec<String> = body.mesh.points().iter().copied().map(spot).collect();
        // OpenSCAD has faces clockwise from outside.
        let face = |[a, b, c]: &[u32; 3]| format!("[{a},{c},{b}]");
        let faces: Vec<String> = body.mesh.triangles().iter().map(face).collect();
        let _ = writeln!(
            text,
            "module piece_{}() polyhedron(convexity = 10,\n  points = [{}],\n  faces = [{}]);",
            identifier(&body.name),
            points.join(","),
            faces.join(",")
        );
    }
}

fn put(text: &mut String, body: &Body, place: &str) {
    let color = color(body.piece, 100);
    let name = identifier(&body.name);
    let _ = writeln!(
        text,
        "color(\"{color}\") translate({place}) piece_{name}();"
    );
}

fn identifier(name: &str) -> String {
    name.replace('-', "_")
}

fn spot(spot: Spot) -> String {
    let [x, y, z] = spot.map(|coordinate| coordinate as f32);
    format!("[{x},{y},{z}]")
}
