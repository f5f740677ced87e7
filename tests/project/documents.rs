//! The documents are true: every `console` block is run, and must print what it shows.
//!
//! A line `$ COMMAND` is a command, lines `> ...` after it continue it, and the other
//! lines are what it prints on stdout and stderr together. A line `...` stands for any
//! lines, `[..]` within a line for any text. The commands of a document run in one
//! shell, one after another, in an empty folder that has `testdata` and `examples` in it.
//!
//! Everything that the documents name exists: files, functions, headings, targets of make.

use crate::common::filter;
use dlx3::answers::tuning::Tuning as AnswerTuning;
use dlx3::convert::{Format, Import};
use dlx3::search::testing::{Range, Technique, Tuning as SearchTuning};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

macro_rules! documents {
    ($($test:ident: $path:literal,)*) => {
        $(
            #[test]
            fn $test() {
                run_examples($path);
            }
        )*

        /// The documents whose examples are run.
        const RUN: &[&str] = &[$($path),*];
    };
}

documents! {
    the_examples_of_the_readme_print_what_it_says: "README.md",
    the_examples_of_certificates_print_what_it_says: "docs/certificates.md",
    the_examples_of_cheapest_print_what_it_says: "docs/cheapest.md",
    the_examples_of_the_life_of_a_search_print_what_it_says: "docs/life-of-a-search.md",
    the_examples_of_common_print_what_it_says: "docs/common.md",
    the_examples_of_convert_print_what_it_says: "docs/convert.md",
    the_examples_of_dlx_print_what_it_says: "docs/dlx.md",
    the_examples_of_dlx1_and_dlx2_print_what_it_says: "docs/dlx2.md",
    the_examples_of_dlx3_print_what_it_says: "docs/dlx3.md",
    the_examples_of_dlx_check_print_what_it_says: "docs/dlx-check.md",
    the_examples_of_draw_print_what_it_says: "docs/draw.md",
    the_examples_of_families_print_what_it_says: "docs/families.md",
    the_examples_of_finding_print_what_it_says: "docs/finding.md",
    the_examples_of_format_print_what_it_says: "docs/format.md",
    the_examples_of_long_searches_print_what_it_says: "docs/long-searches.md",
    the_examples_of_pack_print_what_it_says: "docs/pack.md",
    the_examples_of_peg_print_what_it_says: "docs/peg.md",
    the_examples_of_proofs_print_what_it_says: "docs/proofs.md",
    the_examples_of_sieve_print_what_it_says: "docs/sieve.md",
    the_examples_of_sudoku_print_what_it_says: "docs/sudoku.md",
    the_examples_of_techniques_print_what_it_says: "docs/techniques.md",
}

#[test]
fn the_picture_of_the_latin_cross_is_what_show_peg_draws() {
    let drawn = run(&[Example {
        command: "gen-peg latin | dlx3 m1 v0 | show-peg latin --svg=strip 2>/dev/null".to_owned(),
        ..Example::default()
    }]);
    assert_eq!(drawn, [read("docs/latin.svg")]);
}

/// The pictures of a manual that its own commands make.
#[test]
fn the_pictures_of_searches_are_what_dlx_draws() {
    for (document, picture) in [
        ("docs/draw.md", "queens-trees.svg"),
        ("docs/draw.md", "queens-profiles.svg"),
        ("docs/dlx.md", "states-by-layer.svg"),
        ("docs/sudoku.md", "sudoku-chain.svg"),
    ] {
        let mut examples = examples(&read(document));
        let last = examples
            .iter()
            .position(|example| example.command.contains(picture));
        let last = last.unwrap_or_else(|| panic!("no command makes {picture}"));
        let show = Example {
            command: format!("cat {picture}"),
            ..Example::default()
        };
        examples.insert(last + 1, show);
        let printed = run(&examples[..last + 2]);
        assert_eq!(
            printed[last + 1],
            read(&format!("docs/{picture}")),
            "{picture}"
        );
    }
}

#[test]
fn the_pictures_of_packings_are_what_show_pack_draws() {
    let text = read("docs/pack.md");
    // Each picture is followed by the command that drew it.
    let pictures: Vec<&str> = text.split("](pack-").skip(1).collect();
    assert_eq!(pictures.len(), 5);
    for picture in pictures {
        let name = picture.split(')').next().unwrap();
        let command = picture.split("(Drawn by `").nth(1).unwrap();
        let command = command.split('`').next().unwrap().replace('\n', " ");
        let drawn = run(&[Example {
            command: format!("{command} 2>/dev/null"),
            ..Example::default()
        }]);
        assert_eq!(drawn, [read(&format!("docs/pack-{name}"))], "{name}");
    }
}

