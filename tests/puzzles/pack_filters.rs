//! The output of gen-pack and show-pack, run as a user runs them.

use crate::common::filter::{self, TemporaryFile};
use flate2::{Compression, write::GzEncoder};
use insta::assert_snapshot;
use std::io::Write;

/// Runs a filter with words that blanks separate.
pub fn run(program: &str, words: &str, input: &str) -> filter::Run {
    let words: Vec<&str> = words.split_whitespace().collect();
    filter::run(
        &mut filter::command(filter::path(program), &words),
        input.as_bytes(),
    )
}

pub fn out(program: &str, words: &str, input: &str) -> String {
    let run = run(program, words, input);
    assert_eq!(run.status, Some(0), "{program} {words}: {}", run.stderr);
    run.stdout
}

/// The solutions of a packing, as dlx3 prints them.
fn solutions(words: &str) -> String {
    out("dlx3", "m1 v0", &out("gen-pack", words, ""))
}

/// Status, stdout and stderr.
fn all(program: &str, words: &str, input: &str) -> String {
    let run = run(program, words, input);
    format!("[{}]\n{}{}", run.status.unwrap(), run.stdout, run.stderr)
}

/// The message of a run that fails, without the path of its temporary file.
fn refusal(program: &str, words: &str, input: &str) -> String {
    let run = run(program, words, input);
    assert!(run.stdout.is_empty(), "{program} {words} writes");
    match run.status {
        Some(1) => run.stderr,
        status => format!("[{}]\n{}", status.unwrap(), run.stderr),
    }
}

#[test]
fn misspelled_sets_of_pieces_are_told_what_was_meant() {
    for (name, meant) in [
        ("tetromines", "tetrominoes"),
        ("somma", "soma"),
        ("one-sided-pentominos", "one-sided-pentominoes"),
    ] {
        let told = refusal("gen-pack", &format!("{name} 6x10"), "");
        let wanted = format!("`{name}' is no set of pieces (did you mean {meant}?)");
        assert!(told.contains(&wanted), "{told}");
    }
}

#[test]
fn the_help_pages_say_what_there_is() {
    assert_snapshot!("help_gen_pack", out("gen-pack", "--help", ""));
    assert_snapshot!("help_show_pack", out("show-pack", "--help", ""));
}

#[test]
fn a_small_packing_as_dlx() {
    assert_snapshot!("gen_pack_trominoes", out("gen-pack", "trominoes 2x3", ""));
    assert_snapshot!(
        "gen_pack_wild",
        out("gen-pack", "- 1x2+1x2 --use 0:1|a", "a\n\nbb\n\n2|b\n")
            + &out("gen-pack", "dominoes -", "?##\n??#\n")
    );
    assert_snapshot!(
        "gen_pack_tiles",
        out("gen-pack", "- 1x2 --border a", "A = aaba\nB = aaab\n")
    );
    assert_snapshot!(
        "gen_pack_reduced",
        out("gen-pack", "dominoes 2x2 --each 0:* --reduce", "")
    );
}

