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
        "sudoku check",
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
    for (command, input) in [
        ("gen-sudoku -".to_string(), "53..\n"),
        (
            "gen-sudoku --order 4 -".to_string(),
            "1...\n....\n..5.\n....\n",
        ),
        ("gen-sudoku --order 4 -".to_string(), "1..1............\n"),
        (
            "gen-sudoku --order 4 -".to_string(),
            "................\n\n1...............\n",
        ),
        ("gen-sudoku --order 4 -".to_string(), ""),
        ("gen-sudoku --general -".to_string(), ".3\n..\n"),
        ("gen-sudoku --general -".to_string(), "..\n..\n0x\n..\n"),
        ("gen-sudoku --general".to_string(), ""),
        (format!("gen-sudoku --killer {cages} -"), ""),
        (format!("gen-sudoku --jigsaw {jigsaw} -"), ""),
    ] {
        let failed = run(&command, input.as_bytes());
        assert_ne!(failed.status, 0, "{command}");
        let shown = failed
            .all()
            .replace(&cages, "CAGES")
            .replace(&jigsaw, "JIGSAW");
        insta::assert_snapshot!(shown);
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
    for options in [
        "".to_string(),
        "--order 6".to_string(),
        format!("--jigsaw {jigsaw}"),
    ] {
        let dlx = output_of(&format!("gen-sudoku --seed 2 {options}"), b"");
        let file = folder.file("p.dlx", &dlx);
        let shown = run(
            &format!("show-sudoku --pretty {file}"),
            &output_of("dlx3 m1 v0", &dlx),
        );
        insta::assert_snapshot!(shown.all());
    }
    let holes = b"1.#\n...\n#..\n01.\n011\n..0\n";
    let dlx = output_of("gen-sudoku --general -", holes);
    let file = folder.file("p.dlx", &dlx);
    let shown = run(
        &format!("show-sudoku {file}"),
        &output_of("dlx3 m1 v0", &dlx),
    );
    insta::assert_snapshot!(shown.all());
}
