//! Help pages, outputs and errors as a user sees them.

use super::run::{Folder, output_of, run};

#[test]
fn help_pages() {
    for command in [
        "gen-sudoku",
        "show-sudoku",
        "sudoku",
        "sudoku make",
        "sudoku rate",
        "sudoku solve",
        "sudoku hint",
        "sudoku techniques",
        "sudoku check",
        "sudoku candidates",
        "sudoku canon",
        "sudoku convert",
    ] {
        let page = run(&format!("{command} --help"), b"");
        assert_eq!(page.status, 0);
        insta::assert_snapshot!(command.replace(' ', "-"), page.out());
    }
}

#[test]
fn errors_of_gen_sudoku() {
    let folder = Folder::new();
    let cages = folder.file("cages", b"3 r1c1 r1c2\n99 r2c1 r2c2\n");
    let jigsaw = folder.file("jigsaw", b"AAB\nABB\nABC\n");
    for (name, command, input) in [
        ("gen_sudoku_refuses_a_short_line", "gen-sudoku -", "53..\n"),
        (
            "gen_sudoku_refuses_a_digit_too_large",
            "gen-sudoku --order 4 -",
            "1...\n....\n..5.\n....\n",
        ),
        (
            "gen_sudoku_refuses_a_digit_twice_in_a_row",
            "gen-sudoku --order 4 -",
            "1..1............\n",
        ),
        (
            "gen_sudoku_refuses_a_second_puzzle",
            "gen-sudoku --order 4 -",
            "................\n\n1...............\n",
        ),
        (
            "gen_sudoku_refuses_an_empty_file",
            "gen-sudoku --order 4 -",
            "",
        ),
        (
            "gen_sudoku_refuses_a_given_above_the_order",
            "gen-sudoku --general -",
            ".3\n..\n",
        ),
        (
            "gen_sudoku_refuses_a_bad_box_group",
            "gen-sudoku --general -",
            "..\n..\n0x\n..\n",
        ),
        (
            "gen_sudoku_general_needs_a_file",
            "gen-sudoku --general",
            "",
        ),
        (
            "gen_sudoku_refuses_a_cage_without_digits",
            &format!("gen-sudoku --killer {cages} -"),
            "",
        ),
        (
            "gen_sudoku_refuses_a_small_box",
            &format!("gen-sudoku --jigsaw {jigsaw} -"),
            "",
        ),
    ] {
        let failed = run(command, input.as_bytes());
        assert_ne!(failed.status, 0, "{command}");
        let shown = failed
            .all()
            .replace(&cages, "CAGES")
            .replace(&jigsaw, "JIGSAW");
        insta::assert_snapshot!(name, shown);
    }
}

#[test]
fn a_killer_puzzle_as_dlx() {
    let folder = Folder::new();
    let cages = folder.file("cages", b"5 r1c1 r1c2\n9 r2c1 r3c1 r4c1\n");
    let made = run(
        &format!("gen-sudoku --order 4 --killer {cages} -"),
        b"1234............",
    );
    // r1c1 and r1c2 sum to 3, not to 5: their cage has no option.
    insta::assert_snapshot!(made.all());
}

#[test]
fn pretty_grids() {
    let folder = Folder::new();
    let jigsaw = folder.file(
        "jigsaw",
        b"AAAABB\nAACBBB\nCCCCBD\nECDDDD\nEEEDFF\nEEFFFF\n",
    );
    for (name, options) in [
        ("pretty_9x9", ""),
        ("pretty_6x6", "--order 6"),
        ("pretty_jigsaw", &format!("--jigsaw {jigsaw}")),
    ] {
        let dlx = output_of(&format!("gen-sudoku --seed 2 {options}"), b"");
        let file = folder.file("p.dlx", &dlx);
        let shown = run(
            &format!("show-sudoku --pretty {file}"),
            &output_of("dlx3 m1 v0", &dlx),
        );
        insta::assert_snapshot!(name, shown.all());
    }
    let holes = b"1.#\n...\n#..\n01.\n011\n..0\n";
    let dlx = output_of("gen-sudoku --general -", holes);
    let file = folder.file("p.dlx", &dlx);
    let shown = run(
        &format!("show-sudoku {file}"),
        &output_of("dlx3 m1 v0", &dlx),
    );
    insta::assert_snapshot!("plain_with_holes", shown.all());
}