#[test]
fn bad_input_is_named_with_its_place() {
    let mut text = String::new();
    for (words, input) in [
        ("nothing 3x3", ""),
        ("pentominoes nowhere", ""),
        ("pentominoes 3x", ""),
        ("pentominoes 0x4", ""),
        ("pentominoes 999x999x999", ""),
        ("40-ominoes 3x3", ""),
        ("pentominoes 3x3", ""),
        ("pentominoes 8x8-3x3", ""),
        ("pentominoes 8x8-2x2@7,7", ""),
        ("pentominoes 8x8-2x2@0,0-1x1@1,1", ""),
        ("pentominoes T5", ""),
        ("- T5", "AAA\n"),
        ("pentominoes 3x4x5 --grid square", ""),
        ("hexiamonds 3x4x5", ""),
        ("hexiamonds+pentominoes 6x6", ""),
        ("- -", "A\n"),
        ("- 3x3", ""),
        ("- 3x3", "AA.B\nA..BB\n"),
        ("- 3x3", "AA!\n"),
        ("- 3x3", "AA\n\u{7}\n"),
        ("- 3x3", "AA\n||\n"),
        ("- 3x3", "AA?\n"),
        ("- 3x3 --grid hexagon", "A A\nAA\n"),
        ("- 3x3 --grid triangle", "AAB\n\nA\n"),
        ("- 3x3", "AA\n\n2|B\n"),
        ("- 3x3", "AA\n3:2|A\n"),
        ("- 3x3", "AA\n|A 2\n"),
        ("- 3x3", "A = abc\n"),
        ("- 3x3", "A == abcd\n"),
        ("- 3x3", "AA\nA = abcd\n"),
        ("- 3x3", "1 = abcd\n"),
        ("- 3x3", "A = abcd\ntoo-long-a-name = abcd\n"),
        ("- 3x3", "A\u{7} = abcd\n1|A 2|A\n"),
        ("- 3x3", "AA\n0:1|A\n2|A\n"),
        ("pentominoes 6x10 --use 2|P --use 1|P", ""),
        ("pentominoes 6x10 --problem 2", ""),
        ("- 3x3 --checkered", "AA\n"),
        ("- 3x3 --checkered", "A#\n"),
        ("tetrahexes 4x7 --checkered", ""),
        ("- 3x3 --colors", "A1A2\nA!A1\n"),
        ("- 3x3 --colors", "A1A2\n.1A1\n"),
        ("- 3x3 --colors", "A1A2..\nA1..\n"),
        ("- 3x3 --colors", "A1\n\nB#\n"),
        ("monomino - --colors", "#1#2\n#1#?\n"),
        ("pentominoes 6x10 --use 2|K", ""),
        ("pentominoes 6x10 --use P", ""),
        ("pentominoes 6x10 --each x", ""),
        ("pentominoes 6x10 --each 3:2", ""),
        ("pentominoes 6x10 --each 0", ""),
        ("monomino -", "...\n"),
        ("monomino -", "AB?\n"),
        ("monomino -", "A = abcd\n"),
        ("monomino -", "1|A\n"),
        (
            "monomino 1x1+1x1+1x1+1x1+1x1+1x1+1x1+1x1 --each 0:* --reduce",
            "",
        ),
    ] {
        text += &format!("$ gen-pack {words}\n{}", refusal("gen-pack", words, input));
    }
    assert_snapshot!("gen_pack_refusals", text);
    assert_snapshot!(
        all("gen-pack", "tetrominoes 4x4", "").lines().filter(|line| line.contains("no solution")).collect::<String>(),
        @"gen-pack: no solution: the pieces have 20 cells, the region 16"
    );
    assert_snapshot!(
        all("gen-pack", "tetrominoes 4x6", "").lines().filter(|line| line.contains("no solution")).collect::<String>(),
        @"gen-pack: no solution: the pieces have 20 cells, the region 24 to be covered"
    );
    assert_snapshot!(
        run("gen-pack", "tetrominoes 4x5 --border a", "").stderr,
        @"gen-pack: --border changes nothing: no piece has colored sides"
    );
}

