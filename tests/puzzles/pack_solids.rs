//! The files that show-pack writes for printers and laser cutters: closed surfaces of the right
//! volume, and sheets in real millimetres.

use crate::common::filter::{self, TemporaryFile};
use crate::common::tools::has;
use dlx3::pack::solid::{Dimensions, solid, stl};
use dlx3::pack::{Cell, Grid, Moves, Shape, polyforms};
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::Path;

type Spot = [f32; 3];

/// The triangles of a binary STL file.
fn triangles(bytes: &[u8]) -> Vec<[Spot; 3]> {
    assert!(!bytes.starts_with(b"solid"), "that is how text begins");
    let number = u32::from_le_bytes(bytes[80..84].try_into().unwrap()) as usize;
    assert_eq!(bytes.len(), 84 + 50 * number);
    let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let spot = |at: usize| [float(at), float(at + 4), float(at + 8)];
    let triangle = |number: usize| [1, 2, 3].map(|place| spot(84 + 50 * number + 12 * place));
    (0..number).map(triangle).collect()
}

/// Whether each directed edge occurs once, and its reverse once. As in STL readers, points with the
/// same coordinates are one.
fn is_closed(triangles: &[[Spot; 3]]) -> bool {
    let key = |spot: Spot| spot.map(f32::to_bits);
    let mut edges = HashSet::new();
    for triangle in triangles {
        for side in 0..3 {
            let edge = (key(triangle[side]), key(triangle[(side + 1) % 3]));
            if edge.0 == edge.1 || !edges.insert(edge) {
                return false;
            }
        }
    }
    edges.iter().all(|&(from, to)| edges.contains(&(to, from)))
}

