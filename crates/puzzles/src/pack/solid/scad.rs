//! Pieces as an OpenSCAD file: a module for each, and their places.

use super::super::svg::color;
use super::Body;
use super::mesh::Spot;
use super::rows::rows;
use std::collections::HashSet;
use std::fmt::Write;

/// Pieces side by side in rows.
pub fn scad_apart(bodies: &[Body], space: f64) -> String {
    let mut text = String::from("// Pieces of a packing, in millimetres.\n");
    let names = identifiers(bodies);
    modules(&mut text, bodies, &names);
    let copies = || {
        let bodies = bodies.iter().zip(&names);
        bodies.flat_map(|(body, name)| std::iter::repeat_n((body, name), body.copies))
    };
    let sizes: Vec<[f64; 2]> = copies()
        .map(|(body, _)| {
            let (least, most) = body.mesh.bounds();
            [most[0] - least[0], most[1] - least[1]]
        })
        .collect();
    for ((body, name), [x, y]) in copies().zip(rows(&sizes, space).places) {
        let place = format!("[{}, {}, 0]", x as f32, y as f32);
        put(&mut text, body, name, &place);
    }
    text
}

/// Pieces in their places in a solution.
pub fn scad_assembled(bodies: &[Body]) -> String {
    let mut text = String::from(
        "// A packing, in millimetres.\n\
         // 1 has all pieces in their places, 2 at twice the distances.\n\
         explode = 1;\n",
    );
    let names = identifiers(bodies);
    modules(&mut text, bodies, &names);
    for (body, name) in bodies.iter().zip(&names) {
        let (least, most) = body.mesh.bounds();
        let middle = [0, 1, 2].map(|axis: usize| (least[axis] + most[axis]) / 2.0);
        put(
            &mut text,
            body,
            name,
            &format!("(explode - 1) * {}", spot(middle)),
        );
    }
    text
}

fn modules(text: &mut String, bodies: &[Body], names: &[String]) {
    for (body, name) in bodies.iter().zip(names) {
        let points: Vec<String> = body.mesh.points().iter().copied().map(spot).collect();
        // OpenSCAD wants faces clockwise from outside.
        let face = |[a, b, c]: &[u32; 3]| format!("[{a},{c},{b}]");
        let faces: Vec<String> = body.mesh.triangles().iter().map(face).collect();
        let _ = writeln!(
            text,
            "module piece_{name}() polyhedron(convexity = 10,\n  points = [{}],\n  faces = [{}]);",
            points.join(","),
            faces.join(",")
        );
    }
}

fn put(text: &mut String, body: &Body, name: &str, place: &str) {
    let color = color(body.piece, 100);
    let _ = writeln!(
        text,
        "color(\"{color}\") translate({place}) piece_{name}();"
    );
}

/// The names of modules: those of the bodies with `_` for `-`, and with a number if another body
/// has the same, as OpenSCAD uses the last of several modules for all.
fn identifiers(bodies: &[Body]) -> Vec<String> {
    let mut taken = HashSet::new();
    let identifier = |body: &Body| {
        let name = body.name.replace('-', "_");
        let others = (2..).map(|number| format!("{name}_{number}"));
        let mut names = std::iter::once(name.clone()).chain(others);
        let free = names.find(|name| !taken.contains(name));
        let free = free.expect("there are more names than bodies");
        taken.insert(free.clone());
        free
    };
    bodies.iter().map(identifier).collect()
}

fn spot(spot: Spot) -> String {
    let [x, y, z] = spot.map(|coordinate| coordinate as f32);
    format!("[{x},{y},{z}]")
}