/// Two names of one byte each used to become the same sign.
#[test]
fn names_of_pieces_are_text() {
    for (text, told) in [
        (
            &b"A = abcd\n\xfe = abca\n\xff = abcb\n"[..],
            "line 2, column 1: `\\xfe'",
        ),
        (b"A = abcd\n1|\xff\n", "line 2, column 1: `1|\\xff'"),
    ] {
        let ran = filter::run(
            &mut filter::command(filter::path("gen-pack"), &["-", "3x3"]),
            text,
        );
        assert_eq!((ran.status, &*ran.stdout), (Some(1), ""), "{}", ran.stderr);
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
}

#[test]
fn solutions_are_shown_as_text_on_all_grids() {
    let mut text = String::new();
    for words in [
        "tetrominoes+monomino 3x7",
        "tetrahexes 4x7",
        "triamonds+diamond+moniamond T3 --each 0:*",
        "soma 3x3x3",
        "dominoes 2x3+2x3 --each 0:*",
    ] {
        let first = out("dlx3", "m1 v0 t1", &out("gen-pack", words, ""));
        text += &format!("$ {words}\n{}", out("show-pack", words, &first));
    }
    assert_snapshot!("show_pack_text", text);
}

#[test]
fn colors_are_for_terminals_and_who_asks_for_them() {
    let found = solutions("trominoes 2x3 --each 0:*");
    let plain = out("show-pack", "trominoes 2x3 --each 0:*", &found);
    assert!(!plain.contains('\x1b'));
    let colored = out(
        "show-pack",
        "trominoes 2x3 --each 0:* --color always",
        &found,
    );
    assert!(colored.contains("\x1b[48;5;"));
    let without: String = colored
        .split('\x1b')
        .enumerate()
        .map(|(place, part)| match place {
            0 => part,
            _ => part.split_once('m').unwrap().1,
        })
        .collect();
    assert_eq!(without, plain);
}

#[test]
fn pictures_are_as_they_were_looked_at() {
    for (name, words) in [
        ("svg_square", "tetrominoes+monomino 3x7"),
        ("svg_triangle", "triamonds+diamond+moniamond T3 --each 0:*"),
        ("svg_hexagon", "trihexes+monohex H2 --each 0:2"),
        ("svg_cube", "tricubes 2x3x3 --each 0:3"),
        ("svg_tiles", "macmahon-squares 2x2 --each 0:1 --border a"),
    ] {
        let first = out("dlx3", "m1 v0 t1", &out("gen-pack", words, ""));
        assert_snapshot!(name, out("show-pack", &format!("{words} --svg"), &first));
    }
    let words = "dominoes 2x3 --each 0:*";
    let sheet = out(
        "show-pack",
        &format!("{words} --svg=sheet"),
        &solutions(words),
    );
    assert_eq!(sheet.matches("<g ").count(), 3);
    let none = refusal("show-pack", &format!("{words} --svg"), "");
    assert_eq!(
        none,
        "show-pack: there is no solution to draw; was m1 forgotten?\n"
    );
}

#[test]
fn classes_and_counts_agree_with_each_other() {
    let words = "dominoes 4x4 --each 0:*";
    let found = solutions(words);
    assert_snapshot!(out("show-pack", &format!("{words} --classes"), &found), @r"
    16 solutions with 1 of 8 symmetries
    12 solutions with 2 of 8 symmetries
    8 solutions with 4 of 8 symmetries
    9 classes
    ");
    let unique = run("show-pack", &format!("{words} --unique"), &found);
    assert_eq!(unique.stderr, "show-pack: 9 classes of 36 solutions\n");
    assert_eq!(unique.stdout.matches(':').count(), 9);
    let counts = out("show-pack", &format!("{words} --counts"), &found);
    let first = |line: &str| line.split(' ').next().unwrap().parse::<u64>().unwrap();
    assert_eq!(counts.lines().map(first).sum::<u64>(), 36 * 8);
    assert_eq!(counts.lines().count(), 24);
    let some: String = found
        .lines()
        .take(9)
        .map(|line| format!("{line}\n"))
        .collect();
    let part = refusal("show-pack", &format!("{words} --classes"), &some);
    assert!(part.contains("cannot be all solutions"), "{part}");
}

#[test]
fn reduced_solutions_are_shown_and_are_of_different_classes() {
    for words in [
        "tetrominoes+monomino 5x5-2x2@0,0",
        "dominoes 4x4 --each 0:*",
        "dominoes 2x3+2x3 --each 0:*",
        "soma 3x3x3",
    ] {
        let found = solutions(&format!("{words} --reduce"));
        let number = found.lines().filter(|line| line.ends_with(':')).count();
        let told = run("show-pack", &format!("{words} --unique"), &found).stderr;
        let expected = format!("show-pack: {number} classes of {number} solutions\n");
        assert_eq!(told, expected);
    }
}

#[test]
fn what_is_no_solution_is_refused_with_its_line() {
    let mut text = String::new();
    let found = solutions("trominoes 2x3 --each 0:*");
    let first: Vec<&str> = found.lines().take(3).collect();
    for stream in [
        format!("{}\n{}\n", first[0], first[1]),
        format!("{}\n{}\n{}\n", first[0], first[1], first[1]),
        found.replacen("0.0", "9.9", 1),
        "1:\n A 0.0 (1 of 1)\n".to_owned(),
        "some text\n".to_owned(),
    ] {
        text += &refusal("show-pack", "trominoes 2x3 --each 0:*", &stream);
    }
    let once = solutions("trominoes 2x3 --each 0:2");
    text += &refusal("show-pack", "trominoes 2x3 --each 0:1", &once);
    text += &refusal("show-pack", "- 2x3", "");
    assert_snapshot!("show_pack_refusals", text);
}

/// Three pieces and a result of 2x2x2, whose last cube may stay empty.
const PUZZLE: &str = r#"<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors/>
<shapes>
<voxel x="2" y="2" z="2" type="0">#######+</voxel>
<voxel x="2" y="2" z="1" type="0" name="bent">###_</voxel>
<voxel x="2" y="1" z="1" type="0">#1#1</voxel>
</shapes>
<problems><problem><shapes>
<shape id="1" count="1"/>
<shape id="2" min="1" max="2" group="1"/>
</shapes><result id="0"/><bitmap/></problem></problems>
</puzzle>
"#;

#[test]
fn a_file_of_burrtools_is_read_gzipped_or_not() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(PUZZLE.as_bytes()).unwrap();
    let packed = TemporaryFile::with(packed.finish().unwrap());
    let plain = TemporaryFile::with(PUZZLE);
    let words = |file: &TemporaryFile| format!("--xmpuzzle {}", file.name());
    let text = all("gen-pack", &words(&packed), "");
    assert_eq!(text, all("gen-pack", &words(&plain), ""));
    assert_snapshot!("gen_pack_xmpuzzle", text);
    let problem = out("gen-pack", &format!("{} --reduce", words(&packed)), "");
    let found = out("dlx3", "m1 v0", &problem);
    assert_snapshot!(
        "show_pack_xmpuzzle",
        out("show-pack", &words(&packed), &found)
    );
    // The usage shows a file of solutions.
    let every = out("dlx3", "m1 v0", &out("gen-pack", &words(&packed), ""));
    let solutions = TemporaryFile::with(&every);
    for form in ["--classes", "--counts", "--unique"] {
        let of_stdin = format!("{} {form}", words(&packed));
        let of_stdin = out("show-pack", &of_stdin, &every);
        let of_file = format!("{} {form} {}", words(&packed), solutions.name());
        assert_eq!(out("show-pack", &of_file, ""), of_stdin);
        assert_ne!(of_stdin, "");
    }
    for (program, more) in [
        ("gen-pack", "2x2"),
        ("gen-pack", "a 2x2"),
        ("show-pack", "a 2x2"),
    ] {
        let said = refusal(program, &format!("{} {more}", words(&packed)), "");
        assert!(said.contains(" has no place here"), "{said}");
    }
}

#[test]
fn colors_of_burrtools_say_what_may_lie_where() {
    // The piece of color 1 fits where the result has no color, or one that is paired with it.
    let lines = |puzzle: &str| {
        let text = out("gen-pack", "--xmpuzzle -", puzzle);
        text.lines().filter(|line| line.starts_with("S3 ")).count()
    };
    assert_eq!(lines(PUZZLE), 12);
    let paired = |color: &str, pairs: &str| {
        let puzzle = PUZZLE.replace("#######+", &format!("#{color}######+"));
        puzzle.replace("<bitmap/>", &format!("<bitmap>{pairs}</bitmap>"))
    };
    let pair = "<pair piece=\"0\" result=\"0\"/>";
    let other = "<pair piece=\"1\" result=\"0\"/>";
    // Three of twelve places have the colored corner.
    assert_eq!(lines(&paired("1", "")), 9);
    assert_eq!(lines(&paired("1", other)), 9);
    assert_eq!(lines(&paired("1", pair)), 12);
    assert_eq!(lines(&paired("2", pair)), 9);
}

#[test]
fn comments_of_burrtools_may_be_in_any_encoding() {
    let mut latin = PUZZLE.as_bytes().to_vec();
    let end = PUZZLE.find("</puzzle>").unwrap();
    latin.splice(end..end, b"<comment>G\xf6tz</comment>".iter().copied());
    let file = TemporaryFile::with(latin);
    let words = format!("--xmpuzzle {}", file.name());
    assert_eq!(
        out("gen-pack", &words, ""),
        out("gen-pack", "--xmpuzzle -", PUZZLE)
    );
}

#[test]
fn faults_in_files_of_burrtools_have_their_places() {
    let mut text = String::new();
    for (old, new) in [
        ("</puzzle>", "</riddle>"),
        ("gridType type=\"0\"", "gridType type=\"2\""),
        ("###_", "###"),
        ("###_", "###%"),
        ("###_", "###_1"),
        ("###_", "###128_"),
        ("<bitmap/>", "<bitmap><pair piece=\"0\"/></bitmap>"),
        (
            "<bitmap/>",
            "<bitmap><pair piece=\"200\" result=\"0\"/></bitmap>",
        ),
        ("###_", "____"),
        ("###_", "###+"),
        ("id=\"1\"", "id=\"7\""),
        ("id=\"1\"", "id=\"one\""),
        ("id=\"1\" count=\"1\"", "count=\"1\""),
        ("min=\"1\"", "min=\"3\""),
        ("<result id=\"0\"/>", ""),
        (
            "x=\"2\" y=\"2\" z=\"1\"",
            "x=\"9999999\" y=\"9999999\" z=\"9999999\"",
        ),
        (
            "count=\"1\"/>",
            "count=\"1\"/><shape id=\"1\"/><shape id=\"1\"/>",
        ),
    ] {
        assert!(PUZZLE.contains(old));
        let puzzle = PUZZLE
            .replacen(old, new, 1)
            .replace("<riddle>", "<puzzle><riddle/>");
        text += &refusal("gen-pack", "--xmpuzzle -", &puzzle);
    }
    text += &refusal("gen-pack", "--xmpuzzle - --problem 2", PUZZLE);
    text += &refusal("gen-pack", "--xmpuzzle - --problem 0", PUZZLE);
    // `--each` used to override the file.
    text += &refusal("gen-pack", "--xmpuzzle - --each 2", PUZZLE);
    text += &refusal("gen-pack", "--xmpuzzle -", "<a/>");
    text += &refusal("gen-pack", "--xmpuzzle -", "\u{1f}");
    assert_snapshot!("xmpuzzle_refusals", text);
}

#[test]
fn memory_does_not_grow_with_the_problem_that_is_written() {
    let path = filter::path("gen-pack");
    let words = [
        "-c",
        "ulimit -v 90000; exec \"$0\" hexominoes 45x45 --each '0:*'",
    ];
    let mut command = filter::program("sh");
    let pipe = || std::process::Stdio::piped();
    command.args(words).arg(path);
    command.stdin(pipe()).stdout(pipe()).stderr(pipe());
    let run = filter::run(&mut command, b"");
    assert_eq!((run.status, &run.stderr[..]), (Some(0), ""));
    // A free hexomino and its images are 216 fixed ones (OEIS A001168); each has as many places as
    // its box leaves.
    let options = run.stdout.lines().count() - 1;
    assert!(options > 216 * 40 * 40, "{options}");
}

#[test]
fn a_failed_write_is_told() {
    let words = ["pentominoes", "6x10"];
    let mut command = filter::command(filter::path("gen-pack"), &words);
    command.stdout(filter::full());
    let run = filter::run(&mut command, b"");
    assert_eq!(run.status, Some(1));
    assert!(
        run.stderr.contains("cannot write the output"),
        "{}",
        run.stderr
    );
}

#[test]
fn no_copy_of_a_piece_has_the_letter_or_the_color_of_its_neighbor() {
    // 72 dominoes, and 64 letters; then cubes, hexagons, triangles, and dark and light cells.
    for (words, cells) in [
        ("dominoes 12x12 --each 0:*", 2),
        ("dominoes 4x4x4 --each 0:*", 2),
        ("dihexes 6x6 --each 0:*", 2),
        ("diamond 4x4 --each 0:*", 2),
        ("monomino 3x3 --each 0:*", 1),
    ] {
        let first = out("dlx3", "m1 v0 t1", &out("gen-pack", words, ""));
        let text = out("show-pack", &format!("{words} --color always"), &first);
        // A pair of letter and color.
        let looks: Vec<(&str, char)> = text
            .split("\x1b[48;5;")
            .skip(1)
            .step_by(1)
            .map(|part| {
                let (ground, rest) = part.split_once('m').unwrap();
                (ground, rest.chars().next().unwrap())
            })
            .collect();
        let mut number = std::collections::BTreeMap::new();
        for look in &looks {
            *number.entry(look).or_insert(0) += 1;
        }
        let exact = looks.len() / cells <= 52;
        for (look, times) in number {
            assert!(times == cells || !exact, "{words} {look:?} {times}\n{text}");
        }
    }
    // Neighbors in the large one: a domino's letter is on its own two cells only.
    let words = "dominoes 12x12 --each 0:*";
    let first = out("dlx3", "m1 v0 t1", &out("gen-pack", words, ""));
    let text = out("show-pack", words, &first);
    let rows: Vec<&[u8]> = text.lines().skip(1).map(str::as_bytes).collect();
    for (row, column) in (0..12).flat_map(|row| (0..12).map(move |column| (row, column))) {
        let near = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(down, right)| {
            let row = rows.get((row + down) as usize)?;
            row.get((column + right) as usize)
        });
        let own = &rows[row as usize][column as usize];
        let same = near.iter().filter(|&&letter| letter == Some(own)).count();
        assert_eq!(same, 1, "{row} {column}\n{text}");
    }
}