/// The volume inside, by the divergence theorem: positive if normals point outwards.
fn volume(triangles: &[[Spot; 3]]) -> f64 {
    let volume = |triangle: &[Spot; 3]| {
        let [a, b, c] = triangle.map(|spot| spot.map(f64::from));
        a[0] * (b[1] * c[2] - b[2] * c[1])
            + a[1] * (b[2] * c[0] - b[0] * c[2])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    triangles.iter().map(volume).sum::<f64>() / 6.0
}

/// The area or volume of a cell with sides, or distances of sides, of 1.
fn cell_size(grid: Grid) -> f64 {
    match grid {
        Grid::Square | Grid::Cube => 1.0,
        Grid::Triangle => 3.0_f64.sqrt() / 4.0,
        Grid::Hexagon => 3.0_f64.sqrt() / 2.0,
    }
}

const UNIT: f64 = 20.0;

fn form(gap: f64, bevel: f64) -> Dimensions {
    Dimensions {
        unit: UNIT,
        gap,
        bevel,
        height: None,
    }
}

/// The triangles of a piece, as its STL file has them.
fn surface(grid: Grid, cells: &[Cell], form: &Dimensions) -> Vec<[Spot; 3]> {
    let surface = triangles(&stl(&solid(grid, cells, form), "piece A"));
    assert!(is_closed(&surface), "{grid} {cells:?} {form:?}");
    surface
}

fn cells_of(shape: &Shape) -> Vec<Cell> {
    shape.cells().iter().map(|&(cell, _)| cell).collect()
}

/// Polyforms, among them the first ones whose cells touch in an edge or a corner only; then all
/// sets of cells around a point, whose parts may touch there.
fn pieces() -> Vec<(Grid, Vec<Cell>)> {
    let mut pieces = Vec::new();
    for (grid, size) in [
        (Grid::Square, 7),
        (Grid::Triangle, 7),
        (Grid::Hexagon, 4),
        (Grid::Cube, 5),
    ] {
        let all = polyforms(grid, size, Moves::Free);
        pieces.extend(all.iter().map(|shape| (grid, cells_of(shape))));
    }
    let around: [(Grid, Vec<Cell>); 4] = [
        (
            Grid::Square,
            (0..4).map(|at| [at & 1, at >> 1, 0]).collect(),
        ),
        (
            Grid::Cube,
            (0..8).map(|at| [at & 1, at >> 1 & 1, at >> 2]).collect(),
        ),
        (Grid::Hexagon, vec![[0, 0, 0], [1, 0, -1], [1, -1, 0]]),
        // The first three cells of two lines.
        (
            Grid::Triangle,
            [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
                .map(|[row, column]| Grid::Triangle.cell([0, row, column]).unwrap())
                .to_vec(),
        ),
    ];
    for (grid, cells) in around {
        for choice in 1..1_usize << cells.len() {
            let chosen = (0..cells.len()).filter(|place| choice >> place & 1 == 1);
            pieces.push((grid, chosen.map(|place| cells[place]).collect()));
        }
    }
    pieces
}

fn assert_near(found: f64, expected: f64, what: &str) {
    let share = (found / expected - 1.0).abs();
    assert!(share < 1e-5, "{what}: {found}, not {expected}");
}

#[test]
fn without_gap_and_bevel_the_volume_is_that_of_the_cells() {
    for (grid, cells) in pieces() {
        let found = volume(&surface(grid, &cells, &form(0.0, 0.0)));
        let expected = cells.len() as f64 * cell_size(grid) * UNIT.powi(3);
        match grid {
            Grid::Square | Grid::Cube => assert_eq!(found, expected, "{grid} {cells:?}"),
            _ => assert_near(found, expected, &format!("{grid} {cells:?}")),
        }
    }
}

/// The boxes of cubes with sides of one or two cubes in a piece: the first cube, and the axes
/// along which they are two.
fn boxes(cells: &[Cell]) -> Vec<(Cell, i32)> {
    let mut found = Vec::new();
    for cell in cells {
        for long in 0..8 {
            let mut ways = (0..8).filter(|way| way & long == *way);
            let other = |way: i32| [0, 1, 2].map(|axis: usize| cell[axis] + (way >> axis & 1));
            if ways.all(|way| cells.contains(&other(way))) {
                found.push((*cell, long));
            }
        }
    }
    found
}

#[test]
fn with_a_gap_the_volume_is_what_the_manual_says() {
    for (grid, cells) in pieces() {
        let gap: f64 = 0.5;
        let left = UNIT - gap;
        let found = volume(&surface(grid, &cells, &form(gap, 0.0)));
        if grid == Grid::Cube || grid == Grid::Square {
            let height = if grid == Grid::Cube { left } else { UNIT };
            let size = |&(_, long): &(Cell, i32)| {
                let [x, y, z] =
                    [0, 1, 2].map(|axis| if long >> axis & 1 == 1 { gap } else { left });
                x * y * if z == gap { gap } else { height }
            };
            let expected: f64 = boxes(&cells).iter().map(size).sum();
            assert_near(found, expected, &format!("{cells:?}"));
        }
    }
    // On the other grids the area is A - d P + d d T: P is the length of the outline, d half the
    // gap, T the sum of the tangents of half the angle by which the outline turns at each corner.
    let (root, d) = (3.0_f64.sqrt(), 0.3);
    let around = |count: usize| -> Vec<Cell> {
        // Clockwise around a point, from the left.
        let places = [[0, 0], [0, 1], [0, 2], [1, 2], [1, 1], [1, 0]];
        let cell = |&[row, column]: &[i32; 2]| Grid::Triangle.cell([0, row, column]).unwrap();
        places.iter().take(count).map(cell).collect()
    };
    for (grid, cells, sides, tangents) in [
        (Grid::Triangle, around(1), 3.0, 3.0 * root),
        (Grid::Triangle, around(2), 4.0, 2.0 * root + 2.0 / root),
        (Grid::Triangle, around(3), 5.0, 2.0 * root + 2.0 / root),
        (
            Grid::Triangle,
            around(4),
            6.0,
            2.0 * root + 3.0 / root - 1.0 / root,
        ),
        (
            Grid::Triangle,
            around(5),
            7.0,
            2.0 * root + 4.0 / root - root,
        ),
        (Grid::Triangle, around(6), 6.0, 6.0 / root),
        (Grid::Hexagon, vec![[0, 0, 0]], 6.0, 6.0 / root),
        (
            Grid::Hexagon,
            vec![[0, 0, 0], [1, 0, -1]],
            10.0,
            8.0 / root - 2.0 / root,
        ),
        (
            Grid::Hexagon,
            vec![[0, 0, 0], [1, 0, -1], [1, -1, 0]],
            12.0,
            9.0 / root - 3.0 / root,
        ),
    ] {
        let side = if grid == Grid::Triangle {
            UNIT
        } else {
            UNIT / root
        };
        let area = cells.len() as f64 * cell_size(grid) * UNIT.powi(2);
        let expected = (area - d * sides * side + d * d * tangents) * UNIT;
        let found = volume(&surface(grid, &cells, &form(2.0 * d, 0.0)));
        assert_near(found, expected, &format!("{grid} {cells:?}"));
    }
}

/// Whether a point is within the bevelled cube of one of the boxes, somewhere between its cubes.
fn is_inside(boxes: &[(Cell, i32)], point: [f64; 3], gap: f64, bevel: f64) -> bool {
    let most = (UNIT - gap) / 2.0;
    boxes.iter().any(|&(cell, long)| {
        let away = [0, 1, 2].map(|axis: usize| {
            let low = (f64::from(cell[axis]) + 0.5) * UNIT;
            let high = low + f64::from(long >> axis & 1) * UNIT;
            (low - point[axis]).max(point[axis] - high).max(0.0)
        });
        let keeps = |one: usize, other: usize| away[one] + away[other] <= 2.0 * most - bevel;
        away.iter().all(|&away| away <= most) && keeps(0, 1) && keeps(1, 2) && keeps(0, 2)
    })
}

#[test]
fn with_bevels_the_volume_is_that_of_cubes_with_cut_edges_swept_through_the_piece() {
    let cube = surface(Grid::Cube, &[[0; 3]], &form(1.0, 2.0));
    // A cube of 15, slabs on its faces, half of the bars at its edges, a quarter at its corners.
    let expected = 3375.0 + 6.0 * 225.0 * 2.0 + 12.0 * 15.0 * 4.0 / 2.0 + 8.0 * 8.0 / 4.0;
    assert_near(volume(&cube), expected, "a cube");
    for (grid, cells) in pieces()
        .into_iter()
        .filter(|(grid, _)| *grid == Grid::Cube)
        .step_by(7)
    {
        for (gap, bevel) in [(0.0, 4.0), (2.0, 3.0)] {
            let found = volume(&surface(grid, &cells, &form(gap, bevel)));
            let boxes = boxes(&cells);
            // Faces and edges are at whole millimetres.
            let steps: i32 = 20;
            let step = UNIT / f64::from(steps);
            let mut inside = 0;
            for cell in &cells {
                for number in 0..steps.pow(3) {
                    let at = [
                        number % steps,
                        number / steps % steps,
                        number / steps / steps,
                    ];
                    // Uneven, so that few points lie on a face.
                    let point = [(0, 0.41), (1, 0.53), (2, 0.58)].map(|(axis, part)| {
                        f64::from(cell[axis]) * UNIT + (f64::from(at[axis]) + part) * step
                    });
                    inside += i32::from(is_inside(&boxes, point, gap, bevel));
                }
            }
            let sampled = f64::from(inside) * step.powi(3);
            assert!(
                (found / sampled - 1.0).abs() < 0.01,
                "{cells:?}: {found}, {sampled}"
            );
        }
    }
    for (grid, cells) in pieces().into_iter().filter(|(grid, _)| *grid != Grid::Cube) {
        for (gap, bevel) in [(0.0, 2.0), (0.5, 1.0), (0.0, 4.0)] {
            let bevelled = volume(&surface(grid, &cells, &form(gap, bevel)));
            let [sharp, inner] = [gap, gap + 2.0 * bevel];
            let [sharp, inner] =
                [sharp, inner].map(|gap| volume(&surface(grid, &cells, &form(gap, 0.0))) / UNIT);
            // Between the walls, and two slopes, whose area is quadratic in their height.
            let middle = volume(&surface(grid, &cells, &form(gap + bevel, 0.0))) / UNIT;
            let slopes = 2.0 * bevel * (sharp + 4.0 * middle + inner) / 6.0;
            assert_near(
                bevelled,
                sharp * (UNIT - 2.0 * bevel) + slopes,
                &format!("{cells:?}"),
            );
        }
    }
}

/// Runs show-pack on the first solution of a packing.
fn show(words: &str, options: &[&str]) -> filter::Run {
    let words: Vec<&str> = words.split(' ').collect();
    let run = |program: &str, words: &[&str], input: &str| {
        filter::run(
            &mut filter::command(filter::path(program), words),
            input.as_bytes(),
        )
    };
    let problem = run("gen-pack", &words, "").stdout;
    let solution = run("dlx3", &["m1", "v0", "t1"], &problem).stdout;
    run("show-pack", &[&words[..], options].concat(), &solution)
}

/// A folder that is removed when it is dropped.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

fn file(folder: &Path, name: &str) -> Vec<[Spot; 3]> {
    triangles(&fs::read(folder.join(name)).unwrap())
}

#[test]
fn the_soma_cube_is_seven_files_or_one() {
    let folder = folder();
    let name = folder.path().to_str().unwrap();
    let apart = show("soma 3x3x3", &["--stl", name]);
    assert_eq!((apart.status, &*apart.stderr), (Some(0), ""));
    let lines: Vec<&str> = apart.stdout.lines().collect();
    assert_eq!(lines.len(), 7);
    assert_eq!(lines[0], format!("{name}/piece-V.stl: 3 cells, used once"));
    for line in lines {
        let (path, _) = line.split_once(':').unwrap();
        assert!(is_closed(&triangles(&fs::read(path).unwrap())), "{line}");
    }
    let all = show("soma 3x3x3", &["--stl", name, "--assembled", "--gap", "0"]);
    assert_eq!(all.stdout, format!("{name}/assembled.stl: 7 pieces\n"));
    let surface = file(folder.path(), "assembled.stl");
    assert!(is_closed(&surface));
    assert_eq!(volume(&surface), 27.0 * 8000.0);
    let spots = surface.iter().flatten();
    assert!(spots.flatten().all(|part| (0.0..=60.0).contains(part)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 8);
}

/// Checks the files with `trimesh` from PyPI. Without it, the test says that it is skipped.
#[test]
fn trimesh_finds_the_files_watertight() {
    if !has("python3") {
        return;
    }
    let there = filter::program("python3")
        .args(["-c", "import trimesh"])
        .output()
        .unwrap();
    if !there.status.success() {
        // Not by `eprintln`, whose output is shown only for failing tests.
        let _ = writeln!(std::io::stderr(), "skipped: no trimesh");
        return;
    }
    let folder = folder();
    let name = folder.path().to_str().unwrap();
    // The ends of this ring touch in an edge only.
    let picture = TemporaryFile::with("AAA\nA.A\nAA.\n");
    let ring = format!("{0} {0}", picture.name());
    for (words, options, cells) in [
        ("soma 3x3x3", "--gap 0", 27.0),
        ("soma 3x3x3", "--gap 0 --assembled", 27.0),
        ("pentominoes 8x8-2x2", "--gap 0", 60.0),
        (&ring, "--gap 0", 7.0),
    ] {
        let mut options: Vec<&str> = options.split(' ').collect();
        options.extend(["--stl", name]);
        let listed = show(words, &options).stdout;
        let files: Vec<&str> = listed
            .lines()
            .filter_map(|line| line.split(':').next())
            .collect();
        let code = "import sys, trimesh\nmeshes = [trimesh.load(name) for name in sys.argv[1:]]\n\
                    assert all(m.is_watertight and m.is_volume for m in meshes)\n\
                    print(sum(m.volume for m in meshes))\n";
        let asked = filter::program("python3")
            .args(["-c", code])
            .args(&files)
            .output()
            .unwrap();
        assert!(
            asked.status.success(),
            "{}",
            String::from_utf8_lossy(&asked.stderr)
        );
        let sum: f64 = String::from_utf8_lossy(&asked.stdout)
            .trim()
            .parse()
            .unwrap();
        let unit: f64 = if words.starts_with("soma") {
            20.0
        } else {
            10.0
        };
        assert_near(sum, cells * unit.powi(3), words);
    }
}

#[test]
fn pieces_lie_as_in_the_picture_and_are_not_mirrored() {
    let folder = folder();
    let name = folder.path().to_str().unwrap();
    let pieces = TemporaryFile::with("A.BB\nBBBB\nBBBB\n\nBBBB\nBBBB\nBBBB\n");
    let region = TemporaryFile::with("#.##\n####\n####\n\n####\n####\n####\n");
    let words = format!("{} {} --fixed", pieces.name(), region.name());
    let made = show(
        &words,
        &[
            "--scad",
            &format!("{name}/a.scad"),
            "--assembled",
            "--gap",
            "0",
        ],
    );
    assert_eq!((made.status, &*made.stderr), (Some(0), ""));
    let text = fs::read_to_string(folder.path().join("a.scad")).unwrap();
    // The cube in the first layer, line and column is on the left, at the back, and on top.
    let (points, faces) = polyhedron(&text, "piece_A");
    for point in &points {
        assert!((0.0..=20.0).contains(&point[0]), "{point:?}");
        assert!((40.0..=60.0).contains(&point[1]), "{point:?}");
        assert!((20.0..=40.0).contains(&point[2]), "{point:?}");
    }
    // In OpenSCAD, faces are clockwise when seen from outside.
    let turned = |[a, b, c]: &[usize; 3]| [points[*a], points[*c], points[*b]];
    let surface: Vec<[Spot; 3]> = faces.iter().map(turned).collect();
    assert!(is_closed(&surface));
    assert_eq!(volume(&surface), 8000.0);
    assert!(text.contains("color(\"#"));
    let apart = show("soma 3x3x3", &["--scad", "-"]).stdout;
    assert_eq!(apart.matches("module piece_").count(), 7);
    assert_eq!(apart.matches("\ncolor(").count(), 7);
}

/// The points and faces of a module.
fn polyhedron(text: &str, module: &str) -> (Vec<Spot>, Vec<[usize; 3]>) {
    let (_, text) = text.split_once(&format!("module {module}()")).unwrap();
    let list = |name: &str| {
        let (_, text) = text.split_once(&format!("{name} = ")).unwrap();
        text[..text.find("]]").unwrap() + 2].to_owned()
    };
    let points = serde_json::from_str(&list("points")).unwrap();
    (points, serde_json::from_str(&list("faces")).unwrap())
}

#[test]
fn a_copy_that_no_rotation_makes_of_its_piece_has_a_file_of_its_own() {
    let folder = folder();
    let name = folder.path().to_str().unwrap();
    // A screw, and a region of two parts, of which one is its mirror image.
    let pieces = TemporaryFile::with("A.\nAA\n\nA.\n..\n");
    let region = TemporaryFile::with("a..b\naabb\n\na..b\n....\n");
    let words = format!("{} {} --two-sided --each 2", pieces.name(), region.name());
    let made = show(&words, &["--stl", name]);
    assert_eq!(made.stderr, "");
    let expected =
        ["A", "A-mirror"].map(|piece| format!("{name}/piece-{piece}.stl: 4 cells, used once\n"));
    assert_eq!(made.stdout, expected.concat());
    // Flat pieces can be turned over.
    let flat = TemporaryFile::with("aa.bb\na...b\na...b\n");
    let made = show(
        &format!("tetrominoes {} --each 0:* --use 2|L", flat.name()),
        &["--stl", name],
    );
    assert_eq!(
        made.stdout,
        format!("{name}/piece-L.stl: 4 cells, used 2 times\n")
    );
}

/// The user's file, or the target of a link, used to be overwritten silently.
#[test]
fn an_stl_file_of_the_user_stays_and_one_of_ours_is_renewed() {
    let folder = folder();
    let name = folder.path().to_str().unwrap();
    let file = folder.path().join("assembled.stl");
    fs::write(&file, "solid precious\n").unwrap();
    let refused = show("soma 3x3x3", &["--stl", name, "--assembled"]);
    assert_eq!(refused.status, Some(1), "{refused:?}");
    let told = format!(
        "show-pack: cannot write {}: it is there already, and no file of this program\n",
        file.display()
    );
    assert_eq!(refused.stderr, told);
    assert_eq!(fs::read(&file).unwrap(), b"solid precious\n");
    #[cfg(unix)]
    {
        let there = folder.path().join("there");
        fs::rename(&file, &there).unwrap();
        std::os::unix::fs::symlink(&there, &file).unwrap();
        let refused = show("soma 3x3x3", &["--stl", name, "--assembled"]);
        assert_eq!(refused.stderr, told);
        assert_eq!(fs::read(&there).unwrap(), b"solid precious\n");
    }
    fs::remove_file(&file).unwrap();
    for gap in ["0", "1"] {
        let made = show("soma 3x3x3", &["--stl", name, "--assembled", "--gap", gap]);
        assert_eq!(made.status, Some(0), "{made:?}");
    }
}

#[test]
fn files_are_written_as_a_whole_or_not_at_all() {
    let folder = folder();
    let name = folder.path().join("a.scad");
    fs::write(&name, "before").unwrap();
    let words = ["soma", "3x3x3"];
    let run = |program: &str, words: &[&str], input: &str| {
        filter::run(
            &mut filter::command(filter::path(program), words),
            input.as_bytes(),
        )
        .stdout
    };
    let solution = run("dlx3", &["m1", "v0", "t1"], &run("gen-pack", &words, ""));
    let mut command = filter::program("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"]);
    command
        .arg(filter::path("show-pack"))
        .args(words)
        .arg("--scad")
        .arg(&name);
    let pipe = std::process::Stdio::piped;
    command.stdin(pipe()).stdout(pipe()).stderr(pipe());
    let ended = filter::run(&mut command, solution.as_bytes());
    assert_eq!(ended.status, Some(1));
    let told = format!("show-pack: cannot write {}: ", name.display());
    assert!(ended.stderr.starts_with(&told), "{}", ended.stderr);
    assert_eq!(fs::read_to_string(&name).unwrap(), "before");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // A folder cannot be made where a file is.
    let inner = name.join("pieces");
    let ended = show("soma 3x3x3", &["--stl", inner.to_str().unwrap()]);
    assert_eq!(ended.status, Some(1));
    let told = format!("show-pack: cannot write {}: ", inner.display());
    assert!(ended.stderr.starts_with(&told), "{}", ended.stderr);
    // A device is written to, and not replaced.
    let ended = show("soma 3x3x3", &["--scad", "/dev/full"]);
    assert!(
        ended.stderr.contains("cannot write /dev/full: "),
        "{}",
        ended.stderr
    );
}

#[test]
fn lengths_that_make_no_pieces_are_refused_by_name() {
    let mut text = String::new();
    for (words, options) in [
        ("soma 3x3x3", "--unit 20"),
        ("soma 3x3x3", "--svg --gap 1"),
        ("soma 3x3x3", "--svg=cut --bevel 1"),
        ("soma 3x3x3", "--scad - --kerf 1"),
        ("soma 3x3x3", "--svg --assembled"),
        ("soma 3x3x3", "--scad - --unit 0"),
        ("soma 3x3x3", "--scad - --unit -3"),
        ("soma 3x3x3", "--scad - --unit nan"),
        ("soma 3x3x3", "--scad - --gap 0.001"),
        ("soma 3x3x3", "--scad - --height 4"),
        ("soma 3x3x3", "--scad - --gap 4 --bevel 3"),
        ("soma 3x3x3", "--svg=cut"),
        ("pentominoes 6x10", "--scad - --height 3 --bevel 1.5"),
        ("pentominoes 6x10", "--svg=cut --kerf 9"),
        ("pentominoes 6x10", "--scad - --svg"),
    ] {
        let options: Vec<&str> = options.split(' ').collect();
        let ended = show(words, &options);
        assert_eq!(ended.stdout, "", "{words} {options:?}");
        let first: Vec<&str> = ended.stderr.lines().take(1).collect();
        text += &format!(
            "{} [{}] {}\n",
            options.join(" "),
            ended.status.unwrap(),
            first.join("")
        );
    }
    insta::assert_snapshot!("hold_refusals", text);
    let none = filter::run(
        &mut filter::command(filter::path("show-pack"), &["soma", "3x3x3", "--scad", "-"]),
        b"",
    );
    assert_eq!(
        none.stderr,
        "show-pack: there is no solution to draw; was m1 forgotten?\n"
    );
    let painted = show("macmahon-squares 2x2 --each 0:1", &["--scad", "-"]).stderr;
    assert!(
        painted.starts_with("show-pack: colors are left out"),
        "{painted}"
    );
}

/// The width, height and outlines of a sheet.
fn sheet(text: &str) -> (f64, f64, Vec<Vec<[f64; 2]>>) {
    let tree = roxmltree::Document::parse(text).unwrap();
    let root = tree.root_element();
    let [width, height] = ["width", "height"].map(|name| {
        let length = root.attribute(name).unwrap().strip_suffix("mm").unwrap();
        length.parse::<f64>().unwrap()
    });
    assert_eq!(
        root.attribute("viewBox").unwrap(),
        format!("0 0 {width} {height}")
    );
    let paths = tree.descendants().filter_map(|node| node.attribute("d"));
    let outline = |text: &str| {
        let point = |text: &str| {
            let (x, y) = text.split_once(' ').unwrap();
            [x.parse().unwrap(), y.parse().unwrap()]
        };
        text.split(['M', 'L'])
            .filter(|text| !text.is_empty())
            .map(point)
            .collect()
    };
    let outlines = |text: &str| -> Vec<Vec<[f64; 2]>> {
        text.split('z')
            .filter(|text| !text.is_empty())
            .map(outline)
            .collect()
    };
    (width, height, paths.flat_map(outlines).collect())
}

/// The area within outlines; holes run the other way.
fn area(outlines: &[Vec<[f64; 2]>]) -> f64 {
    let sides = |points: &Vec<[f64; 2]>| {
        let next = points.iter().cycle().skip(1);
        points
            .iter()
            .zip(next)
            .map(|(a, b)| a[0] * b[1] - a[1] * b[0])
            .sum::<f64>()
            / 2.0
    };
    outlines.iter().map(sides).sum()
}

#[test]
fn a_sheet_has_all_outlines_and_holes_in_millimetres() {
    let ring = TemporaryFile::with("AAA\nA.A\nAAA\n");
    let words = format!("{0} {0}", ring.name());
    let made = show(&words, &["--svg=cut", "--unit", "10"]);
    assert_eq!((made.status, &*made.stderr), (Some(0), ""));
    let (width, height, outlines) = sheet(&made.stdout);
    assert_eq!((width, height), (34.0, 34.0));
    assert_eq!(outlines.len(), 2);
    assert_eq!(area(&outlines), 800.0);
    // Wider by the kerf outside, and narrower by it inside.
    let (.., outlines) =
        sheet(&show(&words, &["--svg=cut", "--unit", "10", "--kerf", "0.2"]).stdout);
    assert_near(area(&outlines), 30.2 * 30.2 - 9.8 * 9.8, "with a kerf");
    for (words, cells, grid) in [
        ("pentominoes 6x10", 60.0, Grid::Square),
        ("pentominoes 3x4x5", 60.0, Grid::Square),
        ("hexiamonds 6x6", 72.0, Grid::Triangle),
        ("tetrahexes 4x7", 28.0, Grid::Hexagon),
        ("dominoes 4x4 --each 0:*", 16.0, Grid::Square),
    ] {
        let made = show(words, &["--svg=cut"]);
        assert_eq!(made.status, Some(0), "{}", made.stderr);
        let (width, height, outlines) = sheet(&made.stdout);
        assert_near(
            area(&outlines),
            cells * cell_size(grid) * UNIT * UNIT,
            words,
        );
        let mut lines = HashSet::new();
        for outline in &outlines {
            for (place, &from) in outline.iter().enumerate() {
                let to = outline[(place + 1) % outline.len()];
                assert!(from[0] >= 2.0 && from[0] <= width - 2.0, "{words} {from:?}");
                assert!(
                    from[1] >= 2.0 && from[1] <= height - 2.0,
                    "{words} {from:?}"
                );
                let [from, to] = [from, to].map(|point| point.map(f64::to_bits));
                assert!(lines.insert((from.min(to), from.max(to))), "{words}");
            }
        }
    }
}