/// A command and what it should print.
#[derive(Debug, Default)]
struct Example {
    /// The line that it stands on.
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// A block between fences.
#[derive(Debug)]
struct Block {
    language: String,
    /// The line of its first line.
    line: usize,
    lines: Vec<String>,
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn read(document: &str) -> String {
    let text = fs::read_to_string(root().join(document));
    text.unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// All documents, by their paths in the repository.
fn documents() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/design", "testdata", "tests"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") {
                let path = Path::new(folder).join(name);
                found.push(path.to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Block)> = None;
    for (index, line) in text.lines().enumerate() {
        // A block of a list is indented.
        let indent = line.len() - line.trim_start().len();
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take().map(|(_, block)| block)),
            (Some(language), None) => {
                let block = Block {
                    language: language.to_owned(),
                    line: index + 2,
                    lines: Vec::new(),
                };
                open = Some((indent, block));
            }
            (None, Some((indent, block))) => {
                let margin = line.len().min(*indent);
                block.lines.push(line[margin..].to_owned());
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in blocks(text) {
        if block.language != "console" {
            continue;
        }
        let first = examples.len();
        for (index, line) in block.lines.iter().enumerate() {
            if let Some(command) = line.strip_prefix("$ ") {
                examples.push(Example {
                    line: block.line + index,
                    command: command.to_owned(),
                    expected: Vec::new(),
                });
                continue;
            }
            let example = examples[first..].last_mut();
            let example = example.expect("a console block begins with a command");
            match line.strip_prefix("> ") {
                Some(more) if example.expected.is_empty() => {
                    example.command += "\n";
                    example.command += more;
                }
                _ => example.expected.push(line.clone()),
            }
        }
    }
    examples
}

/// Whether lines are as expected.
fn agree(expected: &[String], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((any, rest)) if any == "..." => {
            (0..=printed.len()).any(|skipped| agree(rest, &printed[skipped..]))
        }
        Some((line, rest)) => {
            printed.first().is_some_and(|first| fits(line, first)) && agree(rest, &printed[1..])
        }
    }
}

/// Whether a line is as expected. Blanks at its end do not count, as editors lose them.
fn fits(expected: &str, printed: &str) -> bool {
    let (expected, printed) = (expected.trim_end(), printed.trim_end());
    match expected.split_once("[..]") {
        None => expected == printed,
        Some((before, after)) => printed.strip_prefix(before).is_some_and(|rest| {
            let places = rest.char_indices().map(|(place, _)| place);
            places
                .chain([rest.len()])
                .any(|place| fits(after, &rest[place..]))
        }),
    }
}

/// Runs commands one after another in one shell. Returns the output of each, stdout and stderr
/// together.
pub fn run_commands(commands: &[String]) -> Vec<String> {
    let example = |command: &String| Example {
        command: command.clone(),
        ..Example::default()
    };
    run(&commands.iter().map(example).collect::<Vec<_>>())
}

/// Runs all commands in one shell, and returns what each has printed.
fn run(examples: &[Example]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let printed = tempfile::tempdir().unwrap();
    let file = |number: usize| -> PathBuf { printed.path().join(number.to_string()) };
    for inputs in ["testdata", "examples"] {
        std::os::unix::fs::symlink(root().join(inputs), folder.path().join(inputs)).unwrap();
    }
    let mut script = String::new();
    for (number, example) in examples.iter().enumerate() {
        let (command, file) = (&example.command, file(number));
        writeln!(script, "{{ {command}\n}} >'{}' 2>&1", file.display()).unwrap();
    }
    let programs = Path::new(filter::path("dlx3")).parent().unwrap();
    let others = std::env::var("PATH").unwrap();
    let shell = filter::program("sh")
        .args(["-c", &script])
        .current_dir(folder.path())
        .env("PATH", format!("{}:{others}", programs.display()))
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(shell.stderr.is_empty(), "the shell itself: {shell:?}");
    (0..examples.len())
        .map(|number| match fs::read(file(number)) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(_) => "the shell did not come here".to_owned(),
        })
        .collect()
}

fn run_examples(document: &str) {
    let examples = examples(&read(document));
    let mut wrong = String::new();
    for (example, printed) in examples.iter().zip(run(&examples)) {
        let lines: Vec<&str> = printed.trim_end().lines().collect();
        // An empty line may precede the next command, for legibility.
        let blanks = example
            .expected
            .iter()
            .rev()
            .take_while(|line| line.is_empty());
        let expected = &example.expected[..example.expected.len() - blanks.count()];
        if !agree(expected, &lines) {
            let expected = expected.join("\n");
            let (line, command) = (example.line, &example.command);
            writeln!(
                wrong,
                "{document}:{line}: $ {command}\n--- expected\n{expected}\n--- printed\n{printed}"
            )
            .unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_command_that_a_document_shows_is_run() {
    for document in documents() {
        let text = read(&document);
        let blocks = blocks(&text);
        let is_run = RUN.contains(&&document[..]);
        assert!(
            is_run || blocks.iter().all(|block| block.language != "console"),
            "{document} has examples that no test runs"
        );
        for block in &blocks {
            let line = block.line;
            assert!(
                !block.language.is_empty(),
                "{document}:{line}: rustdoc takes a block without a language for Rust"
            );
            assert!(
                block.language == "console" || !block.lines.iter().any(|l| l.starts_with("$ ")),
                "{document}:{line}: a command outside of a console block"
            );
        }
    }
}

#[test]
fn every_rust_example_is_a_doc_test() {
    let library = read("src/lib.rs");
    for document in documents() {
        let has_rust = blocks(&read(&document))
            .iter()
            .any(|block| block.language.starts_with("rust"));
        let include = format!("include_str!(\"../{document}\")");
        assert!(
            !has_rust || library.contains(&include),
            "{document}: src/lib.rs does not include it"
        );
    }
}

/// Commands for the repository, in `sh` blocks, would take too long to run, or would run this test
/// again. But the files and targets that they name must exist.
#[test]
fn commands_for_the_repository_name_what_is_there() {
    let (make, cargo) = (read("Makefile"), read("Cargo.toml"));
    let mut seen = 0;
    for document in documents() {
        for block in blocks(&read(&document)) {
            if block.language != "sh" {
                continue;
            }
            // `make` is a verb of `sudoku`, too.
            let text = block.lines.join("\n").replace("sudoku make", "sudoku");
            let mut words = text.split_whitespace();
            while let Some(word) = words.next() {
                let is_there = match word {
                    "make" => {
                        let target = words.next().unwrap();
                        make.contains(&format!("\n{target}:"))
                    }
                    "--example" | "--bench" | "--test" | "--bin" => {
                        let name = words.next().unwrap();
                        cargo.contains(&format!("name = \"{name}\""))
                            || root().join(format!("tests/{name}/main.rs")).exists()
                            || root().join(format!("src/bin/{name}.rs")).exists()
                    }
                    script if script.starts_with("scripts/") => root().join(script).exists(),
                    _ => continue,
                };
                assert!(is_there, "{document}:{}: {word} ...", block.line);
                seen += 1;
            }
        }
    }
    assert!(seen > 0);
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut seen = 0;
    for document in documents() {
        let text = read(&document);
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            if link.contains("://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => document.clone(),
                path => {
                    let folder = Path::new(&document).parent().unwrap();
                    folder.join(path).to_str().unwrap().to_owned()
                }
            };
            assert!(
                root().join(&target).exists(),
                "{document}: {link}: no such file"
            );
            if !anchor.is_empty() {
                let target = read(&target);
                let mut anchors = target
                    .lines()
                    .filter(|line| line.starts_with('#'))
                    .map(anchor_of);
                assert!(
                    anchors.any(|heading| heading == anchor),
                    "{document}: {link}: no such heading"
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 0);
}

/// The anchor that GitHub makes of a heading.
fn anchor_of(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    heading
        .chars()
        .filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// Names that only the worked examples of the recipes add.
const ADDED: [&str; 4] = [
    "langford",
    "families/pairs.rs",
    "dlx/items.rs",
    "import/foo.rs",
];

/// The texts between single backquotes: names of files and of what is in them, without those of
/// worked examples.
fn names(document: &str) -> Vec<String> {
    let mut text = String::new();
    let mut is_block = false;
    for line in read(document).lines() {
        if line.trim_start().starts_with("```") {
            is_block = !is_block;
        } else if !is_block {
            text += line;
            text += "\n";
        }
    }
    let names = text.split('`').skip(1).step_by(2).map(str::to_owned);
    let is_added = |name: &str| ADDED.iter().any(|added| name.contains(added));
    names.filter(|name| !is_added(name)).collect()
}

/// All files of the library, by their paths in the repository.
pub fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn files_that_the_documents_name_are_there() {
    let mut found = Vec::new();
    sources(&root().join("src"), &mut found);
    sources(&root().join("crates"), &mut found);
    let mut seen = 0;
    for document in documents() {
        for name in names(&document) {
            let folders = [
                "src/",
                "crates/",
                "tests/",
                "scripts/",
                "testdata/",
                "fuzz/",
                "python/",
                "examples/",
                "web/",
            ];
            let is_path = folders.iter().any(|folder| name.starts_with(folder));
            let is_there = if is_path {
                root().join(&name).exists()
            } else if name.ends_with(".rs") {
                found.iter().any(|path| path.ends_with(&name))
            } else {
                continue;
            };
            assert!(is_there, "{document}: {name}");
            seen += 1;
        }
    }
    assert!(seen > 100);
}

/// A file of tests that no program includes would not run, unnoticed.
#[test]
fn every_file_of_tests_is_in_the_table_of_tests_and_named_by_its_program() {
    let table = read("tests/README.md");
    let mut found = Vec::new();
    sources(&root().join("tests"), &mut found);
    let mut seen = 0;
    for path in found {
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        // Shared files have no tests themselves.
        if !is_source || !fs::read_to_string(&path).unwrap().contains("#[test]") {
            continue;
        }
        let file = path.strip_prefix(root()).unwrap().to_str().unwrap();
        let (folder, name) = file.rsplit_once('/').unwrap();
        // A folder may be named for all of its files.
        let names = [format!("`{file}`"), format!("`{folder}/`")];
        assert!(names.iter().any(|name| table.contains(name)), "{file}");
        let module = format!("\nmod {};\n", name.trim_end_matches(".rs"));
        let mut parents = ["main.rs", "mod.rs"]
            .iter()
            .map(|parent| path.with_file_name(parent));
        let parent = parents.find(|parent| parent.exists()).unwrap();
        assert!(
            fs::read_to_string(parent).unwrap().contains(&module),
            "{file}"
        );
        seen += 1;
    }
    assert!(seen > 40);
}

/// A text without the places that links lead to.
fn without_links(text: &str) -> String {
    let mut parts = text.split("](");
    let mut plain = parts.next().unwrap().replace('[', "");
    for part in parts {
        let (_, rest) = part.split_once(')').unwrap();
        plain += &rest.replace('[', "");
    }
    plain
}

#[test]
fn the_manual_and_the_help_page_of_dlx3_word_its_words_alike() {
    let manual = without_links(&read("docs/dlx3.md"));
    let help = run(&[Example {
        command: "dlx3 --help".to_owned(),
        ..Example::default()
    }]);
    let (_, words) = help[0].split_once("\nWords:\n").unwrap();
    let (words, _) = words.split_once("\n\n").unwrap();
    let mut row = "";
    let mut seen = 0;
    for line in words.lines() {
        let (line, _) = line.split_once("[default").unwrap_or((line, ""));
        if let Some((word, meaning)) = line.trim().split_once("  ").filter(|_| line.contains('<')) {
            let start = format!("| `{word}` | ");
            let mut rows = manual.lines().filter_map(|row| row.strip_prefix(&start));
            row = rows.next().unwrap_or_else(|| panic!("no row for {word}"));
            assert!(row.starts_with(meaning.trim()), "{word}: {row}");
            seen += 1;
        } else {
            // The codes of `v`.
            for code in line.split("  ").filter(|code| !code.trim().is_empty()) {
                assert!(row.contains(code.trim()), "{code}: {row}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 10 + 7, "{words}");
}

/// Names such as `Builder::add_node`, `walk_above` or `Contest`.
#[test]
fn what_the_pages_for_maintainers_name_is_there() {
    let mut found = Vec::new();
    for folder in ["src", "crates", "tests", "scripts", "python/src"] {
        sources(&root().join(folder), &mut found);
    }
    found.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let texts = found.iter().map(|path| fs::read_to_string(path).unwrap());
    let code: String = texts.collect();
    let mut words: Vec<&str> = code
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect();
    words.sort_unstable();
    let is_word = |text: &str| !text.is_empty() && words.binary_search(&text).is_ok();
    let is_page = |document: &str| {
        let for_users = [
            "README.md",
            "CHANGELOG.md",
            "SECURITY.md",
            "testdata/README.md",
        ];
        let pages = [
            "architecture",
            "glossary",
            "life-of-a-search",
            "recipes",
            "techniques",
        ];
        match document.strip_prefix("docs/") {
            Some(page) => {
                page.contains('/') || pages.iter().any(|name| page == format!("{name}.md"))
            }
            None => !for_users.contains(&document),
        }
    };
    let (mut seen, mut missing) = (0, Vec::new());
    for document in documents().into_iter().filter(|document| is_page(document)) {
        for name in names(&document) {
            let is_code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
            let is_type = name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.contains(|c: char| c.is_ascii_lowercase());
            let is_name = name.contains("::") || name.contains('_') || is_type;
            if !is_name || !name.chars().all(is_code) {
                continue;
            }
            seen += 1;
            let mut parts = name.split("::").filter(|part| !part.is_empty());
            if !parts.all(is_word) {
                missing.push(format!("{document}: {name}"));
            }
        }
    }
    assert!(seen > 100, "{seen}");
    assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
}

#[test]
fn a_wildcard_stands_for_what_varies_and_for_nothing_else() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    for (expected, printed, is_right) in [
        ("a\nb", "a\nb", true),
        ("a\nb", "a", false),
        ("a", "a\nb", false),
        ("...\nb", "a\na\nb", true),
        ("...\nb", "a\nb\na", false),
        ("took [..] s", "took 0.25 s", true),
        ("took [..] s", "took 0.25 m", false),
        ("[..]", "", true),
        ("  ...", "  ...", true),
        ("  ...", "  x..", false),
    ] {
        let printed: Vec<&str> = printed.split('\n').collect();
        assert_eq!(
            agree(&lines(expected), &printed),
            is_right,
            "{expected:?} {printed:?}"
        );
    }
}

/// The rows of a table of techniques in the form of the document. The machine decides which vectors
/// are best.
fn rows(table: &[Technique], default: impl Fn(&str) -> Option<u64>) -> Vec<String> {
    let row = |technique: &Technique| {
        let Technique { name, range, text } = technique;
        let value = match range {
            Range::Words(_) => "the best".to_owned(),
            _ => range.word(default(name).expect("it is in the table")),
        };
        format!("| `{name}` | {value} | {range} | {text} |")
    };
    table.iter().map(row).collect()
}

#[test]
fn the_tables_of_techniques_are_those_of_the_programs() {
    let document = read("docs/techniques.md");
    let (search, answers) = (SearchTuning::default(), AnswerTuning::default());
    for rows in [
        rows(SearchTuning::TECHNIQUES, |name| search.get(name)),
        rows(AnswerTuning::TECHNIQUES, |name| answers.get(name)),
    ] {
        let rule = "|---|---|---|---|\n".to_owned();
        let table = rule + &rows.join("\n") + "\n\n";
        assert!(
            document.contains(&table),
            "docs/techniques.md lacks\n{table}"
        );
    }
}

/// The names in the first cells of the tables below a heading, without those of options.
fn names_in_tables(document: &str, heading: &str) -> Vec<String> {
    let text = read(document);
    let (_, part) = text.split_once(heading).expect(heading);
    let part = part.split("\n## ").next().unwrap();
    let cells = part.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = cells.filter(|line| !line.starts_with('-'));
    let cells = cells.map(|line| line.split('|').next().unwrap());
    let names = cells.flat_map(|cell| cell.split(['`', ',', ' ']));
    let names = names.filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

#[test]
fn the_manual_and_python_name_the_formats_of_the_registry() {
    let forms: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
    assert_eq!(names_in_tables("docs/convert.md", "# `dlx to`"), forms);

    let back = Format::ALL.iter();
    let back = back.filter(|format| format.row().models.is_some());
    let back: Vec<&str> = back.map(|format| format.name()).collect();
    assert_eq!(
        names_in_tables("docs/convert.md", "## Models as solutions"),
        back
    );

    let mut imported: Vec<&str> = Import::ALL.iter().map(|format| format.name()).collect();
    let mut named = names_in_tables("docs/convert.md", "## Problems that others have written");
    imported.sort_unstable();
    named.sort_unstable();
    assert_eq!(named, imported);
    for format in imported {
        let call = format!("`{format}(text");
        assert!(read("docs/library.md").contains(&call), "{call}");
    }

    let row = format!(
        "another solver](convert.md): `{}`; or `dlx` |",
        forms.join("`, `")
    );
    assert!(read("docs/python.md").contains(&row), "{row}");
    let literal = format!("format: Literal[\"{}\", \"dlx\"]", forms.join("\", \""));
    let stub = read("python/package/dlx3/_dlx3.pyi");
    assert!(stub.contains(&literal), "{literal}");
}