/// If the first cells of a region are at an odd place, triangles used to point the other way.
#[test]
fn a_picture_of_triangles_is_read_again_as_region_and_pieces() {
    for words in [
        "hexiamonds 6x6",
        "4-iamonds T2 --each 0:1",
        "triamonds+diamond+moniamond T3 --each 0:*",
    ] {
        let found = out("dlx3", "m1 v0 t1", &out("gen-pack", words, ""));
        let text = out("show-pack", words, &found);
        let (_, picture) = text.split_once('\n').unwrap();
        let cell = |letter: char| if letter.is_whitespace() { letter } else { '#' };
        let pieces = TemporaryFile::with(picture);
        let region = TemporaryFile::with(picture.chars().map(cell).collect::<String>());
        let words = format!("--grid triangle {} {}", pieces.name(), region.name());
        let again = out("dlx3", "m1 v0 t1", &out("gen-pack", &words, ""));
        assert!(again.starts_with("1:\n"), "{words}\n{picture}");
    }
}

#[test]
fn pieces_of_one_name_get_others() {
    let names = |words: &str| {
        let text = out("gen-pack", words, "");
        let items = text.lines().find(|line| !line.starts_with('|')).unwrap();
        let pieces = items.split(' ').filter(|item| item.starts_with(['A', 'S']));
        pieces.map(str::to_owned).collect::<Vec<_>>()
    };
    let four = "dominoes+dominoes+dominoes+dominoes 2x4";
    assert_eq!(names(four), ["A", "A2", "A2.3", "A2.4"]);
    // The name of one piece is the name that another would get.
    let taken = PUZZLE.replace("bent", "S3");
    let text = out("gen-pack", "--xmpuzzle -", &taken);
    assert!(text.contains("S3 ") && text.contains("S3.2"), "{text}");
}

