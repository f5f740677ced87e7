//! The help pages of the filters and their messages about bad input, as snapshots.

use crate::common::filter::{TemporaryFile, command, dlx_check, dlx3, path, run};

/// A page that a filter prints on stdout.
fn page(command: &mut std::process::Command) -> String {
    let run = run(command, b"");
    assert_eq!((run.status, &run.stderr[..]), (Some(0), ""));
    run.stdout
}

#[test]
fn the_help_page_of_dlx3() {
    insta::assert_snapshot!(page(&mut dlx3(&["--help"])));
    assert_eq!(
        page(&mut dlx3(&["m1", "--help", "v1"])),
        page(&mut dlx3(&["--help"]))
    );
}

#[test]
fn the_help_pages_of_dlx1_and_dlx2() {
    for program in ["dlx1", "dlx2"] {
        let page = page(&mut command(path(program), &["--help"]));
        insta::assert_snapshot!(format!("help_page_of_{program}"), page);
    }
}

#[test]
fn the_help_page_of_dlx_check() {
    insta::assert_snapshot!(page(&mut dlx_check(&["--help"])));
}

#[test]
fn the_version_is_a_name_and_three_numbers() {
    for (program, page) in [
        ("dlx3", page(&mut dlx3(&["--version"]))),
        ("dlx-check", page(&mut dlx_check(&["-V"]))),
    ] {
        assert_eq!(page, format!("{program} {}\n", env!("CARGO_PKG_VERSION")));
    }
}

#[test]
fn wrong_usage() {
    let dlx3 = run(&mut dlx3(&["m1", "x"]), b"");
    assert_eq!((dlx3.status, &dlx3.stdout[..]), (Some(255), ""));
    let check = run(&mut dlx_check(&["--memory", "lots", "a.dlx"]), b"");
    assert_eq!((check.status, &check.stdout[..]), (Some(2), ""));
    insta::assert_snapshot!(format!(
        "$ dlx3 m1 x\n{}\n$ dlx-check --memory lots a.dlx\n{}",
        dlx3.stderr, check.stderr
    ));
}

#[test]
fn every_fault_of_a_text_has_a_page() {
    let texts = [
        "| nothing but a comment\n",
        "A b:c\n",
        "A | 2:3|X\n",
        "A | 3|X\n",
        "A |X Y |Z\n",
        "A 1x|B\n",
        "A 0|B\n",
        "A 2:|B\n",
        "A 3:2|B\n",
        "A 2:B\n",
        "A 2| B\n",
        "A 2|3|B\n",
        "A ninebytes\n",
        "A 12345678|B\n",
        "A B A\n",
        "A B | C\nA :x\n",
        "A B | C\nA  D\n",
        "A B | C\n\tA\tninebytes C\n",
        "A B | C\nA C B A\n",
        "A B | C\n\n| fine\nA C:\n",
        "A B | C\nA C:xy\n",
        "A B | C\nA B:x\n",
        "A B | C\nA \0\n",
        "caf\u{e9} B\ncaf\u{e9} C\n",
    ];
    let mut pages = String::new();
    for text in texts {
        let run = run(&mut dlx3(&[]), text.as_bytes());
        assert_eq!((run.status, &run.stdout[..]), (Some(102), ""), "{text:?}");
        pages += &format!("{text:?}\n{}\n", run.stderr);
    }
    let long = format!("A B\nA {}C\n", " ".repeat(200));
    let run = run(&mut dlx3(&[]), long.as_bytes());
    pages += &format!("A word far to the right\n{}", run.stderr);
    insta::assert_snapshot!(pages);
}

#[test]
fn every_reason_why_a_solution_does_not_hold() {
    let problem = TemporaryFile::with(
        "A 2:3|B C | X Y\nA X:0\nB Y\nB X:1\nB X:0 Y:0\nB X:0\nB X:0\nC B X:0\nC\n",
    );
    let streams = [
        "2:\n A X:0 (1 of 1)\n B X:0 (1 of 2)\n C B X:0 (1 of 1)\n6:\n",
        "1:\n A X:0 (3 of 2)\n",
        "1:\n A X:1 (1 of 1)\n",
        "1:\n null X (1 of 1)\n",
        "1:\n A X:0 (1 of 1)\n A X:0 (1 of 1)\n",
        "1:\n B X:0 (1 of 1)\n B X:0 (1 of 1)\n X:0 B (1 of 1)\n",
        "1:\n A X:0 (1 of 1)\n C (1 of 1)\n X:0 B (1 of 1)\n",
        "1:\n A X:0 (1 of 1)\n B X:0 (1 of 1)\n X:0 B (1 of 1)\n",
        "1:\n A X:0 (1 of 1)\n B X:1 (1 of 1)\n",
        "1:\n B Y (1 of 1)\n B X:0 Y:0 (1 of 1)\n",
        "1:\n B X:0 Y:0 (1 of 1)\n B Y (1 of 1)\n",
        "1:\n A X:0 (1 of 1)\n B X:0 (1 of 1)\n C B X:0 (1 of 1)\n\
         2:\n A X:0 (1 of 1)\n B X:0 (1 of 1)\n C B X:0 (1 of 1)\n\
         3:\n A X:0 (1 of 1)\n C B X:0 (1 of 1)\n B X:0 (1 of 1)\n",
        "1:\n C (1 of 1)\n A X:0 (1 of 1)\n B Y (1 of 1)\n B X:0 (1 of 1)\n\
         2:\n C (1 of 1)\n A X:0 (1 of 1)\n B X:0 (1 of 1)\n B X:0 (1 of 1)\n\
         3:\n C (1 of 1)\n A X:0 (1 of 1)\n B X:0 (1 of 1)\n B X:0 (1 of 1)\n",
        "no number\n",
        "1:\n A X:0\n",
        "1:\n (1 of 1)\n",
        "1:\n ninebytes (1 of 1)\n",
        "1:\n A X:10 (1 of 1)\n",
    ];
    let mut pages = String::new();
    for stream in streams {
        let run = run(&mut dlx_check(&[problem.name()]), stream.as_bytes());
        assert_eq!((run.status, &run.stdout[..]), (Some(1), ""), "{stream:?}");
        pages += &format!("{stream}{}\n", run.stderr);
    }
    insta::assert_snapshot!(pages);
}