#[test]
fn copies_of_a_checkered_piece_keep_dark_and_light_apart() {
    let file = TemporaryFile::with("aA\n\n0:*|A\n");
    let words = format!("{} 2x4 --checkered", file.name());
    let found = solutions(&words);
    let text = out("show-pack", &words, &found);
    for picture in text.split_terminator("\n\n") {
        let letters = picture.chars().skip(3).filter(char::is_ascii_alphabetic);
        let dark = letters.clone().filter(char::is_ascii_uppercase).count();
        let all: std::collections::BTreeSet<char> = letters.collect();
        assert_eq!((dark, all.len()), (4, 8), "{picture}");
    }
}

#[test]
fn tiles_that_differ_at_the_border_are_different_options() {
    let file = TemporaryFile::with("A = aaba\nB = aabb\n\n0:*|A 0:*|B\n");
    let words = format!("{} 1x2", file.name());
    let problem = out("gen-pack", &words, "");
    let mut options: Vec<&str> = problem.lines().skip(1).collect();
    let number = options.len();
    options.sort_unstable();
    options.dedup();
    assert_eq!(options.len(), number);
    // Each cell: A in 4 ways, B in 4, of which 3 + 2 have an a inside.
    let found = out("dlx3", "m1 v0", &problem);
    let counts = out("show-pack", &format!("{words} --counts"), &found);
    assert_eq!(counts.lines().count(), 16);
    assert_eq!(
        found.lines().filter(|line| line.ends_with(':')).count(),
        5 * 5 + 3 * 3
    );
}

#[test]
fn solutions_come_from_a_file_and_the_words_of_gen_pack_are_taken() {
    let words = "dominoes 2x3 --each 0:*";
    let found = solutions(&format!("{words} --reduce --rotations"));
    let file = TemporaryFile::with(&found);
    let expected = out("show-pack", words, &found);
    let from = format!("dominoes 2x3 {} --each 0:*", file.name());
    assert_eq!(out("show-pack", &from, ""), expected);
    let same = out(
        "show-pack",
        &format!("{words} --reduce --rotations"),
        &found,
    );
    assert_eq!(same, expected);
    // The pieces may then come from stdin.
    let from = format!("- 2x3 {} --each 0:*", file.name());
    assert_eq!(out("show-pack", &from, "AA\n"), expected);
    let classes = run("show-pack", &format!("{words} --reduce --classes"), &found);
    assert_eq!(classes.status, Some(2), "{}", classes.stderr);
}

#[test]
fn every_filter_says_that_no_solutions_came() {
    let problem = out("gen-pack", "pentominoes 6x10", "");
    let found = out("dlx3", "v0 t1", &problem);
    for words in ["", "--unique", "--classes", "--counts"] {
        let none = run("show-pack", &format!("pentominoes 6x10 {words}"), &found);
        assert_eq!(none.status, Some(0));
        let told = "show-pack: no solutions came; was m1 forgotten?\n";
        assert!(none.stderr.starts_with(told), "{}", none.stderr);
    }
    let dlx = TemporaryFile::with(out("gen-sudoku", "--seed 1", ""));
    for (program, words) in [
        ("show-peg", "latin"),
        ("show-sieve", "21"),
        ("show-sudoku", ""),
        ("show-sudoku", dlx.name()),
    ] {
        let none = run(program, words, "");
        assert_eq!((none.status, &*none.stdout), (Some(0), ""));
        let told = format!("{program}: no solutions came; was m1 forgotten?\n");
        assert!(none.stderr.starts_with(&told), "{}", none.stderr);
    }
}
